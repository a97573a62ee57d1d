/** Rows that share a number and add up: items of a bill, captures of an order, a bill on several cards. */
import type { Booking } from './book.js';
import { areOtherServices } from './evidence-settings.js';
import { eachGroup, type Key } from './groups.js';
import type { MatchWork } from './match-work.js';
import { keyOf, type NumberKind } from './numbers.js';
import type { EvidenceRule } from './taken.js';

const ROWS_MAX = 1_000;
const HOUR = 3_600;

/** Tells groups that share a number of one day and do not add up. */
export type TellUnbalanced = (sales: Int32Array, records: Int32Array) => void;

/** Numbers that are sure go first; `kinds` as {@link weighNumbers} gives them. */
export function bookSums({ work, taken }: Booking, kinds: readonly NumberKind[], tell: TellUnbalanced): void {
  const { rows, joiner } = work;
  const column = (of: 'reference' | 'order' | 'counter', charsMin = 1) => work.long(work[of], charsMin);
  const atPlace = (of: 'order' | 'counter') => joiner.join(work.place, column(of), work.dayKey);
  const kindNamed = (name: string) => kinds.find((kind) => kind.name === name);
  const sum = (rule: EvidenceRule, key: Key, isDaily: boolean, kind?: NumberKind) =>
    eachGroup(rows, joiner.join(key, work.money), work.free, (sales, records) => {
      if (sales.length + records.length < 3 || !canBeOne(work, sales, records, isDaily)) return;
      if (kind && records.some((r) => kind.worth.isRecurring(work.account[r] as number))) return;
      if (work.sum(sales) !== work.sum(records)) {
        if (isDaily) tell(sales, records);
      } else if (sales.length + records.length <= ROWS_MAX) taken.take(rule, 'Sum', sales, records);
    });
  sum('sum-of-reference', column('reference', 6), false, kindNamed('reference'));
  bookRests(work, taken);
  sum('sum-of-counter', atPlace('counter'), true);
  sum('sum-of-code-and-card', joiner.join(work.codeAndCard(), work.dayKey), true);
  sum('sum-of-code-and-card', work.codeAndCard(), false);
  sum('sum-of-order-at-terminal', atPlace('order'), true);
  sum('sum-of-order', column('order', 6), false, kindNamed('order'));
  sum('sum-of-order-and-day', joiner.join(column('order', 4), work.dayKey), true);
  for (const kind of kinds) {
    const { name, worth } = kind;
    if (name === 'reference' || name === 'order' || ![...worth.seen.keys()].some((account) => worth.isProven(account))) continue;
    const key = keyOf(work, kind);
    for (let row = 0; row < rows.count; row++) if (rows.isRecord[row] === 1 && !worth.isProven(work.account[row] as number)) key[row] = 0;
    sum('sum-of-number', key, false, kind);
  }
}

/** A deposit, and what was given back of it under its receipt: the record has the rest. */
function bookRests(work: MatchWork, taken: Booking['taken']): void {
  const { units, currency } = work.rows;
  eachGroup(work.rows, work.joiner.join(work.place, work.reference, work.dayKey, currency), work.free, (sales, records) => {
    const hasBothSigns = new Set(sales.map((s) => Math.sign(units[s] as number))).size > 1;
    const isRest =
      records.length === 1 && work.sum(sales) === work.sum(records) && sales.every((s) => units[s] !== units[records[0] as number]);
    if (hasBothSigns && isRest && canBeOne(work, sales, records, true)) taken.take('sum-of-reference', 'Sum', sales, records);
  });
}

/** Whether nothing contradicts that these rows are one payment: place, service, order of days and, of the parts of a day, their time. */
function canBeOne(work: MatchWork, sales: Int32Array, records: Int32Array, isDaily: boolean): boolean {
  const { rows, at } = work;
  let [place, location, service, earliest, latest] = [0, 0, 0, Infinity, -Infinity];
  let [sold, settled] = [-Infinity, Infinity];
  for (const side of [sales, records])
    for (const row of side) {
      const [ownPlace, ownLocation, brand] = [work.place[row] as number, rows.location[row] as number, rows.brand[row] as number];
      if (isDaily && rows.isBookedOnly[row] === 1) return false;
      if ((place !== 0 && ownPlace !== 0 && place !== ownPlace) || (location !== 0 && ownLocation !== 0 && location !== ownLocation))
        return false;
      if (areOtherServices(service, brand)) return false;
      place ||= ownPlace;
      location ||= ownLocation;
      service ||= brand;
      if (work.isTimed(row)) [earliest, latest] = [Math.min(earliest, at[row] as number), Math.max(latest, at[row] as number)];
      if (rows.isRecord[row] === 1) settled = Math.min(settled, work.settledOn(row));
      else sold = Math.max(sold, work.soldOn(row));
    }
  return settled >= sold - 1 && !(isDaily && latest - earliest > HOUR) && shareCards(work, sales, records);
}

/** Cards and codes of one side have one of the other side's, where both have any. */
function shareCards(work: MatchWork, sales: Int32Array, records: Int32Array): boolean {
  return [work.code, work.rows.lastFour].every((column) => {
    const some = new Set(sales.map((row) => column[row] as number));
    const others = new Set(records.map((row) => column[row] as number));
    some.delete(0);
    others.delete(0);
    return some.size === 0 || others.size === 0 || [...some].some((value) => others.has(value));
  });
}
