/** `sales match wait`: waits until matching has caught up, for scripts that read matches afterwards. */
import { Command, Option } from 'commander';
import { exits } from '../../../jobs/exit-codes.js';
import { durationMs } from '../../flags/durations.js';
import type { Run } from '../../flags/run.js';
import { withApi } from '../../settings/connect.js';
import { untilMatched } from '../../upload/until-matched.js';
import { showRun } from '../../views/match-run-views.js';

export function waitCommand(run: Run): Command {
  return new Command('wait')
    .description('Wait until everything that was sent is matched, and show what matching made of it. Ends with 10 where it takes longer.')
    .addOption(new Option('--wait <duration>', 'how long to wait, as --wait=5m').argParser(durationMs).default(600_000, '10m'))
    .action(async ({ wait }: { wait: number }, command: Command) => {
      const made = await withApi(command, run, (api) => untilMatched(api, wait, run.host.clock));
      if (made.state === 'Pending') run.exit = exits.stillProcessing;
      showRun(made, run);
    });
}
