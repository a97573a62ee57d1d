/** The tables of what matching made, as a move fills and compares them; and the rows of uploads that are in matches. */

import { named } from '../../../contract/own-names.js';
import type { UploadKind } from '../../../contract/states.js';
import { matchStateCodes } from '../../codes.js';
import { asideKey, asideReason, stateIn } from '../../match-rows.js';
import { rowNumber } from '../../matching.js';
import { type KeptTable, keptColumns, type MovedKeptRow, type MovedRow } from '../../moving/moved-data.js';
import type { KeptRange } from '../../moving/sides.js';
import { rowTables } from '../../rows/row-tables.js';
import type { Session } from '../database/session.js';
import { anyTenant } from '../database/values.js';
import { insertRows } from './insert-rows.js';

const itemsText = `CASE WHEN sales > 1 OR records > 1 THEN (SELECT string_agg(number::text, ',' ORDER BY number) FROM match_item
  WHERE match_item.tenant_key = ${anyTenant('$1')} AND match_item.match_key = match.match_key) END`;
/** Columns that have another text here. */
const texts: Partial<Record<string, string>> = named({
  id: "replace(id::text, '-', '')",
  pinned: 'pinned::int',
  matched_at: `to_char(matched_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
});

/** See {@link MovedKeptRow}. */
const textOf: Record<KeptTable, string> = {
  match: `${keptColumns.match.map(shown).join(' || ')} || ${shown(itemsText)}`,
  match_open: keptColumns.match_open.map(shown).join(' || '),
};

function shown(column: string): string {
  const text = `(${texts[column] ?? column})::text`;
  return `coalesce(length(${text}) || ':' || ${text}, '-')`;
}

/** The column of a table's keys. */
const keyOf = (table: KeptTable) => keptColumns[table][0];
const inRange = (table: KeptTable) => `tenant_key = ${anyTenant('$1')} AND ${keyOf(table)} > $2 AND ${keyOf(table)} <= $3`;

export async function keptHash(session: Session, table: KeptTable, { tenantKey, after, to }: KeptRange): Promise<string> {
  const found = await session.first<{ hash: string }>(
    `SELECT encode(sha256(convert_to(coalesce(string_agg(${textOf[table]}, E'\\n' ORDER BY ${keyOf(table)}), ''), 'UTF8')), 'hex') AS hash
     FROM ${table} WHERE ${inRange(table)}`,
    tenantKey,
    after,
    to,
  );
  return found?.hash ?? '';
}

export async function keptTexts(session: Session, table: KeptTable, { tenantKey, after, to }: KeptRange): Promise<Map<number, string>> {
  const sql = `SELECT ${keyOf(table)}, ${textOf[table]} FROM ${table} WHERE ${inRange(table)}`;
  return new Map(await session.arrays<[number, string]>(sql, tenantKey, after, to));
}

export async function replaceKept(
  session: Session,
  table: KeptTable,
  tenantKey: number,
  gone: readonly number[],
  rows: readonly MovedKeptRow[],
): Promise<void> {
  await session.run(`DELETE FROM ${table} WHERE tenant_key = ${anyTenant('$1')} AND ${keyOf(table)} = ANY($2::bigint[])`, tenantKey, gone);
  const columns = keptColumns[table];
  await insertRows(
    session,
    table,
    ['tenant_key', ...columns],
    rows.map(({ values }) => [tenantKey, ...values.slice(0, columns.length)]),
  );
  if (table !== 'match') return;
  // Also those of matches that are said to have none.
  const keys = [...gone, ...rows.map(({ key }) => key)];
  await session.run(`DELETE FROM match_item WHERE tenant_key = ${anyTenant('$1')} AND match_key = ANY($2::bigint[])`, tenantKey, keys);
  await insertRows(
    session,
    'match_item',
    ['tenant_key', 'match_key', 'number'],
    rows.flatMap((row) => itemsOf(tenantKey, row)),
  );
}

function itemsOf(tenantKey: number, { key, values }: MovedKeptRow): MovedRow[] {
  const numbers = values[keptColumns.match.length];
  return typeof numbers === 'string' ? numbers.split(',').map((number) => [tenantKey, key, Number(number)]) : [];
}

/** A row that is not in the match that it should be in, and the match and state that it should have. */
export type AstrayRow = [seq: number, matchKey: number | null, state: number];

const firstRow = { Sales: 'sale_seq', Settlement: 'record_seq' } as const;
const states = Object.entries({ ...stateIn, [asideReason]: matchStateCodes.NotApplicable }).map(
  ([kind, state]) => `WHEN '${kind}' THEN ${state ?? matchStateCodes.Unmatched}`,
);

/** Those of a tenant that are not where its matches have them. Both sides are read once, whatever the database expects of them. */
export function astray(session: Session, tenantKey: number, kind: UploadKind): Promise<AstrayRow[]> {
  return session.arrays<AstrayRow>(
    `SELECT seq, wanted.match_key, coalesce(wanted.state, ${matchStateCodes.Unmatched})
     FROM (SELECT seq, match_key, match_state FROM ${rowTables[kind].name} WHERE tenant_key = $1 AND match_key IS NOT NULL) AS sale
     FULL JOIN (
       SELECT seq, match_key, CASE kind ${states.join(' ')} END AS state FROM (
         SELECT ${firstRow[kind]} AS seq, match_key, kind FROM match
         WHERE tenant_key = $1 AND sales <= 1 AND records <= 1 AND ${firstRow[kind]} IS NOT NULL
         UNION ALL SELECT number / 2, match_key, kind FROM match_item JOIN match USING (tenant_key, match_key)
         WHERE tenant_key = $1 AND number % 2 = ${rowNumber(kind, 0)}
         UNION ALL SELECT number / 2, ${asideKey}, reason FROM match_open
         WHERE tenant_key = $1 AND reason = '${asideReason}' AND number % 2 = ${rowNumber(kind, 0)}
       ) AS member
     ) AS wanted USING (seq)
     WHERE sale.match_key IS DISTINCT FROM wanted.match_key OR sale.match_state <> wanted.state`,
    tenantKey,
  );
}

export async function enterRows(session: Session, tenantKey: number, kind: UploadKind, rows: readonly AstrayRow[]): Promise<void> {
  await session.run(
    `UPDATE ${rowTables[kind].name} AS sale SET match_key = wanted.match_key, match_state = wanted.state
     FROM unnest($2::bigint[], $3::bigint[], $4::smallint[]) AS wanted (seq, match_key, state)
     WHERE sale.tenant_key = ${anyTenant('$1')} AND sale.seq = wanted.seq AND sale.seq = ANY($2::bigint[])`,
    tenantKey,
    rows.map(([seq]) => seq),
    rows.map(([, matchKey]) => matchKey),
    rows.map(([, , state]) => state),
  );
}
