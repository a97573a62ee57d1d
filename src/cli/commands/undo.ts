/** `sales undo`: withdraws uploads, or restores them. */
import { Command, Option } from 'commander';
import { SalesError } from '../../contract/problem.js';
import { withoutItsVariable } from '../flags/global-flags.js';
import type { Run } from '../flags/run.js';
import { displayText } from '../terminal/display-text.js';
import { askLine, canAsk } from '../terminal/prompt.js';
import { uploadWords } from '../upload/command-target.js';
import { count } from '../views/input-view.js';
import { changeUploads } from './undo/change-upload.js';
import { type ChosenUploads, chosenUploads, wordAndBefore } from './undo/chosen-uploads.js';

export function undoCommand(run: Run): Command {
  return new Command('undo')
    .description(
      'Undo an upload: its rows leave lists, sums and the duplicate check, and the matches that the server made of them end. Refused where another system matched some of its rows, or people decided about some. Somebody else’s upload takes the role Admin.',
    )
    .argument('<upload...>', uploadWords, wordAndBefore)
    .addOption(withoutItsVariable(new Option('--redo', 'restore it, within 30 days')))
    .addOption(new Option('--with-decisions', 'take back what people decided about its rows, too').conflicts('redo'))
    .action(async (names: string[], { redo, withDecisions = false }: UndoFlags, command: Command) => {
      const chosen = await chosenUploads(names, command, run.host);
      if (!redo) await confirm(chosen, run);
      run.exit = await changeUploads(chosen, redo ? 'restore' : 'withdraw', command, run, withDecisions);
    });
}

interface UndoFlags {
  redo?: boolean;
  withDecisions?: boolean;
}

async function confirm(chosen: ChosenUploads, { host, output, flags }: Run): Promise<void> {
  if (flags.yes) return;
  const what = whatIs(chosen);
  if (output.flags.json || !canAsk(host, flags.input)) {
    throw new SalesError('usage', `This would undo ${what}.`, { hint: 'To confirm, add --yes' });
  }
  const answer = (await askLine(host, `Undo ${displayText(what)}? It can be restored for 30 days. [y/N] `))?.trim().toLowerCase();
  if (answer !== 'y' && answer !== 'yes') throw new SalesError('usage', 'Nothing was undone.');
}

function whatIs({ uploadIds, jobs }: ChosenUploads): string {
  const files = jobs.map(({ folder: { job } }) => `${job.file.name} (job ${job.job})`);
  if (files.length > 0) return `${count(uploadIds.length, 'upload')}, of ${files.join(', ')}`;
  return uploadIds.length === 1 ? `upload ${uploadIds[0]}` : count(uploadIds.length, 'upload');
}
