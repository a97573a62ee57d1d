/** Proposes matches of the rows that are left, the strongest evidence first: a person decides. Nothing here crosses a veto. */
import { type Booking, bookGrade, isDue } from './book.js';
import { putClocksRight } from './clocks.js';
import {
  CARD,
  CODE,
  COUNTER,
  type Edges,
  EQUAL,
  fieldsOf,
  GRADES,
  has,
  PLACE,
  RECURRING_NUMBER,
  SHIPPED_DAYS,
  STRONG,
  SURE_NUMBER,
  someBeside,
  TABLE,
} from './edges.js';
import { byDay, eachGroup, type Key } from './groups.js';
import { type Nearby, proposeDay, proposeNearest, proposeParts } from './nearby.js';
import type { NumberWorth } from './numbers.js';
import type { EvidenceRule } from './taken.js';
import { isTotal, placeOrLocation } from './totals.js';

export function propose(booking: Booking, counters: NumberWorth, tellCurrency: (sales: Int32Array, records: Int32Array) => void): void {
  const { work, edges } = booking;
  const { rows, joiner } = work;
  const nearby: Nearby = { work, taken: booking.taken, hasClock: new Uint8Array(rows.count), counters, isOfTerminal: true };
  const { location } = rows;
  const at = (where: Key) => joiner.join(where, work.amount);
  const isEqual = (edge: number) => has(edges, edge, EQUAL);
  bookGrade(booking, GRADES.card, 'card-and-day');
  proposeEdges(
    booking,
    'number-alone',
    (edge) =>
      isEqual(edge) &&
      isDue(edges, edge, edges.number[edge] === SURE_NUMBER ? SHIPPED_DAYS : 45) &&
      (has(edges, edge, STRONG) || edges.number[edge] !== 0),
  );
  proposeParts(nearby, 'parts-at-terminal', work.place);
  proposeParts(nearby, 'parts-at-location', location);
  proposeEdges(
    booking,
    'number-and-other-amount',
    (edge) =>
      isDue(edges, edge, 30) && (fieldsOf(edges, edge) >= 2 || edges.number[edge] === SURE_NUMBER || isReceiptOfMoment(edges, edge)),
  );
  proposeSlips(booking);
  proposeCurrency(booking, tellCurrency);
  // Terminals may be swapped, or named anew.
  proposeNearest({ ...nearby, isOfTerminal: false }, 'number-that-recurs', at(work.reference), 60);
  nearby.hasClock = putClocksRight(work);
  proposeNearest(nearby, 'terminal-and-moment', at(work.place), 120);
  proposeNearest(nearby, 'location-and-moment', at(location), 120);
  const isNear = (s: number, r: number, next: number) => work.isNear(s, r) && (work.secondsApart(s, r) <= 120 || next > 900);
  proposeNearest(nearby, 'terminal-and-near-amount', joiner.join(work.place, work.money), 180, isNear);
  const isNamed = (edge: number) => edges.number[edge] !== 0 || has(edges, edge, CODE | CARD | COUNTER | TABLE);
  proposeEdges(booking, 'number-that-recurs', (edge) => isEqual(edge) && isDue(edges, edge, 1) && isNamed(edge));
  proposeNearest(nearby, 'terminal-within-minutes', at(work.place), 900);
  proposeDay(nearby, 'terminal-and-day', at(work.place));
  proposeDay(nearby, 'location-and-day', at(location));
  proposeNearest(nearby, 'amount-and-moment', work.amount, 60);
  proposeDay(nearby, 'amount-and-day', work.amount);
  proposeRest(booking);
}

/** A receipt of a day at its terminal, within a minute and alone on that day: the amount was mistyped. */
function isReceiptOfMoment(edges: Edges, edge: number): boolean {
  const isNumbered = (one: number) => (edges.number[one] as number) >= RECURRING_NUMBER && edges.days[one] === 0;
  return isNumbered(edge) && has(edges, edge, PLACE) && (edges.seconds[edge] as number) <= 60 && !someBeside(edges, edge, isNumbered);
}

/** Proposes candidates that no other candidate rivals. */
function proposeEdges(booking: Booking, rule: EvidenceRule, isCandidate: (edge: number) => boolean): void {
  const { edges } = booking;
  const open = booking.openEdges(isCandidate);
  const isOpen = new Uint8Array(edges.count);
  for (const edge of open) isOpen[edge] = 1;
  const sure = open.filter((edge) => !booking.hasRival(edge, (other) => isOpen[other] === 1));
  for (const edge of sure) booking.takePair(rule, edge);
}

/** Terminal, card, moment and amount agree, and the codes differ by one slip of the fingers. */
function proposeSlips({ work, taken }: Booking): void {
  const { rows, joiner, code } = work;
  const key = joiner.join(work.place, rows.lastFour, work.amount);
  eachGroup(
    rows,
    work.keyBy((row) => (code[row] !== 0 && work.isTimed(row) ? (key[row] as number) : 0)),
    work.free,
    (sales, records) => {
      if (sales.length * records.length > 64) return;
      const found: [number, number][] = [];
      for (const s of sales)
        for (const r of records) {
          const isSlip = isOneEdit(rows.texts.textOf(code[s] as number), rows.texts.textOf(code[r] as number));
          if (isSlip && work.secondsApart(s, r) <= 600 && !work.areForbidden([s], [r])) found.push([s, r]);
        }
      const [[s, r] = [0, 0]] = found;
      if (found.length === 1) taken.take('code-with-slip', 'Pair', [s], [r]);
    },
  );
}

/** Whether one character was mistyped. */
const isOneEdit = (one: string, other: string) =>
  one.length === other.length && [...one].filter((character, at) => character !== other[at]).length === 1;

/** Paid in the card's currency: one number, and another currency. Short numbers of a place and day are only told. */
function proposeCurrency({ work, taken }: Booking, tell: (sales: Int32Array, records: Int32Array) => void): void {
  const { rows, joiner } = work;
  const ofDay = (number: Key) => joiner.join(work.place, number, work.dayKey);
  const names = [...work.numbersOfPayment(6), ofDay(work.counter)];
  for (const name of [...names, ofDay(work.reference), ofDay(work.order)])
    eachGroup(rows, name, work.free, (sales, records) => {
      const [s, r] = [sales[0] as number, records[0] as number];
      const isAlone = sales.length === 1 && records.length === 1;
      if (rows.currency[s] === rows.currency[r] || (isAlone && work.veto(s, r) !== null)) return;
      if (isAlone && names.includes(name)) taken.take('other-currency', 'Sum', sales, records);
      else tell(sales, records);
    });
}

const REST_DAYS = 3;

/** A record that knows place, day and sum alone, and all free sales of that place since the day before: a total that does not say so. */
function proposeRest({ work, taken }: Booking): void {
  const { rows, joiner } = work;
  const isSumAlone = (row: number) => rows.counter[row] === 0 && work.code[row] === 0 && rows.lastFour[row] === 0 && !work.isTimed(row);
  const place = work.keyBy((row) => (rows.isRecord[row] === 0 || isTotal(work, row) || isSumAlone(row) ? placeOrLocation(work, row) : 0));
  const key = joiner.join(place, rows.currency);
  for (let back = 0; back <= REST_DAYS; back++)
    eachGroup(rows, key, work.free, (sales, records) => {
      const [sold, told] = [byDay(sales, rows.day), byDay(records, rows.day)];
      for (const r of records) {
        const days = Array.from({ length: back + 1 }, (_, ago) => (rows.day[r] as number) - ago);
        if (days.reduce((count, day) => count + (told.get(day)?.length ?? 0), 0) > 1) continue;
        const rest = days
          .flatMap((day) => sold.get(day) ?? [])
          .filter((s) => work.free[s] === 1 && work.veto(s, r) === null && !work.areOtherBrands(s, r));
        const counts = !isTotal(work, r) || rows.payments[r] === rest.length;
        if (rest.length > 1 && counts && work.sum(rest) === rows.units[r]) taken.take('total-of-the-rest', 'Total', rest, [r]);
      }
    });
}
