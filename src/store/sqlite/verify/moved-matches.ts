/** What matching made, as `keptColumns` have it. */
import { idText } from '../../ids.js';
import type { KeptTable, MovedRow, MovedValue } from '../../moving/moved-data.js';
import { type KeptPage, ROWS_AT_ONCE } from '../../moving/sides.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

/** By the index of days: the keys of matches are counted over all tenants. */
const keysSql: Record<KeptTable, string> = {
  match: 'SELECT matchKey FROM match INDEXED BY match_day WHERE tenantKey = ?',
  match_open: 'SELECT row FROM match_open WHERE tenantKey = ?',
};
const rowsSql: Record<KeptTable, string> = {
  match: `SELECT matchKey, id, kind, rule, how, pinned, saleSeq, recordSeq, sales, records, salesUnits, recordsUnits, currency, day,
      matchedAt, decidedBy, note,
      iif(sales > 1 OR records > 1, (SELECT group_concat(row, ',' ORDER BY row) FROM match_item AS item
        WHERE item.tenantKey = match.tenantKey AND item.matchKey = match.matchKey), NULL)
    FROM match WHERE tenantKey = ? AND matchKey IN (SELECT value FROM json_each(?)) ORDER BY matchKey`,
  match_open: `SELECT row, day, reason, sentence, involved, note FROM match_open
    WHERE tenantKey = ? AND row IN (SELECT value FROM json_each(?)) ORDER BY row`,
};
const PINNED_AT = 5;

export function* keptPages(db: Database, table: KeptTable, tenantKey: number): Generator<KeptPage> {
  const keys = Float64Array.from(statement(db, keysSql[table]).pluck().all(tenantKey) as number[]).sort();
  for (let from = 0, isLast = false; !isLast; from += ROWS_AT_ONCE) {
    const page = keys.subarray(from, from + ROWS_AT_ONCE);
    isLast = from + ROWS_AT_ONCE >= keys.length;
    const rows = statement(db, rowsSql[table])
      .raw()
      .all(tenantKey, JSON.stringify([...page])) as (MovedValue | Buffer)[][];
    yield {
      rows: table === 'match' ? rows.map(matchOf) : (rows as MovedRow[]),
      to: isLast ? Number.MAX_SAFE_INTEGER : (page.at(-1) as number),
    };
  }
}

function matchOf(row: readonly (MovedValue | Buffer)[]): MovedRow {
  return row.map((value, at) => (Buffer.isBuffer(value) ? idText(value) : at === PINNED_AT ? value === 1 : value));
}
