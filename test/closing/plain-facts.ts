/** What the rows of the made-up months come to, counted in plain memory; matching has seen them all, and of a day as many are paid as it has payments. */
import { dayText } from '../../src/closing/days.js';
import { accountName, type ClosingFacts, type DayNumbers, type DayTotals, type SellingDay } from '../../src/closing/facts.js';
import { payoutSums } from '../../src/store/payouts.js';
import type { Booked, Months, Sold } from './months.js';

const decimal = (cents: number) => ({ digits: BigInt(cents), scale: 2 });

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

export function plainFacts({ sales, records: all }: Months, today: number): ClosingFacts {
  const records = all.filter(({ type }) => type !== 'TillTotal');
  const ofDays = [...grouped(sales, ({ terminalId, day }) => `${terminalId} ${day}`).values()];
  const first = (rows: readonly Sold[]) => rows[0] as Sold;
  const cents = (rows: readonly { cents: number }[]) => rows.reduce((sum, row) => sum + row.cents, 0);
  const numbers = ofDays.map((rows): DayNumbers => {
    const { terminalId, day } = first(rows);
    const came = [...new Set(rows.flatMap(({ counter }) => (counter === null ? [] : [counter])))].sort((one, other) => one - other);
    const [low, high] = [came[0] ?? 0, came.at(-1) ?? -1];
    const isWhole = came.length === high - low + 1;
    const numbered = rows.filter(({ counter }) => counter !== null).length;
    return { terminalId, day, sales: rows.length, numbered, low, high, numbers: isWhole ? null : came };
  });
  const selling = ofDays.map((rows): SellingDay => ({ ...first(rows), isBusy: rows.length >= 5 }));
  const totals = new Map<string, DayTotals>();
  const none = { currency: 'EUR', ofAccount: null, ofTill: null, byCard: null, otherwise: null };
  for (const { type, total, cents } of all) {
    if (total === null) continue;
    const { terminalId, day, count } = total;
    const name = `${terminalId} ${day}`;
    const side = type === 'TillTotal' ? 'ofTill' : 'ofAccount';
    totals.set(name, { terminalId, day, ...none, ...totals.get(name), [side]: { sales: count, amount: decimal(cents) } });
  }
  const handingIn = new Set([...totals.values()].map(({ terminalId }) => terminalId));
  for (const rows of ofDays) {
    const { terminalId, day } = first(rows);
    if (!handingIn.has(terminalId)) continue;
    const name = `${terminalId} ${day}`;
    totals.set(name, { terminalId, day, ...none, ...totals.get(name), byCard: { sales: rows.length, amount: decimal(cents(rows)) } });
  }
  const soldOn = grouped(sales, ({ day }) => String(day));
  const payments = grouped(records, ({ paidOn }) => (paidOn === null ? null : String(paidOn)));
  const paymentsOf = (day: number) => (payments.get(String(day)) ?? []).reduce((sum, { total }) => sum + (total?.count ?? 1), 0);
  return {
    isWhole: true,
    today,
    sold: [...grouped(sales, ({ day }) => String(day)).values()].flatMap((rows) => {
      const { day } = first(rows);
      const count = Math.min(rows.length, paymentsOf(day));
      return [
        { part: 'paid', own: rows.slice(0, count) },
        { part: 'overdue', own: rows.slice(count) },
      ]
        .filter(({ own }) => own.length > 0)
        .map(({ part, own }) => ({ day, currency: 'EUR', part, sales: own.length, withoutAmount: 0, amount: decimal(cents(own)) }));
    }),
    withoutSale: [...payments.keys()]
      .map((day) => ({ day: Number(day), rows: paymentsOf(Number(day)) - (soldOn.get(day)?.length ?? 0) }))
      .filter(({ rows }) => rows > 0),
    notImported: [],
    withoutDate: 0,
    numbers,
    selling,
    totals: [...totals.values()],
    booked: [...grouped(records, ({ acquirerId, bookedOn, paidOn }) => `${acquirerId} ${bookedOn} ${paidOn}`).values()].map(([one]) => {
      const { acquirerId, bookedOn, paidOn } = one as Booked;
      return { account: accountName(acquirerId, null), day: bookedOn, paidOn };
    }),
    payouts: [...grouped(records, ({ payoutId }) => payoutId)].map(([payoutId, lines]) => {
      const sums = payoutSums();
      for (const type of ['Sale', 'Fee', 'Payout'] as const) {
        const same = lines.filter((one) => one.type === type);
        if (same.length === 0) continue;
        const isFee = type !== 'Sale';
        const fees = same.reduce((sum, { fee }) => sum + fee, 0);
        const units = [String(cents(same) * 100), isFee ? null : String(fees * 100), null];
        sums.add({ type, isOther: false, noFee: isFee, noNet: true, records: same.length, units });
      }
      const { acquirerId, bookedOn } = lines[0] as Booked;
      const { parts, ...told } = sums.told(true);
      return { id: payoutId, payoutId, acquirerId, merchantId: null, currency: 'EUR', date: dayText(bookedOn), ...told };
    }),
    missing: [],
    partTerminals: new Set(),
    importing: 0,
    matching: 'Current',
  };
}
