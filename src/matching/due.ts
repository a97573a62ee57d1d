/**
 * Whether an open row is due, waits, or is covered by no file. It follows from the rows and not from the clock, so the same rows always have the
 * same answer, and a file or a till's day that is missing is one gap, for which its rows wait.
 */
import type { Columns } from './columns.js';
import { accountsOf, CoveredDays, type OtherBooking, type PayingAccount, usualBooking } from './covered.js';
import { type TillRows, tills } from './tills.js';

/** What is missing: the file of an account, or what one till sold. `day` null: nothing has ever come. */
export interface Gap {
  code: 'NoFile' | 'NoSales';
  account: PayingAccount | null;
  /** The code of the terminal, 0 where it is not one terminal's. */
  terminal: number;
  day: number | null;
}

export type RowDue =
  /** No file has ever had its account or terminal, or the files begin later: `fromDay`. */
  | { state: 'NotCovered'; fromDay: number | null; gap: Gap | null }
  /** Due from `dueDay` on; what it waits for reaches `toDay`. */
  | { state: 'Waiting' | 'Due'; account: PayingAccount | null; toDay: number; dueDay: number; gap: Gap | null };

export interface DueInput extends TillRows {
  /** By place: whether it is in a match or a proposal. */
  isFound: (row: number) => boolean;
  others: readonly OtherBooking[];
  /** Whether no later rows were left out: else all that waits is due. */
  isLast: boolean;
  waitDaysOf: (acquirer: number, merchant: number) => number | null;
}

/** Of fewer sales at a terminal, one that is open may be alone so. */
const DAY_SALES_LEAST = 3;
/** An account or a terminal that has less of its sales is no measure for a day without any. */
const USUAL_SHARE = 0.5;

/** How many card sales there were on each day, and how many of them have a record. */
class FoundDays {
  readonly sold = new CoveredDays();
  readonly found = new CoveredDays();
  #all = 0;
  #allFound = 0;

  add(day: number, isFound: boolean): void {
    this.sold.add(day);
    this.#all += 1;
    if (!isFound) return;
    this.found.add(day);
    this.#allFound += 1;
  }

  /** Whether most sales of this day lack a record, which sales of other days have. */
  isMissing(day: number): boolean {
    const [sold, found] = [this.sold.of(day), this.found.of(day)];
    const usual = (this.#allFound - found) / Math.max(1, this.#all - sold);
    return usual >= USUAL_SHARE && found <= (usual * sold) / 2;
  }
}

/** Gives what is to be said of an open row by its place. */
export function dueRows(input: DueInput): (row: number) => RowDue {
  const { rows } = input;
  const { accounts, accountOf } = accountsOf(rows, input.others, input.pairs, input.waitDaysOf);
  const seen = tills(input, accountOf);
  const ofAccount = new Map<PayingAccount, FoundDays>();
  const ofTerminal = new Map<number, FoundDays>();
  const accountsOfSale = (row: number) => seen.accountsOfSale(row, accounts);
  for (let row = 0; row < rows.count; row++) {
    if (rows.isRecord[row] === 1 || rows.isCash[row] === 1) continue;
    const isFound = input.isFound(row);
    const numbers = accountsOfSale(row);
    for (const number of numbers) {
      const account = accounts[number] as PayingAccount;
      const days = ofAccount.get(account) ?? new FoundDays();
      ofAccount.set(account, days);
      days.add(rows.day[row] as number, isFound);
    }
    const terminal = input.place[row] as number;
    if (terminal === 0) continue;
    const days = ofTerminal.get(terminal) ?? new FoundDays();
    ofTerminal.set(terminal, days);
    days.add(rows.day[row] as number, isFound);
  }
  const fileGap = (account: PayingAccount, day: number): Gap | null => {
    if (!ofAccount.get(account)?.isMissing(day)) return null;
    const gap = (on: number): Gap => ({ code: 'NoFile', account, terminal: 0, day: on });
    if (account.tellsBooking) {
      const booked = usualBooking(account, day);
      if (booked !== null && account.files.isHole(booked)) return gap(booked);
    }
    return account.payments.isHole(day) ? gap(day) : null;
  };
  const terminalGap = (account: PayingAccount, terminal: number, day: number): Gap | null => {
    const days = ofTerminal.get(terminal);
    if (terminal === 0 || !days || days.sold.of(day) < DAY_SALES_LEAST || !days.isMissing(day)) return null;
    return seen.settledDays(terminal)?.isHole(day) ? { code: 'NoFile', account, terminal, day } : null;
  };
  const dueSale = (row: number): RowDue => {
    const day = rows.day[row] as number;
    const some = accountsOfSale(row).map((number) => accounts[number] as PayingAccount);
    const terminal = input.place[row] as number;
    if (some.length === 0) {
      const isAlone = terminal !== 0 && seen.tellTerminals;
      return { state: 'NotCovered', fromDay: null, gap: isAlone ? { code: 'NoFile', account: null, terminal, day: null } : null };
    }
    const begin = Math.min(...some.map(({ files }) => files.first));
    if (some.every((account) => isBeforeFiles(account, day))) return { state: 'NotCovered', fromDay: begin, gap: null };
    const behind = input.isLast ? some.filter(({ files, waitDays }) => files.last < day + waitDays) : [];
    const [account] = [...(behind.length > 0 ? behind : some)].sort(byReach(rows)) as [PayingAccount, ...PayingAccount[]];
    const told = { account, toDay: account.files.last, dueDay: day + account.waitDays };
    for (const one of some) {
      // A till's business day may have ended after midnight.
      const gap = fileGap(one, day) ?? fileGap(one, rows.calendar[row] as number) ?? terminalGap(one, terminal, day);
      if (gap !== null) return { state: 'Waiting', ...told, account: one, gap };
    }
    return { state: behind.length > 0 ? 'Waiting' : 'Due', ...told, gap: null };
  };
  const dueRecord = (row: number): RowDue => {
    const day = rows.day[row] as number;
    const terminal = rows.terminal[row] as number;
    const account = accounts[accountOf[row] as number] as PayingAccount;
    const days = seen.soldDays(row, ofAccount.get(account)?.sold);
    // What a till sold is missing once, whoever pays for it.
    const gapOn = (on: number | null): Gap => ({ code: 'NoSales', account: terminal === 0 ? account : null, terminal, day: on });
    if (days === null) return { state: 'NotCovered', fromDay: null, gap: gapOn(null) };
    if (days.first > day) return { state: 'NotCovered', fromDay: days.first, gap: null };
    const told = { account, toDay: days.last, dueDay: day + 1 };
    if (input.isLast && days.last < day + 1) return { state: 'Waiting', ...told, gap: null };
    const missing = rows.isBookedOnly[row] === 1 ? undefined : businessDays(rows, row).find((on) => days.isHole(on));
    return missing === undefined ? { state: 'Due', ...told, gap: null } : { state: 'Waiting', ...told, gap: gapOn(missing) };
  };
  return (row) => (rows.isRecord[row] === 1 ? dueRecord(row) : dueSale(row));
}

const DAY = 86_400;
const NIGHT_ENDS = 4 * 3_600;

/** The day of a record; of one at night also the business day before, which a till may not have ended. */
function businessDays({ day, calendar, at }: Columns, row: number): number[] {
  const isNight = (at[row] as number) - (calendar[row] as number) * DAY < NIGHT_ENDS;
  return isNight ? [day[row] as number, (day[row] as number) - 1] : [day[row] as number];
}

/** The files begin after the day on which a sale of this day would have been booked at the latest. */
function isBeforeFiles(account: PayingAccount, day: number): boolean {
  return ((account.tellsBooking ? usualBooking(account, day) : null) ?? day) < account.files.first;
}

/** The account furthest behind first; by name where two are alike, so that no order of rows enters. */
function byReach({ texts }: Columns) {
  const due = ({ files, waitDays }: PayingAccount) => files.last - waitDays;
  const name = ({ acquirer, merchant }: PayingAccount) => `${texts.textOf(acquirer)} ${texts.textOf(merchant)}`;
  return (one: PayingAccount, other: PayingAccount) => due(one) - due(other) || (name(one) < name(other) ? -1 : 1);
}
