/** Remarks about the rows of a file, for people: what was left out, and what was sent although it may not be a sale. It decides nothing. */

import type { RowNotes } from '../../client/batches/row-notes.js';
import type { RowTally } from '../../client/sending/tally.js';
import type { SettlementTypeName, UploadKind } from '../../contract/states.js';
import { insteadOf } from '../../files/input/record-kind.js';
import { matchStateNames } from '../../files/words/field-names.js';
import { futureFrom, pastUntil, YEARS_BACK } from '../../jobs/file-notes.js';
import type { UploadOutcome } from '../../jobs/upload-outcome.js';
import type { Output } from '../terminal/output.js';
import { shellWord } from '../terminal/shell-word.js';
import type { CliWords } from '../words/en.js';
import { isUnderWay } from './accepted-head.js';

/** Prints a line for each remark that the rows give rise to; `nowMs` is what their dates are compared with. */
export function showRowNotes(
  { leftOut, repeats, notes, uploads, kind = 'Sales', read, checked }: RowTally & Pick<UploadOutcome, 'kind' | 'read' | 'checked'>,
  nowMs: number,
  output: Output,
): void {
  const { labels, notes: text } = output.words;
  const note = (line: string) => output.message(labels.note, line, 'yellow');
  if (Object.keys(notes.types).length > 0) output.message('', `${typesText(notes.types, output.words)}.`);
  for (const [reason, rows] of leftOut) output.message('', text.leftOut(rows, reason));
  if (repeats.rows > 0) output.message('', text.repeats(repeats.rows, repeats.isWhole, duplicatesIn(uploads) > 0, kind));
  if (!repeats.isWhole) output.message('', text.notCompared);
  if (notes.unendedLine !== null) output.message('', text.unended(notes.unendedLine));
  const { positiveRefunds, positiveReversals, positiveMarks, listedDuplicates, noSales, incomplete } = notes;
  if (positiveRefunds.rows > 0) note(text.refunds(noted(positiveRefunds), kind));
  const description = (read ?? checked)?.description;
  // The signs of a known export are documented. Either reading is possible, and they differ by twice the amount: the contract's is taken, and said.
  if (positiveReversals.rows > 0 && !positiveReversals.othersHaveMinus && !description?.columns?.known) {
    const column = description?.header?.[description.mapping?.indexOf('type') ?? -1] ?? 'COLUMN';
    note(text.reversals(noted(positiveReversals), `--negative ${valueIn(column)}`));
  }
  if (positiveMarks.rows > 0) {
    const value = valueIn(String(positiveMarks.column));
    note(text.marks({ ...noted(positiveMarks), kind }, `--leave-out ${value}`, `--negative ${value}`));
  }
  if (listedDuplicates.rows > 0) note(text.skipped({ ...noted({ ...listedDuplicates, column: matchStateNames[kind] }), kind }));
  if (noSales.rows > 0) {
    // The values of transactionTypes may come from a column with another name.
    const flag = noSales.column === 'transactionTypes' ? null : `--leave-out ${valueIn(String(noSales.column))}`;
    note(text.noSales({ ...noted(noSales), kind }, flag));
  }
  // Once all is imported, the server has told what it did not import.
  if (incomplete.rows > 0 && (uploads.length === 0 || uploads.some(isUnderWay))) note(incompleteText(incomplete, kind, output.words));
  if (notes.dates && notes.dates.last > futureFrom(nowMs)) note(text.future(notes.dates.last.slice(0, 10), notes.dates.lastLine));
  if (notes.dates && notes.dates.first < pastUntil(nowMs)) note(text.past(YEARS_BACK, notes.dates.first.slice(0, 10)));
}

const valueIn = (column: string) => shellWord(`${column}=VALUE`);

/** As the words take them. */
function noted({ rows, firstLine, column = null }: { rows: number; firstLine: number | null; column?: string | null }) {
  return { rows, line: firstLine, column };
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

function incompleteText(incomplete: RowNotes['incomplete'], kind: UploadKind, { notes: text }: CliWords): string {
  const { fields, rules, isTooFine } = incomplete;
  if (rules !== null) return text.againstRules(noted(incomplete), fields.join(', '), rules);
  const missing = fields.map((field) => (field === 'amount' && isTooFine ? null : insteadOf(kind, field)));
  return text.incomplete(noted(incomplete), missing, kind);
}

/** How many rows of the uploads the server counts as duplicates of rows from earlier uploads. */
export function duplicatesIn(uploads: RowTally['uploads']): number {
  return uploads.reduce((sum, { duplicates }) => sum + (duplicates ?? 0), 0);
}
