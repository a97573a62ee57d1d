/** Shows how a new header is read, and asks the person at the terminal whether it is right. */
import type { Remedy } from '../../contract/remedy.js';
import type { ShownReading } from '../../files/reading/shown-reading.js';
import { withAnswers } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import { hintText } from '../terminal/hint-text.js';
import { canAsk, openPrompter, type Prompter } from '../terminal/prompt.js';
import { showReading } from '../views/reading-view.js';
import type { CliWords } from '../words/en.js';
import type { UploadFlags } from './job-context.js';

/** What the file is to be read with from now on; null where nobody can be asked, or says no. Fails with `Interrupted` at Ctrl-C. */
export async function confirmedFlags(reading: ShownReading, file: string, flags: UploadFlags, run: Run): Promise<UploadFlags | null> {
  const { host, output } = run;
  if (output.flags.json) return null;
  showReading(reading, file, output.aloud());
  if (!canAsk(host, run.flags.input)) return null;
  const prompter = openPrompter(host);
  const { confirmation: text } = output.words;
  try {
    const [first] = reading.against;
    if (first) return await answered(first, flags, prompter, run);
    for (;;) {
      const typed = (await prompter.ask(text.ask))?.trim();
      if (typed === undefined || isSaid(typed, 'no', text.no)) return null;
      if (typed === '' || isSaid(typed, 'yes', text.yes)) return { ...flags, accept: [...(flags.accept ?? []), reading.digest] };
      if (isSaid(typed, 'change', text.change)) return await changed(flags, prompter, run);
    }
  } finally {
    prompter.close();
  }
}

/** Whether it is one of the words, or its first letter; accents may be left out. */
function isSaid(typed: string, ...words: readonly string[]): boolean {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return words.some((word) => [plain(word), plain(word).slice(0, 1)].includes(plain(typed)));
}

/** What the rows contradict is passed by its own answer alone, and by default the file is not sent. */
async function answered(
  { text, answers }: ShownReading['against'][number],
  flags: UploadFlags,
  prompter: Prompter,
  { output }: Run,
): Promise<UploadFlags | null> {
  const said = output.aloud();
  const { confirmation, phrase } = output.words;
  said.note(`! ${phrase(text)}`, 'yellow');
  for (const [at, answer] of answers.entries()) said.note(`  ${at + 1}) ${meaningOf(answer, confirmation)}   ${hintText([answer])}`);
  for (;;) {
    const typed = (await prompter.ask(confirmation.kinds(answers.length)))?.trim();
    if (typed === undefined || typed === '' || isSaid(typed, 'no', confirmation.no)) return null;
    const answer = answers[Number(typed) - 1];
    if (answer) return withAnswers(flags, [answer]);
  }
}

function meaningOf([flag]: Remedy, { leaveOut, only, refunds, sales }: CliWords['confirmation']): string {
  if (flag === '--leave-out') return leaveOut;
  if (flag === '--only') return only;
  return flag === '--negative' ? refunds : sales;
}

async function changed(flags: UploadFlags, prompter: Prompter, { output }: Run): Promise<UploadFlags | null> {
  const { confirmation: text } = output.words;
  const typed = (await prompter.ask(text.column))?.trim();
  if (typed === undefined || typed === '') return null;
  if (/^[^=]*\S[^=]*=\s*\S/.test(typed)) return withAnswers(flags, [['--set', typed]]);
  output.aloud().note(`  ${text.noColumn}`);
  return changed(flags, prompter, { output } as Run);
}
