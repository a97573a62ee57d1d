/** `sales match settings`: the settings of matching, shown, replaced as one document, and suggested. */
import { Command } from 'commander';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { showDryRun } from '../../views/match-run-views.js';
import { showSettings } from '../../views/match-views.js';
import { dryRunInTurn } from './dry-run.js';
import { settingsIn } from './settings-file.js';
import { suggest } from './suggest.js';

export function settingsCommand(run: Run): Command {
  const settings = new Command('settings')
    .description('Show the settings of matching. Needs the role Admin.')
    .action((_flags: unknown, command: Command) => show(command, run));
  settings
    .command('show')
    .description('Show them; with --json as the file that set takes.')
    .action((_flags: unknown, command: Command) => show(command, run));
  settings
    .command('set')
    .description('Replace them by those of a JSON file, as show --json prints it. What is left out gets its default.')
    .argument('<file>', 'JSON with the settings')
    .option('--dry-run', 'check the file, show what would be matched otherwise, and change nothing')
    .action((file: string, flags: { dryRun?: boolean }, command: Command) => set(file, flags.dryRun ?? false, command, run));
  settings
    .command('suggest')
    .description('Show settings that the rows suggest, and what each would change. Nothing is changed.')
    .action((_flags: unknown, command: Command) => suggest(command, run));
  return settings;
}

async function show(command: Command, run: Run): Promise<void> {
  const settings = await withApi(command, run, (api) => api.ask('getMatchSettings'));
  if (run.output.flags.json) run.output.document({ schema: 'sales.settings/1', settings });
  else showSettings(settings, run);
}

async function set(file: string, isDryRun: boolean, command: Command, run: Run): Promise<void> {
  const given = await settingsIn(file, run);
  const { output } = run;
  const { settings, dryRun } = await withApi(command, run, async (api) => {
    const now = await api.ask('getMatchSettings');
    // A file that was shown says of which version it was; what somebody has changed since is not overwritten.
    const version = typeof given.version === 'number' ? given.version : now.version;
    const { version: _, ...wanted } = given;
    const settings = await api.ask('changeMatchSettings', { body: wanted, version, query: { dryRun: String(isDryRun) } });
    return { settings, ...(isDryRun && { dryRun: (await dryRunInTurn(api, { isAll: false, settings: wanted }, run)).dryRun }) };
  });
  if (output.flags.json) return output.document({ schema: 'sales.settings/1', settings, ...(dryRun && { dryRun }) });
  if (!isDryRun) {
    output.message('OK', `The settings are changed: version ${settings.version}.`, 'green');
    output.note('Matching follows, from 45 days before the newest record on. sales match run --all matches what is older, too.');
    return;
  }
  output.message('OK', `${file} can be used. Nothing is changed.`, 'green');
  if (dryRun) showDryRun(dryRun, run);
}
