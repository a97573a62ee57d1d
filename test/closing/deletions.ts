/**
 * What can be taken away from complete months, and what is to be seen of it. Something is visible where a counter, a total, a rhythm or a payout covers
 * it; then it must be named: the terminal, the day, the numbers, the amount, the payout. Written from the design of a close (what each claim is by)
 * and from how the months are made, not from what claims do.
 */
import { dayText } from '../../src/closing/days.js';
import type { ClaimName } from '../../src/contract/claims.js';
import type { CloseContent, ClosingFinding } from '../../src/contract/closes.js';
import { type Booked, holiday, type Months, november, type Sold, type Till, tills } from './months.js';

export interface Deletion {
  what: string;
  left: Months;
  /** Each is enough, where there is one: what names it exactly. */
  named: ((finding: ClosingFinding) => boolean)[];
  /** The claim that would cover it, where nothing does. */
  covers: ClaimName;
}

const tillOf = (terminalId: string) => tills.find((till) => till.terminalId === terminalId) as Till;
const isIn = (day: number) => day >= november.from && day <= november.to;
const money = (cents: number) => (cents / 100).toFixed(2);
const isAt = (finding: ClosingFinding, day: number) => (finding.dayFrom ?? '') <= dayText(day) && dayText(day) <= (finding.dayTo ?? '');
/** Net amount of what is missing from a payout. */
const netOf = (records: readonly Booked[]) => records.reduce((sum, { cents, fee }) => sum + cents - fee, 0);

const differs = (payoutId: string, cents: number) => (finding: ClosingFinding) =>
  finding.code === 'PayoutDiffers' && finding.payoutId === payoutId && finding.amount === money(cents);
const totalDiffers = (terminalId: string, day: number, gone: readonly Sold[]) => (finding: ClosingFinding) =>
  finding.code === 'TotalDiffers' &&
  finding.terminalId === terminalId &&
  finding.dayFrom === dayText(day) &&
  finding.rows === gone.length &&
  finding.amount === money(gone.reduce((sum, { cents }) => sum + cents, 0));
const gap = (terminalId: string, from: number, to: number, day: number) => (finding: ClosingFinding) =>
  finding.code === 'CounterGap' &&
  finding.terminalId === terminalId &&
  finding.counterFrom === from &&
  finding.counterTo === to &&
  isAt(finding, day);
const silent =
  (terminalId: string, from: number, to = from) =>
  (finding: ClosingFinding) =>
    finding.code === 'NoSales' && finding.terminalId === terminalId && finding.dayFrom === dayText(from) && finding.dayTo === dayText(to);
const isOneOf = (gone: ReadonlySet<unknown>) => (row: unknown) => !gone.has(row);

function withoutSales({ sales, records }: Months, gone: readonly Sold[]): Months {
  return { sales: sales.filter(isOneOf(new Set(gone))), records };
}
function withoutRecords({ sales, records }: Months, gone: readonly Booked[]): Months {
  return { sales, records: records.filter(isOneOf(new Set(gone))) };
}

/** Whether other tills with a rhythm sold on the day: else it might be a holiday. */
const isOrdinary = (day: number) => day !== holiday;
/** It sells on all such days, and so much that a day without a sale is no chance. */
const hasRhythm = ({ least }: Till) => least >= 9;

/** What names the numbers that are missing, sold one after another at a till. */
function namedByNumbers(all: readonly Sold[], gone: readonly Sold[]): Deletion['named'] {
  const [first] = gone;
  const last = gone.at(-1);
  if (!first || !last || first.counter === null || last.counter === null) return [];
  const { counts, terminalId } = tillOf(first.terminalId);
  const isLastOfDay = !all.some(
    (sale) => sale.terminalId === terminalId && sale.day === last.day && sale.second > last.second && !gone.includes(sale),
  );
  // A counter that begins anew each day does not tell how far it went.
  if (counts === 'daily' && isLastOfDay) return [];
  return [gap(terminalId, first.counter, last.counter, first.day)];
}

type Pick = <Value>(from: readonly Value[]) => Value;

const kinds: Record<string, (months: Months, pick: Pick) => Deletion | null> = {
  sale(months, pick) {
    const sale = pick(months.sales.filter(({ day }) => isIn(day)));
    const { terminalId, day } = sale;
    // Two in the same second came in an order that nobody knows.
    const left = withoutSales(months, [sale]);
    const isAlone = !left.sales.some((other) => other.terminalId === terminalId && other.day === day);
    const till = tillOf(terminalId);
    return {
      ...{ what: `a sale of ${terminalId} on ${dayText(day)}, number ${sale.counter}`, left, covers: isAlone ? 'Terminals' : 'Counters' },
      named: [...namedByNumbers(months.sales, [sale]), ...(till.handsInTotals ? [totalDiffers(terminalId, day, [sale])] : [])],
    };
  },
  record(months, pick) {
    const record = pick(months.records.filter(({ bookedOn, type, total }) => isIn(bookedOn) && type === 'Sale' && total === null));
    const what = `a line of payout ${record.payoutId}`;
    return { what, left: withoutRecords(months, [record]), named: [differs(record.payoutId, netOf([record]))], covers: 'Payouts' };
  },
  fee(months, pick) {
    const record = pick(months.records.filter(({ bookedOn, type }) => isIn(bookedOn) && type === 'Fee'));
    const what = `the fee of payout ${record.payoutId}`;
    return { what, left: withoutRecords(months, [record]), named: [differs(record.payoutId, netOf([record]))], covers: 'Payouts' };
  },
  payout(months, pick) {
    const record = pick(months.records.filter(({ bookedOn, type }) => isIn(bookedOn) && type === 'Payout'));
    const named = [
      (finding: ClosingFinding) =>
        finding.code === 'Unannounced' && finding.payoutId === record.payoutId && finding.amount === money(record.cents),
    ];
    return { what: `what was paid by ${record.payoutId}`, left: withoutRecords(months, [record]), named, covers: 'Payouts' };
  },
  file(months, pick) {
    const { acquirerId, bookedOn } = pick(months.records.filter((record) => isIn(record.bookedOn)));
    const gone = months.records.filter((record) => record.acquirerId === acquirerId && record.bookedOn === bookedOn);
    const named = (finding: ClosingFinding) =>
      finding.code === 'NoFile' &&
      finding.acquirerId === acquirerId &&
      finding.dayFrom === dayText(bookedOn) &&
      finding.dayTo === dayText(bookedOn);
    return {
      what: `the file of ${acquirerId} of ${dayText(bookedOn)}`,
      left: withoutRecords(months, gone),
      named: [named],
      covers: 'Files',
    };
  },
  batch(months, pick) {
    const record = pick(months.records.filter(({ total }) => total !== null && isIn(total.day) && isIn(total.day + 7)));
    const { terminalId = '', day = 0 } = record.total ?? {};
    const named = (finding: ClosingFinding) =>
      finding.code === 'NoTotal' && finding.terminalId === terminalId && finding.dayFrom === dayText(day);
    return {
      what: `the batch of ${terminalId} of ${dayText(day)}`,
      left: withoutRecords(months, [record]),
      named: [named],
      covers: 'Totals',
    };
  },
  tillDay(months, pick) {
    const { terminalId, day } = pick(months.sales.filter((sale) => isIn(sale.day)));
    const gone = months.sales.filter((sale) => sale.terminalId === terminalId && sale.day === day);
    const till = tillOf(terminalId);
    const named = [
      ...namedByNumbers(months.sales, gone),
      ...(till.handsInTotals ? [totalDiffers(terminalId, day, gone)] : []),
      ...(hasRhythm(till) && isOrdinary(day) && months.sales.some((sale) => sale.day === day && sale.terminalId !== terminalId)
        ? [silent(terminalId, day)]
        : []),
    ];
    return { what: `the day ${dayText(day)} of ${terminalId}`, left: withoutSales(months, gone), named, covers: 'Terminals' };
  },
  day(months, pick) {
    const { day } = pick(months.sales.filter((sale) => isIn(sale.day)));
    const gone = months.sales.filter((sale) => sale.day === day);
    const named = tills.flatMap(({ terminalId, handsInTotals }) => {
      const ofTill = gone.filter((sale) => sale.terminalId === terminalId);
      if (ofTill.length === 0) return [];
      return [...namedByNumbers(months.sales, ofTill), ...(handsInTotals ? [totalDiffers(terminalId, day, ofTill)] : [])];
    });
    return { what: `the whole day ${dayText(day)}`, left: withoutSales(months, gone), named, covers: 'Terminals' };
  },
  terminal(months, pick) {
    const { terminalId } = pick(months.sales.filter((sale) => isIn(sale.day)));
    const gone = months.sales.filter((sale) => sale.terminalId === terminalId && isIn(sale.day));
    const till = tillOf(terminalId);
    const open = [...new Set(gone.map(({ day }) => day))];
    const [first = 0, last = 0] = [open[0], open.at(-1)];
    return {
      ...{ what: `the month of ${terminalId}`, left: withoutSales(months, gone), covers: 'Terminals' },
      named: hasRhythm(till) ? [silent(terminalId, first, last)] : [],
    };
  },
};

export function deletionOf(months: Months, random: () => number): Deletion & { kind: string } {
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as never;
  for (;;) {
    const kind = pick(Object.keys(kinds));
    const deletion = kinds[kind]?.(months, pick);
    if (deletion) return { kind, ...deletion };
  }
}

/** `named`: said exactly; `notProvable`: the claim that would cover it does not say that it holds; else it was kept silent about, or named wrongly. */
export function judge({ named, covers }: Deletion, close: CloseContent): 'named' | 'notProvable' | 'silent' {
  const findings = close.claims.flatMap((claim) => claim.findings);
  if (named.some((is) => findings.some((finding) => finding.state === 'Broken' && is(finding)))) return 'named';
  const claim = close.claims.find((one) => one.claim === covers);
  return claim !== undefined && claim.state !== 'Proved' && close.state !== 'Proved' ? 'notProvable' : 'silent';
}
