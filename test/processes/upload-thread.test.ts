/**
 * Files large enough for a thread of their own, through the built program, beside the same rows cut in the thread of the test: the same
 * bodies under the same keys, the same rejects, the same report. One file is really that large; for the others, a build whose files are
 * large at 200 kB serves. Needs `npm run build`.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchSource } from '../../src/client/batches/batch-source.js';
import { noRules } from '../../src/files/input/mapping-rules.js';
import { type OpenOptions, openInput } from '../../src/files/open.js';
import { type CommandLine, password } from '../cli/command-line.js';
import { onMemoryServer } from '../cli/on-stub.js';
import type { MemoryServer } from '../client/memory-server.js';
import { problem, type StubRequest, type StubServer } from '../client/stub-server.js';
import { type Variant, variantOf } from '../faults/variant.js';
import { checkWritten } from '../support/documents-check.js';
import { salesBin } from '../support/serve-process.js';

let stub: StubServer;
let line: CommandLine;
let server: MemoryServer;
onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line, server } = on);
});

interface Ended {
  code: number;
  document: { rows: object; errors: object[]; uploads: object[]; rejectsFile: string | null; stopped: { code: string } | null };
}

const LARGE_BYTES = 4_000_000;
const SOON_LARGE_BYTES = 200_000;

let soonLarge: Variant;
beforeAll(() => {
  const change = (bytes: string) => `THREAD_BYTES_MIN = ${bytes}`;
  soonLarge = variantOf({ file: 'client/batches/open-batches.js', from: change('4_000_000'), to: change('200_000') });
});
afterAll(() => soonLarge.remove());

/** Runs a command line, where a file is large at 200 kB. */
const sales = (...argv: string[]) => run(soonLarge.bin, argv);

async function run(bin: string, argv: string[]): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: join(line.folder, 'config'),
    XDG_STATE_HOME: join(line.folder, 'state'),
    SALES_URL: stub.url,
    SALES_USER: 'api',
    SALES_PASSWORD: password,
    SALES_CA_FILE: join(line.folder, 'ca.pem'),
  };
  const written = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [bin, ...argv, '--json'], { env, maxBuffer: 1e9 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
  const { code, stdout } = checkWritten(written);
  return { code, document: stdout === '' ? null : JSON.parse(stdout) };
}

/** Rows of a fixture, over and over, until the file is large enough for a thread. */
function large(fixture: string, name: string, bytes: number): string {
  const text = readFileSync(new URL(`../../fixtures/${fixture}`, import.meta.url), 'utf8')
    .replace(/\r?\n/g, '\n')
    .replace(/^\ufeff/, '');
  const end = text.indexOf('\n') + 1;
  const isTable = fixture.endsWith('.csv');
  const body = isTable ? text.slice(end) : text;
  return line.file(name, `${isTable ? text.slice(0, end) : ''}${body.repeat(Math.ceil((bytes * 1.05) / body.length))}`);
}

/** The digests of the bodies, as they are cut without a thread. */
async function bodiesOf(path: string, batchRows: number, options: OpenOptions = { format: 'auto' }): Promise<string[]> {
  const input = await openInput({ path }, options);
  const source = batchSource(input.rows, { limits: { rows: batchRows, bodyBytes: 30_000_000 }, earlier: new Map() });
  const digests: string[] = [];
  for (let step = await source.next(); step; step = await source.next()) if (step.batch) digests.push(step.batch.sha);
  await source.close();
  await input.close();
  return digests.sort();
}

const bodiesSent = () =>
  stub.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => createHash('sha256').update(body).digest('hex'))
    .sort();

describe('a file that is cut in a thread of its own', () => {
  it.each([
    ['sales-2026-01.csv', 'plain.csv', 4_000, LARGE_BYTES],
    ['row-errors.csv', 'errors.csv', 37, SOON_LARGE_BYTES],
    ['sales-2026-01-sample.ndjson', 'lines.ndjson', 1_000, SOON_LARGE_BYTES],
  ])('%s is sent as it would be without', async (fixture, name, batchRows, bytes) => {
    const path = large(fixture, name, bytes);
    expect(statSync(path).size).toBeGreaterThan(bytes);
    const isLarge = bytes === LARGE_BYTES;
    const batch = isLarge ? [] : [`--batch=${batchRows}`];
    const threaded = await run(isLarge ? salesBin : soonLarge.bin, ['upload', path, ...batch]);
    expect(bodiesSent()).toEqual(await bodiesOf(path, batchRows));
    const dry = await sales('upload', path, '--dry-run', '--rejects', join(line.folder, 'dry.rejects'));
    expect(threaded.document.errors).toEqual(dry.document.errors);
    const { rejectsFile } = threaded.document;
    expect(rejectsFile === null).toBe(dry.document.rejectsFile === null);
    if (rejectsFile) expect(readFileSync(rejectsFile, 'utf8')).toBe(readFileSync(dry.document.rejectsFile ?? '', 'utf8'));
  });

  it('has the columns that were said, and counts equal rows', async () => {
    const rows = '20.11.2026;08:12:44;4,80;5,00;Visa Debit\n21.11.2026;08:12:44;4,80;6,00;Visa\n'.repeat(4_000);
    const path = line.file('till.csv', `Datum;Uhrzeit;Betrag;Total;Karte\n${rows}`);
    const said = ['--set=amount=Total', '--const=currency=CHF', '--timezone=UTC'];
    const { code, document } = await sales('upload', '--yes', path, '--batch=1000', ...said);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      equalRows: { rows: 7_998, allCompared: true },
      transactionDates: {
        first: expect.stringContaining('2026-11-20T08:12:44'),
        last: expect.stringContaining('2026-11-21T08:12:44'),
        lastLine: 3,
      },
    });
    const rules = { ...noRules, columns: { amount: 'Total' }, constants: { currency: 'CHF' } };
    expect(bodiesSent()).toEqual(await bodiesOf(path, 1_000, { format: 'auto', timezone: 'UTC', rules }));
  });

  const whole = { amount: 1, currency: 'CHF', transactionDate: '2026-11-20T08:00:00Z' };
  const row = (number: number) => `R${number},${'x'.repeat(400)},1.00,CHF,2026-11-20T08:00:00Z`;
  const ROWS = 3_000;
  const numbered = (end = '', count = ROWS) => {
    const rows = Array.from({ length: count }, (_, index) => row(index)).join('\n');
    return line.file('numbered.csv', `transactionReference,orderId,amount,currency,transactionDate\n${rows}\n${end}`);
  };
  const staged = () => server.staged.flatMap(({ references }) => references);
  const answerFirst = (answer: (request: StubRequest) => boolean) => {
    stub.answer = (request) => {
      if (request.method !== 'POST' || !answer(request)) server.answer(request);
    };
  };

  it('has a last row that is no sale where it was written to while it was read', async () => {
    // Large enough to be read still when the first batch arrives.
    const rows = 12_000;
    const path = numbered('', rows);
    const { size } = statSync(path);
    answerFirst(() => {
      if (statSync(path).size === size) appendFileSync(path, 'R-more,x,1.00,CHF,2026-11-20T08:00:00Z');
      return false;
    });
    const { code, document } = await run(salesBin, ['upload', path, '--batch=1000']);
    expect(code).toBe(5);
    const { read } = document.rows as { read: number };
    // It may have been read before it was written to, or after that.
    expect([rows, rows + 1]).toContain(read);
    expect(document.rows).toEqual({ read, accepted: read - 1, rejected: 1, inDoubt: 0, unsent: 0 });
    expect(document.errors).toMatchObject([{ code: 'INPUT_CHANGED', line: read + 1 }]);
    expect(staged()).not.toContain(read === rows ? `R${rows - 1}` : 'R-more');
  });

  it('is taken apart by refusals of size and of rows', async () => {
    answerFirst((request) => {
      const { transactions } = JSON.parse(request.body) as { transactions: { transactionReference: string }[] };
      const bad = transactions.findIndex((one) => one.transactionReference === 'R1777');
      if (transactions.length > 600) problem(request, 413);
      else if (bad >= 0) problem(request, 400, { errors: { [`transactions[${bad}].currency`]: ['no'] } });
      return transactions.length > 600 || bad >= 0;
    });
    const { code, document } = await sales('upload', numbered());
    expect(code).toBe(5);
    expect(document.rows).toEqual({ read: ROWS, accepted: ROWS - 1, rejected: 1, inDoubt: 0, unsent: 0 });
    expect(document.errors).toMatchObject([{ line: 1_779, column: 'currency' }]);
    expect(readFileSync(document.rejectsFile ?? '', 'utf8').split('\n')[1]).toContain(row(1_777));
    expect(staged()).toHaveLength(ROWS - 1);
    expect(new Set(staged()).size).toBe(ROWS - 1);
  });

  it('is refused where it was rewritten before the thread opened it: its amounts would be read as those before', async () => {
    const path = numbered('', 12_000);
    const to = "(await import('node:fs')).writeFileSync(file.path, TEXT); const rows = await openAsPlanned(";
    const text = readFileSync(path, 'utf8').replaceAll('1.00,CHF', '"1,00",CHF');
    const rewritten = variantOf({
      file: 'client/batches/source-thread.js',
      from: 'const rows = await openAsPlanned(',
      to: to.replace('TEXT', JSON.stringify(text)),
    });
    try {
      const { code } = await run(rewritten.bin, ['upload', path]);
      expect(code).toBe(4);
      expect(staged()).toEqual([]);
    } finally {
      rewritten.remove();
    }
  });

  it('that ends with a fault sends the whole batches before it', async () => {
    const path = line.file(
      'broken.json',
      `[${Array.from({ length: ROWS }, (_, index) => JSON.stringify({ ...whole, transactionReference: `R${index}`, orderId: 'x'.repeat(400) })).join(',\n')},\n{"amount": `,
    );
    const { code, document } = await sales('upload', path, '--batch=1000');
    expect({ code, stopped: document.stopped?.code }).toEqual({ code: 5, stopped: 'inputUnusable' });
    expect(staged()).toHaveLength(ROWS - 1_000);
  });

  it('is resumed after a failure, by as many at a time as one likes', async () => {
    let uploads = 0;
    answerFirst((request) => {
      uploads += 1;
      if (uploads === 3) problem(request, 401);
      return uploads === 3;
    });
    const path = numbered();
    expect((await sales('upload', path, '--batch', '700')).code).toBe(3);
    expect(staged().length).toBeLessThan(ROWS);
    const { code, document } = await sales('resume', 'last', '--parallel', '2');
    expect({ code, rows: document.rows }).toEqual({ code: 0, rows: { read: ROWS, accepted: ROWS, rejected: 0, inDoubt: 0, unsent: 0 } });
    expect(staged()).toHaveLength(ROWS);
    expect(new Set(staged()).size).toBe(ROWS);
  });
});
