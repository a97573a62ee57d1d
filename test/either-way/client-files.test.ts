/**
 * The short way of a table's rows, from bytes to bytes, against the long one, which is its definition: the same bodies byte for byte, the same
 * sums, twins, notes, faults and words, for tables in many notations, with odd rows among them, and for any of them mutated. SOAK: 2,000,000
 * rows and 20,000 mutations.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchSource, type Step } from '../../src/client/batches/batch-source.js';
import { SalesError } from '../../src/contract/problem.js';
import type { Layout } from '../../src/files/columns/layout.js';
import { recordReader } from '../../src/files/formats/csv-record-reader.js';
import { recordCutter } from '../../src/files/formats/csv-records.js';
import type { RowGroup, Transcoder } from '../../src/files/input/plain-run.js';
import type { CellTable } from '../../src/files/input/row.js';
import { type OpenOptions, openAsPlanned, openInput } from '../../src/files/open.js';
import { withImport } from '../../src/files/rows/imported.js';
import { type RowEnds, rowGroups } from '../../src/files/rows/table-rows.js';
import { encoded } from '../../src/files/text/encodings.js';
import { textReader } from '../../src/files/text/text.js';
import { transcoderOf } from '../../src/files/transcode/transcoder.js';
import { seeded } from '../faults/seeded.js';
import { casesOf, isSoak, seed } from '../support/at-length.js';
import type { Chance } from './bodies.js';
import { headerOf, mutatedRows, rowsOf, type TableKind, tableKind } from './files.js';

const ROWS = isSoak ? 2_000_000 : 10_000;
/** On a busy machine, and under soak. */
const TIMEOUT_MS = isSoak ? 7_200_000 : 300_000;
const MUTATIONS = isSoak ? 20_000 : 400;
const FILE_ROWS = 8_000;
const PIECE_BYTES = 65_536;
const KINDS = isSoak ? 400 : 60;

interface Table {
  kind: TableKind;
  layout: Layout;
  ends: RowEnds;
}

/** Tables of random kinds, each understood from its first rows. */
async function tables(chance: Chance, count: number): Promise<Table[]> {
  const all: Table[] = [];
  while (all.length < count) {
    const kind = tableKind(chance);
    const bytes = encoded(headerOf(kind) + rowsOf(kind, chance, 30, 1_000), kind.encoding);
    const stdin = (async function* () {
      yield bytes;
    })();
    try {
      const { plan, close } = await openInput(
        { stdin },
        { format: 'csv', delimiter: kind.delimiter, encoding: kind.encoding, ...kind.flags },
      );
      await close();
      if ('table' in plan) all.push({ kind, layout: plan.table.layout, ends: plan.table.ends });
    } catch (error) {
      // A question that nobody answers.
      if (!(error instanceof SalesError)) throw error;
    }
  }
  return all;
}

type Compile = typeof transcoderOf;

/** All that a client is told of the rows, and how many of them went the short way. */
async function readingOf({ kind, layout, ends }: Table, bytes: Buffer, chunkBytes: number, compile: Compile | null) {
  const table: CellTable = { delimiter: kind.delimiter, width: layout.header.length };
  let plain = 0;
  const counted = (transcoder: Transcoder | null): Transcoder | null =>
    transcoder && {
      run: (...args) => transcoder.run(...args),
      taken: () => {
        const taken = transcoder.taken();
        plain += taken.rows;
        return taken;
      },
    };
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  })();
  const cutter = recordCutter(kind.delimiter, 2);
  cutter.expectCells(table.width);
  const records = recordReader(textReader(chunks, kind.encoding), cutter);
  const transcoder = compile && counted(compile(layout, table, kind.encoding));
  const groups = rowGroups({ records, delimiter: kind.delimiter, layout, ends }, transcoder);
  return { told: await toldOf(withImport(groups, {})), plain };
}

/** All that a client is told of rows. */
async function toldOf(groups: AsyncIterable<RowGroup>): Promise<unknown[]> {
  const source = batchSource(groups, { limits: { rows: 7, bodyBytes: 30_000_000 }, earlier: new Map([[2, 9]]) });
  const told: unknown[] = [];
  for (let step = await source.next(); step; step = await source.next()) {
    told.push({ ...step, batch: step.batch && { ...step.batch, body: Buffer.from(step.batch.body).toString() } } satisfies Record<
      keyof Step,
      unknown
    >);
    if (step.batch) told.push((await source.without(step.batch, [0])).rows);
  }
  return told;
}

/** How many rows went the short way; fails where that was seen. */
async function expectSame(table: Table, bytes: Buffer, chunkBytes: number): Promise<number> {
  const [long, short] = [await readingOf(table, bytes, chunkBytes, null), await readingOf(table, bytes, chunkBytes, transcoderOf)];
  if (!isDeepStrictEqual(long.told, short.told)) expect(short.told, `${JSON.stringify(table.kind)}\n${bytes}`).toStrictEqual(long.told);
  return short.plain;
}

const rowsIn = ({ kind }: Table, chance: Chance, rows: number, oddEvery: number) =>
  encoded(rowsOf(kind, chance, rows, oddEvery), kind.encoding);

describe('a table is read by the short way as by the long one', () => {
  let all: Table[];
  beforeAll(async () => {
    all = await tables(seeded(seed + 30), KINDS);
  });

  it(`${ROWS} random rows`, { timeout: TIMEOUT_MS }, async () => {
    const chance = seeded(seed + 31);
    let plain = 0;
    for (let rows = 0; rows < ROWS; rows += 200) {
      const table = all[chance(all.length)] as Table;
      plain += await expectSame(table, rowsIn(table, chance, 200, 25), 1_000 + chance(50_000));
    }
    expect(plain).toBeGreaterThan(ROWS / 4);
  });

  it(`${MUTATIONS} mutated files`, { timeout: TIMEOUT_MS }, async () => {
    const chance = seeded(seed + 32);
    let plain = 0;
    for (let left = MUTATIONS; left > 0; left--) {
      const table = all[chance(all.length)] as Table;
      plain += await expectSame(table, mutatedRows(rowsIn(table, chance, 12, 30), chance), 1 + chance(6_000));
    }
    expect(plain).toBeGreaterThan(MUTATIONS);
  });
});

/** A file of many pieces, its rows behind a header and the rows ahead. */
async function wholeFile(kind: TableKind, path: string, chance: Chance): Promise<{ plain: number; bytes: number } | null> {
  const bytes = encoded(headerOf(kind) + rowsOf(kind, chance, FILE_ROWS, 10_000), kind.encoding);
  writeFileSync(path, bytes);
  const options: OpenOptions = { format: 'csv', delimiter: kind.delimiter, encoding: kind.encoding, ...kind.flags };
  const opened = await openInput({ path }, options).catch((error: unknown) => {
    // A question that nobody answers.
    if (!(error instanceof SalesError)) throw error;
    return null;
  });
  if (!opened) return null;
  await opened.close();
  const plan = structuredClone(opened.plan);
  const [long, short] = [await openAsPlanned({ path }, plan), await openAsPlanned({ path }, plan, 'runs')];
  if (!long || !short) throw new Error('the file begins otherwise');
  let rows = 0;
  const counted = (async function* () {
    for await (const group of short) {
      if (Array.isArray(group)) rows += group.length;
      yield group;
    }
  })();
  expect(isDeepStrictEqual(await toldOf(counted), await toldOf(long)), JSON.stringify(kind)).toBe(true);
  return { plain: FILE_ROWS - rows, bytes: bytes.length };
}

it('whole files, of many pieces, behind the header and the rows ahead', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sales-whole-files-'));
  const chance = seeded(seed + 36);
  let plain = 0;
  for (let left = 6; left > 0; ) {
    const done = await wholeFile(tableKind(chance), join(folder, 'sales.csv'), chance);
    if (!done || done.plain === 0) continue;
    expect(done.bytes).toBeGreaterThan(PIECE_BYTES * 4);
    plain += done.plain;
    left -= 1;
  }
  rmSync(folder, { recursive: true });
  expect(plain).toBeGreaterThan(FILE_ROWS);
});

/** Rules of the short way, each as it is built and as a careless change might leave it. */
const broken: readonly [rule: string, file: string, from: string, to: string][] = [
  ['none', 'row-run.js', 'const UNITS = 10_000;', 'const UNITS = 10_000 * 1;'],
  ['quotes around whole cells only', 'plain-record.js', 'byte !== QUOTE', 'byte !== 0'],
  ['nothing that JSON escapes', 'plain-record.js', 'byte !== BACKSLASH && byte !== DELETE', 'byte !== 0'],
  ['as many cells as the header', 'plain-record.js', 'return column === width && next < limit', 'return next < limit'],
  ['no words for totals', 'plain-record.js', 'return ofTotals ||', 'return'],
  ['no blanks before a value', 'plain-record.js', 'return first <= BLANK', 'return false'],
  ['no refunds above zero', 'row-run.js', 'if (this.isRefund && this.units > 0)', 'if (false)'],
  ['refund words of items', 'plain-record.js', '|| (ofRefund && !mayRefund.has(column))', ''],
  ['rows without a currency are told', 'row-run.js', "|| this.currency === ''", ''],
  ['formulas', 'members.js', 'first === APOSTROPHE || first === EQUALS ||', ''],
  ['rounded numbers', 'members.js', 'if (isId && mayBeRounded(bytes, start, end))', 'if (isId && false)'],
  ['card numbers', 'members.js', 'digits < CARD_DIGITS_MIN', 'true'],
  ['long texts', 'members.js', 'TEXT_BYTES_MAX = 1_024', 'TEXT_BYTES_MAX = 9_024'],
  ['the decimal sign', 'member-amount.js', 'bytes[place] === decimal', '(bytes[place] === POINT || bytes[place] === COMMA)'],
  ['thousands', 'member-amount.js', 'decimals === THOUSANDS_DIGITS && isCoarse', 'false'],
  ['half a yen', 'row-run.js', 'isTooFine(this.units / UNITS, this.currency)', 'false'],
  ['minus zero', 'member-amount.js', 'if (number === 0 && first > start)', 'if (false)'],
  ['leading zeros', 'member-amount.js', 'if (whole > 1 && bytes[first] === ZERO)', 'if (false)'],
  ['zeros at the end', 'member-amount.js', 'while (last > wholeEnd + 1 && bytes[last - 1] === ZERO)', 'while (false)'],
  ['days of the calendar', 'member-date-time.js', '!isCalendarDate(', '(false && '],
  ['hours in which the clock is changed', 'member-date-time.js', 'read(cell + last)', 'String(read(cell + first)).replace(begins, ends)'],
  ['seconds', 'member-date-time.js', 'seconds <= 59', 'seconds <= 99'],
  ['rows that are no sales', 'row-run.js', '|| !isSold(this)', ''],
  ['kinds that are none of a sale', 'members.js', 'if (tellsKinds && notOfSales(layout, cells) !== null)', 'if (false)'],
  ['rows that do not say their kind', 'members.js', 'return tellsKinds ? (row, out, at)', 'return false ? (row, out, at)'],
  ['letters beyond ASCII', 'json-text.js', '(unit >> 4) & 15', '(unit >> 5) & 15'],
];

describe('a short way with a rule broken would be seen', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'sales-short-way-'));
  let all: Table[];
  beforeAll(async () => {
    all = await tables(seeded(33), 40);
    for (const part of ['contract', 'files']) cpSync(join(root, 'dist', part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(
    casesOf(
      broken.map((one, index) => [...one, index] as const),
      3,
    ),
  )('%s', { timeout: TIMEOUT_MS }, async (rule, file, from, to, index) => {
    const own = join(folder, 'files', `transcode-${index}`);
    cpSync(join(root, 'dist', 'files', 'transcode'), own, { recursive: true });
    const path = join(own, file);
    const text = readFileSync(path, 'utf8');
    expect(text.split(from)).toHaveLength(2);
    writeFileSync(path, text.replace(from, to));
    const { transcoderOf: compile } = (await import(pathToFileURL(join(own, 'transcoder.js')).href)) as { transcoderOf: Compile };
    const chance = seeded(34);
    let found = false;
    for (let left = rule === 'none' ? 200 : 4_000; left > 0 && !found; left--) {
      const table = all[chance(all.length)] as Table;
      const bytes = rowsIn(table, chance, 12, 2);
      const long = await readingOf(table, bytes, 10_000, null);
      const short = await readingOf(table, bytes, 10_000, compile).catch((error: unknown) => ({ told: error }));
      found = !isDeepStrictEqual(long.told, short.told);
    }
    expect(found).toBe(rule !== 'none');
  });
});
