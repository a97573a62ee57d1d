/** Rows of another store as COPY takes them, in the order of {@link movedColumns}. */
import type { UploadKind } from '../../../contract/states.js';
import { type MovedType, type MovedUploadRow, movedFields } from '../../moving/moved-data.js';
import { snakeCase } from '../../sql/work.js';
import { CopyWriter } from '../port/copy-writer.js';

export function movedColumns(kind: UploadKind): string[] {
  return ['tenant_key', ...movedFields[kind].map(({ field }) => snakeCase(field))];
}

/** Rows of one tenant and kind. */
export function copyMoved(tenantKey: number, kind: UploadKind, uploads: readonly (readonly MovedUploadRow[])[]): Buffer {
  const types = movedFields[kind].map(({ type }) => type);
  const out = new CopyWriter();
  for (const rows of uploads) {
    for (const row of rows) {
      out.row(types.length + 1);
      out.int4(tenantKey);
      for (let at = 0; at < types.length; at++) writeValue(out, types[at] as MovedType, row[at] as string | number | null);
    }
  }
  return out.end();
}

function writeValue(out: CopyWriter, type: MovedType, value: string | number | null): void {
  if (type === 'text') out.text(value as string | null);
  else if (value === null) out.empty();
  else if (type === 'ticks') out.bigint8(BigInt(value));
  else if (type === 'int8') out.int8(value as number);
  else if (type === 'double') out.float8(value as number);
  else if (type === 'int4') out.int4(value as number);
  else out.int2(value as number);
}
