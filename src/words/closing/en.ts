/** The English words about what a close claims and finds. */
import type { ClaimName, ClaimStateName } from '../../contract/claims.js';
import type { ClosingFinding } from '../../contract/closes.js';
import type { LocaleFormat } from '../format.js';
import { findingParts } from './finding-parts.js';

/** `differs` goes on after an amount that was paid too much, or too little. */
export function closingWords(format: LocaleFormat, differs: (isLess: boolean) => string) {
  const { countText, dayText, many } = format;
  const parts = findingParts(format);
  const { sum, size, isLess } = parts;
  const days = (one: ClosingFinding) => parts.days(one, 'on', 'from', 'to');
  const account = (one: ClosingFinding) => parts.account(one, 'an account without a name');
  const whose = (one: ClosingFinding) => (one.terminalId === null ? account(one) : `Terminal ${one.terminalId}`);
  const payout = (one: ClosingFinding) => `Payout ${one.payoutId} of ${account(one)}`;
  const sales = (count: number | null) => many(count ?? 0, 'sale', 'sales');
  const beyond = (isBelow: boolean) => (isBelow ? 'less' : 'more');

  /** Sentences by the codes of the API: what is missing, and why something cannot be proved. */
  const findings: Record<ClosingFinding['code'], (one: ClosingFinding) => string> = {
    CounterGap: (one) => {
      const { terminalId, counterFrom, counterTo, rows } = one;
      const numbers = counterFrom === counterTo ? `number ${counterFrom} is` : `numbers ${counterFrom} to ${counterTo} are`;
      return `Terminal ${terminalId}: ${numbers} missing, ${sales(rows)} ${days(one)}.`;
    },
    TotalDiffers: (one) => {
      const payments = many(Math.abs(one.rows ?? 0), 'payment', 'payments');
      const [more, moreRows] = [beyond(isLess(one)), beyond((one.rows ?? 0) < 0)];
      return `Terminal ${one.terminalId} ${days(one)}: its total has ${size(one)} ${more} than its sales, and ${payments} ${moreRows}.`;
    },
    NoTotal: (one) => `Terminal ${one.terminalId} has handed in no total ${days(one)}.`,
    NoSales: (one) => `${one.terminalId === null ? 'The tills have' : `Terminal ${one.terminalId} has`} sent no sales ${days(one)}.`,
    NoFile: (one) =>
      one.terminalId === null
        ? `The file of ${account(one)} has not come ${days(one)}.`
        : `The file of ${account(one)} has nothing of terminal ${one.terminalId} ${days(one)}.`,
    PayoutDiffers: (one) => `${payout(one)}: ${size(one)} ${differs(isLess(one))}.`,
    Unannounced: (one) => `${payout(one)}: what was paid is missing, which should be ${sum(one)}.`,
    NotItemised: (one) => `${payout(one)}: its lines are missing, ${sum(one)}.`,
    PartsDiffer: ({ currency }) => `What was sold in ${currency ?? 'no currency'} is not what its parts come to.`,
    NotImported: (one) => `${sales(one.rows)} ${days(one)} could not be imported.`,
    Unpaid: (one) => `${sales(one.rows)} ${days(one)}: overdue, or their settlement file has not come.`,
    NoTerminals: () => 'No sale names a terminal.',
    NoCounters: ({ terminalId, rows }) => `Terminal ${terminalId}: ${sales(rows)} without a counter.`,
    CounterNew: ({ terminalId }) => `Terminal ${terminalId}: its counter is known for too few days.`,
    CounterNotDense: ({ terminalId }) => `Terminal ${terminalId}: its counter had gaps in the 30 days before.`,
    CounterRestarted: (one) =>
      one.counterTo === null
        ? `Terminal ${one.terminalId}: its counter begins anew each day, and does not tell how far it went.`
        : `Terminal ${one.terminalId}: its counter went from ${one.counterFrom} to ${one.counterTo}, ${days(one)}.`,
    NoTotals: () => 'No terminal hands in totals.',
    TotalsUnlike: (one) => `Terminal ${one.terminalId} ${days(one)}: its total is another than its sales, as on days before.`,
    NoRhythm: (one) =>
      `${whose(one)}: ${many(one.rows ?? 0, 'day', 'days')} without anything, and nothing that says whether something should have come.`,
    Holiday: (one) => `Nothing came ${days(one)}: a holiday?`,
    NotYet: (one) =>
      one.counterFrom === null
        ? `${whose(one)} may still send what is of ${dayText(one.dayFrom ?? '')} and later.`
        : `Terminal ${one.terminalId}: what came after number ${one.counterFrom} is not known yet.`,
    NoRecords: () => 'No settlement record is booked on these days, or shortly before or after.',
    NoPayouts: () => 'No settlement record names a payout.',
    NoNet: (one) => `${payout(one)}: ${many(one.rows ?? 0, 'line', 'lines')} without a net amount.`,
    NotAnnounced: (one) => `${payout(one)}: nothing says what was paid.`,
    NoLines: (one) => `${payout(one)} has no lines.`,
    WithoutAmount: ({ rows }) => `${sales(rows)} without an amount.`,
    WithoutDate: ({ rows }) => `${sales(rows)} without a date.`,
    Importing: ({ rows }) => `${many(rows ?? 0, 'upload', 'uploads')} still to be imported.`,
    MatchingPending: () => 'Matching has not seen all sales yet.',
    Unsettled: ({ rows }) => `${sales(rows)} not paid yet: not due, or to be looked at.`,
    WithoutSale: ({ rows }) =>
      `${many(rows ?? 0, 'payment', 'payments')} in settlement records without a sale: not sent, or to be looked at.`,
    NotOver: (one) => `The period is not over: ${days(one)}.`,
    PartOfTerminal: ({ terminalId }) => `Terminal ${terminalId}: not all of its sales are of your units.`,
  };

  return {
    claims: {
      Counters: 'Counters have no gap',
      Totals: 'Totals of terminals are right',
      Terminals: 'Terminals have sales',
      Files: 'Settlement files are there',
      Payouts: 'Payouts add up',
      Parts: 'Parts come to what was sold',
      Pending: 'Nothing is pending',
    } satisfies Record<ClaimName, string>,

    /** How a claim stands, within a sentence. */
    states: { Proved: 'proved', NotProvable: 'not provable', Broken: 'broken' } satisfies Record<ClaimStateName, string>,

    approved: (day: string, by: string, number: number, changes: string) => `Approved on ${day} by ${by} (statement ${number}): ${changes}`,
    unchanged: 'nothing changed since',
    /** Null where the claim was not made. */
    changed: (claim: string, before: string | null, now: string | null) =>
      `${claim}: ${before === now ? `still ${now}, for another reason` : `${before ?? 'not claimed'} then, ${now ?? 'not claimed'} now`}`,

    findings,

    /** Findings that are counted, not told. */
    more: (count: number) => `and ${countText(count)} more`,
    moreAlike: (count: number) => `And ${countText(count)} more of this kind.`,
  };
}

export type ClosingWords = ReturnType<typeof closingWords>;
