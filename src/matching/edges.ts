/** The evidence of each pair, weighed once: what agrees, how far apart, what makes it doubtful, and the grade in which it may be booked. */
import type { Key } from './groups.js';
import { isUnknownName } from './learn.js';
import { type MatchWork, MOMENT, vetoFields } from './match-work.js';
import { type NumberKind, type NumberWorth, sharedNumber, TEXT_CHARS_MIN } from './numbers.js';

/** What agrees, as bits of `flags`. */
export const EQUAL = 1;
export const CODE = 2;
export const CARD = 4;
export const COUNTER = 8;
export const TABLE = 16;
export const PLACE = 32;
export const STRONG = 64;
/** Brand, trusted counter or terminal speak against it. */
export const DOUBTED = 128;
/** Too doubtful to be booked. */
export const OPEN = 256;

/** How much the best number that both share is worth. */
const NO_NUMBER = 0;
const WEAK_NUMBER = 1;
/** Good for the moment; for some days; by itself. */
export const RECURRING_NUMBER = 2;
const SHORT_NUMBER = 3;
export const SURE_NUMBER = 4;

/** Goods may be paid when they are shipped. */
export const SHIPPED_DAYS = 120;
/** A stay, or a hired car, may be authorised when it begins, and sold when it ends. */
const STAY_DAYS = 5;

/** How near in time a number that recurs must be where no place is told. */
const ONE_SHOP_SECONDS = 120;

/** The order in which evidence books; 0: never. */
export const GRADES = { amount: 1, moment: 2, later: 4, day: 5, near: 6, card: 8 } as const;

/** Days within which a row of the other side with the amount and a number is one that names this row. */
const NAMED_DAYS = 10;

export interface Edges {
  count: number;
  sale: Int32Array;
  record: Int32Array;
  grade: Uint8Array;
  flags: Uint16Array;
  /** Worth of the best number that both share. */
  number: Uint8Array;
  /** NaN where one side knows only the day. */
  seconds: Float64Array;
  days: Int32Array;
  /** What contradicts an equal amount under one number, as its place in `vetoFields`, from 1 on: such an edge counts for nothing, and is told. */
  veto: Uint8Array;
  /** The edges of a row are in `byRow`, from `starts` on. */
  starts: Int32Array;
  byRow: Int32Array;
}

export interface Weights {
  work: MatchWork;
  kinds: readonly NumberKind[];
  counters: NumberWorth;
  /** By sale, as {@link shiftedNumbers} has it. */
  shifted: Uint8Array;
  /** By place: 1 where a row of the other side names it, contradicted or not. */
  named: Uint8Array;
}

export const has = ({ flags }: Edges, edge: number, flag: number) => ((flags[edge] as number) & flag) !== 0;
export const vetoOf = ({ veto }: Edges, edge: number) => vetoFields[(veto[edge] as number) - 1];
export const rowsOf = ({ sale, record }: Edges, edge: number) => [sale[edge], record[edge]] as [sale: number, record: number];

/** Numbers of a payment that agree: a card names a customer. */
export const namingOf = (edges: Edges, edge: number) =>
  Number((edges.number[edge] as number) > 0) + Number(has(edges, edge, CODE)) + Number(has(edges, edge, COUNTER));
export const fieldsOf = (edges: Edges, edge: number) => namingOf(edges, edge) + Number(has(edges, edge, CARD));

/** @param pairs sale * rows + record, sorted */
export function weighPairs(weights: Weights, pairs: Float64Array): Edges {
  const { count } = weights.work.rows;
  const edges: Edges = {
    count: 0,
    sale: new Int32Array(pairs.length),
    record: new Int32Array(pairs.length),
    grade: new Uint8Array(pairs.length),
    flags: new Uint16Array(pairs.length),
    number: new Uint8Array(pairs.length),
    seconds: new Float64Array(pairs.length),
    days: new Int32Array(pairs.length),
    veto: new Uint8Array(pairs.length),
    starts: new Int32Array(count + 2),
    byRow: new Int32Array(2 * pairs.length),
  };
  const { starts } = edges;
  for (const pair of pairs) weigh(weights, edges, Math.floor(pair / count), pair % count);
  // Two behind a row its edges are counted, and one behind it is the next place while they are put.
  for (let edge = 0; edge < edges.count; edge++) for (const row of rowsOf(edges, edge)) starts[row + 2] = (starts[row + 2] as number) + 1;
  for (let row = 2; row < starts.length; row++) starts[row] = (starts[row] as number) + (starts[row - 1] as number);
  for (let edge = 0; edge < edges.count; edge++)
    for (const row of rowsOf(edges, edge)) {
      edges.byRow[starts[row + 1] as number] = edge;
      starts[row + 1] = (starts[row + 1] as number) + 1;
    }
  return edges;
}

export const edgesAt = ({ byRow, starts }: Edges, row: number) => byRow.subarray(starts[row], starts[row + 1]);

/** Whether one of the other edges of the edge's rows is so. */
export const someBeside = (edges: Edges, edge: number, isSo: (other: number) => boolean) =>
  rowsOf(edges, edge).some((row) => edgesAt(edges, row).some((other) => other !== edge && isSo(other)));

/** Worth of the best number that both share. */
function bestNumber({ work, kinds }: Weights, s: number, r: number): number {
  const { rows } = work;
  const account = work.account[r] as number;
  let best = NO_NUMBER;
  for (const kind of kinds) {
    const text = sharedNumber(rows, kind, s, r);
    if (text === 0 || kind.worth.isRefuted(account) || kind.shifted[s] === 2) continue;
    const chars = rows.texts.lengthOf(text);
    if (chars < TEXT_CHARS_MIN && !agree(work.place, s, r)) continue;
    best = Math.max(best, kind.shifted[s] === 1 ? WEAK_NUMBER : worthOf(kind, account, chars));
  }
  return best;
}

function worthOf({ worth, isPlain, ofSale, ofRecord }: NumberKind, account: number, chars: number): number {
  if (chars < TEXT_CHARS_MIN) return RECURRING_NUMBER;
  if (worth.isProven(account)) return SURE_NUMBER;
  if (!isPlain) return WEAK_NUMBER;
  if (worth.isRecurring(account)) return RECURRING_NUMBER;
  if (chars >= 8) return SURE_NUMBER;
  if (chars >= 6) return SHORT_NUMBER;
  return ofSale === ofRecord ? RECURRING_NUMBER : WEAK_NUMBER;
}

const agree = (column: Key, s: number, r: number) => column[s] !== 0 && column[s] === column[r];

/** Adds the edge of a pair, or of a veto that is worth telling. */
function weigh(weights: Weights, edges: Edges, s: number, r: number): void {
  const { work, named } = weights;
  const { rows } = work;
  const number = bestNumber(weights, s, r);
  const isCode = agree(work.code, s, r);
  const isCard = agree(rows.lastFour, s, r);
  const isPlace = agree(work.place, s, r);
  const isCounter = isPlace && agree(work.counter, s, r) && weights.shifted[s] === 0;
  const isEqual = rows.units[s] === rows.units[r];
  const seconds = work.secondsApart(s, r);
  const days = work.daysApart(s, r);
  const veto = work.veto(s, r);
  if (veto === 'forbidden' || veto === 'sign' || veto === 'day') return;
  const isNamed = number > 0 || isCode || isCounter || (isCard && isPlace && !(seconds > 3_600));
  if (isEqual && isNamed && days >= -1 && days <= NAMED_DAYS) named[s] = named[r] = 1;
  if ((rows.payments[r] as number) > 1 || (veto !== null && !(isEqual && isNamed && days >= -1))) return;
  const edge = edges.count++;
  edges.sale[edge] = s;
  edges.record[edge] = r;
  edges.number[edge] = number;
  edges.seconds[edge] = seconds;
  edges.days[edge] = days;
  edges.veto[edge] = veto === null ? 0 : vetoFields.indexOf(veto) + 1;
  edges.flags[edge] =
    (isEqual ? EQUAL : 0) |
    (isCode ? CODE : 0) |
    (isCard ? CARD : 0) |
    (isCounter && !weights.counters.isRefuted(work.place[r] as number) ? COUNTER : 0) |
    (isPlace && agree(work.order, s, r) ? TABLE : 0) |
    (isPlace ? PLACE : 0) |
    (veto === null ? 0 : OPEN);
  if (veto === null) grade(weights, edges, edge);
}

/** How sure the evidence is, and in which order it books. */
function grade({ work, counters }: Weights, edges: Edges, edge: number): void {
  const { rows } = work;
  const [s, r] = rowsOf(edges, edge);
  const [number, seconds, days] = [edges.number[edge], edges.seconds[edge], edges.days[edge]] as [number, number, number];
  const fields = fieldsOf(edges, edge);
  const is = (flag: number) => has(edges, edge, flag);
  const [isEqual, isCode, isCard, isCounter, isPlace] = [is(EQUAL), is(CODE), is(CARD), is(COUNTER), is(PLACE)];
  const isUntimed = Number.isNaN(seconds);
  const isSoon = Math.abs(days) <= 1;
  const isMoment = seconds <= MOMENT;
  // Where a till tells its place and a record does not, the number may be another shop's.
  const isOneShop = work.place[s] === 0 && rows.location[s] === 0 && seconds <= ONE_SHOP_SECONDS;
  const isStrong =
    (isCode && isCard) ||
    number === SURE_NUMBER ||
    (number === SHORT_NUMBER && Math.abs(days) <= 5) ||
    (isSoon && fields >= 2 && (number > 0 || isCounter)) ||
    (isSoon && isCode && (isPlace || (isEqual && rows.texts.lengthOf(work.code[s] as number) >= 5)));
  const isDoubted = (counters.contradict(work, s, r) && !(isCode && isCard)) || work.areOtherBrands(s, r) || work.areOtherTerminals(s, r);
  const isElsewhere = isUnknownName(work, 'location', s, r) || isUnknownName(work, 'acquirer', s, r);
  const isOpen = (isDoubted && !(fields >= 2 && isEqual)) || (isElsewhere && !(isEqual && (isMoment || fields >= 2)));
  edges.flags[edge] = (edges.flags[edge] as number) | (isStrong ? STRONG : 0) | (isDoubted ? DOUBTED : 0) | (isOpen ? OPEN : 0);
  if (isOpen) return;
  const isAlmost = !isEqual && work.isNear(s, r);
  const mayRecur = isCounter || is(TABLE) || (isCard && isPlace) || number >= RECURRING_NUMBER;
  const reach = number === SURE_NUMBER ? SHIPPED_DAYS : 30;
  const isNamedDay = isCounter || number >= RECURRING_NUMBER || rows.texts.lengthOf(work.order[s] as number) >= 4;
  const isDay = mayRecur && isEqual && isUntimed && work.isSameDay(s, r) && rows.isBookedOnly[r] === 0;
  const isByTwo = fields >= 2 || (number >= SHORT_NUMBER && (isPlace || agree(rows.location, s, r)));
  if (isStrong && isEqual && (isMoment || (isUntimed && isSoon))) edges.grade[edge] = GRADES.amount;
  else if ((isStrong || mayRecur) && isMoment && (isPlace || isStrong || isOneShop) && (isEqual || isAlmost))
    edges.grade[edge] = GRADES.moment;
  else if (isStrong && isEqual && days >= -1 && days <= reach && (number >= SHORT_NUMBER || isSoon || (isUntimed && days <= 5)))
    edges.grade[edge] = GRADES.later;
  else if (isCode && isCard && isPlace && isEqual && days < 0 && days >= -STAY_DAYS) edges.grade[edge] = GRADES.later;
  else if (isDay && (isNamedDay || isCard)) edges.grade[edge] = isNamedDay ? GRADES.day : GRADES.card;
  else if (isStrong && isAlmost && days >= -1 && days <= 5 && isByTwo) edges.grade[edge] = GRADES.near;
}
