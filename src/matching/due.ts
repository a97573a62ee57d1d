/**
 * Whether an open row is due, waits, or is covered by no file. It follows from the rows and not from the clock, so the same rows always have the
 * same answer, and a file or a till's day that is missing is one gap, for which its rows wait.
 */
import type { MissingPart, RowReason } from '../contract/open-reasons.js';
import { valueAt } from '../contract/value-at.js';
import { DayCounts } from './counts.js';
import { type CoveredRows, type PayingAccount, PayingAccounts } from './covered.js';
import { tillsOf } from './tills.js';

export interface DueRows extends CoveredRows {
  /** Whether no later rows were left out: else all that waits is due. */
  isLast: boolean;
  /** Whether a row is in a match that no run touches. */
  isPinned(row: number): boolean;
}

/** A day with fewer sales at a terminal or, where a file came, of an account tells nothing: one that is open may be alone so. */
const DAY_SALES_LEAST = 3;
/** An account or a terminal that has less of its sales is no measure for a day without any. */
const USUAL_SHARE = 0.5;

/** How many card sales there were on each day, and how many of them have a record. */
interface FoundDays {
  sold: DayCounts;
  found: DayCounts;
}

/** Whether most sales of this day lack a record, which sales of other days have. */
function isMissing({ sold, found }: FoundDays, day: number): boolean {
  const usual = (found.total - found.of(day)) / Math.max(1, sold.total - sold.of(day));
  return usual >= USUAL_SHARE && found.of(day) <= (usual * sold.of(day)) / 2;
}

/** Gives what is to be said of an open row by its place. */
export function dueReasons(asked: DueRows): (row: number) => RowReason {
  const { rows, isLast } = asked;
  const { matchOf, place } = asked.outcome;
  const accounts = new PayingAccounts(asked);
  const tills = tillsOf(asked, accounts);
  const ofAccount = new Map<PayingAccount, FoundDays>();
  const ofTerminal = new Map<number, FoundDays>();
  for (let row = 0; row < rows.count; row++) {
    if (rows.isRecord[row] === 1 || rows.isCash[row] === 1) continue;
    const add = <Key>(of: Map<Key, FoundDays>, key: Key) => {
      const { sold, found } = valueAt(of, key, () => ({ sold: new DayCounts(), found: new DayCounts() }));
      sold.add(rows.day[row] as number);
      if (matchOf[row] !== -1 || asked.isPinned(row)) found.add(rows.day[row] as number);
    };
    for (const account of tills.accountsOfSale(row)) add(ofAccount, account);
    if (place[row] !== 0) add(ofTerminal, place[row] as number);
  }
  const nameOf = (code: number) => rows.texts.textOf(code) || null;
  const gap = (code: MissingPart['code'], account: PayingAccount | null, terminal: number, day: number | null): MissingPart => ({
    code,
    acquirerId: nameOf(account?.acquirer ?? 0),
    merchantId: nameOf(account?.merchant ?? 0),
    terminalId: nameOf(terminal),
    day: day === null ? null : date(day),
  });
  const fileGap = (account: PayingAccount, day: number): MissingPart | null => {
    const days = ofAccount.get(account);
    if (!days || !isMissing(days, day)) return null;
    const isTold = days.sold.of(day) >= DAY_SALES_LEAST;
    const booked = account.usualBooking(day, isTold);
    if (booked !== null && account.files.isHole(booked)) return gap('NoFile', account, 0, booked);
    return (isTold || account.booked.total === 0) && account.payments.isHole(day) ? gap('NoFile', account, 0, day) : null;
  };
  const terminalGap = (account: PayingAccount, terminal: number, day: number): MissingPart | null => {
    const days = ofTerminal.get(terminal);
    if (!days || days.sold.of(day) < DAY_SALES_LEAST || !isMissing(days, day)) return null;
    return tills.settledDays(terminal)?.isHole(day) ? gap('NoFile', account, terminal, day) : null;
  };
  const notCovered = (row: number, fromDay: number | null, missing: MissingPart | null): RowReason => {
    const terminalId = nameOf(rows.terminal[row] as number);
    return { code: 'NotCovered', parameters: { terminalId, fromDay: fromDay === null ? null : date(fromDay), missing } };
  };
  const waiting = (row: number, { acquirer }: PayingAccount, toDay: number, dueDay: number, missing: MissingPart | null): RowReason => {
    const names = { acquirerId: nameOf(acquirer), terminalId: nameOf(rows.terminal[row] as number) };
    const side = rows.isRecord[row] === 1 ? 'Record' : 'Sale';
    return { code: 'Waiting', parameters: { side, ...names, toDay: date(toDay), dueDay: date(dueDay), missing } };
  };
  // The account furthest behind goes first; by name where two are alike, so that no order of rows enters.
  const reach = (account: PayingAccount) => account.files.last - accounts.waitDays(account);
  const name = ({ acquirer, merchant }: PayingAccount) => `${nameOf(acquirer)} ${nameOf(merchant)}`;
  const byReach = (one: PayingAccount, other: PayingAccount) => reach(one) - reach(other) || (name(one) < name(other) ? -1 : 1);

  const ofSale = (row: number): RowReason => {
    const [day, terminal] = [rows.day[row] as number, place[row] as number];
    const some = tills.accountsOfSale(row);
    if (some.length === 0) return notCovered(row, null, terminal !== 0 && tills.tellTerminals ? gap('NoFile', null, terminal, null) : null);
    // Files that begin after the day on which a sale of this day is booked, and have no payment of that day or before it.
    if (some.every((account) => (account.usualBooking(day) ?? day) < account.files.first && day < account.payments.first))
      return notCovered(row, Math.min(...some.map(({ files }) => files.first)), null);
    const behind = isLast ? some.filter((account) => account.files.last < day + accounts.waitDays(account)) : [];
    const [account] = [...(behind.length > 0 ? behind : some)].sort(byReach) as [PayingAccount, ...PayingAccount[]];
    const dueDay = day + accounts.waitDays(account);
    for (const one of some) {
      // A till's business day may have ended after midnight.
      const missing = fileGap(one, day) ?? fileGap(one, rows.calendar[row] as number) ?? terminalGap(one, terminal, day);
      if (missing !== null) return waiting(row, one, account.files.last, dueDay, missing);
    }
    if (behind.length > 0) return waiting(row, account, account.files.last, dueDay, null);
    const [usual] = some as [PayingAccount, ...PayingAccount[]];
    return { code: 'NotSettled', parameters: { acquirerId: nameOf(usual.acquirer), dueDay: date(day + accounts.waitDays(usual)) } };
  };
  const ofRecord = (row: number): RowReason => {
    const [day, terminal] = [rows.day[row] as number, rows.terminal[row] as number];
    const account = accounts.ofRecord(row);
    const days = tills.soldDays(row, ofAccount.get(account)?.sold);
    // What a till sold is missing once, whoever pays for it.
    const noSales = (on: number | null) => gap('NoSales', terminal === 0 ? account : null, terminal, on);
    if (days === null) return notCovered(row, null, noSales(null));
    if (days.first > day) return notCovered(row, days.first, null);
    if (isLast && days.last < day + 1) return waiting(row, account, days.last, day + 1, null);
    const tellsDay = rows.isBookedOnly[row] === 0 && !asked.outcome.namesPaid.has(row);
    const missing = !tellsDay ? undefined : businessDays(asked, row).find((on) => days.isHole(on));
    if (missing !== undefined) return waiting(row, account, days.last, day + 1, noSales(missing));
    return { code: 'NoSale', parameters: { terminalId: nameOf(terminal), dueDay: date(day + 1) } };
  };
  return (row) => (rows.isRecord[row] === 1 ? ofRecord(row) : ofSale(row));
}

const DAY = 86_400;
const NIGHT_ENDS = 4 * 3_600;

/** The day of a record; of one at night also the business day before, which a till may not have ended. */
function businessDays({ rows: { day, calendar, at } }: DueRows, row: number): number[] {
  const isNight = (at[row] as number) - (calendar[row] as number) * DAY < NIGHT_ENDS;
  return isNight ? [day[row] as number, (day[row] as number) - 1] : [day[row] as number];
}

const date = (day: number) => new Date(day * DAY * 1_000).toISOString().slice(0, 10);
