/** What stands in the way of rows that stay open: the best pair or group that was weighed and not taken. */
import type { Booking } from './book.js';
import type { WeighedField } from './columns.js';
import { EQUAL, edgesAt, fieldsOf, has, namingOf, OPEN, PLACE, rowsOf, STRONG, SURE_NUMBER, someBeside, vetoOf } from './edges.js';
import { eachGroup } from './groups.js';
import { tellLeads } from './leads.js';
import { differ, type MatchWork, MOMENT } from './match-work.js';
import { isTotal, placeOrLocation } from './totals.js';

/** Strongest first: a row has the first that holds. */
export const openCodes = [
  'SettledTwice',
  'PostedTwice',
  'Ambiguous',
  'Unbalanced',
  'AmountDiffers',
  'CurrencyDiffers',
  'FieldDiffers',
  'Nearby',
] as const;
export type OpenCode = (typeof openCodes)[number];

export interface OpenFinding {
  code: OpenCode;
  /** What differs, of `FieldDiffers`. */
  field?: WeighedField;
  /** How near, of `Nearby`. */
  within?: 'Moment' | 'Day';
  /** Places, the row's own among them; of a pair that is told at most {@link SHOWN_MAX} of each side. */
  sales: readonly number[];
  records: readonly number[];
  /** Their sums, of `Unbalanced`. */
  sold?: number;
  settled?: number;
}

const SHOWN_MAX = 10;
/** Rows of one payment are of one day, also where it is settled once more in a later payout. */
const POSTED_DAYS = 1;

/** What groups tell while they are weighed; rows that are taken later drop out. */
export class OpenRows {
  /** Records that name, by a sure number and the amount, a sale that another record pays. */
  readonly namesPaid = new Set<number>();
  readonly #groups = new Map<number, OpenFinding>();
  readonly #work: MatchWork;

  constructor(work: MatchWork) {
    this.#work = work;
  }

  /** A row keeps the first group that was told of it. */
  tell(code: OpenCode, sales: Int32Array, records: Int32Array): void {
    let finding: OpenFinding | null = null;
    for (const rows of [sales, records])
      for (const row of rows) {
        if (this.#groups.has(row)) continue;
        finding ??= { code, sales: [...sales], records: [...records] };
        this.#groups.set(row, finding);
      }
  }

  /** By place, of rows that are still free; rows of which nothing is known are left out. */
  findings(booking: Booking): Map<number, OpenFinding> {
    const { edges } = booking;
    this.#tellTotals();
    const found = new Map<number, OpenFinding>();
    const put = (row: number, finding: OpenFinding | undefined) => {
      if (finding === undefined || this.#work.free[row] === 0) return;
      const known = found.get(row);
      if (known === undefined || openCodes.indexOf(finding.code) < openCodes.indexOf(known.code)) found.set(row, finding);
    };
    for (const [finding, rows] of this.#stillOpen()) for (const row of rows) put(row, finding);
    for (let edge = 0; edge < edges.count; edge++) {
      const [s, r] = [edges.sale[edge] as number, edges.record[edge] as number];
      if (this.#work.free[s] === 0 && this.#work.free[r] === 0) continue;
      if (this.#work.free[s] === 0 && has(edges, edge, EQUAL) && !has(edges, edge, OPEN) && edges.number[edge] === SURE_NUMBER)
        this.namesPaid.add(r);
      const finding = findingOf(booking, edge);
      put(s, finding);
      put(r, finding);
    }
    const { isRecord } = this.#work.rows;
    tellLeads(this.#work, booking.taken, (row, leads, within) => {
      if (!found.has(row))
        found.set(row, {
          code: 'Nearby',
          within,
          ...(isRecord[row] === 1 ? { sales: leads, records: [row] } : { sales: [row], records: leads }),
        });
    });
    return found;
  }

  /** Tells `Unbalanced` of the free rows at a place and day where a total is open, too. */
  #tellTotals(): void {
    const { rows, free, joiner, dayKey } = this.#work;
    const where = this.#work.keyBy((row) => placeOrLocation(this.#work, row));
    const key = joiner.join(where, rows.currency, dayKey);
    eachGroup(rows, key, free, (sales, records) => {
      if (records.some((r) => isTotal(this.#work, r))) this.tell('Unbalanced', sales, records);
    });
  }

  /** What was told, with the rows that were not taken later, where it still holds. */
  *#stillOpen(): Generator<[OpenFinding, number[]]> {
    const isFree = (row: number) => this.#work.free[row] === 1;
    for (const told of new Set(this.#groups.values())) {
      const [sales, records] = [told.sales.filter(isFree), told.records.filter(isFree)];
      if (sales.length === 0 || records.length === 0) continue;
      const [sold, settled] = [this.#work.sum(sales), this.#work.sum(records)];
      // What adds up and was not booked may be of other days.
      const isSum = told.code === 'Unbalanced' && sold === settled;
      yield [
        { ...told, sales, records, sold, settled, ...(isSum && { code: 'Nearby', within: 'Day' }) },
        [...sales, ...records].filter((row) => this.#groups.get(row) === told),
      ];
    }
  }
}

function findingOf(booking: Booking, edge: number): OpenFinding | undefined {
  const { edges } = booking;
  const [s, r] = [edges.sale[edge] as number, edges.record[edge] as number];
  const days = edges.days[edge] as number;
  const isEqual = has(edges, edge, EQUAL);
  if (days < -1 || days > 45) return undefined;
  const pair = { sales: [s], records: [r] };
  const isFree = booking.isOpen(edge);
  if (!isFree && isEqual) return has(edges, edge, OPEN) ? undefined : twice(booking, edge);
  const veto = vetoOf(edges, edge);
  if (veto !== undefined) return { code: 'FieldDiffers', field: veto, ...pair };
  const isOpen = has(edges, edge, OPEN);
  if (isEqual && isOpen)
    return namingOf(edges, edge) > 0 ? { code: 'FieldDiffers', field: doubtOf(booking.work, s, r), ...pair } : undefined;
  if (!isEqual) {
    // One number alone may recur; at one place within minutes it does not.
    const isNamedThere = namingOf(edges, edge) > 0 && has(edges, edge, PLACE) && (edges.seconds[edge] as number) <= MOMENT;
    const isNamed =
      (has(edges, edge, STRONG) && !isOpen && (isFree || !isPaidToTheCent(booking, edge))) ||
      (isFree && (isNamedThere || fieldsOf(edges, edge) >= 2));
    return isNamed ? { code: 'AmountDiffers', ...pair } : undefined;
  }
  return edges.grade[edge] !== 0 ? ambiguous(booking, edge) : undefined;
}

/** Whether a row of the edge that is taken has its match by an equal amount, and by as good evidence. */
function isPaidToTheCent({ edges, taken }: Booking, edge: number): boolean {
  return someBeside(edges, edge, (other) => {
    const [s, r] = rowsOf(edges, other);
    const isMatch = taken.matchWith(s) !== undefined && taken.matchWith(s) === taken.matchWith(r);
    return isMatch && has(edges, other, EQUAL) && fieldsOf(edges, other) >= fieldsOf(edges, edge);
  });
}

/** What makes a pair too doubtful to be booked. */
function doubtOf(work: MatchWork, s: number, r: number): WeighedField {
  const { rows } = work;
  if (work.areOtherBrands(s, r)) return 'brandId';
  if (work.areOtherTerminals(s, r)) return 'terminalId';
  if (differ(rows.location, s, r)) return 'locationId';
  if (differ(rows.acquirer, s, r)) return 'acquirerId';
  return differ(rows.terminal, s, r) ? 'terminalId' : 'transactionSequenceCounter';
}

/** A payment that the other side has once: the free row repeats what is matched. */
function twice(booking: Booking, edge: number): OpenFinding | undefined {
  const { work, edges, taken } = booking;
  const { rows } = work;
  const [s, r] = rowsOf(edges, edge);
  const [own, matched] = work.free[s] === 1 ? [s, r] : [r, s];
  const match = taken.matchWith(matched);
  if (match === undefined || (edges.grade[edge] === 0 && !has(edges, edge, STRONG))) return undefined;
  const beside = [...edgesAt(edges, matched)].map((one) => rowsOf(edges, one)[own === s ? 0 : 1]);
  const other = beside.find((one) => taken.matchWith(one) === match);
  if (other === undefined || rows.units[own] !== rows.units[other]) return undefined;
  // Parts of a bill, the next month of a subscription: of other moments they are payments of their own.
  const days = Math.abs((rows.day[own] as number) - (rows.day[other] as number));
  const isOtherDay = days > POSTED_DAYS && rows.isBookedOnly[own] === 0;
  const areOthers = isOtherDay || work.secondsApart(own, other) > MOMENT || isPaidInParts(booking, own);
  if (areOthers) return undefined;
  return own === s ? { code: 'PostedTwice', sales: [s, other], records: [r] } : { code: 'SettledTwice', sales: [s], records: [r, other] };
}

/** Whether rows that are like it under its numbers have matches of their own: then each is a payment. */
function isPaidInParts({ edges, taken }: Booking, row: number): boolean {
  const matches = [...edgesAt(edges, row)].flatMap((edge) => {
    const [s, r] = rowsOf(edges, edge);
    return (has(edges, edge, EQUAL) && taken.matchWith(s === row ? r : s)) || [];
  });
  return new Set(matches).size > 1;
}

/** Free rows of equal amount and as good evidence, which nothing contradicts. */
function ambiguous(booking: Booking, edge: number): OpenFinding | undefined {
  const { edges } = booking;
  const [s, r] = rowsOf(edges, edge);
  const isRival = (other: number) => booking.isOpen(other) && has(edges, other, EQUAL) && edges.grade[other] !== 0;
  const rivals = (row: number) => [...edgesAt(edges, row).filter(isRival).subarray(0, SHOWN_MAX)].map((other) => rowsOf(edges, other));
  const [records, sales] = [rivals(s).map(([, one]) => one), rivals(r).map(([one]) => one)];
  return sales.length + records.length > 2 ? { code: 'Ambiguous', sales, records } : undefined;
}
