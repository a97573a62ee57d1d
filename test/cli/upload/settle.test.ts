/**
 * Settlement records, and servers that are not of ours: nothing is sent to where nobody knows them; and what goes wrong on the way is told
 * with the commands that are for records.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MemoryServer } from '../../client/memory-server.js';
import { json, problem, type StubRequest, type StubServer, uploadIds } from '../../client/stub-server.js';
import type { CommandLine } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let stub: StubServer;
let line: CommandLine;
let server: MemoryServer;
onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line, server } = on);
});

const jobsDir = () => join(line.folder, 'state', 'jobs');
const jobs = () => readdirSync(jobsDir()).filter((name) => /^[0-9a-f]{8}$/.test(name));
const text = 'amount,currency,transactionDate,payoutId,fee\n1.00,CHF,2026-11-20T08:00:00Z,P1,0.10\n';

it.each([true, false])('a server that does not announce them gets none, also where it answers anything with 200: %s', async (answers) => {
  if (!answers) {
    stub.answer = (request) => (request.url.startsWith('/settlement/') ? problem(request, 404) : server.answer(request));
  }
  const path = line.file('october.csv', text);
  const seen = await line.run(['settle', '--json', path]);
  expect([seen.exit, JSON.parse(seen.stdout)]).toMatchObject([
    2,
    { kind: 'Settlement', state: 'failed', rows: { accepted: 0, unsent: 1 } },
  ]);
  expect(seen.stdout).toContain('does not offer to keep settlement records');
  expect(server.arrived).toEqual([]);
  expect(jobs()).toEqual([]);
});

it('shows a date beside a terminal of eight digits as they are, and a card number shortened', async () => {
  const rows = 'payoutDate,terminalId,businessDate,amount,currency,payoutId\n2026-11-24,22128578,2026-11-21,912.00,CHF,4111111111111111\n';
  const { stderr } = await line.run(['check', '--settlement', line.file('cells.csv', rows)]);
  expect(stderr).toMatch(/2026-11-24 {3}22128578 +2026-11-21/);
  expect(stderr).toContain('411111******1111');
  expect(stderr).not.toContain('4111111111111111');
});

const announced = { 'sales-capabilities': 'settlement' };
const isUpload = ({ method }: StubRequest) => method === 'POST';
const settle = () => line.run(['settle', '--retry-for', '0s', line.file('october.csv', text)]);
/** What answers an upload of records; all else is answered with 200. */
const onUpload = (answer: (request: StubRequest) => void) => {
  stub.answer = (request) => (isUpload(request) ? answer(request) : json(request, 200, '', announced));
};

it.each([
  ['settlement, matching', true],
  ['settlement', false],
])('names the list of matches where the server has matches: %s', async (words, isNamed) => {
  const [uploadId] = uploadIds;
  const state = { date: '2026-11-20T08:00:00Z', status: 'Processed', errors: [], summary: '' };
  stub.answer = (request) => json(request, 200, isUpload(request) ? { uploadId } : state, { 'sales-capabilities': words });
  const seen = await settle();
  expect([seen.exit, seen.stderr.includes('sales match list')]).toEqual([0, isNamed]);
});

it('asks about records in doubt in their words', async () => {
  onUpload(({ socket }) => void socket.destroy());
  expect((await settle()).exit).toBe(7);
  const asked = await line.run(['resume'], { terminal: true, stdin: '\n' });
  expect(asked).toMatchObject({
    exit: 7,
    stderr: expect.stringContaining('list --settlement --sort date. Sending them again may record each record twice'),
  });
  expect(asked.stderr).not.toMatch(/\bsales? twice|sales list --sort/);
});

it.each([
  ['payoutId', 'P1', false],
  ['acquirerId', 'ACQ', true],
])('says that records which are sent twice count twice only where servers cannot tell: %s', async (field, value, isSaid) => {
  const path = line.file('alike.csv', `amount,currency,settlementDate,fee,${field}\n1.00,CHF,2026-11-20,0.10,${value}\n`);
  const { exit, stderr } = await line.run(['check', '--settlement', path]);
  expect([exit, stderr.includes('rows that are sent twice count twice')]).toEqual([0, isSaid]);
});

it('names the list of records where a key is known with other content', async () => {
  onUpload((request) => problem(request, 422));
  const seen = await settle();
  expect([seen.exit, seen.stderr]).toEqual([1, expect.stringContaining('sales list --settlement shows what is there')]);
});

it.each(['job.json', 'journal.ndjson'])('names both lists where %s is damaged, which may not tell of what it is', async (name) => {
  onUpload(({ socket }) => void socket.destroy());
  await settle();
  const [job = ''] = jobs();
  const path = join(jobsDir(), job, name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"(salt|planned)"/, '"other"'));
  const seen = await line.run(['resume', job]);
  expect([seen.exit, seen.stderr]).toEqual([12, expect.stringMatching(/check with\s+sales list or sales list --settlement\s+first/)]);
  expect(seen.stderr).not.toContain('[object');
});

it('names the commands for records to who watches a file, or names a mapping file that is not there', async () => {
  const path = line.file('october.csv', text);
  expect((await line.run(['watch', '--settlement', path])).stderr).toContain('sales settle FOLDER/october.csv');
  const seen = await line.run(['settle', '--map', join(line.folder, 'none.map'), path]);
  expect(seen.stderr).toContain('sales map --settlement FILE --out');
});

it.each([
  [503, 6, /answered 503/],
  [404, 9, /There is no upload/],
  [403, 9, /There is no upload/],
])('says that there is no upload only where records know none, too: %i', async (status, exit, says) => {
  stub.answer = (request) => problem(request, request.url.startsWith('/settlement/') ? status : 404, {}, announced);
  const seen = await line.run(['status', uploadIds[0] ?? '']);
  expect([seen.exit, seen.stderr]).toEqual([exit, expect.stringMatching(says)]);
});
