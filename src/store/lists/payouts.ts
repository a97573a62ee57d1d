/**
 * Payouts, as JSON, read anew for each question. Which there are, and their days, is seen in one index; of those on the page the records are
 * added up. Within some units nothing is told of a whole payout: the sums are of the records that are within reach.
 */

import { dayNumber, dayText } from '../../closing/days.js';
import type { Payout, PayoutDetail, PayoutListQuery } from '../../contract/payouts.js';
import { SalesError } from '../../contract/problem.js';
import type { SettlementTypeName } from '../../contract/states.js';
import { andWithin, type Reach } from '../access/scope.js';
import { matchStateCodes, stateCodes } from '../codes.js';
import { rowNumber } from '../matching.js';
import { type LineSums, type PayoutSums, payoutSums } from '../payouts.js';
import { among, anyTenant, dayOfDate, indexedBy, notIndexed } from '../sql/dialect.js';
import { arrays, first, joined, nothing, type Sql, sql, text, type Work } from '../sql/work.js';
import { isPlain, sumOf, units } from './exact-sums.js';
import { idsOf } from './match-told.js';
import { isRowWithId } from './row-by-id.js';

/** What payouts are told apart by. */
type PayoutKey = [payoutId: string, acquirerId: string | null, merchantId: string | null, currency: string | null];
type FoundPayout = [...PayoutKey, day: number | null, firstSeq: number];

const currency = text('coalesce(sale.settlement_currency, sale.currency)');

interface WantedPayouts {
  /** Each begins with AND. */
  conditions: readonly Sql[];
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  /** All where it is absent. */
  page?: { rows: number; offset: number };
}

/** Payouts with a record that counts and is within reach, the latest first. The inner query follows the order of the index. */
function* payoutsFound(reach: Reach, { conditions, dateFrom, dateTo, page }: WantedPayouts): Work<FoundPayout[]> {
  const day = sql`coalesce(${dayOfDate(text('max(payout_date)'))}, max(day))`;
  const [from, to] = [dateFrom, dateTo].map((date) => (date === undefined ? null : dayNumber(date)));
  const bounds = [...(from == null ? [] : [sql` AND ${day} >= ${from}`]), ...(to == null ? [] : [sql` AND ${day} <= ${to}`])];
  return yield* arrays<FoundPayout>(
    sql`SELECT payout_id, acquirer_id, merchant_id, coalesce(settlement_currency, currency), ${day}, min(seq) FROM (
        SELECT sale.payout_id, sale.acquirer_id, sale.merchant_id, sale.settlement_currency, sale.currency,
          max(sale.payout_date) AS payout_date, max(sale.day) AS day, min(sale.seq) AS seq
        FROM settlement_record AS sale ${indexedBy('settlement_record_payout')}
        WHERE sale.tenant_key = ${reach.tenantKey} AND sale.payout_id > '' AND sale.state = ${text(String(stateCodes.Processed))}${joined(conditions)}${andLinesWithin(reach)}
        GROUP BY 1, 2, 3, 4, 5
      ) AS named GROUP BY 1, 2, 3, 4 HAVING true${joined(bounds)}
      ORDER BY 5 DESC NULLS LAST, 6 DESC${page ? sql` LIMIT ${page.rows} OFFSET ${page.offset}` : nothing}`,
  );
}

/** Begins with AND, where there is a limit: what was paid is a figure of the whole payout. */
function andLinesWithin(reach: Reach): Sql {
  return reach.limit ? sql` AND (sale.type IS NULL OR sale.type <> 'Payout')${andWithin(reach)}` : nothing;
}

/** Lines of a group, of one type, that tell the same of fee and net amount. */
export type FoundLines = [
  ...[type: SettlementTypeName, isOther: boolean | number, noFee: boolean | number, noNet: boolean | number, one: number | null],
  records: number,
  // The sums of the amounts, then those of a single record.
  ...(string | number | null)[],
];

/** An amount of a record as it counts. Taking money back is told by the sign, but for a refund, which may be written without one. */
export const signed = (amount: 'amount' | 'net_amount', record = 'sale') =>
  `CASE WHEN ${record}.type = 'Refund' AND ${record}.amount > 0 THEN -abs(${record}.${amount}) ELSE ${record}.${amount} END`;
/** Columns of a line, from `sale`. */
export const lineColumns = text(`sale.seq, sale.fee, ${signed('amount')} AS amount, ${signed('net_amount')} AS net_amount,
  coalesce(sale.type, CASE WHEN sale.amount < 0 THEN 'Refund' ELSE 'Sale' END) AS type,
  coalesce(sale.settlement_currency <> sale.currency, false) AS is_other`);

/** The columns of {@link FoundLines}, from those of lines and `others`, which are amounts, too; the first five are grouped by. */
export function sumsOfLines(others: readonly string[] = []): Sql {
  const amounts = ['amount', 'fee', 'net_amount', ...others];
  return text(`type, is_other, fee IS NULL, net_amount IS NULL, CASE WHEN ${amounts.map(isPlain).join(' AND ')} THEN NULL ELSE seq END, count(*),
    ${[...amounts.map((amount) => sumOf(units(amount))), ...amounts.map((amount) => `min(${amount})`)].join(', ')}`);
}
export const sumsOfLinesGrouped = 5;

export function linesOf([type, isOther, noFee, noNet, one, records, ...amounts]: FoundLines): LineSums {
  const same = { type, isOther, noFee, noNet, records };
  const [sums, ofOne] = [amounts.slice(0, amounts.length / 2), amounts.slice(amounts.length / 2)];
  return one === null ? { ...same, units: sums as (string | null)[] } : { ...same, amounts: ofOne as (number | null)[] };
}

const { Skip } = matchStateCodes;
/** A row counts that was imported and is no duplicate. */
export const isCounted = text(`sale.state = ${stateCodes.Processed} AND (sale.match_state <> ${Skip} OR sale.match_key IS NOT NULL)`);

/** The payouts with their sums, in the same order. */
function* withSums(reach: Reach, payouts: readonly FoundPayout[]): Work<Payout[]> {
  return (yield* withParts(reach, payouts)).map(({ parts, ...payout }) => payout);
}

function* withParts(reach: Reach, payouts: readonly FoundPayout[]): Work<PayoutDetail[]> {
  const payoutIds = [...new Set(payouts.map(([payoutId]) => payoutId))];
  if (payoutIds.length === 0) return [];
  const file = sql`SELECT coalesce(group_key, upload_key) FROM upload
    WHERE upload.tenant_key = ${anyTenant(reach.tenantKey)} AND upload.upload_key = sale.upload_key`;
  const found = yield* arrays<[...PayoutKey, paidOn: string | null, fileKey: number | null, ...FoundLines]>(
    sql`SELECT payout_id, acquirer_id, merchant_id, currency, paid_on, file_key, ${sumsOfLines()}
      FROM (
        SELECT sale.payout_id, sale.acquirer_id, sale.merchant_id, ${currency} AS currency,
          CASE WHEN sale.type = 'Payout' THEN coalesce(sale.payout_date, sale.settlement_date) END AS paid_on, CASE WHEN sale.type = 'Payout' THEN (${file}) END AS file_key,
          ${lineColumns}
        FROM settlement_record AS sale ${indexedBy('settlement_record_payout')}
        WHERE sale.tenant_key = ${reach.tenantKey} AND sale.payout_id ${among(payoutIds)} AND ${isCounted}${andLinesWithin(reach)}
      ) AS line GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`,
  );
  const sums = new Map<string, PayoutSums>(payouts.map((payout) => [nameOf(payout), payoutSums()]));
  for (const [payoutId, acquirerId, merchantId, currency, paidOn, fileKey, ...lines] of found) {
    // Another account may have a payout of the same id.
    sums.get(nameOf([payoutId, acquirerId, merchantId, currency]))?.add(linesOf(lines), { paidOn, fileKey: Number(fileKey) });
  }
  const ids = yield* idsOf(
    reach,
    payouts.map((payout) => rowNumber('Settlement', payout[5])),
  );
  const isWhole = reach.limit === null;
  return payouts.map((payout) => {
    const [payoutId, acquirerId, merchantId, currency, day, firstSeq] = payout;
    const date = day === null ? null : dayText(day);
    const names = { id: ids.get(rowNumber('Settlement', firstSeq)) ?? '', payoutId, acquirerId, merchantId, currency, date };
    return { ...names, ...(sums.get(nameOf(payout)) as PayoutSums).told(isWhole) };
  });
}

/** Tells a payout apart from the others of its tenant. */
const nameOf = ([payoutId, acquirerId, merchantId, currency]: readonly unknown[]) =>
  JSON.stringify([payoutId, acquirerId, merchantId, currency]);
const nameOfPayout = ({ payoutId, acquirerId, merchantId, currency }: Payout) => nameOf([payoutId, acquirerId, merchantId, currency]);

/** Payouts whose records are added up at once, where a status is looked for. */
const AT_ONCE = 100;

/** A PayoutList as JSON. */
export function* listPayouts(reach: Reach, query: PayoutListQuery): Work<string> {
  const { pageSize, pageNumber } = query;
  const items = yield* payoutsOf(reach, query, { rows: pageSize + 1, offset: (pageNumber - 1) * pageSize });
  return JSON.stringify({ items: items.slice(0, pageSize), hasMore: items.length > pageSize });
}

/** Payouts that fit the filters, the latest first. Without all of the tenant, none has a status. */
export function* payoutsOf(
  reach: Reach,
  filters: Omit<PayoutListQuery, 'pageSize' | 'pageNumber'>,
  { rows, offset }: { rows: number; offset: number },
  /** Called for payouts of the asked status alone. */
  isWanted: (payout: Payout) => boolean = () => true,
): Work<Payout[]> {
  const { acquirerId, merchantId, payoutId, currency: paidIn, dateFrom, dateTo, status } = filters;
  const given: [Sql, string | undefined][] = [
    [text('sale.payout_id'), payoutId],
    [text('sale.acquirer_id'), acquirerId],
    [text('sale.merchant_id'), merchantId],
    [currency, paidIn],
  ];
  const conditions = given.flatMap(([column, value]) => (value === undefined ? [] : [sql` AND ${column} = ${value}`]));
  const wanted: WantedPayouts = { conditions, dateFrom, dateTo };
  if (status === undefined) return yield* withSums(reach, yield* payoutsFound(reach, { ...wanted, page: { rows, offset } }));
  if (reach.limit) return [];
  const items: Payout[] = [];
  const found = yield* payoutsFound(reach, wanted);
  for (let at = 0; at < found.length && items.length < offset + rows; at += AT_ONCE) {
    items.push(...(yield* withSums(reach, found.slice(at, at + AT_ONCE))).filter((payout) => payout.status === status && isWanted(payout)));
  }
  return items.slice(offset, offset + rows);
}

/** Numbers of the records that say what was paid, by the names of their payouts. `index` finds those that fit the condition, which begins with AND. */
function* paidRecords(reach: Reach, index: Sql, condition: Sql): Work<Map<string, number>> {
  const found = yield* arrays<[...PayoutKey, seq: number]>(
    sql`SELECT sale.payout_id, sale.acquirer_id, sale.merchant_id, ${currency}, sale.seq FROM settlement_record AS sale ${index}
      WHERE sale.tenant_key = ${anyTenant(reach.tenantKey)} AND sale.type = 'Payout' AND ${isCounted}${condition}`,
  );
  return new Map(found.map(([...payout]) => [nameOf(payout), rowNumber('Settlement', payout[4])]));
}

/** Payouts that differ, but for those about which the acquirer was asked until a day after `today`; each with its record that says what was paid. */
export function* openPayouts(
  reach: Reach,
  { dateFrom, dateTo, today }: Pick<PayoutListQuery, 'dateFrom' | 'dateTo'> & { today: string },
  page: { rows: number; offset: number },
): Work<(Payout & { paidBy: number })[]> {
  const claimed = sql`SELECT number / 2 FROM match_claim WHERE tenant_key = ${anyTenant(reach.tenantKey)} AND number % 2 = 1 AND remind_on > ${today}`;
  const asked = yield* paidRecords(reach, notIndexed, sql` AND sale.payout_id > '' AND sale.seq IN (${claimed})`);
  const payouts = yield* payoutsOf(reach, { status: 'Differs', dateFrom, dateTo }, page, (payout) => !asked.has(nameOfPayout(payout)));
  if (payouts.length === 0) return [];
  const ids = payouts.map(({ payoutId }) => payoutId);
  const paid = yield* paidRecords(
    reach,
    indexedBy('settlement_record_payout'),
    sql` AND sale.payout_id > '' AND sale.payout_id ${among(ids)}`,
  );
  return payouts.flatMap((payout) => {
    const paidBy = paid.get(nameOfPayout(payout));
    return paidBy === undefined ? [] : [{ ...payout, paidBy }];
  });
}

/** A PayoutDetail as JSON. Fails with `notFound` where no record within reach has the id, or it names no payout. */
export function* payoutDetail(reach: Reach, { id }: { id: string }): Work<string> {
  const record = yield* first<{ payoutId: string | null; acquirerId: string | null; merchantId: string | null; currency: string | null }>(
    sql`SELECT sale.payout_id, sale.acquirer_id, sale.merchant_id, ${currency} AS currency FROM settlement_record AS sale
      WHERE ${isRowWithId(reach, 'Settlement', id)}`,
  );
  const is = (column: Sql, value: string | null) => (value === null ? sql` AND ${column} IS NULL` : sql` AND ${column} = ${value}`);
  const conditions = record?.payoutId
    ? [
        is(text('sale.payout_id'), record.payoutId),
        is(text('sale.acquirer_id'), record.acquirerId),
        is(text('sale.merchant_id'), record.merchantId),
        is(currency, record.currency),
      ]
    : null;
  const [payout] = conditions ? yield* withParts(reach, yield* payoutsFound(reach, { conditions })) : [];
  if (!payout) throw new SalesError('notFound', 'There is no such payout.');
  return JSON.stringify(payout satisfies PayoutDetail);
}
