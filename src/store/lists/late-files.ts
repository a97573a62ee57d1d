/**
 * Files behind the last one of their account that should have come by now, as those of the weeks before did. Matching knows no clock, so to it the
 * sales of these files are not due; here they are found as a close finds them, where sales have waited for some days.
 */
import { dayNumber, dayText, RHYTHM_DAYS } from '../../closing/days.js';
import { accountName, BOOKING_DAYS, type BookedDay, type ClosedDays, namesOf } from '../../closing/facts.js';
import { FILE_DAYS, lateBookings } from '../../closing/files.js';
import { comparableText } from '../../contract/identifier-text.js';
import type { MissingPart } from '../../contract/open-reasons.js';
import { andWithin, type Reach } from '../access/scope.js';
import { matchStateCodes } from '../codes.js';
import { rowNumber } from '../matching.js';
import { among, indexedBy } from '../sql/dialect.js';
import { arrays, perDatabase, type Sql, sql, text, type Work } from '../sql/work.js';
import { isCounted } from './payouts.js';

const { NotApplicable } = matchStateCodes;

/** A file that is late. */
export interface LateFile {
  part: MissingPart;
  /** Days and {@link waitingName} of the sales that it would have. */
  waiting: readonly { day: number; name: string }[];
}

/** Sales of one name wait for the same file, as far as their reasons tell. From `open`. */
const parameter = (name: string) => perDatabase(text(`(open.parameters ->> '${name}')`), text(`(open.parameters::json ->> '${name}')`));
const waitingName = sql`coalesce(${parameter('acquirerId')}, '') || ' ' || ${parameter('toDay')} || ' ' || open.day`;
const isWaiting = text("open.reason = 'Waiting' AND open.missing IS NULL");

/** Whether the sale that `open` is of waits for one of these files. */
export function isLate(late: readonly LateFile[]): Sql {
  return late.length === 0
    ? text('false')
    : sql`${isWaiting} AND ${waitingName} ${among(late.flatMap(({ waiting }) => waiting.map(({ name }) => name)))}`;
}

export function* lateFiles(tenantKey: number, now: Date): Work<LateFile[]> {
  const today = dayNumber(now.toISOString().slice(0, 10));
  const [acquirerId, toDay, dueDay] = ['acquirerId', 'toDay', 'dueDay'].map(parameter) as [Sql, Sql, Sql];
  const found = yield* arrays<[toDay: string, name: string, acquirerId: string | null, day: number, dueDay: string]>(
    sql`SELECT ${toDay}, ${waitingName}, ${acquirerId}, open.day, min(${dueDay}) FROM match_open AS open ${indexedBy('match_open_reason')}
      WHERE open.tenant_key = ${tenantKey} AND ${isWaiting} AND open.day < ${today - FILE_DAYS} AND open.number % 2 = ${rowNumber('Sales', 0)}
        AND ${waitingName} IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2`,
  );
  const late: LateFile[] = [];
  // Where nothing has waited longer than ever, no records are read.
  for (const to of new Set(found.flatMap(([toDay, , , , dueDay]) => (dueDay < dayText(today) ? [toDay] : [])))) {
    const last = dayNumber(to);
    const { booked } = yield* bookedDays({ tenantKey, limit: null }, { from: last, to: last });
    const waiting = found.flatMap(([toDay, name, acquirerId, day, dueDay]) => {
      const isOf = (account: string) => comparableText(namesOf(account).acquirerId ?? '') === (acquirerId ?? '');
      return toDay === to ? [{ name, isOf, last, day, due: dayNumber(dueDay) }] : [];
    });
    for (const { account, day, waiting: sales } of lateBookings(booked, waiting, today))
      late.push({ part: { code: 'NoFile', ...namesOf(account), terminalId: null, day: dayText(day) }, waiting: sales });
  }
  return late;
}

type BookedRecords = [
  ...[acquirerId: string | null, merchantId: string | null, day: string, paidOn: number | null],
  ...[isNoBooking: number | boolean, isTotal: number | boolean],
];

/** Days on which the records of each account were booked, some days after the payments that the index finds them by. A payout is of files before it. */
export function* bookedDays(reach: Reach, { from, to }: ClosedDays) {
  const found = yield* arrays<BookedRecords>(
    sql`SELECT DISTINCT sale.acquirer_id, sale.merchant_id,
        coalesce(sale.settlement_date, sale.payout_date, sale.business_date, substr(sale.transaction_date, 1, 10)),
        CASE WHEN sale.match_state <> ${text(String(NotApplicable))} AND coalesce(sale.transaction_date, sale.business_date) IS NOT NULL THEN sale.day END,
        coalesce(sale.type IN ('TillTotal', 'Payout'), false), sale.transaction_count IS NOT NULL
      FROM settlement_record AS sale ${indexedBy('settlement_record_day')}
      WHERE sale.tenant_key = ${reach.tenantKey} AND sale.day >= ${from - RHYTHM_DAYS - BOOKING_DAYS} AND sale.day <= ${to + BOOKING_DAYS}
        AND ${isCounted}${andWithin(reach)}`,
  );
  // Once each, with a count or without.
  const booked = new Map<string, BookedDay>();
  for (const [acquirerId, merchantId, day, paidOn, isNoBooking] of found) {
    const one = { account: accountName(acquirerId || null, merchantId || null), day: dayNumber(day), paidOn };
    if (!isNoBooking) booked.set(JSON.stringify(one), one);
  }
  return { booked: [...booked.values()], hasTotals: found.some(([, , , , , isTotal]) => isTotal) };
}
