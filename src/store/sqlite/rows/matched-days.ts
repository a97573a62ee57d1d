/** Finds rows by their days: what of them is asked stands in the indexes of dates. */
import type { UploadKind } from '../../../contract/states.js';
import { stateCodes } from '../../codes.js';
import { boundsOf } from '../../match-days.js';
import type { Days } from '../../matching.js';
import { isMatchable } from '../../rows/matchable.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

const dateOfSale = "ifnull(coalesce(substr(sale.eft_transaction_date, 1, 10), sale.business_date), '9999-12-31')";
/** As far as the index tells it: others are left out when they are read. Which of those that are NotApplicable matching has set aside, it does not. */
const salesOf = (days: string) => `SELECT seq FROM "transaction" AS sale INDEXED BY transaction_date
  WHERE tenant_key = ? AND ${days} AND state = ${stateCodes.Processed}`;
const selectSales = salesOf('ticks >= ? AND ticks < ?');
const selectUntimedSales = salesOf(`ticks IS NULL AND ${dateOfSale} >= ? AND ${dateOfSale} < ?`);
const recordsOf = (days: string) => `SELECT seq FROM settlement_record INDEXED BY settlement_record_day WHERE tenant_key = ? AND ${days}`;
const selectRecords = recordsOf('day >= ? AND day < ?');
const selectUndatedRecords = recordsOf('day IS NULL');

/** The numbers of the rows of those days; see MatchSource. */
export function numbersByDays(db: Database, tenantKey: number, kind: UploadKind, days: Days): Float64Array {
  const { fromDay, toDay, fromTicks, toTicks, fromDate, toDate } = boundsOf(days);
  const seqs = (sql: string, ...values: unknown[]) =>
    statement(db, sql)
      .pluck()
      .all(tenantKey, ...values) as number[];
  const [dated, others] =
    kind === 'Sales'
      ? [seqs(selectSales, fromTicks, toTicks), seqs(selectUntimedSales, fromDate, toDate)]
      : [seqs(selectRecords, fromDay, toDay), days.to === Number.POSITIVE_INFINITY ? seqs(selectUndatedRecords) : []];
  const numbers = new Float64Array(dated.length + others.length);
  numbers.set(dated);
  numbers.set(others, dated.length);
  return numbers.sort();
}

export function newestDay(db: Database, tenantKey: number): number | null {
  const sql = `SELECT day FROM settlement_record AS sale INDEXED BY settlement_record_day
    WHERE tenant_key = ? AND day IS NOT NULL AND ${isMatchable.Settlement.texts[0]} ORDER BY day DESC LIMIT 1`;
  return (statement(db, sql).pluck().get(tenantKey) as number | undefined) ?? null;
}

/** Of sales without an instant, all are looked at. */
const selectOldest = [
  `SELECT min(ticks) / 864000000000 - 1 FROM "transaction" INDEXED BY transaction_date
   WHERE tenant_key = ? AND ticks IS NOT NULL`,
  `SELECT min(day) FROM settlement_record INDEXED BY settlement_record_day WHERE tenant_key = ? AND day IS NOT NULL`,
  `SELECT CAST(julianday(min(${dateOfSale})) - 2440587.5 AS INTEGER) FROM "transaction" AS sale INDEXED BY transaction_date
   WHERE tenant_key = ? AND ticks IS NULL`,
];

export function oldestDay(db: Database, tenantKey: number): number | null {
  const days = selectOldest.map((sql) => statement(db, sql).pluck().get(tenantKey) as number | null).filter((day) => day !== null);
  return days.length === 0 ? null : Math.min(...days);
}
