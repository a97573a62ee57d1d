/** `sales reprocess`: the import once more for the rows of an upload that are Unprocessed. */
import { Command } from 'commander';
import { changeUpload } from '../change-upload.js';
import { uuid } from '../global-flags.js';
import type { Run } from '../run.js';

export function reprocessCommand(run: Run): Command {
  return new Command('reprocess')
    .description(
      'Run the import again for the rows of an upload that are still Unprocessed, by the configuration as it is now. Needs the role Admin.',
    )
    .argument('<upload-id>', 'id of an upload', uuid)
    .action(async (uploadId: string, _flags: object, command: Command) => {
      run.exit = await changeUpload(uploadId, 'reprocess', command, run);
    });
}
