/** Where the money of one sale is: one sentence, or JSON. */
import type { MatchDetail } from '../../contract/matches.js';
import type { SettlementRecord } from '../../contract/records.js';
import type { TransactionDetail } from '../../contract/transaction.js';
import type { Run } from '../flags/run.js';
import { amountText } from './amount-cells.js';
import { count } from './input-view.js';

/** A sale, and what is known of its money: `paid` where it has its settlement record, else `why` not. */
export type Whereabouts = { sale: TransactionDetail } & ({ why: Unpaid; paid: null } | { why: null; paid: PaidBy });

/** The code of the reason for which it is open, and the sentence. */
interface Unpaid {
  reason: string | null;
  sentence: string;
}

/** Payment of a sale. A payout has its name and its day, and no figure. */
type PaidBy = Pick<MatchDetail, 'salesCount' | 'recordsCount' | 'itemsHidden' | 'records'> & {
  payouts: { payoutId: string; acquirerId: string | null; merchantId: string | null; date: string | null }[];
};

export function showWhere(found: Whereabouts, { output }: Pick<Run, 'output'>): void {
  const { sale, why, paid } = found;
  const sentence = `${soldText(sale)}, ${paid === null ? unpaidText(sale, why) : `and ${paidText(paid)}`}`;
  if (!output.flags.json) {
    output.text(sentence);
    return;
  }
  const { transactionId, transactionMatchState: matchState } = sale;
  output.document({ schema: 'sales.where/1', transactionId, matchState, reason: why?.reason ?? null, sentence, paid });
}

const money = (amount: number | null, currency: string | null) => `${amountText(amount, currency)} ${currency ?? ''}`.trim();
const on = (day: string | null | undefined) => (day ? ` on ${day}` : '');
const list = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

function soldText({ amount, currency, transactionDate, businessDate }: TransactionDetail): string {
  const price = amount === null ? '' : ` ${amount < 0 ? '' : 'for '}${money(Math.abs(amount), currency)}`;
  return `${amount !== null && amount < 0 ? 'Refunded' : 'Sold'}${price}${on(transactionDate?.slice(0, 10) ?? businessDate)}`;
}

function unpaidText({ transactionMatchState }: TransactionDetail, { reason, sentence }: Unpaid): string {
  const told = sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
  if (transactionMatchState !== 'Unmatched') return told;
  return `and ${reason === 'NotSettled' ? 'overdue' : 'not paid'}: ${told}`;
}

const RECORDS_TOLD = 3;

function paidText({ records, recordsCount, salesCount, itemsHidden, payouts }: PaidBy): string {
  if (records.length === 0) return 'paid by settlement records that you may not see.';
  const by = [...new Set(records.flatMap(({ acquirerId }) => acquirerId ?? []))];
  const others = [...(salesCount > 1 ? [count(salesCount - 1, 'other sale')] : []), ...(itemsHidden ? ['rows that you may not see'] : [])];
  const told = records.slice(0, RECORDS_TOLD).map(recordText);
  const more = recordsCount - told.length;
  return [
    `paid${by.length > 0 ? ` by ${list(by)}` : ''}${payoutsText(records, payouts)}`,
    others.length > 0 ? `, together with ${list(others)}` : '',
    `: ${list(more > 0 ? [...told, count(more, 'more record')] : told)}.`,
  ].join('');
}

function payoutsText(records: readonly SettlementRecord[], payouts: PaidBy['payouts']): string {
  const named = payouts.map(({ payoutId, date }) => `${payoutId}${on(date)}`);
  if (named.length > 0) return ` in payout${named.length === 1 ? '' : 's'} ${list(named)}`;
  const [settled] = records.flatMap(({ settlementDate }) => settlementDate ?? []);
  return `${on(settled)}, no payout named`;
}

function recordText({ recordId, amount, currency, fee, netAmount, settlementCurrency }: SettlementRecord): string {
  const paidIn = settlementCurrency ?? currency;
  const parts = [
    money(amount, currency),
    fee === null ? '' : ` with a fee of ${amountText(fee, paidIn)}`,
    netAmount === null ? '' : `, net ${money(netAmount, paidIn)}`,
  ];
  return `${parts.join('')} (record ${recordId})`;
}
