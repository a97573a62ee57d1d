/** Rows of another store as COPY takes them, in the order of `copiedColumns`. */
import { type MovedTransaction, movedFields } from '../../moving/moved-data.js';
import { copiedColumns } from '../rows/columns.js';
import { CopyWriter } from '../rows/copy-writer.js';

const TEXTS_AT = movedFields.indexOf('currency');

/** Rows of one tenant. */
export function copyMoved(tenantKey: number, uploads: readonly (readonly MovedTransaction[])[]): Buffer {
  const out = new CopyWriter();
  for (const rows of uploads) for (const row of rows) writeRow(out, tenantKey, row);
  return out.end();
}

function writeRow(out: CopyWriter, tenantKey: number, row: MovedTransaction): void {
  const [seq, uploadKey, ticks, amount, hash, occurrence, group, state, matchState] = row as (number | null)[];
  out.row(copiedColumns.length);
  out.int4(tenantKey);
  out.int8(seq as number);
  out.int8(uploadKey as number);
  out.bigint8(ticks === null ? null : BigInt(ticks as number));
  if (typeof amount === 'number') out.float8(amount);
  else out.empty();
  if (typeof hash === 'number') out.int8(hash);
  else out.empty();
  if (typeof occurrence === 'number') out.int4(occurrence);
  else out.empty();
  if (typeof group === 'number') out.int8(group);
  else out.empty();
  out.int2(state as number);
  out.int2(matchState as number);
  for (let at = TEXTS_AT; at < row.length; at++) out.text(row[at] as string | null);
}
