/** The texts of rows and their hashes, as PostgreSQL makes them by itself. */
import { own } from '../../../contract/own-names.js';
import type { MovedTable, MovedUpload } from '../../moving/moved-tables.js';
import type { KeyRange } from '../../moving/sides.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';

/** Uploads of one tenant. */
export const uploadIsThere = `tenant_key = $1 AND upload_key = ANY($2::bigint[])`;

/** The text of a row as `moved-tables` makes it. */
export function textOf({ columns, postgres = {}, besides }: MovedTable): string {
  const texts = columns.map(({ name, type }) => {
    const text = own(postgres, name);
    if (text !== undefined) return text;
    if (type === 'double precision') return `encode(float8send(${name}), 'hex')`;
    return type === 'timestamp with time zone' ? `to_char(${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : name;
  });
  return `json_build_array(${[...texts, ...(besides ? [besides] : [])].join(', ')})::text`;
}

const joined = (table: MovedTable, order: string) => `string_agg(${textOf(table)}, E'\\n' ORDER BY ${order})`;
export const hashOf = (table: MovedTable, order: string) =>
  `encode(sha256(convert_to(coalesce(${joined(table, order)}, ''), 'UTF8')), 'hex')`;
const inRange = ({ key }: MovedTable) => `tenant_key = ${anyTenant('$1')} AND ${key} > $2 AND ${key} <= $3`;

export async function textsIn(session: Session, table: MovedTable, { tenantKey, after, to }: KeyRange): Promise<Map<number, string>> {
  const { name, key, order = key } = table;
  const found = `SELECT ${key}, ${joined(table, order)} FROM ${name} WHERE ${inRange(table)} GROUP BY ${key}`;
  return new Map(await session.arrays<[number, string]>(found, tenantKey, after, to));
}

export async function hashIn(session: Session, table: MovedTable, { tenantKey, after, to }: KeyRange): Promise<string> {
  const { name, key, order = key } = table;
  const found = `SELECT ${hashOf(table, `${key}, ${order}`)} AS hash FROM ${name} WHERE ${inRange(table)}`;
  return (await session.first<{ hash: string }>(found, tenantKey, after, to))?.hash ?? '';
}

/** What an aggregate finds of the rows of each upload. Those of uploads of one tenant and kind stand in one range of its rows. */
export async function perUpload(
  session: Session,
  { name, order }: Pick<MovedTable, 'name' | 'order'>,
  uploads: readonly MovedUpload[],
  aggregate: string,
): Promise<Map<number, string>> {
  const [from, to] = [
    Math.min(...uploads.map(({ firstSeq }) => firstSeq)),
    Math.max(...uploads.map((upload) => upload.firstSeq + upload.rows)),
  ];
  const place = order === 'seq' ? ` AND seq >= ${from} AND seq < ${to}` : '';
  const rows = await session.arrays<[number, string]>(
    `SELECT upload_key, ${aggregate} FROM ${name} WHERE ${uploadIsThere}${place} GROUP BY upload_key`,
    uploads[0]?.tenantKey,
    keysOf(uploads),
  );
  return new Map(rows);
}

export function keysOf(uploads: readonly MovedUpload[]): number[] {
  return uploads.map(({ uploadKey }) => uploadKey);
}
