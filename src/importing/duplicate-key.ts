/**
 * What makes two rows the same sale, or the same settlement record: the fields of a duplicate key, compared by meaning. Absent, null and
 * empty are the same; dates are compared as instants, whatever their offset; amounts as doubles; texts exactly.
 */
import { instantOf, secondsOf } from '../contract/date-time.js';
import { identifyingFields } from '../contract/import-configuration.js';
import { type SettlementField, settlementFields } from '../contract/settlement.js';
import { type TransactionField, transactionFields } from '../contract/transaction.js';
import type { UploadedFields } from '../store/import-decisions.js';

/** Field of a sale or of a settlement record. */
export type ComparedField = TransactionField | SettlementField;
/** Fields of sales first, in the order in which they were always hashed. */
const comparedFields: readonly ComparedField[] = [...new Set<ComparedField>([...transactionFields, ...settlementFields])];

export interface KeyReader {
  /** Whether some value of the key distinguishes this sale from others with the same price and minute. */
  identifies(row: UploadedFields): boolean;
  same(one: UploadedFields, other: UploadedFields): boolean;
  /** Equal for rows that are {@link same}, and for no others. */
  text(row: UploadedFields): string;
  /**
   * Below 2^47; equal for rows that are {@link same}. Begins with the hour of the sale, so that the hashes of an upload lie close together
   * in an index.
   */
  hash(row: UploadedFields): number;
}

/** How one field takes part in a key. */
interface KeyPart {
  field: ComparedField;
  same: (one: never, other: never) => boolean;
  mix: (hash: number, value: never) => number;
}

/** Which fields of sales a key takes. */
type TakenFields = Readonly<Record<TransactionField, boolean>>;

/** The readers used lately. A new one for each upload would have to be compiled each time, which takes as long as the work itself. */
const readers = new Map<string, KeyReader>();
const READERS_MAX = 100;

/**
 * The reader for a key of these fields, whose order does not matter. Keys of other fields, or with another `seed` (32 bits), give other
 * hashes. `identifying`: the fields of which one must have a value.
 */
export function keyReader(
  fields: readonly ComparedField[],
  seed: number,
  identifying: readonly ComparedField[] = identifyingFields,
): KeyReader {
  const name = `${seed} ${fields.join()} ${identifying.join()}`;
  const known = readers.get(name);
  if (known) return known;
  if (readers.size >= READERS_MAX) readers.clear();
  const reader = newReader(
    fields,
    seed,
    identifying.filter((field) => fields.includes(field)),
  );
  readers.set(name, reader);
  return reader;
}

function newReader(fields: readonly ComparedField[], seed: number, identifying: readonly ComparedField[]): KeyReader {
  const parts = comparedFields.filter((field) => fields.includes(field)).map(partOf);
  const start = parts.reduce((hash, { field }) => mixText(hash, field), seed | 0);
  const takes = Object.fromEntries(transactionFields.map((field) => [field, fields.includes(field)])) as TakenFields;
  const partsOfRecords = parts.filter(({ field }) => !Object.hasOwn(takes, field));
  return {
    identifies: (row) => identifying.some((field) => !!row[field]),
    same: (one, other) => parts.every(({ field, same }) => sameValue(one[field], other[field], same)),
    text: (row) => JSON.stringify(parts.map(({ field }) => textOf(field, row[field]))),
    hash: (row) => {
      let hash = mixSale(start, row, takes);
      for (const { field, mix } of partsOfRecords) hash = mixed(hash, row[field], mix);
      const { transactionDate } = row;
      return takes.transactionDate && transactionDate ? hourOf(transactionDate) * HOUR_PLACE + (scattered(hash) >>> 4) : scattered(hash);
    },
  };
}

const HOUR_PLACE = 2 ** 28;
const HOURS = 2 ** 19;
const ABSENT = 0x5bd1e995;

/** Written out: to read fields by names in a variable takes twice as long as all of this. In the order of `transactionFields`. */
function mixSale(start: number, row: UploadedFields, takes: TakenFields): number {
  let hash = start;
  if (takes.acquirerId) hash = mixTextOrNone(hash, row.acquirerId);
  if (takes.amount) hash = mixed(hash, row.amount, mixDouble);
  if (takes.applicationId) hash = mixTextOrNone(hash, row.applicationId);
  if (takes.authorisationCode) hash = mixTextOrNone(hash, row.authorisationCode);
  if (takes.brandId) hash = mixTextOrNone(hash, row.brandId);
  if (takes.businessDate) hash = mixTextOrNone(hash, row.businessDate);
  if (takes.cardNumberMasked) hash = mixTextOrNone(hash, row.cardNumberMasked);
  if (takes.currency) hash = mixTextOrNone(hash, row.currency);
  if (takes.eftTransactionDate) hash = mixed(hash, row.eftTransactionDate, mixDateTime);
  if (takes.locationId) hash = mixTextOrNone(hash, row.locationId);
  if (takes.orderId) hash = mixTextOrNone(hash, row.orderId);
  if (takes.panEncrypted) hash = mixTextOrNone(hash, row.panEncrypted);
  if (takes.terminalId) hash = mixTextOrNone(hash, row.terminalId);
  if (takes.transactionDate) hash = mixed(hash, row.transactionDate, mixDateTime);
  if (takes.transactionReference) hash = mixTextOrNone(hash, row.transactionReference);
  if (takes.transactionSequenceCounter) hash = mixTextOrNone(hash, row.transactionSequenceCounter);
  if (takes.transactionTypes) hash = mixed(hash, row.transactionTypes, mixTypes);
  if (takes.additionalData) hash = mixed(hash, row.additionalData, mixItems);
  return hash;
}

function mixed(hash: number, value: UploadedFields[ComparedField], mix: KeyPart['mix']): number {
  return isEmpty(value) ? mixNumber(hash, ABSENT) : mix(hash, value as never);
}

function mixTextOrNone(hash: number, text: string | null | undefined): number {
  return text ? mixText(hash, text) : mixNumber(hash, ABSENT);
}

function hourOf(dateTime: string): number {
  const hour = Math.floor(knownSeconds(dateTime) / 3_600) % HOURS;
  return hour < 0 ? hour + HOURS : hour;
}

let knownDateTime = '';
let secondsOfKnown = 0;

/** As `secondsOf`, which takes longer than to see that a text is the one before: a row asks for the same instant up to three times. */
function knownSeconds(dateTime: string): number {
  if (dateTime !== knownDateTime) {
    secondsOfKnown = secondsOf(dateTime);
    knownDateTime = dateTime;
  }
  return secondsOfKnown;
}

function isEmpty(value: UploadedFields[ComparedField]): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function sameValue(one: UploadedFields[ComparedField], other: UploadedFields[ComparedField], same: KeyPart['same']): boolean {
  if (one === other) return true;
  const isEmptyOne = isEmpty(one);
  return isEmptyOne || isEmpty(other) ? isEmptyOne && isEmpty(other) : same(one as never, other as never);
}

function textOf(field: ComparedField, value: UploadedFields[ComparedField]): unknown {
  if (isEmpty(value)) return null;
  return field === 'transactionDate' || field === 'eftTransactionDate' ? String(instantOf(value as string)) : value;
}

function partOf(field: ComparedField): KeyPart {
  switch (field) {
    case 'amount':
    case 'fee':
    case 'interchangeFee':
    case 'schemeFee':
    case 'markupFee':
    case 'netAmount':
    case 'exchangeRate':
    case 'transactionCount':
      return { field, same: (one: number, other: number) => one === other, mix: mixDouble };
    case 'transactionDate':
    case 'eftTransactionDate':
      return { field, same: (one: string, other: string) => instantOf(one) === instantOf(other), mix: mixDateTime };
    case 'transactionTypes':
      return { field, same: sameList((one: string, other: string) => one === other), mix: mixTypes };
    case 'additionalData':
      return { field, same: sameList(sameItem), mix: mixItems };
    default:
      return { field, same: (one: string, other: string) => one === other, mix: mixText };
  }
}

type Item = NonNullable<UploadedFields['additionalData']>[number];

function sameItem(one: Item, other: Item): boolean {
  return one.key === other.key && one.value === other.value && (one.type ?? null) === (other.type ?? null);
}

function sameList<Value>(same: (one: Value, other: Value) => boolean) {
  return (one: readonly Value[], other: readonly Value[]) =>
    one.length === other.length && one.every((value, index) => same(value, other[index] as Value));
}

function mixList<Value>(mix: (hash: number, value: Value) => number) {
  return (hash: number, list: readonly Value[]) => list.reduce(mix, mixNumber(hash, list.length));
}

const mixTypes = mixList(mixText);
const mixItems = mixList((hash, { key, value }: Item) => mixText(mixText(hash, key), value));

/**
 * FNV-1a over the UTF-16 code units, and then the length, so that two texts in a row never hash like two others that only divide
 * differently.
 */
function mixText(hash: number, text: string): number {
  let mixed = hash;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return mixNumber(mixed, text.length);
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

function mixDouble(hash: number, value: number): number {
  // Minus zero and zero are equal, and need equal hashes.
  double[0] = value + 0;
  return mixNumber(mixNumber(hash, halves[0] ?? 0), halves[1] ?? 0);
}

/** Only to the second: a hash need not include the fraction, which costs time. */
function mixDateTime(hash: number, dateTime: string): number {
  const seconds = knownSeconds(dateTime);
  return mixNumber(mixNumber(hash, seconds | 0), Math.floor(seconds / 2 ** 32));
}

function mixNumber(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** The final step of MurmurHash3: every bit of `hash` affects every bit of the result, which is 0 to 2^32 - 1. */
function scattered(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
