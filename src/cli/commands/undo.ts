/** `sales undo`: takes an upload back, or brings it back. */
import { Command } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { changeUpload } from '../change-upload.js';
import { uuid } from '../global-flags.js';
import { askLine, canAsk } from '../prompt.js';
import type { Run } from '../run.js';

export function undoCommand(run: Run): Command {
  return new Command('undo')
    .description(
      'Take an upload back: its rows leave lists, sums and the search for duplicates. Refused where rows are matched. Needs the role Admin.',
    )
    .argument('<upload-id>', 'id of an upload', uuid)
    .option('--redo', 'bring it back, within 30 days')
    .action(async (uploadId: string, { redo }: { redo?: boolean }, command: Command) => {
      if (!redo) await confirm(uploadId, run);
      run.exit = await changeUpload(uploadId, redo ? 'redo' : 'undo', command, run);
    });
}

async function confirm(uploadId: string, { host, flags }: Run): Promise<void> {
  if (flags.yes) return;
  const hint = `If you are sure:   sales undo ${uploadId} --yes`;
  if (!canAsk(host, flags.input))
    throw new SalesError('usage', 'Nobody is there to be asked whether the upload is to be withdrawn.', { hint });
  const answer = await askLine(host, `Withdraw upload ${uploadId}? It can be brought back for 30 days. [y/N] `);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new SalesError('usage', 'Nothing was changed.');
}
