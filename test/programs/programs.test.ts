/** The page for programs: its examples run as they stand, with the built package, on a real server, and fit its types. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDocument } from '../support/documents-check.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const examples = [...readFileSync(`${root}docs/programs.md`, 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const csv =
  'reference,amount,currency,date\nR1,12.50,EUR,2026-11-20T08:00:00Z\nR2,x,EUR,2026-11-20T08:00:00Z\nR3,4.90,EUR,2026-11-20T09:00:00Z\n';

const records =
  'acquirerId,payoutId,settlementDate,transactionDate,amount,currency,fee\nACQ,PO-17,2026-11-21,2026-11-20T08:00:00Z,12.50,EUR,0.20\nACQ,PO-17,2026-11-21,,4.90,EUR,0.10\n';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'sales-programs-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'sales'));
  symlinkSync(server.directory, join(folder, 'sales-data'));
  mkdirSync(join(server.directory, 'tls'), { recursive: true });
  writeFileSync(join(server.directory, 'tls', 'ca.pem'), server.ca);
  writeFileSync(join(folder, 'till-export.csv'), csv);
  writeFileSync(join(folder, 'october.csv'), records);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

async function run(text: string): Promise<Ended> {
  const path = join(folder, 'example.mjs');
  writeFileSync(path, text);
  const env = { ...process.env, SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, XDG_STATE_HOME: join(folder, 'state') };
  return promisify(execFile)(process.execPath, [path], { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

describe('the examples of the page', () => {
  const [upload = '', read = '', ask = '', settle = '', database = ''] = examples;

  it('upload a file', async () => {
    const { code, stdout, stderr } = await run(upload);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'rejectedRows 2 Processed\n' });
    expect(stderr.split('\n')).toContain('accepted');
    const again = await run(upload);
    expect({ ...again, stdout: again.stdout.split(' ')[0] }).toEqual({ code: 1, stdout: 'alreadyUploaded', stderr: '' });
    expect(readFileSync(join(folder, 'till-export.rejects.csv'), 'utf8')).toContain('R2');
  });

  it('read a file', async () => {
    const { code, stdout, stderr } = await run(read);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^csv \[.*\]\n2 12.5 EUR\n3 amount AMOUNT_INVALID .*\n4 4.9 EUR\n$/s);
  });

  it('ask the server', async () => {
    const { code, stdout, stderr } = await run(ask);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^2026-11-20T08:00:00Z 12.5\n2026-11-20T09:00:00Z 4.9\n[0-9a-f-]{36} 2 Processed\n$/);
  });

  it('send and list settlement records', async () => {
    const { code, stdout, stderr } = await run(settle);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('Settlement 2\nPO-17 4.9 0.1\nPO-17 12.5 0.2\n');
  });

  it('send rows of a database once, however often they are sent', async () => {
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await run(database);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^(?:Processing|Processed)\n$/);
    }
    const { json } = await server.request('/sales/v1/transactions?pageSize=500');
    expect(json.items.filter((one: { transactionReference: string }) => one.transactionReference === 'DB-1')).toHaveLength(1);
  });

  it('fit the types of the package', async () => {
    for (const [at, text] of examples.entries())
      writeFileSync(join(folder, `typed-${at}.mts`), text.replaceAll(/process\.env\.\w+/g, "''"));
    const files = readdirSync(folder).filter((name) => name.endsWith('.mts'));
    expect(files).toHaveLength(5);
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023', '--ignoreConfig'];
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    await promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, ...types, ...files], {
      cwd: folder,
    });
    writeFileSync(
      join(folder, 'typed-0.mts'),
      "import { SalesClient } from 'sales';\nnew SalesClient({ url: 1, user: '', password: '' });\n",
    );
    await expect(
      promisify(execFile)(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, ...types, 'typed-0.mts'], {
        cwd: folder,
      }),
    ).rejects.toMatchObject({ stdout: expect.stringContaining("Type 'number' is not assignable to type 'string'") });
  });
});

/** Prints what became of a file, or how it failed. */
const program = (options: string, before = '') => `
import { readFileSync } from 'node:fs';
import { SalesClient, uploadFile } from 'sales';
const ca = readFileSync('sales-data/tls/ca.pem', 'utf8');
const client = new SalesClient({ url: process.env.SALES_URL, user: 'api', password: process.env.SALES_PASSWORD, ca });
${before}
await uploadFile(client, 'more.csv', ${options}).then(
  (document) => console.log(JSON.stringify(document)),
  (error) => console.log(JSON.stringify({ name: error.name, code: error.code, questions: error.questions?.map(({ field }) => field) })),
);
await client.close();
`;

describe('uploadFile', () => {
  const more = (rows: number, reference: string) =>
    `reference,amount,currency,date\n${Array.from({ length: rows }, (_, at) => `${reference}${at},1.00,EUR,2026-11-20T08:00:00Z\n`).join('')}`;

  it('gives the document of the command line', async () => {
    writeFileSync(join(folder, 'more.csv'), more(3, 'D'));
    const { stdout } = await run(program('{}'));
    checkDocument(JSON.parse(stdout));
    expect(JSON.parse(stdout)).toMatchObject({ state: 'done', rows: { accepted: 3 }, job: expect.stringMatching(/^[0-9a-f]{8}$/) });
  });

  it('without a journal leaves none, and the file is no known one', async () => {
    writeFileSync(join(folder, 'more.csv'), more(3, 'N'));
    const jobs = () => readdirSync(join(folder, 'state', 'sales', 'jobs'));
    const before = jobs();
    // The key of a batch follows from the file: the server has it once all the same.
    const ids = new Set<string>();
    for (let time = 0; time < 2; time++) {
      const { job, state, uploads } = JSON.parse((await run(program('{ journal: null }'))).stdout);
      expect({ job, state }).toEqual({ job: null, state: 'done' });
      ids.add(uploads[0].uploadId);
    }
    expect(ids.size).toBe(1);
    expect(jobs()).toEqual(before);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('sales-jobs-'))).toEqual([]);
  });

  it('ends at its signal, with what was sent in the journal, which another process goes on with', async () => {
    writeFileSync(join(folder, 'more.csv'), more(20, 'S'));
    const stopping = 'const ending = new AbortController(); const onProgress = ({ type }) => type === "accepted" && ending.abort();';
    const { stdout } = await run(program('{ batchRows: 1, parallel: 1, signal: ending.signal, onProgress }', stopping));
    const { state, rows, job } = JSON.parse(stdout);
    expect(state).toBe('interrupted');
    expect(rows.accepted).toBeGreaterThan(0);
    expect(rows.accepted).toBeLessThan(20);
    const env = {
      ...process.env,
      SALES_URL: server.url,
      SALES_USER: 'api',
      SALES_PASSWORD: password,
      XDG_STATE_HOME: join(folder, 'state'),
    };
    const resume = [join(root, 'bin/sales.js'), 'resume', job, '--json', '--ca-file', 'sales-data/tls/ca.pem'];
    const resumed = await promisify(execFile)(process.execPath, resume, { cwd: folder, env });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ state: 'done', rows: { accepted: 20 } });
    expect((await run(program('{ signal: AbortSignal.abort() }'))).stdout).toBe('{"name":"AbortError","code":20}\n');
  });

  it('fails with what the file leaves open', async () => {
    writeFileSync(join(folder, 'more.csv'), 'reference,amount,currency,date\nA,1.234,EUR,05/06/2026 14:03\n');
    const { stdout } = await run(program('{}'));
    expect(JSON.parse(stdout)).toMatchObject({ name: 'SalesError', code: 'inputUnusable', questions: expect.arrayContaining(['amount']) });
    const answered = await run(program("{ decimal: '.', dateFormat: 'dd/MM/yyyy HH:mm', timezone: 'Europe/Zurich' }"));
    expect(JSON.parse(answered.stdout)).toMatchObject({ state: 'done', currencies: [{ sum: '1.234' }] });
  });
});
