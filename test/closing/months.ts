/**
 * A merchant's months, complete to the last row, from a seed: tills of three rhythms (daily, closed on Sundays, seasonal) and one that sells little;
 * an acquirer that pays daily and one that pays weekly. November is closed; the months before it are there to learn from, and some days behind it.
 */
export interface Sold {
  terminalId: string;
  day: number;
  /** Within the day, ascending. */
  second: number;
  cents: number;
  counter: number | null;
}

export interface Booked {
  type: 'Sale' | 'Fee' | 'Payout' | 'TillTotal';
  /** Empty for a total of the till itself, as is the payout. */
  acquirerId: string;
  payoutId: string;
  bookedOn: number;
  /** Day of the payment; null for what is none. */
  paidOn: number | null;
  cents: number;
  fee: number;
  /** A total of a terminal and its day. */
  total: { terminalId: string; day: number; count: number } | null;
}

export interface Months {
  sales: readonly Sold[];
  records: readonly Booked[];
}

const DAY_MS = 86_400_000;
export const dayOf = (date: string) => Date.parse(date) / DAY_MS;
export const november = { from: dayOf('2026-11-01'), to: dayOf('2026-11-30') };
/** Days of the months before November, and some behind it. */
const autumn = { from: dayOf('2026-08-03'), to: dayOf('2026-12-03') };
/** Everything is closed. */
export const holiday = dayOf('2026-11-11');
/** 0 is a Sunday. */
export const weekdayOf = (day: number) => (day + 4) % 7;

export interface Till {
  terminalId: string;
  acquirerId: 'DAILY' | 'WEEKLY';
  counts: 'lasting' | 'daily' | 'never';
  handsInTotals: boolean;
  most: number;
  least: number;
  isOpen(day: number): boolean;
}

const isWorkday = (day: number) => weekdayOf(day) !== 0 && day !== holiday;
const isSeason = (day: number) => day >= dayOf('2026-09-10') && day <= dayOf('2026-12-19') && day !== holiday;

export const tills: readonly Till[] = [
  ...['D-1', 'D-2', 'D-3'].map((terminalId): Till => {
    const isOpen = (day: number) => day !== holiday;
    return { terminalId, acquirerId: 'DAILY', counts: 'lasting', handsInTotals: false, least: 14, most: 30, isOpen };
  }),
  ...['S-1', 'S-2'].map(
    (terminalId): Till => ({
      terminalId,
      acquirerId: 'WEEKLY',
      counts: 'daily',
      handsInTotals: true,
      least: 10,
      most: 22,
      isOpen: isWorkday,
    }),
  ),
  { terminalId: 'S-3', acquirerId: 'DAILY', counts: 'daily', handsInTotals: false, least: 10, most: 22, isOpen: isWorkday },
  { terminalId: 'S-4', acquirerId: 'WEEKLY', counts: 'never', handsInTotals: false, least: 10, most: 22, isOpen: isWorkday },
  { terminalId: 'A-1', acquirerId: 'DAILY', counts: 'never', handsInTotals: false, least: 9, most: 25, isOpen: isSeason },
  { terminalId: 'L-1', acquirerId: 'WEEKLY', counts: 'never', handsInTotals: false, least: 0, most: 3, isOpen: isWorkday },
];

/** Numbers from a seed, each at least 0 and below 1. */
export function chance(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** DAILY books on the next day that is none of a weekend; WEEKLY on the Wednesday after. */
function bookingOf({ acquirerId }: Till, day: number): number {
  let booked = day + 1;
  while (acquirerId === 'DAILY' ? [0, 6].includes(weekdayOf(booked)) : weekdayOf(booked) !== 3) booked++;
  return booked;
}

export function monthsOf(seed: number, days = autumn): Months {
  const random = chance(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const sales: Sold[] = [];
  const records: Booked[] = [];
  const payoutIdOf = (acquirerId: string, bookedOn: number) => `${acquirerId}-${bookedOn}`;
  for (const till of tills) {
    const { terminalId, acquirerId, counts, handsInTotals, least, most } = till;
    // Some of them wrap in these months.
    let counter = between(6_000, 9_990);
    for (let day = days.from; day <= days.to; day++) {
      if (!till.isOpen(day)) continue;
      if (counts === 'daily') counter = 0;
      const seconds = Array.from({ length: between(least, most) }, () => between(28_800, 72_000)).sort((one, other) => one - other);
      const bookedOn = bookingOf(till, day);
      const line = { type: 'Sale' as const, acquirerId, payoutId: payoutIdOf(acquirerId, bookedOn), bookedOn, paidOn: day };
      let [cents, fees] = [0, 0];
      for (const second of seconds) {
        counter = (counter % 9_999) + 1;
        const one = between(150, 9_000);
        const fee = 10 + Math.round(one * 0.013);
        sales.push({ terminalId, day, second, cents: one, counter: counts === 'never' ? null : counter });
        cents += one;
        fees += fee;
        if (!handsInTotals) records.push({ ...line, cents: one, fee, total: null });
      }
      if (handsInTotals && seconds.length > 0)
        records.push({ ...line, cents, fee: fees, total: { terminalId, day, count: seconds.length } });
    }
  }
  const payouts = new Map<string, Booked[]>();
  for (const record of records) {
    const lines = payouts.get(record.payoutId);
    if (lines) lines.push(record);
    else payouts.set(record.payoutId, [record]);
  }
  for (const [payoutId, lines] of payouts) {
    const [{ acquirerId = '', bookedOn = 0 } = {}] = lines;
    const ofPayout = { acquirerId, payoutId, bookedOn, paidOn: null, fee: 0, total: null };
    records.push({ ...ofPayout, type: 'Fee', cents: -between(20, 400) });
    const net = [...lines, records.at(-1) as Booked].reduce((sum, one) => sum + one.cents - one.fee, 0);
    records.push({ ...ofPayout, type: 'Payout', cents: net });
  }
  return { sales, records };
}
