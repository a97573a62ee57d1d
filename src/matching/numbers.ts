/**
 * Kinds of numbers by which rows may name a payment, and what each is worth in each account. A kind proves itself by the amounts: of the values
 * that occur once on each side, how many agree? A number that agrees by chance has other amounts.
 */
import { own } from '../contract/own-names.js';
import type { NumberUse } from './evidence-settings.js';
import { eachGroup, type Key } from './groups.js';
import type { Learnt } from './learn.js';
import type { MatchWork } from './match-work.js';

export interface Quality {
  /** Values that occur once on each side, and how many of these pairs have equal, or near, amounts. */
  pairs: number;
  equal: number;
  near: number;
  /** Values that occur on both sides, and those of them that several sales of other days or locations have. */
  values: number;
  recurring: number;
}

/** A column of the sale and one of the record, both in the same form. */
export interface NumberKind {
  name: string;
  isPlain: boolean;
  isCrosswise: boolean;
  ofSale: 'reference' | 'order';
  ofRecord: 'reference' | 'order';
  /** By text: the same in this form; 0 where it has none. */
  form: Int32Array;
  use: NumberUse | undefined;
  /** By account, of a terminal's counter by terminal. */
  quality: Map<number, Quality>;
}

/** Below it, equal amounts may be chance. */
const PROOF_PAIRS = 20;
const DOUBT_PAIRS = 5;
const TEXT_CHARS_MIN = 3;

export function isProven({ use, quality }: Pick<NumberKind, 'use' | 'quality'>, account: number): boolean {
  const seen = quality.get(account);
  if (use !== undefined) return use === 'names';
  if (seen === undefined || seen.pairs < PROOF_PAIRS || seen.recurring > 0.05 * seen.values) return false;
  // Amounts that are near agree by chance in one of five pairs; a number is proven by them where tips and roundings are the rule.
  return seen.equal >= 0.8 * seen.pairs || (seen.near >= 0.95 * seen.pairs && seen.equal >= 0.2 * seen.pairs);
}

export function isRefuted({ use, quality }: Pick<NumberKind, 'use' | 'quality'>, account: number): boolean {
  const seen = quality.get(account);
  if (use !== undefined) return use === 'ignore';
  return seen !== undefined && seen.pairs >= DOUBT_PAIRS && seen.near < 0.5 * seen.pairs;
}

export function isRecurring({ use, quality }: Pick<NumberKind, 'use' | 'quality'>, account: number): boolean {
  const seen = quality.get(account);
  if (use !== undefined) return use === 'narrows';
  return seen !== undefined && seen.recurring > 0.2 * seen.values;
}

function learntUse(kind: NumberKind, account: number): NumberUse | null {
  if (kind.use !== undefined) return null;
  if (isProven(kind, account)) return 'names';
  if (isRefuted(kind, account)) return 'ignore';
  return isRecurring(kind, account) ? 'narrows' : null;
}

/** Kinds that both sides have values of; `learnt` gets what each is worth. `gather` is told every group of one value. */
export function weighNumbers(work: MatchWork, learnt: Learnt[], gather: (sales: Int32Array, records: Int32Array) => void): NumberKind[] {
  const { rows, joiner, account } = work;
  const kinds = allKinds(work);
  for (const kind of kinds) {
    weigh(work, kind, joiner.join(keyOf(work, kind), work.money), account, gather);
    const some = new Map<number, number>();
    for (let row = 0; row < rows.count; row++) if (kind.quality.has(account[row] as number)) some.set(account[row] as number, row);
    for (const [of, row] of some) {
      const { pairs, equal, near, recurring } = kind.quality.get(of) as Quality;
      const name = {
        acquirerId: rows.texts.textOf(rows.acquirer[row] as number),
        merchantId: rows.texts.textOf(rows.merchant[row] as number),
      };
      if (pairs < DOUBT_PAIRS) continue;
      learnt.push({ fact: 'number', number: kind.name, account: name, values: pairs, equal, near, recurring, use: learntUse(kind, of) });
    }
  }
  return kinds.filter(({ quality }) => quality.size > 0);
}

/** Counters by terminal. */
export function weighCounters(
  work: MatchWork,
  counters: Key,
  gather: (sales: Int32Array, records: Int32Array) => void,
): Pick<NumberKind, 'use' | 'quality'> {
  const kind = { use: work.settings.numbers.counter, quality: new Map<number, Quality>() };
  weigh(work, kind, work.joiner.join(counters, work.money), work.place, gather);
  return kind;
}

/** By place: the kind's value, of sales and records. */
export function keyOf(work: MatchWork, { form, ofSale, ofRecord }: NumberKind): Key {
  const { rows } = work;
  return work.keyBy((row) => form[rows[rows.isRecord[row] === 1 ? ofRecord : ofSale][row] as number] as number);
}

function weigh(
  work: MatchWork,
  { quality }: Pick<NumberKind, 'quality'>,
  key: Key,
  scopes: Key,
  gather: (sales: Int32Array, records: Int32Array) => void,
): void {
  const { rows } = work;
  eachGroup(rows, key, work.active, (sales, records) => {
    gather(sales, records);
    const [s, r] = [sales[0] as number, records[0] as number];
    const isRecurring = sales.some((other) => rows.day[other] !== rows.day[s] || rows.location[other] !== rows.location[s]);
    const isAlone = sales.length === 1 && records.length === 1 && work.veto(s, r) === null;
    for (const scope of records.length === 1 ? [scopes[r] as number] : new Set(records.map((one) => scopes[one] as number))) {
      let seen = quality.get(scope);
      if (seen === undefined) {
        seen = { pairs: 0, equal: 0, near: 0, values: 0, recurring: 0 };
        quality.set(scope, seen);
      }
      seen.values += 1;
      if (isRecurring) seen.recurring += 1;
      if (!isAlone) continue;
      seen.pairs += 1;
      if (rows.units[s] === rows.units[r]) seen.equal += 1;
      if (work.isNear(s, r)) seen.near += 1;
    }
  });
}

const COLUMNS = ['reference', 'order'] as const;

function allKinds(work: MatchWork): NumberKind[] {
  const { rows } = work;
  const { texts } = rows;
  const known = texts.count;
  const plain = new Int32Array(known);
  const unseparated = new Int32Array(known);
  const digits = new Int32Array(known);
  for (const column of COLUMNS)
    for (let row = 0; row < rows.count; row++) {
      const text = rows[column][row] as number;
      if (plain[text] !== 0 || texts.lengthOf(text) < TEXT_CHARS_MIN) continue;
      plain[text] = text;
      unseparated[text] = texts.unseparated(text);
      digits[text] = texts.digits(text);
    }
  const walls = [0, 1].map((side) => COLUMNS.map((column) => longest(work, side, rows[column], unseparated)));
  const kinds: NumberKind[] = [];
  const add = (form: string, array: Int32Array, i: number, j: number) => {
    const [ofSale, ofRecord] = [COLUMNS[i] as 'order', COLUMNS[j] as 'order'];
    const name = `${i === j ? ofSale : `${ofSale}-in-${ofRecord}`}${form}`;
    // A column that is to be ignored is in all its forms, but for one that has its own word.
    const ofColumn = own(work.settings.numbers, name.slice(0, name.length - form.length)) === 'ignore' ? 'ignore' : undefined;
    const use = own(work.settings.numbers, name) ?? ofColumn;
    kinds.push({ name, isPlain: form === '', isCrosswise: i !== j, ofSale, ofRecord, form: array, use, quality: new Map() });
  };
  for (const [form, array] of [
    ['', plain],
    ['-unseparated', unseparated],
    ['-digits', digits],
  ] as const)
    for (const [i, j] of [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ] as const)
      add(form, array, i, j);
  for (const [i, j] of [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ] as const) {
    const length = cutAt(walls[0]?.[i] as Wall, walls[1]?.[j] as Wall);
    if (length > 0)
      add(
        '-cut',
        unseparated.map((text) => texts.cut(text, length)),
        i,
        j,
      );
  }
  return kinds;
}

interface Wall {
  length: number;
  isWall: boolean;
}

const CUT_CHARS_MIN = 10;
const CUT_ROWS = 3;

/** The longest number of a column, and whether several numbers are that long: files cut there. */
function longest({ rows, active }: MatchWork, side: number, column: Int32Array, form: Int32Array): Wall {
  let length = 0;
  let times = 0;
  for (let row = 0; row < rows.count; row++) {
    if (active[row] === 0 || rows.isRecord[row] !== side) continue;
    const chars = rows.texts.lengthOf(form[column[row] as number] as number);
    if (chars > length) [length, times] = [chars, 0];
    if (chars === length) times++;
  }
  return { length, isWall: length >= CUT_CHARS_MIN && times > CUT_ROWS };
}

/** Where the shorter column cuts the longer; 0 where none does. */
function cutAt(sales: Wall, records: Wall): number {
  const [short, long] = sales.length < records.length ? [sales, records] : [records, sales];
  return short.isWall && long.length > short.length ? short.length : 0;
}
