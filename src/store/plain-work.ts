/**
 * What is read and changed of a tenant by the same statements on either database. Both stores, and the threads of both, have a method for each
 * entry: a new one is written here, and nowhere else.
 */
import { SalesError } from '../contract/problem.js';
import type { UploadKind } from '../contract/states.js';
import { importConfiguration, knownPlaces } from './access/import-configurations.js';
import { changeMatchSettings, matchSettings } from './access/match-settings.js';
import { changeReading, type ReadingChange, reading } from './access/readings.js';
import type { Reach } from './access/scope.js';
import type { AuditEntry } from './audit.js';
import { transactionDetail } from './lists/detail.js';
import { matchFacts } from './lists/match-facts.js';
import { matchDetail } from './lists/matches.js';
import { historyOf } from './lists/past.js';
import { recordDetail } from './lists/records.js';
import type { MatchSettingsChange } from './match-lists.js';
import type { Work } from './sql/work.js';

export interface Changing extends Reach {
  /** Nobody knows whether it was done already: a try before this one ended without an answer. */
  isAgain: boolean;
}

/** What is found in a moment. */
export const plainReads = {
  /** The configuration with this id, or the tenant's default; null where the tenant has none. */
  importConfiguration: ({ tenantKey }: Reach, id: string | undefined) => importConfiguration(tenantKey, id),
  /** The terminals and locations that belong to the tenant's units. */
  knownPlaces: ({ tenantKey }: Reach) => knownPlaces(tenantKey),
  /** How the tenant's rows are matched. */
  matchSettings: ({ tenantKey }: Reach) => matchSettings(tenantKey),
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
  /** The same of a settlement record. */
  recordHistory: (reach: Reach, id: string) => historyOf(reach, 'Settlement', id),
  /** How files with this header are read: the own reading of a user of some units, or else the tenant's. */
  reading: ({ tenantKey, limit }: Reach, header: string) => reading(tenantKey, limit?.userKey, header),
};

/** What is changed in one transaction with its note in the audit trail; null where there is nothing to note. */
export const plainChanges = {
  /**
   * Replaces the settings of matching by those of the next version. Resolves to the version that it found: where that is not the one that the
   * change is made to, nothing is changed. Needs the scope of the whole tenant.
   */
  changeMatchSettings: (on: Changing, change: MatchSettingsChange) => changeMatchSettings(whole(on), change, on.isAgain),
  /** Keeps or takes back a reading: the tenant's, or in the scope of some units the user's own. Resolves as above. */
  changeReading: ({ tenantKey, limit, isAgain }: Changing, change: ReadingChange) =>
    changeReading(tenantKey, limit?.userKey, isAgain, change),
};

function whole({ tenantKey, limit }: Reach): number {
  if (limit) throw new SalesError('internal', 'Asked for in the scope of some units.');
  return tenantKey;
}

type PlainReads = typeof plainReads;
type PlainChanges = typeof plainChanges;
type NotedResult = [unknown, AuditEntry | null];
type WorkArguments<Of> = Of extends (on: never, ...given: infer Arguments) => unknown ? Arguments : never;
type WorkResult<Of> = Of extends (...given: never) => Work<infer Result> ? Result : never;

/** The reads as methods. */
export type PlainTenantReads = {
  [Name in keyof PlainReads]: (...given: WorkArguments<PlainReads[Name]>) => Promise<WorkResult<PlainReads[Name]>>;
};
/** The changes, which resolve to what they give beside the note. */
export type PlainTenantChanges = {
  [Name in keyof PlainChanges]: (...given: WorkArguments<PlainChanges[Name]>) => Promise<WorkResult<PlainChanges[Name]>[0]>;
};

/** `run` does a work within what may be reached. */
export function plainReader(run: (work: (on: Reach) => Work<unknown>) => Promise<unknown>): PlainTenantReads {
  return methods<PlainTenantReads, Reach, unknown>(plainReads, run);
}

/** `run` does a work as a change, with its note. */
export function plainWriter(run: (work: (on: Changing) => Work<NotedResult>) => Promise<unknown>): PlainTenantChanges {
  return methods<PlainTenantChanges, Changing, NotedResult>(plainChanges, run);
}

/** The types above say what each takes and gives. */
function methods<Methods, On, Result>(
  works: Record<string, (on: On, ...given: never[]) => Work<Result>>,
  run: (work: (on: On) => Work<Result>) => Promise<unknown>,
): Methods {
  const made = Object.entries(works).map(([name, work]) => [name, (...given: never[]) => run((on) => work(on, ...given))]);
  return Object.fromEntries(made) as Methods;
}
