/** The report of a file in words, for a person who finds it beside the file: what happened, why, and what to do. */
import type { UploadDocument } from './upload-document.js';

const ERRORS_SHOWN = 20;

/** Text of a kept report. Members that an earlier version did not write may be missing. */
export function reportText(file: string, report: Partial<UploadDocument>): string {
  const { rows, stopped, errors = [], job, rejectsFile } = report;
  const accepted = rows?.accepted ?? 0;
  const rejected = rows?.rejected ?? 0;
  const head = accepted === 0 ? `Nothing of ${file} was sent.` : `${file} was sent in part.`;
  const counts = rows && [
    `${accepted} rows accepted, ${rejected} rejected, ${rows.unsent ?? 0} not sent, ${rows.inDoubt ?? 0} in doubt.`,
    ...(job ? [`Job ${job}.`] : []),
  ];
  const why = stopped ? ['Why:', `  ${stopped.message}`, ...stopped.details.map((detail) => `  ${detail}`)] : [];
  const what = stopped?.hint ? ['What to do:', `  ${stopped.hint}`] : [];
  const lines = errors.slice(0, ERRORS_SHOWN).map((error) => {
    const column = error.column ?? error.field;
    const value = error.value === null ? '' : ` ${JSON.stringify(error.value)}`;
    return `  line ${error.line}${column === null ? '' : `, ${column}`}:${value} ${error.message}`;
  });
  const more = errors.length > ERRORS_SHOWN ? [`  … and ${errors.length - ERRORS_SHOWN} more`] : [];
  const rejects = rejectsFile
    ? [`The rows that were not accepted are in ${rejectsFile}: correct them there, and put that file into the folder.`]
    : [];
  const parts = [[head, ...(counts ?? [])], why, what, lines.length > 0 ? ['Rows:', ...lines, ...more] : [], rejects];
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`;
}
