/** What became of a file, as the JSON that programs rely on. Members are only ever added. */
import { decimalText } from '../contract/amount.js';
import { phraseText } from '../contract/phrase.js';
import type { UploadKind } from '../contract/states.js';
import type { InputDescription } from '../files/input/row.js';
import type { ShownReading } from '../files/reading/shown-reading.js';
import { columnLetter } from '../files/text/column-letter.js';
import type { JobContext } from './context.js';
import { exits } from './exit-codes.js';
import { type DifferingDuplicates, emptyOutcome, type FirstRow, type UploadOutcome } from './upload-outcome.js';

/** The document `sales.upload/1` of one file, which is also the only one of its `jobs`; `wordsOf` says what its reader can do about a failure. */
export function uploadDocument(outcome: UploadOutcome, wordsOf: JobContext['wordsOf']): UploadDocument {
  const job = jobDocument(outcome, wordsOf);
  return { schema: 'sales.upload/1', ...job, jobs: [job], exit: outcome.exit };
}

export type UploadDocument = JobDocument & { schema: 'sales.upload/1'; jobs: JobDocument[]; exit: number };

/** The document `sales.uploads/1` of several files; `leftOut` are those that were not tried any more. */
export function uploadsDocument(
  outcomes: readonly UploadOutcome[],
  leftOut: readonly string[],
  wordsOf: JobContext['wordsOf'],
  exit: number,
): { schema: 'sales.uploads/1'; jobs: JobDocument[]; exit: number } {
  const jobs = outcomes.map((outcome) => jobDocument(outcome, wordsOf));
  return { schema: 'sales.uploads/1', jobs: [...jobs, ...leftOut.map((file) => untried(file, wordsOf))], exit };
}

/** Where there was nothing to do; of a job only where its report is lost. */
export function emptyDocument(job: string | null, wordsOf: JobContext['wordsOf']): Omit<UploadDocument, 'file'> & { file: string | null } {
  const outcome = { ...emptyOutcome(''), job, exit: exits.done };
  return { ...uploadDocument(outcome, wordsOf), file: null, jobs: [] };
}

function untried(file: string, wordsOf: JobContext['wordsOf']): JobDocument {
  return { ...jobDocument(emptyOutcome(file), wordsOf), state: 'unsent', exit: null };
}

type JobDocument = ReturnType<typeof jobDocument>;

/** What became of one file, in a list of several. */
function jobDocument(outcome: UploadOutcome, wordsOf: JobContext['wordsOf']) {
  const { stopped, notes } = outcome;
  const { unreadSheets = [], columns = null } = (outcome.read ?? outcome.checked)?.description ?? {};
  return {
    job: outcome.job,
    file: outcome.file,
    ...(outcome.kind && { kind: outcome.kind }),
    state: stateOfOutcome(outcome),
    dryRun: outcome.dryRun,
    rows: outcome.rows,
    currencies: outcome.currencies.map(({ currency, rows, units, ...others }) => ({ currency, rows, sum: decimalText(units), ...others })),
    uploads: outcome.uploads.map(({ lines: _, ...upload }) => upload),
    ...(outcome.sentBefore && { sentBefore: outcome.sentBefore }),
    ...(outcome.twinsInDoubt && { twinsInDoubt: outcome.twinsInDoubt }),
    ...(outcome.differing && differingDocument(outcome.differing)),
    ...(outcome.notImported && { notImported: outcome.notImported }),
    inDoubt: outcome.inDoubt,
    unsent: outcome.unsent,
    leftOut: [...outcome.leftOut].map(([reason, rows]) => ({ reason, rows })),
    equalRows: { rows: outcome.repeats.rows, allCompared: outcome.repeats.isWhole },
    positiveRefunds: notes.positiveRefunds,
    positiveMarks: notes.positiveMarks,
    listedDuplicates: notes.listedDuplicates,
    noSales: notes.noSales,
    incompleteRows: notes.incomplete,
    transactionDates: notes.dates,
    unendedLine: notes.unendedLine,
    ...(outcome.kind === 'Settlement' && { positiveReversals: notes.positiveReversals, recordTypes: notes.types }),
    unreadSheets,
    personalColumns: columns?.personal ?? [],
    ...(outcome.checked && {
      input: inputDocument(outcome.checked.description),
      first: outcome.checked.first.map(firstDocument(outcome.kind)),
    }),
    ...(outcome.reading && { reading: readingDocument(outcome.reading) }),
    ...(outcome.readBytes !== undefined && { readBytes: outcome.readBytes }),
    rejectsFile: outcome.rejectsFile,
    errors: outcome.errors.map(({ line, record, column, columnNumber, ...fault }) => {
      const letter = columnNumber === null ? null : columnLetter(columnNumber);
      return { line, record, column, columnNumber, columnLetter: letter, ...fault };
    }),
    stopped: stopped && { code: stopped.code, message: stopped.message, ...wordsOf(stopped) },
    exit: outcome.exit as number | null,
  };
}

function firstDocument(kind: UploadKind | undefined) {
  return (row: FirstRow) => (kind === 'Settlement' ? { line: row.line, record: row.transaction } : row);
}

/** Only where something differs. */
function differingDocument({ columns: _, amongOthers, ...found }: DifferingDuplicates) {
  if (amongOthers === null && found.rows.length + found.otherKeys.length + found.alsoKnown.length === 0) return {};
  return { differingDuplicates: { ...found, ...(amongOthers && { amongOthers }) } };
}

/** How an input was understood; of a table, column by column. */
function inputDocument({ format, encoding, delimiter, header, mapping, columns, missing, importRules }: InputDescription) {
  const named = header?.map((name, index) => ({
    number: index + 1,
    letter: columnLetter(index + 1),
    header: name,
    field: mapping?.[index] ?? null,
    by: columns?.by[index] ?? null,
  }));
  const constants = columns?.rules?.constants ?? {};
  const { known = null, rememberedOn = null, personal = [] } = columns ?? {};
  return {
    format,
    encoding,
    delimiter,
    columns: named ?? null,
    constants,
    known: known?.name ?? null,
    rememberedOn,
    personalColumns: personal,
    missing,
    importRules,
  };
}

function stateOfOutcome({ skipped, exit, rows, stopped }: UploadOutcome): string {
  if (skipped) return 'skipped';
  if (stopped?.code === 'alreadyUploaded') return 'alreadyUploaded';
  // What may be at the server is never called unsent.
  return exit === exits.temporary && rows.inDoubt > 0 ? 'inDoubt' : stateOf(exit);
}

/** One word for programs that look at many files. */
export function stateOf(exit: number): string {
  const words: Record<number, string> = {
    0: 'done',
    4: 'inputUnusable',
    5: 'rejectedRows',
    6: 'unsent',
    7: 'inDoubt',
    8: 'importErrors',
    10: 'processing',
    12: 'disk',
    130: 'interrupted',
    143: 'interrupted',
  };
  return words[exit] ?? 'failed';
}

function readingDocument({ against, ...reading }: ShownReading) {
  return { ...reading, against: against.map(({ text, answers }) => ({ text: phraseText(text), answers })) };
}
