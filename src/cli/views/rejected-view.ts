/** Rejected rows, for people: where each is, what is wrong with it, and how to send it once it is corrected. */
import type { RowError } from '../../client/sending/tally.js';
import { columnLetter } from '../../files/text/column-letter.js';
import { exits, mayLackRows } from '../../jobs/exit-codes.js';
import type { UploadOutcome } from '../../jobs/upload-outcome.js';
import { flagsForRejects, flagsForRejectsOf, type ReadingFlags } from '../flags/reading-flags.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';
import type { CliWords } from '../words/en.js';

export const ERRORS_SHOWN = 10;

export function showErrors({ errors, rows, file }: UploadOutcome, output: Output): void {
  for (const error of errors.slice(0, ERRORS_SHOWN)) output.note(errorLine(error, file, output.words));
  const others = Math.max(0, rows.rejected - new Set(errors.slice(0, ERRORS_SHOWN).map(({ line }) => line)).size);
  if (errors.length > ERRORS_SHOWN && others > 0) output.note(output.words.rejected.moreRows(others));
}

/** `file:line  record  column  value  rule` */
function errorLine(error: RowError, file: string, { rejected }: CliWords): string {
  const value = error.value === null ? null : JSON.stringify(error.value);
  const letters = error.columnNumber === null ? '' : `${columnLetter(error.columnNumber)} `;
  const column = error.column ?? error.field;
  return [
    `${file}:${error.line}`,
    rejected.record(error.record),
    column === null ? null : `${letters}${column}`,
    value,
    rejected.fault(error),
  ]
    .filter((part) => part !== null)
    .join('  ');
}

export function showRejected(outcome: UploadOutcome, flags: ReadingFlags | null, output: Output): void {
  const { rejectsFile, exit, notImported = 0, kind = 'Sales' } = outcome;
  const { labels, rejected: text } = output.words;
  // Who corrects the whole file and sends it again has the imported rows twice, unless the server counts each once.
  if (outcome.uploads.some(mayLackRows) && notImported === 0) output.message('', text.separately(kind));
  const rejected = outcome.rows.rejected + notImported;
  if (rejected === 0 || (outcome.dryRun && rejectsFile === null)) return;
  const nothing = exit === exits.inputUnusable && !outcome.dryRun;
  if (rejectsFile === null) output.message(labels.rejected, text.alone(rejected, kind, nothing), 'yellow');
  // The resumed upload writes them all anew, with those that the server may refuse then.
  else if (goesOnByResume(outcome)) output.message(labels.rejected, text.later(rejected, kind, rejectsFile), 'yellow');
  else {
    const command = output.commandLine(kindWords[kind].send, ...rejectsFlags(outcome, flags), rejectsFile);
    output.message(labels.rejected, text.now(rejected, kind, nothing, command), 'yellow');
  }
}

/** Flags that its rejects file wants to be read as it was. */
function rejectsFlags({ read, resumed }: UploadOutcome, flags: ReadingFlags | null): string[] {
  if (!read) return [];
  return flags && !resumed ? flagsForRejects(flags, read.description) : flagsForRejectsOf(read.options, read.description);
}

/** Whether there are rows that only a resumed upload sends; imports that are under way are waited for otherwise. */
export function goesOnByResume({ resumable, exit }: UploadOutcome): boolean {
  return resumable && exit !== exits.stillProcessing;
}
