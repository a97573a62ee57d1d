/** Whether rows and matches agree: every row that is in a match is in exactly that one and has its state, and every match has its rows; sales that are set
 * aside are those that are said to be paid in cash. */
import { matchStateCodes } from '../../codes.js';
import { asideKey, asideReason } from '../../match-rows.js';
import { rowTables } from '../../rows/row-tables.js';
import type { Database } from '../database/engine.js';

/** How many rows and matches do not agree, in a database with the current schema. Reads all rows. */
export function mismatchedRows(db: Database): number {
  // On one state of the database, because a server may be matching.
  return db.transaction(() => mismatchedNow(db)).deferred();
}

const asCash = `EXISTS (SELECT 1 FROM match_open AS open WHERE open.tenant_key = "transaction".tenant_key AND open.number = 2 * seq
  AND reason = '${asideReason}')`;

function mismatchedNow(db: Database): number {
  const one = (sql: string) => db.prepare(sql).pluck().get() as number;
  const { Match, Skip, Unmatched, NotApplicable } = matchStateCodes;
  const astray = Object.values(rowTables).map(({ name }, side) => {
    const first = side === 0 ? 'sale_seq' : 'record_seq';
    return one(
      `SELECT count(*) FROM ${name} AS sale NOT INDEXED LEFT JOIN match ON match.match_key = sale.match_key AND match.tenant_key = sale.tenant_key
       WHERE (sale.match_key <> ${asideKey} OR sale.match_state = ${Match}) AND (match.match_key IS NULL
         OR sale.match_state <> CASE match.kind WHEN 'Match' THEN ${Match} WHEN 'Cancellation' THEN ${Skip} ELSE ${Unmatched} END
         OR NOT iif(match.sales > 1 OR match.records > 1,
           EXISTS (SELECT 1 FROM match_item AS item WHERE item.tenant_key = match.tenant_key AND item.match_key = match.match_key
             AND item.number = sale.seq * 2 + ${side}),
           match.${first} IS sale.seq))`,
    );
  });
  const inMatches = one('SELECT ifnull(sum(sales + records), 0) FROM match');
  const inRows = Object.values(rowTables).map(({ name }) => one(`SELECT count(*) FROM ${name} NOT INDEXED WHERE match_key <> ${asideKey}`));
  const areAside = `SELECT count(*) FROM "transaction" NOT INDEXED WHERE match_key = ${asideKey}`;
  const withReason = one(`${areAside} AND match_state = ${NotApplicable} AND ${asCash}`);
  const ofCash = one(`SELECT count(*) FROM match_open WHERE reason = '${asideReason}'`);
  const inGroups = one('SELECT ifnull(sum(sales + records), 0) FROM match WHERE sales > 1 OR records > 1');
  const items = one('SELECT count(*) FROM match_item');
  const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
  return sum(astray) + Math.abs(inMatches - sum(inRows)) + Math.abs(inGroups - items) + one(areAside) + ofCash - 2 * withReason;
}
