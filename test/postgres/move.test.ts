/** `sales admin move`: whatever a directory holds, the database holds it afterwards, however often the move was cut short. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideAgain } from '../../src/importing/decide.js';
import { noRequest } from '../../src/store/audit.js';
import { moveData } from '../../src/store/moving/move-data.js';
import { movedNames } from '../../src/store/moving/moved-tables.js';
import { ROWS_AT_ONCE } from '../../src/store/moving/sides.js';
import { openAdministration as openOnPostgres } from '../../src/store/postgres/administration/shared-administration.js';
import type { DatabaseAddress } from '../../src/store/postgres/database/address.js';
import { openMoveTarget } from '../../src/store/postgres/moving/move-target.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import { openMatcher } from '../../src/store/postgres/shared-matcher.js';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { openMoveSource } from '../../src/store/sqlite/administration/move-source.js';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { lockDirectory } from '../../src/store/sqlite/database/lock.js';
import { openMatchReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import { query } from '../store/list-model.js';
import { isSoak } from '../support/at-length.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { salesBin } from '../support/serve-process.js';
import { configuration, fill, matchAll, now, paid, seen, seenOfMatching, settled, settleTo, tenantAt, uploadTo } from './move-fixture.js';

/** The secret of duplicates is moved by itself; the database keeps its own id, so that browsers log in again. */
const LEFT = ['amount_order', 'console_session', 'duplicate_seed', 'installation', 'transaction_amount', 'upload_value'];
const programs = postgresPrograms();
const KILLS = isSoak ? 20 : 2;
const KILL_MS = 100_000;

describe.skipIf(programs === null)('sales admin move', () => {
  let cluster: Cluster;
  let root: string;
  /** A directory with all that there can be, which each test copies. */
  let filled: string;
  let copies = 0;

  beforeAll(async () => {
    cluster = await startCluster(programs ?? '');
    root = mkdtempSync(join(tmpdir(), 'sales-move-'));
    filled = join(root, 'filled');
    await fill(filled);
  });
  afterAll(() => {
    cluster.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const copyOfIt = () => {
    const directory = join(root, `copy-${copies++}`);
    cpSync(filled, directory, { recursive: true });
    return directory;
  };
  const addressFile = (text: string) => {
    const file = join(root, `address-${copies++}`);
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  };
  /** `onStart` is given the process. */
  const sales = (args: readonly string[], onStart: (child: ChildProcess) => void = () => {}) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, [salesBin, ...args], { env: { ...process.env, HOME: root } });
      let output = '';
      const keep = (text: Buffer) => {
        output += text;
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      child.on('close', (code) => resolve({ code, output }));
      onStart(child);
    });
  const move = (directory: string, file: string, ...more: string[]) => sales(['admin', '--data', directory, 'move', '--to', file, ...more]);

  const tenantIdsOf = async (store: Store) => (await store.userByName('api'))?.access.map(({ tenantId }) => tenantId) ?? [];
  const bothSides = async (directory: string, database: string) => {
    const ofSqlite = openSqliteStore({ directory, now });
    const ofPostgres = openPostgresStore({ address: cluster.app(database), readers: 2, writers: 2, clock: now });
    const ids = await tenantIdsOf(ofSqlite);
    const [one, other] = [await seen(ofSqlite, ids), await seen(ofPostgres, ids)];
    const admins = [openAdministration({ directory, now, actor: 't' }), openOnPostgres({ address: cluster.app(database), actor: 't' })];
    const told = [];
    for (const admin of admins) {
      const audit = await admin.auditRows({ from: null, to: null, limit: 1_000 });
      told.push([
        await admin.customers(),
        await admin.tenants(undefined),
        await admin.units(undefined),
        await admin.users(),
        audit,
        await admin.checkAudit(null),
        await admin.checkStatements(),
      ]);
      await admin.close();
    }
    await ofSqlite.close();
    return { one, other, told, ofPostgres, ids };
  };

  test('brings everything over while a server runs, then the rest; the directory is served no more, and the database goes on', async () => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const owner = addressFile(cluster.ownerText(database));
    const running = lockDirectory(directory);
    const store = openSqliteStore({ directory, now });
    const first = await move(directory, owner, '--json');
    expect(first).toMatchObject({ code: 0 });
    expect(JSON.parse(first.output)).toMatchObject({ finished: false, sums: null, uploads: 19, copied: { uploads: 19 } });
    await uploadTo(store, [{ amount: 7.5, currency: 'EUR', transactionReference: 'late' }]);
    const again = await move(directory, owner, '--json');
    expect(JSON.parse(again.output)).toMatchObject({ uploads: 20, copied: { uploads: 1, transactions: 1, records: 0 } });
    // Matches end with what is undone, and others begin: of what was not undone, it is only the matches that have changed.
    await uploadTo(store, [paid('N1')], {}, 2);
    await settleTo(store, [settled('N1'), settled('U2')], {}, 2);
    await matchAll(store, openMatchReader({ directory }));
    const { uploadId } = await settleTo(store, [settled('N1')], {}, 1);
    await (await tenantAt(store, 1)).withdraw(uploadId, 'ann', decideAgain);
    await matchAll(store, openMatchReader({ directory }));
    expect(JSON.parse((await move(directory, owner, '--json')).output)).toMatchObject({ uploads: 23, copied: { uploads: 5 } });
    expect(await move(directory, owner, '--finish')).toMatchObject({ code: 11, output: expect.stringContaining('A server runs on') });
    await store.close();
    running.release();

    const finished = await move(directory, owner, '--finish', '--json');
    expect(finished).toMatchObject({ code: 0 });
    const { sums, recordSums, ...told } = JSON.parse(finished.output);
    expect(told).toMatchObject({ finished: true, uploads: 23, copied: { uploads: 0 } });
    expect(sums.length).toBeGreaterThan(2);
    expect(recordSums).toContainEqual({ tenant: 'Bern', currency: 'CHF', records: 2, amount: '0.00' });
    const { one, other, told: admin, ofPostgres, ids } = await bothSides(directory, database);
    expect(other).toEqual(one);
    expect([...other.tenants.map(({ reading }) => reading.reading?.digest[0]), other.readingOfUser.reading?.digest[0]]).toEqual([
      '0',
      '2',
      undefined,
      '1',
    ]);
    // Sales that matching has set aside as paid in cash are so there, too.
    const inCash = [];
    for (const at of [1, 2]) {
      const tenant = await tenantAt(ofPostgres, at);
      const { items } = JSON.parse(await tenant.listTransactions(query({ pageSize: 500, transactionMatchState: 'NotApplicable' })));
      const { transactionId } = items.find(({ transactionReference }: Record<string, string>) => transactionReference === 'cash');
      const { transactionMatchState, comment } = JSON.parse((await tenant.transaction(transactionId)) ?? '');
      inCash.push([transactionMatchState, comment]);
    }
    const aside = ['NotApplicable', 'Paid in cash: no settlement record is expected.'];
    expect(inCash).toEqual([aside, aside]);
    expect(admin[1]).toEqual(admin[0]);
    expect(admin[0]?.[5]).toMatchObject({ broken: null });

    for (const refused of [
      ['serve', '--port', '0'],
      ['admin', 'user', 'list'],
      ['admin', 'move', '--to', owner],
    ]) {
      const [command = '', ...rest] = refused;
      expect(await sales([command, '--data', directory, ...rest])).toMatchObject({
        code: 2,
        output: expect.stringContaining('were moved to'),
      });
    }
    await matchesOnAlike(ofPostgres, cluster.app(database), ids);
    // New uploads get places and ids behind all that was moved, and the same sales are duplicates.
    const [id = ''] = ids;
    const before = JSON.parse(await ofPostgres.tenant(id, 'whole').listTransactions(query({ pageSize: 500 }))).items;
    await uploadTo(ofPostgres, [
      { amount: 7.5, currency: 'EUR', transactionReference: 'late' },
      { amount: 1, currency: 'EUR' },
    ]);
    const after = JSON.parse(await ofPostgres.tenant(id, 'whole').listTransactions(query({ pageSize: 500 }))).items;
    const added = after.filter(
      (row: { transactionId: string }) => !before.some((old: { transactionId: string }) => old.transactionId === row.transactionId),
    );
    expect(added.map((row: { transactionMatchState: string }) => row.transactionMatchState).sort()).toEqual(['Skip', 'Unmatched']);
    for (const row of added) expect(before.every((old: { transactionId: string }) => old.transactionId < row.transactionId)).toBe(true);
    await ofPostgres.close();
  });

  /** Nothing is due; and matched in full all the same, nothing changes. What comes then is matched. */
  const matchesOnAlike = async (store: Store, address: DatabaseAddress, ids: readonly string[]) => {
    const reader = () => openMatcher({ address, clock: now });
    const told = async () => Promise.all(ids.map((id) => seenOfMatching(store.tenant(id, 'whole'))));
    expect(await matchAll(store, reader())).toBe(0);
    const before = await told();
    for (const id of ids.slice(1)) await store.tenant(id, 'whole').askToMatch({ isAll: false, by: 'ann', from: noRequest });
    expect(await matchAll(store, reader())).toBe(2);
    expect(await told()).toEqual(before);
    await uploadTo(store, [paid('N3')], {}, 2);
    await settleTo(store, [settled('N3')], {}, 2);
    expect(await matchAll(store, reader())).toBe(1);
    const known = new Set(before[2]?.matches.map(({ matchId }) => matchId));
    const matches = (await told())[2]?.matches ?? [];
    expect(matches.filter(({ matchId }) => !known.has(matchId))).toMatchObject([{ kind: 'Match', rule: 'number-and-moment' }]);
    expect(matches).toHaveLength(known.size + 1);
  };

  test(`killed at ${KILLS} places and repeated, it ends the same`, { timeout: KILLS * KILL_MS }, async () => {
    // How much is sent when nothing is killed.
    const whole = await countingProxy(cluster.port);
    const unkilled = addressFile(`postgres://postgres@127.0.0.1:${whole.port}/${await cluster.newDatabase()}`);
    expect(await move(copyOfIt(), unkilled, '--finish')).toMatchObject({ code: 0 });
    const messages = whole.sent();
    whole.close();
    for (let kill = 0; kill < KILLS; kill++) {
      const directory = copyOfIt();
      const database = await cluster.newDatabase();
      const counting = await countingProxy(cluster.port);
      const through = addressFile(`postgres://postgres@127.0.0.1:${counting.port}/${database}`);
      const { code } = await sales(['admin', '--data', directory, 'move', '--to', through, '--finish'], (child) =>
        counting.killAt(child, 3 + Math.floor(((kill + 1) * messages) / (KILLS + 1))),
      );
      expect(code).toBeNull();
      expect(existsSync(join(directory, 'moved.json'))).toBe(false);
      expect(await move(directory, addressFile(cluster.ownerText(database)), '--finish')).toMatchObject({ code: 0 });
      counting.close();
      const { one, other, told, ofPostgres } = await bothSides(directory, database);
      expect(other).toEqual(one);
      expect(told[1]).toEqual(told[0]);
      await ofPostgres.close();
      await cluster.drop(database);
    }
  });

  test('the control: a row that was changed in the database is found, and comes anew the next time', async () => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const owner = addressFile(cluster.ownerText(database));
    expect(await move(directory, owner)).toMatchObject({ code: 0 });
    await cluster.sql(
      database,
      'UPDATE transaction SET amount = amount + 0.01 WHERE seq = (SELECT min(seq) FROM transaction WHERE amount = 12.5)',
    );
    // What matching made is compared before anything else, and copied anew where it differs.
    for (const change of [
      "UPDATE match SET how = 'Near' WHERE sales = 1",
      'DELETE FROM match WHERE sales = 2',
      'UPDATE transaction SET match_key = match_key + 1 WHERE match_key IS NOT NULL',
      'UPDATE settlement_record SET match_key = NULL, match_state = 1 WHERE match_key IS NOT NULL',
      "UPDATE match_open SET parameters = 'other'",
    ])
      await cluster.sql(database, change);
    expect(await move(directory, owner, '--finish')).toMatchObject({
      code: 4,
      output: expect.stringContaining('The database differs from the directory: the transactions of upload'),
    });
    expect(existsSync(join(directory, 'moved.json'))).toBe(false);
    expect(await move(directory, owner, '--finish')).toMatchObject({ code: 0 });
    const { one, other, ofPostgres } = await bothSides(directory, database);
    expect(other).toEqual(one);
    await ofPostgres.close();
  });

  test('rows that were found equal before are not read again at the change-over, unless one was written since', async () => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const once = async (finish: boolean) => {
      const source = await openMoveSource({ directory, actor: 't', now, finish, database: 'd' });
      const target = openMoveTarget(cluster.owner(database));
      const asked: string[] = [];
      const counted = {
        ...target,
        hashes: (...[table, uploads]: Parameters<typeof target.hashes>) => {
          if (table.name !== 'history') asked.push(...uploads.map(({ id }) => id));
          return target.hashes(table, uploads);
        },
      };
      try {
        return { asked, moved: await moveData(source, counted, { finish, onProgress: () => {} }) };
      } catch (error) {
        return { asked, error };
      } finally {
        await source.close();
        await target.close();
      }
    };
    const first = await once(false);
    expect(first.moved?.sums).toBeNull();
    expect(first.asked).toHaveLength(first.moved?.uploads ?? 0);
    expect((await once(false)).asked).toEqual([]);

    const store = openSqliteStore({ directory, now });
    const { uploadId } = await uploadTo(store, [{ amount: 7.5, currency: 'EUR', transactionReference: 'late' }]);
    await store.close();
    // Another text of the same length, in a column that no sum shows.
    await cluster.sql(database, "UPDATE transaction SET location_id = 'M' WHERE location_id = 'L'");
    const changed = await once(true);
    expect(changed.error).toMatchObject({ code: 'inputUnusable', message: expect.stringContaining('the transactions of upload') });
    expect(changed.asked.length).toBeLessThanOrEqual(2 + 1);

    const last = await once(true);
    expect(last.moved?.sums?.length).toBeGreaterThan(2);
    expect(last.asked).toContain(uploadId);
    expect(last.asked.length).toBeLessThan(first.asked.length);
    expect(await cluster.sql(database, "SELECT to_regclass('moved_upload') IS NULL AS gone")).toEqual([{ gone: true }]);
  });

  test.each([
    ['nothing', 'settle', null, null],
    ['a user', 'settle', 'the table app_user', "UPDATE app_user SET disabled = true WHERE name = 'api'"],
    ['the trail', 'settle', 'row 1 of the audit trail', "UPDATE audit SET actor = 'nobody' WHERE audit_key = 1"],
    ['a counter', 'settle', 'the counters', 'UPDATE tenant_counter SET next_seq = next_seq - 1'],
    [
      'a withdrawn row',
      'settle',
      'the rows of transaction_withdrawn',
      'INSERT INTO transaction_withdrawn SELECT * FROM transaction LIMIT 1',
    ],
    ['a change', 'settle', 'the history of upload', "UPDATE history SET reason = 'other' WHERE history_key = 1"],
    ['a fee', 'settle', 'the settlement records of upload', 'UPDATE settlement_record SET fee = 0.2 WHERE fee = 0.1'],
    ['a withdrawn record', 'settle', 'the settlement records of upload', 'DELETE FROM settlement_record_withdrawn'],
    ['a statement about a close', 'settle', 'the table close_statement', 'UPDATE close_statement SET number = number + 1 WHERE number = 2'],
    ['a setting', 'settle', 'the table settlement_settings', 'UPDATE settlement_settings SET version = version + 1'],
    ['how far matching was', 'settle', 'the table match_progress', 'UPDATE match_progress SET arrived = arrived + 1'],
    ['a match', 'replaceKept', 'the table match.', "UPDATE match SET how = 'Near' WHERE sales = 1"],
    ['a row of a match', 'replaceKept', 'the table match_item', 'DELETE FROM match_item WHERE number % 2 = 1'],
    ['why a row is open', 'replaceKept', 'the table match_open', "UPDATE match_open SET parameters = 'other'"],
    ['a sale in cash', 'enterMatches', 'the transactions of upload', 'UPDATE transaction SET match_key = NULL WHERE match_key = 0'],
    [
      'the match of a sale',
      'enterMatches',
      'the rows that are in matches',
      'UPDATE transaction SET match_key = match_key + 1 WHERE match_key IS NOT NULL',
    ],
    [
      'the state of a record',
      'enterMatches',
      'the rows that are in matches',
      'UPDATE settlement_record SET match_state = 1 WHERE match_key IS NOT NULL',
    ],
    [
      'a match of a tenant that has none',
      'enterMatches',
      'the transactions of upload',
      'UPDATE transaction SET match_key = 1 WHERE tenant_key = 1 AND match_state = 1',
    ],
    [
      'a match too many',
      'enterMatches',
      'the rows of match_open',
      'INSERT INTO match_open (tenant_key, number, reason, parameters) SELECT 1, number, reason, parameters FROM match_open ON CONFLICT DO NOTHING',
    ],
  ] as const)('the control: %s that differs is found', async (_, step, told, sql) => {
    const directory = copyOfIt();
    const database = await cluster.newDatabase();
    const source = await openMoveSource({ directory, actor: 't', now, finish: true, database: 'd' });
    const target = openMoveTarget(cluster.owner(database));
    const does = target[step] as (...given: unknown[]) => Promise<void>;
    const tampered = {
      ...target,
      [step]: async (...given: unknown[]) => {
        await does(...given);
        if (sql) await cluster.sql(database, sql);
      },
    };
    const moving = moveData(source, tampered, { finish: true, onProgress: () => {} });
    if (sql) await expect(moving).rejects.toMatchObject({ code: 'inputUnusable', message: expect.stringContaining(told) });
    else expect((await moving).sums).not.toBeNull();
    await source.close();
    await target.close();
  });

  test('of tables that take several pages, the rows that differ are replaced on each', async () => {
    const directory = copyOfIt();
    const db = new Database(join(directory, 'sales.db'));
    const more = 2 * ROWS_AT_ONCE;
    db.exec(`INSERT INTO match_open (tenant_key, number, reason, parameters) WITH RECURSIVE more (row) AS (
      SELECT 1000 UNION ALL SELECT row + 2 FROM more LIMIT ${more}) SELECT 3, row, 'NotSettled', 'Ä' || row FROM more`);
    const database = await cluster.newDatabase();
    const owner = addressFile(cluster.ownerText(database));
    expect(await move(directory, owner)).toMatchObject({ code: 0 });
    const last = 1000 + 2 * (more - 1);
    for (const row of [1000, 1000 + more, last]) {
      db.exec(`DELETE FROM match_open WHERE tenant_key = 3 AND number = ${row}`);
      db.exec(`UPDATE match_open SET note = 'new' WHERE tenant_key = 3 AND number = ${row - 4}`);
      await cluster.sql(database, `UPDATE match_open SET parameters = 'other' WHERE tenant_key = 3 AND number = ${row - 8}`);
    }
    await cluster.sql(
      database,
      `INSERT INTO match_open (tenant_key, number, reason, parameters) SELECT 3, ${last + 2}, reason, parameters FROM match_open LIMIT 1`,
    );
    const ofSqlite = db
      .prepare('SELECT tenant_key, number, day, reason, parameters, missing, involved, note FROM match_open ORDER BY 1, 2')
      .raw()
      .all();
    db.close();
    expect(await move(directory, owner, '--finish')).toMatchObject({ code: 0 });
    const ofPostgres = await cluster.sql<object>(
      database,
      'SELECT tenant_key, number::int, day, reason, parameters, missing, involved, note FROM match_open ORDER BY 1, 2',
    );
    expect(ofPostgres.map((row) => Object.values(row))).toEqual(ofSqlite);
  });

  test('no table of a directory is left behind, but for log-ins and what follows from the others', () => {
    const db = new Database(join(filled, 'sales.db'), { readonly: true });
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all() as string[];
    db.close();
    const left = tables.filter((name) => !movedNames.includes(name as never));
    expect(left.sort()).toEqual(LEFT);
  });

  test('no column of them is, either', async () => {
    const target = openMoveTarget(cluster.owner(await cluster.newDatabase()));
    const moved = await target.tables();
    await target.close();
    const db = new Database(join(filled, 'sales.db'), { readonly: true });
    const left = Object.values(moved).flatMap(({ name, columns }) => {
      const own = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[];
      return own.filter((column) => !columns.some((other) => other.name === column)).map((column) => `${name}.${column}`);
    });
    db.close();
    // Counts of rows are in tenant_counter; a grant has no key there.
    expect(left).toEqual(['tenant.transactions', 'tenant.records', 'user_grant.grant_key']);
  });

  test('a text that PostgreSQL cannot hold is refused, with its place', async () => {
    for (const [change, place] of [
      [
        `UPDATE "transaction" SET location_id = 'a' || char(0) WHERE seq = (SELECT first_seq + 1 FROM upload WHERE kind = 'Sales' AND rows > 1 ORDER BY upload_key LIMIT 1)`,
        'location_id of row 2 of upload ',
      ],
      [`UPDATE unit SET name = 'a' || char(0)`, 'name of the table unit has the character U+0000'],
    ] as const) {
      const directory = copyOfIt();
      const db = new Database(join(directory, 'sales.db'));
      db.exec(change);
      db.close();
      const file = addressFile(cluster.ownerText(await cluster.newDatabase()));
      expect(await move(directory, file)).toMatchObject({ code: 4, output: expect.stringContaining(place) });
    }
  });

  test('rows that disagree with their matches in the directory itself are not moved for good', async () => {
    const directory = copyOfIt();
    const db = new Database(join(directory, 'sales.db'));
    db.exec('UPDATE "transaction" SET match_key = NULL, match_state = 1 WHERE seq = (SELECT sale_seq FROM match WHERE sales = 1)');
    db.close();
    const file = addressFile(cluster.ownerText(await cluster.newDatabase()));
    expect(await move(directory, file, '--finish')).toMatchObject({ code: 4, output: expect.stringContaining('do not agree') });
  });

  test('goes into no database that is not for it', async () => {
    const directory = copyOfIt();
    const used = await cluster.newDatabase();
    const store = openPostgresStore({ address: cluster.app(used), readers: 1, writers: 1 });
    await store.setUp({ customerName: 'c', tenantName: 't', importConfiguration: configuration, userName: 'other', passwordHash: 'h' });
    expect(await move(directory, addressFile(cluster.ownerText(used)))).toMatchObject({
      code: 2,
      output: expect.stringContaining('do not come from this directory'),
    });
    await store.close();

    const fresh = await cluster.newDatabase();
    const app = `postgres://sales_app@127.0.0.1:${cluster.port}/${fresh}`;
    expect(await move(directory, addressFile(app))).toMatchObject({ code: 2, output: expect.stringContaining('does not own the tables') });
    const node = openPostgresStore({ address: cluster.app(fresh), readers: 1, writers: 1, isNode: true });
    await expect.poll(() => cluster.sql(fresh, 'SELECT 1 FROM node')).toHaveLength(1);
    expect(await move(directory, addressFile(cluster.ownerText(fresh)))).toMatchObject({
      code: 11,
      output: expect.stringContaining('Servers run on'),
    });
    await node.close();
    await cluster.sql('postgres', `CREATE DATABASE bare_${copies}`);
    expect(await move(directory, addressFile(cluster.ownerText(`bare_${copies}`)))).toMatchObject({
      code: expect.any(Number),
      output: expect.any(String),
    });
    expect(await move(join(root, 'nothing'), addressFile(cluster.ownerText(await cluster.newDatabase())))).toMatchObject({
      code: 2,
      output: expect.stringContaining('There is no database in'),
    });

    // A database that was served from has more than the directory.
    const served = await cluster.newDatabase();
    const owner = addressFile(cluster.ownerText(served));
    expect(await move(directory, owner, '--finish')).toMatchObject({ code: 0 });
    const serving = openPostgresStore({ address: cluster.app(served), readers: 1, writers: 1 });
    await uploadTo(serving, [{ amount: 3, currency: 'EUR' }]);
    await serving.close();
    rmSync(join(directory, 'moved.json'));
    expect(await move(directory, owner)).toMatchObject({ code: 2, output: expect.stringContaining('do not come from this directory') });
  });
});

interface CountingProxy {
  port: number;
  /** Messages of clients so far. */
  sent(): number;
  /** Kills the process when so many have been passed on. */
  killAt(child: ChildProcess, messages: number): void;
  close(): void;
}

/** A way to the database that counts what is sent on it. */
async function countingProxy(target: number): Promise<CountingProxy> {
  let sent = 0;
  let victim: { child: ChildProcess; at: number } | null = null;
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    for (const socket of [client, database]) socket.on('error', () => {});
    client.on('data', (data) => {
      database.write(data);
      sent += 1;
      if (victim && sent >= victim.at) victim.child.kill('SIGKILL');
    });
    database.on('data', (data) => client.write(data));
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sent: () => sent,
    killAt: (child, at) => {
      victim = { child, at };
    },
    close: () => server.close(),
  };
}
