/**
 * What a file becomes: numbered rows, each with its outcome as data. A bad row is never an exception; an input that cannot be read at all
 * is a SalesError `inputUnusable`.
 */

import type { Hint } from '../../contract/remedy.js';
import type { SettlementTypeName, UploadKind } from '../../contract/states.js';
import type { MappingRules, TableAsRead, ValueFlags } from './mapping-rules.js';
import type { HeaderReading } from './reading.js';
import type { RowField } from './record-kind.js';

/** Why a row cannot be sent. */
export interface RowFault {
  /** Table: the header as the file writes it; JSON: the member's name; null where no column is at fault, as when the whole row is. */
  column: string | null;
  /** Table: the column's number, from 1; null for JSON, and where no column is at fault. */
  columnNumber: number | null;
  /** The field of the contract, with indexes (`transactionTypes[0]`, `additionalData[2].value`); null when no single field is at fault. */
  field: string | null;
  /** Stable and in upper case, for programs: `AMOUNT_INVALID`, `CARD_NUMBER_UNMASKED`, … */
  code: string;
  /** The rule and the remedy, for people. Never repeats the value. */
  message: string;
  /** The offending value, with card numbers masked, cut to a readable length; null where there is none. */
  value: string | null;
}

/** The same as it is read: who shows it makes words of its message. */
export interface ReadFault extends Omit<RowFault, 'message'> {
  message: Hint;
}

/** A good row as it is sent: the JSON of its transaction or settlement record, and what sums and notes need. */
export interface Sale {
  /** The TransactionUpload or SettlementRecordUpload, as JSON.stringify writes it. */
  json: string;
  /** Null: the transaction has none. */
  amount: number | null;
  currency: string | null;
  /** The row calls itself a refund, in its types or in an additional value; or a chargeback, as a settlement record. */
  isRefund: boolean;
  /**
   * The key of the first additional value that says that the row is cancelled, failed, a test, not captured, or money that went out;
   * `transactionMatchState` where a listing says that the row counts in no sum; null where nothing does.
   */
  mark: string | null;
  /**
   * `transactionTypes`, or the key of the first additional value, where that calls the row a pay-out, a fee, or cash put in or taken out;
   * null where nothing does.
   */
  noSale: string | null;
  /** The transactionDate, or of a record the day that it has instead; null where there is none. */
  date: string | null;
  /** Type of a settlement record; absent for a sale. */
  type?: SettlementTypeName;
}

/** The cells of a table row, or the JSON value of a record (its text, where that is not JSON). */
export type Source = readonly string[] | { json: unknown };

/** How a record of a table is split into its cells. */
export interface CellTable {
  delimiter: string;
  /** How many cells count; those beyond are blank. */
  width: number;
}

/** A source as it is kept: for most good rows not the cells, which are many, but the text that they are split from. */
export type KeptSource = Source | { text: string; table: CellTable };

/** One row of the input. Exactly one of these is true: `sale` is not null, `faults` is not empty, `leftOut` is set. */
export interface InputRow {
  /** The physical line where the record starts, from 1. */
  line: number;
  /** The number of the record, from 1; header and blank lines are not counted. */
  record: number;
  sale: Sale | null;
  faults: ReadFault[];
  /** Why the row is not a sale (a totals line, a payment that failed). It then has neither a sale nor faults, and is not rejected. */
  leftOut?: string;
  /** Why the server's import is going to refuse the sale. `by`: the import configuration; null: the usual rules. `isTooFine`: too many decimals in its amount. */
  notImported?: { fields: readonly RowField[]; by: string | null; isTooFine?: true };
  /** The text ends with this sale, and no line end follows. */
  isUnended?: boolean;
  /** The record as the input had it. A row that is not sent keeps all of it; a good one may keep just its text, see {@link KeptSource}. */
  source: KeptSource;
}

/** Why a column means what it does; `export`: it belongs to the export of a known till or shop. */
export type Confidence = 'given' | 'export' | 'exact' | 'synonym' | 'content';

/** The same in words, for people. */
export const confidenceWords: Record<Confidence, string> = {
  given: 'as you say',
  export: 'as in such exports',
  exact: 'exact name',
  synonym: 'synonym',
  content: 'by its content',
};

/** Why an amount that is sure by its name is asked all the same; what each means is in the table of columns/amount-rules. */
export type AmountDoubt =
  | 'PIECES'
  | 'CAPTURED'
  | 'OWED'
  | 'TAXED'
  | 'SIDES'
  | 'EXPONENT'
  | 'CODES_OF_PROGRAM'
  | 'CENTS_NAMED'
  | 'CENTS_NESTED'
  | 'CENTS_OF_PROGRAM'
  | 'CENTS_SHOWN'
  | 'CENTS_OF_FEES';

/** A field that more than one column, or one in doubt, could be. Columns are indexes from 0. */
export interface ColumnQuestion {
  field: RowField;
  /** Each the columns that would be the field together. */
  choices: readonly (readonly number[])[];
  /** Further columns that cause the doubt. */
  beside: readonly number[];
  because: readonly AmountDoubt[];
  /** The first choice is what earlier files, of other headers, had for the field. */
  isOfEarlier?: boolean;
}

/** A column that is sent as additional data, though its cells look like a field. Index from 0. */
export interface LikeColumn {
  field: RowField;
  column: number;
  /** The column of the time of day, where the date has one of its own. */
  time?: number;
  /** The columns of the day numbers of a spreadsheet, and of the times as parts of a day; absent where it has none. */
  ofExcel?: readonly number[];
  /** Its cells are lists of JSON, which no field takes. */
  isList?: boolean;
  /** The column that says how many pieces were sold, which are not always one: the amount may be the price of one. */
  pieces?: number;
}

/** The first is what text is that is not UTF-8, unless it makes no sense so; the others are for the user to say. */
export const singleBytes = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'macintosh',
  'ibm850',
] as const;
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...singleBytes] as const;
export type Encoding = (typeof encodings)[number];

/** How the input was understood, to be shown before anything is sent. */
export interface InputDescription {
  /** The file's name as given, or `-` for standard input. */
  name: string;
  format: 'csv' | 'json' | 'ndjson' | 'xlsx';
  /** The sheet of a workbook that is read, as people name it; null for anything else. */
  sheet: string | null;
  /** Where a JSON document has its rows, where that is not the list `transactions`: `data.payments`; null for anything else. */
  list: string | null;
  /** The other sheets of a workbook that are neither hidden nor empty; none for anything else. */
  unreadSheets: readonly string[];
  encoding: Encoding;
  gzip: boolean;
  /** Size of the file on disk; null where it has none (standard input, a pipe). */
  sizeBytes: number | null;
  /** CSV only. */
  delimiter: string | null;
  /** Tables only: the header's cells, in order. */
  header: readonly string[] | null;
  /**
   * Tables only: the field that each column maps to (`additionalData.<key>` for those); null for a column that is dropped (`_line`,
   * `_code`, `_error`).
   */
  mapping: readonly (string | null)[] | null;
  /** Tables only: how the values of amounts and dates are read, by field; without fields where nothing had to be decided. */
  values: readonly { field: string; shown: string }[];
  /** What its rows are; absent for sales. */
  kind?: UploadKind;
  /** Fields that an import needs and that neither a column nor, so far, a row has. */
  missing: readonly RowField[];
  /** The import configuration whose rules the rows are held to; null: those of servers that are not configured otherwise. */
  importRules: string | null;
  /** What somebody says yes to, once for all files of the header. */
  reading: HeaderReading;
  /** Tables only: how the mapping came about. */
  columns: {
    /** Why each column means what it does; null for one about which nothing was known, or that is dropped. */
    by: readonly (Confidence | null)[];
    /** The till or shop that wrote the export, with what one should know about it; null where it is not recognised. */
    known: { name: string; notes: readonly string[] } | null;
    /** The columns of credits and of debits, where the amount is in two; null otherwise. Indexes from 0. */
    sides: readonly [number, number] | null;
    /** The columns of credits and of debits, where the net amount of settlement records is in two; null otherwise. Indexes from 0. */
    netSides?: readonly [number, number] | null;
    /** What the user said about the columns, now or earlier; null: nothing. */
    rules: MappingRules | null;
    /** The day on which the same header was uploaded, if what was said or found then is used now; null otherwise. */
    rememberedOn: string | null;
    /** What the user said of its values, now or earlier. */
    reading: ValueFlags;
    /** Reading that is kept for the next table with this header. */
    asRead: TableAsRead;
    /** Read as sales, it tells fees and payouts, as files of acquirers and payment services do. */
    tellsPayouts: boolean;
    /** The names of columns that are not sent, because they look like personal data of customers. */
    personal: readonly string[];
    /** Columns that only by their cells look like the brand or the number of a card. */
    alike: readonly LikeColumn[];
    /** In a proposal: the fields that could be more than one column. */
    questions: ColumnQuestion[];
  } | null;
}

/** Large enough that going from group to group costs a row next to nothing, and small enough that a group takes little memory. */
export const groupRowsMax = 256;

/** An input that was understood and is ready to be read. */
export interface OpenedInput {
  description: InputDescription;
  /**
   * The rows in the order of the input, streamed in non-empty groups; can be iterated once. Fails with `inputUnusable` where the input
   * stops being readable, after all rows before that place.
   */
  rows: AsyncIterable<readonly InputRow[]>;
  /** Releases the file, and the rows not yet read; also to be called after a failure. */
  close(): Promise<void>;
}
