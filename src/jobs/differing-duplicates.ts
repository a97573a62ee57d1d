/**
 * Compares what a server took for duplicates with the rows that they are said to repeat, value by value of the additional data, which
 * servers do not compare. Where a column differs that tells the rows of the file apart, a second sale may have been dropped. The fields that
 * the file knows more of are told, too, and duplicates among rows that only one of the files has. Where the server cannot tell, nothing is found.
 */
import type { AnyRowsApi } from '../client/http/api.js';
import { eachAtOnce } from '../client/machine/each-at-once.js';
import { duplicatesIn, type RowTally } from '../client/sending/tally.js';
import { maskCardNumbers } from '../contract/card-number.js';
import { momentOf } from '../contract/date-time.js';
import { orNull, SalesError } from '../contract/problem.js';
import type { SettlementRecord, SettlementRecordDetail } from '../contract/records.js';
import { settlementFields } from '../contract/settlement.js';
import { idOf, matchStateOf, rowMembers, type UploadKind } from '../contract/states.js';
import { type Transaction, type TransactionDetail, type TransactionUpload, transactionFields } from '../contract/transaction.js';
import { isReceiptNumber } from '../files/columns/content-columns.js';
import type { InputDescription } from '../files/input/row.js';
import { type OpenOptions, openInput } from '../files/open.js';
import type { AmongOthers, DifferingDuplicate, DifferingDuplicates } from './upload-outcome.js';

const DUPLICATES_MAX = 200;
/** Where no column may tell sales apart, the fields alone are compared, of a few. */
const COMPARED_BY_FIELDS = 20;
/** Duplicates that are looked at together with the rows of their time. */
const DUPLICATES_AROUND = 20;
const AROUND_ROWS = 500;
/** Rows before the first and after the last of them are looked at, too: two hours. */
const AROUND_SECONDS = 7_200;
const PAGE_ROWS = 100;
const ASKED_AT_ONCE = 4;
/** Values that are kept to find repeats, over all columns; each has at most 64 characters. */
const VALUES_MAX = 1_000_000;
const KEY_CHARS_MAX = 60;
const ORIGINAL = /^Duplicate of ([0-9a-f-]{36})$/i;

type Reader = Pick<AnyRowsApi, 'list' | 'get'>;
type RowDetail = TransactionDetail | SettlementRecordDetail;

interface Pair {
  duplicate: RowDetail;
  original: RowDetail;
  values: ReadonlyMap<string, string>;
  earlier: ReadonlyMap<string, string>;
}

interface ReadFile {
  path: string;
  input: { description: InputDescription };
}

/** Null where there are none, the server cannot be asked, or `stop` came. */
export async function findDifferingDuplicates(
  { uploads }: Pick<RowTally, 'uploads'>,
  { path, input: { description } }: ReadFile,
  options: OpenOptions,
  api: Reader,
  stop: AbortSignal,
): Promise<DifferingDuplicates | null> {
  const { mapping, columns } = description;
  // What the user has said is no reference is not asked about again.
  const said = columns?.rules?.columns ?? {};
  const mayTell = !mapping || mapping.some((field) => field?.startsWith('additionalData') && !Object.hasOwn(said, field));
  const duplicates = duplicatesIn(uploads);
  if (duplicates === 0) return null;
  try {
    const ids = await duplicatesOf(uploads, api, mayTell ? DUPLICATES_MAX : COMPARED_BY_FIELDS, options.kind);
    const pairs = await pairsOf(ids, api, stop);
    const keys = [...new Set(pairs.flatMap(differingKeys))].filter((key) => !Object.hasOwn(said, `additionalData.${key}`));
    const [known, among] = [alsoKnown(pairs, options.kind), options.kind === 'Settlement' ? null : await amongOthers(uploads, pairs, api)];
    const found = { duplicates, compared: ids.length, alsoKnown: known, amongOthers: among };
    if (!mayTell && known.length === 0 && among === null) return null;
    if (keys.length === 0) return { ...found, rows: [], otherKeys: [], columns: [] };
    const inFile = await columnsIn(path, options, keys, pairs, stop);
    const rows = inFile.flatMap((column) => (tells(column) ? missingBy(column, pairs) : []));
    const telling = new Set(rows.map(({ key }) => key));
    const otherKeys = inFile
      .map((column) => ({ key: column.key, rows: pairs.filter((pair) => differs(pair, column.key) && isTold(pair, column)).length }))
      .filter((one) => one.rows > 0);
    const told = [...telling].map((key) => mapping?.indexOf(`additionalData.${key}`) ?? -1).filter((index) => index >= 0);
    return { ...found, rows: rows.map(shown), otherKeys: otherKeys.map((one) => ({ ...one, key: short(one.key) })), columns: told };
  } catch (error) {
    if (error instanceof SalesError || stop.aborted) return null;
    throw error;
  }
}

/** Fields that duplicates have and the rows that they repeat do not, and how many duplicates. */
function alsoKnown(pairs: readonly Pair[], kind: UploadKind = 'Sales'): DifferingDuplicates['alsoKnown'] {
  const fields: readonly string[] = kind === 'Sales' ? transactionFields : settlementFields;
  const has = (row: RowDetail, field: string) => {
    const value = (row as unknown as Record<string, unknown>)[field] ?? '';
    return Array.isArray(value) ? value.length > 0 : value !== '';
  };
  return fields
    .filter((field) => field !== 'additionalData')
    .map((field) => ({ field, rows: pairs.filter(({ duplicate, original }) => has(duplicate, field) && !has(original, field)).length }))
    .filter(({ rows }) => rows > 0);
}

/**
 * A file that overlaps an earlier one repeats all of its rows there, and the rows of one of them alone lie on one side. Where both have rows of
 * their own before a duplicate and after it, two tills that nothing names may have met.
 */
async function amongOthers(uploads: RowTally['uploads'], pairs: readonly Pair[], api: Reader): Promise<AmongOthers | null> {
  const uploadId = uploads.find((upload) => (upload.duplicates ?? 0) > 0)?.uploadId;
  const seconds = pairs
    .filter((pair) => !haveOneTill(pair))
    .flatMap(({ duplicate }) => momentOf(duplicate.transactionDate ?? '') ?? [])
    .slice(0, DUPLICATES_AROUND)
    .sort((one, other) => one - other);
  const [first, last] = [seconds[0], seconds.at(-1)];
  if (uploadId === undefined || first === undefined || last === undefined) return null;
  const dateTime = (second: number) => `${new Date(second * 1_000).toISOString().slice(0, 'yyyy-MM-ddTHH:mm:ss'.length)}Z`;
  const span = {
    transactionDateFrom: dateTime(first - AROUND_SECONDS),
    transactionDateTo: dateTime(last + AROUND_SECONDS),
    pageSize: AROUND_ROWS,
  };
  const own = (await api.list({ ...span, uploadId })).items;
  const inBoth = new Set([...own.map(idOf), ...pairs.map(({ original }) => idOf(original))]);
  const areAround = (rows: readonly (Transaction | SettlementRecord)[]) => {
    const times = rows.flatMap(({ transactionDate }) => momentOf(transactionDate ?? '') ?? []);
    return seconds.some((second) => times.some((time) => time < second) && times.some((time) => time > second));
  };
  const rows = own.filter((row) => matchStateOf(row) !== 'Skip');
  const duplicates = own.length - rows.length;
  if (rows.length < duplicates || !areAround(rows)) return null;
  const earlier = (await api.list(span)).items.filter((row) => matchStateOf(row) !== 'Skip' && !inBoth.has(idOf(row)));
  if (earlier.length < duplicates || !areAround(earlier)) return null;
  return { duplicates, rows: rows.length, earlierRows: earlier.length };
}

function haveOneTill({ duplicate, original }: Pair): boolean {
  return (['terminalId', 'authorisationCode', 'cardNumberMasked'] as const).some((field) => duplicate[field] && original[field]);
}

/** The first `most` of them. */
async function duplicatesOf(uploads: RowTally['uploads'], api: Reader, most: number, kind: UploadKind = 'Sales'): Promise<string[]> {
  const state = rowMembers[kind].matchState;
  const ids: string[] = [];
  for (const { uploadId } of uploads.filter((upload) => (upload.duplicates ?? 0) > 0)) {
    for (let pageNumber = 1, hasMore = true; hasMore && ids.length < most; pageNumber++) {
      const page = await api.list({ uploadId, [state]: 'Skip', pageSize: PAGE_ROWS, pageNumber });
      for (const row of page.items) if (matchStateOf(row) === 'Skip') ids.push(idOf(row));
      hasMore = page.hasMore && page.items.length > 0;
    }
  }
  return ids.slice(0, most);
}

/** Each with its original; without those whose original is not told, or cannot be seen. */
async function pairsOf(ids: readonly string[], api: Reader, stop: AbortSignal): Promise<Pair[]> {
  const found = await eachAtOnce(ids, ASKED_AT_ONCE, (id) => {
    stop.throwIfAborted();
    return pairOf(id, api);
  });
  return found.filter((pair) => pair !== null);
}

async function pairOf(id: string, api: Reader): Promise<Pair | null> {
  const duplicate = await api.get(id).catch(orNull('notFound'));
  const [, originalId] = ORIGINAL.exec(duplicate?.comment ?? '') ?? [];
  const original = originalId === undefined ? null : await api.get(originalId).catch(orNull('notFound'));
  return duplicate && original && { duplicate, original, values: valuesOf(duplicate), earlier: valuesOf(original) };
}

function valuesOf({ additionalData }: Pick<TransactionUpload, 'additionalData'>): Map<string, string> {
  return new Map((additionalData ?? []).map(({ key, value }) => [key, value.trim()]));
}

/** Keys that only one of them has are those of another kind of file, and say nothing. */
function differs({ values, earlier }: Pair, key: string): boolean {
  const [value, then] = [values.get(key), earlier.get(key)];
  return value !== undefined && then !== undefined && value !== then;
}

function differingKeys(pair: Pair): string[] {
  return [...pair.values.keys()].filter((key) => differs(pair, key));
}

interface FileColumn {
  key: string;
  /** Values of the compared pairs → their line, and a text that is the same for equal sales. */
  places: Map<string, { line: number; sale: string }>;
  wanted: ReadonlySet<string>;
  seen: Set<string>;
  /** A value is there twice, or can be no number of a receipt. */
  isOut: boolean;
  /** It only counts the rows of its file. */
  runs: boolean;
}

async function columnsIn(
  path: string,
  options: OpenOptions,
  keys: readonly string[],
  pairs: readonly Pair[],
  stop: AbortSignal,
): Promise<FileColumn[]> {
  const wanted = (key: string) => new Set(pairs.flatMap(({ values, earlier }) => [values.get(key) ?? '', earlier.get(key) ?? '']));
  const columns = keys.map(
    (key): FileColumn => ({ key, places: new Map(), wanted: wanted(key), seen: new Set(), isOut: false, runs: true }),
  );
  const input = await openInput({ path }, options);
  try {
    for await (const group of input.rows) {
      stop.throwIfAborted();
      for (const { line, record, sale } of group) {
        if (!sale) continue;
        const values = valuesOf(JSON.parse(sale.json) as TransactionUpload);
        for (const column of columns)
          look(column, values.get(column.key), { line, record, sale: saleOf(sale.date, sale.amount) }, keys.length);
      }
      if (columns.every(({ isOut }) => isOut)) break;
    }
  } finally {
    await input.close();
  }
  return columns;
}

function look(
  column: FileColumn,
  value: string | undefined,
  { line, record, sale }: { line: number; record: number; sale: string },
  columns: number,
): void {
  if (value === undefined || column.isOut) return;
  const { places, wanted, seen } = column;
  column.isOut = !isReceiptNumber(value) || seen.has(value) || places.has(value);
  column.runs &&= Number(value) === record || Number(value) === record - 1;
  if (wanted.has(value)) places.set(value, { line, sale });
  else if (seen.size < VALUES_MAX / columns) seen.add(value);
  if (column.isOut) seen.clear();
}

function tells({ isOut, runs }: FileColumn): boolean {
  return !isOut && !runs;
}

/** Equal for equal sales of one file. */
function saleOf(date: string | null, amount: number | null): string {
  return JSON.stringify([date, amount]);
}

/** A value that differs where a reference says that it is the same sale is only told of, as is a column that tells no rows apart. */
function isTold(pair: Pair, column: FileColumn): boolean {
  return !tells(column) || isNamed(pair);
}

function isNamed({ duplicate: { transactionReference, transactionSequenceCounter } }: Pair): boolean {
  return transactionReference !== null || transactionSequenceCounter !== null;
}

/**
 * Those whose sale is not at the server. Of equal sales the nth is compared with the nth, so that in a file of another order each may be
 * the duplicate of another one of them, and all are there.
 */
function missingBy(column: FileColumn, pairs: readonly Pair[]): DifferingDuplicate[] {
  const { key, places } = column;
  const id = (pair: Pair, value: string | undefined) => `${saleOf(pair.duplicate.transactionDate, pair.duplicate.amount)} ${value}`;
  const earlierOf = new Map(pairs.map((pair) => [id(pair, pair.values.get(key)), pair.earlier.get(key)]));
  const originals = new Set(pairs.map((pair) => id(pair, pair.earlier.get(key))));
  return pairs.flatMap((pair) => {
    const { duplicate, original, values, earlier } = pair;
    const [value = '', then = ''] = [values.get(key), earlier.get(key)];
    const place = places.get(value);
    if (!differs(pair, key) || isNamed(pair) || !place || originals.has(id(pair, value))) return [];
    let last = then;
    for (let step = 0; step < pairs.length && earlierOf.has(id(pair, last)); step++) last = earlierOf.get(id(pair, last)) ?? '';
    // The earlier sale is in this file, too, in a row that counts.
    if (places.get(last)?.sale === place.sale) return [];
    return [{ line: place.line, transactionId: idOf(duplicate), duplicateOf: idOf(original), key, value, earlier: then }];
  });
}

function shown(row: DifferingDuplicate): DifferingDuplicate {
  return { ...row, key: short(row.key), value: short(row.value), earlier: short(row.earlier) };
}

function short(text: string): string {
  const masked = maskCardNumbers(text);
  return masked.length > KEY_CHARS_MAX ? `${masked.slice(0, KEY_CHARS_MAX - 1)}…` : masked;
}
