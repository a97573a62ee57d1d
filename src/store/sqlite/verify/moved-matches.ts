/** What matching made, as `keptColumns` have it. */
import { idText } from '../../ids.js';
import { type KeptTable, keptColumns, type MovedKeptRow, type MovedValue, textsHash } from '../../moving/moved-data.js';
import { type KeptPage, ROWS_AT_ONCE } from '../../moving/sides.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** By the index of days: the keys of matches are counted over all tenants. */
const keysSql: Record<KeptTable, string> = {
  match: 'SELECT match_key FROM match INDEXED BY match_day WHERE tenant_key = ?',
  match_open: 'SELECT number FROM match_open WHERE tenant_key = ?',
};
const selected: Record<KeptTable, readonly string[]> = {
  match: [
    ...keptColumns.match,
    `iif(sales > 1 OR records > 1, (SELECT group_concat(number, ',' ORDER BY number) FROM match_item AS item
      WHERE item.tenant_key = match.tenant_key AND item.match_key = match.match_key), NULL)`,
  ],
  match_open: keptColumns.match_open,
};
const PINNED_AT = 5;

/** See {@link MovedKeptRow}. */
const textOf = (table: KeptTable) =>
  selected[table]
    .map((column) => (column === 'id' ? 'lower(hex(id))' : column))
    .map((value) => `ifnull(length(${value}) || ':' || ${value}, '-')`)
    .join(' || ');
const fromKeys = (table: KeptTable) => {
  const key = selected[table][0];
  return `FROM ${table} WHERE tenant_key = ? AND ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${key}`;
};
const textsSql = { match: selectTexts('match'), match_open: selectTexts('match_open') };
const rowsSql = { match: selectRows('match'), match_open: selectRows('match_open') };

function selectTexts(table: KeptTable): string {
  return `SELECT ifnull(group_concat(text, char(10)), '') FROM (SELECT ${textOf(table)} AS text ${fromKeys(table)})`;
}

function selectRows(table: KeptTable): string {
  return `SELECT ${textOf(table)}, ${selected[table].join(', ')} ${fromKeys(table)}`;
}

/** The texts of a page are one text, made by SQLite: rows that nobody looks at are not read one by one. */
export function* keptPages(db: Database, table: KeptTable, tenantKey: number): Generator<KeptPage> {
  const keys = Float64Array.from(statement(db, keysSql[table]).pluck().all(tenantKey) as number[]).sort();
  for (let from = 0, isLast = false; !isLast; from += ROWS_AT_ONCE) {
    const page = keys.subarray(from, from + ROWS_AT_ONCE);
    isLast = from + ROWS_AT_ONCE >= keys.length;
    const wanted = JSON.stringify([...page]);
    yield {
      hash: textsHash([statement(db, textsSql[table]).pluck().get(tenantKey, wanted) as string]),
      to: isLast ? Number.MAX_SAFE_INTEGER : (page.at(-1) as number),
      rows: () =>
        (statement(db, rowsSql[table]).raw().all(tenantKey, wanted) as [string, ...SqlValue[]][]).map((row) => keptRow(table, row)),
    };
  }
}

type SqlValue = MovedValue | Buffer;

function keptRow(table: KeptTable, [text, ...values]: readonly [string, ...SqlValue[]]): MovedKeptRow {
  const moved = values.map((value, at) => {
    if (Buffer.isBuffer(value)) return idText(value);
    return table === 'match' && at === PINNED_AT ? value === 1 : value;
  });
  return { key: values[0] as number, text, values: moved };
}
