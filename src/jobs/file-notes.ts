/** What whoever sends a file should know of it, in sentences of any language, for terminal and console alike. None of them stops it. */
import { fieldShown, type Phrase, type PhraseValue, phrase } from '../contract/phrase.js';
import type { Remedy } from '../contract/remedy.js';
import type { UploadKind } from '../contract/states.js';
import { columnShown } from '../files/columns/column-names.js';
import { insteadOf } from '../files/input/record-kind.js';
import type { InputDescription } from '../files/input/row.js';
import { answerFor, likeAnswer, list, titleShown } from '../files/questions/open-questions.js';
import { isIdentified, namesPayments } from './new-job.js';
import type { UploadOutcome } from './upload-outcome.js';

const DAY_MS = 86_400_000;
const SHEETS_SHOWN = 5;
const UNUSED_SHOWN = 8;
/** Older sales are hardly ever sent for the first time; a year read as a day is what takes dates so far back. */
const YEARS_BACK = 5;

function pastUntil(nowMs: number): string {
  return new Date(nowMs - YEARS_BACK * 366 * DAY_MS).toISOString().slice(0, 10);
}

/** The day after tomorrow, which it is nowhere on earth yet. */
function futureFrom(nowMs: number): string {
  return new Date(nowMs + 2 * DAY_MS).toISOString().slice(0, 10);
}

/** Plain data. */
export interface FileNote {
  /** The field that it is about; empty for none. */
  field: string;
  said: Phrase;
  /** What helps, where one answer does; its flags go together. */
  help?: { said: Phrase; remedies: readonly Remedy[] };
  /** What can be typed, each by itself, with words in capitals to be filled in. */
  typed?: readonly Remedy[];
}

/** Notes on columns come first, then those on rows. What a page shows otherwise is not among them. */
export function fileNotes(outcome: UploadOutcome, nowMs: number): FileNote[] {
  const { description } = outcome.checked ?? {};
  if (!description) return [];
  return [...columnNotes(description), ...sheetNotes(description.unreadSheets), ...rowNotes(outcome, nowMs)];
}

export function sheetNotes(unread: readonly string[]): FileNote[] {
  if (unread.length === 0) return [];
  const names = named(unread, SHEETS_SHOWN);
  return [{ field: '', said: phrase`These sheets are not read: ${names}. What they hold is sent only from files of their own.` }];
}

export function columnNotes(input: InputDescription): FileNote[] {
  const { columns, header, mapping } = input;
  if (!columns || !header || !mapping) return [];
  const notes = columns.alike.map((one): FileNote => {
    const shown = columnShown(header, one.column);
    if (one.isList) return { field: one.field, said: phrase`Column ${shown} has lists with cash in them, which counts as sold by card.` };
    const field = fieldShown(one.field);
    const said =
      one.field === 'brandId'
        ? phrase`Column ${shown} looks like card brands or ways to pay. Unless it is sent as ${field}, cash counts as sold by card.`
        : phrase`Column ${shown} looks like the field ${field}, and is not sent as it.`;
    return { field: one.field, said, help: { said: phrase`Send column ${shown} as ${field}`, remedies: likeAnswer(one, header) } };
  });
  for (const said of input.reading.notes) notes.push({ field: '', said });
  if (!isIdentified(input)) {
    const said = phrase`No column tells one row from another (receipt number, terminal …): rows that are sent twice count twice.`;
    notes.push({ field: '', said });
  }
  if (!namesPayments(input)) {
    const unused = header.filter((_, at) => mapping[at] === null || mapping[at]?.startsWith('additionalData.'));
    const said = phrase`Without a column of references, counters, orders or codes, no payment can be matched for certain.`;
    // Without a column that is left, the file has none to map.
    if (unused.length === 0) notes.push({ field: '', said });
    else {
      const typed = [answerFor('transactionReference', header, null)];
      notes.push({ field: '', said: phrase`${said} Not used: ${named(unused, UNUSED_SHOWN)}.`, typed });
    }
  }
  return notes;
}

/** Notes on rows that were read, whether they were sent or not. */
export function rowNotes(
  { repeats, notes, kind = 'Sales', read, checked }: Pick<UploadOutcome, 'repeats' | 'notes' | 'kind' | 'read' | 'checked'>,
  nowMs: number,
): FileNote[] {
  const { positiveRefunds, positiveReversals, positiveMarks, listedDuplicates, noSales, incomplete, unendedLine, dates } = notes;
  const description = (read ?? checked)?.description;
  const all: FileNote[] = [];
  const add = (said: Phrase, typed: readonly Remedy[] = []) => all.push({ field: '', said, ...(typed.length > 0 ? { typed } : {}) });
  const seen = (
    { rows, firstLine }: { rows: number; firstLine: number | null },
    text: (at: Phrase) => Phrase,
    typed?: readonly Remedy[],
  ) => {
    if (rows > 0) add(text(phrase`Rows: ${rows}, the first in line ${firstLine ?? 0}.`), typed);
  };
  if (unendedLine !== null) add(phrase`No line end follows the last row, line ${unendedLine}: it is taken as whole. Was the file cut?`);
  if (repeats.rows > 0)
    add(phrase`Rows that are equal to another one of the file count as rows of their own, unless the server has them: ${repeats.rows}.`);
  if (!repeats.isWhole) add(phrase`The file has too many rows to compare them all with each other.`);
  seen(positiveRefunds, (at) => refundsText(kind, at));
  // The signs of a known export are documented. Either reading is possible, and they differ by twice the amount: the contract's is taken, and said.
  if (!positiveReversals.othersHaveMinus && !description?.columns?.known) {
    const column = description?.header?.[description.mapping?.indexOf('type') ?? -1] ?? 'COLUMN';
    seen(positiveReversals, (at) => phrase`Rows called a reversal have an amount above zero, and count as money for you. ${at}`, [
      ['--negative', `${column}=VALUE`],
    ]);
  }
  // Only cells of tables can be named by such flags.
  const ofCells = (column: string | null, ...flags: string[]): Remedy[] =>
    description?.header === null ? [] : flags.map((flag) => [flag, `${column}=VALUE`]);
  seen(
    positiveMarks,
    (at) =>
      phrase`Rows marked as cancelled, failed, not captured, a test or money out count all the same${inColumn(positiveMarks)}: leave out those that should not. ${at}`,
    ofCells(positiveMarks.column, '--leave-out', '--negative'),
  );
  seen(
    listedDuplicates,
    (at) => phrase`Rows marked Skip, as duplicates are, count all the same: no comment of the list calls them a duplicate. ${at}`,
    [['sales', 'export', '--detail']],
  );
  seen(
    noSales,
    (at) =>
      phrase`Rows called a payout, a fee or cash put in or taken out count all the same${inColumn(noSales)}: leave out those that should not. ${at}`,
    // The values of transactionTypes may come from a column with another name.
    noSales.column === 'transactionTypes' ? [] : ofCells(noSales.column, '--leave-out'),
  );
  const lacksCurrency = incomplete.rules === null && incomplete.fields.includes('currency');
  seen(incomplete, (at) => incompleteText(incomplete, kind, at), lacksCurrency ? [['--const', 'currency=CODE']] : []);
  if (dates && dates.last > futureFrom(nowMs))
    add(phrase`The dates reach into the future, to ${dates.last.slice(0, 10)} (line ${dates.lastLine}).`);
  if (dates && dates.first < pastUntil(nowMs))
    add(phrase`The dates reach more than ${YEARS_BACK} years back, to ${dates.first.slice(0, 10)}.`);
  return all;
}

function named(names: readonly string[], shown: number): PhraseValue {
  const titles = names.slice(0, shown).map(titleShown);
  return names.length > shown ? `${titles.join(', ')}, …` : list(titles);
}

function inColumn({ column }: { column: string | null }): PhraseValue {
  return column === null ? '' : phrase` (column ${column})`;
}

function refundsText(kind: UploadKind, at: Phrase): Phrase {
  return kind === 'Sales'
    ? phrase`Rows called a refund have an amount above zero, and count as money for you where the sign decides. ${at}`
    : phrase`Rows called a refund or chargeback have an amount above zero: matching subtracts refunds, sums add them as written. ${at}`;
}

function incompleteText({ fields, rules }: UploadOutcome['notes']['incomplete'], kind: UploadKind, at: Phrase): Phrase {
  if (rules !== null) {
    const names = list(fields.map(fieldShown));
    return phrase`Rows are against the rules of the import configuration ${rules}, and will not be imported: ${names}. ${at}`;
  }
  const names = list(
    fields.map((field) =>
      insteadOf(kind, field)
        .map(fieldShown)
        .reduce((some, one) => phrase`${some} or ${one}`),
    ),
  );
  return phrase`Rows lack what servers normally import no row without, or have it as no server takes it: ${names}. ${at}`;
}
