/** `sales reprocess`: the import once more for the rows of uploads that are Unprocessed. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { changeUploads } from './undo/change-upload.js';
import { chosenUploads, uploadOrJob } from './undo/chosen-uploads.js';

export function reprocessCommand(run: Run): Command {
  return new Command('reprocess')
    .description(
      'Run the import again for the rows of an upload that are still Unprocessed, with the current configuration. Needs the role Admin.',
    )
    .argument('<id...>', 'ids of uploads or of jobs, or last: the most recent job for this server and user', uploadOrJob)
    .action(async (names: string[], _flags: object, command: Command) => {
      run.exit = await changeUploads(await chosenUploads(names, command, run.host), 'reprocess', command, run);
    });
}
