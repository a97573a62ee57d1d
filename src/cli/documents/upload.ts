/** The documents of the commands that read and send files: what became of each file, and how it was understood. */
import { z } from 'zod';
import { MatchRunState } from '../../contract/matches.js';
import { SettlementRecordUpload } from '../../contract/settlement.js';
import { settlementTypes, uploadKinds } from '../../contract/states.js';
import { TransactionUpload } from '../../contract/transaction.js';
import {
  about,
  count,
  countOrNull,
  document,
  exact,
  exit,
  failure,
  instant,
  line,
  lineOrNull,
  lineRange,
  text,
  textOrNull,
} from './parts.js';

const rowsAt = { rows: count, firstLine: lineOrNull };

const countsMatch = about(
  z.boolean().nullable(),
  'Whether the server lists as many rows as were sent; null where it was not, or could not be, asked',
);

const Upload = z.object({
  uploadId: text,
  rows: count,
  status: about(textOrNull, 'As the server last said it; null before it was asked. Every value but Processing is final'),
  summary: textOrNull,
  errors: z.array(text),
  countsMatch,
  duplicates: about(countOrNull, 'Rows that other uploads brought before'),
  firstLine: line,
  lastLine: line,
});

const Column = z.object({
  number: line,
  letter: text,
  header: text,
  field: textOrNull,
  by: about(textOrNull, 'Why the column is that field: given, export, exact, synonym, content'),
});

/** How a file was understood, of a dry run. */
const Input = z.object({
  format: text,
  encoding: text,
  delimiter: textOrNull,
  columns: z.array(Column).nullable(),
  constants: z.record(z.string(), z.unknown()),
  known: about(textOrNull, 'The till or shop that wrote the export'),
  rememberedOn: textOrNull,
  personalColumns: z.array(text),
  missing: z.array(text),
  importRules: about(textOrNull, 'The import configuration whose rules the rows were held to; null: the default rules'),
});

const DifferingDuplicate = z.object({
  line,
  transactionId: text,
  duplicateOf: text,
  key: text,
  value: text,
  earlier: text,
});

const sums = z.array(z.object({ currency: textOrNull, rows: count, sum: exact }));
const done = about(z.array(z.object({ as: text, rows: count })), 'sale, refund, a type of settlement records, left out, rejected');

/** How a file is read. */
const Reading = z.object({
  digest: about(text, 'Over header, kind of table, fields and their columns, constants, zone and flags: --accept takes it'),
  accepted: about(z.boolean(), 'Nobody has to say yes to it any more'),
  table: z.enum(uploadKinds),
  rows: count,
  done,
  days: z.object({ first: text, last: text }).nullable(),
  references: about(
    z.object({ different: count, isWhole: z.boolean(), rowsWithout: count }).nullable(),
    'Null where no column is the reference; isWhole is false where there are more',
  ),
  currencies: z.array(sums.element.extend({ smallest: textOrNull, largest: textOrNull })),
  fields: z.array(z.object({ field: text, columns: z.array(text), values: z.array(text) })),
  constants: z.array(z.object({ field: text, value: text })),
  columns: about(
    z.array(z.object({ column: text, field: textOrNull, values: z.array(z.object({ value: text, rows: count, sums, done })) })),
    'Those of few values, with what is done with their rows',
  ),
  unused: z.array(z.object({ column: text, value: textOrNull, isIdentifier: z.boolean() })),
  against: about(
    z.array(z.object({ text, answers: z.array(z.array(text)) })),
    'What the rows contradict, or is no sale: neither --yes nor --accept passes it',
  ),
});

const sometimes = {
  reading: about(Reading.optional(), 'Of a dry run, and of a file whose reading nobody said yes to'),
  kind: about(z.enum(uploadKinds).optional(), 'What its rows are; absent for sales'),
  sentBefore: about(
    z
      .object({ uploadId: text, receivedAt: instant, user: text, kind: z.enum(uploadKinds).optional(), fileName: textOrNull.optional() })
      .optional(),
    'The newest upload of the same bytes that the server had before they were sent',
  ),
  twinsInDoubt: count.optional(),
  differingDuplicates: z
    .object({
      duplicates: count,
      compared: count,
      rows: z.array(DifferingDuplicate),
      otherKeys: z.array(z.object({ key: text, rows: count })),
      alsoKnown: about(
        z.array(z.object({ field: text, rows: count })),
        'Fields that duplicates have, and the rows that they repeat do not',
      ),
      amongOthers: about(
        z.object({ duplicates: count, rows: count, earlierRows: count }).optional(),
        'Duplicates among rows of both files that the other lacks, which may be sales of another till',
      ),
    })
    .optional(),
  recordTypes: about(z.partialRecord(z.enum(settlementTypes), count).optional(), 'Of settlement records: how many good rows of each type'),
  positiveReversals: about(
    z.object({ ...rowsAt, othersHaveMinus: z.boolean() }).optional(),
    'Of settlement records: reversals above zero, and whether the file has others below',
  ),
  notImported: about(count.optional(), 'Rows that the import refused, and that are in the rejects file, too'),
  input: Input.optional(),
  first: z
    .array(z.union([z.object({ line, transaction: TransactionUpload }), z.object({ line, record: SettlementRecordUpload })]))
    .optional(),
  readBytes: about(count.optional(), 'Of a file that has grown since: so many of its bytes this is about'),
};

const notes = {
  leftOut: z.array(z.object({ reason: text, rows: count })),
  equalRows: z.object({ rows: count, allCompared: z.boolean() }),
  positiveRefunds: z.object(rowsAt),
  positiveMarks: z.object({ ...rowsAt, column: textOrNull }),
  listedDuplicates: about(
    z.object(rowsAt),
    'Rows that a list marks Skip and that are sent, as its comment calls them no duplicates; those that it does are left out',
  ),
  noSales: z.object({ ...rowsAt, column: textOrNull }),
  incompleteRows: z.object({
    ...rowsAt,
    fields: z.array(text),
    isTooFine: about(z.literal(true).optional(), 'Some of them have an amount of more than four decimals'),
    rules: about(
      textOrNull,
      'The import configuration by which they are not imported; null: servers import none without these fields by default',
    ),
  }),
  transactionDates: z.object({ first: text, last: text, lastLine: line }).nullable(),
  unendedLine: about(line.nullable(), 'The last row, where it is sent though no line end follows: nothing shows whether the file was cut'),
  unreadSheets: z.array(text),
  personalColumns: z.array(text),
};

const RowError = z.object({
  line,
  record: line,
  column: textOrNull,
  columnNumber: z.int().nullable(),
  columnLetter: textOrNull,
  field: textOrNull,
  code: text,
  message: text,
  value: textOrNull,
});

const states =
  'done, inputUnusable, rejectedRows, unsent, inDoubt, importErrors, processing, disk, interrupted, failed; alreadyUploaded: it was uploaded before, and is refused; skipped: the same, and left out';

const rows = z.object({ read: count, accepted: count, rejected: count, inDoubt: count, unsent: count });

const job = {
  job: about(textOrNull, 'Null where nothing of it is kept'),
  file: about(textOrNull, 'As it was named; - for standard input'),
  state: about(text, states),
  dryRun: z.boolean(),
  rows: about(rows, 'What became of every row: each is in exactly one of the last four'),
  currencies: z.array(
    z.object({ currency: textOrNull, rows: count, sum: exact, rowsWithoutAmount: count, rowsFiner: about(count, 'Not in the sum') }),
  ),
  uploads: z.array(Upload),
  inDoubt: z.array(z.object({ batch: text, ...lineRange, firstRecord: line, lastRecord: line, reason: text })),
  unsent: z.object(lineRange).nullable(),
  ...notes,
  ...sometimes,
  rejectsFile: textOrNull,
  errors: about(z.array(RowError), 'The first 1,000'),
  stopped: z.object(failure).nullable(),
  exit: about(z.int().nullable(), 'How it ended, as an exit code: sales help exit-codes. Null: not tried'),
};

const Job = about(z.object(job), 'What became of one file');

/** Member of a document of `--wait-for matched`. */
const matching = about(MatchRunState.shape.state.optional(), 'With --wait-for matched: whether matching has caught up');

const WatchedJob = z.object({ schema: z.literal('sales.upload/1'), ...job, movedTo: about(textOrNull, 'Null: it stays in the folder') });

/** What a command was begun with. */
const target = { url: text, user: text, customer: textOrNull, tenant: textOrNull };

const withdrawn = about(instant.optional(), 'Since when it does not count, where this machine took it back or has seen that since');

const standing = {
  job: text,
  file: text,
  kind: sometimes.kind,
  state: about(text, `${states}; running, unfinished, damaged`),
  rows: z.object({ read: countOrNull, accepted: countOrNull, rejected: countOrNull, inDoubt: countOrNull, unsent: countOrNull }),
  uploads: z.array(z.object({ uploadId: text, rows: count, status: textOrNull, countsMatch, duplicates: countOrNull, withdrawn })),
  started: instant,
  ...target,
};

export const uploadDocuments = [
  document('upload', 'An upload of one file: sales upload, settle and resume, the reports of sales watch', {
    ...job,
    jobs: about(z.array(Job).max(1), 'The same file as a list of one, as where several are uploaded; none where there was nothing to do'),
    unfinished: about(count.optional(), 'Of sales resume: other jobs of this user that are not finished'),
    unfinishedOfOthers: count.optional(),
    matching,
    exit,
  }),
  document('uploads', 'Several files: sales upload, settle, watch; how uploads stand: sales uploads', {
    jobs: z.union([z.array(Job), z.array(WatchedJob), z.array(z.object(standing))]),
    matching,
    exit: exit.optional(),
  }),
  document('job', 'One upload of this machine: sales uploads show', {
    ...standing,
    version: text,
    report: about(z.looseObject({ schema: z.literal('sales.upload/1') }).nullable(), 'The document sales.upload/1 of the last run'),
  }),
  document('prune', 'Uploads whose records were removed, and kept: sales uploads prune', { pruned: z.array(text), kept: z.array(text) }),
  document('map', 'A proposed mapping: sales map', {
    file: text,
    out: textOrNull,
    mapping: about(text, 'The text of the mapping file'),
    open: about(z.array(text), 'Fields that a person has to choose a column for'),
  }),
] as const;
