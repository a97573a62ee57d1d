/** What stands before the rows that a server has accepted: whether any of them counts now. */
import type { AcceptedUpload } from '../../client/sending/tally.js';
import { rowPlace } from '../../contract/states.js';
import type { Style } from '../terminal/output.js';

/** Rows of an upload that count and did not before; unknown while it is imported, or where its errors do not name every row. */
type News = 'some' | 'none' | 'unknown';

const ROW = new RegExp(rowPlace);

/** `OK` is for what was imported alone. */
export function acceptedHead(uploads: readonly AcceptedUpload[]): { word: string; colour: Style } {
  const news = uploads.map(newsOf);
  if (news.includes('some')) return { word: 'OK', colour: 'green' };
  return news.includes('unknown') ? { word: 'SENT', colour: 'green' } : { word: 'NO NEW', colour: 'yellow' };
}

function newsOf({ status, rows, duplicates, errors }: AcceptedUpload): News {
  if (status === null || status === 'Processing') return 'unknown';
  if (status === 'Failed') return 'none';
  const named = errors.map((error) => ROW.exec(error)?.[1]);
  const apart = new Set(named.filter((row) => row !== undefined)).size + (duplicates ?? 0);
  if (apart >= rows) return 'none';
  return duplicates && named.includes(undefined) ? 'unknown' : 'some';
}
