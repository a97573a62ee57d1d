/** A change of an upload by the role Admin, and its state afterwards. */
import type { Command } from 'commander';
import { maskCardNumbers } from '../contract/card-number.js';
import { withApi } from './connect.js';
import { exits, hasImportErrors } from './exit-codes.js';
import type { Run } from './run.js';

/** Fails as the call does. */
export async function changeUpload(uploadId: string, change: 'reprocess' | 'undo' | 'redo', command: Command, run: Run): Promise<number> {
  const { output } = run;
  const state = await withApi(command, run, (api) => api.changeUpload(uploadId, change));
  const { date, status, summary, errors } = state;
  const hasErrors = change !== 'undo' && hasImportErrors(state);
  if (output.flags.json) output.document({ schema: 'sales.status/1', uploadId, date, status, summary, errors });
  else {
    output.text(`${status}   ${date}`, hasErrors ? 'yellow' : 'green');
    output.text(maskCardNumbers(summary));
    if (change !== 'undo') for (const error of errors) output.text(`  ${maskCardNumbers(error)}`);
    if (change === 'undo') output.note(`To bring it back:   sales undo ${uploadId} --redo`);
  }
  return hasErrors ? exits.importErrors : exits.done;
}
