/**
 * Dropped files that take for ever to be read: those of one tenant stop no other tenant's, each has its time, can be removed, and is not begun for
 * ever by a server that goes down over it. The reader of the server is made to hang on each workbook, since none is known that does.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { archive } from '../../fixtures/torture/workbook.js';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { openSqliteReader } from '../../src/store/sqlite/sqlite-store.js';
import { type Browser, browserOn } from '../console/browser.js';
import { dropOn, files, table } from '../console/dropping.js';
import { type Change, variantOf } from '../faults/variant.js';
import { control, isSoak } from '../support/at-length.js';
import { dataDirectory, type ServeProcess, salesBin, serve } from '../support/serve-process.js';
import { send } from '../support/test-server.js';
import { expectServed, honestTimes } from './honest-anew.js';

const hanging = (to: string): Change => ({ file: 'files/formats/workbook.js', from: 'let archive = null;', to });
const hangs = hanging('await new Promise(() => setInterval(() => {}, 1_000));');
/** Leaves a file beside its own when it begins to. */
const spins = hanging("(await import('node:fs')).writeFileSync('spins', ''); for (;;);");
const worker = 'server/console/files/file-worker.js';
const hasTime = (ms: number): Change => ({ file: worker, from: 'READ_MS_MAX = 60_000', to: `READ_MS_MAX = ${ms}` });
const hasNoPlaces: Change = { file: worker, from: 'user: 2, customer: 2, process: 3', to: 'user: 3, customer: 3, process: 3' };
const beginsForEver: Change = { file: worker, from: 'BEGUN_MAX = 2', to: 'BEGUN_MAX = 1_000' };

/** Nothing is asserted of time: so long a busy machine is waited for. */
const PATIENCE_MS = 200_000;
vi.setConfig({ testTimeout: 2 * PATIENCE_MS });

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Stand {
  directory: string;
  server(): ServeProcess;
  browser(user?: string): Promise<Browser>;
  restart(signal: NodeJS.Signals): Promise<void>;
}

/** A server of a build with these changes, with a user `other` of another tenant. */
async function stand(...changes: Change[]): Promise<Stand> {
  const variant = changes.length > 0 ? variantOf(...changes) : null;
  if (variant) ends.push(variant.remove);
  const { directory, passwordFile, remove } = await dataDirectory();
  ends.push(remove);
  const start = () => serve(directory, passwordFile, {}, ['--log', 'none'], variant?.bin);
  let running = await start();
  ends.push(() => running.end('SIGKILL'));
  const reader = openSqliteReader({ directory, now: () => new Date() });
  const passwordHash = (await reader.userByName('api'))?.passwordHash ?? '';
  await reader.close();
  const admin = openAdministration({ directory, now: () => new Date(), actor: 'local:tester' });
  await admin.addTenant({
    name: 'Other',
    id: undefined,
    customer: 'Default',
    importConfiguration: { name: 'Standard', settings: {} },
  } as never);
  await admin.addUser({ name: 'other', passwordHash, roles: ['API'], customers: [], tenants: ['Other'], units: [] });
  await admin.close();
  return {
    directory,
    server: () => running,
    browser: async (user) => {
      const request = (path: string, options?: object) => send(running.url, running.ca, path, options ?? {});
      const browser = browserOn({ url: () => running.url, request });
      expect((await browser.logIn(user)).status).toBe(200);
      return browser;
    },
    restart: async (signal) => {
      await running.end(signal);
      running = await start();
    },
  };
}

const dropped = async (browser: Browser, body: string | Buffer, name: string): Promise<string> =>
  (await dropOn(browser, body, name)).json.id;
const fileOf = async (browser: Browser, id: string) => (await browser.ask(`${files}/${id}`)).json;
const stateOf = async (browser: Browser, id: string): Promise<string> => (await fileOf(browser, id)).state;
const becomes = (browser: Browser, id: string, ...states: string[]) =>
  expect.poll(() => stateOf(browser, id), { timeout: PATIENCE_MS, interval: 50 }).toSatisfy((state: string) => states.includes(state));
/** Ids of processes that work on files. */
const workersOf = ({ child }: ServeProcess): string[] =>
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes('file-process.js'));

/** The states of a tenant's slow files when another tenant's file has been read. */
async function statesBeside(...changes: Change[]): Promise<string[]> {
  const { browser } = await stand(hangs, ...changes);
  const [one, other] = [await browser(), await browser('other')];
  const ids: string[] = [];
  for (let left = 4; left > 0; left--) ids.push(await dropped(one, slow(), 'slow.xlsx'));
  await becomes(one, ids[1] as string, 'reading');
  await becomes(other, await dropped(other, table(3), 'till.csv'), 'unconfirmed');
  return Promise.all(ids.map((id) => stateOf(one, id)));
}

it('of one tenant take no place from another one, whose file is read beside them', async () => {
  expect(await statesBeside()).toEqual(['reading', 'reading', 'waiting', 'waiting']);
});

control('would take all of them if nothing were left to others', async () => {
  expect(await statesBeside(hasNoPlaces, hasTime(3_000))).not.toContain('waiting');
});

it.runIf(isSoak)('leave each answer under 10 times its idle p99', { timeout: 600_000 }, async () => {
  const { browser, server } = await stand(spins);
  const idle = await honestTimes(server());
  const one = await browser();
  const ids: string[] = [];
  for (let left = 8; left > 0; left--) ids.push(await dropped(one, slow(), 'slow.xlsx'));
  await becomes(one, ids[1] as string, 'reading');
  expectServed('8 files that take for ever', idle, await honestTimes(server()));
});

it('are given up after their time, with what to do, and so each gets its turn', async () => {
  const { browser, server } = await stand(spins, hasTime(1_000));
  const one = await browser();
  const ids = [];
  for (let left = 5; left > 0; left--) ids.push(await dropped(one, slow(), 'slow.xlsx'));
  for (const id of ids) {
    await becomes(one, id, 'unusable');
    const { problem } = await fileOf(one, id);
    expect(problem).toMatchObject({
      code: 'inputUnusable',
      message: 'It took more than 1 seconds to read the file.',
      hint: expect.stringContaining('split it'),
    });
  }
  expect(workersOf(server())).toEqual([]);
});

/** Whether the work on a file is still there once its server was killed, at the last of so many looks. */
async function outlives(looksMax: number, ...changes: Change[]): Promise<boolean> {
  const { browser, directory, server } = await stand(spins, ...changes);
  const one = await browser();
  const spinning = join(directory, 'dropped', await dropped(one, slow(), 'slow.xlsx'), 'file', 'spins');
  await expect.poll(() => existsSync(spinning), { timeout: PATIENCE_MS }).toBe(true);
  const pid = Number.parseInt(workersOf(server())[0] ?? '', 10);
  await server().end('SIGKILL');
  const isThere = () => spawnSync('ps', ['-p', String(pid)]).status === 0;
  try {
    for (let looks = looksMax; looks > 0 && isThere(); looks--) await new Promise((resolve) => setTimeout(resolve, 100));
    return isThere();
  } finally {
    if (isThere()) process.kill(pid, 'SIGKILL');
  }
}

it('end with their server, also where their work hears of nothing', async () => {
  expect(await outlives(PATIENCE_MS / 100)).toBe(false);
});

control('would outlive it if nobody looked', async () => {
  expect(await outlives(100, { file: 'server/console/files/server-watch.js', from: 'process.ppid !== serverPid', to: 'false' })).toBe(true);
});

it('can be removed while they are read or wait, which ends their process and gives the place to the next', async () => {
  const { browser, server } = await stand(hangs);
  const one = await browser();
  const [first = '', second = '', third = ''] = [
    await dropped(one, slow(), 'first.xlsx'),
    await dropped(one, slow(), 'second.xlsx'),
    await dropped(one, slow(), 'third.xlsx'),
  ];
  const fourth = await dropped(one, table(2), 'fourth.csv');
  await becomes(one, second, 'reading');
  await expect.poll(() => workersOf(server()).length).toBe(2);
  const remove = async (id: string) => {
    expect((await one.ask(`${files}/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await one.ask(`${files}/${id}`)).status).toBe(404);
  };
  expect(await stateOf(one, third)).toBe('waiting');
  await remove(third);
  await remove(first);
  await becomes(one, fourth, 'unconfirmed');
  await remove(second);
  expect(workersOf(server())).toEqual([]);
  expect((await one.ask(files)).json.items.map(({ id }: { id: string }) => id)).toEqual([fourth]);
});

async function afterTwoKills(...changes: Change[]) {
  const { browser, restart, server } = await stand(hangs, ...changes);
  const one = await browser();
  const id = await dropped(one, slow(), 'slow.xlsx');
  await becomes(one, id, 'reading');
  // A server that is stopped was not ended by its files.
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGKILL'] as const) {
    await restart(signal);
    await becomes(one, id, 'reading');
    await expect.poll(() => workersOf(server()).length).toBe(1);
  }
  await restart('SIGKILL');
  await becomes(one, id, 'reading', 'unusable');
  return fileOf(one, id);
}

it('are begun again by a restart, but not after the server has ended over them twice', async () => {
  expect(await afterTwoKills()).toMatchObject({
    state: 'unusable',
    problem: { code: 'inputUnusable', message: expect.stringContaining('begun twice'), hint: expect.stringContaining('split it') },
  });
});

control('would be begun for ever if nobody counted', async () => {
  expect(await afterTwoKills(beginsForEver)).toMatchObject({ state: 'reading', problem: null });
});

it('are none where the reader is as it is: workbooks made to be slow are read, or end with a sentence', async () => {
  const { browser } = await stand();
  const [one, other] = [await browser(), await browser('other')];
  const ids = [await dropped(one, unended(), 'a.xlsx'), await dropped(one, merged(), 'b.xlsx'), await dropped(one, farCells(), 'c.xlsx')];
  await becomes(other, await dropped(other, table(3), 'till.csv'), 'unconfirmed');
  for (const [at, state] of ['unusable', 'ready', 'unusable'].entries()) await becomes(one, ids[at] as string, state);
  expect((await fileOf(one, ids[0] as string)).problem.message).toMatch(
    /damaged or cut off: xl\/worksheets\/sheet1\.xml, line 1, column \d+/,
  );
  expect((await fileOf(one, ids[0] as string)).problem.hint).toMatch(/save it as "CSV UTF-8"$/);
  expect((await fileOf(one, ids[1] as string)).reading.rows).toEqual({ read: 20_000, good: 20_000, rejected: 0 });
  expect((await fileOf(one, ids[2] as string)).problem.message).toMatch(/^Row \d+, up to column ZZZ/);
});

it('and sales check ends with the same sentences', async () => {
  for (const [name, bytes, exit, message] of [
    ['a.xlsx', unended(), 4, /damaged or cut off/],
    ['b.xlsx', merged(), 0, /20,000/],
    ['c.xlsx', farCells(), 4, /up to column ZZZ/],
  ] as const) {
    const { root, path } = stored(name, bytes);
    ends.push(() => rmSync(root, { recursive: true }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [salesBin, 'check', path], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([exit, expect.stringMatching(message)]);
  }
});

function stored(name: string, bytes: Buffer) {
  const root = mkdtempSync(join(tmpdir(), 'sales-slow-'));
  const path = join(root, name);
  writeFileSync(path, bytes);
  return { root, path };
}

function book(rows: string, after = ''): Buffer {
  const sheets = '<sheets><sheet name="Sales" r:id="rId1"/></sheets>';
  const sheet = `<worksheet><sheetData>${header}${rows}</sheetData>${after}</worksheet>`;
  const parts = { 'xl/workbook.xml': `<workbook xmlns:r="r">${sheets}</workbook>`, 'xl/worksheets/sheet1.xml': sheet };
  return archive(parts, deflateRawSync);
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${['amount', 'currency', 'transactionDate', 'transactionReference'].map(text).join('')}</row>`;
const slow = () => book('');
const unended = () => book('', `<!-- ${'<mergeCell '.repeat(7_000_000)}`);
const good = (row: number) => `<row><c><v>${row % 90}.5</v></c>${text('EUR')}${text('2026-03-01T10:00:00+01:00')}${text(`R-${row}`)}</row>`;
const merged = () =>
  book(
    Array.from({ length: 20_000 }, (_, row) => good(row)).join(''),
    `<mergeCells>${'<mergeCell ref="E1:ZZZ1048576"/>'.repeat(40_000)}</mergeCells>`,
  );
const farCells = () =>
  book(Array.from({ length: 200_000 }, (_, row) => `<row r="${row + 2}"><c r="ZZZ${row + 2}"><v>1</v></c></row>`).join(''));
