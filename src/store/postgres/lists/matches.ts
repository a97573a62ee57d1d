/** A page of matches, and one with its rows, as JSON. A match is seen where one of its rows is; of the others nothing is told. */
import { daysOf } from '../../../contract/date-time.js';
import type { MatchListQuery } from '../../../contract/matches.js';
import { type UploadKind, uploadKinds } from '../../../contract/states.js';
import { listedIdsMax, type MatchRow, type SideShown, shownMatch, shownRowsMax } from '../../match-lists.js';
import { pairOf } from '../../match-rows.js';
import { rowNumber, rowOfNumber } from '../../matching.js';
import { rowTables } from '../../rows/row-tables.js';
import { andRowWithin, anyTenant, type Reach, Values } from '../access/scope.js';
import type { Session } from '../database/session.js';
import { idsOf } from '../rows/match-told.js';
import { listedRows } from './listed-rows.js';

/** As the database has it. */
type MatchInList = Omit<MatchRow, 'id' | 'pinned'> & {
  id: string;
  pinned: boolean;
  matchKey: number;
  saleSeq: number | null;
  recordSeq: number | null;
  sales: number;
  records: number;
};

const columns = `match.match_key AS "matchKey", match.id, match.kind, match.rule, match.how, match.pinned, match.day, match.currency,
  match.sales_units AS "salesUnits", match.records_units AS "recordsUnits", match.matched_at AS "matchedAt", match.decided_by AS "decidedBy",
  match.note, match.sale_seq AS "saleSeq", match.record_seq AS "recordSeq", match.sales, match.records`;

function matchRow({ id, pinned, ...match }: MatchInList): MatchRow {
  return { ...match, id: Buffer.from(id.replaceAll('-', ''), 'hex'), pinned: Number(pinned) };
}

/** A MatchList, the latest day first. */
export async function listMatches(session: Session, reach: Reach, query: MatchListQuery): Promise<string> {
  const { pageSize } = query;
  if ([query.rule, query.currency, query.terminalId].some((text) => text?.includes('\0')))
    return JSON.stringify({ items: [], hasMore: false });
  const values = new Values();
  const tenant = values.add(reach.tenantKey);
  const filter = filterOf(reach, query, tenant, values);
  const page = `LIMIT ${values.add(pageSize + 1)} OFFSET ${values.add((query.pageNumber - 1) * pageSize)}`;
  // Which matches are on the page is seen in the index, but for their places.
  const found = await session.all<MatchInList>(
    `WITH page AS MATERIALIZED (
       SELECT match.match_key FROM match WHERE match.tenant_key = ${tenant}${filter} ORDER BY match.day DESC, match.match_key DESC ${page}
     )
     SELECT ${columns} FROM page JOIN match ON match.tenant_key = ${anyTenant(tenant)} AND match.match_key = page.match_key
     ORDER BY match.day DESC, match.match_key DESC`,
    ...values.list,
  );
  const listed = found.slice(0, pageSize);
  const sides = await sidesOf(session, reach, listed, listedIdsMax);
  const items = listed.map((match, index) => shownMatch(matchRow(match), (sides[index] as MatchSides).shown));
  return JSON.stringify({ items, hasMore: found.length > pageSize });
}

/** A MatchDetail; null where there is no such match with a row within reach. */
export async function matchDetail(session: Session, reach: Reach, id: string): Promise<string | null> {
  const match = await session.first<MatchInList>(
    `SELECT ${columns} FROM match WHERE tenant_key = ${anyTenant('$1')} AND id = $2`,
    reach.tenantKey,
    id,
  );
  if (!match) return null;
  const [sides] = await sidesOf(session, reach, [match], shownRowsMax);
  const { shown, seqs } = sides as MatchSides;
  if (shown.Sales.count + shown.Settlement.count === 0) return null;
  const rowsOf = async (kind: UploadKind) => (await listedRows(session, reach, kind, seqs[kind])).map(({ row }) => row);
  const [transactions, records] = [await rowsOf('Sales'), await rowsOf('Settlement')];
  return JSON.stringify({ ...shownMatch(matchRow(match), shown), transactions, records });
}

/** Begins with AND, where there is anything. */
function filterOf(reach: Reach, query: MatchListQuery, tenant: string, values: Values): string {
  const { kind, rule, dayFrom, dayTo, currency, terminalId, pinned, differs } = query;
  const given: [string, unknown][] = [
    ['match.kind =', kind],
    ['match.rule =', rule],
    ['match.day >=', dayFrom && daysOf(dayFrom)],
    ['match.day <=', dayTo && daysOf(dayTo)],
    ['match.currency =', currency],
    ['match.pinned =', pinned && pinned === 'true'],
  ];
  const filters = given.filter(([, value]) => value !== undefined).map(([what, value]) => `${what} ${values.add(value)}`);
  if (differs !== undefined) {
    filters.push(`match.sales_units ${differs === 'true' ? '<>' : '='} match.records_units`);
    // Whether sums differ is told only to who sees all rows of them.
    if (reach.limit) filters.push(wholly(tenant, andRowWithin(reach, values)));
  }
  if (terminalId !== undefined) filters.push(ofTerminal(tenant, values.add(terminalId), andRowWithin(reach, values)));
  else if (reach.limit) filters.push(partly(tenant, andRowWithin(reach, values)));
  return filters.map((filter) => ` AND ${filter}`).join('');
}

const firstRow = { Sales: 'match.sale_seq', Settlement: 'match.record_seq' } as const;

/** Those with a row of the terminal that is within reach. */
function ofTerminal(tenant: string, terminal: string, within: string): string {
  const parts = uploadKinds.map(
    (kind) =>
      `SELECT sale.match_key FROM ${rowTables[kind].name} AS sale
       WHERE sale.tenant_key = ${tenant} AND sale.terminal_id = ${terminal} AND sale.match_key IS NOT NULL${within}`,
  );
  return `match.match_key IN (${parts.join(' UNION ALL ')})`;
}

/** SQL for whether the row at that seq is within reach. Asked for one match after another: OFFSET keeps the planner from reading all rows for it. */
const isWithin = (kind: UploadKind, tenant: string, seq: string, within: string) =>
  `EXISTS (SELECT 1 FROM ${rowTables[kind].name} AS sale WHERE sale.tenant_key = ${anyTenant(tenant)} AND sale.seq = ${seq}${within} OFFSET 0)`;

/** SQL for whether the match has an item of that kind of which the condition holds. */
const hasItem = (kind: UploadKind, tenant: string, condition: string) =>
  `EXISTS (SELECT 1 FROM match_item WHERE match_item.tenant_key = ${anyTenant(tenant)} AND match_item.match_key = match.match_key
     AND match_item.number % 2 = ${rowNumber(kind, 0)} AND ${condition} OFFSET 0)`;

/** Those of which some row is within the limit. */
function partly(tenant: string, within: string): string {
  const rows = uploadKinds.map((kind) => isWithin(kind, tenant, firstRow[kind], within));
  const items = uploadKinds.map((kind) => hasItem(kind, tenant, isWithin(kind, tenant, 'match_item.number / 2', within)));
  return `(${rows.join(' OR ')} OR ((match.sales > 1 OR match.records > 1) AND (${items.join(' OR ')})))`;
}

/** Those of which every row is. */
function wholly(tenant: string, within: string): string {
  const parts = uploadKinds.map(
    (kind) => `(${firstRow[kind]} IS NULL OR ${isWithin(kind, tenant, firstRow[kind], within)})
      AND NOT ${hasItem(kind, tenant, `NOT ${isWithin(kind, tenant, 'match_item.number / 2', within)}`)}`,
  );
  return parts.join(' AND ');
}

/** What is seen of each side of a match, and the seqs of the rows whose ids are shown. */
interface MatchSides {
  shown: Record<UploadKind, SideShown>;
  seqs: Record<UploadKind, number[]>;
}

/** Of each of the matches, with at most `idsMax` ids a side. */
async function sidesOf(session: Session, reach: Reach, matches: readonly MatchInList[], idsMax: number): Promise<MatchSides[]> {
  const members = await membersOfSides(session, reach, matches, idsMax);
  const ids = await idsOf(session, reach, [...members.values()].flat());
  return matches.map((match) => {
    const sides: MatchSides = { shown: { Sales: noneShown(), Settlement: noneShown() }, seqs: { Sales: [], Settlement: [] } };
    for (const number of members.get(match.matchKey) ?? []) {
      const id = ids.get(number);
      if (id === undefined) continue;
      const { kind, seq } = rowOfNumber(number);
      const side = sides.shown[kind];
      side.count += 1;
      if (side.ids.length >= idsMax) continue;
      side.ids.push(id);
      sides.seqs[kind].push(seq);
    }
    for (const kind of uploadKinds) {
      const side = sides.shown[kind];
      const all = kind === 'Sales' ? match.sales : match.records;
      if (reach.limit) side.hasHidden = side.count < all;
      else side.count = all;
    }
    return sides;
  });
}

const noneShown = (): SideShown => ({ ids: [], count: 0, hasHidden: false });

/** The numbers of their rows: of a whole tenant, at most `idsMax` a side, and of a user's units all, as it is to be told how many are seen. */
async function membersOfSides(
  session: Session,
  { tenantKey, limit }: Reach,
  matches: readonly MatchInList[],
  idsMax: number,
): Promise<Map<number, number[]>> {
  const members = new Map(matches.map((match) => [match.matchKey, pairOf(match) ?? []]));
  const groups = matches.filter((match) => pairOf(match) === null).map(({ matchKey }) => matchKey);
  if (groups.length === 0) return members;
  const items = await session.arrays<[matchKey: number, number: number]>(
    `SELECT wanted.match_key, item.number FROM unnest($2::bigint[]) AS wanted (match_key) CROSS JOIN (VALUES (0), (1)) AS side (parity)
     CROSS JOIN LATERAL (
       SELECT number FROM match_item WHERE tenant_key = ${anyTenant('$1')} AND match_item.match_key = wanted.match_key AND number % 2 = side.parity
       ORDER BY number LIMIT $3
     ) AS item ORDER BY wanted.match_key, item.number`,
    tenantKey,
    groups,
    limit === null ? idsMax : null,
  );
  for (const [matchKey, number] of items) members.get(matchKey)?.push(number);
  return members;
}
