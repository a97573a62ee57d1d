/** `sales match settings suggest`: settings that the rows suggest, and what each would change by itself. */
import type { Command } from 'commander';
import type { MatchSettings, MatchSettingsInUse } from '../../../contract/match-settings.js';
import type { SuggestedSettings } from '../../../contract/suggestions.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { showSuggestions } from '../../views/suggestions-view.js';
import { dryRunInTurn, dryRunMs, inTurn } from './dry-run.js';

export async function suggest(command: Command, run: Run): Promise<void> {
  const found = await withApi(command, run, async (api) => {
    const suggested = await inTurn(() => api.ask('suggestMatchSettings', { answerMs: dryRunMs }), run);
    const { version: _, ...settings } = await api.ask('getMatchSettings');
    const suggestions = [];
    for (const one of suggested.suggestions) {
      const { dryRun } = await dryRunInTurn(api, { isAll: false, settings: settingsWith(settings, one.settings) }, run);
      suggestions.push({ ...one, ...(dryRun && { dryRun }) });
    }
    return { ...suggested, suggestions };
  });
  if (run.output.flags.json) run.output.document({ schema: 'sales.suggestions/1', ...found });
  else showSuggestions(found, run);
}

function settingsWith(settings: Omit<MatchSettingsInUse, 'version'>, { names = {}, numbers }: SuggestedSettings): MatchSettings {
  const merged = structuredClone(settings) as MatchSettings;
  for (const [of, some] of Object.entries(names)) Object.assign(merged.names[of as keyof MatchSettings['names']], some);
  return { ...merged, numbers: { ...merged.numbers, ...numbers } };
}
