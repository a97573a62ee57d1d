/** `sales match run`: asks for a run over all rows, and shows what matching made of them. */
import { Command, Option } from 'commander';
import type { MatchRun } from '../../../contract/matches.js';
import { exits } from '../../../jobs/exit-codes.js';
import { durationMs } from '../../flags/durations.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { showRun } from '../../views/match-views.js';

const POLL_MS = 1_000;

export function runCommand(run: Run): Command {
  return new Command('run')
    .description(
      'Ask for all rows to be matched anew, and show what matching made of them. After every change this happens by itself. Needs the role Admin.',
    )
    .addOption(new Option('--wait <duration>', 'wait until it has caught up; --wait alone is --wait=10m').argParser(durationMs))
    .action(async ({ wait = 0 }: { wait?: number }, command: Command) => {
      const { host, output } = run;
      const made = await withApi(command, run, async ({ matching }) => {
        let found: MatchRun = await matching.startRun();
        const untilMs = host.clock.nowMs() + wait;
        while (found.state === 'Pending' && host.clock.nowMs() < untilMs) {
          await host.clock.sleep(POLL_MS);
          found = await matching.run();
        }
        return found;
      });
      if (wait > 0 && made.state === 'Pending') run.exit = exits.stillProcessing;
      if (output.flags.json) output.document({ schema: 'sales.run/1', run: made });
      else showRun(made, run);
    });
}
