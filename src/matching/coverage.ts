/**
 * Whether a row is due. It follows from the data and not from the clock: a sale is due when the files of its account have gone some days beyond
 * it, a record when the sales of its terminal have. So the same data always have the same exceptions, and a file that is missing is one.
 */
import type { MatchSettings } from '../contract/match-settings.js';
import { type ComparableRow, SALE } from './comparable.js';
import { ABSENT, identifierCode } from './identifier.js';

/** Who pays, under which contract; how far its files reach. LastDays since 1970. Without an acquirer: of all files that name none. */
export interface CoveredAccount {
  acquirerId: string | null;
  merchantId: string | null;
  toDay: number;
  waitDays: number;
}

export type Due =
  /** No file has ever covered it. */
  | { isDue: false; isCovered: false }
  /** Due from `dueDay` on; what it waits for reaches `toDay`. `account` of a sale. */
  | { isDue: boolean; isCovered: true; toDay: number; dueDay: number; account: CoveredAccount | null };

/** What of a row says for what it waits. */
export interface Facts extends Pick<ComparableRow, 'side' | 'day'> {
  keys: Pick<ComparableRow['keys'], 'terminalId' | 'locationId' | 'brand' | 'acquirerId'>;
}

export interface Coverage {
  /** Of every record that says how far its file reaches, fees and payouts too. */
  seeRecord(account: Pick<CoveredAccount, 'acquirerId' | 'merchantId'>, toDay: number, keys: Facts['keys'] | null): void;
  seeSale(row: Facts): void;
  due(row: Facts): Due;
}

/** By the code of an acquirer, a brand or a terminal. */
type Accounts = Map<number, Set<CoveredAccount>>;
/** By the code of a terminal or a location: the last day of its sales. */
type LastDays = Map<number, number>;

interface SeenSoFar {
  accounts: Map<string, CoveredAccount>;
  /** Whose records name what. */
  seenWith: { acquirer: Accounts; brand: Accounts; terminal: Accounts; brandAt: Map<number, Accounts> };
  soldTo: { terminal: LastDays; location: LastDays; anywhere: number | null };
}

export function coverage(settings: Pick<MatchSettings, 'waitDays' | 'accounts'>): Coverage {
  const known: SeenSoFar = {
    accounts: new Map(),
    seenWith: { acquirer: new Map(), brand: new Map(), terminal: new Map(), brandAt: new Map() },
    soldTo: { terminal: new Map(), location: new Map(), anywhere: null },
  };
  const { accounts, seenWith, soldTo } = known;
  /** Null once something else is seen. */
  let dueNow: ReturnType<typeof duesOf> | null = null;
  const due = (row: Facts): Due => {
    dueNow ??= duesOf(known);
    return dueNow(row);
  };
  /** Rows of one file mostly name one account. */
  let last: { named: string | null; merchantId: string | null; account: CoveredAccount; acquirer: number } | null = null;

  const accountNamed = (named: string | null, merchantId: string | null, toDay: number) => {
    if (last !== null && last.named === named && last.merchantId === merchantId) return last;
    const acquirer = identifierCode(named);
    // A word for nothing names none.
    const acquirerId = acquirer === ABSENT ? null : named;
    const name = JSON.stringify([acquirer, identifierCode(merchantId)]);
    let account = accounts.get(name);
    if (!account) {
      account = { acquirerId, merchantId, toDay, waitDays: waitDaysOf(settings, acquirerId, merchantId) };
      accounts.set(name, account);
    }
    last = { named, merchantId, account, acquirer };
    return last;
  };
  const seen = (some: Accounts, code: number, account: CoveredAccount) => {
    if (code === ABSENT) return;
    const there = some.get(code);
    if (there) there.add(account);
    else some.set(code, new Set([account]));
  };
  const brandsAt = (terminal: number): Accounts => {
    const brands = seenWith.brandAt.get(terminal) ?? new Map();
    seenWith.brandAt.set(terminal, brands);
    return brands;
  };
  const reach = (days: LastDays, code: number, day: number) => {
    if (code !== ABSENT) days.set(code, Math.max(days.get(code) ?? day, day));
  };

  return {
    seeRecord({ acquirerId, merchantId }, toDay, keys) {
      dueNow = null;
      const { account, acquirer } = accountNamed(acquirerId, merchantId, toDay);
      account.toDay = Math.max(account.toDay, toDay);
      seen(seenWith.acquirer, acquirer, account);
      if (keys === null) return;
      seen(seenWith.terminal, keys.terminalId, account);
      seen(seenWith.brand, keys.brand, account);
      if (keys.terminalId !== ABSENT) seen(brandsAt(keys.terminalId), keys.brand, account);
    },
    seeSale({ day, keys }) {
      dueNow = null;
      reach(soldTo.terminal, keys.terminalId, day);
      reach(soldTo.location, keys.locationId, day);
      soldTo.anywhere = Math.max(soldTo.anywhere ?? day, day);
    },
    due,
  };
}

/** By what is known. Of sales that wait for the same accounts since the same day it is worked out once: there can be many of both. */
function duesOf({ seenWith, soldTo }: SeenSoFar): (row: Facts) => Due {
  const dueSales = new Map<ReadonlySet<CoveredAccount>, Map<number, Due>>();
  const accountsOf = ({ terminalId, brand, acquirerId }: Facts['keys']) => {
    const atTerminal = seenWith.terminal.get(terminalId);
    return (
      seenWith.brandAt.get(terminalId)?.get(brand) ??
      (atTerminal?.size === 1 ? atTerminal : undefined) ??
      seenWith.acquirer.get(acquirerId) ??
      seenWith.brand.get(brand)
    );
  };
  const dueSale = ({ day, keys }: Facts): Due => {
    const some = accountsOf(keys);
    if (some === undefined) return { isDue: false, isCovered: false };
    const days = dueSales.get(some) ?? new Map<number, Due>();
    dueSales.set(some, days);
    const due = days.get(day) ?? dueOf(some, day);
    days.set(day, due);
    return due;
  };
  const dueRecord = ({ day, keys }: Facts): Due => {
    const toDay = soldTo.terminal.get(keys.terminalId) ?? soldTo.location.get(keys.locationId) ?? soldTo.anywhere;
    if (toDay === null) return { isDue: false, isCovered: false };
    return { isDue: toDay >= day + 1, isCovered: true, toDay, dueDay: day + 1, account: null };
  };
  return (row) => (row.side === SALE ? dueSale(row) : dueRecord(row));
}

/** Of several accounts, at least one, all have to be beyond the day; what waits does so for the one that is the furthest behind. */
function dueOf(some: ReadonlySet<CoveredAccount>, day: number): Due {
  const behind = [...some].filter(({ toDay, waitDays }) => toDay < day + waitDays);
  const account = leastOf(behind, ({ toDay }) => toDay) ?? (leastOf([...some], ({ waitDays }) => -waitDays) as CoveredAccount);
  return { isDue: behind.length === 0, isCovered: true, toDay: account.toDay, dueDay: day + account.waitDays, account };
}

/** Of those that have the same number, the first by name: which was seen first must not matter. */
function leastOf(some: readonly CoveredAccount[], numberOf: (account: CoveredAccount) => number): CoveredAccount | null {
  const name = ({ acquirerId, merchantId }: CoveredAccount) => `${acquirerId ?? ''} ${merchantId ?? ''}`;
  const isBefore = (one: CoveredAccount, other: CoveredAccount) => numberOf(one) - numberOf(other) || (name(one) < name(other) ? -1 : 1);
  return some.length < 2 ? (some[0] ?? null) : ([...some].sort(isBefore)[0] as CoveredAccount);
}

function waitDaysOf(
  { accounts, waitDays }: Pick<MatchSettings, 'waitDays' | 'accounts'>,
  acquirerId: string | null,
  merchantId: string | null,
) {
  if (acquirerId === null) return waitDays;
  const same = (one: string, other: string | null) => identifierCode(one) === identifierCode(other);
  const some = accounts.filter((one) => same(one.acquirerId, acquirerId));
  const contract = some.find((one) => one.merchantId !== undefined && same(one.merchantId, merchantId));
  return contract?.waitDays ?? some.find((one) => one.merchantId === undefined)?.waitDays ?? waitDays;
}
