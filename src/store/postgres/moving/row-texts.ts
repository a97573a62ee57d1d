/** The texts of rows and their hashes, as PostgreSQL makes them by itself. */
import { own } from '../../../contract/own-names.js';
import type { MovedTable, MovedUpload } from '../../moving/moved-tables.js';
import type { KeyRange } from '../../moving/sides.js';
import { anyTenant } from '../../sql/dialect.js';
import { arrays, column, type Sql, sql, text, type Work } from '../../sql/work.js';

/** Uploads of one tenant, whose key is the first value of the statement. */
export const isOneOf = (uploads: readonly MovedUpload[]): Sql =>
  sql`tenant_key = ${uploads[0]?.tenantKey} AND upload_key = ANY(${keysOf(uploads)}::bigint[])`;

/** The text of a row as `moved-tables` makes it. */
export function textOf({ columns, postgres = {}, besides }: MovedTable): string {
  const texts = columns.map(({ name, type }) => {
    const ownText = own(postgres, name);
    if (ownText !== undefined) return ownText;
    if (type === 'double precision') return `encode(float8send(${name}), 'hex')`;
    return type === 'timestamp with time zone' ? `to_char(${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : name;
  });
  return `json_build_array(${[...texts, ...(besides ? [besides] : [])].join(', ')})::text`;
}

const joined = (table: MovedTable, order: string) => `string_agg(${textOf(table)}, E'\\n' ORDER BY ${order})`;
export const hashOf = (table: MovedTable, order: string) =>
  `encode(sha256(convert_to(coalesce(${joined(table, order)}, ''), 'UTF8')), 'hex')`;
const inRange = ({ key }: MovedTable, { tenantKey, after, to }: KeyRange): Sql =>
  sql`tenant_key = ${anyTenant(tenantKey)} AND ${text(key)} > ${after} AND ${text(key)} <= ${to}`;

export function* textsIn(table: MovedTable, range: KeyRange): Work<Map<number, string>> {
  const { name, key, order = key } = table;
  const found = sql`SELECT ${text(`${key}, ${joined(table, order)} FROM ${name}`)} WHERE ${inRange(table, range)} GROUP BY ${text(key)}`;
  return new Map(yield* arrays<[number, string]>(found));
}

export function* hashIn(table: MovedTable, range: KeyRange): Work<string> {
  const { name, key, order = key } = table;
  const found = sql`SELECT ${text(`${hashOf(table, `${key}, ${order}`)} FROM ${name}`)} WHERE ${inRange(table, range)}`;
  return (yield* column<string>(found))[0] ?? '';
}

/** What an aggregate finds of the rows of each upload. Those of uploads of one tenant and kind stand in one range of its rows. */
export function* perUpload(
  { name, order }: Pick<MovedTable, 'name' | 'order'>,
  uploads: readonly MovedUpload[],
  aggregate: string,
): Work<Map<number, string>> {
  const [from, to] = [
    Math.min(...uploads.map(({ firstSeq }) => firstSeq)),
    Math.max(...uploads.map((upload) => upload.firstSeq + upload.rows)),
  ];
  const place = text(order === 'seq' ? ` AND seq >= ${from} AND seq < ${to}` : '');
  const found = sql`SELECT ${text(`upload_key, ${aggregate} FROM ${name}`)} WHERE ${isOneOf(uploads)}${place} GROUP BY upload_key`;
  return new Map(yield* arrays<[number, string]>(found));
}

export function keysOf(uploads: readonly MovedUpload[]): number[] {
  return uploads.map(({ uploadKey }) => uploadKey);
}
