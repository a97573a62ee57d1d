/** getRecordHistory: what became of one settlement record. */
import type { operations } from '../../contract/operations.js';
import type { Handler } from '../http/operation.js';
import { noRecord } from './get-record.js';

/** Fails with `notFound`, both for a record that does not exist and for one outside the scope. */
export const getRecordHistory: Handler<typeof operations.getRecordHistory> = async ({ path }, { tenant }) => {
  const past = await tenant.recordHistory(path.id);
  if (past === null) throw noRecord();
  return { body: past };
};
