/** What `sales doctor` finds, and what it leaves alone. */
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownCertificate } from '../../../src/server/tls/certificate.js';
import { Database } from '../../../src/store/sqlite/database/engine.js';
import { lockDirectory } from '../../../src/store/sqlite/database/lock.js';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { json, problem, type StubServer } from '../../client/stub-server.js';
import { seeded } from '../../faults/seeded.js';
import { keySha256, makeCertificate } from '../../support/certificates.js';
import { startTestServer, type TestServer } from '../../support/test-server.js';
import type { CommandLine, Options } from '../command-line.js';
import { onStub } from '../on-stub.js';

const DAY_MS = 86_400_000;
let stub: StubServer;
let line: CommandLine;

onStub((newStub, newLine) => {
  stub = newStub;
  line = newLine;
  stub.answer = (request) => json(request, 200, '', { 'sales-capabilities': 'idempotency' });
});

interface Found {
  check: string;
  state: string;
  message: string;
  hint: string | null;
}

/** What was found, by what was looked at. */
async function doctor(argv: string[] = [], options: Options = {}): Promise<{ exit: number; found: Record<string, Found> }> {
  const { exit, stdout, stderr } = await line.run(['doctor', '--json', ...argv], options);
  expect(stderr).toBe('');
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ schema: 'sales.doctor/1', exit });
  return { exit, found: Object.fromEntries(document.findings.map((one: Found) => [one.check, one])) };
}

describe('for a client', () => {
  it('looks at everything up to the log-in', async () => {
    const { exit, stdout } = await line.run(['doctor']);
    const clean = stdout
      .replace(/Node [\d.]+/, 'Node N')
      .replace(/\d+ days/, 'N days')
      .replace(/[\d.]+ GB/, 'N GB')
      .replace(/port \d+/, 'port N')
      .replace(/differs by -?\d s/, 'differs by N s')
      .replace(/^disk space .*/m, 'disk space …');
    expect({ exit, stdout: clean }).toMatchSnapshot();
  });

  it('warns of files that others may read, with the command that helps', async () => {
    await line.run(['login', '--password-file', line.file('p', 'x')]);
    const file = join(line.folder, 'config', 'credentials.json');
    chmodSync(file, 0o644);
    const { exit, found } = await doctor();
    expect(found.settings).toMatchObject({ state: 'warning', message: expect.stringContaining('credentials.json') as string });
    expect([exit, found.settings?.hint]).toEqual([0, 'chmod go= FOLDER/config/credentials.json']);
  });

  it('tells that there is no profile, and looks at the rest', async () => {
    const { exit, found } = await doctor([], { env: { SALES_URL: '' } });
    expect([exit, found.profile?.state, found['state folder']?.state]).toEqual([2, 'failed', 'ok']);
  });

  it('tells that its files are damaged', async () => {
    await line.run(['config', 'set', 'user', 'api']);
    writeFileSync(join(line.folder, 'config', 'config.json'), '{');
    const { exit, found } = await doctor();
    expect([exit, found.profile?.message]).toEqual([2, expect.stringContaining('is not valid JSON: line 1')]);
  });

  it('tells that the journal could not be written', async () => {
    mkdirSync(join(line.folder, 'state'));
    line.file('state/jobs', 'a file, where a folder should be');
    const { exit, found } = await doctor();
    expect([exit, found['state folder']]).toEqual([
      12,
      expect.objectContaining({ state: 'failed', message: expect.stringContaining('EEXIST') as string }),
    ]);
  });

  it.each<[string, string[], Record<string, string>, number]>([
    ['TCP', ['--url', 'https://127.0.0.1:1'], {}, 6],
    ['TLS', [], { SALES_CA_FILE: '' }, 3],
    ['TLS', [], { SALES_PIN_SHA256: '0'.repeat(64) }, 3],
  ])('names %s when that fails', async (layer, argv, env, exit) => {
    const seen = await doctor(argv, { env });
    expect([seen.exit, seen.found[layer]?.state, seen.found['log-in']]).toEqual([exit, 'failed', undefined]);
  });

  it.each<[string, number, number]>([
    ['HTTP', 503, 6],
    ['log-in', 401, 3],
  ])('names %s when the answer is %i', async (layer, status, exit) => {
    stub.answer = (request) => problem(request, status);
    const seen = await doctor();
    expect([seen.exit, seen.found[layer]?.state, seen.found.TLS?.state]).toEqual([exit, 'failed', 'ok']);
  });

  it('warns of a clock that goes wrong, and of a certificate that ends within three weeks; so does ping', async () => {
    const later = { nowMs: Date.now() + 12 * DAY_MS };
    const { exit, found } = await doctor([], later);
    expect([exit, found.clock?.state, found.TLS?.state]).toEqual([0, 'warning', 'warning']);
    expect(found.TLS?.message).toMatch(/expires in 1[78] days/);
    expect((await line.run(['ping'], later)).stdout).toMatch(/valid for 1[78] more days: it must be renewed soon/);
    expect((await line.run(['ping'])).stdout).not.toContain('soon');
    expect((await doctor([], { nowMs: Date.now() + 5 * DAY_MS })).found.TLS?.state).toBe('ok');
  });
});

describe('for a server that runs', () => {
  let server: TestServer;
  let release: () => void;
  beforeAll(async () => {
    server = await startTestServer();
    // As sales serve does.
    release = lockDirectory(server.directory).release;
  });
  afterAll(async () => {
    release();
    await server.stop();
  });
  const look = (argv: string[] = [], options: Options = {}) => doctor(['--data', server.directory, ...argv], options);

  it.each([[[]], [['--deep']]])('looks at its directory with %j, and disturbs nothing', async (argv) => {
    const { exit, found } = await look(argv);
    expect(exit).toBe(0);
    expect(found.server?.message).toBe(`runs as process ${process.pid} at ${server.url.replace(/127\.0\.0\.1:\d+/, 'HOST')}`);
    expect(found.database).toMatchObject({
      state: 'ok',
      message: expect.stringContaining(argv.length ? 'every page' : 'quick check') as string,
    });
    expect(found.certificate?.message).toMatch(/served for localhost, .* expires in 39\d days/);
    expect(found.certificate?.message).toContain(keySha256(readFileSync(join(server.directory, 'tls/server.pem'), 'utf8')));
    expect(found.backup).toMatchObject({ state: 'warning', hint: expect.stringContaining('sales backup create') as string });
    expect((await server.upload([{ amount: 1 }])).status).toBe(200);
  });

  it('knows the last backup', async () => {
    const note = join(server.directory, 'last-backup.json');
    const at = (days: number) =>
      writeFileSync(note, JSON.stringify({ at: new Date(Date.now() - days * DAY_MS).toISOString() }), { mode: 0o600 });
    at(1);
    expect((await look()).found.backup?.state).toBe('ok');
    at(9);
    expect((await look()).found.backup).toMatchObject({ state: 'warning', message: expect.stringContaining('9 days ago') as string });
    at(-2);
    expect((await look()).found.backup).toMatchObject({ state: 'warning', message: expect.stringContaining('in the future') as string });
    rmSync(note);
  });

  it('warns of files that others may read', async () => {
    const files = readdirSync(server.directory).filter((name) => /\.(db|db-wal|db-shm|json)$/.test(name));
    for (const name of files) chmodSync(join(server.directory, name), 0o600);
    expect((await look()).found['file modes']?.state).toBe('ok');
    const file = join(server.directory, 'sales.db');
    chmodSync(file, 0o640);
    expect((await look()).found['file modes']).toMatchObject({
      state: 'warning',
      message: `other users can read ${file}`,
      hint: `chmod go= ${file}`,
    });
    chmodSync(file, 0o600);
  });

  it('warns of a certificate that should have been renewed', async () => {
    const { found } = await look([], { nowMs: Date.now() + 380 * DAY_MS });
    expect(found.certificate).toMatchObject({ state: 'warning', hint: expect.stringContaining('log of the server') as string });
  });

  it.each(['{"url":"https://loc', 'null', '{"url":7}', ''])('tells that its server.json is damaged: %j', async (text) => {
    const file = join(server.directory, 'server.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, text);
    const { exit, found } = await look();
    writeFileSync(file, before);
    expect([exit, found.server?.state, found.database?.state]).toEqual([0, 'warning', 'ok']);
    expect(found.server?.message).toContain('server.json is damaged');
    expect(found.server?.hint).toContain('restart the server');
  });

  it('tells that the authority is damaged', async () => {
    const key = join(server.directory, 'tls', 'ca.key');
    const text = readFileSync(key, 'utf8');
    writeFileSync(key, 'nothing', { mode: 0o600 });
    const { exit, stdout } = await line.run(['doctor', '--data', server.directory]);
    expect([exit, stdout]).toEqual([12, expect.stringMatching(/certificate +FAILED +the authority .* is damaged/)]);
    writeFileSync(key, text);
  });
});

it("with an operator's certificate does not look at the own one that was there before", async () => {
  const pair = await makeCertificate();
  const certificateFiles = { cert: line.file('cert.pem', pair.cert), key: line.file('key.pem', pair.key) };
  const server = await startTestServer(undefined, { certificateFiles });
  const { release } = lockDirectory(server.directory);
  mkdirSync(join(server.directory, 'tls'));
  writeFileSync(join(server.directory, 'tls', 'ca.pem'), 'nothing');
  const { exit, found } = await doctor(['--data', server.directory]);
  release();
  await server.stop();
  expect([exit, found.certificate]).toEqual([0, expect.objectContaining({ state: 'ok', message: expect.stringMatching(/^served for /) })]);
});

describe('for the certificate of a server that does not run', () => {
  let data: string;
  let tls: string;
  beforeEach(async () => {
    data = mkdtempSync(join(line.folder, 'data-'));
    tls = join(data, 'tls');
    await openSqliteStore({ directory: data, now: () => new Date() }).close();
    await ownCertificate(tls, [], new Date());
  });
  const look = async () => {
    const { exit, found } = await doctor(['--data', data]);
    return { exit, ...found.certificate };
  };

  it.each(['missing', 'damaged'])('warns that a key that is %s costs clients their pin', async (is) => {
    expect(await look()).toMatchObject({ exit: 0, state: 'ok' });
    if (is === 'missing') rmSync(join(tls, 'server.key'));
    else writeFileSync(join(tls, 'server.key'), 'nothing');
    const { exit, state, message, hint } = await look();
    expect([exit, state]).toEqual([0, 'warning']);
    expect(message).toMatch(new RegExp(`tls/server.key is ${is}: the next start makes a new key, .*pinned the old one will refuse`));
    expect(hint).toMatch(/^Restore .*tls\/server.key from your copy/);
  });

  it('warns of a key that the server does not go on with: it is of another kind', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    writeFileSync(join(tls, 'server.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const { exit, state, message, hint } = await look();
    expect([exit, state]).toEqual([0, 'warning']);
    expect(message).toMatch(/tls\/server.key is of another kind than EC P-256: .* a new key, .*pinned the old one will refuse/);
    expect(hint).toMatch(/^Restore .*tls\/server.key from your copy/);
    const before = readFileSync(join(tls, 'server.key'), 'utf8');
    await ownCertificate(tls, [], new Date());
    expect(readFileSync(join(tls, 'server.key'), 'utf8')).not.toBe(before);
  });

  it('needs nothing where only the certificate is missing', async () => {
    rmSync(join(tls, 'server.pem'));
    const key = readFileSync(join(tls, 'server.key'), 'utf8');
    expect(await look()).toMatchObject({ exit: 0, state: 'warning', hint: 'Nothing needs to be done' });
    await ownCertificate(tls, [], new Date());
    expect(readFileSync(join(tls, 'server.key'), 'utf8')).toBe(key);
  });

  it.each(['server.key', 'ca.key'])('fails where %s is there and cannot be read', async (name) => {
    rmSync(join(tls, name));
    // What no user may read, root neither.
    mkdirSync(join(tls, name));
    const { exit, state, message, hint } = await look();
    expect([exit, state, message]).toEqual([12, 'failed', expect.stringMatching(new RegExp(`${name} cannot be read \\(EISDIR\\)`))]);
    expect(hint).toContain('the user of the server');
  });
});

describe('for a data directory', () => {
  let whole: string;
  let copy: string;
  /** The only upload of the whole one. */
  let sums: Record<string, unknown>;
  beforeAll(async () => {
    const server = await startTestServer();
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      amount: index,
      currency: 'CHF',
      transactionDate: '2026-11-20T10:00:00Z',
      terminalId: `T${index}`,
    }));
    await server.uploadAndImport(rows);
    // Everything in one file.
    new Database(join(server.directory, 'sales.db')).pragma('wal_checkpoint(TRUNCATE)');
    whole = mkdtempSync(join(tmpdir(), 'sales-doctor-'));
    copyFileSync(join(server.directory, 'sales.db'), join(whole, 'sales.db'));
    chmodSync(join(whole, 'sales.db'), 0o600);
    await server.stop();
    const db = new Database(join(whole, 'sales.db'), { readonly: true });
    sums = db.prepare('SELECT * FROM upload').get() as Record<string, unknown>;
    db.close();
  });
  afterAll(() => rmSync(whole, { recursive: true }));
  beforeEach(() => {
    copy = mkdtempSync(join(line.folder, 'data-'));
    copyFileSync(join(whole, 'sales.db'), join(copy, 'sales.db'));
  });
  const look = (argv: string[] = []) => doctor(['--data', copy, ...argv]);

  it('without a server: says so, and finds it whole', async () => {
    const { exit, found } = await look(['--deep']);
    expect([exit, found.server?.message, found.database?.state]).toEqual([0, 'none runs', 'ok']);
    expect(readFileSync(join(copy, 'sales.db')).equals(readFileSync(join(whole, 'sales.db')))).toBe(true);
    expect(readdirSync(copy).filter((name) => !/^sales\.db(-wal|-shm)?$/.test(name))).toEqual([]);
    await openSqliteStore({ directory: copy, now: () => new Date() }).close();
  });

  it('that is not there is exit 2', async () => {
    expect((await doctor(['--data', join(line.folder, 'nowhere')])).exit).toBe(2);
    expect((await doctor(['--data', line.file('file', '')])).exit).toBe(2);
  });

  it('without a database is exit 12, and says what brings it back', async () => {
    rmSync(join(copy, 'sales.db'));
    const { exit, found } = await look();
    expect([exit, found.database]).toEqual([
      12,
      expect.objectContaining({ state: 'failed', message: expect.stringMatching(/^there is none in /) as string }),
    ]);
    expect(found.database?.hint).toMatch(/sales backup restore FILE --data DIR.*sales serve creates a new, empty one/);
  });

  it.each([
    [99, /wrote it, or a newer one/],
    [7, /has schema 8, and then this one/],
  ])('of schema %i is exit 12, and says which version to use', async (schema, remedy) => {
    const db = new Database(join(copy, 'sales.db'));
    db.pragma(`user_version = ${schema}`);
    db.close();
    const { exit, found } = await look();
    expect([exit, found.database?.message]).toEqual([12, expect.stringContaining(`schema ${schema}`)]);
    expect(found.database?.hint).toMatch(remedy);
  });

  it('with a file that is no database is exit 12, and is not sent to another user', async () => {
    writeFileSync(join(copy, 'sales.db'), 'no database, but more than a hundred bytes of text. '.repeat(100));
    const { exit, found } = await look(['--deep']);
    expect([exit, found.database?.message]).toEqual([12, expect.stringContaining('not an SQLite database')]);
    expect(found.database?.hint).toMatch(/^Stop the server.*sales backup restore/);
  });

  it('with a file that was cut to nothing is exit 12: a server would take it for a first start', async () => {
    truncateSync(join(copy, 'sales.db'), 0);
    const { exit, found } = await look();
    expect([exit, found.database?.message]).toEqual([12, expect.stringContaining('empty')]);
  });

  it('with an index that lacks a row is found by --deep', async () => {
    const db = new Database(join(copy, 'sales.db'));
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'transaction_terminal'").pluck().get();
    // The index forgets what it is for: what is inserted now stands in the table alone.
    db.prepare("DELETE FROM sqlite_schema WHERE name = 'transaction_terminal'").run();
    db.close();
    const again = new Database(join(copy, 'sales.db'));
    again.unsafeMode(true);
    again.prepare('UPDATE "transaction" SET terminal_id = \'another\' WHERE seq % 2 = 0').run();
    again.pragma('writable_schema = ON');
    again
      .prepare('INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)')
      .run('index', 'transaction_terminal', 'transaction', root, indexSql());
    again.close();
    expect((await look()).found.database?.state).toBe('ok');
    const { exit, found } = await look(['--deep']);
    expect([exit, found.database?.message]).toEqual([12, expect.stringContaining('damaged')]);
    expect(found.database?.hint).toContain('sales backup restore');
  });

  it.each(['TRIGGER transaction_amount_update', 'TABLE transaction_amount', 'INDEX upload_group'])(
    'without its %s is exit 12',
    async (name) => {
      const db = new Database(join(copy, 'sales.db'));
      db.exec(`DROP ${name}`);
      db.close();
      const { exit, found } = await look();
      expect([exit, found.database?.message]).toEqual([12, expect.stringContaining('damaged')]);
      expect(found.database?.hint).toContain('sales backup restore');
    },
  );

  it('with an order by amount that is not that of its rows is found by --deep, and mended by the command that is named', async () => {
    const db = new Database(join(copy, 'sales.db'));
    db.exec('INSERT INTO transaction_amount VALUES (1, 1, 9999, 0, 0, 0, 0, 0, 0, 0)');
    db.close();
    const backup = () => line.run(['backup', 'create', '--data', copy, '--out', join(line.folder, 'backup.db')]);
    expect((await look()).found.database?.state).toBe('ok');
    const { exit, found } = await look(['--deep']);
    expect([exit, found.database?.message]).toEqual([12, expect.stringContaining('complete except for its order by amount')]);
    expect(await backup()).toMatchObject({ exit: 12, stderr: expect.stringContaining('sales doctor --data DIR --deep') });
    // The folder of the test is not shown by its name.
    const [, named = ''] = /sales (admin amount-order rebuild --data .*)$/.exec(found.database?.hint ?? '') ?? [];
    const words = named.replace('FOLDER', line.folder).split(' ');
    expect(await line.run(words)).toMatchObject({ exit: 0, stderr: expect.stringContaining('rebuilt; wrong or missing: 1 place') });
    expect((await look(['--deep'])).found.database?.state).toBe('ok');
    expect((await backup()).exit).toBe(0);
    expect(JSON.parse((await line.run([...words, '--json'])).stdout)).toEqual({ schema: 'sales.admin.amount-order/1', misplaced: 0 });
  });

  it.each([
    ['rows', 'rows = rows - 1'],
    ['processed', 'processed = processed + 1, rejected = rejected - 1'],
    ['duplicates', 'duplicates = 7'],
    ['rejected', 'rejected = 1'],
    ['amounts', "amounts = replace(amounts, '19990000000', '19990000001')"],
  ])('with an upload whose %s are not those of its rows is found by --deep', async (column, change) => {
    const db = new Database(join(copy, 'sales.db'));
    expect(db.prepare(`UPDATE upload SET ${change}`).run().changes).toBe(1);
    expect(db.prepare(`SELECT ${column} FROM upload`).pluck().get()).not.toEqual(sums[column]);
    db.close();
    expect((await look()).found.database?.state).toBe('ok');
    const { exit, found } = await look(['--deep']);
    expect([exit, found.database?.message]).toEqual([
      12,
      'complete except for 1 upload, whose counts or sums differ from those of the rows',
    ]);
    expect(found.database?.hint).toContain('sales backup restore');
  });

  it('with a row that is said to be matched and is in no match is found by --deep', async () => {
    const db = new Database(join(copy, 'sales.db'));
    db.exec(`UPDATE "transaction" SET match_state = 2 WHERE seq = 1;
      UPDATE transaction_amount SET match_state = 2 WHERE seq = 1`);
    db.close();
    expect((await look()).found.database?.state).toBe('ok');
    const { exit, found } = await look(['--deep']);
    const message = 'complete except for 1 row, whose matches with settlement records do not agree with them';
    expect([exit, found.database?.message]).toEqual([12, message]);
  });

  it('that is damaged is told so or is not damaged; never a crash', async () => {
    const bytes = readFileSync(join(whole, 'sales.db'));
    const random = seeded(20_261_121);
    const exits = new Set<number>();
    for (let round = 0; round < 40; round++) {
      const damaged = Buffer.from(bytes);
      const at = random(damaged.length);
      if (round % 2 === 0) damaged.fill(random(256), at, at + 64);
      writeFileSync(join(copy, 'sales.db'), damaged);
      if (round % 2 === 1) truncateSync(join(copy, 'sales.db'), at);
      const { exit } = await look(['--deep']);
      expect([0, 12]).toContain(exit);
      if (round % 2 === 1) expect(exit).toBe(12);
      exits.add(exit);
    }
    expect(exits).toContain(12);
  });

  function indexSql(): string {
    const db = new Database(join(whole, 'sales.db'), { readonly: true });
    try {
      return db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'transaction_terminal'").pluck().get() as string;
    } finally {
      db.close();
    }
  }
});

it('--deep without --data is a wrong command line', async () => {
  expect((await line.run(['doctor', '--deep'])).exit).toBe(2);
});
