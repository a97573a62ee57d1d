/** Which accounts the sales of a till may be of, and which till a record is of: by their names, and by what is matched. */
import type { Columns } from './columns.js';
import { CoveredDays, type FoundPairs, type PayingAccount } from './covered.js';

export interface TillRows {
  rows: Columns;
  /** By place: the terminal by the acquirer's name; 0 for none. */
  place: ArrayLike<number>;
  pairs: FoundPairs;
}

/** One side knows a till of the other where it has at least so much of its rows: a payment that was taken elsewhere makes no till. */
const KNOWN_SHARE = 0.2;
/** Sales that tell no place are of the accounts that other such sales are matched with. */
const NOWHERE = -1;

/** Accounts by a name, with how many rows say so. */
class AccountsNamed {
  readonly #accounts = new Map<number, Map<number, number>>();

  add(name: number, account: number, weight = 1): void {
    if (name === 0) return;
    const some = this.#accounts.get(name) ?? new Map<number, number>();
    this.#accounts.set(name, some.set(account, (some.get(account) ?? 0) + weight));
  }

  /** Undefined where fewer than `least` rows say something. */
  of(name: number, least = 1): readonly number[] | undefined {
    const some = this.#accounts.get(name);
    const rows = some === undefined ? 0 : [...some.values()].reduce((all, one) => all + one, 0);
    return some !== undefined && rows >= least ? [...some.keys()] : undefined;
  }
}

/** The days of rows by a name. */
class DaysNamed {
  readonly #days = new Map<number, CoveredDays>();

  add(name: number, day: number): void {
    if (name === 0) return;
    const days = this.#days.get(name) ?? new CoveredDays();
    this.#days.set(name, days);
    days.add(day);
  }

  of(name: number): CoveredDays | undefined {
    return this.#days.get(name);
  }

  names(): number[] {
    return [...this.#days.keys()];
  }
}

export function tills({ rows, place, pairs }: TillRows, accountOf: Int32Array) {
  const accounts = {
    brandAt: new AccountsNamed(),
    terminal: new AccountsNamed(),
    location: new AccountsNamed(),
    acquirer: new AccountsNamed(),
    brand: new AccountsNamed(),
  };
  const sold = { terminal: new DaysNamed(), location: new DaysNamed(), anywhere: new CoveredDays() };
  const settled = new DaysNamed();
  const atBrand = (terminal: number, brand: number) => (terminal === 0 || brand === 0 ? 0 : terminal * 256 + brand);
  const noteAccount = (account: number, terminal: number, row: number) => {
    // A total is as many payments as it says.
    const payments = Math.max(1, rows.payments[row] as number);
    accounts.terminal.add(terminal, account, payments);
    accounts.brandAt.add(atBrand(terminal, rows.brand[row] as number), account);
    accounts.location.add(rows.location[row] as number, account, payments);
  };
  for (let row = 0; row < rows.count; row++) {
    const [terminal, day] = [place[row] as number, rows.day[row] as number];
    if (rows.isRecord[row] === 0) {
      sold.terminal.add(terminal, day);
      sold.location.add(rows.location[row] as number, day);
      sold.anywhere.add(day);
      continue;
    }
    const account = accountOf[row] as number;
    noteAccount(account, terminal, row);
    accounts.brand.add(rows.brand[row] as number, account);
    accounts.acquirer.add(rows.acquirer[row] as number, account);
    settled.add(terminal, day);
  }
  /** By terminal of records: tills with which they are matched, and how often. */
  const paired = new Map<number, Map<CoveredDays, number>>();
  for (const [at, sale] of pairs.sales.entries()) {
    const record = pairs.records[at] as number;
    noteAccount(accountOf[record] as number, place[sale] as number, sale);
    if (place[sale] === 0 && rows.location[sale] === 0) accounts.location.add(NOWHERE, accountOf[record] as number);
    const till = sold.terminal.of(place[sale] as number) ?? sold.location.of(rows.location[sale] as number);
    const terminal = rows.terminal[record] as number;
    if (!till || terminal === 0) continue;
    const some = paired.get(terminal) ?? new Map<CoveredDays, number>();
    paired.set(terminal, some.set(till, (some.get(till) ?? 0) + 1));
  }
  const isKnown = (terminal: number) =>
    accounts.terminal.of(terminal, KNOWN_SHARE * (sold.terminal.of(terminal)?.total ?? 0)) !== undefined;
  const knownTerminals = new Set(sold.terminal.names().filter(isKnown));
  /** Of one shop, the acquirer calls all terminals by their names, or none. */
  const toldAt = new Set<number>();
  for (let row = 0; row < rows.count; row++)
    if (rows.isRecord[row] === 0 && knownTerminals.has(place[row] as number)) toldAt.add(rows.location[row] as number);
  return {
    /** Whether both sides call terminals by names that the other knows. */
    tellTerminals: knownTerminals.size > 0,
    settledDays: (terminal: number) => settled.of(terminal),
    accountsOfSale: (row: number, all: readonly PayingAccount[]): readonly number[] => {
      const [terminal, location, brand] = [place[row], rows.location[row], rows.brand[row]] as [number, number, number];
      if (knownTerminals.has(terminal)) return accounts.brandAt.of(atBrand(terminal, brand)) ?? accounts.terminal.of(terminal) ?? [];
      if (terminal !== 0 && toldAt.has(location)) return [];
      return (
        accounts.location.of(
          terminal === 0 && location === 0 ? NOWHERE : location,
          KNOWN_SHARE * (sold.location.of(location)?.total ?? 0),
        ) ??
        accounts.acquirer.of(rows.acquirer[row] as number) ??
        accounts.brand.of(brand) ??
        (all.length === 1 ? [0] : [])
      );
    },
    /** Days of the till that a record is of; null where nothing was ever sold there. `ofAccount`: of all sales of its account. */
    soldDays: (row: number, ofAccount: CoveredDays | undefined): CoveredDays | null => {
      const terminal = rows.terminal[row] as number;
      const least = KNOWN_SHARE * (settled.of(terminal)?.total ?? 0);
      const own = sold.terminal.of(terminal);
      if (own && own.total >= least) return own;
      const [most] = [...(paired.get(terminal) ?? [])].sort(([, one], [, other]) => other - one);
      if (most && most[1] >= least) return most[0];
      const atLocation = sold.location.of(rows.location[row] as number);
      if (atLocation) return atLocation;
      if (terminal !== 0 && knownTerminals.size > 0) return null;
      return ofAccount ?? (sold.anywhere.total > 0 ? sold.anywhere : null);
    },
  };
}
