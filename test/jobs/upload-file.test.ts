/** A file becomes an upload without a terminal, a command line or a connection: what it is given here is all that it needs. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SalesError } from '../../src/contract/problem.js';
import type { JobContext, Sender } from '../../src/jobs/context.js';
import { standings } from '../../src/jobs/job-standing.js';
import { resumeJob } from '../../src/jobs/resume-job.js';
import { type UploadChoices, uploadFile } from '../../src/jobs/upload-file.js';

let folder: string;
let told: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sales-job-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const head = 'amount,currency,transactionDate,transactionReference\n';
const row = (amount: string, reference: string) => `${amount},EUR,2026-11-20T10:00:00+01:00,${reference}\n`;
const uploadId = '01a1fc68-12f0-7003-8d0f-000000000001';
const target = { endpoint: 'memory:', user: 'ann', customer: null, tenant: null };
const choices: UploadChoices = {
  options: { format: 'auto' },
  memory: null,
  hasMappingFile: false,
  consent: { accept: [], once: true },
  readings: null,
  uploadsOfFile: null,
  againWhereGone: false,
  dryRun: false,
  rejectsAllowed: null,
  rejects: null,
  batchRows: 1_000,
  intervalMs: 0,
  importConfigurationId: null,
  again: false,
  retryForMs: 0,
  parallel: null,
  waitMs: 1_000,
};

const jobsDir = () => join(folder, 'state', 'jobs');

function context(): JobContext {
  return {
    host: {
      clock: { nowMs: () => 0, sleep: async () => {}, random: () => 0 },
      stdin: Readable.from([]),
      cwd: () => folder,
      jobsDir: async () => jobsDir(),
      newSalt: () => 'salt',
      version: async () => '9.9.9',
    },
    events: {
      begins: () => told.push('begins'),
      understood: ({ format }) => told.push(`understood as ${format}`),
      sentBefore: () => {},
      running: async () => ({ event: ({ type }) => told.push(type), end: () => told.push('end') }),
      onDoubt: async () => 'stop',
    },
    signals: { stop: new AbortController().signal, abort: new AbortController().signal, exit: () => 130 },
    wordsOf: ({ code }) => ({ hint: `look up ${code}`, details: [] }),
  };
}

/** Takes what it is given, as a server in the same process would; `isOpen` says whether it does. */
function receiver(isOpen: () => boolean = () => true) {
  const bodies: string[] = [];
  const api: Sender['api'] = {
    testAccess: async () => ({ dateMs: null, capabilities: 'idempotency;ttl=2592000', isRateLimited: false }),
    upload: async (body, { beforeLastByte }) => {
      if (!isOpen()) throw new SalesError('unavailable', 'Closed.');
      await beforeLastByte?.();
      bodies.push(Buffer.from(body).toString('utf8'));
      return { uploadId };
    },
    uploadState: async () => ({ uploadId, status: 'Processed', summary: 'All of it', errors: [] }) as never,
    list: async () => ({ items: [{}], hasMore: false }) as never,
    get: async () => {
      throw new SalesError('notFound', 'None.');
    },
  };
  return { bodies, api, connected: { api, gzip: false, target } };
}

it('tells what happens as events, and what became of it as data and as a report', async () => {
  const file = join(folder, 'day.csv');
  writeFileSync(file, `${head}${row('1.25', 'R1')}${row('x', 'R2')}`);
  const { bodies, connected } = receiver();
  const outcome = await uploadFile(file, choices, connected, context());
  expect(outcome).toMatchObject({ exit: 5, stopped: null, rejectsFile: join(folder, 'day.rejects.csv'), resumable: false });
  expect(bodies.map((body) => JSON.parse(body).transactions.length)).toEqual([1]);
  expect(told).toEqual(['begins', 'understood as csv', 'sending', 'accepted', 'waiting', 'waiting', 'end']);
  const job = outcome?.job ?? '';
  expect(JSON.parse(readFileSync(join(jobsDir(), job, 'report.json'), 'utf8'))).toMatchObject({
    schema: 'sales.upload/1',
    rows: { read: 2, accepted: 1, rejected: 1, inDoubt: 0, unsent: 0 },
    currencies: [{ currency: 'EUR', sum: '1.25' }],
    stopped: null,
  });
});

it('tells what became of the rows where the disk takes no report any more, and ends the job once it does', async () => {
  const file = join(folder, 'day.csv');
  writeFileSync(file, `${head}${row('1.25', 'R1')}`);
  const { bodies, api, connected } = receiver();
  let report = '';
  const full: Sender['api'] = {
    ...api,
    uploadState: async (id) => {
      report = join(jobsDir(), readdirSync(jobsDir()).find((name) => /^[0-9a-f]{8}$/.test(name)) ?? '', 'report.json');
      // Nothing can be moved to where a folder with something in it lies.
      mkdirSync(join(report, 'full'), { recursive: true });
      return api.uploadState(id);
    },
  };
  const outcome = await uploadFile(file, choices, { ...connected, api: full }, context());
  expect(outcome).toMatchObject({ exit: 12, resumable: true, rows: { accepted: 1, unsent: 0 }, currencies: [{ currency: 'EUR' }] });
  expect(outcome?.stopped?.message).toContain('is at the server');
  rmSync(report, { recursive: true });
  const [standing] = await standings(jobsDir());
  if (!standing) throw new Error('no job');
  expect(await resumeJob(standing.folder, choices, (call) => call({ api, gzip: false }), context())).toMatchObject({ exit: 0 });
  expect(bodies).toHaveLength(1);
});

it('goes on where it stopped, and says why it stopped in the words of whoever runs it', async () => {
  const file = join(folder, 'day.csv');
  writeFileSync(file, `${head}${row('1.00', 'R1')}`);
  let isOpen = false;
  const { bodies, api, connected } = receiver(() => isOpen);
  const stopped = await uploadFile(file, choices, connected, context());
  expect(stopped).toMatchObject({ exit: 6, resumable: true, stopped: { code: 'unavailable' } });
  const report = join(jobsDir(), readdirSync(jobsDir()).find((name) => /^[0-9a-f]{8}$/.test(name)) ?? '', 'report.json');
  expect(JSON.parse(readFileSync(report, 'utf8')).stopped).toMatchObject({ code: 'unavailable', hint: 'look up unavailable' });
  isOpen = true;
  const [standing] = await standings(jobsDir());
  if (!standing) throw new Error('no job');
  const resumed = await resumeJob(standing.folder, choices, (call) => call({ api, gzip: false }), context());
  expect(resumed).toMatchObject({ exit: 0, resumed: true });
  expect(bodies).toHaveLength(1);
});
