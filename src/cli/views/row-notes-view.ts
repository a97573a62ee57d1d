/** Remarks about the rows of a file, for people: what was left out, and what was sent although it may not be a sale. It decides nothing. */

import type { RowNotes } from '../../client/batches/row-notes.js';
import type { RowTally } from '../../client/sending/tally.js';
import type { SettlementTypeName, UploadKind } from '../../contract/states.js';
import { insteadOf } from '../../files/input/record-kind.js';
import { matchStateNames } from '../../files/words/field-names.js';
import type { UploadOutcome } from '../../jobs/upload-outcome.js';
import { kindWords } from '../terminal/kind-words.js';
import type { Output } from '../terminal/output.js';
import { shellWord } from '../terminal/shell-word.js';
import { isUnderWay } from './accepted-head.js';
import { count } from './input-view.js';

const DAY_MS = 86_400_000;
/** Older sales are hardly ever sent for the first time; a year read as a day is what takes dates so far back. */
const YEARS_BACK = 5;

/** Prints a line for each remark that the rows give rise to; `nowMs` is what their dates are compared with. */
export function showRowNotes(
  { leftOut, repeats, notes, uploads, kind = 'Sales', read, checked }: RowTally & Pick<UploadOutcome, 'kind' | 'read' | 'checked'>,
  nowMs: number,
  output: Output,
): void {
  if (Object.keys(notes.types).length > 0) output.message('', `${typesText(notes.types)}.`);
  for (const [reason, rows] of leftOut) output.message('', `${count(rows, 'row')} left out: ${reason}.`);
  if (repeats.rows > 0) {
    const are = repeats.rows === 1 ? 'row is' : 'rows are';
    const within = repeats.isWhole ? '' : ' (of those compared)';
    const own = repeats.rows === 1 ? `it counts as a separate ${kindWords[kind].sale}` : `they count as separate ${kindWords[kind].sales}`;
    const rest = duplicatesIn(uploads) > 0 ? `apart from the duplicates, ${own}` : own;
    output.message('', `${repeats.rows.toLocaleString('en')} ${are} equal to another one${within}; ${rest}.`);
  }
  if (!repeats.isWhole) output.message('', 'The file has too many rows to compare them all with each other.');
  if (notes.unendedLine !== null)
    output.message('', `No line end follows the last row, line ${notes.unendedLine}: it was taken as whole. Was the file cut?`);
  if (notes.positiveRefunds.rows > 0) showRefunds(notes.positiveRefunds, kind, output);
  const description = (read ?? checked)?.description;
  // The signs of a known export are documented.
  if (notes.positiveReversals.rows > 0 && !notes.positiveReversals.othersHaveMinus && !description?.columns?.known)
    showReversals(notes.positiveReversals, description?.header?.[description.mapping?.indexOf('type') ?? -1] ?? 'COLUMN', output);
  if (notes.positiveMarks.rows > 0) showMarks(notes.positiveMarks, kind, output);
  if (notes.listedDuplicates.rows > 0) showSkipped(notes.listedDuplicates, kind, output);
  if (notes.noSales.rows > 0) showNoSales(notes.noSales, kind, output);
  // Once all is imported, the server has told what it did not import.
  if (notes.incomplete.rows > 0 && (uploads.length === 0 || uploads.some(isUnderWay))) showIncomplete(notes.incomplete, kind, output);
  if (notes.dates && notes.dates.last > futureFrom(nowMs)) {
    const { last, lastLine } = notes.dates;
    output.message('NOTE', `The dates reach into the future, to ${last.slice(0, 10)} (line ${lastLine}).`, 'yellow');
  }
  if (notes.dates && notes.dates.first < pastUntil(nowMs))
    output.message('NOTE', `The dates reach more than ${YEARS_BACK} years back, to ${notes.dates.first.slice(0, 10)}.`, 'yellow');
}

/** `1,160 payments and refunds, 38 fees and corrections, 4 chargebacks, 3 payouts` */
function typesText(types: RowNotes['types']): string {
  const groups: [string, string, readonly SettlementTypeName[]][] = [
    ['payment or refund', 'payments and refunds', ['Sale', 'Refund', 'Reversal']],
    ['fee or correction', 'fees and corrections', ['Fee', 'Adjustment', 'Reserve', 'Release', 'Financing', 'Tax', 'Balance', 'Transfer']],
    ['chargeback', 'chargebacks', ['Chargeback', 'ChargebackReversal']],
    ['payout', 'payouts', ['Payout', 'PayoutReturn']],
  ];
  const counts = groups.map(([one, several, all]) => {
    const rows = all.reduce((sum, type) => sum + (types[type] ?? 0), 0);
    return rows === 0 ? '' : `${rows.toLocaleString('en')} ${rows === 1 ? one : several}`;
  });
  return counts.filter((text) => text !== '').join(', ');
}

function showRefunds({ rows, firstLine }: RowNotes['positiveRefunds'], kind: UploadKind, output: Output): void {
  const [are, have, first, they, them] =
    rows === 1 ? ['row is', 'has', '', 'it counts as a sale', 'it'] : ['rows are', 'have', 'the first in ', 'they count as sales', 'them'];
  const text = `${rows.toLocaleString('en')} ${are} labelled a refund but ${have} an amount above zero (${first}line ${firstLine})`;
  const then = kind === 'Sales' ? `if the server goes by the sign, ${they}` : `matching subtracts ${them}, sums add ${them} as written`;
  output.message('NOTE', `${text}; ${then}.`, 'yellow');
}

/** Either reading is possible, and they differ by twice the amount: the contract's is taken, and said. */
function showReversals({ rows, firstLine }: RowNotes['positiveReversals'], column: string, output: Output): void {
  const [are, have, first, counts] = rows === 1 ? ['row is', 'has', '', 'it counts'] : ['rows are', 'have', 'the first in ', 'they count'];
  const text = `${rows.toLocaleString('en')} ${are} called a reversal but ${have} an amount above zero (${first}line ${firstLine})`;
  const flag = `--negative ${shellWord(`${column}=VALUE`)}`;
  output.message(
    'NOTE',
    `${text}; ${counts} as money for you, as where a refund is taken back. Where sales are taken back:   ${flag}`,
    'yellow',
  );
}

function showMarks({ rows, firstLine, column }: RowNotes['positiveMarks'], kind: UploadKind, output: Output): void {
  const { payment } = kindWords[kind];
  const [are, have, counted, them] =
    rows === 1
      ? ['row is', 'has', `it counts as a ${payment}. If it is not one`, 'it']
      : ['rows are', 'have', `they count as ${payment}s. If they are not`, 'them'];
  const marked = `${are} marked as cancelled, failed, not captured, a test or money out ${placeText(rows, firstLine, column)}`;
  const text = `${rows.toLocaleString('en')} ${marked} but ${have} an amount above zero; ${counted}`;
  const value = shellWord(`${column}=VALUE`);
  const flags = `In a table, --leave-out ${value} or --negative ${value} does that`;
  output.message('NOTE', `${text}, remove ${them} from the file, or write a minus before the amount. ${flags}.`, 'yellow');
}

function showSkipped({ rows, firstLine }: RowNotes['listedDuplicates'], kind: UploadKind, output: Output): void {
  const [are, sent, them] =
    rows === 1
      ? ['row is', `it is sent as a separate ${kindWords[kind].sale} anyway. If it is a duplicate`, 'it']
      : ['rows are', `they are sent as separate ${kindWords[kind].sales} anyway. If they are duplicates`, 'them'];
  const text = `${rows.toLocaleString('en')} ${are} marked Skip, as duplicates and what is cancelled are ${placeText(rows, firstLine, matchStateNames[kind])}`;
  const how = `remove ${them} from the file, or export it with its comments, by which duplicates are left out: sales export --detail`;
  output.message('NOTE', `${text}; no comment of the list calls ${them} a duplicate, and ${sent}, ${how}.`, 'yellow');
}

function showNoSales({ rows, firstLine, column }: RowNotes['noSales'], kind: UploadKind, output: Output): void {
  const [are, sent, them] =
    rows === 1
      ? ['row is', `it is sent as a ${kindWords[kind].sale} anyway. If it is not one`, 'it']
      : ['rows are', `they are sent as ${kindWords[kind].sales} anyway. If they are not`, 'them'];
  const text = `${rows.toLocaleString('en')} ${are} labelled a payout, a fee or cash put in or taken out ${placeText(rows, firstLine, column)}`;
  // The values of transactionTypes may come from a column with another name.
  const flag = column === 'transactionTypes' ? '' : ` In a table, --leave-out ${shellWord(`${column}=VALUE`)} does that.`;
  output.message('NOTE', `${text}; ${sent}, remove ${them} from the file.${flag}`, 'yellow');
}

function showIncomplete({ rows, firstLine, fields, rules, isTooFine }: RowNotes['incomplete'], kind: UploadKind, output: Output): void {
  if (rules !== null) {
    showBroken(rows, `${rows === 1 ? '' : 'the first in '}line ${firstLine}: ${fields.join(', ')}`, rules, output);
    return;
  }
  const [have, first, they, them] = rows === 1 ? ['row has', '', 'it is', 'it'] : ['rows have', 'the first in ', 'they are', 'them'];
  const named = (field: (typeof fields)[number]) =>
    field === 'amount' && isTooFine ? 'amount of at most four decimals' : insteadOf(kind, field).join(' or ');
  const lacked = fields.map((field) => `no ${named(field)}`).join(' or ');
  const text = `${rows.toLocaleString('en')} ${have} ${lacked} (${first}line ${firstLine}); ${they} sent`;
  const but = kind === 'Sales' ? `import ${them} only where their import rules allow it` : `do not import ${them}`;
  output.message('NOTE', `${text}, but servers ${but}.`, 'yellow');
}

function showBroken(rows: number, place: string, rules: string, output: Output): void {
  const [are, them] = rows === 1 ? ['row is', 'it is'] : ['rows are', 'they are'];
  const text = `${rows.toLocaleString('en')} ${are} sent, but the server will not import ${rows === 1 ? 'it' : 'them'} (${place})`;
  output.message('NOTE', `${text}: ${them} against the rules of its import configuration "${rules}".`, 'yellow');
}

/** `(column "Status", line 3)`; of several rows the first is named. */
function placeText(rows: number, firstLine: number | null, column: string | null): string {
  return `(column "${column}", ${rows === 1 ? '' : 'the first in '}line ${firstLine})`;
}

function pastUntil(nowMs: number): string {
  return new Date(nowMs - YEARS_BACK * 366 * DAY_MS).toISOString().slice(0, 10);
}

/** The day after tomorrow, which it is nowhere on earth yet. */
function futureFrom(nowMs: number): string {
  return new Date(nowMs + 2 * DAY_MS).toISOString().slice(0, 10);
}

/** How many rows of the uploads the server counts as duplicates of rows from earlier uploads. */
export function duplicatesIn(uploads: RowTally['uploads']): number {
  return uploads.reduce((sum, { duplicates }) => sum + (duplicates ?? 0), 0);
}
