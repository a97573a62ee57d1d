/** `sales backup` as it is typed: what is said, as text and as JSON, and the exit codes. */
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultImportConfiguration } from '../../../src/importing/rules.js';
import { ownCertificate } from '../../../src/server/tls/certificate.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
const nowMs = Date.parse('2026-11-21T10:30:00Z');
const run = (...argv: string[]) => line.run(['backup', ...argv], { nowMs });
const counts = { customers: 1, tenants: 1, users: 1, uploads: 0, transactions: 0 };

beforeAll(async () => {
  const directory = join(line.folder, 'data');
  mkdirSync(directory);
  const store = openSqliteStore({ directory, now: () => new Date(nowMs) });
  const importConfiguration = defaultImportConfiguration;
  await store.setUp({ customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' });
  await store.close();
  await ownCertificate(join(directory, 'tls'), [], new Date(nowMs));
});
afterAll(line.remove);

it('creates, verifies and restores', async () => {
  const created = await run('create', '--data', 'data');
  expect(created).toEqual({
    exit: 0,
    stdout: expect.stringMatching(
      /^Backup {3}FOLDER\/data\/backups\/sales-20261121-103000Z\.db {3}0\.\d MB, schema \d+\n {9}1 customer, 1 tenant, 1 user, 0 uploads, 0 transactions; newest upload none\n {9}SHA-256 [\da-f]{64}, in sales-20261121-103000Z\.db\.sha256\n$/,
    ),
    stderr: 'The certificates and keys in FOLDER/data/tls are not in it: keep a separate copy of that folder.\n',
  });
  const file = 'data/backups/sales-20261121-103000Z.db';
  const { size } = statSync(join(line.folder, file));
  expect(JSON.parse(readFileSync(join(line.folder, 'data/last-backup.json'), 'utf8'))).toEqual({
    at: '2026-11-21T10:30:00.000Z',
    file: join(line.folder, file),
    bytes: size,
  });
  const verified = await run('verify', file, '--json');
  expect(JSON.parse(verified.stdout)).toEqual({
    schema: 'sales.backup/1',
    file: `FOLDER/${file}`,
    bytes: size,
    schemaVersion: expect.any(Number),
    rows: counts,
    newestUpload: null,
    sha256: createHash('sha256')
      .update(readFileSync(join(line.folder, file)))
      .digest('hex'),
    verified: true,
  });
  const restored = await run('restore', file, '--data', 'restored');
  expect(restored.stdout).toMatch(/^Restored FOLDER\/data\/backups\/sales-20261121-103000Z\.db/);
  expect(restored.stderr).toContain('sales serve --data restored');
  expect(restored.stderr).toContain('copy the old folder tls to FOLDER/restored/tls');
  expect(restored.exit).toBe(0);
  const trail = JSON.parse((await line.run(['admin', 'audit', 'list', '--data', 'restored', '--json'])).stdout);
  expect(trail.rows.at(-1)).toMatchObject({ action: 'backup.restore', object: `file:FOLDER/${file}` });
  expect(statSync(join(line.folder, 'restored/lock.db')).mode & 0o777).toBe(0o600);
});

it('compares a backup with the SHA-256 beside it, and says where there is none', async () => {
  await run('create', '--data', 'data', '--out', 'whole.db');
  copyFileSync(join(line.folder, 'whole.db'), join(line.folder, 'copy.db'));
  const said = 'No SHA-256 to compare it with lies beside it (FOLDER/copy.db.sha256)';
  expect(await run('verify', 'whole.db')).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('whole.db.sha256') as string,
    stderr: '',
  });
  expect(await run('verify', 'copy.db')).toMatchObject({ exit: 0, stderr: expect.stringContaining(said) as string });
  expect((await run('restore', 'copy.db', '--data', 'uncompared')).stderr).toContain(said);
  line.file('copy.db.sha256', `${'0'.repeat(64)}  copy.db\n`);
  for (const argv of [
    ['verify', 'copy.db'],
    ['restore', 'copy.db', '--data', 'refused'],
  ]) {
    const refused = await run(...argv);
    expect(refused).toMatchObject({ exit: 4, stdout: '', stderr: expect.stringContaining('FOLDER/copy.db is not what') as string });
    expect(refused.stderr).toContain('Use another backup.');
  }
});

it('says how to serve a folder whose name has blanks', async () => {
  const created = JSON.parse((await run('create', '--data', 'data', '--out', 'one.db', '--json')).stdout);
  expect(created.file).toBe('FOLDER/one.db');
  expect((await run('restore', 'one.db', '--data', 'my data')).stderr).toContain("sales serve --data 'my data'\n");
});

it('of a damaged database says what helps', async () => {
  mkdirSync(join(line.folder, 'broken'));
  line.file('broken/sales.db', 'no database, but more than a hundred bytes of text. '.repeat(100));
  const broken = await run('create', '--data', 'broken');
  expect(broken).toMatchObject({ exit: 12, stderr: expect.stringContaining('FOLDER/broken/sales.db is no SQLite database') as string });
  expect(broken.stderr).toContain('sales doctor --data');
  const bytes = readFileSync(join(line.folder, 'data/sales.db'));
  // Its header and its schema are whole.
  bytes.fill(0xff, 3 * bytes.readUInt16BE(16));
  line.file('broken/sales.db', bytes);
  const damaged = await run('create', '--data', 'broken');
  expect(damaged).toMatchObject({ exit: 12, stderr: expect.stringContaining('FOLDER/broken/sales.db is damaged') as string });
  expect(damaged.stderr).toContain('sales backup restore');
});

it.each<[string[], number, string]>([
  [['create', '--data', 'none'], 2, 'There is no database in FOLDER/none.'],
  [['create', '--data', 'data', '--out', 'ca.pem/x'], 12, 'cannot be written'],
  [['create', '--data', 'data', '--out', 'none/'], 2, 'There is no folder FOLDER/none.'],
  [['create', '--data', 'data', '--out', 'taken'], 2, 'nothing is overwritten'],
  [['verify', 'none'], 4, 'There is no file FOLDER/none.'],
  [['verify', 'taken'], 4, 'it is not a database'],
  [['restore', 'taken', '--data', 'elsewhere'], 4, 'it is not a database'],
  [['restore', 'data/sales.db', '--data', 'data'], 2, 'is not empty'],
  [['restore', 'data/sales.db'], 2, '--data'],
])('%j is exit %i', async (argv, exit, message) => {
  line.file('taken', 'a file of somebody, long enough to be looked at\n'.repeat(20));
  const seen = await run(...argv);
  expect(seen).toEqual({ exit, stdout: '', stderr: expect.stringContaining(message) });
  const error = JSON.parse((await run(...argv, '--json')).stderr).error;
  expect(error).toMatchObject({ exit, message: expect.stringContaining(message) });
});

it('makes none of data that were moved into another database, whose backup it would be taken for', async () => {
  const directory = join(line.folder, 'moved');
  mkdirSync(directory);
  copyFileSync(join(line.folder, 'data', 'sales.db'), join(directory, 'sales.db'));
  writeFileSync(join(directory, 'moved.json'), '{"database":"postgres://db/shop"}\n');
  const { exit, stderr } = await run('create', '--data', 'moved');
  expect([exit, stderr]).toEqual([2, expect.stringContaining('were moved to postgres://db/shop; what is here is out of date')]);
});
