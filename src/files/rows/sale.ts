/** From a valid transaction, or settlement record, to the row as it is sent, and back. */
import type { SettlementRecordUpload } from '../../contract/settlement.js';
import { isOfPayment, type UploadKind } from '../../contract/states.js';
import type { TransactionUpload } from '../../contract/transaction.js';
import type { Sale } from '../input/row.js';
import { isRefundWord } from '../words/refund-words.js';
import { isKindOfRefund, isMark, isNoSale, isRefundType, markColumn } from '../words/sale-marks.js';

/** The sale for a valid transaction. `given` names a column outside the transaction that already marks the row. */
export function saleOf(transaction: TransactionUpload, given: string | null = null): Sale {
  const { amount = null, currency = null, transactionDate: date = null, transactionTypes, additionalData } = transaction;
  let isRefund = transactionTypes?.some(isRefundType) ?? false;
  let mark = given;
  let noSale = transactionTypes?.some(isNoSale) ? 'transactionTypes' : null;
  for (const { key, value } of additionalData ?? []) {
    const column = markColumn(key);
    isRefund ||= isRefundWord(value) || isKindOfRefund(column, value);
    if (mark === null && isMark(column, value)) mark = key;
    if (noSale === null && column === 'kind' && isNoSale(value)) noSale = key;
  }
  return { json: JSON.stringify(transaction), amount, currency, isRefund, mark, noSale, date };
}

/** The same for a valid settlement record, whose type says what it is. */
function recordOf(record: SettlementRecordUpload, given: string | null): Sale {
  const { type, amount = null, currency = null, transactionDate, businessDate, settlementDate, payoutDate } = record;
  const date = transactionDate ?? businessDate ?? settlementDate ?? (isOfPayment(type) ? null : (payoutDate ?? null));
  const is = type ?? (amount !== null && amount < 0 ? 'Refund' : 'Sale');
  const mark = given ?? record.additionalData?.find(({ key, value }) => isMark(markColumn(key), value))?.key ?? null;
  const isRefund = type === 'Refund' || type === 'Chargeback';
  return { json: JSON.stringify(record), amount, currency, isRefund, mark, noSale: null, date, type: is };
}

/** A row of that kind, which the contract has read, as it is sent; `given` as for {@link saleOf}. */
export function sentRow(kind: UploadKind, row: object, given: string | null): Sale {
  return kind === 'Sales' ? saleOf(row, given) : recordOf(row, given);
}

/** The values of a row of any kind. */
export function valuesOf({ json }: Pick<Sale, 'json'>): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}

/** The transaction as an object again, for the few places that need one. */
export function transactionOf({ json }: Pick<Sale, 'json'>): TransactionUpload {
  return JSON.parse(json) as TransactionUpload;
}
