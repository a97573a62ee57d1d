/**
 * The API as a table: what can be asked for, where, with which parameters, and what comes back.
 * The server's routes and the OpenAPI document are made from it.
 * Source: the interface document, section 4; methods and paths that it does not show: `docs/api.md`.
 */
import { z } from 'zod';
import { UserRights } from './access.js';
import { ExceptionListQuery, ListedException } from './exceptions.js';
import { TransactionHistory } from './history.js';
import { ImportConfiguration } from './import-configuration.js';
import { MatchSettings, MatchSettingsInUse } from './match-settings.js';
import { Explanation, ExplanationQuery, Match, MatchDetail, MatchListQuery, MatchRun, MatchRunRequest, MatchRunSeen } from './matches.js';
import { basePath, paths } from './paths.js';
import { AccessQuery, ListQuery, SearchQuery, UploadQuery } from './query.js';
import { RecordListQuery, RecordUploadRequest, SettlementRecord, SettlementRecordDetail } from './records.js';
import { MatchSuggestions } from './suggestions.js';
import { Totals, TotalsQuery } from './totals.js';
import { Transaction, TransactionDetail } from './transaction.js';
import { ListedUpload, UploadRequest, UploadResult, UploadState } from './upload.js';

function pageOf<Item extends z.ZodType>(item: Item, things: string) {
  return z.object({
    items: z.array(item),
    hasMore: z.boolean().meta({ description: `Whether more ${things} follow on the next page` }),
  });
}

export const TransactionList = pageOf(Transaction, 'transactions').meta({ id: 'TransactionList' });
export type TransactionList = z.infer<typeof TransactionList>;

export const SettlementRecordList = pageOf(SettlementRecord, 'records').meta({ id: 'SettlementRecordList' });
export type SettlementRecordList = z.infer<typeof SettlementRecordList>;

export const MatchList = pageOf(Match, 'matches').meta({ id: 'MatchList' });
export type MatchList = z.infer<typeof MatchList>;

export const ExceptionList = pageOf(ListedException, 'exceptions').meta({ id: 'ExceptionList' });
export type ExceptionList = z.infer<typeof ExceptionList>;

export const UploadListQuery = AccessQuery.extend({
  uploadId: ListQuery.shape.uploadId.meta({ description: 'That upload alone; an unknown one finds nothing' }),
  pageSize: ListQuery.shape.pageSize,
  pageNumber: ListQuery.shape.pageNumber,
});
export type UploadListQuery = z.infer<typeof UploadListQuery>;

export const UploadList = pageOf(ListedUpload, 'uploads').meta({ id: 'UploadList' });
export type UploadList = z.infer<typeof UploadList>;

const MatchSettingsChangeQuery = AccessQuery.extend({
  dryRun: z.enum(['true', 'false']).default('false').meta({ description: 'true: only check them; nothing is changed' }),
});

export interface Operation {
  /** How it is admitted: a `batch` has a body of up to 30 MB, an Idempotency-Key, an Upload-Group, and a queue of its own. */
  kind: 'read' | 'change' | 'batch';
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path parameters in braces, as in OpenAPI. */
  path: string;
  summary: string;
  query: z.ZodObject;
  /** Path parameters: one that its schema refuses is a 400 under its name. */
  pathParameters: Record<string, z.ZodType>;
  /** The body that it comes with; null for none. */
  request: z.ZodType | null;
  /** The body may be absent. */
  isBodyOptional?: true;
  /** The body of 200; null is an empty body. */
  response: z.ZodType | null;
  /** Who may ask: any of these roles. API where it is absent. */
  roles?: readonly ('API' | 'Admin')[];
  /** It is about the user alone, and no tenant needs to be left. */
  isOfUser?: true;
  /** Its answer has an ETag, and a change must say in If-Match which version it is made to. */
  isVersioned?: true;
  /** Error statuses beside those that any request can meet. */
  errors: readonly number[];
}

/** Of uploads of either kind. */
const stateOfUpload = {
  kind: 'read',
  method: 'GET',
  summary: 'The state of an upload',
  query: AccessQuery,
  // Any string: one that is no UUID names no upload, which is a 404.
  pathParameters: { uploadId: z.string() },
  request: null,
  response: UploadState,
  errors: [404],
} as const satisfies Omit<Operation, 'path'>;

/** What an Admin of the whole tenant asks of the run over all rows. */
const ofMatchRun = { query: AccessQuery, pathParameters: {}, request: null } as const satisfies Partial<Operation>;

/** A change of an upload as a whole; gives its state as it is then. */
function changeOfUpload<Path extends string>(path: Path, roles: Operation['roles'] & {}, summary: string) {
  return {
    kind: 'change',
    method: 'POST',
    path,
    summary,
    query: AccessQuery,
    pathParameters: { uploadId: z.string() },
    roles,
    request: null,
    response: UploadState,
    errors: [404],
  } as const satisfies Operation;
}

/** Statuses that any operation can end with. */
export const commonErrors = [400, 401, 405, 408, 421, 429, 431, 500, 503] as const;

/** All of an operation's. A right log-in without the right is a 401 in the documented interface, and a 403 elsewhere. */
export function errorsOf({ path, errors }: Operation): number[] {
  return [...new Set([...commonErrors, ...(path.startsWith(`${basePath}/`) ? [] : [403]), ...errors])].sort();
}

export const operations = {
  testAccess: {
    kind: 'read',
    method: 'GET',
    path: paths.testAccess,
    summary: 'Test access: 200 with an empty body when authenticated and authorised',
    query: AccessQuery,
    pathParameters: {},
    request: null,
    response: null,
    errors: [],
  },
  uploadTransactions: {
    kind: 'batch',
    method: 'POST',
    path: paths.uploadTransactions,
    summary: 'Stage a batch of transactions for import; 200 is sent once the batch is durable',
    query: UploadQuery,
    pathParameters: {},
    request: UploadRequest,
    response: UploadResult,
    errors: [404, 409, 413, 415, 422],
  },
  getUploadState: { ...stateOfUpload, path: paths.getUploadState },
  listTransactions: {
    kind: 'read',
    method: 'GET',
    path: paths.listTransactions,
    summary: 'List transactions; filters combine with and, bounds are inclusive',
    query: ListQuery,
    pathParameters: {},
    request: null,
    response: TransactionList,
    errors: [],
  },
  getTransaction: {
    kind: 'read',
    method: 'GET',
    path: paths.getTransaction,
    summary: 'One transaction in detail',
    query: AccessQuery,
    pathParameters: { id: z.guid() },
    request: null,
    response: TransactionDetail,
    errors: [404],
  },
  searchTransactions: {
    kind: 'read',
    method: 'GET',
    path: paths.searchTransactions,
    summary: 'List transactions by what stands on a slip as well: reference, order, location, end of the card number',
    query: SearchQuery,
    pathParameters: {},
    request: null,
    response: TransactionList,
    errors: [],
  },
  getTransactionHistory: {
    kind: 'read',
    method: 'GET',
    path: paths.getTransactionHistory,
    summary: 'What became of one transaction: when, from which states to which, why, by whom',
    query: AccessQuery,
    pathParameters: { id: z.guid() },
    request: null,
    response: TransactionHistory,
    errors: [404],
  },
  listUploads: {
    kind: 'read',
    method: 'GET',
    path: paths.listUploads,
    summary: 'List the uploads of the tenant, the newest first; a user limited to organisational units sees their own',
    query: UploadListQuery,
    pathParameters: {},
    request: null,
    response: UploadList,
    errors: [],
  },
  getAccess: {
    kind: 'read',
    method: 'GET',
    path: paths.getAccess,
    summary: 'Who asks, with which roles, and the tenants to choose from',
    query: z.object({}),
    pathParameters: {},
    roles: ['API', 'Admin'],
    isOfUser: true,
    request: null,
    response: UserRights,
    errors: [],
  },
  getTotals: {
    kind: 'read',
    method: 'GET',
    path: paths.getTotals,
    summary: 'Exact sums of the transactions that match, by day, brand, terminal and currency',
    query: TotalsQuery,
    pathParameters: {},
    request: null,
    response: Totals,
    errors: [],
  },
  getImportConfiguration: {
    kind: 'read',
    method: 'GET',
    path: paths.getImportConfiguration,
    summary: 'The rules by which the rows of an upload are imported',
    query: UploadQuery,
    pathParameters: {},
    request: null,
    response: ImportConfiguration,
    errors: [404],
  },
  testSettlementAccess: {
    kind: 'read',
    method: 'GET',
    path: paths.testSettlementAccess,
    summary: 'Test access to settlement records: 200 with an empty body when authenticated and authorised',
    query: AccessQuery,
    pathParameters: {},
    request: null,
    response: null,
    errors: [],
  },
  uploadRecords: {
    kind: 'batch',
    method: 'POST',
    path: paths.uploadRecords,
    summary: 'Stage a batch of settlement records for import; 200 is sent once the batch is durable',
    query: AccessQuery,
    pathParameters: {},
    request: RecordUploadRequest,
    response: UploadResult,
    errors: [404, 409, 413, 415, 422],
  },
  getRecordUploadState: { ...stateOfUpload, path: paths.getRecordUploadState, summary: 'The state of an upload of settlement records' },
  listRecords: {
    kind: 'read',
    method: 'GET',
    path: paths.listRecords,
    summary: 'List settlement records; filters combine with and, bounds are inclusive',
    query: RecordListQuery,
    pathParameters: {},
    request: null,
    response: SettlementRecordList,
    errors: [],
  },
  getRecord: {
    kind: 'read',
    method: 'GET',
    path: paths.getRecord,
    summary: 'One settlement record in detail',
    query: AccessQuery,
    pathParameters: { id: z.guid() },
    request: null,
    response: SettlementRecordDetail,
    errors: [404],
  },
  getRecordHistory: {
    kind: 'read',
    method: 'GET',
    path: paths.getRecordHistory,
    summary: 'What became of one settlement record: when, from which states to which, why, by whom',
    query: AccessQuery,
    pathParameters: { id: z.guid() },
    request: null,
    response: TransactionHistory,
    errors: [404],
  },
  listMatches: {
    kind: 'read',
    method: 'GET',
    path: paths.listMatches,
    summary: 'List matches and proposals, the latest day first; those of which the user may see a row',
    query: MatchListQuery,
    pathParameters: {},
    request: null,
    response: MatchList,
    errors: [404],
  },
  getMatch: {
    kind: 'read',
    method: 'GET',
    path: paths.getMatch,
    summary: 'One match with its rows',
    query: AccessQuery,
    pathParameters: { id: z.guid() },
    request: null,
    response: MatchDetail,
    errors: [404],
  },
  explainMatch: {
    kind: 'read',
    method: 'GET',
    path: paths.explainMatch,
    summary: 'Why a sale or a settlement record is matched, proposed or open, rule by rule',
    query: ExplanationQuery,
    pathParameters: {},
    request: null,
    response: Explanation,
    errors: [404],
  },
  listExceptions: {
    kind: 'read',
    method: 'GET',
    path: paths.listExceptions,
    summary: 'List files and days of tills that are missing, the oldest day first; for users of the whole tenant',
    query: ExceptionListQuery,
    pathParameters: {},
    request: null,
    response: ExceptionList,
    errors: [404],
  },
  getMatchRun: {
    kind: 'read',
    method: 'GET',
    path: paths.getMatchRun,
    summary: 'What matching made of the rows of the tenant, and whether it has caught up; users of some units are told only that',
    ...ofMatchRun,
    roles: ['API', 'Admin'],
    response: MatchRunSeen,
    errors: [404],
  },
  startMatchRun: {
    kind: 'change',
    method: 'POST',
    path: paths.startMatchRun,
    summary: 'Ask for a run, which begins by itself after every change, or with all for one over all rows; or for what one would change',
    ...ofMatchRun,
    roles: ['Admin'],
    request: MatchRunRequest,
    response: MatchRun,
    isBodyOptional: true,
    errors: [404, 409, 413, 415],
  },
  getMatchSettings: {
    kind: 'read',
    method: 'GET',
    path: paths.getMatchSettings,
    summary: 'How sales and settlement records are matched',
    query: AccessQuery,
    pathParameters: {},
    roles: ['Admin'],
    isVersioned: true,
    request: null,
    response: MatchSettingsInUse,
    errors: [404],
  },
  suggestMatchSettings: {
    kind: 'read',
    method: 'GET',
    path: paths.suggestMatchSettings,
    summary: 'Settings of matching that the rows suggest, and what matching has learnt by itself; one is worked out at a time',
    query: AccessQuery,
    pathParameters: {},
    roles: ['Admin'],
    request: null,
    response: MatchSuggestions,
    errors: [404, 409],
  },
  changeMatchSettings: {
    kind: 'change',
    method: 'PUT',
    path: paths.changeMatchSettings,
    summary: 'Replace the settings of matching. What is older than 45 days before the newest record stands until a run with all',
    query: MatchSettingsChangeQuery,
    pathParameters: {},
    roles: ['Admin'],
    isVersioned: true,
    request: MatchSettings,
    response: MatchSettingsInUse,
    errors: [404, 412, 413, 415],
  },
  reprocessUpload: changeOfUpload(paths.reprocessUpload, ['Admin'], 'Run the import again for the rows of an upload that are Unprocessed'),
  withdrawUpload: changeOfUpload(
    paths.withdrawUpload,
    ['API', 'Admin'],
    'Take an upload back: its rows leave lists and sums, and the matches that the server made of them end. Refused (400) while it is imported, and where people or another system matched some of its rows. Without the role Admin: an own one',
  ),
  restoreUpload: changeOfUpload(
    paths.restoreUpload,
    ['API', 'Admin'],
    'Bring a withdrawn upload back, within 30 days. Without the role Admin: an own one',
  ),
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
