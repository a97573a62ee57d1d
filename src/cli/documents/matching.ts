/** The documents of `sales match`. */
import { z } from 'zod';
import { DecisionResult, decisionOutcomes, ListedDecision } from '../../contract/decisions.js';
import { ListedException } from '../../contract/exceptions.js';
import { MatchSettingsInUse } from '../../contract/match-settings.js';
import { Explanation, Match, MatchDetail, MatchDryRun, MatchRunSeen } from '../../contract/matches.js';
import { MatchSuggestion, MatchSuggestions } from '../../contract/suggestions.js';
import { about, count, exact, exit, line, text, textOrNull } from './parts.js';

export const matchingDocuments = {
  matches: about(
    z.object({ schema: z.literal('sales.matches/1'), items: z.array(Match), hasMore: about(z.boolean(), 'Whether a later page has more') }),
    'Matches and proposals: sales match list',
  ),
  exceptions: about(
    z.object({
      schema: z.literal('sales.exceptions/1'),
      items: z.array(ListedException),
      hasMore: about(z.boolean(), 'Whether a later page has more'),
    }),
    'What somebody has to see to: sales exceptions',
  ),
  decided: about(
    z.object({ schema: z.literal('sales.decided/1'), results: z.array(DecisionResult) }),
    'What became of decisions: sales match approve, link, skip and the like',
  ),
  applied: about(
    z.object({
      schema: z.literal('sales.applied/1'),
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
    'What became of the decisions in a file: sales match apply',
  ),
  decisions: about(
    z.object({
      schema: z.literal('sales.decisions/1'),
      items: z.array(ListedDecision),
      hasMore: about(z.boolean(), 'Whether a later page has more'),
    }),
    'What was decided about rows: sales match decisions',
  ),
  match: about(z.object({ schema: z.literal('sales.match/1'), match: MatchDetail }), 'A match with its rows: sales match why'),
  why: about(
    z.object({ schema: z.literal('sales.why/1'), explanation: Explanation }),
    'Why a row is matched, proposed or open: sales match why',
  ),
  run: about(z.object({ schema: z.literal('sales.run/1'), run: MatchRunSeen }), 'What matching made of all rows: sales match run, wait'),
  suggestions: about(
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
  settings: about(
    z.object({
      schema: z.literal('sales.settings/1'),
      settings: MatchSettingsInUse,
      dryRun: MatchDryRun.optional().meta({ description: 'Of set --dry-run, where there are settlement records' }),
    }),
    'The settings of matching: sales match settings show, set',
  ),
};
