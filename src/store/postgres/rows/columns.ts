/** The columns of the table of transactions, by the fields of the contract that they hold. */
import { plainFields } from '../../transaction-row.js';

/** `terminalId` is in `terminal_id`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Those that are text, in the order of the table's other lists. */
export const textFields = plainFields.filter((field) => field !== 'amount');

/** All columns, in the order in which rows are copied. */
export const copiedColumns = [
  'tenant_key',
  'seq',
  'upload_key',
  'ticks',
  'amount',
  'duplicate_hash',
  'occurrence',
  'duplicate_group',
  'state',
  'match_state',
  ...textFields.map(columnOf),
  'transaction_types',
  'additional_data',
  'comment',
];

/** The columns of a row as it was uploaded, in the order that `uploadFrom` reads. */
export const uploadedColumns = [...plainFields.map(columnOf), 'transaction_types', 'additional_data'];
