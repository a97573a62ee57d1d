/**
 * Kinds of numbers by which rows may name a payment, and what each is worth in each account. A kind proves itself by the amounts: of the values
 * that occur once on each side, how many agree? A number that agrees by chance has other amounts.
 */
import type { NumberUse } from '../contract/match-settings.js';
import { own } from '../contract/own-names.js';
import { valueAt } from '../contract/value-at.js';
import type { Columns } from './columns.js';
import { ValueCounts } from './counts.js';
import { eachGroup, type Key } from './groups.js';
import type { Learnt } from './learn.js';
import { differ, type MatchWork } from './match-work.js';
import { shiftedNumbers } from './shifted.js';

interface Quality {
  /** Values that occur once on each side, and how many of these pairs have equal, or near, amounts. */
  pairs: number;
  equal: number;
  near: number;
  /** Values that occur on both sides, and those of them that several sales of other days or locations have. */
  values: number;
  recurring: number;
}

/** Below it, equal amounts may be chance. */
const PROOF_PAIRS = 20;
const DOUBT_PAIRS = 5;
const TRUST_PAIRS = 3;

/** What a number is worth, by account; a terminal's counter by terminal. Settings go before what the amounts say. */
export class NumberWorth {
  readonly use: NumberUse | undefined;
  readonly seen = new Map<number, Quality>();

  constructor(use: NumberUse | undefined) {
    this.use = use;
  }

  isProven(scope: number): boolean {
    // Amounts that are near agree by chance in one of five pairs; a number is proven by them where tips and roundings are the rule.
    return this.#is('names', scope, ({ pairs, equal, near, values, recurring }) => {
      if (pairs < PROOF_PAIRS || recurring > 0.05 * values) return false;
      return equal >= 0.8 * pairs || (near >= 0.95 * pairs && equal >= 0.2 * pairs);
    });
  }

  isRefuted(scope: number): boolean {
    return this.#is('ignore', scope, ({ pairs, near }) => pairs >= DOUBT_PAIRS && near < 0.5 * pairs);
  }

  isRecurring(scope: number): boolean {
    return this.#is('narrows', scope, ({ values, recurring }) => recurring > 0.2 * values);
  }

  /** Whether counters of one terminal differ, whose counters agree where they can be compared. */
  contradict({ place, counter }: MatchWork, s: number, r: number): boolean {
    if (place[s] !== place[r] || !differ(counter, s, r)) return false;
    return this.#is('names', place[r] as number, ({ pairs, near }) => pairs >= TRUST_PAIRS && near >= 0.8 * pairs);
  }

  #is(use: NumberUse, scope: number, isSeen: (quality: Quality) => boolean): boolean {
    const quality = this.seen.get(scope);
    return this.use === undefined ? quality !== undefined && isSeen(quality) : this.use === use;
  }

  learntUse(scope: number): NumberUse | null {
    if (this.use !== undefined) return null;
    if (this.isProven(scope)) return 'names';
    if (this.isRefuted(scope)) return 'ignore';
    return this.isRecurring(scope) ? 'narrows' : null;
  }

  /** Weighs the values of a key; `gather` is told every group of one value. */
  weigh(work: MatchWork, key: Key, scopes: Key, gather: (sales: Int32Array, records: Int32Array) => void): void {
    const { rows } = work;
    eachGroup(rows, work.joiner.join(key, work.money), work.active, (sales, records) => {
      gather(sales, records);
      const [s, r] = [sales[0] as number, records[0] as number];
      const isRecurring = sales.some((other) => rows.day[other] !== rows.day[s] || rows.location[other] !== rows.location[s]);
      const isAlone = sales.length === 1 && records.length === 1 && work.veto(s, r) === null;
      for (const scope of records.length === 1 ? [scopes[r] as number] : new Set(records.map((one) => scopes[one] as number))) {
        const quality = valueAt(this.seen, scope, () => ({ pairs: 0, equal: 0, near: 0, values: 0, recurring: 0 }));
        quality.values += 1;
        quality.recurring += Number(isRecurring);
        quality.pairs += Number(isAlone);
        quality.equal += Number(isAlone && rows.units[s] === rows.units[r]);
        quality.near += Number(isAlone && work.isNear(s, r));
      }
    });
  }
}

type NumberColumn = 'reference' | 'order';

/** A column of the sale and one of the record, both in the same form. */
export interface NumberKind {
  name: string;
  isPlain: boolean;
  ofSale: NumberColumn;
  ofRecord: NumberColumn;
  /** By text: the same in this form; 0 where it has none. */
  form: Int32Array;
  worth: NumberWorth;
  /** By sale, as {@link shiftedNumbers} has it. */
  shifted: Uint8Array;
}

/** The value of a kind that both have; 0 for none. */
export function sharedNumber(rows: Columns, { form, ofSale, ofRecord }: NumberKind, s: number, r: number): number {
  const text = form[rows[ofSale][s] as number] as number;
  return text === form[rows[ofRecord][r] as number] ? text : 0;
}

/** By place: the kind's value, of sales and records. */
export function keyOf(work: MatchWork, { form, ofSale, ofRecord }: NumberKind): Key {
  const { rows } = work;
  return work.keyBy((row) => form[rows[rows.isRecord[row] === 1 ? ofRecord : ofSale][row] as number] as number);
}

/** Kinds that both sides have values of; `learnt` gets what each is worth. `gather` is told every group of one value. */
export function weighNumbers(work: MatchWork, learnt: Learnt[], gather: (sales: Int32Array, records: Int32Array) => void): NumberKind[] {
  const { rows, account } = work;
  const recordOf = new Map<number, number>();
  for (let row = 0; row < rows.count; row++) if (rows.isRecord[row] === 1) recordOf.set(account[row] as number, row);
  const kinds = allKinds(work);
  for (const kind of kinds) {
    const { name, worth } = kind;
    worth.weigh(work, keyOf(work, kind), account, gather);
    for (const [scope, { pairs, equal, near, recurring }] of worth.seen) {
      if (pairs < DOUBT_PAIRS) continue;
      const nameOf = (column: Int32Array) => rows.texts.textOf(column[recordOf.get(scope) as number] as number);
      const of = { acquirerId: nameOf(rows.acquirer), merchantId: nameOf(rows.merchant) };
      learnt.push({ fact: 'number', number: name, account: of, values: pairs, equal, near, recurring, use: worth.learntUse(scope) });
    }
  }
  const found = kinds.filter(({ worth }) => worth.seen.size > 0);
  const shifted = new Map<string, Uint8Array>();
  for (const kind of found)
    kind.shifted = valueAt(shifted, `${kind.ofSale} ${kind.ofRecord}`, () => shiftedNumbers(work, work[kind.ofSale], work[kind.ofRecord]));
  return found;
}

/** Shorter references only narrow, at one place: receipts that begin anew each day. */
export const TEXT_CHARS_MIN = 3;
const columnPairs = [
  ['reference', 'reference'],
  ['order', 'order'],
  ['order', 'reference'],
  ['reference', 'order'],
] as const;

function allKinds(work: MatchWork): NumberKind[] {
  const { rows } = work;
  const { texts } = rows;
  const isNumber = new Uint8Array(texts.count);
  for (let row = 0; row < rows.count; row++) for (const column of [rows.reference, rows.order]) isNumber[column[row] as number] = 1;
  const formOf = (form: (text: number) => number, charsMin = TEXT_CHARS_MIN) =>
    Int32Array.from(isNumber, (is, text) => (is === 1 && texts.lengthOf(text) >= charsMin ? form(text) : 0));
  const unseparated = formOf((text) => texts.unseparated(text));
  const forms = { '': formOf((text) => text), '-unseparated': unseparated, '-digits': formOf((text) => texts.digits(text)) };
  const kinds: NumberKind[] = [];
  const add = (suffix: string, form: Int32Array, ofSale: NumberColumn, ofRecord: NumberColumn) => {
    const numbers = ofSale === ofRecord ? ofSale : `${ofSale}-in-${ofRecord}`;
    // A column that is to be ignored is in all its forms, but for one that has its own word.
    const ofColumn = own(work.settings.numbers, numbers) === 'ignore' ? 'ignore' : undefined;
    const worth = new NumberWorth(own(work.settings.numbers, `${numbers}${suffix}`) ?? ofColumn);
    kinds.push({ name: `${numbers}${suffix}`, isPlain: suffix === '', ofSale, ofRecord, form, worth, shifted: new Uint8Array() });
  };
  const ofAnyLength = formOf((text) => text, 1);
  const isReceipt = (suffix: string, ...pair: readonly string[]) => suffix === '' && pair.every((column) => column === 'reference');
  for (const [suffix, form] of Object.entries(forms))
    for (const [ofSale, ofRecord] of columnPairs) add(suffix, isReceipt(suffix, ofSale, ofRecord) ? ofAnyLength : form, ofSale, ofRecord);
  for (const [ofSale, ofRecord] of columnPairs) {
    const chars = cutAt(work, rows[ofSale], rows[ofRecord], unseparated);
    const cut = (text: number) => texts.cut(unseparated[text] as number, chars);
    if (chars > 0) add('-cut', formOf(cut), ofSale, ofRecord);
  }
  return kinds;
}

const CUT_CHARS_MIN = 10;
const CUT_ROWS = 3;

/** Where the shorter column cuts the longer: several of its numbers are that long; 0 where none does. */
function cutAt({ rows, active }: MatchWork, ofSale: Int32Array, ofRecord: Int32Array, form: Int32Array): number {
  const [sold, settled] = [new ValueCounts<number>(), new ValueCounts<number>()];
  for (let row = 0; row < rows.count; row++) {
    const [column, lengths] = rows.isRecord[row] === 1 ? [ofRecord, settled] : [ofSale, sold];
    if (active[row] === 1) lengths.add(rows.texts.lengthOf(form[column[row] as number] as number));
  }
  const [short, long] = [sold, settled]
    .map((lengths) => ({ chars: Math.max(0, ...lengths.values()), lengths }))
    .sort((one, other) => one.chars - other.chars) as [{ chars: number; lengths: ValueCounts<number> }, { chars: number }];
  return short.chars >= CUT_CHARS_MIN && short.lengths.of(short.chars) > CUT_ROWS && long.chars > short.chars ? short.chars : 0;
}
