/** Which accounts the sales of a till may be of, and which till a record is of: by their names, and by what is matched. */

import { valueAt } from '../contract/value-at.js';
import { DayCounts, ValueCounts } from './counts.js';
import { type CoveredRows, foundPairs, type PayingAccount, type PayingAccounts } from './covered.js';

/** One side knows a till of the other where it has at least so much of its rows: a payment that was taken elsewhere makes no till. */
const KNOWN_SHARE = 0.2;
/** Sales that tell no place are of the accounts that other such sales are matched with. */
const NOWHERE = -1;

/** By the code of a name. */
type AccountsNamed = Map<number, ValueCounts<PayingAccount>>;
type DaysNamed = Map<number, DayCounts>;

function addAccount(named: AccountsNamed, name: number, account: PayingAccount, payments = 1): void {
  if (name !== 0) valueAt(named, name, () => new ValueCounts<PayingAccount>()).add(account, payments);
}

function addDay(named: DaysNamed, name: number, day: number): void {
  if (name !== 0) valueAt(named, name, () => new DayCounts()).add(day);
}

/** The one with most payments first; undefined where rows of fewer than `least` payments say something. */
function accountsAt(named: AccountsNamed, name: number, least = 1): readonly PayingAccount[] | undefined {
  const accounts = named.get(name);
  return accounts === undefined || accounts.total < least ? undefined : accounts.common();
}

export function tillsOf(asked: CoveredRows, accounts: PayingAccounts) {
  const { rows } = asked;
  const { place } = asked.outcome;
  const named = (): AccountsNamed => new Map();
  const [byTerminal, byBrandAt, byLocation, byAcquirer, byBrand] = [named(), named(), named(), named(), named()];
  const sold = { terminal: new Map() as DaysNamed, location: new Map() as DaysNamed, anywhere: new DayCounts() };
  const settled: DaysNamed = new Map();
  const atBrand = (terminal: number, brand: number) => (terminal === 0 || brand === 0 ? 0 : terminal * 256 + brand);
  const note = (account: PayingAccount, row: number) => {
    // A total is as many payments as it says.
    const payments = Math.max(1, rows.payments[row] as number);
    addAccount(byTerminal, place[row] as number, account, payments);
    addAccount(byBrandAt, atBrand(place[row] as number, rows.brand[row] as number), account);
    addAccount(byLocation, rows.location[row] as number, account, payments);
  };
  for (let row = 0; row < rows.count; row++) {
    const day = rows.day[row] as number;
    if (rows.isRecord[row] === 0) {
      addDay(sold.terminal, place[row] as number, day);
      addDay(sold.location, rows.location[row] as number, day);
      sold.anywhere.add(day);
      continue;
    }
    const account = accounts.ofRecord(row);
    note(account, row);
    addAccount(byBrand, rows.brand[row] as number, account);
    addAccount(byAcquirer, rows.acquirer[row] as number, account);
    addDay(settled, place[row] as number, day);
  }
  /** By terminal of records: tills with which they are matched. */
  const paired = new Map<number, ValueCounts<DayCounts>>();
  for (const { sale, record } of foundPairs(asked)) {
    const account = accounts.ofRecord(record);
    note(account, sale);
    if (place[sale] === 0 && rows.location[sale] === 0) addAccount(byLocation, NOWHERE, account);
    const till = sold.terminal.get(place[sale] as number) ?? sold.location.get(rows.location[sale] as number);
    const terminal = rows.terminal[record] as number;
    if (till && terminal !== 0) valueAt(paired, terminal, () => new ValueCounts<DayCounts>()).add(till);
  }
  const known = new Set(
    [...sold.terminal].flatMap(([name, { total }]) => (accountsAt(byTerminal, name, KNOWN_SHARE * total) ? [name] : [])),
  );
  /** In one shop the acquirer calls all terminals by their names, or none. */
  const toldAt = new Set<number>();
  for (let row = 0; row < rows.count; row++)
    if (rows.isRecord[row] === 0 && known.has(place[row] as number)) toldAt.add(rows.location[row] as number);
  return {
    /** Whether both sides call terminals by names that the other knows. */
    tellTerminals: known.size > 0,
    settledDays: (terminal: number) => settled.get(terminal),
    accountsOfSale(row: number): readonly PayingAccount[] {
      const [terminal, location, brand] = [place[row], rows.location[row], rows.brand[row]] as [number, number, number];
      if (known.has(terminal)) return accountsAt(byBrandAt, atBrand(terminal, brand)) ?? accountsAt(byTerminal, terminal) ?? [];
      if (terminal !== 0 && toldAt.has(location)) return [];
      const at = terminal === 0 && location === 0 ? NOWHERE : location;
      return (
        accountsAt(byLocation, at, KNOWN_SHARE * (sold.location.get(location)?.total ?? 0)) ??
        accountsAt(byAcquirer, rows.acquirer[row] as number) ??
        accountsAt(byBrand, brand) ??
        (accounts.only ? [accounts.only] : [])
      );
    },
    /** Days of the till that a record is of; null where nothing was ever sold there. `ofAccount`: of all sales of its account. */
    soldDays(row: number, ofAccount: DayCounts | undefined): DayCounts | null {
      const terminal = rows.terminal[row] as number;
      const least = KNOWN_SHARE * (settled.get(terminal)?.total ?? 0);
      const own = sold.terminal.get(terminal);
      if (own && own.total >= least) return own;
      const tills = paired.get(terminal);
      const [most] = tills?.common() ?? [];
      if (tills && most && tills.of(most) >= least) return most;
      const atLocation = sold.location.get(rows.location[row] as number);
      if (atLocation) return atLocation;
      if (terminal !== 0 && known.size > 0) return null;
      return ofAccount ?? (sold.anywhere.total > 0 ? sold.anywhere : null);
    },
  };
}
