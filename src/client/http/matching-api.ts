/** The operations of matching as typed calls; see api.ts. */
import type { z } from 'zod';
import type { MatchSettingsInUse } from '../../contract/match-settings.js';
import type { OperationId } from '../../contract/operations.js';
import type { ReceivedAnswer } from './answer-failure.js';
import type { QueryValues } from './routes.js';
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
  /** Needs the role Admin, as the next does. */
  settings(): Promise<MatchSettingsInUse>;
  /**
   * `settings` is what the server is to check, whatever it is. Fails with `preconditionFailed` where they are not of this version any more.
   */
  changeSettings(settings: unknown, version: number, isDryRun: boolean): Promise<MatchSettingsInUse>;
}

export function matchingApi(call: AskOperation, documented: ReadAnswer): MatchingApi {
  return {
    settings: async () => documented(settingsInUse, 'getMatchSettings', await call({ method: 'GET' }, 'getMatchSettings', {}, {})),
    changeSettings: async (settings, version, isDryRun) => {
      const body = new TextEncoder().encode(JSON.stringify(settings));
      const request = { method: 'PUT', body, headers: { 'if-match': `"${version}"` } } as const;
      const answer = await call(request, 'changeMatchSettings', {}, { dryRun: String(isDryRun) });
      return documented(settingsInUse, 'changeMatchSettings', answer);
    },
  };
}

const settingsInUse = async () => (await import('../../contract/match-settings.js')).MatchSettingsInUse;
