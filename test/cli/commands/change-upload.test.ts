/** `sales reprocess`, `sales undo`, `sales get --history` and `sales status` of what was withdrawn, against the real server. */
import { renameSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markMatched } from '../../support/matched.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';
import { type CommandLine, type Options, openCommandLine } from '../command-line.js';

const DAY_MS = 86_400_000;
const uploadedMs = Date.parse('2026-11-20T12:00:00Z');
let nowMs = uploadedMs;
let server: TestServer;
let line: CommandLine;
let as: (user: string) => Record<string, string>;
beforeAll(async () => {
  server = await startTestServer(() => new Date(nowMs));
  line = openCommandLine(null);
  const caFile = line.file('ca.pem', server.ca);
  as = (user) => ({ SALES_URL: server.url, SALES_USER: user, SALES_PASSWORD: password, SALES_CA_FILE: caFile });
  const added = await admin('user', 'add', 'boss', '--role', 'Admin', '--role', 'API', '--tenant', 'Default', '--password-stdin');
  expect(added).toMatchObject({ exit: 0 });
  expect(await admin('user', 'revoke', 'api', '--role', 'Admin')).toMatchObject({ exit: 0 });
});
afterAll(async () => {
  await server.stop();
  line.remove();
});

const admin = (...argv: string[]) => line.run(['admin', '--data', server.directory, ...argv], { stdin: `${password}\n` });
const sale = (transactionReference: string, more = {}) => ({
  amount: 2.5,
  currency: 'EUR',
  transactionDate: '2026-11-20T10:00:00Z',
  transactionReference,
  ...more,
});

/** As the user of the role Admin; ids of uploads and transactions stand as U1, U2, … in the order of `ids`. */
async function run(argv: string[], ids: string[] = [], options: Options = {}, user = 'boss') {
  const { exit, stdout, stderr } = await line.run(argv, { env: as(user), ...options });
  const clean = (text: string) => ids.reduce((all, id, index) => all.replaceAll(id, `U${index + 1}`), text);
  return { exit, stdout: clean(stdout), stderr: clean(stderr) };
}

const references = async () =>
  (await server.request('/sales/v1/transactions?pageSize=500')).json.items.map(
    ({ transactionReference }: { transactionReference: string }) => transactionReference,
  );

describe('sales undo', () => {
  it('asks, withdraws, and brings back', async () => {
    const id = await server.uploadAndImport([sale('A1'), sale('A2', { currency: 'EURO' })]);
    const [{ transactionId }] = (await server.request(`/sales/v1/transactions?uploadId=${id}`)).json.items;
    expect(await run(['undo', id], [id])).toMatchSnapshot('nobody to ask');
    expect(await run(['undo', id], [id], { stdin: 'n\n', terminal: true })).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/Undo upload U1\? [\s\S]*Nothing was undone\./),
    });
    expect(await references()).toContain('A1');
    expect(await run(['undo', id], [id], { stdin: 'y\n', terminal: true })).toMatchObject({ exit: 0 });
    expect(await references()).not.toContain('A1');
    expect(await run(['undo', id, '--yes'], [id])).toMatchSnapshot('once more');
    expect(await run(['status', id], [id], {}, 'api')).toMatchSnapshot('status');
    expect((await run(['get', '--history', transactionId], [], {}, 'api')).exit).toBe(9);
    expect(JSON.parse((await run(['status', id, '--json'])).stdout)).toMatchObject({
      schema: 'sales.status/1',
      uploadId: id,
      status: 'ProcessedWithErrors',
      withdrawn: { at: new Date(nowMs).toISOString(), by: 'boss' },
    });
    expect(await run(['undo', id, '--redo'], [id])).toMatchSnapshot('back');
    expect(await references()).toContain('A1');
    expect(await run(['get', '--history', transactionId], [transactionId], {}, 'api')).toMatchSnapshot('history');
  });

  it('--json is the state, and never asks', async () => {
    const id = await server.uploadAndImport([sale('B1')]);
    const refused = await run(['undo', id, '--json'], [id], { stdin: 'y\n', terminal: true });
    expect([refused.exit, refused.stdout]).toEqual([2, '']);
    const { exit, stdout, stderr } = await run(['undo', id, '--json', '--yes']);
    expect([exit, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      schema: 'sales.status/1',
      uploadId: id,
      date: new Date(uploadedMs).toISOString(),
      status: 'Processed',
      summary: expect.stringMatching(/^Withdrawn on .* by boss/),
      errors: [],
      withdrawn: { at: new Date(nowMs).toISOString(), by: 'boss' },
    });
    expect(JSON.parse((await run(['undo', id, '--json', '--redo'])).stdout)).not.toHaveProperty('withdrawn');
  });

  it('of matched rows is refused, with those listed', async () => {
    const id = await server.uploadAndImport([sale('C1'), sale('C2'), sale('C3')]);
    const { items } = (await server.request(`/sales/v1/transactions?uploadId=${id}`)).json;
    const matched = items.slice(0, 2).map(({ transactionId }: { transactionId: string }) => transactionId);
    markMatched(server.directory, ...matched);
    const seen = await run(['undo', id, '--yes'], [id]);
    expect({ exit: seen.exit, stdout: seen.stdout }).toEqual({ exit: 4, stdout: '' });
    for (const transactionId of matched) expect(seen.stderr).toContain(transactionId);
    expect(seen.stderr).toContain('Upload U1 holds transactions that are matched with a settlement, and cannot be withdrawn.');
    expect((await references()).filter((reference: string) => reference.startsWith('C'))).toHaveLength(3);
  });

  it('cannot be reversed after 30 days', async () => {
    const id = await server.uploadAndImport([sale('D1')]);
    await run(['undo', id, '--yes']);
    nowMs += 30 * DAY_MS + 1;
    expect(await run(['undo', id, '--redo'], [id])).toMatchObject({
      exit: 4,
      stdout: '',
      stderr: expect.stringContaining('Upload U1 was withdrawn more than 30 days ago: upload the file again instead.'),
    });
    nowMs = uploadedMs;
  });

  it('takes a user of the role Admin alone, with the flags that are told', async () => {
    expect(await admin('user', 'add', 'chief', '--role', 'Admin', '--tenant', 'Default', '--password-stdin')).toMatchObject({ exit: 0 });
    const id = await server.uploadAndImport([sale('chief')]);
    const flags = ['--user', 'chief', '--password-file', line.file('chief-password', `${password}\n`)];
    expect(await run(['undo', id, '--yes', ...flags], [id], {}, 'api')).toMatchObject({ exit: 0 });
    const login = await run(['login', ...flags], [], {}, 'api');
    expect(login.exit).toBe(0);
  });

  it('takes the role Admin for the uploads of others, and none for the own', async () => {
    const added = await admin('user', 'add', 'other', '--role', 'API', '--tenant', 'Default', '--password-stdin');
    expect(added).toMatchObject({ exit: 0 });
    const id = await server.uploadAndImport([sale('E1')]);
    for (const argv of [
      ['undo', id, '--yes'],
      ['undo', id, '--redo'],
      ['reprocess', id],
    ]) {
      const { exit, stdout, stderr } = await run(argv, [id], {}, 'other');
      expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
      expect(stderr).toContain('role Admin');
      expect(stderr).toContain('repeat the command with --user NAME --password-file FILE');
    }
    expect(await references()).toContain('E1');
    expect(await run(['undo', id, '--yes'], [id], {}, 'api')).toMatchObject({ exit: 0 });
    expect(await references()).not.toContain('E1');
    expect(await run(['undo', id, '--redo'], [id], {}, 'api')).toMatchObject({ exit: 0 });
  });

  it.each([['undo', '--yes'], ['undo', '--redo'], ['reprocess']])('%s %s of an unknown upload is exit 9', async (...argv) => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await run([...argv, unknown], [unknown])).toMatchObject({
      exit: 9,
      stdout: '',
      stderr: expect.stringContaining('There is no upload U1 here.'),
    });
  });

  it.each([[['undo', 'all']], [['undo']], [['reprocess', '7']]])('%j is exit 2', async (argv) => {
    expect((await run(argv)).exit).toBe(2);
  });
});

it('a server that is not there is exit 6, and says that it can be repeated', async () => {
  const { exit, stderr } = await run(['undo', '00000000-0000-4000-8000-000000000000', '--yes', '--url', 'https://127.0.0.1:1']);
  expect([exit, stderr]).toEqual([6, expect.stringContaining('Repeat the command: nothing is done twice')]);
});

describe('of several uploads', () => {
  it('each is told; what one cannot, the others do', async () => {
    const ids = [
      await server.uploadAndImport([sale('F1')]),
      await server.uploadAndImport([sale('F2')]),
      await server.uploadAndImport([sale('F3')]),
    ];
    const [one = '', two = '', three = ''] = ids;
    const [{ transactionId }] = (await server.request(`/sales/v1/transactions?uploadId=${two}`)).json.items;
    markMatched(server.directory, transactionId);
    expect(await run(['undo', one, two, three, '--yes'], [...ids, transactionId])).toMatchSnapshot();
    expect((await references()).filter((reference: string) => reference.startsWith('F'))).toEqual(['F2']);
    const { exit, stdout } = await run(['undo', ...ids, '--yes', '--json']);
    expect(exit).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'sales.statuses/1',
      uploads: [
        { uploadId: one, status: 'Processed', withdrawn: { by: 'boss' } },
        { uploadId: two, error: { code: 'validation', exit: 4, details: [`matched: ${transactionId}`] } },
        { uploadId: three, withdrawn: { by: 'boss' } },
      ],
      exit: 4,
    });
    expect(await run(['undo', one, three, '--redo'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('2 of 2 uploads count'),
    });
  });

  it('who may not is told once', async () => {
    const ids = [await server.uploadAndImport([sale('G1')]), await server.uploadAndImport([sale('G2')])];
    const { exit, stderr } = await run(['reprocess', ...ids], [], {}, 'api');
    expect([exit, stderr.split('lacks the role').length]).toEqual([3, 2]);
  });

  it('a whole file goes, comes back and can be sent again by its job', async () => {
    const rows = ['H1', 'H2', 'H3', 'H4', 'H5'];
    const file = line.file(
      'day.csv',
      ['amount,currency,transactionDate,transactionReference', ...rows.map((row) => `2.50,EUR,2026-11-20T10:00:00Z,${row}`)].join('\n'),
    );
    const standing = async () => (await references()).filter((reference: string) => reference.startsWith('H')).sort();
    expect(await run(['upload', file, '--batch', '2'], [], {}, 'api')).toMatchObject({ exit: 0 });
    expect(await standing()).toEqual(rows);
    const undone = await run(['undo', 'last', '--no-color'], [], { stdin: 'yes\n', terminal: true });
    expect(undone).toMatchObject({ exit: 0, stdout: expect.stringContaining('3 of 3 uploads undone') });
    expect(undone.stderr).toContain('Undo 3 uploads, of FOLDER/day.csv (job JOB)?');
    expect(undone.stderr).toContain('sales undo JOB --redo');
    expect(undone.stderr).toContain('as api did:   sales --user api upload FOLDER/day.csv --again');
    expect(await standing()).toEqual([]);
    const status = await run(['status', 'last', '--batches'], [], {}, 'api');
    expect(status.exit).toBe(0);
    expect(status.stdout.match(/^Withdrawn /gm)).toHaveLength(3);
    expect(await run(['undo', 'last', '--redo'])).toMatchObject({ exit: 0 });
    expect(await standing()).toEqual(rows);
    await run(['undo', 'last', '--yes']);
    expect(await run(['upload', file, '--again'], [], {}, 'api')).toMatchObject({ exit: 0 });
    expect(await standing()).toEqual(rows);
    expect((await server.request('/sales/v1/transactions?transactionMatchState=Skip')).json.items).toEqual([]);
    // By its name, what was sent last is meant.
    expect(await run(['undo', file, '--yes'])).toMatchObject({ exit: 0 });
    expect(await standing()).toEqual([]);
    expect((await run(['status', file], [], {}, 'api')).stdout).toContain('job JOB (done)');
    expect(await run(['undo', file, '--redo'])).toMatchObject({ exit: 0 });
    expect(await standing()).toEqual(rows);
    const other = await run(['undo', `${file}x`, '--yes']);
    expect(other).toMatchObject({ exit: 2, stderr: expect.stringContaining('nor a file that was uploaded from here') });
  });

  it('is seen in the history of this machine, also where uploads are named by their ids or withdrawn elsewhere', async () => {
    const rows = ['N1', 'N2', 'N3'].map((row) => `2.50,EUR,2026-11-20T10:00:00Z,${row}\n`);
    const file = line.file('seen.csv', `amount,currency,transactionDate,transactionReference\n${rows.join('')}`);
    await run(['upload', file, '--batch', '2'], [], {}, 'api');
    const history = async () => (await run(['uploads'])).stdout.split('\n').find((row) => row.includes('seen.csv')) ?? '';
    const ofJson = async () => JSON.parse((await line.run(['uploads', '--json'], { rawJobs: true })).stdout).jobs.at(-1);
    const { job, uploads } = await ofJson();
    const [first, second] = uploads.map(({ uploadId }: { uploadId: string }) => uploadId);
    expect(await history()).toMatch(/ done /);
    await run(['undo', second, '--yes']);
    expect(await history()).toMatch(/ partly undone /);
    // By somebody else, who is asked for only by status.
    await server.request(`/admin/v1/uploads/${first}/undo`, { method: 'POST' });
    expect(await history()).toMatch(/ partly undone /);
    await run(['status', job], [], {}, 'api');
    expect(await history()).toMatch(/ undone /);
    expect(await ofJson()).toMatchObject({
      state: 'done',
      uploads: [{ withdrawn: expect.any(String) }, { withdrawn: expect.any(String) }],
    });
    expect((await run(['uploads', 'show', job])).stdout.match(/ undone on 2026-/g)).toHaveLength(2);
    await run(['undo', job, '--redo']);
    expect(await history()).toMatch(/ done /);
    expect((await ofJson()).uploads[0]).not.toHaveProperty('withdrawn');
  });

  it('a job that was sent elsewhere is refused, and is not the last one', async () => {
    const { stdout } = await line.run(['uploads', '--json'], { rawJobs: true });
    const job = JSON.parse(stdout).jobs.at(-1).job;
    const { exit, stderr } = await run(['undo', job, '--yes', '--url', 'https://127.0.0.1:1']);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('was sent to another server')]);
    const last = await run(['undo', 'last', '--yes', '--url', 'https://127.0.0.1:1']);
    expect([last.exit, last.stderr]).toEqual([9, expect.stringContaining('No upload was made from here as boss at https://HOST/')]);
    expect(await run(['undo', '00000000', '--yes'])).toMatchObject({ exit: 9 });
  });
});

describe('sales reprocess', () => {
  it('imports what the configuration now lets through', async () => {
    const id = await server.uploadAndImport([sale('I1'), sale('I2', { currency: 'EURO' }), sale('I3', { currency: 'EURO', amount: null })]);
    const { items } = (await server.request(`/sales/v1/transactions?uploadId=${id}&transactionState=Unprocessed`)).json;
    const { transactionId } = items.find(({ transactionReference }: { transactionReference: string }) => transactionReference === 'I2');
    expect(await run(['reprocess', id], [id])).toMatchSnapshot('nothing new');
    await admin('import-config', 'set', 'Default', 'currencyCheck=false');
    expect(await run(['reprocess', id], [id])).toMatchSnapshot('one more');
    await admin('import-config', 'set', 'Default', 'requiredFields=');
    const { exit, stdout } = await run(['reprocess', id, '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'sales.status/1', uploadId: id, status: 'Processed', errors: [] });
    expect(await run(['get', '--history', transactionId], [transactionId], {}, 'api')).toMatchSnapshot('history');
    await run(['undo', id, '--yes']);
    expect(await run(['reprocess', id], [id])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('Upload U1 is withdrawn: restore it first.'),
    });
  });
});

describe('sales get --history', () => {
  it('--json, and exit 9 for what is not there beside what is', async () => {
    const id = await server.uploadAndImport([sale('J1')]);
    const [{ transactionId }] = (await server.request(`/sales/v1/transactions?uploadId=${id}`)).json.items;
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { exit, stdout, stderr } = await run(['get', '--history', '--json', unknown, transactionId], [], {}, 'api');
    expect([exit, JSON.parse(stderr).error.message]).toEqual([9, `Not found: ${unknown}`]);
    const at = new Date(nowMs).toISOString();
    const staged = { transactionState: 'Unprocessed', transactionMatchState: 'NotApplicable' };
    const imported = { transactionState: 'Processed', transactionMatchState: 'Unmatched' };
    expect(JSON.parse(stdout)).toEqual({
      schema: 'sales.history/1',
      transactions: [
        {
          transactionId,
          uploadId: id,
          index: 0,
          items: [
            { at, from: null, to: staged, reason: 'Uploaded', by: 'api' },
            { at, from: staged, to: imported, reason: 'Imported', by: 'import' },
          ],
        },
      ],
    });
  });
});

it('a file whose upload was undone is neither skipped nor taken for uploaded, until it is restored or sent again', async () => {
  const path = line.file('undone.csv', 'transactionReference,amount,currency,transactionDate\nUN-1,1.00,EUR,2026-11-20T10:00:00Z\n');
  expect((await run(['upload', path])).exit).toBe(0);
  expect((await run(['undo', path, '--yes'])).exit).toBe(0);
  const skipped = await run(['upload', path, '--no-input', '--if-uploaded=skip']);
  expect(skipped).toMatchObject({
    exit: 4,
    stderr: expect.stringMatching(/it was undone since[\s\S]*sales undo JOB --redo[\s\S]*--again/),
  });
  expect(await references()).not.toContain('UN-1');
  expect((await run(['undo', path, '--redo', '--yes'])).exit).toBe(0);
  expect(await run(['upload', path, '--no-input', '--if-uploaded=skip'])).toMatchObject({
    exit: 0,
    stderr: expect.stringMatching(/^SKIPPED/),
  });
});

it('a file that was moved since is known by its bytes', async () => {
  const path = line.file('moved.csv', 'transactionReference,amount,currency,transactionDate\nMV-1,1.00,EUR,2026-11-20T10:00:00Z\n');
  expect((await run(['upload', path])).exit).toBe(0);
  renameSync(path, `${path}.done`);
  expect((await run(['undo', `${path}.done`, '--yes'])).exit).toBe(0);
  expect(await references()).not.toContain('MV-1');
});
