/**
 * The members of a row's JSON, each compiled from where its field or item comes from. A member writes itself from the bytes of its cell, or
 * says that the cell is not plain. How a value is read is asked of the long way, once for each different cell, or once an hour.
 */
import { unguarded } from '../../contract/formula.js';
import { isCurrencyCode } from '../../contract/import-rules.js';
import { fieldReadings, type TransactionField } from '../../contract/transaction.js';
import type { FieldSource, ItemSource, Layout } from '../columns/layout.js';
import type { RowField } from '../input/record-kind.js';
import { notOfSales } from '../rows/kind-rows.js';
import { cellText, valueIn } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { isRefundWord } from '../words/refund-words.js';
import { isKindOfRefund, isMark, isNoSale, isRefundType, markColumn } from '../words/sale-marks.js';
import { CellMemo } from './cell-memo.js';
import { asciiBytes, copyAll, copyText } from './json-text.js';
import type { MemberWriter } from './member.js';
import { amountMember } from './member-amount.js';
import { dateTimeMember } from './member-date-time.js';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const PLUS = 0x2b;
const DASH = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const EQUALS = 0x3d;
/** Below all limits of the contract. */
const TEXT_BYTES_MAX = 1_024;
/** A full card number has at least as many digits. */
const CARD_DIGITS_MIN = 13;

const texts: ReadonlySet<RowField> = new Set<RowField>([
  'acquirerId',
  'applicationId',
  'authorisationCode',
  'brandId',
  'cardNumberMasked',
  'locationId',
  'orderId',
  'panEncrypted',
  'terminalId',
  'transactionReference',
  'transactionSequenceCounter',
]);

/** The member of a field; null where no row of the table can be plain. */
export function fieldMember(layout: Layout, source: FieldSource): MemberWriter | null {
  const { field, constant, more, debits, values, reading } = source;
  if (constant !== null) return constantMember(layout, source);
  if (more.length > 0 || debits !== null || field === 'additionalData') return null;
  const begin = Buffer.from(`,"${field}":`);
  if (values !== null || field === 'currency' || field === 'transactionTypes' || field === 'businessDate')
    return field === 'amount' || field === 'transactionDate' || field === 'eftTransactionDate'
      ? null
      : rememberedMember(layout, source, begin);
  if (field === 'amount') return amountMember(source, begin);
  if (field === 'transactionDate' || field === 'eftTransactionDate') return dateTimeMember(layout, source, begin);
  if (!texts.has(field) || reading !== null) return null;
  return textMember(
    source.index,
    Buffer.from(`,"${field}":"`),
    field === 'brandId' ? 'brand' : field === 'cardNumberMasked' ? 'card' : 'id',
  );
}

/** The member of an item of additionalData, without the list around it. */
export function itemMember(layout: Layout, { index, more, key }: ItemSource): MemberWriter | null {
  if (key === null || more.length > 0) return null;
  const marks = markColumn(key);
  const tellsKinds = layout.kindColumn === index;
  const begin = asciiBytes(`,{"key":${JSON.stringify(key)},"value":"`);
  if (marks === null && !tellsKinds) return textMember(index, begin, 'item');
  const cells: string[] = [];
  const memo = new CellMemo<CellReading>((bytes) => {
    const cell = bytes.toString('utf8');
    const value = unguarded(cell);
    cells[index] = cell;
    if (tellsKinds && notOfSales(layout, cells) !== null) return notPlain;
    if (isBlank(cell) || bytes.length > TEXT_BYTES_MAX || isMark(marks, value) || (marks === 'kind' && isNoSale(value))) return notPlain;
    return { ...plainJson(value), isRefund: isRefundWord(value) || isKindOfRefund(marks, value) };
  });
  const member = remembering(index, begin.subarray(0, begin.length - 1), memo, CLOSE);
  // A blank cell is no member, and no kind, either.
  return tellsKinds ? (row, out, at) => (row.starts[index] === row.ends[index] ? -1 : member(row, out, at)) : member;
}

const CLOSE = Buffer.from('}');
const NOTHING = Buffer.alloc(0);

/** What was made of a cell. */
interface CellReading {
  /** The value as JSON in ASCII; null for a cell that is not plain. */
  json: Buffer | null;
  /** The value itself, of a text. */
  text: string;
  isRefund: boolean;
}

const notPlain: CellReading = { json: null, text: '', isRefund: false };

function plainJson(value: unknown): CellReading {
  return { json: asciiBytes(JSON.stringify(value)), text: typeof value === 'string' ? value : '', isRefund: false };
}

function rememberedMember(layout: Layout, source: FieldSource, begin: Buffer): MemberWriter {
  const cells: string[] = [];
  const memo = new CellMemo<CellReading>((bytes) => {
    cells[source.index] = bytes.toString('utf8');
    return bytes.length > TEXT_BYTES_MAX ? notPlain : readBy(layout, source, cells);
  });
  return remembering(source.index, begin, memo, NOTHING, source.field === 'currency');
}

/** What the long way makes of a cell. */
function readBy(layout: Layout, source: FieldSource, cells: readonly string[]): CellReading {
  const cell = cellText(source, cells);
  const value = isBlank(cell) ? undefined : fieldReadings[source.field as TransactionField](valueIn(layout, source, cell));
  if (value === undefined || (source.field === 'currency' && !isCurrencyCode(value as string))) return notPlain;
  const types = Array.isArray(value) ? (value as readonly string[]) : [];
  if (types.some(isNoSale)) return notPlain;
  return { ...plainJson(value), isRefund: types.some(isRefundType) };
}

function remembering(index: number, begin: Uint8Array, memo: CellMemo<CellReading>, end: Uint8Array, isCurrency = false): MemberWriter {
  return (row, out, at) => {
    const [start, stop] = [row.starts[index] as number, row.ends[index] as number];
    if (start === stop) return at;
    const { json, text, isRefund } = memo.of(row.bytes, start, stop);
    if (json === null) return -1;
    if (isCurrency) row.currency = text;
    row.isRefund ||= isRefund;
    return copyAll(out, copyAll(out, copyAll(out, at, begin), json), end);
  };
}

function constantMember(layout: Layout, source: FieldSource): MemberWriter | null {
  const { field } = source;
  if (field === 'amount' || field === 'transactionDate') return null;
  const { json, text, isRefund } = readBy(layout, source, []);
  if (json === null) return null;
  const member = Buffer.concat([Buffer.from(`,"${field}":`), json]);
  return (row, out, at) => {
    if (field === 'currency') row.currency = text;
    row.isRefund ||= isRefund;
    return copyAll(out, at, member);
  };
}

/** A text that stays as it is. `begin` ends in the quote that opens it. */
function textMember(index: number, begin: Uint8Array, kind: 'id' | 'brand' | 'card' | 'item'): MemberWriter {
  const isId = kind === 'id' || kind === 'card';
  return (row, out, at) => {
    const { bytes } = row;
    const [start, end] = [row.starts[index] as number, row.ends[index] as number];
    if (start === end) return at;
    const first = bytes[start];
    // Guarded against being calculated, or too long.
    if (first === APOSTROPHE || first === EQUALS || end - start > TEXT_BYTES_MAX) return -1;
    if (isId && mayBeRounded(bytes, start, end)) return -1;
    if (kind === 'card' && !hasFewDigits(bytes, start, end)) return -1;
    let next = copyText(out, copyAll(out, at, begin), bytes, start, end);
    if (next < 0) return -1;
    out[next++] = QUOTE;
    if (kind === 'item') out[next++] = CLOSE[0] as number;
    return next;
  };
}

/** Whether it may be a long number as Excel saves it: 1.23E+15. */
function mayBeRounded(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] as number;
  if (first > NINE || (first < ZERO && first !== DASH)) return false;
  for (let at = Math.max(start, end - 4); at < end; at++) if (bytes[at] === PLUS) return true;
  return false;
}

function hasFewDigits(bytes: Uint8Array, start: number, end: number): boolean {
  let digits = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if ((byte >= ZERO && byte <= NINE) || byte >= 0x80) digits++;
  }
  return digits < CARD_DIGITS_MIN;
}
