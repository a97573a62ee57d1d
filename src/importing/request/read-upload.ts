/**
 * From the body of an upload to its transactions. What nearly every body is, JSON written without blanks and without a fault, is read in
 * one pass over its bytes; whatever else it is, by JSON.parse and the schema, which alone refuse a body and word its faults. Both give the
 * same transactions.
 */
import { rightOf } from '../../contract/problem.js';
import { recordsOfRequest } from '../../contract/records.js';
import type { SettlementRecordUpload } from '../../contract/settlement.js';
import type { TransactionUpload } from '../../contract/transaction.js';
import { type IsWithin, readRows, readUploadRequest } from '../../contract/upload.js';
import { parseJson } from './request-json.js';
import { scanUpload } from './scan-upload.js';

/**
 * The transactions in `body`. `isWithin` tells which of them the user may upload; null for all. Fails with `validation`, naming every fault.
 */
export function readUpload(body: Uint8Array, isWithin: IsWithin | null): TransactionUpload[] {
  const scanned = scanUpload(body);
  return scanned && (isWithin === null || scanned.every(isWithin)) ? scanned : readSlowly(body, isWithin);
}

/** The same for the body of an upload of settlement records, of which there is no plain form: they are far fewer. */
export function readRecords(body: Uint8Array, isWithin: IsWithin | null): SettlementRecordUpload[] {
  return rightOf(readRows(parseJson(body), recordsOfRequest, isWithin));
}

/** The transactions by JSON.parse and the schema: the definition of what a body says and of what is wrong with it. */
export function readSlowly(body: Uint8Array, isWithin: IsWithin | null): TransactionUpload[] {
  return rightOf(readUploadRequest(parseJson(body), isWithin));
}
