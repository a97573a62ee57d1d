/** `sales reprocess`: the import once more for the rows of uploads that are Unprocessed. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { uploadWords } from '../upload/command-target.js';
import { changeUploads } from './undo/change-upload.js';
import { chosenUploads, wordAndBefore } from './undo/chosen-uploads.js';

export function commandOf(run: Run): Command {
  return new Command('reprocess')
    .description(
      'Run the import again for the rows of an upload that are still Unprocessed, with the current configuration. Needs the role Admin.',
    )
    .argument('<upload...>', uploadWords, wordAndBefore)
    .action(async (names: string[], _flags: object, command: Command) => {
      run.exit = await changeUploads(await chosenUploads(names, command, run.host), 'reprocess', command, run);
    });
}
