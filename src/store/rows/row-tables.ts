/** The two tables of rows that uploads bring, as far as what is done with uploads has to know which of them it works on. */
import type { UploadKind } from '../../contract/states.js';
import { matchStateCodes } from '../codes.js';
import { tableOf } from '../sql/tables.js';
import { type Sql, text } from '../sql/work.js';

export interface RowTable {
  kind: UploadKind;
  /** As SQL has it. */
  name: string;
  table: Sql;
  /** On PostgreSQL, the table of withdrawn rows, with the same columns. A flag could be forgotten by some statement; a table cannot. */
  withdrawn: Sql;
  /** Its index of duplicates. */
  duplicates: string;
  /** Its index of instants, and that of days for rows without one. */
  byInstant: string;
  byDay: string | null;
  /** What counts its rows. */
  counter: 'transactions' | 'records';
}

export const rowTables: Record<UploadKind, RowTable> = {
  Sales: {
    kind: 'Sales',
    name: '"transaction"',
    table: tableOf.Sales,
    withdrawn: text('transaction_withdrawn'),
    duplicates: 'transaction_duplicate',
    byInstant: 'transaction_date',
    byDay: null,
    counter: 'transactions',
  },
  Settlement: {
    kind: 'Settlement',
    name: 'settlement_record',
    table: tableOf.Settlement,
    withdrawn: text('settlement_record_withdrawn'),
    duplicates: 'settlement_record_duplicate',
    byInstant: 'settlement_record_date',
    byDay: 'settlement_record_day',
    counter: 'records',
  },
};

/** SQL for the state that import gave a row, whatever matching made of it: a row that is in a match stands for a payment. */
export function importedAs(matchState: string): string {
  return `CASE WHEN match_key IS NULL THEN ${matchState} ELSE ${matchStateCodes.Unmatched} END`;
}
