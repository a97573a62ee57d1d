/** A page of matches, and one with its rows, as JSON. A match is seen where one of its rows is; of the others nothing is told. */

import { dayText } from '../../closing/days.js';
import { decimalText } from '../../contract/amount.js';
import { daysOf } from '../../contract/date-time.js';
import type { Match, MatchListQuery } from '../../contract/matches.js';
import type { SettlementRecord } from '../../contract/records.js';
import { type UploadKind, uploadKinds } from '../../contract/states.js';
import { andRowWithin, andWithin, placesOfUnits, type Reach } from '../access/scope.js';
import { idText } from '../ids.js';
import type { KeptMatch } from '../match-rows.js';
import { rowNumber, rowOfNumber } from '../matching.js';
import { port } from '../port.js';
import { firstMembersOf, keptColumns, membersOf } from '../rows/match-members.js';
import { chargebackTypes } from '../schema/row-tables.js';
import { among, anyTenant, indexedBy, join, notIndexed, oneByOne } from '../sql/dialect.js';
import { tableOf } from '../sql/tables.js';
import { all, arrays, first, joined, nothing, type Sql, sql, text, type Work } from '../sql/work.js';
import { listedRows } from './listed-rows.js';
import { idsOf } from './match-told.js';
import { isOfNoSale } from './money.js';

/** Ids of each side that a list shows. */
export const listedIdsMax = 20;
/** Rows of each side that a match in detail shows. */
const shownRowsMax = 100;

/** A MatchList, the latest day first. */
export function* listMatches(reach: Reach, query: MatchListQuery): Work<string> {
  const { tenantKey } = reach;
  const { pageSize } = query;
  const few = yield* ofFewRows(reach, query);
  // Which matches are on the page is seen in the index, but for their places.
  const found = yield* all<KeptMatch>(
    sql`WITH page AS MATERIALIZED (
        SELECT match.match_key FROM match ${few ? notIndexed : nothing} WHERE match.tenant_key = ${tenantKey}${filterOf(reach, query, few)}
        ORDER BY match.day DESC, match.match_key DESC LIMIT ${pageSize + 1} OFFSET ${(query.pageNumber - 1) * pageSize}
      )
      SELECT ${keptColumns} FROM page ${join} match ON match.tenant_key = ${anyTenant(tenantKey)} AND match.match_key = page.match_key
      ORDER BY match.day DESC, match.match_key DESC`,
  );
  const listed = found.slice(0, pageSize);
  const sides = yield* sidesOf(reach, listed, listedIdsMax);
  const items = listed.map((match, index) => shownMatch(match, (sides[index] as MatchSides).shown));
  return JSON.stringify({ items, hasMore: found.length > pageSize });
}

/** A MatchDetail; null where there is no such match with a row within reach. */
export function* matchDetail(reach: Reach, id: string): Work<string | null> {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const match = yield* first<KeptMatch>(
    sql`SELECT ${keptColumns} FROM match WHERE tenant_key = ${anyTenant(reach.tenantKey)} AND id = ${bytes}`,
  );
  if (!match) return null;
  const [sides] = yield* sidesOf(reach, [match], shownRowsMax);
  const { shown, numbers } = sides as MatchSides;
  if (shown.Sales.count + shown.Settlement.count === 0) return null;
  const found = yield* listedRows(reach, [...numbers.Sales, ...numbers.Settlement]);
  const rowsOf = (kind: UploadKind) => numbers[kind].flatMap((number) => found.get(number)?.row ?? []);
  const records = rowsOf('Settlement') as SettlementRecord[];
  const chargebacks = match.kind === 'Match' ? yield* chargebacksOf(reach, records) : [];
  return JSON.stringify({ ...shownMatch(match, shown), transactions: rowsOf('Sales'), records, chargebacks });
}

/** Those that name one of the payments, and their reversals. */
function* chargebacksOf(reach: Reach, payments: readonly SettlementRecord[]): Work<SettlementRecord[]> {
  const nameOf = ({ acquirerId, merchantId, currency }: SettlementRecord, reference: string | null) =>
    JSON.stringify([acquirerId, merchantId, currency, reference]);
  const names = new Set(payments.map((payment) => nameOf(payment, payment.transactionReference)));
  const references = payments.flatMap(({ transactionReference }) => transactionReference ?? []);
  const seqs = yield* arrays<[seq: number]>(
    sql`SELECT taken.seq FROM settlement_record AS taken ${indexedBy('settlement_record_chargeback')}
      WHERE taken.tenant_key = ${reach.tenantKey} AND taken.type IN ${text(chargebackTypes)} AND taken.original_reference ${among(references)}
        AND ${isOfNoSale(reach)} ORDER BY taken.seq LIMIT ${shownRowsMax}`,
  );
  const found = yield* listedRows(
    reach,
    seqs.map(([seq]) => rowNumber('Settlement', seq)),
  );
  const records = [...found.values()].flatMap((row) => (row.kind === 'Settlement' ? row.row : []));
  return records.filter((record) => names.has(nameOf(record, record.originalReference)));
}

/** Begins with AND, where there is anything. `few` are the matches of the rows within the limit, where these are few. */
function filterOf(reach: Reach, query: MatchListQuery, few: Sql | null): Sql {
  const { kind, rule, dayFrom, dayTo, currency, terminalId, pinned, differs } = query;
  const given: [string, unknown][] = [
    ['kind =', kind],
    ['rule =', rule],
    ['day >=', dayFrom && daysOf(dayFrom)],
    ['day <=', dayTo && daysOf(dayTo)],
    ['currency =', currency],
    ['pinned =', pinned && pinned === 'true'],
  ];
  const filters = given.filter(([, value]) => value !== undefined).map(([what, value]) => sql`match.${text(what)} ${value}`);
  if (differs !== undefined) {
    filters.push(text(`match.sales_units ${differs === 'true' ? '<>' : '='} match.records_units`));
    // Whether sums differ is told only to who sees all rows of them.
    if (reach.limit) filters.push(wholly(reach));
  }
  if (terminalId !== undefined) filters.push(ofTerminal(reach, terminalId));
  else if (reach.limit) filters.push(few ?? partly(reach));
  return joined(filters.map((filter) => sql` AND ${filter}`));
}

/** Condition: one of the queries gives the key of the match. */
const isIn = ([ofSales, ofRecords]: readonly Sql[]) => sql`match.match_key IN (${ofSales} UNION ALL ${ofRecords})`;

/** Condition: the match has a row of the terminal that is within reach. */
function ofTerminal(reach: Reach, terminalId: string): Sql {
  const within = andWithin(reach);
  return isIn(
    uploadKinds.map(
      (kind) => sql`SELECT sale.match_key FROM ${tableOf[kind]} AS sale
        WHERE sale.tenant_key = ${reach.tenantKey} AND sale.terminal_id = ${terminalId} AND sale.match_key IS NOT NULL${within}`,
    ),
  );
}

/** Reading them takes less time than a person notices. */
const FEW_ROWS = 10_000;
const byTerminal = { Sales: 'transaction_terminal', Settlement: 'settlement_record_terminal' } as const;

/**
 * Condition: the match has a row within the limit. It is found by these rows, where they are few: SQLite would walk over all matches to their
 * end for a page that is not full. Null where there are more, where rows may be within it by their location, which has no index, and where
 * there is no need.
 */
function* ofFewRows(reach: Reach, { terminalId }: MatchListQuery): Work<Sql | null> {
  const { hasStatistics } = yield* port();
  if (hasStatistics || reach.limit === null || terminalId !== undefined) return null;
  const { terminals, locations } = placesOfUnits(reach);
  if (yield* first(sql`${locations} LIMIT 1`)) return null;
  const rowsOf = (kind: UploadKind, selected: string) => sql`SELECT ${text(selected)} FROM (${terminals}) AS near
    ${join} ${tableOf[kind]} AS sale ${indexedBy(byTerminal[kind])} ON sale.terminal_id = near.terminal_id WHERE sale.tenant_key = ${reach.tenantKey}`;
  for (const kind of uploadKinds) if (yield* first(sql`${rowsOf(kind, '1')} LIMIT 1 OFFSET ${FEW_ROWS}`)) return null;
  const within = andRowWithin(reach);
  return isIn(uploadKinds.map((kind) => sql`${rowsOf(kind, 'sale.match_key')} AND sale.match_key IS NOT NULL${within}`));
}

const firstRow = { Sales: text('match.sale_seq'), Settlement: text('match.record_seq') } as const;
const seqOfItem = text('match_item.number / 2');

/** SQL for whether the row with that number in its table is within reach, and for whether a match has an item of that kind of which a condition holds. */
function testsOf(reach: Reach) {
  const tenant = anyTenant(reach.tenantKey);
  const within = andRowWithin(reach);
  const isWithin = (kind: UploadKind, seq: Sql) =>
    sql`EXISTS (SELECT 1 FROM ${tableOf[kind]} AS sale WHERE sale.tenant_key = ${tenant} AND sale.seq = ${seq}${within} ${oneByOne})`;
  const hasItem = (kind: UploadKind, condition: Sql) =>
    sql`EXISTS (SELECT 1 FROM match_item WHERE match_item.tenant_key = ${tenant} AND match_item.match_key = match.match_key
      AND match_item.number % 2 = ${rowNumber(kind, 0)} AND ${condition} ${oneByOne})`;
  return { isWithin, hasItem };
}

/** Condition: some row of the match is within the limit. */
function partly(reach: Reach): Sql {
  const { isWithin, hasItem } = testsOf(reach);
  const [sale, record] = uploadKinds.map((kind) => isWithin(kind, firstRow[kind]));
  const [saleItem, recordItem] = uploadKinds.map((kind) => hasItem(kind, isWithin(kind, seqOfItem)));
  return sql`(${sale} OR ${record} OR ((match.sales > 1 OR match.records > 1) AND (${saleItem} OR ${recordItem})))`;
}

/** Condition: every row of the match is within the limit. */
export function wholly(reach: Reach): Sql {
  const { isWithin, hasItem } = testsOf(reach);
  const [ofSales, ofRecords] = uploadKinds.map(
    (kind) => sql`(${firstRow[kind]} IS NULL OR ${isWithin(kind, firstRow[kind])})
      AND NOT ${hasItem(kind, sql`NOT ${isWithin(kind, seqOfItem)}`)}`,
  );
  return sql`${ofSales} AND ${ofRecords}`;
}

/** Each side of a match as the user sees it, and the numbers of the rows whose ids are shown. */
interface MatchSides {
  shown: Record<UploadKind, SideShown>;
  numbers: Record<UploadKind, number[]>;
}

/** The sides of each match, with at most `idsMax` ids a side. In a limit, all rows are looked at, because it is told how many are seen. */
function* sidesOf(reach: Reach, matches: readonly KeptMatch[], idsMax: number): Work<MatchSides[]> {
  const { tenantKey, limit } = reach;
  const members = limit === null ? yield* firstMembersOf(tenantKey, matches, idsMax) : yield* membersOf(tenantKey, matches);
  const ids = yield* idsOf(reach, [...members.values()].flat());
  return matches.map((match) => {
    const sides: MatchSides = { shown: { Sales: noneShown(), Settlement: noneShown() }, numbers: { Sales: [], Settlement: [] } };
    for (const number of members.get(match.matchKey) ?? []) {
      const id = ids.get(number);
      if (id === undefined) continue;
      const { kind } = rowOfNumber(number);
      const side = sides.shown[kind];
      side.count += 1;
      if (side.ids.length >= idsMax) continue;
      side.ids.push(id);
      sides.numbers[kind].push(number);
    }
    for (const kind of uploadKinds) {
      const side = sides.shown[kind];
      const every = kind === 'Sales' ? match.sales : match.records;
      if (limit) side.hasHidden = side.count < every;
      else side.count = every;
    }
    return sides;
  });
}

const noneShown = (): SideShown => ({ ids: [], count: 0, hasHidden: false });

/** The part of one side of a match that the user may see. */
interface SideShown {
  /** The first ones. */
  ids: string[];
  count: number;
  hasHidden: boolean;
}

/** Sums are told only where every row of them is seen: a difference would tell the others. */
function shownMatch(match: KeptMatch, sides: Record<UploadKind, SideShown>): Match {
  const { Sales: sales, Settlement: records } = sides;
  const units = (side: SideShown, all: number) => (side.hasHidden ? null : decimalText(BigInt(all)));
  const itemsHidden = sales.hasHidden || records.hasHidden;
  return {
    matchId: idText(match.id),
    kind: match.kind,
    rule: match.rule,
    how: match.how,
    pinned: Boolean(match.pinned),
    day: dayText(match.day),
    currency: match.currency,
    salesCount: sales.count,
    salesAmount: units(sales, match.salesUnits),
    recordsCount: records.count,
    recordsAmount: units(records, match.recordsUnits),
    difference: itemsHidden ? null : decimalText(BigInt(match.recordsUnits - match.salesUnits)),
    matchedAt: match.matchedAt,
    decidedBy: match.decidedBy,
    note: itemsHidden ? null : match.note,
    cause: itemsHidden ? null : match.cause,
    itemsHidden,
    transactionIds: sales.ids,
    recordIds: records.ids,
  };
}
