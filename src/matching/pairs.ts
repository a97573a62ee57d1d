/** Pairs of a sale and a record that share a number: the only ones whose evidence is weighed. */
import { byDay } from './groups.js';
import { type MatchWork, MOMENT } from './match-work.js';

/** A number that more pairs share names nothing by itself; only the moment, or the day, can tell them apart. */
const PAIRS_MAX = 64;
export const NEARBY_ROWS_MAX = 8;

export class Pairs {
  /** sale * rows + record, of which `#count` are pairs. */
  #found = new Float64Array(1 << 12);
  #count = 0;
  readonly #work: MatchWork;

  constructor(work: MatchWork) {
    this.#work = work;
  }

  #add(s: number, r: number): void {
    if (this.#count === this.#found.length && this.sorted().length > this.#found.length / 2) {
      const wider = new Float64Array(2 * this.#found.length);
      wider.set(this.#found);
      this.#found = wider;
    }
    this.#found[this.#count++] = s * this.#work.rows.count + r;
  }

  /** Each pair once. */
  sorted(): Float64Array {
    const all = this.#found.subarray(0, this.#count).sort();
    this.#count = 0;
    for (const [at, pair] of all.entries()) if (at === 0 || pair !== all[at - 1]) this.#found[this.#count++] = pair;
    return this.#found.subarray(0, this.#count);
  }

  /** All pairs of a small group; of a large one those of one moment or, without times, of one day, where they are few. */
  gather(sales: Int32Array, records: Int32Array): void {
    if (sales.length * records.length <= PAIRS_MAX) for (const s of sales) for (const r of records) this.#add(s, r);
    else {
      this.#ofMoments(sales, records);
      this.#ofDays(sales, records);
    }
  }

  #ofMoments(sales: Int32Array, records: Int32Array): void {
    const { at } = this.#work;
    const [some, others] = [this.#work.inTime(sales), this.#work.inTime(records)];
    const [windows, back] = [windowsOf(at, some, others), windowsOf(at, others, some)];
    for (const [k, { from, to }] of windows.entries())
      for (let x = from; x < to && to - from <= NEARBY_ROWS_MAX; x++) {
        const { from: first, to: last } = back[x] as { from: number; to: number };
        if (last - first <= NEARBY_ROWS_MAX) this.#add(some[k] as number, others[x] as number);
      }
  }

  #ofDays(sales: Int32Array, records: Int32Array): void {
    const work = this.#work;
    const { day } = work.rows;
    const others = byDay(records, day);
    for (const [today, some] of byDay(sales, day)) {
      const ofDay = others.get(today) ?? [];
      if (some.length * ofDay.length > PAIRS_MAX) continue;
      for (const s of some) for (const r of ofDay) if (!work.isTimed(s) || !work.isTimed(r)) this.#add(s, r);
    }
  }
}

/** By row: from which to which of the others is within the moment. Both in the order of time. */
function windowsOf(at: Float64Array, rows: Int32Array, others: Int32Array): { from: number; to: number }[] {
  let from = 0;
  let to = 0;
  return Array.from(rows, (row) => {
    const time = at[row] as number;
    while (from < others.length && (at[others[from] as number] as number) < time - MOMENT) from++;
    while (to < others.length && (at[others[to] as number] as number) <= time + MOMENT) to++;
    return { from, to };
  });
}
