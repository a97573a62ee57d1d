/** The sentence that tells people how far an upload's import is. For people only: no program should read it. */
import type { Upload } from '../store/store.js';

export function summaryOf(upload: Upload): string {
  const rows = counted(upload.rows);
  switch (upload.status) {
    case 'Processing':
      return `${rows} staged, ${upload.decided} of them imported so far.`;
    case 'Processed':
      return `${rows} received, all imported.`;
    case 'ProcessedWithErrors':
      return `${rows} received, ${upload.processed} imported, ${upload.rejected} rejected.`;
    case 'Failed':
      return `${rows} received, none imported.`;
  }
}

/** The upload's kept messages, and one that counts those that were not kept. */
export function shownErrors(upload: Upload): string[] {
  const left = upload.errorCount - upload.errors.length;
  return left > 0
    ? [...upload.errors, `${left} more errors; list the upload's transactions in state Unprocessed to see them.`]
    : [...upload.errors];
}

function counted(rows: number): string {
  return rows === 1 ? '1 transaction' : `${rows} transactions`;
}
