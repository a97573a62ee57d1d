/**
 * Which sales and settlement records are one payment, by evidence: a pure function of the rows, the settings and what people decided. The order
 * in which rows come never matters: no step takes "the first", and where two answers are possible rows stay open or become a proposal.
 */

import { decidedBefore, type MatchSettings } from '../contract/match-settings.js';
import { Booking, bookGrade } from './book.js';
import { bookCancellations, paidVoids } from './cancel.js';
import { measureByClocks } from './clocks.js';
import type { Columns } from './columns.js';
import { GRADES, weighPairs } from './edges.js';
import { eachGroup } from './groups.js';
import { forgetConstantCodes, type Learnt, learnNames } from './learn.js';
import { MatchWork } from './match-work.js';
import { doubtByMoments } from './moments.js';
import { type NumberKind, NumberWorth, weighNumbers } from './numbers.js';
import { type OpenFinding, OpenRows } from './open-rows.js';
import { Pairs } from './pairs.js';
import { propose } from './propose.js';
import { shiftedNumbers } from './shifted.js';
import { bookSums } from './sums.js';
import type { StandsWith, Taken } from './taken.js';
import { bookTotals } from './totals.js';

/** What people decided, by places. */
export interface DecidedRows {
  /** Rows that no rule touches: in a match made or approved by a person, or skipped. */
  pinned?: ReadonlySet<number>;
  /** Reasons of open rows speak of the matches that such rows are in. */
  standing?: StandsWith;
  /** Records by sale that never join it, in a group neither. */
  forbidden?: ReadonlyMap<number, ReadonlySet<number>>;
  /** What people said to be one payment, the last word first; a suggestion where no sure rule takes the rows. */
  before?: Iterable<RowsBefore>;
}

export interface RowsBefore {
  sales: readonly number[];
  records: readonly number[];
}

export interface MatchOutcome extends Pick<Taken, 'matches' | 'matchOf'> {
  learnt: readonly Learnt[];
  kinds: readonly NumberKind[];
  /** By place, of rows in no match. */
  findings: ReadonlyMap<number, OpenFinding>;
  /** By place, of records in no match: as {@link OpenRows} has them. */
  namesPaid: ReadonlySet<number>;
  /** By place, of sales in no match that void a sale that was paid: that one, and its records. */
  paidVoids: ReadonlyMap<number, readonly number[]>;
  /** By place: the terminal by the acquirer's name; 0 for none. */
  place: Int32Array;
  /** By place: 1 for sales paid in cash, which no record names. */
  isCash: Uint8Array;
}

export function matchRows(
  rows: Columns,
  settings: MatchSettings,
  { pinned, standing, forbidden, before = [] }: DecidedRows = {},
): MatchOutcome {
  const learnt: Learnt[] = [];
  const work = new MatchWork(rows, settings, pinned, forbidden);
  forgetConstantCodes(work, learnt);
  learnNames(work, learnt);
  const { edges, kinds, counters, named } = weighed(work, learnt);
  measureByClocks(work, edges);
  const booking = new Booking(work, edges, standing);
  const open = new OpenRows(work);
  bookGrade(booking, GRADES.amount, 'number-and-amount');
  doubtByMoments(booking, GRADES.moment);
  bookGrade(booking, GRADES.moment, 'number-and-moment');
  bookSums(booking, kinds, (sales, records) => open.tell('Unbalanced', sales, records));
  doubtByMoments(booking, GRADES.later);
  bookGrade(booking, GRADES.later, 'number-days-later');
  bookGrade(booking, GRADES.day, 'number-and-day');
  bookGrade(booking, GRADES.near, 'number-and-near-amount');
  bookTotals(booking, true);
  bookTotals(booking, false);
  bookCancellations(booking, named);
  for (const { sales, records } of before)
    if ([...sales, ...records].every((row) => work.free[row] === 1)) booking.taken.take(decidedBefore, 'Hand', sales, records);
  proposeCash(booking);
  propose(booking, counters, (sales, records) => open.tell('CurrencyDiffers', sales, records));
  booking.taken.sort();
  const { matches, matchOf } = booking.taken;
  return {
    ...{ matches, matchOf, learnt, kinds },
    findings: open.findings(booking),
    namesPaid: open.namesPaid,
    paidVoids: paidVoids(booking),
    place: work.place,
    isCash: work.flags((row) => work.cash[row] === 1 && matchOf[row] === -1),
  };
}

/** Gathers pairs by every number, and weighs each once. */
function weighed(work: MatchWork, learnt: Learnt[]) {
  const { rows, joiner, place, code } = work;
  const pairs = new Pairs(work);
  const gather = pairs.gather.bind(pairs);
  const kinds = weighNumbers(work, learnt, gather);
  const counters = new NumberWorth(work.settings.numbers.counter);
  // A counter may begin anew each day.
  counters.weigh(work, joiner.join(place, work.counter, work.dayKey), place, () => {});
  const keys = [
    joiner.join(place, work.counter),
    work.codeAndCard(),
    work.long(code, 5),
    joiner.join(place, work.order),
    joiner.join(place, rows.lastFour),
    // A card pays at several terminals of a shop.
    joiner.join(work.amount, rows.lastFour),
  ];
  for (const key of keys) eachGroup(rows, joiner.join(key, work.money), work.active, gather);
  const named = new Uint8Array(rows.count);
  const weights = { work, kinds, counters, shifted: shiftedNumbers(work, work.counter, work.counter), named };
  return { ...weights, edges: weighPairs(weights, pairs.sorted()) };
}

const CASH_CHARS_MIN = 6;

/** Cash that a record names, which nothing else took, may be a card after all: a person decides. */
function proposeCash({ work, taken }: Booking): void {
  const { rows, joiner } = work;
  const isIn = work.flags((row) => (rows.isRecord[row] === 1 ? work.free[row] === 1 : work.cash[row] === 1));
  for (const key of work.numbersOfPayment(CASH_CHARS_MIN))
    eachGroup(rows, joiner.join(key, work.amount), isIn, (sales, records) => {
      const [s, r] = [sales[0] as number, records[0] as number];
      if (sales.length === 1 && records.length === 1 && taken.matchOf[s] === -1 && work.free[r] === 1 && work.veto(s, r) === null)
        taken.take('number-of-cash', 'Pair', sales, records);
    });
}
