/**
 * Whether a row is due. It follows from the data and not from the clock: a sale is due when the files of its account have gone some days beyond
 * it, a record when the sales of its terminal have. So the same data always have the same exceptions, and a file that is missing is one.
 */
import type { MatchSettings } from '../contract/match-settings.js';
import { type ComparableRow, SALE } from './comparable.js';
import { identifierCode } from './identifier.js';

/** Who pays, under which contract; how far its files reach. Days since 1970. */
export interface CoveredAccount {
  acquirerId: string;
  merchantId: string | null;
  toDay: number;
  waitDays: number;
}

export type Due =
  /** No file has ever covered it. */
  | { isDue: false; isCovered: false }
  /** Due from `dueDay` on; what it waits for reaches `toDay`. `account` of a sale. */
  | { isDue: boolean; isCovered: true; toDay: number; dueDay: number; account: CoveredAccount | null };

type Facts = Pick<ComparableRow, 'side' | 'day' | 'keys'>;

export interface Coverage {
  /** Of every record that has a settlementDate, fees and payouts too. */
  seeRecord(account: { acquirerId: string; merchantId: string | null }, settlementDay: number, keys: ComparableRow['keys'] | null): void;
  seeSale(row: Facts): void;
  due(row: Facts): Due;
}

export function coverage(settings: Pick<MatchSettings, 'waitDays' | 'accounts'>): Coverage {
  const accounts = new Map<string, CoveredAccount>();
  const seenWith = new Map<string, Set<CoveredAccount>>();
  const soldTo = new Map<string, number>();
  const seen = (key: string, account: CoveredAccount) => {
    const known = seenWith.get(key);
    if (known) known.add(account);
    else seenWith.set(key, new Set([account]));
  };
  const reach = (key: string, day: number) => soldTo.set(key, Math.max(day, soldTo.get(key) ?? day));

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

  const dueRecord = ({ keys, day }: Facts): Due => {
    const places = [keys.terminalId && `terminal ${keys.terminalId}`, keys.locationId && `location ${keys.locationId}`, 'all'];
    const toDay = places.map((place) => (place ? soldTo.get(place) : undefined)).find((to) => to !== undefined);
    if (toDay === undefined) return { isDue: false, isCovered: false };
    return { isDue: toDay >= day + 1, isCovered: true, toDay, dueDay: day + 1, account: null };
  };

  return {
    seeRecord({ acquirerId, merchantId }, settlementDay, keys) {
      const name = JSON.stringify([identifierCode(acquirerId), identifierCode(merchantId)]);
      let account = accounts.get(name);
      if (!account) {
        account = { acquirerId, merchantId, toDay: settlementDay, waitDays: waitDaysOf(settings, acquirerId, merchantId) };
        accounts.set(name, account);
      }
      account.toDay = Math.max(account.toDay, settlementDay);
      seen(`acquirer ${identifierCode(acquirerId)}`, account);
      if (keys === null) return;
      if (keys.terminalId !== 0) seen(`terminal ${keys.terminalId}`, account);
      if (keys.brand !== 0) seen(`brand ${keys.brand}`, account);
      if (keys.terminalId !== 0 && keys.brand !== 0) seen(`terminal ${keys.terminalId} ${keys.brand}`, account);
    },
    seeSale({ keys, day }) {
      reach('all', day);
      if (keys.terminalId !== 0) reach(`terminal ${keys.terminalId}`, day);
      if (keys.locationId !== 0) reach(`location ${keys.locationId}`, day);
    },
    due: (row) => (row.side === SALE ? dueSale(row) : dueRecord(row)),
  };
}

function waitDaysOf({ accounts, waitDays }: Pick<MatchSettings, 'waitDays' | 'accounts'>, acquirerId: string, merchantId: string | null) {
  const same = (one: string, other: string | null) => identifierCode(one) === identifierCode(other);
  const set = accounts.find(
    (one) => same(one.acquirerId, acquirerId) && (one.merchantId === undefined || same(one.merchantId, merchantId)),
  );
  return set?.waitDays ?? waitDays;
}
