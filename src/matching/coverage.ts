/**
 * Whether a row is due. It follows from the data and not from the clock: a sale is due when the files of its account have gone some days beyond
 * it, a record when the sales of its terminal have. So the same data always have the same exceptions, and a file that is missing is one.
 */
import type { MatchSettings } from '../contract/match-settings.js';
import { type ComparableRow, SALE, type Side } from './comparable.js';
import { ABSENT, identifierCode } from './identifier.js';

/** Who pays, under which contract; how far its files reach. Days since 1970. Without an acquirer: of all files that name none. */
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

/** What was said of a row was said before it was due, or afterwards. */
export type Said = 'whileWaiting' | 'afterwards';

export interface Coverage {
  /** Of every record that says how far its file reaches, fees and payouts too. */
  seeRecord(account: Pick<CoveredAccount, 'acquirerId' | 'merchantId'>, toDay: number, keys: Facts['keys'] | null): void;
  seeSale(row: Facts): void;
  due(row: Facts): Due;
  /** Whether what is said of the row, which waited or did not, can be another than before what was seen last; never false where it is. */
  isDueOtherwise(row: Facts, when: Said): boolean;
  /** Whether there can be such rows of a side. */
  isOtherwise(side: Side, when: Said): boolean;
  /** To begin another with. */
  known(): KnownCoverage;
}

/** By the code of an acquirer, a brand or a terminal. */
type Accounts = Map<number, Set<CoveredAccount>>;
/** By the code of a terminal or a location: the last day of its sales. */
type Days = Map<number, number>;

/** Plain values, which threads hand on. */
export interface KnownCoverage {
  accounts: Map<string, CoveredAccount>;
  /** Whose records name what. */
  seenWith: { acquirer: Accounts; brand: Accounts; terminal: Accounts; brandAt: Map<number, Accounts> };
  soldTo: { terminal: Days; location: Days; anywhere: number | null };
}

const nothing: KnownCoverage = {
  accounts: new Map(),
  seenWith: { acquirer: new Map(), brand: new Map(), terminal: new Map(), brandAt: new Map() },
  soldTo: { terminal: new Map(), location: new Map(), anywhere: null },
};

/** @param before what was seen before. The settings must be the same. */
export function coverage(settings: Pick<MatchSettings, 'waitDays' | 'accounts'>, before: KnownCoverage = nothing): Coverage {
  const known = structuredClone(before);
  const { accounts, seenWith, soldTo } = known;
  /** Where some go further, only what waits can be due; with another account, everything can be another. */
  const files = { goFurther: false, areOther: false };
  /** The same of places: where sales go further, and which had none before. */
  const further = { terminal: new Set<number>(), location: new Set<number>(), anywhere: false };
  const first = { terminal: new Set<number>(), location: new Set<number>() };
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
    if (there?.has(account)) return;
    files.areOther = true;
    if (there) there.add(account);
    else some.set(code, new Set([account]));
  };
  const brandsAt = (terminal: number): Accounts => {
    const brands = seenWith.brandAt.get(terminal) ?? new Map();
    seenWith.brandAt.set(terminal, brands);
    return brands;
  };
  const reach = (place: 'terminal' | 'location', code: number, day: number) => {
    const to = code === ABSENT ? day : soldTo[place].get(code);
    if (to !== undefined && to >= day) return;
    if (to === undefined) first[place].add(code);
    soldTo[place].set(code, day);
    further[place].add(code);
  };

  const accountsOf = ({ keys }: Facts): Iterable<CoveredAccount> => {
    const { terminalId, brand, acquirerId } = keys;
    const atTerminal = seenWith.terminal.get(terminalId);
    return (
      seenWith.brandAt.get(terminalId)?.get(brand) ??
      (atTerminal?.size === 1 ? atTerminal : undefined) ??
      seenWith.acquirer.get(acquirerId) ??
      seenWith.brand.get(brand) ??
      []
    );
  };

  /** Of several accounts, all have to be beyond it; it waits for the one that is the furthest behind. */
  const dueSale = (row: Facts): Due => {
    const some = [...accountsOf(row)];
    const behind = some.filter(({ toDay, waitDays }) => toDay < row.day + waitDays);
    const account = leastOf(behind, ({ toDay }) => toDay) ?? leastOf(some, ({ waitDays }) => -waitDays);
    if (account === null) return { isDue: false, isCovered: false };
    return { isDue: behind.length === 0, isCovered: true, toDay: account.toDay, dueDay: row.day + account.waitDays, account };
  };

  const dueRecord = ({ day, keys }: Facts): Due => {
    const toDay = soldTo.terminal.get(keys.terminalId) ?? soldTo.location.get(keys.locationId) ?? soldTo.anywhere;
    if (toDay === null) return { isDue: false, isCovered: false };
    return { isDue: toDay >= day + 1, isCovered: true, toDay, dueDay: day + 1, account: null };
  };
  const areFilesOtherwise = (when: Said) => files.areOther || (when === 'whileWaiting' && files.goFurther);
  const areIn = ({ terminal, location }: typeof first, { keys }: Facts) => terminal.has(keys.terminalId) || location.has(keys.locationId);
  const isSoldOtherwise = (row: Facts, when: Said) =>
    when === 'whileWaiting' ? further.anywhere || areIn(further, row) : areIn(first, row);
  const hasPlaces = ({ terminal, location }: typeof first) => terminal.size + location.size > 0;

  return {
    seeRecord({ acquirerId, merchantId }, toDay, keys) {
      const { account, acquirer } = accountNamed(acquirerId, merchantId, toDay);
      if (toDay > account.toDay) {
        account.toDay = toDay;
        files.goFurther = true;
      }
      seen(seenWith.acquirer, acquirer, account);
      if (keys === null) return;
      seen(seenWith.terminal, keys.terminalId, account);
      seen(seenWith.brand, keys.brand, account);
      if (keys.terminalId !== ABSENT) seen(brandsAt(keys.terminalId), keys.brand, account);
    },
    seeSale({ day, keys }) {
      reach('terminal', keys.terminalId, day);
      reach('location', keys.locationId, day);
      if (soldTo.anywhere !== null && soldTo.anywhere >= day) return;
      soldTo.anywhere = day;
      further.anywhere = true;
    },
    due: (row) => (row.side === SALE ? dueSale(row) : dueRecord(row)),
    isDueOtherwise: (row, when) => (row.side === SALE ? areFilesOtherwise(when) : isSoldOtherwise(row, when)),
    isOtherwise: (side, when) => {
      if (side === SALE) return areFilesOtherwise(when);
      return when === 'whileWaiting' ? further.anywhere || hasPlaces(further) : hasPlaces(first);
    },
    known: () => structuredClone(known),
  };
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
