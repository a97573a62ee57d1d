/**
 * The last step for every format: checks a candidate against the contract. What the contract refuses becomes a fault of the row. Knows
 * neither cells nor JSON text.
 */
import type { UploadKind } from '../../contract/states.js';
import { recordKinds } from '../input/record-kind.js';
import type { ReadFault } from '../input/row.js';
import { faultOfIssue, pathText, rowFault, type ValueOrigin } from '../input/row-faults.js';

/** What a record says, by fields of the contract, before it is checked. */
export interface ReadRow {
  values: Record<string, unknown>;
  /** Faults found while the record was read. A value that could not be read is not in `values`. */
  faults: ReadFault[];
  /** Where in the input the value at a path of the transaction stands. */
  originOf(path: readonly PropertyKey[]): ValueOrigin;
}

/** What became of a record: a row of the contract that can be sent, or at least one fault. */
export type CheckedRow = { row: object; faults: [] } | { row: null; faults: ReadFault[] };

/** More faults of one row than this help nobody; an array of many bad items would have one for each. */
const FAULTS_MAX = 100;

/**
 * The row as the contract reads it, or its faults in the order of its columns. `nul` says whether a text of the candidate may hold U+0000, which
 * `mayHoldNul` tells.
 */
export function checked(candidate: ReadRow, nul: boolean, kind: UploadKind = 'Sales'): CheckedRow {
  const reading = recordKinds[kind].read(candidate.values);
  const faults = nul ? [...candidate.faults, ...nulFaults(candidate)] : candidate.faults;
  if ('row' in reading && faults.length === 0) return { row: reading.row, faults: [] };
  if ('issues' in reading) for (const issue of reading.issues) faults.push(faultOfIssue(issue, candidate.originOf(issue.path)));
  faults.sort((a, b) => (a.columnNumber ?? 0) - (b.columnNumber ?? 0));
  return { row: null, faults: faults.slice(0, FAULTS_MAX) };
}

/** The API takes U+0000 in a text, but no till means one: it is the mark of a damaged file, and many programs end a text there. */
function nulFaults({ values, originOf }: ReadRow): ReadFault[] {
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
