/** A row of either kind as it was uploaded. Types only. */
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';

/** Fields that sales and settlement records both have mean the same, so that what a row is of does not matter to whoever reads one. */
export type UploadedFields = TransactionUpload & SettlementRecordUpload;
