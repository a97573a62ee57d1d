/** Where the operations are; path parameters in braces, as in OpenAPI. */
export const basePath = '/sales/v1';
export const settlementPath = '/settlement/v1';

export const paths = {
  testAccess: `${basePath}/`,
  uploadTransactions: `${basePath}/transactions/upload`,
  getUploadState: `${basePath}/transactions/upload/{uploadId}`,
  listTransactions: `${basePath}/transactions`,
  getTransaction: `${basePath}/transactions/{id}`,
  // Extensions of ours, under areas of their own.
  searchTransactions: '/history/v1/transactions',
  getTransactionHistory: '/history/v1/transactions/{id}',
  listUploads: '/history/v1/uploads',
  getAccess: '/history/v1/access',
  getTotals: '/history/v1/totals',
  getImportConfiguration: '/history/v1/import-configuration',
  testSettlementAccess: `${settlementPath}/`,
  uploadRecords: `${settlementPath}/records/upload`,
  getRecordUploadState: `${settlementPath}/records/upload/{uploadId}`,
  listRecords: `${settlementPath}/records`,
  getRecord: `${settlementPath}/records/{id}`,
  getRecordHistory: '/history/v1/records/{id}',
  listMatches: `${settlementPath}/matches`,
  getMatch: `${settlementPath}/matches/{id}`,
  explainMatch: `${settlementPath}/explanations`,
  listExceptions: `${settlementPath}/exceptions`,
  getMatchRun: `${settlementPath}/runs`,
  startMatchRun: `${settlementPath}/runs`,
  suggestMatchSettings: `${settlementPath}/settings/suggestions`,
  getMatchSettings: `${settlementPath}/settings`,
  changeMatchSettings: `${settlementPath}/settings`,
  reprocessUpload: '/admin/v1/uploads/{uploadId}/reprocess',
  withdrawUpload: '/admin/v1/uploads/{uploadId}/undo',
  restoreUpload: '/admin/v1/uploads/{uploadId}/redo',
} as const;

/** Query parameters as they are sent; those without a value are left out. */
export type QueryValues = Record<string, string | number | undefined>;
