/** `sales status`: the state of an upload, as the server wrote it. */
import { Command, Option } from 'commander';
import { waitForState } from '../../client/wait.js';
import { maskCardNumbers } from '../../contract/card-number.js';
import { withApi } from '../connect.js';
import { durationMs } from '../durations.js';
import { exits, hasImportErrors } from '../exit-codes.js';
import type { Run } from '../run.js';

export function statusCommand(run: Run): Command {
  return new Command('status')
    .description('Show what became of an upload. Every status but Processing is final.')
    .argument('<upload-id>', 'id that the upload printed')
    .addOption(new Option('--wait <duration>', 'wait until it is final; --wait alone is --wait=10m').argParser(durationMs))
    .action(async (uploadId: string, flags: { wait?: number }, command: Command) => {
      run.exit = await status(uploadId, flags.wait, command, run);
    });
}

async function status(uploadId: string, waitMs: number | undefined, command: Command, run: Run): Promise<number> {
  const { output, host } = run;
  const state = await withApi(command, run, (api) =>
    waitMs === undefined ? api.uploadState(uploadId) : waitForState(uploadId, api, waitMs, host.clock),
  );
  const { date, status, summary, errors } = state;
  if (output.flags.json) output.document({ schema: 'sales.status/1', uploadId, date, status, summary, errors });
  else {
    const good = status === 'Processed' && errors.length === 0;
    output.text(`${status}   ${date}`, good ? 'green' : 'yellow');
    output.text(maskCardNumbers(summary));
    for (const error of errors) output.text(`  ${maskCardNumbers(error)}`);
    if (status === 'Processing' && waitMs === undefined) output.note(`To wait for it:   sales status ${uploadId} --wait`);
    else if (status !== 'Processing') output.note(`Its transactions:   sales list --upload ${uploadId}`);
  }
  if (status === 'Processing') return waitMs === undefined ? exits.done : exits.stillProcessing;
  return hasImportErrors(state) ? exits.importErrors : exits.done;
}
