/**
 * Finds a tenant's rows by their days: what of them is asked stands in the indexes of dates. Days are compared as ticks of 100 ns since 1970, as
 * days since 1970 and as dates in texts.
 */

import type { UploadKind } from '../../contract/states.js';
import { stateCodes } from '../codes.js';
import type { Days } from '../matching.js';
import { anyTenant, dayOfDate, indexedBy } from '../sql/dialect.js';
import { column, type Sql, sql, text, type Work } from '../sql/work.js';
import { isMatchable } from './matchable.js';

/** Date of a sale without an instant, as text; null for none. */
const date = text('coalesce(substr(sale.eft_transaction_date, 1, 10), sale.business_date)');
const dateOrLast = sql`coalesce(${date}, ${text("'9999-12-31'")})`;

/** The day, since 1970, of a sale of a table called `sale`; null where it has none. */
export const dayOfSale = sql`coalesce(sale.ticks / 864000000000, ${dayOfDate(date)})`;

/** The rows of a kind, read by their dates. */
function datedRows(tenantKey: number, kind: UploadKind): Sql {
  return kind === 'Sales'
    ? sql`FROM "transaction" AS sale ${indexedBy('transaction_date')} WHERE sale.tenant_key = ${anyTenant(tenantKey)}`
    : sql`FROM settlement_record AS sale ${indexedBy('settlement_record_day')} WHERE sale.tenant_key = ${anyTenant(tenantKey)}`;
}

/** The numbers of the rows of those days; see MatchSource. As far as the indexes tell: others are left out when the rows are read. */
export function* numbersOfDays(tenantKey: number, kind: UploadKind, days: Days): Work<Float64Array> {
  const { fromDay, toDay, fromTicks, toTicks, fromDate, toDate } = boundsOf(days);
  const rows = datedRows(tenantKey, kind);
  const seqs = (which: Sql) => column<number>(sql`SELECT sale.seq ${rows} AND ${which}`);
  const isImported = sql`sale.state = ${text(String(stateCodes.Processed))}`;
  const [dated, others] =
    kind === 'Sales'
      ? [
          yield* seqs(sql`${isImported} AND sale.ticks >= ${fromTicks} AND sale.ticks < ${toTicks}`),
          yield* seqs(sql`${isImported} AND sale.ticks IS NULL AND ${dateOrLast} >= ${fromDate} AND ${dateOrLast} < ${toDate}`),
        ]
      : [
          yield* seqs(sql`sale.day >= ${fromDay} AND sale.day < ${toDay}`),
          days.to === Number.POSITIVE_INFINITY ? yield* seqs(sql`sale.day IS NULL`) : [],
        ];
  const numbers = new Float64Array(dated.length + others.length);
  numbers.set(dated);
  numbers.set(others, dated.length);
  return numbers.sort();
}

/** The newest day of a settlement record; null where none has a day. */
export function* newestDay(tenantKey: number): Work<number | null> {
  const records = datedRows(tenantKey, 'Settlement');
  const isDated = sql`sale.day IS NOT NULL AND ${isMatchable.Settlement}`;
  return (yield* column<number>(sql`SELECT sale.day ${records} AND ${isDated} ORDER BY sale.day DESC LIMIT 1`))[0] ?? null;
}

/** The oldest day of any row; null where none has one. All sales without an instant are looked at. */
export function* oldestDay(tenantKey: number): Work<number | null> {
  const [sales, records] = [datedRows(tenantKey, 'Sales'), datedRows(tenantKey, 'Settlement')];
  const days = [
    ...(yield* column<number | null>(sql`SELECT min(sale.ticks) / 864000000000 - 1 ${sales} AND sale.ticks IS NOT NULL`)),
    ...(yield* column<number | null>(sql`SELECT min(sale.day) ${records} AND sale.day IS NOT NULL`)),
    ...(yield* column<number | null>(sql`SELECT ${dayOfDate(sql`min(${dateOrLast})`)} ${sales} AND sale.ticks IS NULL`)),
  ].filter((day) => day !== null);
  return days.length === 0 ? null : Math.min(...days);
}

const MS_PER_DAY = 86_400_000;
const TICKS_PER_MS = 10_000n;
/** The days of the years 0001 and 9999. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

/** Inclusive and exclusive. A day beyond all that rows can have stands for no bound; then rows without a day are meant, too. */
interface DayBounds {
  fromDay: number;
  toDay: number;
  fromTicks: bigint;
  toTicks: bigint;
  fromDate: string;
  toDate: string;
}

function boundsOf({ from, to }: Days): DayBounds {
  const [fromDay, toDay] = [Math.max(from, FIRST_DAY - 1), Math.min(to, LAST_DAY + 2)];
  const ticks = (day: number) => BigInt(day) * BigInt(MS_PER_DAY) * TICKS_PER_MS;
  return { fromDay, toDay, fromTicks: ticks(fromDay), toTicks: ticks(toDay), fromDate: dateOf(fromDay), toDate: dateOf(toDay) };
}

/** Before or after all dates, where it is no day that a row can have: texts are compared byte by byte. */
function dateOf(day: number): string {
  if (day < FIRST_DAY) return '';
  return day > LAST_DAY ? '~' : new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}
