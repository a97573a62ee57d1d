/** Tells people which duplicates may be sales of their own, and what to type if they are. It decides nothing. */

import type { UploadKind } from '../../contract/states.js';
import { asideAnswer, columnAnswer } from '../../files/questions/open-questions.js';
import type { DifferingDuplicates, UploadOutcome } from '../../jobs/upload-outcome.js';
import { flagsForRejectsOf } from '../flags/reading-flags.js';
import { hintText } from '../terminal/hint-text.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';
import { count } from './input-view.js';

const ROWS_SHOWN = 10;

/** With what differs but tells no rows apart as a note, and how many were compared where that is not all. */
export function showDiffering(
  { file, read, kind = 'Sales' }: Pick<UploadOutcome, 'file' | 'read' | 'kind'>,
  found: DifferingDuplicates,
  output: Output,
): void {
  const { rows, otherKeys, alsoKnown, compared, duplicates } = found;
  const { sale, sales } = kindWords[kind];
  if (rows.length > 0) {
    const duplicatesFound = new Set(rows.map(({ transactionId }) => transactionId)).size;
    const [has, is] =
      duplicatesFound === 1
        ? ['duplicate has', `it is a separate ${sale}, it is`]
        : ['duplicates have', `they are separate ${sales}, they are`];
    const text = `${duplicatesFound} ${has} another value than the earlier row in a column that tells the rows of the file apart. If ${is} missing now.`;
    output.message('DIFFERS', text, 'yellow');
    for (const { line, key, value, earlier, transactionId, duplicateOf } of rows.slice(0, ROWS_SHOWN)) {
      const values = `${key} ${JSON.stringify(value)}, earlier ${JSON.stringify(earlier)}`;
      output.message('', `${file}:${line}  ${values}  (${transactionId}, duplicate of ${duplicateOf})`);
    }
    if (rows.length > ROWS_SHOWN) output.message('', `… and ${rows.length - ROWS_SHOWN} more`);
    if (read) showRemedy(found, read, kind, output);
  }
  for (const { key, rows: differing } of otherKeys)
    output.message(
      'NOTE',
      `${count(differing, 'duplicate')} of earlier rows with another value in "${key}", which tells no ${sales} apart.`,
    );
  for (const { field, rows: knowing } of alsoKnown) {
    const were = knowing === 1 ? `1 ${sale} was` : `${knowing.toLocaleString('en')} ${sales} were`;
    const { header, mapping } = read?.description ?? {};
    const column = header?.[mapping?.indexOf(field) ?? -1];
    output.message('NOTE', `${were} there already; this file also knows ${column === undefined ? field : `"${column}" (${field})`}.`);
  }
  if (compared < duplicates)
    output.message('', `${count(compared, 'duplicate')} of ${duplicates.toLocaleString('en')} compared with the rows they repeat.`);
}

/** Sent with the others of the file they would be all right, but the others would count twice. */
function showRemedy(
  { columns }: DifferingDuplicates,
  { description, options }: NonNullable<UploadOutcome['read']>,
  kind: UploadKind,
  output: Output,
): void {
  const { send, sales } = kindWords[kind];
  const flags = columns.map((index) => flagsOf(index, description.header ?? []));
  const alone = 'upload only those rows, in a file of their own: the others would count twice.';
  output.message('', flags.length === 0 ? `Give each a transactionReference and ${alone}` : `U${alone.slice(1)}`);
  const upload = output.commandLine(send, '--no-remember', ...flagsForRejectsOf(options, description));
  for (const { set, aside } of flags) {
    output.message('', `${upload} ${set} FILE`);
    output.message('', `If the column tells no ${sales} apart, say so with the next file:   ${aside}`);
  }
}

/** What makes a column the reference, or says that it is none. */
function flagsOf(index: number, header: readonly string[]): { set: string; aside: string } {
  return {
    set: hintText([columnAnswer('transactionReference', [index], header)]),
    aside: hintText([asideAnswer(index, header)]),
  };
}
