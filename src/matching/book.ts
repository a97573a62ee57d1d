/**
 * Books edges by grade of evidence. A pair is booked where no free rival has evidence as good, or every rival is further in time by a clear
 * margin. All pairs of a round are judged on the same state, so that no order enters; what ties stays open.
 */
import { DOUBTED, type Edges, EQUAL, edgesAt, GRADES, has, namingOf, OPEN, rowsOf, SURE_NUMBER, someBeside } from './edges.js';
import type { MatchWork } from './match-work.js';
import { type EvidenceRule, type StandsWith, Taken } from './taken.js';

const ROUNDS_MAX = 20;
const RIVAL_DAYS = 30;

/** By a clear margin: three times as far and half a minute more. */
export const isClearly = (near: number, far: number) => far >= 3 * near + 30;

/** The weighed edges, and the rows that are booked by them. */
export class Booking {
  readonly work: MatchWork;
  readonly edges: Edges;
  readonly taken: Taken;

  constructor(work: MatchWork, edges: Edges, standing: StandsWith = () => undefined) {
    this.work = work;
    this.edges = edges;
    this.taken = new Taken(work, standing);
  }

  /** Whether both rows are free. */
  isOpen(edge: number): boolean {
    return this.work.free[this.edges.sale[edge] as number] === 1 && this.work.free[this.edges.record[edge] as number] === 1;
  }

  openEdges(isMeant: (edge: number) => boolean): number[] {
    const found: number[] = [];
    for (let edge = 0; edge < this.edges.count; edge++) if (this.isOpen(edge) && isMeant(edge)) found.push(edge);
    return found;
  }

  /** Whether another free pair of one of its rows is one, and not clearly further. */
  hasRival(edge: number, isRival: (other: number) => boolean): boolean {
    const { seconds } = this.edges;
    const isOne = (other: number) => this.isOpen(other) && isRival(other) && !isClearly(seconds[edge] as number, seconds[other] as number);
    return someBeside(this.edges, edge, isOne);
  }

  takePair(rule: EvidenceRule, edge: number): void {
    const [s, r] = rowsOf(this.edges, edge);
    this.taken.take(rule, 'Pair', [s], [r]);
  }
}

/**
 * A rival by equal amount has as many numbers of a payment: that it lacks the card is no evidence against it, and a card names a customer.
 */
function isEqualRival(edges: Edges, edge: number, other: number): boolean {
  const days = edges.days[other] as number;
  const naming = namingOf(edges, other);
  const isInTime = days >= -1 && days <= RIVAL_DAYS;
  return has(edges, other, EQUAL) && !has(edges, other, OPEN) && naming > 0 && naming >= namingOf(edges, edge) && isInTime;
}

/** A near amount, or a number that recurs, bears no rival. */
function isRivalOf(edges: Edges, edge: number, other: number): boolean {
  if (has(edges, edge, EQUAL) && edges.grade[edge] !== GRADES.moment)
    return edges.grade[other] === edges.grade[edge] || isEqualRival(edges, edge, other);
  return edges.veto[other] === 0;
}

/** Books the edges of a grade, then what ties like for like. */
export function bookGrade(booking: Booking, grade: number, rule: EvidenceRule): void {
  const { edges, taken } = booking;
  let open = booking.openEdges((edge) => edges.grade[edge] === grade);
  for (let round = 0; round < ROUNDS_MAX && open.length > 0; round++) {
    const sure = open.filter((edge) => !booking.hasRival(edge, (other) => isRivalOf(edges, edge, other)));
    const before = taken.matches.length;
    for (const edge of sure) booking.takePair(rule, edge);
    if (taken.matches.length === before) break;
    open = open.filter((edge) => booking.isOpen(edge));
  }
  if (open.length > 0) bookAlike(booking, open, rule);
}

/** Rows that the evidence cannot tell apart: like for like where they are as many; the first of a payment that one side has twice. */
function bookAlike(booking: Booking, open: readonly number[], rule: EvidenceRule): void {
  const { edges, taken } = booking;
  const isIn = new Uint8Array(edges.count);
  for (const edge of open) {
    isIn[edge] = 1;
    someBeside(edges, edge, (other) => {
      if (booking.isOpen(other) && isEqualRival(edges, edge, other)) isIn[other] = 1;
      return false;
    });
  }
  for (const some of connected(edges, isIn)) {
    const sales = [...new Set(some.map((edge) => edges.sale[edge] as number))];
    const records = [...new Set(some.map((edge) => edges.record[edge] as number))];
    if (some.length === 1 || some.length !== sales.length * records.length) continue;
    const found = alike(booking, sales, records);
    if (found !== null) taken.take(rule, found.sales.length > 1 ? 'Alike' : 'First', found.sales, found.records);
  }
}

/** Edges that share rows, of those that `isIn` has 1 of, in their order. */
function* connected(edges: Edges, isIn: Uint8Array): Generator<number[]> {
  for (let edge = 0; edge < edges.count; edge++) {
    if (isIn[edge] === 0) continue;
    const some = [edge];
    isIn[edge] = 0;
    for (const one of some)
      someBeside(edges, one, (other) => {
        if (isIn[other] === 1) some.push(other);
        isIn[other] = 0;
        return false;
      });
    yield some.sort((one, other) => one - other);
  }
}

/** Each pair of theirs has an edge. */
function alike({ work, edges }: Booking, sales: readonly number[], records: readonly number[]) {
  const { rows } = work;
  const [s, r] = [sales[0] as number, records[0] as number];
  const areOne = (some: readonly number[], ...columns: ArrayLike<number>[]) =>
    some.every((row) => columns.every((column) => Object.is(column[row], column[some[0] as number])));
  if (sales.length === records.length) return areOne([...sales, ...records], rows.units) ? { sales, records } : null;
  const isCard = (row: number) => work.code[row] !== 0 && rows.lastFour[row] !== 0;
  const byCodeAndCard = [rows.units, work.code, rows.lastFour, work.place];
  const byAll = [...byCodeAndCard, rows.counter, rows.day];
  if (sales.length === 1) {
    const isNamed =
      areOne(records, rows.units) &&
      edgesAt(edges, s).every((edge) => !records.includes(edges.record[edge] as number) || edges.number[edge] === SURE_NUMBER);
    const isOnePayment = isCard(r) ? areOne(records, ...byCodeAndCard) : areOne(records, ...byAll, work.at);
    const areTold = work.code[r] !== 0 || rows.counter[r] !== 0 || new Set(records.map((row) => rows.settled[row])).size === records.length;
    return isNamed || (isOnePayment && areTold) ? { sales, records: [first(work, records)] } : null;
  }
  const isOnePayment = areOne(sales, ...byAll) && (isCard(s) || rows.counter[s] !== 0);
  return records.length === 1 && isOnePayment ? { sales: [first(work, sales)], records } : null;
}

/** The earliest of rows that repeat each other; by their texts where nothing else tells. */
function first({ rows, at }: MatchWork, some: readonly number[]): number {
  const time = (row: number) => (Number.isNaN(at[row]) ? 0 : (at[row] as number));
  const { payout, reference, order, acquirer, merchant, terminal, location, brandText, code, counter } = rows;
  const columns = [payout, reference, order, acquirer, merchant, terminal, location, brandText, code, counter];
  const textOf = (row: number) =>
    JSON.stringify([
      columns.map((column) => rows.texts.textOf(column[row] as number)),
      rows.firstSix[row],
      rows.lastFour[row],
      rows.day[row],
    ]);
  return some.reduce((one, other) => {
    const [text, others] = [textOf(one), textOf(other)];
    const after =
      (rows.settled[one] as number) - (rows.settled[other] as number) ||
      time(one) - time(other) ||
      Number(text > others) - Number(text < others) ||
      (rows.id[one] as number) - (rows.id[other] as number);
    return after > 0 ? other : one;
  });
}

/** Whether an edge is worth a proposal: nothing speaks against it, and it is not too late. */
export function isDue(edges: Edges, edge: number, daysMax: number): boolean {
  const days = edges.days[edge] as number;
  return edges.veto[edge] === 0 && !has(edges, edge, DOUBTED) && days >= -1 && days <= daysMax;
}
