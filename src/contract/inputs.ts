/** What each operation of the table takes: query, names in its path, body. */
import { z } from 'zod';
import { PasswordChange } from './access.js';
import { CloseApproval, ClosedPeriod, CloseListQuery } from './closes.js';
import { DecisionListQuery, DecisionsRequest } from './decisions.js';
import { ExceptionListQuery } from './exceptions.js';
import { FeesQuery } from './fees.js';
import { MatchSettings } from './match-settings.js';
import { ExplanationQuery, MatchListQuery, MatchRunRequest } from './matches.js';
import { MoneyQuery } from './money.js';
import type { OperationId, PathNames } from './operations.js';
import { PayoutListQuery } from './payouts.js';
import { AccessQuery, ListQuery, paging, SearchQuery, UploadQuery } from './query.js';
import { ReadingChange, ReadingHeader } from './readings.js';
import { RecordListQuery, RecordUploadRequest } from './records.js';
import { TotalsQuery } from './totals.js';
import { UploadRequest } from './upload.js';

export interface OperationInput {
  /** Absent: customer and tenant alone. */
  query?: z.ZodObject;
  /** A parameter that its schema refuses is a 400 under its name. */
  pathParameters?: Record<string, z.ZodType>;
  /** The body; absent where it comes with none. */
  request?: z.ZodType;
}

export const UploadListQuery = AccessQuery.extend({
  uploadId: ListQuery.shape.uploadId.meta({ description: 'That upload alone; an unknown one finds nothing' }),
  fileSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 in 64 hexadecimal digits')
    .optional()
    .meta({ description: 'The uploads of a file with these bytes alone' }),
  ...paging,
});

export type UploadListQuery = z.infer<typeof UploadListQuery>;

const MatchSettingsChangeQuery = AccessQuery.extend({
  dryRun: z.enum(['true', 'false']).default('false').meta({ description: 'true: only check them; nothing is changed' }),
});

const WithdrawQuery = AccessQuery.extend({
  withDecisions: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true: what people decided about its rows is taken back, too' }),
});

const byId = { pathParameters: { id: z.guid() } };
// Any string: one that is no UUID names no upload, which is a 404.
const byUpload = { pathParameters: { uploadId: z.string() } };

/** The names in its path have their schemas. */
type InputFor<Id extends OperationId> = [PathNames<Id>] extends [never]
  ? OperationInput & { pathParameters?: undefined }
  : OperationInput & { pathParameters: Record<PathNames<Id>, z.ZodType> };

export const inputs = {
  testAccess: {},
  uploadTransactions: { query: UploadQuery, request: UploadRequest },
  getUploadState: byUpload,
  listTransactions: { query: ListQuery },
  getTransaction: byId,
  searchTransactions: { query: SearchQuery },
  getTransactionDetail: byId,
  getTransactionUploadState: byUpload,
  getTransactionHistory: byId,
  listUploads: { query: UploadListQuery },
  getAccess: { query: z.object({}) },
  changePassword: { query: z.object({}), request: PasswordChange },
  getTotals: { query: TotalsQuery },
  getImportConfiguration: { query: UploadQuery },
  getReading: { pathParameters: { header: ReadingHeader } },
  changeReading: { pathParameters: { header: ReadingHeader }, request: ReadingChange },
  testSettlementAccess: {},
  uploadRecords: { request: RecordUploadRequest },
  getRecordUploadState: byUpload,
  listRecords: { query: RecordListQuery },
  getRecord: byId,
  getRecordHistory: byId,
  getMoney: { query: MoneyQuery },
  getFees: { query: FeesQuery },
  listPayouts: { query: PayoutListQuery },
  getPayout: byId,
  listCloses: { query: CloseListQuery },
  getClose: { pathParameters: { day: ClosedPeriod } },
  approveClose: { pathParameters: { day: ClosedPeriod }, request: CloseApproval },
  listMatches: { query: MatchListQuery },
  getMatch: byId,
  explainMatch: { query: ExplanationQuery },
  listExceptions: { query: ExceptionListQuery },
  decide: { request: DecisionsRequest },
  listDecisions: { query: DecisionListQuery },
  getMatchRun: {},
  startMatchRun: { request: MatchRunRequest },
  getMatchSettings: {},
  suggestMatchSettings: {},
  changeMatchSettings: { query: MatchSettingsChangeQuery, request: MatchSettings },
  reprocessUpload: byUpload,
  withdrawUpload: { ...byUpload, query: WithdrawQuery },
  restoreUpload: byUpload,
} as const satisfies { [Id in OperationId]: InputFor<Id> };

type SchemaOfQuery<Id extends OperationId> = (typeof inputs)[Id] extends { query: infer Query extends z.ZodObject }
  ? Query
  : typeof AccessQuery;
/** The query of each operation as it is read. */
export type Queries = { [Id in OperationId]: z.infer<SchemaOfQuery<Id>> };

/** What a search is made by: its query, and the names in its path. */
export type SearchInput<Id extends OperationId> = Queries[Id] & { [Name in PathNames<Id>]: string };

/** The query of that operation; where it has none of its own, the one that all take. */
export function inputOf(id: OperationId): OperationInput & { query: z.ZodObject } {
  return { query: AccessQuery, ...inputs[id] };
}
