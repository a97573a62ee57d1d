/**
 * What a server offers beyond the documented interface, by the words with which it says so in the header Sales-Capabilities. Whatever is
 * not announced is not there.
 */
import type { OperationId } from './operations.js';
import { slipFilterNames } from './slip-filters.js';

export const extensions = {
  getAccess: 'access',
  searchTransactions: 'filter',
  getTransactionHistory: 'history',
  listUploads: 'uploads',
  getTotals: 'totals',
  getImportConfiguration: 'import-configuration',
  testSettlementAccess: 'settlement',
  uploadRecords: 'settlement',
  getRecordUploadState: 'settlement',
  listRecords: 'settlement',
  getRecord: 'settlement',
  getRecordHistory: 'settlement',
  listMatches: 'matching',
  getMatch: 'matching',
  explainMatch: 'matching',
  listExceptions: 'matching',
  getMatchRun: 'matching',
  startMatchRun: 'matching',
  getMatchSettings: 'matching',
  suggestMatchSettings: 'matching',
  changeMatchSettings: 'matching',
  reprocessUpload: 'changes',
  withdrawUpload: 'changes',
  restoreUpload: 'changes',
} as const satisfies Partial<Record<OperationId, string>>;

export type Extension = (typeof extensions)[keyof typeof extensions];

/** What each is, for a sentence that it is not offered. */
export const extensionNames: Record<Extension, string> = {
  access: 'to tell what a user may do',
  filter: 'a search by --where',
  history: 'the history of transactions',
  uploads: 'the list of its uploads',
  totals: 'totals',
  'import-configuration': 'to tell the rules of import',
  settlement: 'to keep settlement records',
  matching: 'to match sales with settlement records',
  changes: 'to withdraw, restore and reprocess uploads',
};

/** The word for an operation that is an extension; null for one of the documented interface. */
export function extensionOf(operation: OperationId): Extension | null {
  return (extensions as Partial<Record<OperationId, Extension>>)[operation] ?? null;
}

/** As the header has them, `filter` with the parameters that it takes, because what is not known is ignored. Not every store can match. */
export function extensionWords({ canMatch }: { canMatch: boolean }): string[] {
  const words = [...new Set<Extension>(Object.values(extensions))].filter((word) => canMatch || word !== 'matching');
  return words.map((word) => (word === 'filter' ? `filter="${slipFilterNames.join(' ')}"` : word));
}
