/** The columns of the list of exceptions, and the sentence about each. */
import type { ExceptionReasonName } from '../../../contract/exception-reasons.js';
import type { ListedException } from '../../../contract/exceptions.js';
import { daysText, dayText, moneyText } from '../../format.js';
import { reasonDetail } from '../../parts/reason.js';
import type { ListColumn } from '../../parts/table-rows.js';
import { reasonTone, type TonedWord } from '../../parts/texts.js';
import { words } from '../../words.js';
import { today } from '../../zone.js';

const text = words.exceptions;

/** What a person can do about each reason, in the order of the list. */
export const todoOf: Record<ExceptionReasonName, keyof typeof text.todo> = {
  ...({
    VoidPaid: 'refund',
    SettledTwice: 'refund',
    PostedTwice: 'refund',
    Chargeback: 'answer',
    NotSettled: 'ask',
    NoFile: 'file',
    NoSales: 'sales',
  } as const),
  ...({ AmountDiffers: 'match', CurrencyDiffers: 'match', FieldDiffers: 'match', Unbalanced: 'match', PayoutDiffers: 'payout' } as const),
  ...({ Proposed: 'approve', NoSale: 'sale', Ambiguous: 'match', Nearby: 'match', AmountAlone: 'match', NotCovered: 'file' } as const),
  Incomplete: 'complete',
};

export function reasonWord({ reason }: ListedException): TonedWord {
  return { text: words.states.reasons[reason] ?? reason, tone: reasonTone(reason) };
}

export function sentenceOf({ side, reason, parameters, rows }: ListedException): string {
  const waiting = rows > 1 ? text.waiting(words.transactions.counted(rows)) : null;
  return [reasonDetail(side, reason, parameters), waiting, text.todo[todoOf[reason]]].filter(Boolean).join(' ');
}

export function amountsText(amounts: ListedException['amounts']): string {
  return amounts.map(({ currency, amount }) => `${moneyText(amount, currency)} ${currency ?? words.noCurrency}`).join(', ');
}

const MS_PER_DAY = 86_400_000;
const ageDays = (day: string) => Math.max(0, Math.round((Date.parse(today()) - Date.parse(day)) / MS_PER_DAY));

export const columns: readonly ListColumn<ListedException>[] = [
  { key: 'day', title: words.day, rem: 7, cell: ({ day }) => day && dayText(day) },
  { key: 'what', title: text.what, rem: 9.5, isPlain: true, cell: reasonWord },
  { key: 'amount', title: words.fields.amount, rem: 8, numeric: true, cell: ({ amounts }) => amountsText(amounts) },
  { key: 'age', title: text.age, rem: 5.5, cell: ({ day }) => day && daysText(ageDays(day)) },
  {
    key: 'about',
    title: text.about,
    rem: 7,
    cell: ({ terminalId, acquirerId, payoutId }) => [terminalId, acquirerId, payoutId].filter(Boolean).join(' · '),
  },
  { key: 'why', title: text.why, rem: 20, isLong: true, cell: sentenceOf },
];
