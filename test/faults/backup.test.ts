/**
 * Storage fails under a backup and under an upgrade: wherever the process is killed or the disk fails, nothing stands under a backup's
 * name but a whole backup, and the database has its old schema or the new one, with every row. CI takes every `STRIDE`-th point.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { schemaVersion } from '../../src/store/sqlite/database/sqlite-schema.js';
import { verifyBackup } from '../../src/store/sqlite/verify/backup.js';
import { isSoak, seed } from '../support/at-length.js';
import { salesBin } from '../support/serve-process.js';
import { readDiskLog } from './disk-log.js';
import { type FaultPlan, faultEnvironment, storageShim } from './shim.js';

const STRIDE = isSoak ? 1 : 36;
const PARALLEL = 2;
const rows = { users: 1, uploads: 2, transactions: 5 };

const shim = storageShim();
const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
if (!shim) process.stderr.write('Backups on failing storage are not tested here: there is no gcc, or this is not Linux.\n');
if (!canMount) process.stderr.write('Backups to a full disk are not tested here: this user may not make mount namespaces.\n');

let root: string;
/** Data directories: one of schema 8, and the same after its upgrade. */
let old: string;
let upgraded: string;
/** Opens the store of a directory, and so upgrades it. */
let opening: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sales-backup-faults-'));
  old = join(root, 'old');
  upgraded = join(root, 'upgraded');
  mkdirSync(old);
  const db = new Database(join(old, 'sales.db'));
  db.exec(readFileSync(fileURLToPath(new URL('../store/schema-8.sql', import.meta.url)), 'utf8'));
  db.pragma('journal_mode = WAL');
  db.close();
  opening = join(root, 'open.mjs');
  const store = new URL('../../dist/store/sqlite/sqlite-store.js', import.meta.url).href;
  writeFileSync(
    opening,
    `import { openSqliteStore } from ${JSON.stringify(store)};
    await openSqliteStore({ directory: process.argv[2], now: () => new Date() }).close();`,
  );
  cpSync(old, upgraded, { recursive: true });
  expect(await run([process.execPath, opening, upgraded])).toMatchObject({ end: 0 });
  rmSync(join(upgraded, 'backups'), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function run([command = '', ...argv]: string[], env: NodeJS.ProcessEnv = {}): Promise<{ end: number | string; stderr: string }> {
  const child = spawn(command, argv, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ end: code ?? signal ?? 'unknown', stderr })));
}

interface Attempt {
  /** A copy of the data directory, in which the storage fails. */
  directory: string;
  end: number | string;
  stderr: string;
}

/** Runs a command on copies of `directory`, once for each point of the plan's mode, and looks at what it leaves. */
async function everyPoint(
  directory: string,
  command: (directory: string) => string[],
  plan: Pick<FaultPlan, 'mode' | 'sticky'>,
  look: (attempt: Attempt, at: number) => Promise<void>,
): Promise<void> {
  const attempt = async (faults: FaultPlan, then: (attempt: Attempt) => Promise<void>) => {
    const folder = mkdtempSync(join(root, 'attempt-'));
    const copy = join(folder, 'data');
    cpSync(directory, copy, { recursive: true });
    await then({ directory: copy, ...(await run(command(copy), faultEnvironment(shim ?? '', copy, faults))) });
    rmSync(folder, { recursive: true });
  };
  const counter = join(mkdtempSync(join(root, 'counter-')), 'count');
  await attempt({ mode: 'none', counter }, async ({ end }) => expect(end).toBe(0));
  const operations = Number(readFileSync(counter).readBigUInt64LE());
  expect(operations).toBeGreaterThan(30);
  const first = isSoak ? 1 : 1 + (seed % STRIDE);
  // The last ones are the most telling: the copy is complete, and gets its name.
  const points = [
    ...new Set([...Array(operations).keys()].map((at) => at + 1).filter((at) => at % STRIDE === first % STRIDE || at > operations - 3)),
  ];
  const next = async () => {
    for (let at = points.shift(); at !== undefined; at = points.shift()) {
      const point = at;
      await attempt({ ...plan, at: point }, (seen) => look(seen, point));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, next));
}

const create = (directory: string) => [
  process.execPath,
  salesBin,
  'backup',
  'create',
  '--data',
  directory,
  '--out',
  join(directory, 'copy.db'),
];

describe.skipIf(!shim)('a backup', () => {
  it.each([
    ['kill', false],
    ['eio', true],
    ['enospc', true],
    ['short', false],
  ] as const)(
    '%s (sticky: %s): what stands under its name is whole, and the next one is made',
    async (mode, sticky) => {
      await everyPoint(upgraded, create, { mode, sticky }, async ({ directory, end, stderr }, at) => {
        const file = join(directory, 'copy.db');
        const seen = { mode, at, end, stderr };
        if (existsSync(file)) expect({ ...seen, ...verifyBackup(file) }).toMatchObject({ schemaVersion, rows });
        else expect(seen).toMatchObject({ end: mode === 'kill' ? 'SIGKILL' : 12 });
        expect(stderr).not.toMatch(/\n\s+at /);
        const partial = readdirSync(directory).filter((name) => name.endsWith('.partial'));
        if (mode !== 'kill') expect({ ...seen, partial }).toEqual({ ...seen, partial: [] });
        rmSync(file, { force: true });
        expect(await run(create(directory))).toMatchObject({ end: 0 });
        expect(verifyBackup(file).sha256).not.toBeNull();
        expect(readdirSync(directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
        expect(verifyBackup(join(directory, 'sales.db'))).toMatchObject({ schemaVersion, rows });
      });
    },
    600_000,
  );

  it('is synced before it gets its name, and its folder after', async () => {
    const directory = join(root, 'logged');
    cpSync(upgraded, directory, { recursive: true });
    const log = join(root, 'log');
    expect(await run(create(directory), faultEnvironment(shim ?? '', directory, { mode: 'none', log }))).toMatchObject({ end: 0 });
    const operations = readDiskLog(log);
    const isPartial = ({ path }: { path: string }) => path.endsWith('.partial');
    const renamed = operations.findIndex((operation) => isPartial(operation) && operation.kind === 'unlink');
    const last = operations.slice(0, renamed).filter(isPartial).at(-1);
    expect(last?.kind).toBe('sync');
    expect(
      operations.slice(renamed === -1 ? operations.length : 0).some(({ kind, path }) => kind === 'sync' && (path === '' || path === '/')),
    ).toBe(true);
  });
});

describe.skipIf(!shim)('an upgrade', () => {
  it.each([
    ['kill', false],
    ['eio', true],
    ['enospc', true],
  ] as const)(
    '%s (sticky: %s): the database is the old one or the new one, and the next start upgrades it',
    async (mode, sticky) => {
      const open = (directory: string) => [process.execPath, opening, directory];
      await everyPoint(old, open, { mode, sticky }, async ({ directory, stderr }, at) => {
        const database = join(directory, 'sales.db');
        const found = verifyBackup(database);
        const backups = existsSync(join(directory, 'backups')) ? readdirSync(join(directory, 'backups')) : [];
        const made = backups.filter((name) => name.endsWith('.db')).map((name) => verifyBackup(join(directory, 'backups', name)));
        expect({ mode, at, stderr, found }).toMatchObject({ found: { rows } });
        // Never the new schema without a whole backup of the old one.
        for (const backup of made) expect(backup).toMatchObject({ schemaVersion: 8, rows });
        if (found.schemaVersion > 8) expect({ mode, at, made: made.length }).toEqual({ mode, at, made: 1 });
        // The name of a backup has the second in it.
        if (made.length > 0 && found.schemaVersion === 8) rmSync(join(directory, 'backups'), { recursive: true });
        expect(await run(open(directory))).toMatchObject({ end: 0 });
        expect(verifyBackup(database)).toMatchObject({ schemaVersion, rows });
      });
    },
    600_000,
  );
});

describe.skipIf(!canMount)('a full disk', () => {
  it('is seen before anything is written, with what is needed and what is there', async () => {
    const place = join(root, 'place');
    mkdirSync(place);
    const script = `mount -t tmpfs -o size=8m none "${place}" && "${process.execPath}" "${salesBin}" backup create --data "${upgraded}" --out "${place}"; code=$?; ls -A "${place}" >&2; exit $code`;
    const { end, stderr } = await run(['unshare', '-m', 'sh', '-c', script]);
    expect({ end, stderr }).toEqual({
      end: 12,
      stderr: expect.stringMatching(
        /^error: The copy needs \d+ MB, and .*place has 8 MB free\.\n {2}Free some space there, or give another place\.\n$/,
      ),
    });
  });
});
