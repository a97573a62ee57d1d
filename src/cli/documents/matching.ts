/** The documents of `sales match`. */
import { z } from 'zod';
import { DecisionResult, ListedDecision } from '../../contract/decisions.js';
import { ListedException } from '../../contract/exceptions.js';
import { MatchSettingsInUse } from '../../contract/match-settings.js';
import { Explanation, Match, MatchDetail, MatchDryRun, MatchRunSeen } from '../../contract/matches.js';
import { MatchSuggestion, MatchSuggestions } from '../../contract/suggestions.js';
import { about } from './parts.js';

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
    'What became of decisions: sales match approve, link, unlink, skip, unskip, note, claim, undo-decision',
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
