/** Shows how a new header is read, and asks the person at the terminal whether it is right. */
import type { Remedy } from '../../contract/remedy.js';
import type { ShownReading } from '../../files/reading/shown-reading.js';
import type { Run } from '../flags/run.js';
import { hintText } from '../terminal/hint-text.js';
import { canAsk, openPrompter, type Prompter } from '../terminal/prompt.js';
import { showReading } from '../views/reading-view.js';
import { withAnswer } from './answered-flags.js';
import type { UploadFlags } from './job-context.js';

/** What the file is to be read with from now on; null where nobody can be asked, or says no. Fails with `Interrupted` at Ctrl-C. */
export async function confirmedFlags(reading: ShownReading, file: string, flags: UploadFlags, run: Run): Promise<UploadFlags | null> {
  const { host, output } = run;
  if (output.flags.json) return null;
  showReading(reading, file, output.aloud());
  if (!canAsk(host, run.flags.input)) return null;
  const prompter = openPrompter(host);
  try {
    const [first] = reading.against;
    if (first) return await answered(first, flags, prompter, run);
    for (;;) {
      const typed = (await prompter.ask('Read it so? [Y/n/change] '))?.trim().toLowerCase();
      if (typed === undefined || /^n(?:o)?$/.test(typed)) return null;
      if (typed === '' || /^y(?:es)?$/.test(typed)) return { ...flags, accept: [...(flags.accept ?? []), reading.digest] };
      if (/^c(?:hange)?$/.test(typed)) return await changed(flags, prompter, run);
    }
  } finally {
    prompter.close();
  }
}

/** What the rows contradict is passed by its own answer alone, and by default the file is not sent. */
async function answered(
  { text, answers }: ShownReading['against'][number],
  flags: UploadFlags,
  prompter: Prompter,
  { output }: Run,
): Promise<UploadFlags | null> {
  const said = output.aloud();
  said.note(`! ${text}`, 'yellow');
  for (const [at, answer] of answers.entries()) said.note(`  ${at + 1}) ${meaningOf(answer)}   ${hintText([answer])}`);
  for (;;) {
    const typed = (await prompter.ask(`What are they? [N/1-${answers.length}] `))?.trim();
    if (typed === undefined || typed === '' || /^n(?:o)?$/i.test(typed)) return null;
    const answer = answers[Number(typed) - 1];
    if (answer) return withAnswer(flags, answer);
  }
}

function meaningOf([flag]: Remedy): string {
  if (flag === '--leave-out') return 'no sales: leave them out';
  return flag === '--negative' ? 'refunds: with a minus' : 'sales all the same: the column says nothing of its rows';
}

async function changed(flags: UploadFlags, prompter: Prompter, { output }: Run): Promise<UploadFlags | null> {
  const typed = (await prompter.ask('Which field is which column? FIELD=COLUMN '))?.trim();
  if (typed === undefined || typed === '') return null;
  if (/^[^=]*\S[^=]*=\s*\S/.test(typed)) return withAnswer(flags, ['--set', typed]);
  output.aloud().note('  It must be FIELD=COLUMN, such as amount=Total.');
  return changed(flags, prompter, { output } as Run);
}
