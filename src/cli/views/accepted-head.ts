/** What stands before the rows that a server has accepted: whether any of them counts now, and how many do. */
import type { AcceptedUpload } from '../../client/sending/tally.js';
import { rowPlace } from '../../contract/states.js';
import type { Style } from '../terminal/output.js';

const ROW = new RegExp(rowPlace);

/** `ok` is for what was imported alone. `imported`: rows that count; null while an import runs, and where an error names no row. */
export function acceptedHead(uploads: readonly AcceptedUpload[]): {
  label: 'ok' | 'sent' | 'noNew';
  colour: Style;
  imported: number | null;
} {
  const told = uploads.map(importedIn);
  const imported = told.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
  if (told.some((one) => one !== null && one > 0)) return { label: 'ok', colour: 'green', imported };
  return imported === null ? { label: 'sent', colour: 'green', imported } : { label: 'noNew', colour: 'yellow', imported };
}

/** Whether its import has not ended, as far as the server has told. */
export function isUnderWay({ status }: AcceptedUpload): boolean {
  return status === null || status === 'Processing';
}

function importedIn(upload: AcceptedUpload): number | null {
  const { status, rows, duplicates, errors } = upload;
  if (isUnderWay(upload)) return null;
  if (status === 'Failed') return 0;
  const named = errors.map((error) => ROW.exec(error)?.[1]);
  const apart = new Set(named.filter((row) => row !== undefined)).size + (duplicates ?? 0);
  if (apart >= rows) return 0;
  return named.includes(undefined) ? null : rows - apart;
}
