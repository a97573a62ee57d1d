/**
 * Matching as a server does it: a generated month in a SQLite store, matched for the first time, then again after new rows; with the rate of uploads
 * to another tenant beside it. Each part is a process of its own, so that the memory it took can be told. Prints what it measured, a line a part.
 *
 *   npm run match-store-bench -- [--rows 1000000] [--new 10000] [--files 3] [--seconds N] [--folder FOLDER] [--parts load,alone,run,dry,again,shop,uploads,hostile]
 *
 * `load` makes the store; `alone` is the first run of all in a process that stores nothing of it, `run` with all that a server does; `dry` what other settings would change after it, `again` what `--new` new rows cost, a sales file and then a settlement file, `--files` times; `shop` the same of 200 sales a day over three years; `uploads` a first run with uploads beside it, or its first `--seconds`, and as many with nothing to match (after `run`); `hostile` a day of 100,000 equal
 * amounts a side at one terminal. FOLDER is kept, and used again by parts that follow.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, cpSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ImportSettings } from '../../../dist/contract/import-configuration.js';
import { MatchSettings, numberKinds } from '../../../dist/contract/match-settings.js';
import { decideAbout, decideAboutRecords } from '../../../dist/importing/decide.js';
import { matchTenant, rulesInForce } from '../../../dist/matcher/run.js';
import { Database } from '../../../dist/store/sqlite/database/engine.js';
import { openMatchReader, openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { openData } from '../../../dist/threads/many-threads.js';
import { startWriter } from '../../../dist/threads/writer.js';
import { monthOf } from './month.js';

const text = (value) => ({ type: 'string', default: value });
const { values } = parseArgs({
  options: {
    rows: text('1000000'),
    new: text('10000'),
    files: text('3'),
    seconds: text('Infinity'),
    folder: text(''),
    parts: text('load,alone,run,dry,again,shop,uploads,hostile'),
    part: text(''),
  },
});
const parts = { load, alone, run, dry, again, shop, uploads, hostile };
const module = new URL('../../../dist/store/sqlite/sqlite-store.js', import.meta.url).href;
const settings = ImportSettings.parse({ notMatchedBrands: ['CASH'] });
const now = () => new Date();
const BATCH = 1_000;
const HOSTILE = 100_000;
const SHOP_MONTHS = 36;
const SHOP_ROWS = 200;
/** Three semi-spaces are the young generation that a server gives its thread: see src/threads/matcher-pool.ts. */
const ALONE_FLAGS = ['--max-semi-space-size=2'];
/** What a server waits after the last upload, while it tidies up after it, before it matches. */
const QUIET_MS = 1_000;
const UNDER_WAY = 4;
let number = 0;
const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
const mega = (kib) => `${Math.round((kib * 1_024) / 1e6)} MB`;

if (values.part === '') all();
else process.stdout.write(`${values.part}: ${await parts[values.part](values.folder)}\n`);

function all() {
  const folder = values.folder || mkdtempSync(join(tmpdir(), 'match-store-bench-'));
  const script = fileURLToPath(import.meta.url);
  for (const part of values.parts.split(',')) {
    const ofPart = [
      '--part',
      part,
      '--folder',
      folder,
      '--rows',
      values.rows,
      '--new',
      values.new,
      '--files',
      values.files,
      '--seconds',
      values.seconds,
    ];
    const flags = ['--max-old-space-size=12000', ...(part === 'alone' ? ALONE_FLAGS : [])];
    process.stdout.write(execFileSync(process.execPath, [...flags, script, ...ofPart], { encoding: 'utf8' }));
  }
  if (!values.folder) rmSync(folder, { recursive: true });
}

/** The month but for its last rows, in a store that was not matched. */
async function load(folder) {
  const month = monthOf({ rows: Number(values.rows), seed: 1, noise: 1 });
  const fresh = keptBack();
  const start = performance.now();
  await loadInto(join(folder, 'loaded'), {
    sales: month.sales.slice(0, -fresh),
    records: month.records.slice(0, -fresh),
  });
  return `${month.sales.length} sales and ${month.records.length} records, of which ${fresh} each are kept back, in ${seconds(performance.now() - start)}`;
}

async function loadInto(directory, { sales, records }) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const store = openSqliteStore({ directory, now });
  const importConfiguration = { name: 'Default', settings };
  const setup = { customerName: 'c', tenantName: 't', importConfiguration, userName: 'api', passwordHash: 'h' };
  const { tenantId } = await store.setUp(setup);
  const userId = (await store.userByName('api')).id;
  const tenant = store.tenant(tenantId, 'whole');
  const importConfigurationId = (await tenant.importConfiguration(undefined)).id;
  const request = { userId, importConfigurationId, idempotency: null, uploadGroup: null };
  for (let from = 0; from < sales.length; from += BATCH) {
    const transactions = sales.slice(from, from + BATCH);
    const decide = decideAbout(transactions, { settings }, { known: null, receivedAt: now() });
    await tenant.stageUpload({ ...request, transactions, decide });
    // As a server does, which would otherwise put all of them in order first, while matching is measured.
    await store.tidy('due');
  }
  for (let from = 0; from < records.length; from += BATCH) {
    const some = records.slice(from, from + BATCH);
    await tenant.stageUpload({ ...request, records: some, decide: decideAboutRecords(some) });
  }
  await store.tidy('idle');
  await store.close();
}

/** The server's data, and what a part needs of it. */
async function opened(directory) {
  const data = await openData({ module, directory }, { onImportError: report, onMatchError: report });
  const userId = (await data.userByName('api')).id;
  const send = (tenantId, kind, rows) => {
    const body = new Uint8Array(bodyOf(kind, rows));
    const request = { kind, userId, importConfigurationId: undefined, uploadGroup: null, idempotency: null, body };
    return data.tenant({ tenantId, scope: 'whole' }).receive(request);
  };
  return { data, send };
}

function bodyOf(kind, rows) {
  return Buffer.from(JSON.stringify({ [kind === 'Sales' ? 'transactions' : 'records']: rows }));
}

function report(error) {
  process.stderr.write(`${error?.stack ?? error}\n`);
}

/** A copy, so that a part finds what the one before it found. */
function copied(folder, from, to) {
  rmSync(join(folder, to), { recursive: true, force: true });
  cpSync(join(folder, from), join(folder, to), { recursive: true });
  // Else the disk is still at it while something is measured.
  const file = openSync(join(folder, to, 'sales.db'), 'r+');
  fsyncSync(file);
  closeSync(file);
  return join(folder, to);
}

/** Until everything is stored that there is to match, or `isPast`. Gives the milliseconds. */
async function untilMatched(directory, isPast = () => false) {
  const start = performance.now();
  const reader = openMatchReader({ directory, cacheKib: 256 });
  while (!isPast() && (await reader.tenantsToMatch(rulesInForce)).length > 0) await wait(100);
  await reader.close();
  return performance.now() - start;
}

function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function run(folder) {
  const directory = copied(folder, 'loaded', 'matched');
  const { data } = await opened(directory);
  const ms = await untilMatched(directory);
  await data.close();
  return `all durable after ${seconds(ms)}, ${seconds(processor())} of processor, the process at most ${mega(process.resourceUsage().maxRSS)}`;
}

/** What matching takes without a server around it, and without storing what it says. */
async function alone(folder) {
  const directory = join(folder, 'loaded');
  const reader = openMatchReader({ directory });
  const [cpu, before] = [processor(), process.resourceUsage().maxRSS];
  let rows = 0;
  await matchTenant(reader, tenantIn(directory), async ({ begun, open }) => {
    rows += begun.length + open.length;
    return true;
  });
  const ms = processor() - cpu;
  const most = process.resourceUsage().maxRSS;
  await reader.close();
  return `${rows} matches and reasons told after ${seconds(ms)} of processor, the process at most ${mega(most)}, before ${mega(before)}`;
}

/** A dry run without what references and orders say, of what was matched. */
async function dry(folder) {
  const directory = copied(folder, 'matched', 'dry');
  const { data } = await opened(directory);
  // All but counters and codes.
  const numbers = Object.fromEntries(numberKinds.slice(0, -2).map((kind) => [kind, 'ignore']));
  const [start, before] = [performance.now(), process.resourceUsage().maxRSS];
  const { begin, end, changeRule } = await data
    .tenant({ tenantId: tenantIn(directory), scope: 'whole' })
    .dryRun({ settings: MatchSettings.parse({ numbers }), isAll: false });
  const ms = performance.now() - start;
  const memory = process.resourceUsage().maxRSS;
  await data.close();
  return `without references and orders ${begin} would begin, ${end} end and ${changeRule} change their rule, told after ${seconds(ms)}, ${seconds(processor())} of processor, the process at most ${mega(memory)}, before ${mega(before)}`;
}

/** Of each side. */
function keptBack() {
  return Number(values.new) * Number(values.files);
}

/** Those that were kept back, file after file. The others are forgotten: to go through them takes the processor while matching is measured. */
function newestOfMonth() {
  const { sales, records } = monthOf({ rows: Number(values.rows), seed: 1, noise: 1 });
  const size = Number(values.new);
  const filesOf = (rows) =>
    Array.from({ length: Number(values.files) }, (_, file) => rows.slice(-keptBack()).slice(file * size, (file + 1) * size));
  const [files, settlements] = [filesOf(sales), filesOf(records)];
  return files.map((file, number) => ({ sales: file, records: settlements[number] }));
}

/** What new rows cost, first sales and then records: matched here, stored on the thread that writes, as a server does, but without its rests. */
async function again(folder) {
  const directory = copied(folder, 'matched', 'again');
  const files = newestOfMonth();
  return timedRuns(directory, async ({ imported, timed }) => {
    await timed('nothing new');
    for (const { sales, records } of files) {
      await imported('Sales', sales);
      await timed(`${sales.length} sales`);
      await imported('Settlement', records);
      await timed(`${records.length} records`);
    }
  });
}

/** A shop with 200 sales a day over three years: its first run, and those after the files of one day more. */
async function shop(folder) {
  const directory = join(folder, 'shop');
  const days = Array.from({ length: SHOP_MONTHS }, (_, month) =>
    movedMonth(monthOf({ rows: 30 * SHOP_ROWS, seed: month + 1, noise: 1 }), month),
  );
  const all = (side) => days.flatMap((month) => month[side]);
  const [sales, records] = [all('sales'), all('records')];
  await loadInto(directory, { sales: sales.slice(0, -SHOP_ROWS), records: records.slice(0, -SHOP_ROWS) });
  return timedRuns(directory, async ({ imported, timed }) => {
    await timed(`${sales.length} sales and ${records.length} records for the first time`);
    await imported('Sales', sales.slice(-SHOP_ROWS));
    await timed(`${SHOP_ROWS} sales`);
    await imported('Settlement', records.slice(-SHOP_ROWS));
    await timed(`${SHOP_ROWS} records`);
  });
}

/** The same, so many times 30 days later, with identifiers of its own. */
function movedMonth({ sales, records }, month) {
  const later = (text) => {
    const day = new Date(Date.parse(text.slice(0, 10)) + 30 * month * 86_400_000).toISOString().slice(0, 10);
    return `${day}${text.slice(10)}`;
  };
  const moved = (row) => {
    const copy = { ...row };
    for (const field of ['transactionDate', 'eftTransactionDate', 'businessDate', 'settlementDate', 'payoutDate'])
      if (copy[field]) copy[field] = later(copy[field]);
    for (const field of ['transactionReference', 'orderId']) if (copy[field]) copy[field] = `${copy[field]}-${month}`;
    return copy;
  };
  return { sales: sales.map(moved), records: records.map(moved) };
}

async function timedRuns(directory, work) {
  const writer = await startWriter({ module, directory }, { onImportError: report });
  const reader = openMatchReader({ directory });
  const tenantId = tenantIn(directory);
  const binding = { tenantId, scope: 'whole' };
  const told = [];
  const timed = async (name) => {
    const [start, cpu] = [performance.now(), processor()];
    let rows = 0;
    const apply = (piece) => {
      rows += piece.ended.length + piece.begun.length + piece.renamed.length + piece.open.length + piece.closed.length;
      return writer.callTenant(binding, 'applyMatches', [piece]);
    };
    await matchTenant(reader, tenantId, apply);
    const took = `${((performance.now() - start) / 1_000).toFixed(2)} s`;
    told.push(`${name} ${took} (${seconds(processor() - cpu)} of processor, ${rows} changes)`);
  };
  const imported = async (kind, rows) => {
    const userId = userIn(directory);
    for (let from = 0; from < rows.length; from += BATCH) {
      const body = new Uint8Array(bodyOf(kind, rows.slice(from, from + BATCH)));
      await writer.receive(binding, { kind, userId, importConfigurationId: undefined, uploadGroup: null, idempotency: null, body });
    }
    while (isImporting(directory)) await wait(100);
    await wait(QUIET_MS);
  };
  await work({ imported, timed });
  await reader.close();
  await writer.close();
  return `${told.join('; ')}; the process at most ${mega(process.resourceUsage().maxRSS)}`;
}

/** A first run with uploads to another tenant beside it, and as many uploads where all is matched already. Needs what `run` left. */
async function uploads(folder) {
  const directory = copied(folder, 'loaded', 'uploads');
  const other = addTenant(directory);
  const { data, send } = await opened(directory);
  let isOver = false;
  const start = performance.now();
  const isPast = () => performance.now() - start > 1_000 * Number(values.seconds);
  const during = untilMatched(directory, isPast).then((ms) => {
    isOver = true;
    return ms;
  });
  const beside = await rateOf(
    () => send(other, 'Sales', batch()),
    () => isOver,
  );
  const ms = await during;
  await data.close();
  const alone = await rateAlone(copied(folder, 'matched', 'uploads'), beside.rows);
  const share = ((100 * beside.rate) / alone.rate).toFixed(0);
  return `beside ${isPast() ? 'the begin of ' : ''}a first run, ${seconds(ms)}, ${beside.rows} rows with ${Math.round(beside.rate)} a second; as many alone with ${Math.round(alone.rate)}: ${share} %`;
}

/** Of the same rows, into a database of the same size: an upload takes longer the more rows there are. */
async function rateAlone(directory, rows) {
  const other = addTenant(directory);
  const { data, send } = await opened(directory);
  await untilMatched(directory);
  number = 0;
  const alone = await rateOf(
    () => send(other, 'Sales', batch()),
    () => number >= rows,
  );
  await data.close();
  return alone;
}

function batch() {
  return Array.from({ length: BATCH }, () => {
    number += 1;
    const at = new Date(Date.UTC(2026, 9, 1) + number * 1_000).toISOString().replace('.000Z', 'Z');
    return {
      amount: 1 + (number % 9_000) / 100,
      currency: 'CHF',
      transactionDate: at,
      terminalId: `T${number % 300}`,
      transactionReference: `ref-${number}-of-them`,
    };
  });
}

/** Rows a second of so many uploads at a time. */
async function rateOf(sendOne, isOver) {
  const start = performance.now();
  let rows = 0;
  const one = async () => {
    while (!isOver()) {
      await sendOne();
      rows += BATCH;
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, one));
  return { rows, rate: (1_000 * rows) / (performance.now() - start) };
}

/** A day that somebody made up to be slow, through the store: matched for the first time, and again after one more sale of it. */
async function hostile(folder) {
  const directory = join(folder, 'hostile');
  const at = (place) => new Date(Date.UTC(2026, 9, 1, 6) + place * 500).toISOString().replace('.000Z', 'Z');
  const row = (place) => ({ amount: 4.5, currency: 'CHF', terminalId: '22128577', transactionDate: at(place) });
  const sales = Array.from({ length: HOSTILE }, (_, place) => row(place));
  await loadInto(directory, { sales, records: sales.map((sale) => ({ ...sale, settlementDate: '2026-10-03', acquirerId: 'ACQ' })) });
  const store = openSqliteStore({ directory, now });
  const reader = openMatchReader({ directory });
  const tenant = store.tenant(tenantIn(directory), 'whole');
  const [cpu, before] = [processor(), process.resourceUsage().maxRSS];
  let rows = 0;
  let writing = 0;
  await matchTenant(reader, tenantIn(directory), async (piece) => {
    rows += piece.open.length;
    const start = processor();
    const isStored = await tenant.applyMatches(piece);
    writing += processor() - start;
    return isStored;
  });
  const ms = processor() - cpu;
  await reader.close();
  await store.close();
  return `${2 * HOSTILE} rows, ${rows} reasons: ${seconds(ms)} of processor, of it ${seconds(writing)} writing them, ${mega(process.resourceUsage().maxRSS - before)} more memory than before`;
}

function tenantIn(directory) {
  return readIn(directory, 'SELECT id FROM tenant ORDER BY tenant_key');
}

function userIn(directory) {
  return readIn(directory, "SELECT id FROM app_user WHERE name = 'api'");
}

function isImporting(directory) {
  return readIn(directory, "SELECT count(*) FROM upload WHERE status = 'Processing'") > 0;
}

function readIn(directory, sql) {
  const db = new Database(join(directory, 'sales.db'), { readonly: true });
  const found = db.prepare(sql).pluck().get();
  db.close();
  return found;
}

function addTenant(directory) {
  const db = new Database(join(directory, 'sales.db'));
  const id = randomUUID();
  const { lastInsertRowid } = db
    .prepare("INSERT INTO tenant (id, customer_key, name) SELECT ?, customer_key, 'Other' FROM customer")
    .run(id);
  db.prepare(
    "INSERT INTO import_configuration (id, tenant_key, name, is_default, settings) SELECT ?, ?, 'Default', 1, settings FROM import_configuration",
  ).run(randomUUID(), lastInsertRowid);
  db.close();
  return id;
}
