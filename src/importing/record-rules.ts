/**
 * The rules that a settlement record must pass, which no configuration changes: without an amount, a currency and a date nothing can be
 * said of it. Pure: rows in, decisions out.
 */
import { amountFault } from '../contract/import-rules.js';
import { type SettlementField, type SettlementRecordUpload, settlementFields } from '../contract/settlement.js';
import { feeParts, isOfPayment, requiredOfType } from '../contract/states.js';
import type { RowDecision } from '../store/import-decisions.js';
import { rejectionOfRow } from './rules.js';

/** Fields that only some files of the same records tell. Records that were stored before these fields have none of them. */
const notCompared: readonly SettlementField[] = [
  ...feeParts,
  ...(['cardProduct', 'bankReference', 'disputeId', 'respondBy', 'reasonCode', 'description', 'additionalData'] as const),
];
/** The fields in which two rows must agree to be the same record. */
export const recordDuplicateKey = settlementFields.filter((field) => !notCompared.includes(field));

const dates = ['transactionDate', 'businessDate', 'settlementDate'] as const satisfies readonly SettlementField[];
/** What a payout explains is never compared with a sale, so the day of the payout is enough. That of a payment would be wrong by days. */
const datesOfOthers = [...dates, 'payoutDate'] as const;

const payment: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };
const noPayment: RowDecision = { ...payment, transactionMatchState: 'NotApplicable' };

/**
 * Decides about the record at `index` of its upload. One that breaks a rule stays Unprocessed, with the reasons. `takesFineAmounts`: of one
 * that was imported before, by which earlier versions took amounts that are refused now.
 */
export function recordDecision(record: SettlementRecordUpload, index: number, takesFineAmounts = false): RowDecision {
  const { type } = record;
  const ofPayment = isOfPayment(type);
  const required: SettlementField[] = ['amount', 'currency', ...requiredOfType(type)];
  const faults: { field: SettlementField; reason: string; code?: 'AMOUNT_DECIMALS' }[] = required
    .filter((field) => !hasValue(record[field]))
    .map((field) => ({ field, reason: 'is required' }));
  if (type === 'TillTotal' && hasValue(record.payoutId))
    faults.push({ field: 'payoutId', reason: 'names a payout, which has no totals of tills' });
  const ofDecimals = takesFineAmounts ? null : amountFault(record.amount);
  if (ofDecimals !== null) faults.push(ofDecimals);
  if (!(ofPayment ? dates : datesOfOthers).some((field) => hasValue(record[field]))) {
    const reason = ofPayment ? noDate : noDateOfOthers;
    faults.push({ field: 'transactionDate', reason: hasValue(record.payoutDate) ? `${reason}${notOfPayout}` : reason });
  }
  if (faults.length > 0) return rejectionOfRow('records', index, faults);
  return ofPayment ? payment : noPayment;
}

const noDate = 'is required, or one of businessDate and settlementDate';
const noDateOfOthers = 'is required, or one of businessDate, settlementDate and payoutDate';
const notOfPayout = '; the day of its payout is not that of a payment';

function hasValue(value: SettlementRecordUpload[SettlementField]): boolean {
  return value !== null && value !== undefined && value !== '';
}
