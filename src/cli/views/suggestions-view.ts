/** Settings of matching that the rows suggest. */
import type { MatchDryRun } from '../../contract/matches.js';
import type { MatchSuggestion, MatchSuggestions } from '../../contract/suggestions.js';
import type { Run } from '../flags/run.js';
import { dryRunText } from './match-run-views.js';

interface Suggested extends MatchSuggestions {
  suggestions: (MatchSuggestion & { dryRun?: MatchDryRun })[];
}

/** Lines for what matching has learnt; --json has the others. */
const LEARNT_LINES = 20;

export function showSuggestions({ suggestions, learnt }: Suggested, { output }: Run): void {
  if (suggestions.length === 0) output.text('No setting would let go what is held back.', 'bold');
  for (const { sentence, settings, dryRun } of suggestions) {
    output.text(sentence, 'bold');
    if (dryRun) output.text(`  ${dryRunText(dryRun)}`);
    output.text(`  ${JSON.stringify(settings)}`);
  }
  if (learnt.length > 0) {
    output.text('');
    output.text('Known without a setting:');
    for (const { sentence } of learnt.slice(0, LEARNT_LINES)) output.text(`  ${sentence}`);
    if (learnt.length > LEARNT_LINES) output.text(`  … and ${learnt.length - LEARNT_LINES} more: --json has them.`);
  }
  if (suggestions.length > 0)
    output.note('Nothing is changed. What is right belongs into the settings file: sales match settings show --json > settings.json');
}
