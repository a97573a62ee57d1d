/** What the API takes in a text and PostgreSQL cannot hold: the character U+0000. */
import type { Faults } from '../../../contract/faults.js';
import { SalesError } from '../../../contract/problem.js';
import type { TransactionUpload } from '../../../contract/transaction.js';
import { codeOf } from '../database/failure.js';
import { textFields } from './columns.js';

/** Whether the database has refused a text for it (character_not_in_repertoire). */
export function isUnstorable(error: unknown): boolean {
  return codeOf(error) === '22021';
}

/** A `validation` failure that names each text with it; null where there is none. Lists are stored as JSON, which writes it as an escape. */
export function unstorable(transactions: readonly TransactionUpload[]): SalesError | null {
  const errors: Faults = {};
  for (const [index, row] of transactions.entries()) {
    for (const field of textFields) {
      if (row[field]?.includes('\0'))
        errors[`transactions[${index}].${field}`] = ['must not hold the character U+0000, which this server cannot store'];
    }
  }
  return Object.keys(errors).length > 0 ? new SalesError('validation', undefined, { errors }) : null;
}
