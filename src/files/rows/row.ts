/**
 * What a file becomes: numbered rows, each with its fate as data. A bad row is never an exception;
 * an input that cannot be read at all is a SalesError `inputUnusable`.
 */

import type { TransactionField } from '../../contract/transaction.js';
import type { Confidence, Plan } from '../columns/column-plan.js';
import type { MappingRules } from '../columns/mapping-rules.js';
import type { Encoding } from '../text/encodings.js';
import type { Sale } from './sale.js';
import type { KeptSource } from './source.js';

/** Why a row cannot be sent. */
export interface RowFault {
  /** CSV: the header as the file writes it; JSON: the member's name; null when the whole row is at fault. */
  column: string | null;
  /** CSV: the column's number from 1. */
  columnNumber: number | null;
  /** The field of the contract, with indexes (`transactionTypes[0]`, `additionalData[2].value`). */
  field: string | null;
  /** Stable and upper case, for programs: `AMOUNT_INVALID`, `CARD_NUMBER_UNMASKED`, … */
  code: string;
  /** The rule and the remedy, for people. Never repeats the value. */
  message: string;
  /** The offending value, card numbers masked, cut to a readable length; null when there is none. */
  value: string | null;
}

/** One row of the input. Exactly one of `sale` (not null), `faults` (not empty) and `leftOut` holds. */
export interface InputRow {
  /** The physical line where the record starts, from 1. */
  line: number;
  /** The record's number from 1, header and blank lines not counted. */
  record: number;
  sale: Sale | null;
  faults: RowFault[];
  /** Why the row is no sale (a line of totals, a payment that failed): there are neither a sale nor faults then, and nothing is rejected. */
  leftOut?: string;
  /** The record as the input had it; of a row that is no sale, whole. */
  source: KeptSource;
}

/** How the input was understood, to be shown before anything is sent. */
export interface InputDescription {
  /** File name as given, or `-` for standard input. */
  name: string;
  format: 'csv' | 'json' | 'ndjson' | 'xlsx';
  /** Of a workbook: the sheet that is read, as people name it; null for all else. */
  sheet: string | null;
  /** Of a workbook: its other sheets that are not hidden and not empty; of all else none. */
  unreadSheets: readonly string[];
  encoding: Encoding;
  gzip: boolean;
  /** Of the file as it lies on disk; null for standard input. */
  sizeBytes: number | null;
  /** CSV only. */
  delimiter: string | null;
  /** CSV only: the header's cells, in order. */
  header: readonly string[] | null;
  /** CSV only: the field each column maps to (`additionalData.<key>` for those), null for a column that is dropped (`_line`, `_code`, `_error`). */
  mapping: readonly (string | null)[] | null;
  /** CSV only: how the values of amounts and dates are read, field by field; fields without values are left out. */
  values: readonly { field: string; shown: string }[];
  /** CSV only: how that came about. */
  columns: {
    /** Why each column means what it does; null for one that nothing was known of, or that is dropped. */
    by: readonly (Confidence | null)[];
    /** The till or shop whose export it is, with what one should know of it. */
    known: { name: string; notes: readonly string[] } | null;
    /** What was said of the columns, now or earlier; null: nothing. */
    rules: MappingRules | null;
    /** The day on which the same header was uploaded with what was said then; null where that plays no part. */
    rememberedOn: string | null;
    /** Of a proposal: fields that could be more than one column. */
    questions: Plan['questions'];
    /** Fields that an import wants and that come from no column. */
    missing: readonly TransactionField[];
  } | null;
}

/** Enough that a step from group to group costs no row anything, and few enough that the rows of a group are no weight in memory. */
export const groupRowsMax = 256;

export interface OpenedInput {
  description: InputDescription;
  /**
   * Rows in the order of the input, in groups (not empty) as they come, streamed; can be iterated once.
   * Fails with `inputUnusable` where the input stops being readable, after all rows before that place.
   */
  rows: AsyncIterable<readonly InputRow[]>;
  /** Releases the file, and the rows that are not read yet; also after a failure. */
  close(): Promise<void>;
}
