/** What the API takes in a text and PostgreSQL cannot hold: the character U+0000. */
import type { Faults } from '../../../contract/faults.js';
import { SalesError } from '../../../contract/problem.js';
import { storedFields } from '../../stored-row.js';
import { stagedRows } from '../../stored-upload.js';
import type { StagedRows } from '../../uploads.js';
import { codeOf } from '../database/failure.js';

/** Whether the database has refused a text for it (character_not_in_repertoire). */
export function isUnstorable(error: unknown): boolean {
  return codeOf(error) === '22021';
}

/** A `validation` failure that names each text with it; null where there is none. Lists are stored as JSON, which writes it as an escape. */
export function unstorable(request: StagedRows): SalesError | null {
  const errors: Faults = {};
  const { kind, rows } = stagedRows(request);
  const member = kind === 'Sales' ? 'transactions' : 'records';
  for (const [index, row] of rows.entries()) {
    for (const field of storedFields[kind]) {
      const value = row[field];
      if (typeof value === 'string' && value.includes('\0'))
        errors[`${member}[${index}].${field}`] = ['must not hold the character U+0000, which this server cannot store'];
    }
  }
  return Object.keys(errors).length > 0 ? new SalesError('validation', undefined, { errors }) : null;
}
