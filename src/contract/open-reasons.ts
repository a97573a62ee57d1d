/** Why a row is in no match: a code and what its sentence names. Sentences are made where they are read. */
import { z } from 'zod';
import { accountShown } from './account-shown.js';
import { own } from './own-names.js';

const day = z.string().meta({ format: 'date' });
const text = z.string();

/** A file or a till's day that has not come, for which rows wait. */
export const MissingPart = z.object({
  code: z.enum(['NoFile', 'NoSales']),
  acquirerId: text.nullable(),
  merchantId: text.nullable(),
  terminalId: text.nullable(),
  day: day.nullable().meta({ description: 'Null: nothing has ever come' }),
});
export type MissingPart = z.infer<typeof MissingPart>;

/** The parameters of each code. Rows are named by their place among those that the reason is about. */
export interface ReasonParameters {
  Waiting: {
    side: 'Sale' | 'Record';
    acquirerId: string | null;
    terminalId: string | null;
    toDay: string;
    dueDay: string;
    missing: MissingPart | null;
  };
  NotCovered: { terminalId: string | null; fromDay: string | null; missing: MissingPart | null };
  NotSettled: { acquirerId: string | null; dueDay: string };
  NoSale: { terminalId: string | null; dueDay: string };
  AmountAlone: { rows: number };
  Nearby: { rows: number; within: 'Moment' | 'Day'; equal: number };
  Proposed: { rule: string; rows: number };
  Ambiguous: { sales: number; records: number };
  AmountDiffers: { ours: string; theirs: string };
  CurrencyDiffers: { ours: string; theirs: string };
  FieldDiffers: { field: string; ours: string; theirs: string };
  Unbalanced: { sales: number; records: number; sold: string; settled: string };
  SettledTwice: { ours: string | null; theirs: string | null };
  PostedTwice: Record<never, never>;
  VoidPaid: Record<never, never>;
  Cash: Record<never, never>;
  Incomplete: Record<never, never>;
}
export type OpenReasonCode = keyof ReasonParameters;

export type RowReason = { [Code in OpenReasonCode]: { code: Code; parameters: ReasonParameters[Code] } }[OpenReasonCode];

/** What a person reads. `others`: the rows that it is about, the best first, as `sale 0197…`. */
export function reasonSentence({ code, parameters }: RowReason, others: readonly string[]): string {
  const sentence = sentences[code] as (parameters: unknown, others: readonly string[]) => string;
  return sentence(parameters, others);
}

const files = (acquirerId: string | null) => (acquirerId === null ? 'settlement files' : `files of ${acquirerId}`);
const sales = (terminalId: string | null) => (terminalId === null ? 'sales' : `sales of terminal ${terminalId}`);
const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

export function missingSentence(part: MissingPart): string {
  const { code, acquirerId, terminalId, day } = part;
  if (code === 'NoSales') {
    if (day === null) return `There are no ${sales(terminalId)}.`;
    return `${terminalId === null ? 'The till' : `Terminal ${terminalId}`} has sent no sale of ${day}.`;
  }
  if (terminalId !== null) {
    return day === null
      ? `No settlement file has ever had terminal ${terminalId}.`
      : `The ${files(acquirerId)} have nothing of terminal ${terminalId} on ${day}.`;
  }
  const account = accountShown(part);
  return `The ${account === '' ? 'settlement file' : `file of ${account}`} of ${day} has not come.`;
}

const sentences: { [Code in OpenReasonCode]: (parameters: ReasonParameters[Code], others: readonly string[]) => string } = {
  Waiting: ({ side, acquirerId, terminalId, toDay, dueDay, missing }) => {
    if (missing !== null) return `Not due: ${lower(missingSentence(missing))}`;
    return side === 'Sale'
      ? `No record yet: the ${files(acquirerId)} reach ${toDay}, and it is due on ${dueDay}.`
      : `No sale yet: the ${sales(terminalId)} reach ${toDay}, and this record is due on ${dueDay}.`;
  },
  NotCovered: ({ terminalId, fromDay, missing }) => {
    if (missing !== null) return missingSentence(missing);
    if (fromDay !== null) return `Before everything that came: the other side begins on ${fromDay}.`;
    return `No settlement file has ever covered ${terminalId ? `terminal ${terminalId}` : 'this sale'}.`;
  },
  NotSettled: ({ acquirerId, dueDay }) => `The ${files(acquirerId)} go beyond ${dueDay}, when it was due, and none has it.`,
  NoSale: ({ terminalId, dueDay }) => `The ${sales(terminalId)} go beyond ${dueDay}, when this record was due, and none is this payment.`,
  AmountAlone: ({ rows }, [other]) =>
    rows === 1
      ? `${capital(other ?? 'A row')} is open and has the same amount: nothing proves that it is this payment.`
      : `${capital(crowd(rows))} open rows have the same amount: nothing proves which is this payment.`,
  Nearby: ({ rows, within, equal }, [other]) => {
    const one = rows === 1 ? (other ?? 'another row') : `one or more of ${crowd(rows)} rows`;
    const more = equal === 0 ? '' : `, or ${equal === 1 ? 'one' : `one of ${crowd(equal)}`} of the same amount`;
    return `It may be ${one}, open and of the same ${within === 'Day' ? 'day' : 'minutes'}${more}: nothing proves it.`;
  },
  Proposed: ({ rule, rows }, [other]) =>
    rows === 0
      ? 'Somebody set it aside before its file was corrected: probably it is to be so again.'
      : `Probably ${other ?? 'other rows'}${rows > 1 ? ` and ${rows - 1} more` : ''}, by ${rule}: ${rule === 'number-alone' ? 'numbers like it may recur, and too little else agrees; ' : ''}somebody should look.`,
  Ambiguous: ({ sales, records }) => `${counted(sales, 'sale')} and ${counted(records, 'record')} fit equally well; nothing tells which.`,
  AmountDiffers: ({ ours, theirs }, [other]) => `${capital(other ?? 'A row')} has the same number, and ${theirs} instead of ${ours}.`,
  CurrencyDiffers: ({ ours, theirs }, [other]) => `${capital(other ?? 'A row')} has the same number, in ${theirs} instead of ${ours}.`,
  FieldDiffers: ({ field, ours, theirs }, [other]) =>
    `${capital(other ?? 'A row')} has the same number, but ${own(fieldWords, field) ?? field} ${theirs} instead of ${ours}.`,
  Unbalanced: ({ sales, records, sold, settled }) =>
    `${counted(sales, 'sale')} and ${counted(records, 'record')} belong together, and come to ${sold} and ${settled}.`,
  SettledTwice: ({ ours, theirs }, [other]) =>
    `The same payment is settled twice: by ${other ?? 'another record'} of ${theirs ?? 'no payout'}, and by this record of ${ours ?? 'no payout'}.`,
  PostedTwice: (_, [other]) => `The same payment is in the till twice: ${other ?? 'another sale'} has its record.`,
  VoidPaid: (_, [other]) =>
    `It voids ${other ?? 'a sale'}, which the acquirer has paid and not taken back: the customer is owed the money.`,
  Cash: () => 'Paid in cash: no settlement record is expected.',
  Incomplete: () => 'No amount, no currency or no date that can be compared.',
};

/** Rows of which no more were counted. */
const crowd = (rows: number) => (rows > 20 ? 'more than 20' : String(rows));
const lower = (words: string) => words.slice(0, 1).toLowerCase() + words.slice(1);

/** What people call the fields that matching compares. */
export const fieldWords: Readonly<Record<string, string>> = {
  transactionReference: 'reference',
  orderId: 'order',
  terminalId: 'terminal',
  locationId: 'location',
  acquirerId: 'acquirer',
  brandId: 'brand',
  cardNumberMasked: 'card',
  authorisationCode: 'authorisation',
  transactionSequenceCounter: 'counter',
  currency: 'currency',
  forbidden: 'kept apart by a person:',
};

/** The same where rows that it is about must not be named. */
export function reasonInGeneral(code: string): string {
  return Object.hasOwn(general, code) ? (general[code as OpenReasonCode] as string) : 'Nothing that can be shown here was found.';
}

const general: Record<OpenReasonCode, string> = {
  Waiting: 'Its counterpart may still come.',
  NotCovered: 'No settlement file has ever covered it.',
  NotSettled: 'The settlement files have gone beyond it, and none has it.',
  NoSale: 'The sales have gone beyond it, and none is this payment.',
  AmountAlone: 'An open row has the same amount, and nothing proves that it is this payment.',
  Nearby: 'An open row of the same minutes or day may be this payment, and nothing proves it.',
  Proposed: 'There is a probable counterpart.',
  Ambiguous: 'Several rows fit equally well; nothing tells which.',
  AmountDiffers: 'A row with the same number has another amount.',
  CurrencyDiffers: 'A row with the same number has another currency.',
  FieldDiffers: 'A row with the same number contradicts it.',
  Unbalanced: 'Rows that belong together do not add up.',
  SettledTwice: 'It came twice.',
  PostedTwice: 'It came twice.',
  VoidPaid: 'It voids a sale that the acquirer has paid and not taken back: the customer is owed the money.',
  Cash: 'Paid in cash: no settlement record is expected.',
  Incomplete: 'No amount, no currency or no date that can be compared.',
};

export const openReasonCodes = Object.keys(general) as [OpenReasonCode, ...OpenReasonCode[]];
