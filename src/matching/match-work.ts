/** What the steps of one run share: the rows, what was learnt of them, which are free, and what was found. */
import type { MatchSettings } from '../contract/match-settings.js';
import { type Columns, NO_DAY } from './columns.js';
import { accountSettings, areOtherBrands, areOtherServices } from './evidence-settings.js';
import { Joiner, type Key } from './groups.js';

const DAY = 86_400;
const AMOUNT_LOW = 2 ** 26;
/** Rows that are looked at for one, in each direction of time. */
export const LOOKED_MAX = 200;
/** Seconds within which till and terminal tell the same moment. */
export const MOMENT = 600;
const FIELDS = ['terminal', 'location', 'acquirer'] as const;
export type NameField = (typeof FIELDS)[number];

/** Fields that contradict. */
export const vetoFields = ['cardNumberMasked', 'authorisationCode', 'brandId', 'locationId', 'acquirerId'] as const;
/** Why nothing ever joins two rows. */
export type Veto = 'forbidden' | 'sign' | 'day' | (typeof vetoFields)[number];

export class MatchWork {
  readonly joiner = new Joiner();
  readonly rows: Columns;
  readonly settings: MatchSettings;
  /** 1: the row takes part: it has an amount, and is no cash. */
  readonly active: Uint8Array;
  /** 1: active, and in no match yet. */
  readonly free: Uint8Array;
  /** 1: a sale in cash, out of everything. */
  readonly cash: Uint8Array;
  /** Codes of authorisation, without those that many payments share; times, as clocks are put right. */
  code: Key;
  /** 0 where settings ignore them; `rows` has them still. */
  readonly reference: Key;
  readonly order: Key;
  readonly counter: Key;
  readonly at: Float64Array;
  /** The terminal by the acquirer's name. */
  readonly place: Key;
  /** Currency and sign; currency, sign and amount; currency and amount without sign; day above 0, and that of the moment; account of a record. */
  readonly money: Key;
  readonly amount: Key;
  readonly magnitude: Key;
  readonly dayKey: Key;
  readonly calendarKey: Key;
  readonly account: Key;
  /** By field: the sale's name, and the record's that it stands for. */
  readonly names: Record<NameField | 'terminalOfLocation', Map<number, number>>;
  /** By place: 1 where the name of that field occurs on the other side, too. */
  readonly #isShared: Record<NameField, Uint8Array>;
  /** By account. */
  readonly #near: (readonly [number, number])[] = [];
  readonly #forbidden: ReadonlyMap<number, ReadonlySet<number>>;

  constructor(
    rows: Columns,
    settings: MatchSettings,
    pinned: ReadonlySet<number> = new Set(),
    forbidden: ReadonlyMap<number, ReadonlySet<number>> = new Map(),
  ) {
    const { count, units, isCash } = rows;
    this.rows = rows;
    this.settings = settings;
    this.#forbidden = forbidden;
    this.active = this.flags((row) => units[row] !== 0 && isCash[row] === 0);
    this.free = this.active.slice();
    this.cash = isCash.slice(0, count);
    for (const row of pinned) this.free[row] = this.cash[row] = 0;
    const asked = (number: 'reference' | 'order' | 'counter' | 'code') =>
      settings.numbers[number] === 'ignore' ? new Int32Array(count) : rows[number].slice(0, count);
    this.code = asked('code');
    [this.reference, this.order, this.counter] = [asked('reference'), asked('order'), asked('counter')];
    this.at = rows.at.slice(0, count);
    this.place = new Int32Array(count);
    this.names = { terminal: new Map(), location: new Map(), acquirer: new Map(), terminalOfLocation: new Map() };
    const sign = this.keyBy((row) => ((units[row] as number) > 0 ? 2 : 1));
    this.money = this.joiner.join(sign, rows.currency);
    // An amount may have more digits than a key.
    const high = this.keyBy((row) => 1 + Math.floor(Math.abs(units[row] as number) / AMOUNT_LOW));
    const low = this.keyBy((row) => 1 + (Math.abs(units[row] as number) % AMOUNT_LOW));
    this.magnitude = this.joiner.join(high, low, rows.currency);
    this.amount = this.joiner.join(this.magnitude, sign);
    let first = 0;
    for (let row = 0; row < count; row++) first = Math.min(first, rows.day[row] as number, rows.calendar[row] as number);
    this.dayKey = this.keyBy((row) => (rows.day[row] as number) - first + 1);
    this.calendarKey = this.keyBy((row) => (rows.calendar[row] as number) - first + 1);
    const shifted = (column: Int32Array) => this.keyBy((row) => (rows.isRecord[row] === 1 ? (column[row] as number) + 1 : 0));
    this.account = this.joiner.join(shifted(rows.acquirer), shifted(rows.merchant));
    this.#isShared = Object.fromEntries(FIELDS.map((field) => [field, this.#shared(rows[field])])) as Record<NameField, Uint8Array>;
    const setOf = accountSettings(settings, rows.texts);
    for (let row = 0; row < count; row++)
      if (rows.isRecord[row] === 1)
        this.#near[this.account[row] as number] ??= setOf('near', rows.acquirer[row] as number, rows.merchant[row] as number);
  }

  keyBy(keyOf: (row: number) => number): Key {
    const key = new Int32Array(this.rows.count);
    for (let row = 0; row < key.length; row++) key[row] = keyOf(row);
    return key;
  }

  /** Without texts of fewer characters. */
  long(column: Key, charsMin: number): Key {
    return this.keyBy((row) => (this.rows.texts.lengthOf(column[row] as number) >= charsMin ? (column[row] as number) : 0));
  }

  /** By code and card, and by references and orders of so many characters. */
  numbersOfPayment(charsMin: number): Key[] {
    return [this.codeAndCard(), this.long(this.reference, charsMin), this.long(this.order, charsMin)];
  }

  codeAndCard(): Key {
    return this.joiner.join(this.code, this.rows.lastFour);
  }

  flags(isSet: (row: number) => boolean): Uint8Array {
    const flags = new Uint8Array(this.rows.count);
    for (let row = 0; row < flags.length; row++) if (isSet(row)) flags[row] = 1;
    return flags;
  }

  #shared(column: Int32Array): Uint8Array {
    const namesOf = [new Set<number>(), new Set<number>()] as const;
    const otherSide = (row: number) => namesOf[this.rows.isRecord[row] === 1 ? 0 : 1];
    for (let row = 0; row < this.rows.count; row++)
      if (this.active[row] === 1) namesOf[this.rows.isRecord[row] as 0 | 1].add(column[row] as number);
    return this.flags((row) => otherSide(row).has(column[row] as number));
  }

  /** Whether two names contradict: they are of one vocabulary, as each occurs on the other side. Else nothing is said. */
  #contradict(field: NameField, s: number, r: number): boolean {
    return differ(this.rows[field], s, r) && this.#isShared[field][s] === 1 && this.#isShared[field][r] === 1;
  }

  isNear(s: number, r: number): boolean {
    const { units } = this.rows;
    const percent = (100 * ((units[r] as number) - (units[s] as number))) / (units[s] as number);
    const [least, most] = this.#near[this.account[r] as number] as readonly [number, number];
    return percent >= least && percent <= most;
  }

  isTimed(row: number): boolean {
    return !Number.isNaN(this.at[row]);
  }

  /** Rows that know their time, in its order. */
  inTime(...some: readonly Int32Array[]): Int32Array {
    const timed = Int32Array.from(some.flatMap((rows) => [...rows.filter((row) => this.isTimed(row))]));
    return timed.sort((one, other) => (this.at[one] as number) - (this.at[other] as number));
  }

  /** The sale and the record, of one row each. */
  pairOf(one: number, other: number): [sale: number, record: number] {
    return this.rows.isRecord[one] === 1 ? [other, one] : [one, other];
  }

  /**
   * Rows of the other side that may be one with the row at a place in `all`, within so many seconds, the nearest first, `most` at most.
   * @param all in the order of time
   */
  nearestOf(all: Int32Array, place: number, seconds: number, most: number, mayBe: (s: number, r: number) => boolean): number[] {
    const row = all[place] as number;
    const found: number[] = [];
    for (const step of [-1, 1]) {
      const enough = found.length + most;
      for (let at = place + step; at >= 0 && at < all.length && Math.abs(at - place) <= LOOKED_MAX && found.length < enough; at += step) {
        const other = all[at] as number;
        if (this.secondsApart(row, other) > seconds) break;
        if (this.rows.isRecord[other] !== this.rows.isRecord[row] && mayBe(...this.pairOf(row, other))) found.push(other);
      }
    }
    return found.sort((one, other) => this.secondsApart(row, one) - this.secondsApart(row, other) || one - other).slice(0, most);
  }

  /** NaN where one of them knows only its day. */
  secondsApart(s: number, r: number): number {
    return Math.abs((this.at[r] as number) - (this.at[s] as number));
  }

  /** From the sale to the record: by their moments, else by the nearest of their days. */
  daysApart(s: number, r: number): number {
    const { day, calendar } = this.rows;
    const seconds = (this.at[r] as number) - (this.at[s] as number);
    if (!Number.isNaN(seconds)) return Math.round(seconds / DAY);
    const [byDay, byCalendar] = [(day[r] as number) - (day[s] as number), (day[r] as number) - (calendar[s] as number)];
    return Math.abs(byDay) <= Math.abs(byCalendar) ? byDay : byCalendar;
  }

  isSameDay(s: number, r: number): boolean {
    const { day, calendar } = this.rows;
    return day[r] === day[s] || day[r] === calendar[s] || calendar[r] === calendar[s];
  }

  soldOn(s: number): number {
    return Math.min(this.rows.day[s] as number, this.rows.calendar[s] as number);
  }

  settledOn(r: number): number {
    return (this.rows.settled[r] === NO_DAY ? this.rows.day[r] : this.rows.settled[r]) as number;
  }

  /** Nothing is settled before it was sold; the day before is told in other zones. */
  isSettledBefore(s: number, r: number): boolean {
    return this.settledOn(r) < this.soldOn(s) - 1;
  }

  areForbidden(sales: Iterable<number>, records: Iterable<number>): boolean {
    for (const s of sales) {
      const apart = this.#forbidden.get(s);
      if (apart) for (const r of records) if (apart.has(r)) return true;
    }
    return false;
  }

  /** What contradicts, whatever else agrees, but for the currency; null for nothing. */
  veto(s: number, r: number): Veto | null {
    const { rows } = this;
    if (this.#forbidden.get(s)?.has(r)) return 'forbidden';
    if ((rows.units[s] as number) > 0 !== (rows.units[r] as number) > 0) return 'sign';
    if (this.isSettledBefore(s, r)) return 'day';
    if (differ(rows.lastFour, s, r) || differ(rows.firstSix, s, r)) return 'cardNumberMasked';
    if (differ(this.code, s, r)) return 'authorisationCode';
    if (areOtherServices(rows.brand[s] as number, rows.brand[r] as number)) return 'brandId';
    if (this.#contradict('location', s, r)) return 'locationId';
    if (this.#contradict('acquirer', s, r)) return 'acquirerId';
    return null;
  }

  areOtherBrands(s: number, r: number): boolean {
    return areOtherBrands(this.rows.brand[s] as number, this.rows.brand[r] as number);
  }

  /** Two terminals of one vocabulary, or of which it is known what the sale's stands for. */
  areOtherTerminals(s: number, r: number): boolean {
    const isKnown = this.names.terminal.has(this.rows.terminal[s] as number);
    return this.place[s] !== this.place[r] && (isKnown ? differ(this.rows.terminal, s, r) : this.#contradict('terminal', s, r));
  }

  sum(rows: Iterable<number>): number {
    let all = 0;
    for (const row of rows) all += this.rows.units[row] as number;
    return all;
  }
}

/** Both have the field, and differ in it. */
export function differ(column: ArrayLike<number>, one: number, other: number): boolean {
  return column[one] !== 0 && column[other] !== 0 && column[one] !== column[other];
}
