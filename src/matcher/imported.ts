/** How far the import of a tenant's uploads had come when its rows were read, and which rows it has decided about since. */
import type { UploadKind } from '../contract/states.js';
import type { StepSource } from '../store/matching.js';

/** Plain values. */
export interface Imported {
  /** The key of the last upload. */
  last: number;
  /** So many rows were decided about: of the last upload, and of those that were under way. */
  decided: readonly (readonly [uploadKey: number, rows: number])[];
}

/** Rows of one kind by their numbers in their table; `to` is the first one after them. */
export interface RowsDecided {
  kind: UploadKind;
  from: number;
  to: number;
}

const nothing: Imported = { last: 0, decided: [] };

export async function readImported(source: Pick<StepSource, 'uploadsFrom'>): Promise<Imported> {
  return (await importedSince(source, nothing))?.imported ?? nothing;
}

/**
 * What import has decided about since. Null where that is not in the order of the uploads: what is told of a row can depend on which row of an account
 * came first, and full runs read them in that order.
 */
export async function importedSince(
  source: Pick<StepSource, 'uploadsFrom'>,
  { last, decided }: Imported,
): Promise<{ imported: Imported; rows: RowsDecided[] } | null> {
  const before = new Map(decided);
  const rows: RowsDecided[] = [];
  const after: [number, number][] = [];
  let newest: [number, number] = [last, before.get(last) ?? 0];
  let isInOrder = true;
  await source.uploadsFrom(Math.min(last, ...before.keys()), ({ uploadKey, kind, firstSeq, decided: now, isUnderWay }) => {
    const known = uploadKey > last ? 0 : (before.get(uploadKey) ?? now);
    if (isUnderWay) after.push([uploadKey, now]);
    if (uploadKey >= newest[0]) newest = [uploadKey, now];
    if (now === known) return;
    if (now < known || uploadKey < last) isInOrder = false;
    rows.push({ kind, from: firstSeq + known, to: firstSeq + now });
  });
  const [key, count] = newest;
  const others = after.filter(([uploadKey]) => uploadKey !== key);
  return isInOrder ? { imported: { last: key, decided: [...others, [key, count]] }, rows } : null;
}
