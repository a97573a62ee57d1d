/** A page of matches, and one with its rows, as JSON. A match is seen where one of its rows is; of the others nothing is told. */
import { daysOf } from '../../../contract/date-time.js';
import type { MatchListQuery } from '../../../contract/matches.js';
import type { UploadKind } from '../../../contract/states.js';
import { listedIdsMax, type MatchRow, type SideShown, shownMatch, shownRowsMax } from '../../match-lists.js';
import { rowNumber, rowOfNumber } from '../../matching.js';
import { rowTables } from '../../rows/row-tables.js';
import { andRowWithin, type Limit, locationsOfUnits, type Reach, type Restriction, terminalsOfUnits } from '../access/scope.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { idOfRow } from '../rows/match-told.js';
import { listedRows } from './listed-rows.js';

type MatchInList = MatchRow & {
  matchKey: number;
  saleSeq: number | null;
  recordSeq: number | null;
  sales: number;
  records: number;
};

const columns = `match.match_key, id, kind, rule, how, pinned, day, currency, sales_units, records_units, matched_at, decided_by, note, sale_seq, record_seq,
  sales, records`;

/** A MatchList, the latest day first. */
export function listMatches(db: Database, reach: Reach, query: MatchListQuery): string {
  const { tenantKey } = reach;
  const { pageSize } = query;
  const few = ofFewRows(db, reach, query);
  const { sql, values } = filterOf(reach, query, few);
  // Which matches are on the page is seen in the index, but for their places.
  const found = statement(
    db,
    `SELECT ${columns} FROM (
       SELECT match_key AS wanted FROM match${few ? ' NOT INDEXED' : ''} WHERE tenant_key = ?${sql} ORDER BY day DESC, match_key DESC LIMIT ? OFFSET ?
     ) CROSS JOIN match ON match.match_key = wanted AND match.tenant_key = ? ORDER BY day DESC, match_key DESC`,
  ).all(tenantKey, ...values, pageSize + 1, (query.pageNumber - 1) * pageSize, tenantKey) as MatchInList[];
  const items = found.slice(0, pageSize).map((match) => shownMatch(match, sidesOf(db, reach, match, listedIdsMax).shown));
  return JSON.stringify({ items, hasMore: found.length > pageSize });
}

/** A MatchDetail; null where there is no such match with a row within reach. */
export function matchDetail(db: Database, reach: Reach, id: string): string | null {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const match = statement(db, `SELECT ${columns} FROM match WHERE tenant_key = ? AND id = ?`).get(reach.tenantKey, bytes) as
    | MatchInList
    | undefined;
  if (!match) return null;
  const { shown, seqs } = sidesOf(db, reach, match, shownRowsMax);
  if (shown.Sales.count + shown.Settlement.count === 0) return null;
  const transactions = listedRows(db, reach, 'Sales', seqs.Sales).map(({ row }) => row);
  const records = listedRows(db, reach, 'Settlement', seqs.Settlement).map(({ row }) => row);
  return JSON.stringify({ ...shownMatch(match, shown), transactions, records });
}

/** `few` are the matches of the rows within the limit, where these are few. */
function filterOf(reach: Reach, query: MatchListQuery, few: Restriction | null): Restriction {
  const { kind, rule, dayFrom, dayTo, currency, terminalId } = query;
  const { limit } = reach;
  const given: [string, unknown][] = [
    [' AND kind = ?', kind],
    [' AND rule = ?', rule],
    [' AND day >= ?', dayFrom && daysOf(dayFrom)],
    [' AND day <= ?', dayTo && daysOf(dayTo)],
    [' AND currency = ?', currency],
    [' AND pinned = ?', query.pinned && Number(query.pinned === 'true')],
  ];
  const filters: Restriction[] = given.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, values: [value] }]));
  if (query.differs !== undefined) {
    filters.push({ sql: ` AND sales_units ${query.differs === 'true' ? '<>' : '='} records_units`, values: [] });
    // Whether sums differ is told only to who sees all rows of them.
    if (limit) filters.push(wholly(reach, limit));
  }
  if (terminalId !== undefined) filters.push(ofTerminal(reach, terminalId));
  else if (limit) filters.push(few ?? partly(reach, limit));
  return { sql: filters.map(({ sql }) => sql).join(''), values: filters.flatMap(({ values }) => values) };
}

const kinds = ['Sales', 'Settlement'] as const;
const byTerminal = { Sales: 'transaction_terminal', Settlement: 'settlement_record_terminal' } as const;
const firstRow = { Sales: 'match.sale_seq', Settlement: 'match.record_seq' } as const;

/** Those with a row of the terminal that is within reach. */
function ofTerminal({ tenantKey, limit }: Reach, terminalId: string): Restriction {
  const within = andRowWithin(limit);
  const parts = kinds.map(
    (kind) =>
      `SELECT sale.match_key FROM ${rowTables[kind].name} AS sale WHERE sale.tenant_key = ? AND sale.terminal_id = ? AND sale.match_key IS NOT NULL${within.sql}`,
  );
  const values = [tenantKey, terminalId, ...within.values];
  return { sql: ` AND match_key IN (${parts.join(' UNION ALL ')})`, values: [...values, ...values] };
}

/** Reading them takes less time than a person notices. */
const FEW_ROWS = 10_000;

/**
 * Those with a row within the limit, found by these rows, where they are few: a walk over all matches would go to their end for a page that is
 * not full. Null where there are more, where rows may be within it by their location, which has no index, and where there is no need.
 */
function ofFewRows(db: Database, { tenantKey, limit }: Reach, { terminalId }: MatchListQuery): Restriction | null {
  if (limit === null || terminalId !== undefined) return null;
  const { units } = limit;
  const hasLocations = statement(db, `SELECT EXISTS (${locationsOfUnits})`).pluck().get(units);
  if (hasLocations) return null;
  const rowsOf = (kind: UploadKind, selected: string) =>
    `SELECT ${selected} FROM (${terminalsOfUnits}) AS near CROSS JOIN ${rowTables[kind].name} AS sale INDEXED BY ${byTerminal[kind]}
     ON sale.terminal_id = near.terminal_id WHERE sale.tenant_key = ?`;
  const isFew = (kind: UploadKind) => !statement(db, `${rowsOf(kind, '1')} LIMIT 1 OFFSET ?`).get(units, tenantKey, FEW_ROWS);
  if (!kinds.every(isFew)) return null;
  const within = andRowWithin(limit);
  const parts = kinds.map((kind) => `${rowsOf(kind, 'sale.match_key')} AND sale.match_key IS NOT NULL${within.sql}`);
  return { sql: ` AND match_key IN (${parts.join(' UNION ALL ')})`, values: kinds.flatMap(() => [units, tenantKey, ...within.values]) };
}

/** Those of which some row is within the limit. */
function partly({ tenantKey }: Reach, limit: Limit): Restriction {
  const within = andRowWithin(limit);
  const rows = kinds.map(
    (kind) =>
      `EXISTS (SELECT 1 FROM ${rowTables[kind].name} AS sale WHERE sale.tenant_key = ? AND sale.seq = ${firstRow[kind]}${within.sql})`,
  );
  const items = kinds.map(
    (kind) =>
      `(sales > 1 OR records > 1) AND EXISTS (SELECT 1 FROM match_item CROSS JOIN ${rowTables[kind].name} AS sale
        ON sale.tenant_key = ? AND sale.seq = match_item.number / 2
        WHERE match_item.tenant_key = ? AND match_item.match_key = match.match_key AND match_item.number % 2 = ${rowNumber(kind, 0)}${within.sql})`,
  );
  return {
    sql: ` AND (${[...rows, ...items].join(' OR ')})`,
    values: [...kinds.flatMap(() => [tenantKey, ...within.values]), ...kinds.flatMap(() => [tenantKey, tenantKey, ...within.values])],
  };
}

/** Those of which every row is. */
function wholly({ tenantKey }: Reach, limit: Limit): Restriction {
  const within = andRowWithin(limit);
  const parts = kinds.map(
    (kind) =>
      ` AND (${firstRow[kind]} IS NULL OR EXISTS (SELECT 1 FROM ${rowTables[kind].name} AS sale WHERE sale.tenant_key = ? AND sale.seq = ${firstRow[kind]}${within.sql}))
        AND NOT EXISTS (SELECT 1 FROM match_item WHERE match_item.tenant_key = ? AND match_item.match_key = match.match_key
          AND match_item.number % 2 = ${rowNumber(kind, 0)} AND NOT EXISTS (SELECT 1 FROM ${rowTables[kind].name} AS sale
            WHERE sale.tenant_key = ? AND sale.seq = match_item.number / 2${within.sql}))`,
  );
  return {
    sql: parts.join(''),
    values: kinds.flatMap(() => [tenantKey, ...within.values, tenantKey, tenantKey, ...within.values]),
  };
}

/** What is seen of each side, with at most `idsMax` ids, and the seqs of those. */
function sidesOf(db: Database, reach: Reach, match: MatchInList, idsMax: number) {
  const shown: Record<UploadKind, SideShown> = {
    Sales: { ids: [], count: 0, hasHidden: false },
    Settlement: { ids: [], count: 0, hasHidden: false },
  };
  const seqs: Record<UploadKind, number[]> = { Sales: [], Settlement: [] };
  for (const kind of kinds) {
    const side = shown[kind];
    const all = kind === 'Sales' ? match.sales : match.records;
    for (const number of membersOfSide(db, reach, match, kind, reach.limit === null ? idsMax : all)) {
      const id = idOfRow(db, reach, number);
      if (id === null) continue;
      side.count += 1;
      if (side.ids.length >= idsMax) continue;
      side.ids.push(id);
      seqs[kind].push(rowOfNumber(number).seq);
    }
    if (reach.limit) side.hasHidden = side.count < all;
    else side.count = all;
  }
  return { shown, seqs };
}

/** The numbers of its rows of one kind, at most `rowsMax`. */
function membersOfSide(db: Database, { tenantKey }: Reach, match: MatchInList, kind: UploadKind, rowsMax: number): number[] {
  const { matchKey, saleSeq, recordSeq, sales, records } = match;
  if (sales > 1 || records > 1) {
    const sql = 'SELECT number FROM match_item WHERE tenant_key = ? AND match_key = ? AND number % 2 = ? ORDER BY number LIMIT ?';
    return statement(db, sql).pluck().all(tenantKey, matchKey, rowNumber(kind, 0), rowsMax) as number[];
  }
  const seq = kind === 'Sales' ? saleSeq : recordSeq;
  return seq === null ? [] : [rowNumber(kind, seq)];
}
