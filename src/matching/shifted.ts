/**
 * Whether the numbers of a place are the sales' own. A terminal that counts by itself is ahead of its till, or behind it, or was from a declined
 * attempt on; with few prices, some of its numbers meet a sale of their price by chance. So the numbers of a place are read as a chain, by days:
 * do the records of a number explain its sales best, or those some numbers away, or none? A hidden Markov model over the shifts, by the
 * forward-backward algorithm.
 */
import { valueAt } from '../contract/value-at.js';
import { ValueCounts } from './counts.js';
import type { Key } from './groups.js';
import type { MatchWork } from './match-work.js';

/** States of a number: how much more the record's is; behind the last, numbers say nothing. */
const SHIFTS = [0, 1, -1, 2, -2, 3, -3];
const STATES = SHIFTS.length + 1;
/** How likely the states are where a chain begins, and where one is open: at so many of its numbers. */
const likely = (own: number) => Float64Array.from({ length: STATES }, (_, state) => (state === 0 ? own : (1 - own) / SHIFTS.length));
const BEGIN = likely(0.999);
const OPEN = likely(0.85);
const CHANGES = 0.04;
const CHANGES_OF_DAY = 0.3;
/** Amounts of one payment differ so often; an amount that more records have is hardly evidence; rows so many seconds apart are likelier one. */
const SLIP = 0.05;
const COMMON = 0.95;
const PROMPT = 60;
const PROMPTLY = 5;
/** A file may have few of the payments; that there is one at all must not speak against its number. */
const ALONE_MAX = 0.5;
/** Longer texts are not counted; more rows of one number and day are no payment of their own. */
const CHARS_MAX = 9;
const NUMBERS = 10 ** (CHARS_MAX + 1);
const ROWS_MAX = 4;
/** What says nothing of numbers: what a person keeps apart, and names that may be written otherwise. */
const UNASKED: readonly string[] = ['forbidden', 'brandId', 'acquirerId'];

type RowsOf = Map<number, number[]>;

/** By sale: 1 where its number is not certainly its own, 2 where it is probably not. */
export function shiftedNumbers(work: MatchWork, ofSale: Key, ofRecord: Key): Uint8Array {
  const { rows, place } = work;
  const shifted = new Uint8Array(rows.count);
  const places = [new Set<number>(), new Set<number>()] as const;
  for (let row = 0; row < rows.count; row++) places[rows.isRecord[row] as 0 | 1].add(place[row] as number);
  const numbers = new Map<number, number>();
  /** By a place that both sides know: its sales by day and number, its records by number. */
  const spaces = new Map<number, readonly [sales: RowsOf, records: RowsOf]>();
  for (let row = 0; row < rows.count; row++) {
    const side = rows.isRecord[row] as 0 | 1;
    const text = (side === 1 ? ofRecord : ofSale)[row] as number;
    if (work.active[row] === 0 || text === 0 || (rows.payments[row] as number) > 1) continue;
    const number = valueAt(numbers, text, () => numberOf(rows.texts.textOf(text)));
    const where = places[1 - side]?.has(place[row] as number) ? (place[row] as number) : 0;
    const space = valueAt(spaces, where, () => [new Map(), new Map()] as const);
    if (number >= 0) valueAt(space[side], side === 1 ? number : keyOf(rows.day[row] as number, number), () => []).push(row);
  }
  for (const [sales, records] of spaces.values()) if (sales.size > 0 && records.size > 0) doubt(work, sales, records, shifted);
  return shifted;
}

const keyOf = (day: number, number: number) => day * NUMBERS + number;

/** Its last digits, whatever single digit is behind them; below 0 where it has none. */
const numberOf = (text: string) => Number((text.length <= CHARS_MAX && /\d+(?=\D+\d$|\D*$)/.exec(text)?.[0]) || -1);

function doubt(work: MatchWork, salesOf: RowsOf, recordsOf: RowsOf, shifted: Uint8Array): void {
  const amounts = new ValueCounts<number>();
  const told = new Set<number>();
  for (const [number, records] of recordsOf)
    for (const r of records) {
      amounts.add(work.amount[r] as number);
      told.add(keyOf(work.rows.day[r] as number, number));
    }
  /** The only record of a number whenever it is, else those of the day. */
  const recordsAt = (key: number, shift: number) => {
    const [s] = salesOf.get(key) as [number];
    const records = recordsOf.get((key % NUMBERS) + shift) ?? [];
    return records.filter((r) => (records.length === 1 ? work.daysApart(s, r) >= -1 : work.isSameDay(s, r)));
  };
  const keys = Float64Array.from(new Set([...salesOf.keys(), ...told])).sort();
  const shareOf = (all: number[], isAlone: (key: number) => boolean) =>
    Math.min(ALONE_MAX, (all.filter(isAlone).length + 1) / (all.length + 2));
  const unpaid = shareOf([...salesOf.keys()], (key) => recordsAt(key, 0).length === 0);
  const unsold = shareOf([...told], (key) => !salesOf.has(key));
  const fits = new Float64Array(keys.length * STATES);
  for (const [place, key] of keys.entries()) {
    const sales = salesOf.get(key);
    for (let state = 0; state < STATES; state++) {
      // Where numbers say nothing, as many are missing as where they are the sales'.
      const shift = SHIFTS[state] ?? 0;
      const records = sales && recordsAt(key, shift);
      const ofSales = records === undefined ? 1 : records.length === 0 ? unpaid : 1 - unpaid;
      const ofRecords = !told.has(key) ? 1 : salesOf.has(key - shift) ? 1 - unsold : unsold;
      const isFit = sales && records?.length && state < SHIFTS.length;
      fits[place * STATES + state] = ofSales * ofRecords * (isFit ? likeness(work, sales, records, amounts) : 1);
    }
  }
  const [before, behind] = [along(keys, fits, BEGIN, 1), along(keys, fits, OPEN, -1)];
  const all = fits.map((one, at) => (one * (before[at] as number) * (behind[at] as number)) / (OPEN[at % STATES] as number));
  for (const [place, key] of keys.entries()) {
    const states = all.subarray(place * STATES, (place + 1) * STATES);
    const own = (states[0] as number) / states.reduce((sum, one) => sum + one);
    // A number that no record has in this form is in no doubt.
    if (salesOf.has(key) && recordsAt(key, 0).length > 0)
      for (const s of salesOf.get(key) ?? []) shifted[s] = own >= 0.98 ? 0 : own >= 0.5 ? 1 : 2;
  }
}

/** How much likelier the amounts and moments of rows are if they are the same payments. */
function likeness(work: MatchWork, sales: readonly number[], records: readonly number[], amounts: ValueCounts<number>): number {
  if (sales.length > ROWS_MAX || records.length > ROWS_MAX) return 1;
  const [few, many] = sales.length <= records.length ? [sales, records] : [records, sales];
  return few.reduce((all, row) => {
    const common = Math.min(COMMON, (many.length * amounts.of(work.amount[row] as number)) / amounts.total);
    const fits = many.map((other) => {
      const [s, r] = few === sales ? [row, other] : [other, row];
      const veto = work.veto(s, r);
      if (veto !== null && !UNASKED.includes(veto)) return 0;
      const promptly = work.secondsApart(s, r) <= PROMPT ? PROMPTLY : 1;
      return work.amount[s] === work.amount[r] ? (promptly * (1 - SLIP)) / common : work.isNear(s, r) ? promptly : 0;
    });
    return all * Math.max(SLIP / (1 - common), ...fits);
  }, 1);
}

/** By place in the chain and state: how likely it is by what was passed on the way there. Back and forth, states change alike. */
function along(keys: Float64Array, fits: Float64Array, begin: Float64Array, way: 1 | -1): Float64Array {
  const found = new Float64Array(fits.length);
  const dayAt = (place: number) => Math.floor((keys[place] as number) / NUMBERS);
  let now = begin;
  for (let place = way === 1 ? 0 : keys.length - 1; place >= 0 && place < keys.length; place += way) {
    found.set(now, place * STATES);
    const seen = now.map((one, state) => one * (fits[place * STATES + state] as number));
    const all = seen.reduce((sum, one) => sum + one);
    const changes = dayAt(place) === dayAt(place + way) ? CHANGES : CHANGES_OF_DAY;
    now = seen.map((one, state) => ((1 - changes) * one) / all + changes * (OPEN[state] as number));
  }
  return found;
}
