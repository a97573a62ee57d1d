/**
 * Asks the person at the terminal what a file leaves open, one question after another, and gives the flags that say the same. Nothing is sent
 * or kept meanwhile: after each answer the file is opened anew, so that only what is still open is asked.
 */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SalesError } from '../../contract/problem.js';
import type { Question } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { openInput } from '../../files/open.js';
import { incomplete } from '../../files/questions/open-questions.js';
import { pairIn } from '../../jobs/answers/answer-parts.js';
import type { AskedQuestion, SeenTable } from '../../jobs/answers/asked-question.js';
import { askedAs } from '../../jobs/answers/choices.js';
import { proposedAnswers } from '../../jobs/answers/proposed-answers.js';
import { seenTable } from '../../jobs/answers/seen-table.js';
import type { UploadOutcome } from '../../jobs/upload-outcome.js';
import { readingOptions } from '../flags/mapping-flags.js';
import { withAnswers } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import { displayText } from '../terminal/display-text.js';
import { hintText } from '../terminal/hint-text.js';
import { canAsk, openPrompter, type Prompter } from '../terminal/prompt.js';
import { shellWord } from '../terminal/shell-word.js';
import { cutTo } from '../terminal/text-width.js';
import { fileText, questionText, retryText, typingText } from '../views/answers/question-view.js';
import { showReading } from '../views/reading-view.js';
import { type UploadFlags, uploadChoices } from './job-context.js';

/**
 * What `file` is to be read with once all is answered; null where nobody can be asked, or answers. `others` are the other files of the command.
 * Fails with `Interrupted` at Ctrl-C.
 */
export async function answeredFlags(
  file: string,
  others: readonly string[],
  refusal: SalesError,
  flags: UploadFlags,
  run: Run,
): Promise<UploadFlags | null> {
  const path = resolve(run.host.cwd(), file);
  if (!refusal.questions?.length || run.output.flags.json || !canAsk(run.host, run.flags.input) || !(await isPlainFile(path))) return null;
  const prompter = openPrompter(run.host);
  try {
    return await askAll({ file, path, others }, refusal.questions, flags, prompter, run);
  } finally {
    prompter.close();
  }
}

/**
 * Shows the file as it would be read if each question had the answer that it proposes first, with the command that says so. Nothing is shown where a
 * question proposes none, where a person could be asked, or where a program reads the answer.
 */
export async function showProposal(
  { questions = [] }: SalesError,
  { file, others }: { file: string; others: readonly string[] },
  flags: UploadFlags,
  run: Run,
  readWith: (flags: UploadFlags) => Promise<UploadOutcome | null>,
): Promise<void> {
  const path = resolve(run.host.cwd(), file);
  const isRead = run.output.flags.json || canAsk(run.host, run.flags.input);
  if (questions.length === 0 || isRead || !(await isPlainFile(path))) return;
  const { rejects: _, ...plain } = flags;
  const flagsWith = (answers: readonly Remedy[]) => withAnswers(plain, answers);
  try {
    const answers = await proposedAnswers((given) => openQuestionsOf(path, flagsWith(given), run));
    const reading = answers && (await readWith({ ...flagsWith(answers), dryRun: true }))?.reading;
    if (!reading) return;
    const said = run.output.aloud();
    said.message('PROPOSED', 'With the answer that each question proposes first, it would be read so. Nothing is sent.', 'yellow');
    showReading(reading, file, said);
    const yes: Remedy[] = flags.dryRun || reading.accepted || reading.against.length > 0 ? [] : [['--accept', reading.digest]];
    said.message('', `If that is right:   ${commandWith([...lastAnswers(answers), ...yes], others, run)}`);
  } catch (error) {
    // What cannot be so is no proposal.
    if (!(error instanceof SalesError)) throw error;
  }
}

async function askAll(
  { file, path, others }: { file: string; path: string; others: readonly string[] },
  first: readonly Question[],
  given: UploadFlags,
  prompter: Prompter,
  run: Run,
): Promise<UploadFlags | null> {
  const say = sayer(run);
  let flags = given;
  const answers: Remedy[] = [];
  let table = await seenAs(path, flags, run);
  if (!table) return null;
  const isAsked = first.some(({ code }) => code === 'KIND_UNCERTAIN');
  const mayBeRecords = !isAsked && table.tellsPayouts;
  const settle = mayBeRecords ? run.output.commandLine('settle', file) : null;
  say(fileText(file, first.length, table, settle, widthOf(run), run.output.words));
  let open = first;
  for (let number = 1; open.length > 0; number++) {
    const [question] = open;
    const asking = question && askedAs(question, table);
    if (!asking) return null;
    say(questionText(number, open.length, question, asking, widthOf(run), run.output.words));
    const answer = await oneAnswer(asking, prompter, say, run);
    if (!answer) return null;
    const settle = answer.find(([, command]) => command === 'settle');
    if (settle) throw areRecords(settle.map((word) => (word === 'FILE' ? file : word)));
    const next = withAnswers(flags, answer);
    try {
      open = await openQuestionsOf(path, next, run);
      table = (await seenAs(path, next, run)) ?? table;
    } catch (error) {
      if (!(error instanceof SalesError)) throw error;
      // What cannot be so is asked again.
      say(retryText(error.message, widthOf(run)));
      continue;
    }
    flags = next;
    answers.push(...answer);
  }
  showAnswers(lastAnswers(answers), others, run);
  return flags;
}

/** Flags that may be there for several values. */
const repeated = ['--only', '--leave-out', '--negative'];

/** The answers without those that a later one replaced. */
function lastAnswers(answers: readonly Remedy[]): Remedy[] {
  const of = ([flag, given = '']: Remedy) =>
    flag === '--set' || flag === '--const' ? pairIn(given)[0] : repeated.includes(flag ?? '') ? `${flag} ${given}` : flag;
  return answers.filter((answer, at) => answers.findLastIndex((other) => of(other) === of(answer)) === at);
}

function areRecords(settle: Remedy): SalesError {
  return new SalesError('inputUnusable', 'Nothing was sent: settlement records are sent by another command.', {
    hint: ['Send them with   ', settle],
  });
}

/** The command that was typed, for this file alone, with the answers as flags. */
function commandWith(answers: readonly Remedy[], others: readonly string[], { argv }: Run): string {
  // Behind -- there are only files, and flags would be taken for such.
  const dashes = argv.indexOf('--');
  const flags = dashes < 0 ? argv : argv.slice(0, dashes);
  const files = dashes < 0 ? [] : argv.slice(dashes);
  const typed = (words: readonly string[]) => words.filter((word) => !others.includes(word)).map(shellWord);
  return ['sales', ...typed(flags), ...answers.map((answer) => hintText([answer])), ...typed(files)].join(' ');
}

/** Whatever -q says, as it was asked whatever -q says. */
function showAnswers(answers: readonly Remedy[], others: readonly string[], run: Run): void {
  const { output } = run;
  const said = output.aloud();
  said.note('');
  const { asking: text } = output.words;
  said.message(text.answered, text.sameWithout(commandWith(answers, others, run)));
  const zone = answers.find(([flag]) => flag === '--timezone')?.[1];
  if (zone) said.message('', text.zoneForAll(output.commandLine('config', 'set', 'timezone', zone)));
  said.note('');
}

async function oneAnswer(
  asking: AskedQuestion,
  prompter: Prompter,
  say: (lines: readonly string[]) => void,
  run: Run,
): Promise<readonly Remedy[] | null> {
  const { words } = run.output;
  for (;;) {
    const typed = await prompter.ask(words.asking.answer);
    if (typed === null) return null;
    const text = typed.trim();
    const number = /^\d{1,3}$/.test(text) ? Number(text) - 1 : text === '' ? asking.proposed : null;
    const chosen = number === null ? undefined : asking.choices[number];
    const answer = chosen?.remedies ?? (text === '' ? null : asking.typed(text));
    if (answer) return answer;
    say(typingText(asking, widthOf(run), words));
  }
}

const VALUE_COLUMNS_MAX = 24;

async function seenAs(path: string, flags: UploadFlags, { host }: Run): Promise<SeenTable | null> {
  return seenTable(path, await readingOptions(flags), host.timeZone, (value) => cutTo(value, VALUE_COLUMNS_MAX));
}

/** Open questions about the file; fails where it cannot be read with these flags. */
async function openQuestionsOf(path: string, flags: UploadFlags, run: Run): Promise<readonly Question[]> {
  const { options, memory } = await uploadChoices(flags, run, null);
  try {
    const input = await openInput({ path }, options, memory?.recall);
    await input.close();
    return incomplete(input.description)?.questions ?? [];
  } catch (error) {
    if (error instanceof SalesError && error.questions?.length) return error.questions;
    throw error;
  }
}

function sayer({ output }: Run): (lines: readonly string[]) => void {
  return (lines) => output.aside(`${lines.map(displayText).join('\n')}\n`);
}

function widthOf({ host }: Run): number {
  return host.stderr.columns || 80;
}

async function isPlainFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
