/** The columns of the tables of rows, by the fields of the contract that they hold. */
import { recordColumns } from '../../record-row.js';
import { snakeCase } from '../../sql/work.js';
import { plainFields } from '../../transaction-row.js';

/** Text fields, in the order of the table's other lists. */
export const textFields = plainFields.filter((field) => field !== 'amount');

/** What import decides, in the order in which it is copied. */
const decisionColumns = ['duplicate_hash', 'occurrence', 'duplicate_group', 'state', 'match_state'];

/** All columns, in the order in which rows are copied. */
export const copiedColumns = [
  'tenant_key',
  'seq',
  'upload_key',
  'ticks',
  'amount',
  ...decisionColumns,
  ...textFields.map(snakeCase),
  'transaction_types',
  'additional_data',
  'comment',
];

/** All columns of a settlement record but that of its match, in the order in which records are copied. */
export const copiedRecordColumns = [
  'tenant_key',
  'seq',
  'upload_key',
  'ticks',
  'day',
  ...decisionColumns,
  ...recordColumns.map(snakeCase),
  'comment',
];
