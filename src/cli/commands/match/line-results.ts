/** Sends the decisions of lines, and keeps what became of each. */
import type { SalesApi } from '../../../client/http/api.js';
import type { DecisionResult, RefusalCode } from '../../../contract/decisions.js';
import type { FilledLine, LineDecision } from './filled-lines.js';

export interface LineResult {
  filled: FilledLine;
  /** Unsent: nothing was sent of it; Unknown: its request failed, and may have been taken. */
  outcome: DecisionResult['outcome'] | 'Unsent' | 'Unknown';
  code: RefusalCode | null;
  /** Why it is refused, for people. */
  detail: string | null;
  /** Undoes it. */
  decisionId: string | null;
}

export interface SentLines {
  /** Results of all lines, in their order. */
  results: LineResult[];
  /** What ended it early; null where nothing did. */
  failure: unknown;
}

/** Decisions of a request: with the longest notes they still fit into its body. */
const REQUEST_DECISIONS_MAX = 200;

/** A dry run changes nothing. */
export async function sendLines(api: SalesApi, lines: readonly FilledLine[], isDryRun: boolean): Promise<SentLines> {
  const results: LineResult[] = lines.map((filled) => {
    const none = { filled, code: null, decisionId: null };
    return 'why' in filled.asked ? { ...none, outcome: 'Refused', detail: filled.asked.why } : { ...none, outcome: 'Unsent', detail: null };
  });
  const unsent = results.flatMap((result) =>
    'decision' in result.filled.asked ? [{ result, decision: result.filled.asked.decision }] : [],
  );
  for (let at = 0; at < unsent.length; at += REQUEST_DECISIONS_MAX) {
    const some = unsent.slice(at, at + REQUEST_DECISIONS_MAX);
    const decisions: LineDecision[] = some.map(({ decision }) => decision);
    try {
      const told = (await api.ask('decide', { body: { decisions, dryRun: isDryRun } })).results;
      for (const [index, { result }] of some.entries()) {
        const { outcome, code, detail, decisionId } = told[index] as DecisionResult;
        Object.assign(result, { outcome, code, detail, decisionId: outcome === 'Refused' ? null : decisionId });
      }
    } catch (failure) {
      for (const { result } of some) result.outcome = 'Unknown';
      return { results, failure };
    }
  }
  return { results, failure: null };
}
