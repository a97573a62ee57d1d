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

export interface Coverage {
  /** Of every record that says how far its file reaches, fees and payouts too. */
  seeRecord(account: Pick<CoveredAccount, 'acquirerId' | 'merchantId'>, toDay: number, keys: Facts['keys'] | null): void;
  seeSale(row: Facts): void;
  due(row: Facts): Due;
  /** Whether what is said of the row can be another than before what was seen last; never false where it is. */
  isDueOtherwise(row: Facts): boolean;
  /** Whether there are such rows of a side. */
  isOtherwise(side: Side): boolean;
  /** To begin another with. */
  known(): KnownCoverage;
}

/** Plain values. */
export interface KnownCoverage {
  accounts: readonly (readonly [name: string, account: CoveredAccount])[];
  /** Places in `accounts`. */
  seenWith: readonly (readonly [key: string, accounts: readonly number[]])[];
  soldTo: readonly (readonly [key: string, day: number])[];
}

const nothing: KnownCoverage = { accounts: [], seenWith: [], soldTo: [] };
const ANYWHERE = 'all';

/** @param before what was seen before. The settings must be the same. */
export function coverage(settings: Pick<MatchSettings, 'waitDays' | 'accounts'>, before: KnownCoverage = nothing): Coverage {
  const accounts = new Map<string, CoveredAccount>(before.accounts.map(([name, account]) => [name, { ...account }]));
  const numbered = [...accounts.values()];
  const seenWith = new Map(
    before.seenWith.map(([key, places]) => [key, new Set(places.map((place) => numbered[place] as CoveredAccount))]),
  );
  const soldTo = new Map(before.soldTo);
  let areFilesOther = false;
  const soldOtherwise = new Set<string>();
  const seen = (key: string, account: CoveredAccount) => {
    const known = seenWith.get(key);
    if (known?.has(account)) return;
    areFilesOther = true;
    if (known) known.add(account);
    else seenWith.set(key, new Set([account]));
  };
  const reach = (key: string, day: number) => {
    const known = soldTo.get(key);
    if (known !== undefined && known >= day) return;
    soldTo.set(key, day);
    soldOtherwise.add(key);
  };
  const placesOf = ({ keys }: Facts) => [
    ...(keys.terminalId === 0 ? [] : [`terminal ${keys.terminalId}`]),
    ...(keys.locationId === 0 ? [] : [`location ${keys.locationId}`]),
    ANYWHERE,
  ];

  /** Of several, the one whose files are the furthest behind. */
  const accountOf = ({ keys }: Facts): CoveredAccount | null => {
    const { terminalId, brand, acquirerId } = keys;
    const atTerminal = terminalId === 0 ? undefined : seenWith.get(`terminal ${terminalId}`);
    const ways = [
      terminalId === 0 || brand === 0 ? undefined : seenWith.get(`terminal ${terminalId} ${brand}`),
      atTerminal?.size === 1 ? atTerminal : undefined,
      acquirerId === 0 ? undefined : seenWith.get(`acquirer ${acquirerId}`),
      brand === 0 ? undefined : seenWith.get(`brand ${brand}`),
    ];
    const found = ways.find((some) => some !== undefined);
    return found ? [...found].reduce((one, other) => (other.toDay < one.toDay ? other : one)) : null;
  };

  const dueSale = (row: Facts): Due => {
    const account = accountOf(row);
    if (account === null) return { isDue: false, isCovered: false };
    const dueDay = row.day + account.waitDays;
    return { isDue: account.toDay >= dueDay, isCovered: true, toDay: account.toDay, dueDay, account };
  };

  const dueRecord = (row: Facts): Due => {
    const { day } = row;
    const toDay = placesOf(row)
      .map((place) => soldTo.get(place))
      .find((to) => to !== undefined);
    if (toDay === undefined) return { isDue: false, isCovered: false };
    return { isDue: toDay >= day + 1, isCovered: true, toDay, dueDay: day + 1, account: null };
  };

  return {
    seeRecord({ acquirerId: named, merchantId }, toDay, keys) {
      const acquirer = identifierCode(named);
      // A word for nothing names none.
      const acquirerId = acquirer === ABSENT ? null : named;
      const name = JSON.stringify([acquirer, identifierCode(merchantId)]);
      let account = accounts.get(name);
      if (!account) {
        account = { acquirerId, merchantId, toDay, waitDays: waitDaysOf(settings, acquirerId, merchantId) };
        accounts.set(name, account);
      }
      if (toDay > account.toDay) {
        account.toDay = toDay;
        areFilesOther = true;
      }
      if (acquirerId !== null) seen(`acquirer ${acquirer}`, account);
      if (keys === null) return;
      if (keys.terminalId !== 0) seen(`terminal ${keys.terminalId}`, account);
      if (keys.brand !== 0) seen(`brand ${keys.brand}`, account);
      if (keys.terminalId !== 0 && keys.brand !== 0) seen(`terminal ${keys.terminalId} ${keys.brand}`, account);
    },
    seeSale(row) {
      for (const place of placesOf(row)) reach(place, row.day);
    },
    due: (row) => (row.side === SALE ? dueSale(row) : dueRecord(row)),
    isDueOtherwise: (row) => (row.side === SALE ? areFilesOther : placesOf(row).some((place) => soldOtherwise.has(place))),
    isOtherwise: (side) => (side === SALE ? areFilesOther : soldOtherwise.size > 0),
    known: () => {
      const placeOf = new Map([...accounts.values()].map((account, place) => [account, place]));
      return {
        accounts: [...accounts],
        seenWith: [...seenWith].map(([key, some]) => [key, [...some].map((account) => placeOf.get(account) as number)]),
        soldTo: [...soldTo],
      };
    },
  };
}

function waitDaysOf(
  { accounts, waitDays }: Pick<MatchSettings, 'waitDays' | 'accounts'>,
  acquirerId: string | null,
  merchantId: string | null,
) {
  if (acquirerId === null) return waitDays;
  const same = (one: string, other: string | null) => identifierCode(one) === identifierCode(other);
  const set = accounts.find(
    (one) => same(one.acquirerId, acquirerId) && (one.merchantId === undefined || same(one.merchantId, merchantId)),
  );
  return set?.waitDays ?? waitDays;
}
