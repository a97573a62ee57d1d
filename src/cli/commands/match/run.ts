/** `sales match run`: asks for a run, and shows what matching made of all rows. */
import { Command, Option } from 'commander';
import type { MatchRun } from '../../../contract/matches.js';
import { SalesError } from '../../../contract/problem.js';
import { exits } from '../../../jobs/exit-codes.js';
import { durationMs } from '../../flags/durations.js';
import type { Run } from '../../flags/run.js';
import { confirm } from '../../flags/yes-flag.js';
import { withApi } from '../../settings/connect.js';
import { untilMatched } from '../../upload/until-matched.js';
import { showDryRun, showRun } from '../../views/match-run-views.js';
import { dryRunInTurn } from './dry-run.js';
import { settingsIn } from './settings-file.js';

interface RunFlags {
  all?: boolean;
  dryRun?: boolean;
  settings?: string;
  wait?: number;
}

export function runCommand(run: Run): Command {
  return new Command('run')
    .description(
      'Ask for rows to be matched anew, from 45 days before the newest record on, and show what matching made of all. After every change this happens by itself. Needs the role Admin.',
    )
    .option('--all', 'match all rows anew, however old; first shows what that would change, and asks')
    .option('--dry-run', 'change nothing, and show what a run would change')
    .option('--settings <file>', 'with --dry-run: by the settings in this file, as match settings show --json prints them')
    .addOption(
      new Option(
        '--wait <duration>',
        'wait until it has caught up; --wait alone is --wait=10m. With --dry-run: wait for another one that is under way, by default 1m',
      ).argParser(durationMs),
    )
    .action(async (flags: RunFlags, command: Command) => {
      if (flags.settings !== undefined && !flags.dryRun) {
        throw new SalesError('usage', '--settings is for a --dry-run.', { hint: 'sales match settings set FILE changes them' });
      }
      await (flags.dryRun ? dryRun(flags, command, run) : realRun(flags, command, run));
    });
}

async function realRun({ wait = 0, all = false }: RunFlags, command: Command, run: Run): Promise<void> {
  const made = await withApi(command, run, async (api) => {
    if (all && !run.flags.yes) await confirmAll((await dryRunInTurn(api, { isAll: true, settings: undefined }, run)).dryRun, run);
    const asked = await api.ask('startMatchRun', all ? { body: { all } } : {});
    return wait > 0 ? untilMatched(api, wait, run.host.clock) : asked;
  });
  if (wait > 0 && made.state === 'Pending') run.exit = exits.stillProcessing;
  showRun(made, run);
}

/** Nothing is to be asked where there is nothing to match. */
async function confirmAll(dryRun: MatchRun['dryRun'], run: Run): Promise<void> {
  if (!dryRun) return;
  const { begin, end, changeRule } = dryRun;
  const would = `begin ${begin} matches, end ${end} and give ${changeRule} another rule`;
  const question = 'Match all rows anew? Matches that people made or approved stand.';
  await confirm({ would, question, no: 'Nothing was changed.', show: () => showDryRun(dryRun, run) }, run);
}

async function dryRun({ settings: file, wait, all = false }: RunFlags, command: Command, run: Run): Promise<void> {
  const { output } = run;
  const { version: _, ...given } = file === undefined ? { version: 0 } : await settingsIn(file, run);
  const settings = file === undefined ? undefined : given;
  const made = await withApi(command, run, (api) => dryRunInTurn(api, { isAll: all, settings }, run, wait));
  if (output.flags.json || !made.dryRun) return showRun(made, run);
  showDryRun(made.dryRun, run);
  if (made.state === 'Pending')
    output.note('Rows or settings have changed that are not matched yet: what that will change is counted here, too.');
}
