/**
 * The export of one till, shop or payment service: what each column means, which rows are sales, and where that is documented. Columns are
 * named by their headers, spelt exactly so. Columns that are not named are not sent, because they are full of the names and addresses of
 * customers; those in `keeps` are.
 */
import type { RowField } from '../../input/record-kind.js';
import type { DecimalSign } from '../../values/amount-text.js';

export interface KnownExport {
  name: string;
  /** Where its columns are documented. */
  sources: readonly string[];
  /** The columns that identify it: the header has all of them. As few as no other export has. */
  marks: readonly string[];
  /**
   * For each field, the possible spellings of its column; the first one in the header counts. An inner list stands for several columns,
   * whose cells are joined by a blank, or added where they are numbers.
   */
  columns: Partial<Record<RowField, readonly (string | readonly string[])[]>>;
  /** An amount where it stands in two columns, of which a row has one: the credit, or the negative of the debit. */
  sides?: Partial<Record<RowField, { credit: string; debit: string }>>;
  /** Columns that are sent as additionalData. */
  keeps: readonly string[];
  /** Which rows are sales, by the texts of columns: a sale is one in each of them. None, or absent: all rows are. */
  rows?: readonly KnownRows[];
  /** How amounts and dates are always written, where the values alone may leave it open; a date form is one of --date-format. */
  decimal?: DecimalSign;
  dateFormat?: string;
  /** Amounts are whole numbers of the smallest unit of their currency. */
  minorUnits?: boolean;
  /** Rows in which a number that has no sign is negative. */
  negative?: readonly { field: RowField; column: string; values: readonly string[] }[];
  /** The currency of all rows, where the export is of one country and never names it. */
  currency?: string;
  /** Fields whose local times are in this zone, as the export itself says. */
  timeZones?: Partial<Record<RowField, string>>;
  /** What the user should know before sending. */
  notes: readonly string[];
  // What follows is of settlement exports alone.
  /** Who writes it, as acquirerId. */
  acquirer?: string;
  /** Field → text → value. `tr_*` is any text that begins so, `*` any other. */
  values?: Partial<Record<RowField, Readonly<Record<string, string>>>>;
  /** Fields whose numbers have the other sign, as a fee that is written with a minus. */
  turned?: readonly RowField[];
  /** Field → its column in rows that are no sales. */
  ofOthers?: Partial<Record<RowField, string>>;
  /** A payout is written as money that left the account, with a minus. */
  hasNegativePayouts?: boolean;
  /** A row without a gross amount, as that of a fee, has its amount as net alone. */
  hasNetAlone?: boolean;
  /** Other tables stand above it or between its rows, with columns of their own. */
  hasSections?: boolean;
}

/**
 * Which rows are sales by the text of one column; a text that is in neither list is a fault of its row. `Paid *` is any text that begins so.
 */
export interface KnownRows {
  column: string;
  /** Absent where there are too many to list: any text that is not in `others` is one, and told where its words say that it is none. */
  sales?: readonly string[];
  others: readonly string[];
}
