/** Tells people which duplicates may be sales of their own, and what to type if they are. It decides nothing. */

import type { UploadKind } from '../../contract/states.js';
import { asideAnswer, columnAnswer } from '../../files/questions/open-questions.js';
import type { DifferingDuplicates, UploadOutcome } from '../../jobs/upload-outcome.js';
import { flagsForRejectsOf } from '../flags/reading-flags.js';
import { hintText } from '../terminal/hint-text.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';

const ROWS_SHOWN = 10;

/** With what differs but tells no rows apart as a note, and how many were compared where that is not all. */
export function showDiffering(
  { file, read, kind = 'Sales' }: Pick<UploadOutcome, 'file' | 'read' | 'kind'>,
  found: DifferingDuplicates,
  output: Output,
): void {
  const { rows, otherKeys, alsoKnown, amongOthers, compared, duplicates } = found;
  const { labels, differing: text } = output.words;
  if (rows.length > 0) {
    output.message(labels.differs, text.found(new Set(rows.map(({ transactionId }) => transactionId)).size, kind), 'yellow');
    for (const { line, key, value, earlier, transactionId, duplicateOf } of rows.slice(0, ROWS_SHOWN)) {
      const values = text.values(key, JSON.stringify(value), JSON.stringify(earlier));
      output.message('', `${file}:${line}  ${values}  ${text.duplicateOf(transactionId, duplicateOf)}`);
    }
    if (rows.length > ROWS_SHOWN) output.message('', text.more(rows.length - ROWS_SHOWN));
    if (read) showRemedy(found, read, kind, output);
  }
  if (amongOthers) {
    output.message(labels.differs, text.amongOthers(amongOthers.duplicates, amongOthers.rows, amongOthers.earlierRows), 'yellow');
    output.message(
      '',
      text.ofOneTill(output.commandLine('undo', 'FILE'), output.commandLine(kindWords[kind].send, '--const', 'terminalId=TILL', 'FILE')),
    );
  }
  for (const { key, rows: differing } of otherKeys) output.message(labels.note, text.otherValue(differing, key, kind));
  for (const { field, rows: knowing } of alsoKnown) {
    const { header, mapping } = read?.description ?? {};
    const column = header?.[mapping?.indexOf(field) ?? -1];
    output.message(labels.note, text.alsoKnown(knowing, column === undefined ? field : `"${column}" (${field})`, kind));
  }
  if (compared < duplicates) output.message('', text.compared(compared, duplicates));
}

/** Sent with the others of the file they would be all right, but the others would count twice. */
function showRemedy(
  { columns }: DifferingDuplicates,
  { description, options }: NonNullable<UploadOutcome['read']>,
  kind: UploadKind,
  output: Output,
): void {
  const { differing: text } = output.words;
  const flags = columns.map((index) => flagsOf(index, description.header ?? []));
  output.message('', text.uploadAlone(flags.length === 0));
  const upload = output.commandLine(kindWords[kind].send, '--no-remember', ...flagsForRejectsOf(options, description));
  for (const { set, aside } of flags) {
    output.message('', `${upload} ${set} FILE`);
    output.message('', text.noColumn(kind, aside));
  }
}

/** What makes a column the reference, or says that it is none. */
function flagsOf(index: number, header: readonly string[]): { set: string; aside: string } {
  return {
    set: hintText([columnAnswer('transactionReference', [index], header)]),
    aside: hintText([asideAnswer(index, header)]),
  };
}
