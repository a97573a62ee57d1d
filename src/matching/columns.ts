/**
 * Sales and settlement records as columns of numbers, about a hundred bytes a row and its texts. A row is its place. Both sides pass through
 * here, so that what one file writes differently from the other is the same afterwards. Nothing else of the rows decides a match.
 */
import { unitsOf } from '../contract/comparable-amount.js';
import { daysOf, momentOf } from '../contract/date-time.js';
import { dayOf } from '../contract/day.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { RowNames } from './evidence-settings.js';
import { Texts } from './texts.js';

/** Where a record does not say when it was settled. */
export const NO_DAY = -(2 ** 31);

const integers = [
  /** Days since 1970: the till's business day, where it is near; that of the moment; that of the booking. */
  ...(['day', 'calendar', 'settled'] as const),
  /** Codes of texts; 0 is absent. */
  ...([
    'currency',
    'reference',
    'order',
    'counter',
    'code',
    'terminal',
    'location',
    'acquirer',
    'merchant',
    'payout',
    'brandText',
  ] as const),
  /** Digits of the card, above 10,000 and 1,000,000. */
  ...(['lastFour', 'firstSix'] as const),
  /** How many payments a record says it is. */
  'payments',
] as const;
type IntegerColumn = (typeof integers)[number];
/** By field: the column by which both sides are compared in it. */
export const columnOf = {
  transactionReference: 'reference',
  orderId: 'order',
  transactionSequenceCounter: 'counter',
  authorisationCode: 'code',
  cardNumberMasked: 'lastFour',
  terminalId: 'terminal',
  locationId: 'location',
  acquirerId: 'acquirer',
  brandId: 'brandText',
  currency: 'currency',
} as const;
export type WeighedField = keyof typeof columnOf;
const bytes = ['isRecord', 'isCash', 'isBookedOnly', 'brand'] as const;

/** `at`: seconds since 1970; NaN where only the day is known. `units`: of 10⁻⁴, exactly, negative where money goes back. */
export interface Columns
  extends Record<IntegerColumn, Int32Array>,
    Record<(typeof bytes)[number], Uint8Array>,
    Record<'id' | 'units' | 'at', Float64Array> {
  count: number;
  texts: Texts;
}

/** @param rowsMax there is room for so many rows */
export function emptyColumns(rowsMax: number): Columns {
  const of = <Name extends string, Column>(names: readonly Name[], column: () => Column) =>
    Object.fromEntries(names.map((name) => [name, column()])) as Record<Name, Column>;
  return {
    count: 0,
    texts: new Texts(),
    ...of(integers, () => new Int32Array(rowsMax)),
    ...of(bytes, () => new Uint8Array(rowsMax)),
    ...of(['id', 'units', 'at'], () => new Float64Array(rowsMax)),
  };
}

/** `id`: no other sale has it. @returns the place; null where it cannot be compared: no amount or currency or date, or one finer than 10⁻⁴ */
export function addSale(rows: Columns, id: number, sale: TransactionUpload, names: RowNames): number | null {
  const types = sale.transactionTypes ?? [];
  const place = add(rows, id, sale, sale.eftTransactionDate || sale.transactionDate, types.some(names.takesBack), names);
  if (place === null) return null;
  if (types.some(names.isCash) || (sale.brandId && names.isCash(sale.brandId))) rows.isCash[place] = 1;
  rows.terminal[place] = rows.texts.code(sale.terminalId);
  rows.location[place] = rows.texts.code(sale.locationId);
  rows.acquirer[place] = rows.texts.code(sale.acquirerId);
  rows.settled[place] = NO_DAY;
  return place;
}

/** As {@link addSale}. Records that stand for no sale (fees, payouts) are not for here: see `isOfPayment`. */
export function addRecord(rows: Columns, id: number, record: SettlementRecordUpload, names: RowNames): number | null {
  const place = add(rows, id, record, record.transactionDate, record.type === 'Refund' || record.type === 'Reversal', names);
  if (place === null) return null;
  rows.isRecord[place] = 1;
  rows.terminal[place] = rows.texts.code(names.terminal(record.terminalId));
  rows.location[place] = rows.texts.code(names.location(record.locationId));
  rows.acquirer[place] = rows.texts.code(names.account(record.acquirerId));
  rows.merchant[place] = rows.texts.code(record.merchantId);
  rows.payout[place] = rows.texts.asWritten(record.payoutId);
  rows.settled[place] = daysOf(record.settlementDate || record.payoutDate || '') ?? NO_DAY;
  rows.payments[place] = record.transactionCount ?? 0;
  return place;
}

/** What both sides have. */
function add(
  rows: Columns,
  id: number,
  row: TransactionUpload & Pick<SettlementRecordUpload, 'settlementDate' | 'payoutDate'>,
  moment: string | null | undefined,
  takesBack: boolean,
  names: RowNames,
): number | null {
  const { texts } = rows;
  const units = unitsOf(row.amount);
  const currency = texts.code(row.currency);
  const paid = dayOf({ businessDate: row.businessDate, paidAt: moment, otherDay: null });
  const day = paid ?? daysOf(row.settlementDate || row.payoutDate || '');
  if (units === null || currency === 0 || day === null) return null;
  const place = rows.count++;
  rows.id[place] = id;
  rows.units[place] = takesBack ? -Math.abs(units) : units;
  rows.currency[place] = currency;
  rows.at[place] = moment ? timeOf(moment) : Number.NaN;
  rows.day[place] = day;
  rows.calendar[place] = (moment && daysOf(moment)) || day;
  rows.isBookedOnly[place] = Number(paid === null);
  rows.reference[place] = texts.code(row.transactionReference);
  rows.order[place] = texts.code(row.orderId);
  rows.counter[place] = texts.code(row.transactionSequenceCounter);
  rows.code[place] = codeOf(texts, row.authorisationCode);
  if (row.cardNumberMasked) {
    rows.lastFour[place] = lastFour(row.cardNumberMasked);
    rows.firstSix[place] = firstSix(row.cardNumberMasked);
  }
  if (row.brandId) {
    rows.brand[place] = names.brand(row.brandId);
    rows.brandText[place] = texts.code(row.brandId);
  }
  return place;
}

/** Midnight to the second is written by files that know only the day. */
function timeOf(moment: string): number {
  return moment.startsWith('T00:00:00', 10) ? Number.NaN : (momentOf(moment) ?? Number.NaN);
}

/** Below four characters, one character throughout, or a word: what terminals write that were offline. */
function codeOf(texts: Texts, text: string | null | undefined): number {
  const code = texts.code(text);
  return /^(.{0,3}|(.)\2*|OFFLINE|APPROVED)$/.test(texts.textOf(code)) ? 0 : code;
}

function lastFour(card: string): number {
  const digits = card.trimEnd().slice(-4);
  return /^\d{4}$/.test(digits) ? 10_000 + Number(digits) : 0;
}

function firstSix(card: string): number {
  const digits = card.replace(/[\s-]/g, '').slice(0, 6);
  return /^\d{6}$/.test(digits) ? 1_000_000 + Number(digits) : 0;
}
