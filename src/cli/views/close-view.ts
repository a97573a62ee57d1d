/** A close for people and as JSON: what is missing, line by line; then what nobody can know, summed up. */
import type { ClaimName } from '../../contract/claims.js';
import type { Close, ClosingClaim, ClosingFinding } from '../../contract/closes.js';
import type { Run } from '../flags/run.js';
import type { Output } from '../terminal/output.js';
import { groupedAmount } from './amount-cells.js';
import { count } from './input-view.js';

const claimWords: Record<ClaimName, string> = {
  Counters: 'Counters have no gap',
  Totals: 'Totals of terminals are right',
  Terminals: 'Terminals have sales',
  Files: 'Settlement files are there',
  Payouts: 'Payouts add up',
  Parts: 'Parts come to what was sold',
  Pending: 'Nothing is pending',
};
const stateWords = { Proved: 'proved', NotProvable: 'not provable', Broken: 'BROKEN' } as const;
/** More of one kind are counted. */
const SHOWN_MAX = 20;
const NAMED_MAX = 3;

export function showClose(close: Close, run: Pick<Run, 'output'>): void {
  const { output } = run;
  if (output.flags.json) {
    output.document({ schema: 'sales.close/1', close });
    return;
  }
  const { from, to, state, claims, items } = close;
  const ends = {
    Proved: 'complete',
    NotProvable: 'nothing is missing that can be seen, and not everything can be proved',
    Broken: 'NOT COMPLETE',
  }[state];
  output.text(`${from === to ? from : `${from} to ${to}`}: ${ends}`);
  const width = Math.max(...claims.map(({ claim }) => claimWords[claim].length));
  for (const claim of claims) {
    output.text(`${claimWords[claim.claim].padEnd(width)}  ${stateWords[claim.state]}`);
    for (const line of linesOf(claim)) output.text(`  ${line}`);
  }
  for (const item of items) showSold(item, output);
}

function showSold({ currency, sold, paid, overdue }: Close['items'][number], output: Output): void {
  const told = ({ transactions, amount }: typeof sold) => `${transactions.toLocaleString('en')} (${groupedAmount(amount, currency)})`;
  output.text(`Sold by card ${told(sold)} ${currency ?? 'no currency'}, paid ${told(paid)}, overdue ${told(overdue)}`);
  if (overdue.transactions > 0) output.note(`${output.commandLine('exceptions', '--reason', 'overdue')}   shows them`);
}

function linesOf({ findings }: ClosingClaim): string[] {
  const broken = findings.filter(({ state }) => state === 'Broken');
  const lines = broken.slice(0, SHOWN_MAX).map(sentenceOf);
  if (broken.length > SHOWN_MAX) lines.push(`and ${broken.length - SHOWN_MAX} more`);
  const others = new Map<ClosingFinding['code'], ClosingFinding[]>();
  for (const finding of findings)
    if (finding.state === 'NotProvable') others.set(finding.code, [...(others.get(finding.code) ?? []), finding]);
  for (const [, same] of others) lines.push(...summed(same));
  return lines;
}

/** One sentence for all of the same kind, with those that it is about. */
function summed(same: readonly ClosingFinding[]): string[] {
  if (same.length <= NAMED_MAX) return same.map(sentenceOf);
  const [first] = same as [ClosingFinding];
  return [`${sentenceOf(first)} And ${same.length - 1} more of this kind.`];
}

const signed = (amount: string | null) => amount ?? '0.00';
/** `12.50 EUR more`, or less. */
const beyondText = ({ amount, currency }: ClosingFinding) =>
  `${signed(amount).replace('-', '')} ${currency ?? ''} ${amount?.startsWith('-') ? 'less' : 'more'}`;
const daysOf = ({ dayFrom, dayTo }: ClosingFinding) => (dayFrom === dayTo ? `on ${dayFrom}` : `from ${dayFrom} to ${dayTo}`);
const accountOf = ({ acquirerId, merchantId }: ClosingFinding) =>
  [acquirerId, merchantId].filter(Boolean).join(' ') || 'an account without a name';
const whoseOf = (finding: ClosingFinding) => (finding.terminalId === null ? accountOf(finding) : `Terminal ${finding.terminalId}`);
const numbersOf = ({ counterFrom, counterTo }: ClosingFinding) =>
  counterFrom === counterTo ? `number ${counterFrom} is` : `numbers ${counterFrom} to ${counterTo} are`;

const sentences: Record<ClosingFinding['code'], (finding: ClosingFinding) => string> = {
  CounterGap: (one) => `Terminal ${one.terminalId}: ${numbersOf(one)} missing, ${count(one.rows ?? 0, 'sale')} ${daysOf(one)}.`,
  TotalDiffers: (one) =>
    `Terminal ${one.terminalId} ${daysOf(one)}: its total has ${beyondText(one)} than its sales, and ${count(Math.abs(one.rows ?? 0), 'payment')} ${(one.rows ?? 0) < 0 ? 'less' : 'more'}.`,
  NoTotal: (one) => `Terminal ${one.terminalId} has handed in no total ${daysOf(one)}.`,
  NoSales: (one) => `${one.terminalId === null ? 'The tills have' : `Terminal ${one.terminalId} has`} sent no sales ${daysOf(one)}.`,
  NoFile: (one) =>
    one.terminalId === null
      ? `The file of ${accountOf(one)} has not come ${daysOf(one)}.`
      : `The file of ${accountOf(one)} has nothing of terminal ${one.terminalId} ${daysOf(one)}.`,
  PayoutDiffers: (one) => `Payout ${one.payoutId} of ${accountOf(one)}: ${beyondText(one)} was paid than its lines come to.`,
  Unannounced: (one) =>
    `Payout ${one.payoutId} of ${accountOf(one)}: what was paid is missing, which should be ${signed(one.amount)} ${one.currency ?? ''}.`,
  NotItemised: (one) => `Payout ${one.payoutId} of ${accountOf(one)}: its lines are missing, ${signed(one.amount)} ${one.currency ?? ''}.`,
  PartsDiffer: (one) => `What was sold in ${one.currency ?? 'no currency'} is not what its parts come to.`,
  NotImported: (one) => `${count(one.rows ?? 0, 'sale')} ${daysOf(one)} could not be imported.`,
  NoTerminals: () => 'No sale names a terminal.',
  NoCounters: (one) => `Terminal ${one.terminalId}: ${count(one.rows ?? 0, 'sale')} without a counter.`,
  CounterNew: (one) => `Terminal ${one.terminalId}: its counter is known for too few days.`,
  CounterNotDense: (one) => `Terminal ${one.terminalId}: its counter had gaps in the 30 days before.`,
  CounterRestarted: (one) =>
    one.counterTo === null
      ? `Terminal ${one.terminalId}: its counter begins anew each day, and does not tell how far it went.`
      : `Terminal ${one.terminalId}: its counter went from ${one.counterFrom} to ${one.counterTo}, ${daysOf(one)}.`,
  NoTotals: () => 'No terminal hands in totals.',
  TotalsUnlike: (one) => `Terminal ${one.terminalId} ${daysOf(one)}: its total is another than its sales, as on days before.`,
  NoRhythm: (one) =>
    `${whoseOf(one)}: ${count(one.rows ?? 0, 'day')} without anything, and no rhythm that says whether something should have come.`,
  Holiday: (one) => `Nothing came ${daysOf(one)}: a holiday?`,
  NotYet: (one) =>
    one.counterFrom === null
      ? `${whoseOf(one)} may still send what is of ${one.dayFrom} and later.`
      : `Terminal ${one.terminalId}: what came after number ${one.counterFrom} is not known yet.`,
  NoRecords: () => 'There are no settlement records.',
  NoPayouts: () => 'No settlement record names a payout.',
  NoNet: (one) => `Payout ${one.payoutId} of ${accountOf(one)}: ${count(one.rows ?? 0, 'line')} without a net amount.`,
  NotAnnounced: (one) => `Payout ${one.payoutId} of ${accountOf(one)}: nothing says what was paid.`,
  NoLines: (one) => `Payout ${one.payoutId} of ${accountOf(one)} has no lines.`,
  WithoutAmount: (one) => `${count(one.rows ?? 0, 'sale')} without an amount.`,
  WithoutDate: (one) => `${count(one.rows ?? 0, 'sale')} without a date.`,
  Importing: (one) => `${count(one.rows ?? 0, 'upload')} still to be imported.`,
  MatchingPending: () => 'Matching has not seen all sales yet.',
  NotOver: (one) => `The period is not over: ${daysOf(one)}.`,
  PartOfTerminal: (one) => `Terminal ${one.terminalId}: not all of its sales are of your units.`,
};

function sentenceOf(finding: ClosingFinding): string {
  return sentences[finding.code](finding).replaceAll('  ', ' ').replaceAll(' .', '.');
}
