/** Where the money of one sale is: one sentence, or JSON. */
import type { Explanation, MatchDetail } from '../../contract/matches.js';
import type { SettlementRecord } from '../../contract/records.js';
import type { TransactionDetail } from '../../contract/transaction.js';
import type { Run } from '../flags/run.js';
import type { CliWords } from '../words/en.js';
import { loadWords } from '../words/words.js';
import { amountText, groupedAmount } from './amount-cells.js';

/** A sale, and what is known of its money: `paid` where it has its settlement record, else `why` not. */
export type Whereabouts = { sale: TransactionDetail } & ({ why: Unpaid; paid: null } | { why: null; paid: PaidBy });

/** The reason for which it is open, and the server's sentence. */
type Unpaid = Pick<Explanation, 'reason' | 'parameters' | 'sentence'>;

/** Payment of a sale. A payout has its name and its day, and no figure. */
type PaidBy = Pick<MatchDetail, 'salesCount' | 'recordsCount' | 'itemsHidden' | 'records' | 'chargebacks'> & {
  payouts: { payoutId: string; acquirerId: string | null; merchantId: string | null; date: string | null }[];
};

export async function showWhere(found: Whereabouts, { output }: Pick<Run, 'output'>): Promise<void> {
  if (!output.flags.json) {
    output.text(sentenceOf(found, output.words, groupedAmount));
    return;
  }
  const { sale, why, paid } = found;
  const { transactionId, transactionMatchState: matchState } = sale;
  // What programs read is in no language, and its numbers have no groups.
  const sentence = sentenceOf(found, await loadWords('en', 'en'), amountText);
  output.document({ schema: 'sales.where/1', transactionId, matchState, reason: why?.reason ?? null, sentence, paid });
}

type AmountText = typeof groupedAmount;

function sentenceOf({ sale, why, paid }: Whereabouts, words: CliWords, amountText: AmountText): string {
  const { amount, currency, transactionDate, businessDate, transactionMatchState } = sale;
  const { where: text, exceptions, format } = words;
  const day = transactionDate?.slice(0, 'yyyy-MM-dd'.length) ?? businessDate;
  const price = amount === null ? null : moneyOf(Math.abs(amount), currency, words, amountText);
  const sold = text.sold(price, day ? format.dayText(day) : null, amount !== null && amount < 0);
  if (paid !== null) return sold + paidText(paid, words, amountText) + chargebacksText(paid.chargebacks ?? [], words, amountText);
  const told = exceptions.why({ side: 'Sale', rows: 1, ...why });
  return sold + text.unpaid(told, transactionMatchState === 'Unmatched', why.reason === 'NotSettled');
}

const moneyOf = (amount: number | null, currency: string | null, { format }: CliWords, amountText: AmountText) =>
  amount === null ? '' : `${amountText(amount, currency, format)} ${currency ?? ''}`.trim();

/** ` Chargebacks: -20.00 EUR with a fee of 15.00 (record ID).` */
function chargebacksText(chargebacks: readonly SettlementRecord[], words: CliWords, amountText: AmountText): string {
  const types = [...new Set(chargebacks.flatMap(({ type }) => type ?? []))];
  const told = types.map((type) => {
    const ofType = chargebacks.filter((record) => record.type === type).map((record) => recordText(record, words, amountText));
    return ` ${words.shared.payouts.types[type]}: ${words.format.listText(ofType)}.`;
  });
  return told.join('');
}

function recordText(record: SettlementRecord, words: CliWords, amountText: AmountText): string {
  const { recordId, amount, currency, fee, netAmount, settlementCurrency } = record;
  const paidIn = settlementCurrency ?? currency;
  const net = netAmount === null ? null : moneyOf(netAmount, paidIn, words, amountText);
  const ofFee = fee === null ? null : amountText(fee, paidIn, words.format);
  return words.where.record(recordId, moneyOf(amount, currency, words, amountText), ofFee, net);
}

const RECORDS_TOLD = 3;

function paidText({ records, recordsCount, salesCount, itemsHidden, payouts }: PaidBy, words: CliWords, amountText: AmountText): string {
  const { where: text, format } = words;
  const { dayText, listText } = format;
  if (records.length === 0) return text.hidden;
  const told = records.slice(0, RECORDS_TOLD).map((record) => recordText(record, words, amountText));
  const more = recordsCount - told.length;
  const settledOn = records.find(({ settlementDate }) => settlementDate)?.settlementDate;
  const acquirers = [...new Set(records.flatMap(({ acquirerId }) => acquirerId ?? []))];
  const named = payouts.map(({ payoutId, date }) => (date ? text.payout(payoutId, dayText(date)) : payoutId));
  const others = [...(salesCount > 1 ? [text.otherSales(salesCount - 1)] : []), ...(itemsHidden ? [text.hiddenRows] : [])];
  const how = [
    acquirers.length > 0 ? text.by(listText(acquirers)) : '',
    named.length > 0 ? text.inPayouts(listText(named), named.length > 1) : text.withoutPayout(settledOn ? dayText(settledOn) : null),
    others.length > 0 ? text.with(listText(others)) : '',
  ];
  return text.paid(how.join(''), listText(more > 0 ? [...told, text.moreRecords(more)] : told));
}
