/**
 * The last step of every format: a candidate against the contract's schema, one parse a row. What it refuses is a fault of the row.
 * Knows neither cells nor JSON text.
 */
import { issueMessage } from '../contract/faults.js';
import { TransactionUpload } from '../contract/transaction.js';
import type { RowFault } from './row.js';
import { faultOfIssue, type Origin, pathText, rowFault } from './row-faults.js';

/** What a record says, by fields of the contract, before it is checked. */
export interface Candidate {
  values: Record<string, unknown>;
  /** Faults found while the record was read; the fields they name are not in `values`. */
  faults: RowFault[];
  /** Where the value at a path of the transaction stands in the input. */
  originOf(path: readonly PropertyKey[]): Origin;
}

export type Fate = { transaction: TransactionUpload; faults: [] } | { transaction: null; faults: RowFault[] };

/** More faults of one row help nobody; an array of many bad items would give one each. */
const FAULTS_MAX = 100;

/** The transaction, or every fault of the row in the order of its columns. */
export function checked(candidate: Candidate): Fate {
  const reading = TransactionUpload.safeParse(candidate.values, { error: issueMessage });
  const faults = [...candidate.faults, ...nulFaults(candidate)];
  for (const issue of reading.error?.issues ?? []) faults.push(faultOfIssue(issue, candidate.originOf(issue.path)));
  if (reading.success && faults.length === 0) return { transaction: reading.data, faults: [] };
  faults.sort((a, b) => (a.columnNumber ?? 0) - (b.columnNumber ?? 0));
  return { transaction: null, faults: faults.slice(0, FAULTS_MAX) };
}

/** The interface takes U+0000 in a text, but no till means one: it is the mark of a damaged file, and many programs end a text there. */
function nulFaults({ values, originOf }: Candidate): RowFault[] {
  // Nearly always nothing: this runs once for every value of every row.
  const fields = Object.keys(values).filter((field) => holdsNul(values[field]));
  return fields.flatMap((field) => {
    const value = values[field];
    const paths = Array.isArray(value) ? value.flatMap((item, index) => (holdsNul(item) ? [[field, index]] : [])) : [[field]];
    return paths.map((path) => rowFault('TEXT_HAS_NUL', 'must not hold NUL characters', pathText(path), originOf(path)));
  });
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsNul);
}
