/** The documents of `sales match`. */
import { z } from 'zod';
import { DecisionResult, decisionOutcomes, ListedDecision } from '../../contract/decisions.js';
import { ListedException } from '../../contract/exceptions.js';
import { MatchSettingsInUse } from '../../contract/match-settings.js';
import { Explanation, Match, MatchDetail, MatchDryRun, MatchRunSeen } from '../../contract/matches.js';
import { MatchSuggestion, MatchSuggestions } from '../../contract/suggestions.js';
import { about, count, document, exact, exit, line, pageOf, text, textOrNull } from './parts.js';

export const matchingDocuments = [
  document('matches', 'Matches and proposals: sales match list', pageOf(Match)),
  document('exceptions', 'What somebody has to see to: sales exceptions', pageOf(ListedException)),
  document('decided', 'What became of decisions: sales match approve, link, skip and the like', { results: z.array(DecisionResult) }),
  document('applied', 'What became of the decisions in a file: sales match apply', {
    file: text,
    dryRun: about(z.boolean(), 'Nothing was changed'),
    lines: z.object({
      read: count,
      decided: about(count, 'Lines with a decision: what follows adds up to it'),
      done: about(count, 'With dryRun: that would be done'),
      alreadyDone: about(count, 'Decided before, or nothing to do'),
      refused: count,
      unknown: about(count, 'The request failed, and may have been taken: the same file again decides nothing twice'),
      unsent: count,
    }),
    decisions: about(
      z.array(z.object({ decision: text, lines: count, amounts: z.array(z.object({ currency: textOrNull, amount: exact })) })),
      'Those that were done, or with dryRun would be',
    ),
    results: about(
      z.array(
        z.object({
          line,
          id: about(textOrNull, 'Of the row'),
          decision: about(text, 'As it was written'),
          outcome: z.enum([...decisionOutcomes, 'Unsent', 'Unknown']),
          code: DecisionResult.shape.code,
          detail: about(textOrNull, 'Why it is refused, for people'),
          decisionId: about(textOrNull, 'Takes it back: sales match undo-decision'),
        }),
      ),
      'Of each line with a decision',
    ),
    resultsFile: textOrNull,
    exit,
  }),
  document('decisions', 'What was decided about rows: sales match decisions', pageOf(ListedDecision)),
  document('match', 'A match with its rows: sales match why', { match: MatchDetail }),
  document('why', 'Why a row is matched, proposed or open: sales match why', { explanation: Explanation }),
  document('run', 'What matching made of all rows: sales match run, wait', { run: MatchRunSeen }),
  about(
    MatchSuggestions.extend({
      schema: z.literal('sales.suggestions/1'),
      suggestions: z.array(
        MatchSuggestion.extend({
          dryRun: MatchDryRun.optional().meta({ description: 'What a run with this one alone would change' }),
        }),
      ),
    }),
    'Settings of matching that the rows suggest: sales match settings suggest',
  ),
  document('settings', 'The settings of matching: sales match settings show, set', {
    settings: MatchSettingsInUse,
    dryRun: MatchDryRun.optional().meta({ description: 'Of set --dry-run, where there are settlement records' }),
  }),
] as const;
