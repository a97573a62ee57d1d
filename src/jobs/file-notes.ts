/** What whoever sends a file should know of it before, in sentences of any language. None of them stops it. */
import { fieldShown, type Phrase, type PhraseValue, phrase } from '../contract/phrase.js';
import type { Remedy } from '../contract/remedy.js';
import { columnShown } from '../files/columns/column-names.js';
import type { InputDescription } from '../files/input/row.js';
import { likeAnswer, list } from '../files/questions/open-questions.js';
import { isIdentified, namesPayments } from './new-job.js';
import type { UploadOutcome } from './upload-outcome.js';

const DAY_MS = 86_400_000;
const SHEETS_SHOWN = 5;
/** Older sales are hardly ever sent for the first time; a year read as a day is what takes dates so far back. */
export const YEARS_BACK = 5;

export function pastUntil(nowMs: number): string {
  return new Date(nowMs - YEARS_BACK * 366 * DAY_MS).toISOString().slice(0, 10);
}

/** The day after tomorrow, which it is nowhere on earth yet. */
export function futureFrom(nowMs: number): string {
  return new Date(nowMs + 2 * DAY_MS).toISOString().slice(0, 10);
}

/** Plain data. */
export interface FileNote {
  /** The field that it is about; empty for none. */
  field: string;
  said: Phrase;
  /** What helps, where one answer does. */
  help?: { said: Phrase; remedies: readonly Remedy[] };
}

/** Notes on columns come first, then those on rows. What a page shows otherwise is not among them. */
export function fileNotes(outcome: UploadOutcome, nowMs: number): FileNote[] {
  const { checked, unreadSheets = [] } = outcome;
  if (!checked) return [];
  const plain = (said: Phrase): FileNote => ({ field: '', said });
  const sheets = unreadSheets.length === 0 ? [] : [phrase`These sheets are not read: ${list(unreadSheets.slice(0, SHEETS_SHOWN))}.`];
  const rows = rowNotes(outcome, checked.description, nowMs);
  return [...columnNotes(checked.description), ...[...sheets, ...rows].map(plain)];
}

function columnNotes(input: InputDescription): FileNote[] {
  const { columns, header } = input;
  if (!columns || !header) return [];
  const alike = columns.alike.map((one): FileNote => {
    const shown = columnShown(header, one.column);
    const field = fieldShown(one.field);
    const said =
      one.field === 'brandId'
        ? phrase`Column ${shown} looks like card brands or ways to pay. Unless it is sent as ${field}, cash counts as sold by card.`
        : phrase`Column ${shown} looks like the field ${field}, and is not sent as it.`;
    return { field: one.field, said, help: { said: phrase`Send column ${shown} as ${field}`, remedies: likeAnswer(one, header) } };
  });
  const unnamed: FileNote[] = [];
  const add = (said: Phrase) => unnamed.push({ field: '', said });
  for (const said of input.reading.notes) add(said);
  if (!isIdentified(input))
    add(phrase`No column tells one row from another (receipt number, terminal …): rows that are sent twice count twice.`);
  if (!namesPayments(input)) add(phrase`Without a column of references, counters, orders or codes, no payment can be matched for certain.`);
  return [...alike, ...unnamed];
}

function rowNotes({ repeats, notes }: UploadOutcome, description: InputDescription, nowMs: number): Phrase[] {
  const { positiveRefunds, positiveReversals, positiveMarks, listedDuplicates, noSales, incomplete, unendedLine, dates } = notes;
  const said: Phrase[] = [];
  const seen = ({ rows, firstLine }: { rows: number; firstLine: number | null }, text: (at: Phrase) => Phrase) => {
    if (rows > 0) said.push(text(phrase`Rows: ${rows}, the first in line ${firstLine ?? 0}.`));
  };
  if (unendedLine !== null)
    said.push(phrase`No line end follows the last row, line ${unendedLine}: it is taken as whole. Was the file cut?`);
  if (repeats.rows > 0) said.push(phrase`Some rows are equal to another one. They count as rows of their own: ${repeats.rows}.`);
  if (!repeats.isWhole) said.push(phrase`The file has too many rows to compare them all with each other.`);
  seen(
    positiveRefunds,
    (at) => phrase`Rows called a refund have an amount above zero, and count as money for you where the sign decides. ${at}`,
  );
  if (!positiveReversals.othersHaveMinus && !description.columns?.known)
    seen(positiveReversals, (at) => phrase`Rows called a reversal have an amount above zero, and count as money for you. ${at}`);
  seen(
    positiveMarks,
    (at) => phrase`Rows marked as cancelled, failed, not captured, a test or money out count all the same${inColumn(positiveMarks)}. ${at}`,
  );
  seen(listedDuplicates, (at) => phrase`Rows marked Skip, as duplicates are, count all the same. ${at}`);
  seen(noSales, (at) => phrase`Rows called a payout, a fee or cash put in or taken out count all the same${inColumn(noSales)}. ${at}`);
  seen(incomplete, (at) => incompleteText(incomplete, at));
  if (dates && dates.last > futureFrom(nowMs))
    said.push(phrase`The dates reach into the future, to ${dates.last.slice(0, 10)} (line ${dates.lastLine}).`);
  if (dates && dates.first < pastUntil(nowMs))
    said.push(phrase`The dates reach more than ${YEARS_BACK} years back, to ${dates.first.slice(0, 10)}.`);
  return said;
}

function inColumn({ column }: { column: string | null }): PhraseValue {
  return column === null ? '' : phrase` (column ${column})`;
}

function incompleteText({ fields, rules }: UploadOutcome['notes']['incomplete'], at: Phrase): Phrase {
  const names = list(fields.map(fieldShown));
  return rules === null
    ? phrase`Rows lack what servers normally import no row without, or have it with too many decimals: ${names}. ${at}`
    : phrase`Rows are against the rules of the import configuration ${rules}, and will not be imported: ${names}. ${at}`;
}
