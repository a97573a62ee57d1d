/**
 * The API as a table: what can be asked for, where, by whom, and what comes back. Routes, client calls, the OpenAPI document and the calls of the
 * data are made from it, with what each takes (`inputs.ts`). It loads no zod, which takes longer than a short command has.
 * Source: the interface document, section 4; methods and paths that it does not show: `docs/api.md`.
 */
import type { z } from 'zod';
import { basePath, settlementPath } from './paths.js';
import { deciders, type Role, readers, roles } from './roles.js';

/**
 * What a server offers beyond the documented interface, by the words of the header Sales-Capabilities, each as a sentence calls it that says that it
 * is not offered.
 */
export const extensions = {
  access: 'to tell what a user may do',
  roles: 'to read without the role API',
  password: 'to change the own password',
  filter: 'a search by --where',
  history: 'the history of transactions',
  uploads: 'the list of its uploads',
  totals: 'totals',
  'import-configuration': 'to tell the rules of import',
  readings: 'to keep how files are read',
  settlement: 'to keep settlement records',
  matching: 'to match sales with settlement records',
  decisions: 'to decide about open rows',
  money: 'to tell what became of the money',
  closes: 'to close a day or a month',
  statements: 'to approve the close of a day or a month',
  changes: 'to withdraw, restore and reprocess uploads',
} as const;
export type Extension = keyof typeof extensions;

export interface Operation {
  /**
   * How it is admitted, and where it is done: a `read` takes a moment; a `search` may take long, waits for its turn, and is made by the data under its
   * name; a `change` is written; a `batch` has a body of up to 30 MB, an Idempotency-Key, an Upload-Group, and a queue of its own.
   */
  kind: 'read' | 'search' | 'change' | 'batch';
  /** GET where it is absent. */
  method?: 'GET' | 'POST' | 'PUT';
  /** Path parameters in braces, as in OpenAPI. */
  path: string;
  summary: string;
  /** Absent in the documented interface. */
  extension?: Extension;
  /** Who may ask: any of these roles. API where it is absent. */
  roles?: readonly Role[];
  /** For users of the whole tenant alone. */
  isOfWholeTenant?: true;
  /** Its answer has an ETag, and a change must say in If-Match which version it is made to. */
  isVersioned?: true;
  /** Once it is done, it is refused when it comes again. */
  isOnce?: true;
  /** The body may be absent. */
  isBodyOptional?: true;
  /** The body of 200; null is an empty body. */
  response: (() => Promise<z.ZodType>) | null;
  /** Error statuses beside those that any request can meet. */
  errors?: readonly number[];
}

const history = '/history/v1';
const matches = `${settlementPath}/matches`;
const payouts = `${settlementPath}/payouts`;
const closes = `${settlementPath}/closes`;
const runs = `${settlementPath}/runs`;
const settings = `${settlementPath}/settings`;

/** Error statuses of a batch, beside those of any request. */
const batchErrors = [404, 409, 413, 415, 422] as const;

const uploadResult = async () => (await import('./upload.js')).UploadResult;
const uploadState = async () => (await import('./upload.js')).UploadState;
const transactionList = async () => (await import('./pages.js')).TransactionList;
const transactionDetail = async () => (await import('./transaction.js')).TransactionDetail;
const transactionHistory = async () => (await import('./history.js')).TransactionHistory;
const keptReading = async () => (await import('./readings.js')).KeptReading;
const settingsInUse = async () => (await import('./match-settings.js')).MatchSettingsInUse;

/** A change of an upload as a whole; gives its state as it is then. */
function changeOfUpload<Word extends string>(word: Word, roles: Operation['roles'] & {}, summary: string) {
  return {
    kind: 'change',
    method: 'POST',
    path: `/admin/v1/uploads/{uploadId}/${word}`,
    summary,
    extension: 'changes',
    roles,
    response: uploadState,
    errors: [404],
  } as const satisfies Operation;
}

export const operations = {
  testAccess: {
    kind: 'read',
    path: `${basePath}/`,
    summary: 'Test access: 200 with an empty body when authenticated and authorised',
    response: null,
  },
  uploadTransactions: {
    kind: 'batch',
    method: 'POST',
    path: `${basePath}/transactions/upload`,
    summary: 'Stage a batch of transactions for import; 200 is sent once the batch is durable',
    response: uploadResult,
    errors: batchErrors,
  },
  getUploadState: {
    kind: 'read',
    path: `${basePath}/transactions/upload/{uploadId}`,
    summary: 'The state of an upload',
    response: uploadState,
    errors: [404],
  },
  listTransactions: {
    kind: 'search',
    path: `${basePath}/transactions`,
    summary: 'List transactions; filters combine with and, bounds are inclusive',
    response: transactionList,
  },
  getTransaction: {
    kind: 'read',
    path: `${basePath}/transactions/{id}`,
    summary: 'One transaction in detail',
    response: transactionDetail,
    errors: [404],
  },
  searchTransactions: {
    kind: 'search',
    path: `${history}/transactions`,
    summary:
      'List transactions by what stands on a slip as well: reference, order, location, end of the card number; and by why they are open',
    extension: 'filter',
    roles: readers,
    response: async () => (await import('./pages.js')).FoundTransactionList,
  },
  getTransactionDetail: {
    kind: 'read',
    path: `${history}/transactions/{id}/detail`,
    summary: 'One transaction in detail, as the documented interface has it',
    extension: 'roles',
    roles: readers,
    response: transactionDetail,
    errors: [404],
  },
  getTransactionUploadState: {
    kind: 'read',
    path: `${history}/transactions/upload/{uploadId}`,
    summary: 'The state of an upload, as the documented interface has it',
    extension: 'roles',
    roles: readers,
    response: uploadState,
    errors: [404],
  },
  getTransactionHistory: {
    kind: 'read',
    path: `${history}/transactions/{id}`,
    summary: 'What became of one transaction: when, from which states to which, why, by whom',
    extension: 'history',
    roles: readers,
    response: transactionHistory,
    errors: [404],
  },
  listUploads: {
    kind: 'search',
    path: `${history}/uploads`,
    summary: 'List the uploads of the tenant, the newest first; a user limited to organisational units sees their own',
    extension: 'uploads',
    roles: readers,
    response: async () => (await import('./pages.js')).UploadList,
  },
  getAccess: {
    kind: 'read',
    path: `${history}/access`,
    summary: 'Who asks, with which roles, and the tenants to choose from',
    extension: 'access',
    roles,
    response: async () => (await import('./access.js')).UserRights,
  },
  changePassword: {
    kind: 'change',
    method: 'PUT',
    path: `${history}/access/password`,
    summary: 'Give oneself a new password, with the old one; it ends log-ins with the old one, of browsers too',
    extension: 'password',
    roles,
    isOnce: true,
    response: null,
    errors: [413, 415],
  },
  getTotals: {
    kind: 'search',
    path: `${history}/totals`,
    summary: 'Exact sums of the transactions that match, by day, brand, terminal and currency',
    extension: 'totals',
    roles: readers,
    response: async () => (await import('./totals.js')).Totals,
  },
  getImportConfiguration: {
    kind: 'read',
    path: `${history}/import-configuration`,
    summary: 'The rules by which the rows of an upload are imported',
    extension: 'import-configuration',
    roles: readers,
    response: async () => (await import('./import-configuration.js')).ImportConfiguration,
    errors: [404],
  },
  getReading: {
    kind: 'read',
    path: `${history}/readings/{header}`,
    summary: 'How files with a header are read: as this user said yes to it, or else as the tenant did',
    extension: 'readings',
    roles: readers,
    isVersioned: true,
    response: keptReading,
  },
  changeReading: {
    kind: 'change',
    method: 'PUT',
    path: `${history}/readings/{header}`,
    summary: 'Keep how files with a header are read, for the whole tenant or, by a user of some units, for that user; or take it back',
    extension: 'readings',
    isVersioned: true,
    response: keptReading,
    errors: [412, 413, 415],
  },
  testSettlementAccess: {
    kind: 'read',
    path: `${settlementPath}/`,
    summary: 'Test access to settlement records: 200 with an empty body when authenticated and authorised',
    extension: 'settlement',
    response: null,
  },
  uploadRecords: {
    kind: 'batch',
    method: 'POST',
    path: `${settlementPath}/records/upload`,
    summary: 'Stage a batch of settlement records for import; 200 is sent once the batch is durable',
    extension: 'settlement',
    response: uploadResult,
    errors: batchErrors,
  },
  getRecordUploadState: {
    kind: 'read',
    path: `${settlementPath}/records/upload/{uploadId}`,
    summary: 'The state of an upload of settlement records',
    extension: 'settlement',
    roles: readers,
    response: uploadState,
    errors: [404],
  },
  listRecords: {
    kind: 'search',
    path: `${settlementPath}/records`,
    summary: 'List settlement records; filters combine with and, bounds are inclusive',
    extension: 'settlement',
    roles: readers,
    response: async () => (await import('./pages.js')).SettlementRecordList,
  },
  getRecord: {
    kind: 'read',
    path: `${settlementPath}/records/{id}`,
    summary: 'One settlement record in detail',
    extension: 'settlement',
    roles: readers,
    response: async () => (await import('./records.js')).SettlementRecordDetail,
    errors: [404],
  },
  getRecordHistory: {
    kind: 'read',
    path: `${history}/records/{id}`,
    summary: 'What became of one settlement record: when, from which states to which, why, by whom',
    extension: 'settlement',
    roles: readers,
    response: transactionHistory,
    errors: [404],
  },
  getMoney: {
    kind: 'search',
    path: `${settlementPath}/money`,
    summary: 'What was sold by card and became of it, fees and what was paid out, of the transactions that match; the parts add up',
    extension: 'money',
    roles: readers,
    response: async () => (await import('./money.js')).Money,
  },
  getFees: {
    kind: 'search',
    path: `${settlementPath}/fees`,
    summary: 'Fees of payments, of other lines, of a month or a payout, and their rate, of the settlement records of some days',
    extension: 'money',
    roles: readers,
    response: async () => (await import('./fees.js')).Fees,
  },
  listPayouts: {
    kind: 'search',
    path: payouts,
    summary: 'List payouts, the latest first, and whether their lines add up to what was paid',
    extension: 'money',
    roles: readers,
    response: async () => (await import('./pages.js')).PayoutList,
  },
  getPayout: {
    kind: 'search',
    path: `${payouts}/{id}`,
    summary: 'One payout with its parts by type of record',
    extension: 'money',
    roles: readers,
    response: async () => (await import('./payouts.js')).PayoutDetail,
    errors: [404],
  },
  listCloses: {
    kind: 'search',
    path: closes,
    summary: 'The days of a month: whether each is complete, as far as it can be proved',
    extension: 'closes',
    roles: readers,
    response: async () => (await import('./closes.js')).CloseList,
  },
  getClose: {
    kind: 'search',
    path: `${closes}/{day}`,
    summary:
      'What can be proved of a day or a month being complete: claims, and what is missing. Users of some units are told of their rows alone',
    extension: 'closes',
    roles: readers,
    response: async () => (await import('./closes.js')).Close,
  },
  approveClose: {
    kind: 'change',
    method: 'POST',
    path: `${closes}/{day}/approve`,
    summary:
      'Approve the close of a day or a month as it was read: a numbered statement is kept, and later closes tell what has changed since. Refused (412) where it is another by now',
    extension: 'statements',
    roles: deciders,
    isOfWholeTenant: true,
    response: async () => (await import('./closes.js')).ApprovalResult,
    errors: [412, 413, 415],
  },
  listMatches: {
    kind: 'search',
    path: matches,
    summary: 'List matches and proposals, the latest day first; those of which the user may see a row',
    extension: 'matching',
    roles: readers,
    response: async () => (await import('./pages.js')).MatchList,
    errors: [404],
  },
  getMatch: {
    kind: 'read',
    path: `${matches}/{id}`,
    summary: 'One match with its rows',
    extension: 'matching',
    roles: readers,
    response: async () => (await import('./matches.js')).MatchDetail,
    errors: [404],
  },
  explainMatch: {
    kind: 'read',
    path: `${settlementPath}/explanations`,
    summary: 'Why a sale or a settlement record is matched, proposed or open, rule by rule',
    extension: 'matching',
    roles: readers,
    response: async () => (await import('./matches.js')).Explanation,
    errors: [404],
  },
  listExceptions: {
    kind: 'search',
    path: `${settlementPath}/exceptions`,
    summary: 'List what somebody has to see to, what must be done first before the rest; users of some units see rows of theirs alone',
    extension: 'matching',
    roles: readers,
    response: async () => (await import('./pages.js')).ExceptionList,
    errors: [404],
  },
  decide: {
    kind: 'change',
    method: 'POST',
    path: `${settlementPath}/decisions`,
    summary:
      'Decide about rows that are open: link, approve, unlink, set aside, note, claim, undo. Each decision is done or refused by itself',
    extension: 'decisions',
    roles: deciders,
    response: async () => (await import('./decisions.js')).DecisionResults,
    errors: [404, 413, 415],
  },
  listDecisions: {
    kind: 'search',
    path: `${settlementPath}/decisions`,
    summary: 'List decisions, the newest first; a user limited to organisational units sees their own',
    extension: 'decisions',
    roles: readers,
    response: async () => (await import('./pages.js')).DecisionList,
    errors: [404],
  },
  getMatchRun: {
    kind: 'search',
    path: runs,
    summary: 'What matching made of the rows of the tenant, and whether it has caught up; users of some units are told only that',
    extension: 'matching',
    roles,
    response: async () => (await import('./matches.js')).MatchRunSeen,
    errors: [404],
  },
  startMatchRun: {
    kind: 'change',
    method: 'POST',
    path: runs,
    summary: 'Ask for a run, which begins by itself after every change, or with all for one over all rows; or for what one would change',
    extension: 'matching',
    roles: ['Admin'],
    isOfWholeTenant: true,
    isBodyOptional: true,
    response: async () => (await import('./matches.js')).MatchRun,
    errors: [404, 409, 413, 415],
  },
  getMatchSettings: {
    kind: 'read',
    path: settings,
    summary: 'How sales and settlement records are matched',
    extension: 'matching',
    roles: ['Admin'],
    isOfWholeTenant: true,
    isVersioned: true,
    response: settingsInUse,
    errors: [404],
  },
  suggestMatchSettings: {
    kind: 'read',
    path: `${settings}/suggestions`,
    summary: 'Settings of matching that the rows suggest, and what matching has learnt by itself; one is worked out at a time',
    extension: 'matching',
    roles: ['Admin'],
    isOfWholeTenant: true,
    response: async () => (await import('./suggestions.js')).MatchSuggestions,
    errors: [404, 409],
  },
  changeMatchSettings: {
    kind: 'change',
    method: 'PUT',
    path: settings,
    summary: 'Replace the settings of matching. What is older than 45 days before the newest record stands until a run with all',
    extension: 'matching',
    roles: ['Admin'],
    isOfWholeTenant: true,
    isVersioned: true,
    response: settingsInUse,
    errors: [404, 412, 413, 415],
  },
  reprocessUpload: changeOfUpload('reprocess', ['Admin'], 'Run the import again for the rows of an upload that are Unprocessed'),
  withdrawUpload: changeOfUpload(
    'undo',
    ['API', 'Admin'],
    'Take an upload back: its rows leave lists and sums, and the matches that the server made of them end. Refused (400) while it is imported, where another system matched some of its rows, and, without withDecisions, where people decided about some. Without the role Admin: an own one',
  ),
  restoreUpload: changeOfUpload(
    'redo',
    ['API', 'Admin'],
    'Bring a withdrawn upload back, within 30 days. Without the role Admin: an own one',
  ),
} as const satisfies Record<string, Operation>;

type Operations = typeof operations;
export type OperationId = keyof Operations;
/** Operations that are searches, which the data make under their names. */
export type SearchId = { [Id in OperationId]: Operations[Id]['kind'] extends 'search' ? Id : never }[OperationId];
/** The body of an operation's 200. */
export type ResponseOf<Id extends OperationId> = Operations[Id]['response'] extends () => Promise<infer Schema extends z.ZodType>
  ? z.infer<Schema>
  : null;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
/** The names in an operation's path. */
export type PathNames<Id extends OperationId> = NamesIn<Operations[Id]['path']>;

export type AnyOperation = Operation & Required<Pick<Operation, 'method' | 'roles' | 'errors'>>;

/** The operation as any is, with what holds where it says nothing. */
export function operationOf(id: OperationId): AnyOperation {
  return { method: 'GET', roles: ['API'], errors: [], ...operations[id] };
}

/** Statuses that any operation can end with. */
export const commonErrors = [400, 401, 405, 408, 421, 429, 431, 500, 503] as const;

/** All of an operation's. A right log-in without the right is a 401 in the documented interface, and a 403 elsewhere. */
export function errorsOf({ path, errors }: Pick<AnyOperation, 'path' | 'errors'>): number[] {
  return [...new Set([...commonErrors, ...(path.startsWith(`${basePath}/`) ? [] : [403]), ...errors])].sort();
}
