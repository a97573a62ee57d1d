/** The evidence of each pair, weighed once: what agrees, how far apart, what makes it doubtful, and the grade in which it may be booked. */
import type { Key } from './groups.js';
import { isUnknownName } from './learn.js';
import { differ, type MatchWork, MOMENT, type Veto } from './match-work.js';
import { isProven, isRecurring, isRefuted, type NumberKind } from './numbers.js';

/** What agrees, as bits of `flags`. */
export const EQUAL = 1;
export const CODE = 2;
export const CARD = 4;
export const COUNTER = 8;
export const TABLE = 16;
export const PLACE = 32;
/** A payment's own number. */
export const STRONG = 64;
/** Brand, trusted counter or terminal speak against it. */
export const DOUBTED = 128;
/** Too doubtful to be booked. */
export const OPEN = 256;

/** How much the best number that both share is worth. */
export const NO_NUMBER = 0;
export const WEAK_NUMBER = 1;
/** Good for the moment; for some days; by itself. */
export const RECURRING_NUMBER = 2;
export const SHORT_NUMBER = 3;
export const SURE_NUMBER = 4;

/** How near in time a number that recurs must be where no place is told. */
const ONE_SHOP_SECONDS = 120;

/** The order in which evidence books; 0: never. */
export const GRADES = { amount: 1, moment: 2, later: 4, day: 5, near: 6, card: 8 } as const;

/** Days within which a row of the other side with the amount and a number is one that names this row. */
const NAMED_DAYS = 10;
const vetoes: readonly (Veto | null)[] = [
  null,
  'currency',
  'sign',
  'day',
  'brandId',
  'cardNumberMasked',
  'authorisationCode',
  'locationId',
  'acquirerId',
];

export interface Edges {
  count: number;
  sale: Int32Array;
  record: Int32Array;
  grade: Uint8Array;
  flags: Uint16Array;
  /** Worth and kind (by its place in `kinds`) of the best number that both share. */
  number: Uint8Array;
  kind: Uint8Array;
  /** NaN where one side knows only the day. */
  seconds: Float64Array;
  days: Int32Array;
  /** What contradicts an equal amount under one number: such an edge counts for nothing, and is told. By place in `vetoes`. */
  veto: Uint8Array;
  /** Edges come by sale: those of one begin at `saleStarts`. Those of a record are in `byRecord`, from `recordStarts` on. */
  saleStarts: Int32Array;
  recordStarts: Int32Array;
  byRecord: Int32Array;
}

export interface Weights {
  work: MatchWork;
  kinds: readonly NumberKind[];
  counters: Pick<NumberKind, 'use' | 'quality'>;
  /** By place: 1 where a row of its own side may have undone it: only a number that is its own books it. */
  undone: Uint8Array;
  /** By place: 1 where a row of the other side names it, contradicted or not. */
  named: Uint8Array;
}

export const has = ({ flags }: Edges, edge: number, flag: number) => ((flags[edge] as number) & flag) !== 0;
export const vetoOf = (edges: Edges, edge: number) => vetoes[edges.veto[edge] as number] as Veto | null;

/** Numbers of a payment that agree: a card names a customer. */
export const namingOf = ({ flags, number }: Edges, edge: number) =>
  Number((number[edge] as number) > 0) + bit(flags[edge] as number, CODE) + bit(flags[edge] as number, COUNTER);
export const fieldsOf = (edges: Edges, edge: number) => namingOf(edges, edge) + bit(edges.flags[edge] as number, CARD);
const bit = (flags: number, one: number) => ((flags & one) === 0 ? 0 : 1);

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
    kind: new Uint8Array(pairs.length),
    seconds: new Float64Array(pairs.length),
    days: new Int32Array(pairs.length),
    veto: new Uint8Array(pairs.length),
    saleStarts: new Int32Array(count + 1),
    recordStarts: new Int32Array(count + 1),
    byRecord: new Int32Array(pairs.length),
  };
  for (const pair of pairs) weigh(weights, edges, Math.floor(pair / count), pair % count);
  index(edges, count);
  return edges;
}

function index(edges: Edges, rows: number): void {
  for (const [column, starts] of [
    [edges.sale, edges.saleStarts],
    [edges.record, edges.recordStarts],
  ] as const) {
    for (let edge = 0; edge < edges.count; edge++) {
      const after = (column[edge] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let row = 0; row < rows; row++) starts[row + 1] = (starts[row + 1] as number) + (starts[row] as number);
  }
  const next = edges.recordStarts.slice();
  for (let edge = 0; edge < edges.count; edge++) {
    const row = edges.record[edge] as number;
    edges.byRecord[next[row] as number] = edge;
    next[row] = (next[row] as number) + 1;
  }
}

/** Whether one of the other edges of the edge's rows is so. */
export function someBeside(edges: Edges, edge: number, isSo: (other: number) => boolean): boolean {
  const [s, r] = [edges.sale[edge] as number, edges.record[edge] as number];
  for (let other = edges.saleStarts[s] as number; other < (edges.saleStarts[s + 1] as number); other++)
    if (other !== edge && isSo(other)) return true;
  for (let at = edges.recordStarts[r] as number; at < (edges.recordStarts[r + 1] as number); at++) {
    const other = edges.byRecord[at] as number;
    if (other !== edge && isSo(other)) return true;
  }
  return false;
}

/** Worth and kind of the best number that both share. */
function bestNumber({ work, kinds }: Weights, s: number, r: number): [worth: number, kind: number] {
  const { rows } = work;
  let best = NO_NUMBER;
  let by = 0;
  for (const [index, kind] of kinds.entries()) {
    const text = kind.form[rows[kind.ofSale][s] as number] as number;
    if (text === 0 || text !== kind.form[rows[kind.ofRecord][r] as number]) continue;
    const account = work.account[r] as number;
    if (isRefuted(kind, account)) continue;
    const worth = isProven(kind, account) ? SURE_NUMBER : worthOf(kind, isRecurring(kind, account), rows.texts.lengthOf(text));
    if (worth > best) [best, by] = [worth, index];
  }
  return [best, by];
}

/** What a number is worth that the amounts have not proven yet. */
function worthOf(kind: NumberKind, recurs: boolean, chars: number): number {
  if (!kind.isPlain) return WEAK_NUMBER;
  if (recurs) return RECURRING_NUMBER;
  if (chars >= 8) return SURE_NUMBER;
  if (chars >= 6) return SHORT_NUMBER;
  return kind.isCrosswise ? WEAK_NUMBER : RECURRING_NUMBER;
}

const agree = (column: Key, s: number, r: number) => column[s] !== 0 && column[s] === column[r];

/** Adds the edge of a pair, or of a veto that is worth telling. */
function weigh(weights: Weights, edges: Edges, s: number, r: number): void {
  const { work, named } = weights;
  const { rows } = work;
  if (work.isForbidden(s, r)) return;
  const [number, kind] = bestNumber(weights, s, r);
  const isCode = agree(work.code, s, r);
  const isCard = agree(rows.lastFour, s, r);
  const isPlace = agree(work.place, s, r);
  const hasCounters = isPlace && work.counter[s] !== 0 && work.counter[r] !== 0;
  const isCounter = hasCounters && work.counter[s] === work.counter[r];
  const isEqual = rows.units[s] === rows.units[r];
  const seconds = work.secondsApart(s, r);
  const days = work.daysApart(s, r);
  const isNamed = number > 0 || isCode || isCounter || (isCard && isPlace && !(seconds > 3_600));
  if (isEqual && isNamed && days >= -1 && days <= NAMED_DAYS) named[s] = named[r] = 1;
  const veto = work.veto(s, r);
  if ((rows.payments[r] as number) > 1 || (veto !== null && !(isEqual && isNamed && days >= -1))) return;
  const edge = edges.count++;
  edges.sale[edge] = s;
  edges.record[edge] = r;
  edges.number[edge] = number;
  edges.kind[edge] = kind;
  edges.seconds[edge] = seconds;
  edges.days[edge] = days;
  edges.veto[edge] = vetoes.indexOf(veto);
  edges.flags[edge] =
    (Number(isEqual) * EQUAL) |
    (Number(isCode) * CODE) |
    (Number(isCard) * CARD) |
    (Number(isCounter && !isRefuted(weights.counters, work.place[r] as number)) * COUNTER) |
    (Number(isPlace && agree(work.order, s, r)) * TABLE) |
    (Number(isPlace) * PLACE);
  if (veto !== null) edges.flags[edge] = (edges.flags[edge] as number) | OPEN;
  else grade(weights, edges, edge, hasCounters);
}

/** How sure the evidence is, and in which order it books. */
function grade({ work, counters, undone }: Weights, edges: Edges, edge: number, hasCounters: boolean): void {
  const { rows } = work;
  const { sale, record } = edges;
  const [s, r, number] = [sale[edge] as number, record[edge] as number, edges.number[edge] as number];
  const [seconds, days, fields] = [edges.seconds[edge] as number, edges.days[edge] as number, fieldsOf(edges, edge)];
  const [isEqual, isCode, isCard, isCounter, isPlace] = [EQUAL, CODE, CARD, COUNTER, PLACE].map((flag) => has(edges, edge, flag));
  const isUntimed = Number.isNaN(seconds);
  const isSoon = Math.abs(days) <= 1;
  const isMoment = seconds <= MOMENT;
  // Where a till tells its place and a record does not, the number may be another shop's.
  const isOneShop = work.place[s] === 0 && rows.location[s] === 0 && seconds <= ONE_SHOP_SECONDS;
  const isStrong =
    (isCode && isCard) ||
    number === SURE_NUMBER ||
    (number === SHORT_NUMBER && (isCode || isCard || Math.abs(days) <= 5)) ||
    (isSoon && fields >= 2 && (number > 0 || isCounter)) ||
    (isSoon && isCode && (isPlace || (isEqual && rows.texts.lengthOf(work.code[s] as number) >= 5)));
  const isCounterTrusted = hasCounters && isTrusted(counters, work.place[r] as number);
  const isOtherTerminal =
    work.areOtherTerminals(s, r) || (differ(rows.terminal, s, r) && !isPlace && work.names.terminal.has(rows.terminal[s] as number));
  const isDoubted =
    (isCounterTrusted && work.counter[s] !== work.counter[r] && !(isCode && isCard)) || work.areOtherBrands(s, r) || isOtherTerminal;
  const isElsewhere = isUnknownName(work, 'location', s, r) || isUnknownName(work, 'acquirer', s, r);
  const isOpen = (isDoubted && !(fields >= 2 && isEqual)) || (isElsewhere && !(isEqual && (isMoment || fields >= 2)));
  edges.flags[edge] = (edges.flags[edge] as number) | (Number(isStrong) * STRONG) | (Number(isDoubted) * DOUBTED) | (Number(isOpen) * OPEN);
  if (isOpen) return;
  const isAlmost = !isEqual && work.isNear(s, r);
  const isLocal = isCounter || has(edges, edge, TABLE) || (isCard && isPlace) || number >= RECURRING_NUMBER;
  const mayRecur = isLocal && undone[s] === 0 && undone[r] === 0;
  const reach = number === SURE_NUMBER ? 120 : 30;
  const isNamedDay = isCounter || number >= RECURRING_NUMBER || rows.texts.lengthOf(work.order[s] as number) >= 4;
  const isDay = mayRecur && isEqual && isUntimed && work.isSameDay(s, r) && rows.isBookedOnly[r] === 0;
  if (isStrong && isEqual && (isMoment || (isUntimed && isSoon))) edges.grade[edge] = GRADES.amount;
  else if ((isStrong || mayRecur) && isMoment && (isPlace || isStrong || isOneShop) && (isEqual || isAlmost))
    edges.grade[edge] = GRADES.moment;
  else if (isStrong && isEqual && days >= -1 && days <= reach && (number >= SHORT_NUMBER || isSoon || (isUntimed && days <= 5)))
    edges.grade[edge] = GRADES.later;
  else if (isDay && (isNamedDay || isCard)) edges.grade[edge] = isNamedDay ? GRADES.day : GRADES.card;
  else if (
    isStrong &&
    isAlmost &&
    days >= -1 &&
    days <= 5 &&
    (fields >= 2 || (number >= SHORT_NUMBER && (isPlace || agree(rows.location, s, r))))
  )
    edges.grade[edge] = GRADES.near;
}

/** Counters that agree where they can be compared: another one then speaks against a pair. */
function isTrusted({ use, quality }: Weights['counters'], place: number): boolean {
  const seen = quality.get(place);
  if (use !== undefined) return use === 'names';
  return seen !== undefined && seen.pairs >= 3 && seen.near >= 0.8 * seen.pairs;
}
