/**
 * A sale or a settlement record as matching compares it: exact amount with its sign, day, moment, and identifiers as numbers. Both sides pass
 * through here, so that what one file writes differently from the other is the same afterwards. Nothing else of the rows decides a match.
 */
import { fewTenThousandths, tenThousandths } from '../contract/amount.js';
import { brandSpelt } from '../contract/brands.js';
import { momentOf } from '../contract/date-time.js';
import { type DatesOfRow, dayOf } from '../contract/day.js';
import type { MatchKey, MatchSettings } from '../contract/match-settings.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { ABSENT, identifierCode } from './identifier.js';

export const SALE = 0;
export const RECORD = 1;
export type Side = typeof SALE | typeof RECORD;

export interface ComparableRow {
  side: Side;
  /** In units of 10⁻⁴, exactly. */
  units: number;
  currency: number;
  /** Since 1970. */
  day: number;
  /** The payment's moment in seconds since 1970; noon of the day where `isTimed` is false. */
  at: number;
  isTimed: boolean;
  /** Of how many payments a record is the total; 0 where it does not say. */
  total: number;
  /** Codes; 0 is absent. */
  keys: Record<MatchKey, number>;
  /** What the settings say of the record's account: 1 for the first; 0 for nothing. */
  account: number;
}

const DAY = 86_400;
/** Sums of such amounts stay exact as long as they do not exceed it either: see decide.ts. */
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** What the settings say of names, once for all rows. */
export interface Names {
  terminals: ReadonlyMap<number, number>;
  /** The code of the brand's family; 0 for a text that is no brand (`Karte`). */
  brandCode(text: string): number;
  isRefund(type: string): boolean;
  /** `merchant` is null for any. */
  accounts: readonly { acquirer: number; merchant: number | null }[];
}

export function namesOf(settings: Pick<MatchSettings, 'terminals' | 'brands' | 'refundTypes' | 'accounts'>): Names {
  const brands = new Map(Object.entries(settings.brands).map(([from, to]) => [spelling(from), to]));
  const refundTypes = new Set(settings.refundTypes.map(spelling));
  return {
    terminals: new Map(Object.entries(settings.terminals).map(([from, to]) => [identifierCode(from), identifierCode(to)])),
    brandCode: remembered((text) => {
      const named = brands.size > 0 ? brands.get(spelling(text)) : undefined;
      return identifierCode(named === undefined ? brandSpelt(text) : (brandSpelt(named) ?? named));
    }),
    isRefund: remembered((type) => refundTypes.has(spelling(type))),
    accounts: settings.accounts.map(({ acquirerId, merchantId }) => ({
      acquirer: identifierCode(acquirerId),
      merchant: merchantId === undefined ? null : identifierCode(merchantId),
    })),
  };
}

/** More texts than these are not what a column of few values has. */
const TEXTS_MAX = 1_000;

/** The same, worked out once for each of the few texts that a column has. */
function remembered<Result>(resultOf: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = resultOf(text);
      if (known.size < TEXTS_MAX) known.set(text, result);
    }
    return result;
  };
}

/** Null where it cannot be compared, which is Incomplete: no amount, or one finer than 10⁻⁴; no currency; no date. */
export function comparableSale(sale: TransactionUpload, names: Names): ComparableRow | null {
  const paidAt = sale.eftTransactionDate || sale.transactionDate;
  const row = compared(SALE, sale, { paidAt, otherDay: null }, names);
  if (row !== null && row.units > 0 && sale.transactionTypes?.some(names.isRefund)) row.units = -row.units;
  return row;
}

/** As {@link comparableSale}. Records that stand for no sale (fees, payouts) are not for here: see `isOfPayment`. */
export function comparableRecord(record: SettlementRecordUpload, names: Names): ComparableRow | null {
  const row = compared(RECORD, record, { paidAt: record.transactionDate, otherDay: record.settlementDate }, names);
  if (row === null) return null;
  // Many files write refunds without a minus. As a sale's, its sign must never make it the payment that it gives back.
  if (record.type === 'Refund' && row.units > 0) row.units = -row.units;
  row.total = record.transactionCount ?? 0;
  if (names.accounts.length > 0) row.account = accountOf(row.keys.acquirerId, identifierCode(record.merchantId), names);
  return row;
}

type Common = TransactionUpload | SettlementRecordUpload;
type Dates = Omit<DatesOfRow, 'businessDate'>;

function compared(side: Side, row: Common, dates: Dates, names: Names): ComparableRow | null {
  const units = unitsOf(row.amount);
  const currency = identifierCode(row.currency);
  const day = dayOf({ businessDate: row.businessDate, ...dates });
  if (units === null || currency === ABSENT || day === null) return null;
  const moment = dates.paidAt ? momentOf(dates.paidAt) : null;
  const terminal = identifierCode(row.terminalId);
  return {
    side,
    units,
    currency,
    day,
    at: moment ?? day * DAY + DAY / 2,
    isTimed: moment !== null,
    total: 0,
    account: 0,
    keys: {
      transactionReference: identifierCode(row.transactionReference),
      transactionSequenceCounter: identifierCode(row.transactionSequenceCounter),
      authorisationCode: identifierCode(row.authorisationCode),
      orderId: identifierCode(row.orderId),
      terminalId: terminal === ABSENT ? ABSENT : (names.terminals.get(terminal) ?? terminal),
      locationId: identifierCode(row.locationId),
      lastFour: lastFour(row),
      firstSix: firstSix(row),
      brand: row.brandId ? names.brandCode(row.brandId) : ABSENT,
      acquirerId: identifierCode(row.acquirerId),
    },
  };
}

/** A field that sentences name. */
export type ShownField = MatchKey | 'currency' | 'payoutId';

/** A field as it was uploaded, of a card the characters that are compared; empty where there is none. */
export function textOf(row: Common, field: ShownField): string {
  if (field === 'lastFour') return (row.cardNumberMasked ?? '').trimEnd().slice(-4);
  if (field === 'firstSix') return (row.cardNumberMasked ?? '').replace(/[\s-]/g, '').slice(0, 6);
  if (field === 'brand') return row.brandId ?? '';
  if (field === 'payoutId') return ('payoutId' in row && row.payoutId) || '';
  return row[field] ?? '';
}

function unitsOf(amount: number | null | undefined): number | null {
  if (amount === null || amount === undefined) return null;
  const units = fewTenThousandths(amount) ?? tenThousandths(amount);
  if (units === null) return null;
  const number = Number(units);
  return Math.abs(number) <= UNITS_MAX ? number : null;
}

/** Four digits at the end, as a number above 10,000; what is before them does not matter. */
function lastFour(row: Common): number {
  const card = row.cardNumberMasked;
  if (!card) return ABSENT;
  const digits = isDigits(card, card.length - 4, 4) ? card.slice(-4) : textOf(row, 'lastFour');
  return isDigits(digits, 0, 4) ? 10_000 + Number(digits) : ABSENT;
}

/** Six digits at the front, as a number above 1,000,000. */
function firstSix(row: Common): number {
  const card = row.cardNumberMasked;
  if (!card) return ABSENT;
  const digits = isDigits(card, 0, 6) ? card.slice(0, 6) : textOf(row, 'firstSix');
  return isDigits(digits, 0, 6) ? 1_000_000 + Number(digits) : ABSENT;
}

/** Whether the text has so many digits from there on. */
function isDigits(text: string, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return false;
  }
  return true;
}

/** What is said of one contract goes before what is said of all with the acquirer. */
function accountOf(acquirer: number, merchant: number, { accounts }: Names): number {
  // A word that says nothing names no acquirer, in the settings as in a file.
  if (acquirer === ABSENT) return 0;
  const placeFor = (contract: number | null) => accounts.findIndex((one) => one.acquirer === acquirer && one.merchant === contract) + 1;
  return placeFor(merchant) || placeFor(null);
}

const spelling = (text: string) => text.trim().toLowerCase();
