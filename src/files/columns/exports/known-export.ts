/**
 * What is known of the export of one till, shop or payment service: what each column means, which rows are sales, and where that is
 * documented. Columns are named by their headers, spelt exactly so. Columns that are not named are not sent, because they are full of the
 * names and addresses of customers; those in `keeps` are.
 */
import type { TransactionField } from '../../../contract/transaction.js';
import type { DecimalSign } from '../../values/amount-text.js';

export interface KnownExport {
  name: string;
  /** Where its columns are documented. */
  sources: readonly string[];
  /** The columns that identify it: the header has all of them. As few as no other export has. */
  marks: readonly string[];
  /**
   * For each field, the possible spellings of its column; the first one in the header counts. An inner list stands for several columns,
   * whose cells are joined by a blank.
   */
  columns: Partial<Record<TransactionField, readonly (string | readonly string[])[]>>;
  /** The amount where it stands in two columns, of which a row has one: the credit, or the negative of the debit. */
  sides?: { credit: string; debit: string };
  /** Columns that are sent as additionalData. */
  keeps: readonly string[];
  /** Which rows are sales, by the texts of columns: a sale is one in each of them. None: all rows are. */
  rows: readonly KnownRows[];
  /** How amounts and dates are always written, where the values alone may leave it open; a date form is one of --date-format. */
  decimal?: DecimalSign;
  dateFormat?: string;
  /** Amounts are whole numbers of the smallest unit of their currency. */
  minorUnits?: boolean;
  /** The currency of all rows, where the export is of one country and never names it. */
  currency?: string;
  /** Fields with currency codes that are put in capitals, as the API wants them. */
  capitals: readonly TransactionField[];
  /** Fields whose local times are in this zone, as the export itself says. */
  timeZones: Partial<Record<TransactionField, string>>;
  /** What the user should know before sending. */
  notes: readonly string[];
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
