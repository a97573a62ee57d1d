/** Pairs of a sale and a record that share a number: the only ones whose evidence is weighed. */
import { byDay, Numbers } from './groups.js';
import { type MatchWork, MOMENT } from './match-work.js';

/** A number that more pairs share names nothing by itself; only the moment, or the day, can tell them apart. */
const PAIRS_MAX = 64;
export const NEARBY_ROWS_MAX = 8;

export class Pairs {
  /** sale * rows + record */
  readonly found = new Numbers(1 << 12);
  readonly #work: MatchWork;
  readonly #wide: number;

  constructor(work: MatchWork) {
    this.#work = work;
    this.#wide = work.rows.count;
  }

  #add(s: number, r: number): void {
    const { found } = this;
    if (found.count === found.values.length) found.unique();
    found.push(s * this.#wide + r);
  }

  /** All pairs of a small group; of a large one those of one moment or, without times, of one day, where they are few. */
  gather(sales: Int32Array, records: Int32Array): void {
    if (sales.length * records.length <= PAIRS_MAX) {
      for (const s of sales) for (const r of records) this.#add(s, r);
      return;
    }
    this.#ofMoments(sales, records);
    this.#ofDays(sales, records);
  }

  #ofMoments(sales: Int32Array, records: Int32Array): void {
    const work = this.#work;
    const inTime = (rows: Int32Array) =>
      rows.filter((row) => work.isTimed(row)).sort((one, other) => (work.at[one] as number) - (work.at[other] as number));
    const [some, others] = [inTime(sales), inTime(records)];
    const windows = [windowsOf(work.at, some, others), windowsOf(work.at, others, some)] as const;
    for (let k = 0; k < some.length; k++) {
      const [from, to] = [windows[0][2 * k] as number, windows[0][2 * k + 1] as number];
      if (to - from > NEARBY_ROWS_MAX) continue;
      for (let x = from; x < to; x++)
        if ((windows[1][2 * x + 1] as number) - (windows[1][2 * x] as number) <= NEARBY_ROWS_MAX)
          this.#add(some[k] as number, others[x] as number);
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
function windowsOf(at: Float64Array, rows: Int32Array, others: Int32Array): Int32Array {
  const windows = new Int32Array(2 * rows.length);
  let from = 0;
  let to = 0;
  for (const [k, row] of rows.entries()) {
    const time = at[row] as number;
    while (from < others.length && (at[others[from] as number] as number) < time - MOMENT) from++;
    while (to < others.length && (at[others[to] as number] as number) <= time + MOMENT) to++;
    windows[2 * k] = from;
    windows[2 * k + 1] = to;
  }
  return windows;
}
