/** Rows by their places: the numbers by which the store knows them, and the ids by which people do. */
import { transactionIdAt } from '../store/ids.js';
import { rowNumber, type SourceUpload } from '../store/matching.js';
import type { TenantRows } from './tenant-rows.js';

/** Gives the number by which the store knows the row at a place. */
export function numbering({ rows, sales }: Pick<TenantRows, 'rows' | 'sales'>): (row: number) => number {
  return (row) => rowNumber(row < sales ? 'Sales' : 'Settlement', rows.id[row] as number);
}

/** Gives the id of the row at a place; ids follow from the uploads. */
export function idAt({ rows, sales, uploads }: Pick<TenantRows, 'rows' | 'sales' | 'uploads'>): (row: number) => string {
  const ofKind = (kind: SourceUpload['kind']) => uploads.filter((upload) => upload.kind === kind).sort((a, b) => a.firstSeq - b.firstSeq);
  const sorted = { Sales: ofKind('Sales'), Settlement: ofKind('Settlement') };
  return (row) => {
    const some = sorted[row < sales ? 'Sales' : 'Settlement'];
    const seq = rows.id[row] as number;
    let from = 0;
    let to = some.length;
    while (to - from > 1) {
      const middle = (from + to) >>> 1;
      if ((some[middle] as SourceUpload).firstSeq <= seq) from = middle;
      else to = middle;
    }
    const { firstId, firstSeq } = some[from] as SourceUpload;
    return transactionIdAt(firstId, seq - firstSeq);
  };
}
