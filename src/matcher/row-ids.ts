/** Rows by their places: the ids by which people know them. */
import { firstPlace } from '../matching/groups.js';
import { transactionIdAt } from '../store/ids.js';
import { rowOfNumber, type SourceUpload } from '../store/matching.js';
import type { TenantRows } from './tenant-rows.js';

/** Gives the id of the row at a place; ids follow from the uploads. */
export function idAt({ rows, uploads }: Pick<TenantRows, 'rows' | 'uploads'>): (row: number) => string {
  const ofKind = (kind: SourceUpload['kind']) => uploads.filter((upload) => upload.kind === kind).sort((a, b) => a.firstSeq - b.firstSeq);
  const sorted = { Sales: ofKind('Sales'), Settlement: ofKind('Settlement') };
  return (row) => {
    const { kind, seq } = rowOfNumber(rows.id[row] as number);
    const some = sorted[kind];
    const next = firstPlace(0, some.length, (place) => (some[place] as SourceUpload).firstSeq <= seq);
    const { firstId, firstSeq } = some[next - 1] as SourceUpload;
    return transactionIdAt(firstId, seq - firstSeq);
  };
}
