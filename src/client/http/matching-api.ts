/** The operations of matching as typed calls; see api.ts. */
import type { z } from 'zod';
import type { MatchSettingsInUse } from '../../contract/match-settings.js';
import type { Explanation, MatchDetail, MatchRun, MatchRunState } from '../../contract/matches.js';
import type { ExceptionList, MatchList, OperationId } from '../../contract/operations.js';
import type { QueryValues } from '../../contract/paths.js';
import { SalesError } from '../../contract/problem.js';
import type { MatchSuggestions } from '../../contract/suggestions.js';
import type { ReceivedAnswer } from './answer-failure.js';
import type { RequestParts } from './transport.js';

/** Asks for an operation; fails as the calls of the API do. */
export type AskOperation = (
  request: Omit<RequestParts, 'url'>,
  operation: OperationId,
  placeholders: Record<string, string>,
  query: QueryValues,
) => Promise<ReceivedAnswer>;

/** The body of an answer, by its schema; fails with `protocol`, or with `usage` where the server lacks the extension. */
export type ReadAnswer = <Schema extends z.ZodType>(
  schema: () => Promise<Schema>,
  operation: OperationId,
  answer: ReceivedAnswer,
) => Promise<z.infer<Schema>>;

export interface MatchingApi {
  list(query: QueryValues): Promise<MatchList>;
  /** Fails with `notFound`, as the next does. */
  get(id: string): Promise<MatchDetail>;
  /** Of a sale or of a settlement record. */
  explain(row: { transactionId: string } | { recordId: string }): Promise<Explanation>;
  /** What is missing. Fails with `forbidden` for users of some units. */
  exceptions(query: QueryValues): Promise<ExceptionList>;
  /** Users of some units get its state alone. */
  run(): Promise<MatchRun | MatchRunState>;
  /** Asks for a run, which is made in the background. Needs the role Admin, as the next ones do. `isAll`: over all rows, however old. */
  startRun(isAll: boolean): Promise<MatchRun>;
  /**
   * What a run would change; `settings` as the next one, undefined for those in force. Fails with `inFlight` where another one is under way, with
   * `usage` where the server makes none.
   */
  dryRun(isAll: boolean, settings?: unknown): Promise<MatchRun>;
  settings(): Promise<MatchSettingsInUse>;
  /** What the rows suggest. Fails with `inFlight` as a dry run does. */
  suggestions(): Promise<MatchSuggestions>;
  /**
   * `settings` is what the server is to check, whatever it is. Fails with `preconditionFailed` where they are not of this version any more.
   */
  changeSettings(settings: unknown, version: number, isDryRun: boolean): Promise<MatchSettingsInUse>;
}

/** Of a million sales on a busy machine it is a minute. */
const DRY_RUN_MS = 300_000;

export function matchingApi(call: AskOperation, documented: ReadAnswer): MatchingApi {
  return {
    list: async (query) => documented(matchList, 'listMatches', await call({ method: 'GET' }, 'listMatches', {}, query)),
    get: async (id) => documented(matchDetail, 'getMatch', await call({ method: 'GET' }, 'getMatch', { id }, {})),
    explain: async (row) => documented(explanation, 'explainMatch', await call({ method: 'GET' }, 'explainMatch', {}, { ...row })),
    exceptions: async (query) => documented(exceptionList, 'listExceptions', await call({ method: 'GET' }, 'listExceptions', {}, query)),
    run: async () => documented(matchRunSeen, 'getMatchRun', await call({ method: 'GET' }, 'getMatchRun', {}, {})),
    startRun: async (isAll) => {
      const body = isAll ? new TextEncoder().encode(JSON.stringify({ all: true })) : new Uint8Array();
      const request = { method: 'POST', body, isRepeatable: true } as const;
      return documented(matchRun, 'startMatchRun', await call(request, 'startMatchRun', {}, {}));
    },
    dryRun: async (isAll, settings) => {
      const body = new TextEncoder().encode(JSON.stringify({ dryRun: true, ...(isAll && { all: true }), settings }));
      const request = { method: 'POST', body, isRepeatable: true, answerMs: DRY_RUN_MS } as const;
      const run = await documented(matchRun, 'startMatchRun', await call(request, 'startMatchRun', {}, {}));
      if (run.state !== 'None' && !run.dryRun)
        throw new SalesError('usage', 'The server is of a version that makes no dry run of matching.');
      return run;
    },
    settings: async () => documented(settingsInUse, 'getMatchSettings', await call({ method: 'GET' }, 'getMatchSettings', {}, {})),
    suggestions: async () => {
      const answer = await call({ method: 'GET', answerMs: DRY_RUN_MS }, 'suggestMatchSettings', {}, {});
      return documented(suggestions, 'suggestMatchSettings', answer);
    },
    changeSettings: async (settings, version, isDryRun) => {
      const body = new TextEncoder().encode(JSON.stringify(settings));
      const request = { method: 'PUT', body, headers: { 'if-match': `"${version}"` } } as const;
      const answer = await call(request, 'changeMatchSettings', {}, { dryRun: String(isDryRun) });
      return documented(settingsInUse, 'changeMatchSettings', answer);
    },
  };
}

const matchList = async () => (await import('../../contract/operations.js')).MatchList;
const exceptionList = async () => (await import('../../contract/operations.js')).ExceptionList;
const matchDetail = async () => (await import('../../contract/matches.js')).MatchDetail;
const explanation = async () => (await import('../../contract/matches.js')).Explanation;
const matchRunSeen = async () => (await import('../../contract/matches.js')).MatchRunSeen;
const matchRun = async () => (await import('../../contract/matches.js')).MatchRun;
const suggestions = async () => (await import('../../contract/suggestions.js')).MatchSuggestions;
const settingsInUse = async () => (await import('../../contract/match-settings.js')).MatchSettingsInUse;
