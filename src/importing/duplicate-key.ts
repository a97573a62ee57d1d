/**
 * What makes two rows the same sale: the fields of a configuration's duplicate key, their values compared by what they mean. Absent, null
 * and empty are one; dates are instants, whatever their offset; amounts are doubles; texts are compared letter by letter.
 */
import { instantOf, secondsOf } from '../contract/date-time.js';
import { identifyingFields } from '../contract/import-configuration.js';
import { type TransactionField, type TransactionUpload, transactionFields } from '../contract/transaction.js';

export interface KeyReader {
  /** Whether a value of the key tells this sale from others of the same price and minute. */
  identifies(row: TransactionUpload): boolean;
  same(one: TransactionUpload, other: TransactionUpload): boolean;
  /** Below 2^47, equal where {@link same} says so; begins with the hour of the sale, so that an upload's hashes stand near each other. */
  hash(row: TransactionUpload): number;
}

/** One field's part in a key. */
interface Part {
  field: TransactionField;
  same: (one: never, other: never) => boolean;
  mix: (hash: number, value: never) => number;
}

/** Those asked for last: the engine would compile a new one for each upload anew, and that takes as long as the work itself. */
const readers = new Map<string, KeyReader>();
const READERS_MAX = 100;

/** `seed` is 32 bits. The order of `fields` does not count, and keys of other fields have other hashes. */
export function keyReader(fields: readonly TransactionField[], seed: number): KeyReader {
  const name = `${seed} ${fields.join()}`;
  const known = readers.get(name);
  if (known) return known;
  if (readers.size >= READERS_MAX) readers.clear();
  const reader = newReader(fields, seed);
  readers.set(name, reader);
  return reader;
}

function newReader(fields: readonly TransactionField[], seed: number): KeyReader {
  const parts = transactionFields.filter((field) => fields.includes(field)).map(partOf);
  const identifying = identifyingFields.filter((field) => fields.includes(field));
  const start = parts.reduce((hash, { field }) => mixText(hash, field), seed | 0);
  const isDated = fields.includes('transactionDate');
  return {
    identifies: (row) => identifying.some((field) => !!row[field]),
    same: (one, other) => parts.every(({ field, same }) => sameValue(one[field], other[field], same)),
    hash: (row) => {
      let hash = start;
      for (const { field, mix } of parts) {
        const value = row[field];
        hash = isEmpty(value) ? mixNumber(hash, ABSENT) : mix(hash, value as never);
      }
      const { transactionDate } = row;
      return isDated && transactionDate ? hourOf(transactionDate) * HOUR_PLACE + (scattered(hash) >>> 4) : scattered(hash);
    },
  };
}

const HOUR_PLACE = 2 ** 28;
const HOURS = 2 ** 19;
const ABSENT = 0x5bd1e995;

function hourOf(dateTime: string): number {
  const hour = Math.floor(secondsOf(dateTime) / 3_600) % HOURS;
  return hour < 0 ? hour + HOURS : hour;
}

function isEmpty(value: TransactionUpload[TransactionField]): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function sameValue(one: TransactionUpload[TransactionField], other: TransactionUpload[TransactionField], same: Part['same']): boolean {
  if (one === other) return true;
  const isEmptyOne = isEmpty(one);
  return isEmptyOne || isEmpty(other) ? isEmptyOne && isEmpty(other) : same(one as never, other as never);
}

function partOf(field: TransactionField): Part {
  switch (field) {
    case 'amount':
      return { field, same: (one: number, other: number) => one === other, mix: mixDouble };
    case 'transactionDate':
    case 'eftTransactionDate':
      return { field, same: (one: string, other: string) => instantOf(one) === instantOf(other), mix: mixDateTime };
    case 'transactionTypes':
      return { field, same: sameList((one: string, other: string) => one === other), mix: mixList(mixText) };
    case 'additionalData':
      return { field, same: sameList(sameItem), mix: mixList((hash, { key, value }: Item) => mixText(mixText(hash, key), value)) };
    default:
      return { field, same: (one: string, other: string) => one === other, mix: mixText };
  }
}

type Item = NonNullable<TransactionUpload['additionalData']>[number];

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

/** FNV-1a, by code units, and the length so that no two texts in a row are like two others. */
function mixText(hash: number, text: string): number {
  let mixed = hash;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return mixNumber(mixed, text.length);
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

function mixDouble(hash: number, value: number): number {
  // Minus zero equals zero.
  double[0] = value + 0;
  return mixNumber(mixNumber(hash, halves[0] ?? 0), halves[1] ?? 0);
}

/** By the second: the fraction can stay out of a hash, and costs. */
function mixDateTime(hash: number, dateTime: string): number {
  const seconds = secondsOf(dateTime);
  return mixNumber(mixNumber(hash, seconds | 0), Math.floor(seconds / 2 ** 32));
}

function mixNumber(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** The last step of MurmurHash3: each bit of `hash` counts in each of the result, 0 to 2^32 - 1. */
function scattered(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
