/**
 * Reads and changes, as work that serves either database. Both stores, and the threads of both, have a method for each entry: a
 * new one is written here, and nowhere else.
 */
import type { SearchInput } from '../contract/inputs.js';
import type { SearchId } from '../contract/operations.js';
import { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import { figures } from './access/figures.js';
import { importConfiguration, knownPlaces } from './access/import-configurations.js';
import { changeMatchSettings, type MatchSettingsChange, matchSettings } from './access/match-settings.js';
import { changeReading, type ReadingChange, reading } from './access/readings.js';
import { placeTest, type Reach } from './access/scope.js';
import { beginSession, browserSession, endSession, installationId, pruneSessions, seeSession } from './access/sessions.js';
import { grantedUnits, isEmpty, userByName } from './access/users.js';
import { type AuditEntry, noRequest, type RequestOrigin } from './audit.js';
import type { WithDecisions } from './changes.js';
import { approveClose } from './deciding/approve-close.js';
import { decide } from './deciding/decide.js';
import type { DecideAgain } from './import-decisions.js';
import { getClose, listCloses } from './lists/closes.js';
import { listDecisions } from './lists/decisions.js';
import { transactionDetail } from './lists/detail.js';
import { listExceptions } from './lists/exceptions.js';
import { fees } from './lists/fees.js';
import { matchFacts } from './lists/match-facts.js';
import { askToMatch, type MatchAsked, matchRun } from './lists/match-run.js';
import { listMatches, matchDetail } from './lists/matches.js';
import { money } from './lists/money.js';
import { historyOf } from './lists/past.js';
import { listPayouts, payoutDetail } from './lists/payouts.js';
import { listRecords, recordDetail } from './lists/records.js';
import { listUploads } from './lists/upload-list.js';
import type { DecisionsAsked } from './match-decisions.js';
import type { MatchPiece } from './matching.js';
import { applyMatches } from './rows/apply-matches.js';
import { reprocess, restore, withdraw } from './rows/changes.js';
import { earlierUpload } from './rows/staging.js';
import { findUpload, toldUpload } from './rows/uploads.js';
import { type MethodsOf, methods, type WorkResult } from './sql/methods.js';
import type { Work } from './sql/work.js';
import type { CloseAsked } from './statements.js';
import type { Idempotency, Upload } from './uploads.js';

export interface Changing extends Reach {
  at: Date;
  /** Nobody knows whether it was done already: a try before this one ended without an answer. */
  isAgain: boolean;
}

/** Short reads of the store as a whole. */
export const storeReads = { userByName, grantedUnits, installationId, browserSession, isEmpty, figures };
/** Changes of it that leave no note in the audit trail. */
export const storeChanges = { beginSession, seeSession, endSession, pruneSessions };
export type StoreReads = MethodsOf<typeof storeReads>;
export type StoreChanges = MethodsOf<typeof storeChanges>;

/** Short reads. */
export const plainReads = {
  /** The configuration with this id, or the tenant's default; null where the tenant has none. */
  importConfiguration: ({ tenantKey }: Reach, id: string | undefined) => importConfiguration(tenantKey, id),
  /** The terminals and locations that belong to the tenant's units. */
  knownPlaces: ({ tenantKey }: Reach) => knownPlaces(tenantKey),
  /** How the tenant's rows are matched. */
  matchSettings: ({ tenantKey }: Reach) => matchSettings(tenantKey),
  /** Null where there is no such upload. In the scope of some units, only the user's own uploads are found. */
  *upload(reach: Reach, id: string): Work<Upload | null> {
    const row = yield* findUpload(reach, id);
    return row ? yield* toldUpload(reach, row) : null;
  },
  /** A TransactionDetail as JSON; null where there is no such transaction. */
  transaction: (reach: Reach, id: string) => transactionDetail(reach, id),
  /** A SettlementRecordDetail as JSON; null where there is no such record. */
  record: (reach: Reach, id: string) => recordDetail(reach, id),
  /** A MatchDetail as JSON; null where there is no such match with a row within reach. */
  match: (reach: Reach, id: string) => matchDetail(reach, id),
  /** Why a row is matched or not; null where there is no such row. */
  matchFacts: (reach: Reach, kind: UploadKind, id: string) => matchFacts(reach, kind, id),
  /** Null where there is no such transaction. */
  history: (reach: Reach, id: string) => historyOf(reach, 'Sales', id),
  /** Null where there is no such settlement record. */
  recordHistory: (reach: Reach, id: string) => historyOf(reach, 'Settlement', id),
  /** How files with this header are read: the own reading of a user of some units, or else the tenant's. */
  reading: ({ tenantKey, limit }: Reach, header: string) => reading(tenantKey, limit?.userKey, header),
};

/** What import asks while it works. */
const importReads = {
  /** Returns a test of whether a row is inside the scope. */
  reach: (reach: Reach) => placeTest(reach),
  /** The upload that an earlier request with this key has staged, or null. Fails with `keyReused` where its content was different. */
  earlierUpload: ({ tenantKey }: Reach, userId: string, idempotency: Idempotency) => earlierUpload(tenantKey, userId, idempotency),
};

type SearchNow<Id extends SearchId> = (reach: Reach, query: SearchInput<Id>, now: Date) => Work<string>;
type Searches<Id extends SearchId> = { [Name in Id]: (reach: Reach, query: SearchInput<Name>) => Work<string> };

/** Searches for which each database has its own way, and its clock. */
export interface OwnSearches extends Searches<'listTransactions' | 'getTotals'> {
  searchTransactions: SearchNow<'searchTransactions'>;
  now(): Work<Date>;
}

function searchesWith({ listTransactions, getTotals, searchTransactions, now }: OwnSearches): Searches<SearchId> {
  const atThatTime = <Id extends SearchId>(search: SearchNow<Id>) =>
    function* (reach: Reach, query: SearchInput<Id>): Work<string> {
      return yield* search(reach, query, yield* now());
    };
  return {
    ...{ listTransactions, getTotals, listRecords, listUploads, listPayouts, listMatches, listDecisions },
    ...{ getFees: fees, getPayout: payoutDetail, getMatchRun: matchRun },
    searchTransactions: atThatTime(searchTransactions),
    getMoney: atThatTime(money),
    listExceptions: atThatTime(listExceptions),
    getClose: atThatTime(getClose),
    listCloses: atThatTime(listCloses),
  };
}

/** Changes, each in one transaction with its note in the audit trail; null where there is nothing to note. */
export const plainChanges = {
  /**
   * Replaces the settings of matching by those of the next version. Resolves to the version that it found: where that is not the one that the
   * change is made to, nothing is changed. Needs the scope of the whole tenant.
   */
  changeMatchSettings: (on: Changing, change: MatchSettingsChange) => changeMatchSettings(whole(on), change, on.isAgain),
  /** Keeps or takes back a reading: the tenant's, or in the scope of some units the user's own. Resolves as above. */
  changeReading: ({ tenantKey, limit, isAgain }: Changing, change: ReadingChange) =>
    changeReading(tenantKey, limit?.userKey, isAgain, change),
  /** Notes that rows are to be matched anew. Needs the scope of the whole tenant. */
  askToMatch: (on: Changing, asked: MatchAsked) => askToMatch(whole(on), asked),
  /** Does decisions, or refuses each by itself. In the scope of some units, all rows of a decision must be inside. */
  decide: (on: Changing, asked: DecisionsAsked) => decide(on, asked),
  /** Approves a close as it was read, or resolves to what it is now. Needs the scope of the whole tenant. */
  approveClose: (on: Changing, asked: CloseAsked) => approveClose(whole(on), on.at, asked),
};

/**
 * Changes that decide again about the rows of an upload, each with its note, too. They resolve to the upload as it is then, or null where there is
 * none; doing one twice has the same effect as once. `by` goes into the history and, with `from`, where the request came from, into the audit
 * trail. They fail with `validation` where the state of the upload does not allow it. In the scope of some units, only the user's own uploads are
 * found.
 */
export const uploadChanges = {
  /** Decides again about the rows that are Unprocessed. Needs the scope of the whole tenant. */
  reprocess: (on: Changing, uploadId: string, by: string, decide: DecideAgain, from: RequestOrigin = noRequest) =>
    reprocess({ ...on, tenantKey: whole(on), by, decide, from }, uploadId),
  /**
   * Takes an upload's rows out of lists, details, sums and duplicates, and frees its idempotency key. Rows that were duplicates of them are
   * decided about again. Matches of its rows end; refused where people made or approved them, unless `withDecisions`.
   */
  withdraw: (
    on: Changing,
    uploadId: string,
    by: string,
    decide: DecideAgain,
    from: RequestOrigin = noRequest,
    withDecisions: WithDecisions = 'none',
  ) => withdraw({ ...on, by, decide, from }, uploadId, withDecisions),
  /** Brings a withdrawn upload's rows back, and decides again which of them are duplicates now. */
  restore: (on: Changing, uploadId: string, by: string, decide: DecideAgain, from: RequestOrigin = noRequest) =>
    restore({ ...on, by, decide, from }, uploadId),
};

/** What matching stores, each in one transaction. */
const steps = {
  /** Stores a piece of what matching made of the tenant's rows; false, and nothing stored, where rows have changed since it was worked out. */
  applyMatches: (on: Changing, piece: MatchPiece) => applyMatches({ tenantKey: whole(on), at: on.at }, piece),
};

function whole({ tenantKey, limit }: Reach): number {
  if (limit) throw new SalesError('internal', 'Asked for in the scope of some units.');
  return tenantKey;
}

type NotedResult = [unknown, AuditEntry | null];
type WorkArguments<Of> = Of extends (on: never, ...given: infer Arguments) => unknown ? Arguments : never;

/** The works as methods. Changes resolve to what they give beside the note. */
type Methods<Works> = { [Name in keyof Works]: (...given: WorkArguments<Works[Name]>) => Promise<WorkResult<Works[Name]>> };
type NotedMethods<Works> = {
  [Name in keyof Works]: (
    ...given: WorkArguments<Works[Name]>
  ) => Promise<WorkResult<Works[Name]> extends [infer Result, unknown] ? Result : never>;
};

export type PlainTenantReads = Methods<typeof plainReads>;
export type PlainTenantChanges = NotedMethods<typeof plainChanges>;
/** Each search gives the JSON of its answer, which is cheapest to make where it is read. */
export type TenantSearches = { [Id in SearchId]: (query: SearchInput<Id>) => Promise<string> };
export type TenantReadMethods = PlainTenantReads & Methods<typeof importReads> & TenantSearches;
export type TenantChangeMethods = PlainTenantChanges & NotedMethods<typeof uploadChanges> & Methods<typeof steps>;

/** `run` does a work within what may be reached. */
export function tenantReads(own: OwnSearches, run: (work: (on: Reach) => Work<unknown>) => Promise<unknown>): TenantReadMethods {
  return methods({ ...plainReads, ...importReads, ...searchesWith(own) }, (work, given) => run((on) => work(on, ...given)));
}

/** `run` does a work in one transaction, `note` as well, with its note. */
export function tenantChanges(
  run: (work: (on: Changing) => Work<unknown>) => Promise<unknown>,
  note: (work: (on: Changing) => Work<NotedResult>) => Promise<unknown>,
): TenantChangeMethods {
  return {
    ...methods<PlainTenantChanges & NotedMethods<typeof uploadChanges>>({ ...plainChanges, ...uploadChanges }, (work, given) =>
      note((on) => work(on, ...given)),
    ),
    ...methods<Methods<typeof steps>>(steps, (work, given) => run((on) => work(on, ...given))),
  };
}
