/**
 * What a table is, where it is neither sales nor settlement records: a list of refunds, disputes, payouts, fees or subscriptions, by the stem
 * in the name of its date or of its number, or by the one kind that a column has in every row; totals of a till, by the number of its closing or
 * of the payments in each, or by what was counted in it; the statement of an account, by a column that is the running sum of the amount, or by
 * several that only those have. What only some rows have says nothing.
 */

import type { UploadKind } from '../../contract/states.js';
import type { RowField } from '../input/record-kind.js';
import { amountsIn, isAmount, isSameSum } from '../values/amount-text.js';
import { datesIn } from '../values/date-text.js';
import { meaningOfWord, speaksOfTip } from '../words/header-words.js';
import type { PartRole } from '../words/lexicon/parts.js';
import { speaksOf } from '../words/lexicon.js';
import { kindNamed } from '../words/row-kinds.js';
import { markColumn } from '../words/sale-marks.js';
import { isReceiptNumber } from './content-columns.js';
import type { TableHead } from './table-head.js';

export const otherTables = ['refunds', 'disputes', 'payouts', 'fees', 'subscriptions', 'totals', 'account'] as const;
/** A table that is read as sales or settlement records, and may be something else; `columns` tell it. */
export interface OtherTable {
  is: (typeof otherTables)[number];
  columns: readonly number[];
}

const stems = { refunds: 'ofRefund', disputes: 'ofDispute', fees: 'ofFee', subscriptions: 'ofSubscription', payouts: 'ofPayout' } as const;
/** Kinds of rows that are no sales, and the table whose rows are all of one. */
const kinds = new Map<string | undefined, OtherTable['is']>([
  ['Refund', 'refunds'],
  ['Chargeback', 'disputes'],
  ['Payout', 'payouts'],
]);
const FILLED_MIN = 0.8;
/** Points that make a table the statement of an account: 2 for a balance, 2 for debit and credit together, 1 for each other column of accounts. */
const ACCOUNT_MIN = 4;
/** With one of these a row is a single sale. */
const ofOneSale: readonly string[] = ['transactionReference', 'orderId', 'authorisationCode', 'cardNumberMasked', 'terminalId', 'brandId'];
/** No till knows these. */
const ofPaid: readonly string[] = ['fee', 'netAmount', 'payoutId', 'payoutDate', 'settlementDate', 'merchantId', 'acquirerId'];
const ofKind: readonly string[] = ['transactionTypes', 'type'];
/** No account has these. */
const ofSales: readonly string[] = ['orderId', 'authorisationCode', 'cardNumberMasked', 'terminalId', 'brandId', 'fee', 'payoutId'];

/** A table and its columns, as far as they are known. */
interface KnownColumns extends TableHead {
  kind: UploadKind;
  fields: readonly { field: RowField; columns: readonly number[] }[];
  kindColumn: number | null;
  isDecided(field: RowField): boolean;
}

/** Null where nothing says that it is something else. */
export function otherTable(draft: KnownColumns): OtherTable | null {
  const { header, rows, fields, kindColumn, kind } = draft;
  const isFilled = (column: number) => rows.length > 0 && draft.cells(column).length >= rows.length * FILLED_MIN;
  const filled = header.flatMap((_, column) => (isFilled(column) ? [column] : []));
  // The kinds of its rows tell more than the table.
  if (kindColumn !== null || draft.isDecided('type') || draft.isOfRejects) return null;
  const isDate = (column: number) => draft.every(column, (cell) => /\D/.test(cell) && datesIn(cell).length > 0);
  const hasOwn = (column: number) => rows.length > 1 && new Set(draft.cells(column)).size === rows.length;
  const isNumber = (column: number) => speaksOf('aNumber', draft.name(column)) && draft.every(column, isReceiptNumber);
  const named = filled.filter((column) => isDate(column) || isNumber(column));
  const means = (one: readonly string[], but: readonly number[]) =>
    fields.some(({ field, columns }) => one.includes(field) && !columns.some((column) => but.includes(column))) ||
    header.some((name, column) => !but.includes(column) && one.includes(meaningOfWord(name, 'Settlement') ?? ''));
  for (const [is, stem] of Object.entries(stems)) {
    const columns = named.filter((column) => speaksOf(stem, draft.name(column)));
    // In a list of payouts each row has another one.
    const isShared = () => columns.some((column) => !isDate(column) && new Set(draft.cells(column)).size < draft.cells(column).length);
    // With a fee a row is a single payment, too, but where its only day is that of a payout of its own.
    const areDays = () => named.filter(isDate).every((column) => columns.includes(column) && hasOwn(column));
    const areOfPayments = () => means(ofOneSale, columns) || isShared() || (means(['fee'], columns) && !areDays());
    if (columns.length > 0 && !(is === 'payouts' && areOfPayments())) return { is: is as OtherTable['is'], columns };
  }
  // The days on which many sales were settled together.
  const dates = named.filter(isDate);
  const areSettled = dates.length > 0 && dates.every((column) => speaksOf('otherMoney', draft.name(column)));
  if (kind === 'Sales' && areSettled && !means(ofOneSale, [])) return { is: 'payouts', columns: dates };
  // A kind, state or sign of rows is told of each.
  const isOpen = (name: string) => [null, 'refunded'].includes(markColumn(name)) && !speaksOf('noKind', name);
  const ofOneKind = means(ofKind, [])
    ? []
    : filled.filter((column) => isOpen(draft.name(column)) && draft.cells(column).length === rows.length);
  for (const column of ofOneKind) {
    const [kind, ...others] = new Set(draft.cells(column).map(kindNamed));
    const is = kinds.get(kind ?? undefined);
    if (is && others.length === 0) return { is, columns: [column] };
  }
  const areSingle = means(
    ofOneSale.filter((one) => one !== 'terminalId' && one !== 'brandId'),
    [],
  );
  const totals = areSingle || means(ofPaid, []) ? null : (totalsOfTill(draft) ?? countedInTill(draft));
  if (totals) return { is: 'totals', columns: totals };
  const daily = kind === 'Sales' && !means(ofOneSale, []) ? daysPaidOut(draft) : null;
  if (daily) return { is: 'payouts', columns: daily };
  if (means(ofSales, [])) return null;
  const speaking = (role: PartRole, isOne = (_: number) => true) =>
    header.flatMap((name, column) => (speaksOf(role, name) && isOne(column) ? [column] : []));
  const isMoney = (column: number) => draft.every(column, isAmount);
  const [balances, debits, credits] = [
    speaking('balance', (column) => isMoney(column) && isFilled(column)),
    speaking('debitSide', isMoney),
    speaking('creditSide', isMoney),
  ];
  const sides = debits.length > 0 && credits.length > 0 ? [...debits.slice(0, 1), ...credits.slice(0, 1)] : [];
  const others = speaking('ofAccount', (column) => draft.cells(column).length * 2 >= rows.length && !balances.includes(column));
  const points = (balances.length > 0 ? 2 : 0) + sides.length + others.length;
  const ofAccount = points >= ACCOUNT_MIN ? [...balances, ...sides, ...others] : runningSum(draft);
  return ofAccount && { is: 'account', columns: ofAccount };
}

const RUNNING_MIN = 3;
/** Share of rows, such as pending ones, that may leave the sum as it is. */
const UNMOVED_MAX = 1 / 4;

/** The amount and the column that is its running sum, from the first row or from the last. Null where there is none. */
function runningSum({ fields, header, rows }: KnownColumns): number[] | null {
  const [amount = -1] = fields.find(({ field }) => field === 'amount')?.columns ?? [];
  const read = (cells: readonly string[], column: number) => amountsIn(cells[column] ?? '')[0] ?? Number.NaN;
  const isRunning = (column: number) => {
    const all = rows.map((cells) => [read(cells, amount), read(cells, column)] as const).filter(([, sum]) => !Number.isNaN(sum));
    const adds = (ordered: typeof all) => {
      const moved = ordered.filter(([own, sum], at) => own === 0 || sum !== ordered[at - 1]?.[1]);
      const isSum = ([own, sum]: (typeof all)[number], at: number) => isSameSum(sum, (moved[at]?.[1] ?? 0) + own);
      const isMoving = moved.filter(([own]) => own !== 0).length >= RUNNING_MIN;
      return isMoving && all.length - moved.length <= all.length * UNMOVED_MAX && moved.slice(1).every(isSum);
    };
    return all.length >= rows.length * FILLED_MIN && (adds(all) || adds(all.toReversed()));
  };
  const column = amount < 0 ? -1 : [...header.keys()].findIndex((column) => column !== amount && isRunning(column));
  return column < 0 ? null : [amount, column];
}

/** The column that has the number of a till's closing, or of the payments that each row is the total of. Null where there is none. */
function totalsOfTill(draft: KnownColumns): number[] | null {
  const { header, rows } = draft;
  const isCount = (column: number) => {
    const counts = rows.map((cells) => Number(/^\d{1,5}$/.exec((cells[column] ?? '').trim())?.[0]));
    return counts.every((count) => count >= 0) && counts.filter((count) => count > 1).length * 2 > counts.length;
  };
  const tells = (column: number) => {
    const name = draft.name(column);
    if (speaksOf('ofClosing', name)) return draft.every(column, isReceiptNumber);
    return speaksOf('paymentsCount', name) && isCount(column);
  };
  const column = rows.length === 0 ? -1 : header.findIndex((_, column) => tells(column));
  return column < 0 ? null : [column];
}

const MONEY_MAX = 12;
/** Sales are rounded by less. */
const COUNTED_MIN = 1;

/** The columns of what a till should hold, what was counted, and the difference, which is more in one row and less in another. Null where there are none. */
function countedInTill(draft: KnownColumns): number[] | null {
  const money = [...draft.header.keys()].filter((column) => draft.every(column, isAmount)).slice(0, MONEY_MAX);
  const amounts = draft.rows.map((cells) => cells.map((cell) => amountsIn(cell)[0] ?? 0));
  const isDifference = (one: number, other: number, column: number) => {
    const [less, more] = [Math.min, Math.max].map((of) => of(...amounts.map((cells) => cells[column] ?? 0))) as [number, number];
    const isCounted = ({ [one]: expected = 0, [other]: counted = 0, [column]: left = 0 }: readonly number[]) =>
      expected > 0 && counted > 0 && isSameSum(counted, expected + left);
    return less < 0 && more > 0 && more - less > COUNTED_MIN && amounts.every(isCounted);
  };
  for (const column of money)
    for (const one of money)
      for (const other of money) if (one !== other && isDifference(one, other, column)) return [one, other, column].sort((a, b) => a - b);
  return null;
}

const DAYS_MIN = 2;

/**
 * The columns of the day and of what was paid out, where each row has another day, or place, and all of its columns of money add up to the last
 * one: gross, less at least two others, of which one is a fee. Null otherwise.
 */
function daysPaidOut(draft: KnownColumns): number[] | null {
  const { header, rows } = draft;
  const columns = [...header.keys()];
  const isDay = (cell: string) => /\D/.test(cell) && datesIn(cell).some(({ time }) => time === null);
  const isMoney = (column: number) => !isDay(draft.cells(column)[0] ?? '') && draft.every(column, isAmount);
  const money = columns.filter(isMoney);
  const [whole = -1, ...others] = money;
  const [left = -1] = others.slice(-1);
  const parts = others.slice(0, -1);
  const days = columns.filter((column) => draft.every(column, isDay));
  const [day = -1] = days;
  if (rows.length < DAYS_MIN || days.length !== 1 || parts.length < 2 || money.length > MONEY_MAX) return null;
  if (!parts.some((column) => speaksOf('fee', draft.name(column))) || money.some((column) => speaksOfTip(draft.name(column)))) return null;
  const places = columns.filter((column) => column !== day && !money.includes(column));
  // What differs from row to row is of a single sale.
  const repeats = (column: number) => {
    const values = new Set(draft.cells(column)).size;
    return values < 2 || values * 2 <= rows.length;
  };
  const keys = rows.map((cells) => [day, ...places].map((column) => cells[column]?.trim()).join('\n'));
  if (new Set(keys).size < rows.length || !places.every(repeats)) return null;
  const adds = (cells: readonly string[]) => {
    const read = (column: number) => amountsIn(cells[column] ?? '')[0] ?? 0;
    const cost = parts.reduce((sum, column) => sum + Math.abs(read(column)), 0);
    return isSameSum(read(whole), cost + read(left));
  };
  return rows.every(adds) ? [day, left] : null;
}
