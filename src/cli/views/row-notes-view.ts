/** Remarks about the rows of a file, for people: what was left out, and what was sent although it may not be a sale. It decides nothing. */

import { noRowNotes, type RowNotes } from '../../client/batches/row-notes.js';
import type { RowTally } from '../../client/sending/tally.js';
import type { SettlementTypeName } from '../../contract/states.js';
import { type FileNote, rowNotes } from '../../jobs/file-notes.js';
import type { UploadOutcome } from '../../jobs/upload-outcome.js';
import { hintText } from '../terminal/hint-text.js';
import type { Output } from '../terminal/output.js';
import type { CliWords } from '../words/en.js';
import { isUnderWay } from './accepted-head.js';

/** Prints a line for each remark that the rows give rise to; `nowMs` is what their dates are compared with. */
export function showRowNotes(outcome: RowTally & Pick<UploadOutcome, 'kind' | 'read' | 'checked'>, nowMs: number, output: Output): void {
  const { leftOut, notes, uploads } = outcome;
  if (Object.keys(notes.types).length > 0) output.message('', `${typesText(notes.types, output.words)}.`);
  for (const [reason, rows] of leftOut) output.message('', output.words.notes.leftOut(rows, reason));
  // Once all is imported, the server has told what it did not import.
  const isTold = uploads.length > 0 && !uploads.some(isUnderWay);
  for (const note of rowNotes(isTold ? { ...outcome, notes: { ...notes, incomplete: noRowNotes.incomplete } } : outcome, nowMs))
    showNote(note, output);
}

/** With what can be typed: answers are flags that go together, the others are different ways. */
export function showNote({ said, help, typed = [] }: FileNote, output: Output): void {
  const { labels, or, phrase } = output.words;
  const flags = help ? help.remedies.map((flag) => hintText([flag])).join(' ') : typed.map((flag) => hintText([flag])).join(`   ${or}   `);
  output.message(labels.note, `${phrase(said)}${flags === '' ? '' : `   ${flags}`}`, 'yellow');
}

/** `1,160 payments and refunds, 38 fees and corrections, 4 chargebacks, 3 payouts` */
function typesText(types: RowNotes['types'], { notes: text }: CliWords): string {
  const groups: [(rows: number) => string, readonly SettlementTypeName[]][] = [
    [text.payments, ['Sale', 'Refund', 'Reversal']],
    [text.corrections, ['Fee', 'Adjustment', 'Reserve', 'Release', 'Financing', 'Tax', 'Balance', 'Transfer']],
    [text.chargebacks, ['Chargeback', 'ChargebackReversal']],
    [text.payouts, ['Payout', 'PayoutReturn']],
    [text.tillTotals, ['TillTotal']],
  ];
  const counts = groups.map(([counted, all]) => {
    const rows = all.reduce((sum, type) => sum + (types[type] ?? 0), 0);
    return rows === 0 ? '' : counted(rows);
  });
  return counts.filter((text) => text !== '').join(', ');
}
