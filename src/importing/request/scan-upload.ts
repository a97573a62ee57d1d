/**
 * Reads the body of an upload in one pass over its bytes: JSON, schema and repeated names at once, and no object but the transactions.
 * It knows only how plain bodies look, in ASCII and without blanks between their parts, and says nothing about any other.
 */
import { isAscii } from 'node:buffer';
import { additionalDataItemsMax, additionalValueCharsMax, transactionTypesMax, uploadRowsMax } from '../../contract/limits.js';
import { type AdditionalDataItem, type TransactionField, type TransactionUpload, transactionFields } from '../../contract/transaction.js';
import { type Cursor, isMaskedCard, scanAmount, scanBusinessDate, scanDateTime, scanText, textAt, WORD } from './scan-values.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const LETTER_N = 0x6e;

const HEAD = Buffer.from('{"transactions":[');
const TAIL = Buffer.from(']}');
const NULL = Buffer.from('null');
const NAME_END = Buffer.from('":');
const ITEM_KEY = inWords('{"key":');
const ITEM_VALUE = inWords(',"value":');

/** A transaction has at most its fields; their places here stand for them. */
const names = transactionFields.map((field) => inWords(`"${field}":`));
const placeOf = new Map<string, number>(transactionFields.map((field, place) => [field, place]));
const PLACE = Object.fromEntries(placeOf) as Record<TransactionField, number>;

/** Undefined: not a plain one. */
type ScanOfValue = (cursor: Cursor) => unknown;

const ofField: Partial<Record<TransactionField, ScanOfValue>> = {
  amount: scanAmount,
  businessDate: scanBusinessDate,
  cardNumberMasked: (cursor) => {
    const text = scanText(cursor);
    return text !== undefined && isMaskedCard(text) ? text : undefined;
  },
  eftTransactionDate: scanDateTime,
  transactionDate: scanDateTime,
  transactionTypes: (cursor) => scanList(cursor, transactionTypesMax, scanText),
  additionalData: (cursor) => scanList(cursor, additionalDataItemsMax, scanItem),
};
const scans: readonly ScanOfValue[] = transactionFields.map((field) => ofField[field] ?? scanText);

/** The transactions of a plain body, each with all of its fields; null for any other body. */
export function scanUpload(body: Uint8Array): TransactionUpload[] | null {
  if (!isAscii(body)) return null;
  const { buffer, byteOffset, length } = body;
  const bytes = Buffer.from(buffer, byteOffset, length);
  const cursor: Cursor = { bytes, view: new DataView(buffer, byteOffset, length), at: 0, window: '', windowAt: 0 };
  if (!passes(cursor, HEAD)) return null;
  const rows: TransactionUpload[] = [];
  const row = rowScan();
  do {
    if (rows.length === uploadRowsMax) return null;
    const scanned = row(cursor);
    if (scanned === undefined) return null;
    rows.push(scanned);
  } while (passesByte(cursor, COMMA));
  return passes(cursor, TAIL) && cursor.at === body.length ? rows : null;
}

/** Reads one transaction after the other. Nearly all of them have the members of the one before, in its order. */
function rowScan(): (cursor: Cursor) => TransactionUpload | undefined {
  const values: unknown[] = transactionFields.map(() => null);
  /** The fields as they followed each other so far. */
  let order: number[] = [];
  return (cursor) => {
    if (!passesByte(cursor, OPEN)) return undefined;
    values.fill(null);
    if (passesByte(cursor, CLOSE)) return rowOf(values);
    let seen = 0;
    let step = 0;
    do {
      while (step < order.length && !passesName(cursor, names[order[step] as number] as InWords)) step++;
      if (step === order.length) {
        const other = nameAt(cursor);
        if (other === undefined) return undefined;
        order = [...order.filter((place) => place !== other), other];
        step = order.length - 1;
      }
      const place = order[step++] as number;
      const bit = 1 << place;
      if (seen & bit) return undefined;
      seen |= bit;
      const value = valueAt(cursor, place);
      if (value === undefined) return undefined;
      values[place] = value;
    } while (passesByte(cursor, COMMA));
    return passesByte(cursor, CLOSE) ? rowOf(values) : undefined;
  };
}

/** The value of the field at `place`, null included; undefined where it is not plain. */
function valueAt(cursor: Cursor, place: number): unknown {
  if (cursor.bytes[cursor.at] === LETTER_N) return passes(cursor, NULL) ? null : undefined;
  return scans[place]?.(cursor);
}

/** The field whose name and colon stand here; undefined where none does. */
function nameAt(cursor: Cursor): number | undefined {
  const { bytes, at } = cursor;
  const end = bytes[at] === QUOTE ? bytes.indexOf(NAME_END, at) : -1;
  const place = end < 0 ? undefined : placeOf.get(textAt(cursor, at + 1, end));
  if (place !== undefined) cursor.at = end + 2;
  return place;
}

function scanList<Item>(cursor: Cursor, itemsMax: number, scanOne: (cursor: Cursor) => Item | undefined): Item[] | undefined {
  if (!passesByte(cursor, OPEN_LIST)) return undefined;
  const items: Item[] = [];
  if (passesByte(cursor, CLOSE_LIST)) return items;
  do {
    const item = items.length < itemsMax ? scanOne(cursor) : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  } while (passesByte(cursor, COMMA));
  return passesByte(cursor, CLOSE_LIST) ? items : undefined;
}

/** An item with a key and a value, in this order and nothing else, as clients write them. */
function scanItem(cursor: Cursor): AdditionalDataItem | undefined {
  const key = passesName(cursor, ITEM_KEY) ? scanText(cursor) : undefined;
  const value = key !== undefined && passesName(cursor, ITEM_VALUE) ? scanText(cursor, additionalValueCharsMax) : undefined;
  return key !== undefined && value !== undefined && passesByte(cursor, CLOSE) ? { key, value } : undefined;
}

/** Passes these bytes if they stand here. */
function passes(cursor: Cursor, wanted: Uint8Array): boolean {
  const { bytes, at } = cursor;
  const { length } = wanted;
  for (let index = 0; index < length; index++) if (bytes[at + index] !== wanted[index]) return false;
  cursor.at = at + length;
  return true;
}

/** An ASCII text of four bytes or more as numbers of four bytes, of which the last may overlap the one before. */
interface InWords {
  length: number;
  words: Int32Array;
  last: number;
}

function inWords(text: string): InWords {
  const bytes = Buffer.from(text);
  const { length } = bytes;
  const words = Int32Array.from({ length: Math.floor(length / WORD) }, (_, index) => bytes.readInt32BE(index * WORD));
  return { length, words, last: bytes.readInt32BE(length - WORD) };
}

/** As {@link passes}, in a third of the steps: names are half of a body. */
function passesName(cursor: Cursor, { length, words, last }: InWords): boolean {
  const { view, at } = cursor;
  const end = at + length;
  if (end > view.byteLength || view.getInt32(end - WORD) !== last) return false;
  for (let index = 0; index < words.length; index++) if (view.getInt32(at + index * WORD) !== words[index]) return false;
  cursor.at = end;
  return true;
}

function passesByte(cursor: Cursor, wanted: number): boolean {
  if (cursor.bytes[cursor.at] !== wanted) return false;
  cursor.at++;
  return true;
}

/** Written out, so that all transactions are objects of one kind, which whoever reads them many times is spared from telling apart. */
function rowOf(values: readonly unknown[]): TransactionUpload {
  return {
    acquirerId: values[PLACE.acquirerId],
    amount: values[PLACE.amount],
    applicationId: values[PLACE.applicationId],
    authorisationCode: values[PLACE.authorisationCode],
    brandId: values[PLACE.brandId],
    businessDate: values[PLACE.businessDate],
    cardNumberMasked: values[PLACE.cardNumberMasked],
    currency: values[PLACE.currency],
    eftTransactionDate: values[PLACE.eftTransactionDate],
    locationId: values[PLACE.locationId],
    orderId: values[PLACE.orderId],
    panEncrypted: values[PLACE.panEncrypted],
    terminalId: values[PLACE.terminalId],
    transactionDate: values[PLACE.transactionDate],
    transactionReference: values[PLACE.transactionReference],
    transactionSequenceCounter: values[PLACE.transactionSequenceCounter],
    transactionTypes: values[PLACE.transactionTypes],
    additionalData: values[PLACE.additionalData],
  } as TransactionUpload;
}
