/** `sales undo`: withdraws uploads, or restores them. */
import { Command, Option } from 'commander';
import { withoutItsVariable } from '../flags/global-flags.js';
import type { Run } from '../flags/run.js';
import { confirm } from '../flags/yes-flag.js';
import { uploadWords } from '../upload/command-target.js';
import { count } from '../views/input-view.js';
import { changeUploads } from './undo/change-upload.js';
import { type ChosenUploads, chosenUploads, wordAndBefore } from './undo/chosen-uploads.js';

export function commandOf(run: Run): Command {
  return new Command('undo')
    .description(
      'Undo an upload: its rows leave lists, sums and the duplicate check, and the matches that the server made of them end. Refused where another system matched some of its rows, or people decided about some. Somebody else’s upload takes the role Admin.',
    )
    .argument('<upload...>', uploadWords, wordAndBefore)
    .addOption(withoutItsVariable(new Option('--redo', 'restore it, within 30 days')))
    .addOption(new Option('--with-decisions', 'take back what people decided about its rows, too').conflicts('redo'))
    .action(async (names: string[], { redo, withDecisions = false }: UndoFlags, command: Command) => {
      const chosen = await chosenUploads(names, command, run.host);
      const what = whatIs(chosen);
      const question = `Undo ${what}? It can be restored for 30 days.`;
      if (!redo) await confirm({ would: `undo ${what}`, question, no: 'Nothing was undone.' }, run);
      run.exit = await changeUploads(chosen, redo ? 'restore' : 'withdraw', command, run, withDecisions);
    });
}

interface UndoFlags {
  redo?: boolean;
  withDecisions?: boolean;
}

function whatIs({ uploadIds, jobs }: ChosenUploads): string {
  const files = jobs.map(({ folder: { job } }) => `${job.file.name} (job ${job.job})`);
  if (files.length > 0) return `${count(uploadIds.length, 'upload')}, of ${files.join(', ')}`;
  return uploadIds.length === 1 ? `upload ${uploadIds[0]}` : count(uploadIds.length, 'upload');
}
