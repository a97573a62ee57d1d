/** The English words that pages and the command line have in common. */
import { accountShown } from '../contract/account-shown.js';
import type { MissingPart, ReasonParameters } from '../contract/open-reasons.js';
import { closingWords } from './closing/en.js';
import type { LocaleFormat } from './format.js';

/** What a reason is about, as the API says it. */
interface Sided {
  side: string;
}

export function sharedWords(format: LocaleFormat) {
  const { dayText, many, moneyText } = format;
  const countedTransactions = (count: number) => many(count, 'transaction', 'transactions');
  const countedRecords = (count: number) => many(count, 'settlement record', 'settlement records');
  /** Rows of the other side. */
  const counted = (side: string, rows: number) => (side === 'Sale' ? countedRecords(rows) : countedTransactions(rows));

  const files = (acquirerId: string | null) => (acquirerId === null ? 'settlement files' : `files of ${acquirerId}`);

  const noSalesText = ({ terminalId, day }: MissingPart): string =>
    day === null
      ? `There are no sales of terminal ${terminalId ?? '?'}.`
      : `Terminal ${terminalId ?? '?'} has sent no sale of ${dayText(day)}.`;

  const missingText = (part: MissingPart): string => {
    const { acquirerId, terminalId, day } = part;
    if (part.code === 'NoSales') return noSalesText(part);
    if (terminalId !== null) {
      return day === null
        ? `No settlement file has ever had terminal ${terminalId}.`
        : `The ${files(acquirerId)} have nothing of terminal ${terminalId} on ${dayText(day)}.`;
    }
    const account = accountShown(part);
    const file = account === '' ? 'settlement file' : `file of ${account}`;
    return day === null ? `No ${file} has ever come.` : `The ${file} of ${dayText(day)} has not come.`;
  };

  /** Rows of the other side, of which no more than 20 were counted. */
  const openRows = (side: string, rows: number) => {
    const [one, several] =
      side === 'Sale' ? ['open settlement record', 'open settlement records'] : ['open transaction', 'open transactions'];
    return `${rows > 20 ? 'more than ' : ''}${many(Math.min(rows, 20), one, several)}`;
  };

  const differs = (isLess: boolean): string => (isLess ? 'less was paid than its lines come to' : 'more was paid than its lines come to');

  return {
    countedRows: (count: number) => many(count, 'row', 'rows'),
    countedTransactions,
    countedRecords,

    /** By their names in the API. */
    fields: {
      transactionId: 'Id',
      transactionDate: 'Date',
      eftTransactionDate: 'Terminal date',
      businessDate: 'Business date',
      amount: 'Amount',
      currency: 'Currency',
      transactionState: 'State',
      transactionMatchState: 'Match',
      openReason: 'Why it is open',
      moneyPart: 'Line of Money',
      paidAmount: 'Paid',
      fee: 'Fee',
      payoutId: 'Payout',
      brandId: 'Brand',
      terminalId: 'Terminal',
      locationId: 'Location',
      transactionReference: 'Reference',
      orderId: 'Order',
      cardNumberMasked: 'Card',
      cardLastFour: 'Card, last four',
      transactionTypes: 'Types',
      authorisationCode: 'Authorisation',
      acquirerId: 'Acquirer',
      applicationId: 'Application',
      transactionSequenceCounter: 'Sequence',
      additionalData: 'Additional data',
      uploadId: 'Upload',
    },

    /** Lines of the table of money; `parts` by the names of the API. */
    money: {
      parts: {
        sold: 'Sold by card',
        paid: 'paid',
        notDue: 'not due yet',
        overdue: 'overdue',
        toDecide: 'to decide',
        toCheck: 'to check',
        missingFile: 'settlement file missing',
        notCovered: 'in no settlement file',
        setAside: 'set aside',
        notMatched: 'not matched yet',
        cash: 'Cash and other',
      },
      fees: 'Fees',
      difference: 'Tips and differences',
      takenBack: 'Refunds, chargebacks',
      corrections: 'Other differences of net amounts',
      withoutRecords: 'Paid, records not counted',
      withoutNet: 'Without net in this currency',
      paidOut: 'Paid out',
      inPayouts: (count: number) => `in ${many(count, 'payout', 'payouts')}`,
    },

    payouts: {
      /** What its lines come to, held against what was paid, within a sentence. */
      statuses: {
        Balanced: 'adds up',
        Differs: 'differs',
        Unannounced: 'no payout line',
        NoNet: 'lines without net',
        NotItemised: 'not itemised',
      },
      /** Goes on after an amount. */
      differs,
      ownAlone: 'The sums of your own records: what was paid is told to users of the whole tenant.',
      together: 'Together',
      types: {
        Sale: 'Payments',
        Refund: 'Refunds',
        Reversal: 'Reversals',
        Chargeback: 'Chargebacks',
        ChargebackReversal: 'Chargebacks taken back',
        Fee: 'Fees',
        Adjustment: 'Corrections',
        Reserve: 'Held back',
        Release: 'Released',
        Financing: 'Financing',
        Tax: 'Taxes',
        PayoutReturn: 'Returned payouts',
        Balance: 'Balance carried forward',
        Transfer: 'Transfers',
        Payout: 'Payouts',
        TillTotal: 'Totals of tills',
      },
    },

    closing: closingWords(format, differs),

    /** Why rows are open, by the codes of the API, within a sentence. */
    reasons: {
      Waiting: 'not due yet',
      NotSettled: 'overdue',
      Cash: 'cash',
      Proposed: 'suggestion',
      NotCovered: 'in no settlement file',
      AmountDiffers: 'another amount',
      CurrencyDiffers: 'another currency',
      FieldDiffers: 'contradiction',
      Unbalanced: 'does not add up',
      Ambiguous: 'several fit',
      Nearby: 'maybe paid',
      AmountAlone: 'same amount alone',
      Incomplete: 'incomplete',
      VoidPaid: 'void of a paid sale',
      PostedTwice: 'in the till twice',
      SettledTwice: 'settled twice',
      Chargeback: 'chargeback',
      NoFile: 'file missing',
      NoSales: 'sales missing',
      PayoutDiffers: 'payout differs',
      NoSale: 'no sale',
      Duplicate: 'duplicate',
    },

    /** The same as sentences about a sale. */
    general: {
      Waiting: 'Not matched: its settlement may still come.',
      NotCovered: 'Not matched: no settlement file has ever covered its terminal, brand or acquirer.',
      NotSettled: 'Not matched: the settlement files have gone beyond it, and none holds it.',
      Cash: 'Paid in cash: no settlement is expected.',
      AmountAlone: 'Not matched: a settlement record that is open has the same amount, and nothing proves that it is this payment.',
      Nearby: 'Not matched: an open settlement record of the same minutes or day may be this payment, and nothing proves it.',
      Proposed: 'Not matched: probably a settlement record; somebody should look.',
      Ambiguous: 'Not matched: several settlement records could be it, and nothing tells which.',
      AmountDiffers: 'Not matched: a settlement record has the same identifiers and another amount.',
      CurrencyDiffers: 'Not matched: a settlement record has the same identifiers and another currency.',
      FieldDiffers: 'Not matched: a settlement record has the same identifiers and contradicts it.',
      Unbalanced: 'Not matched: transactions and records that belong together do not add up.',
      VoidPaid: 'Not matched: it voids a sale that was paid. The customer is owed the money.',
      PostedTwice: 'Not matched: its payment is matched already, and came once more.',
      Incomplete: 'Not matched: without an amount, a currency or a date it cannot be compared.',
      Chargeback: 'Taken back by the card holder: answer the acquirer in time.',
    },

    /** What the parameters of a reason tell; null where the reason says all. */
    details: {
      Waiting: ({ side, acquirerId, terminalId, toDay, dueDay, missing }: ReasonParameters['Waiting']): string => {
        if (missing) return missingText(missing);
        return side === 'Sale'
          ? `The ${files(acquirerId)} reach ${dayText(toDay)}. It is due on ${dayText(dueDay)}.`
          : `The sales${terminalId === null ? '' : ` of terminal ${terminalId}`} reach ${dayText(toDay)}. It is due on ${dayText(dueDay)}.`;
      },
      NotCovered: ({ terminalId, fromDay, missing }: ReasonParameters['NotCovered']): string | null => {
        if (missing) return missingText(missing);
        if (fromDay !== null) return `The settlement files begin on ${dayText(fromDay)}, after it.`;
        return terminalId === null ? null : `Its terminal: ${terminalId}.`;
      },
      NotSettled: ({ acquirerId, dueDay }: ReasonParameters['NotSettled']): string =>
        `The ${files(acquirerId)} go beyond ${dayText(dueDay)}, when it was due.`,
      AmountAlone: ({ rows, side }: ReasonParameters['AmountAlone'] & Sided): string => `The amount stands in ${openRows(side, rows)}.`,
      Nearby: ({ rows, within, equal, side }: ReasonParameters['Nearby'] & Sided): string =>
        `Of the same ${within === 'Day' ? 'day' : 'minutes'}: ${openRows(side, rows)}${equal === 0 ? '' : `; of the same amount: ${openRows(side, equal)}`}.`,
      Proposed: ({ rule, rows, side }: ReasonParameters['Proposed'] & Sided): string =>
        rows === 0
          ? `By the rule ${rule}, to be set aside as before its file was corrected.`
          : `By the rule ${rule}, with ${counted(side, rows)}.${rule === 'number-alone' ? ' Numbers like it may recur, and too little else agrees.' : ''}`,
      Ambiguous: ({ sales, records }: ReasonParameters['Ambiguous']): string =>
        `Equally well fit ${countedTransactions(sales)} and ${countedRecords(records)}.`,
      AmountDiffers: ({ ours, theirs }: ReasonParameters['AmountDiffers']): string =>
        `Settled are ${moneyText(theirs, null)} instead of ${moneyText(ours, null)}.`,
      CurrencyDiffers: ({ ours, theirs }: ReasonParameters['CurrencyDiffers']): string => `Settled in ${theirs} instead of ${ours}.`,
      FieldDiffers: ({ ours, theirs }: ReasonParameters['FieldDiffers'], field: string | null): string =>
        field === null ? 'A person keeps them apart.' : `${field}: settled with ${theirs} instead of ${ours}.`,
      Unbalanced: ({ sales, records, sold, settled }: ReasonParameters['Unbalanced']): string =>
        `${countedTransactions(sales)} come to ${moneyText(sold, null)}, ${countedRecords(records)} to ${moneyText(settled, null)}.`,
      NoSale: ({ terminalId, dueDay }: ReasonParameters['NoSale']): string =>
        `The sales${terminalId === null ? '' : ` of terminal ${terminalId}`} go beyond ${dayText(dueDay)}, when it was due.`,
      SettledTwice: ({ ours, theirs }: ReasonParameters['SettledTwice']): string => `In the payouts ${theirs ?? '–'} and ${ours ?? '–'}.`,
      Chargeback: ({ respondBy }: { respondBy?: string | null }): string | null =>
        respondBy ? `Taken back by the card holder: answer the acquirer by ${dayText(respondBy)}.` : null,
      NoFile: (part: MissingPart): string => missingText(part),
      NoSales: (part: MissingPart): string => noSalesText(part),
      PayoutDiffers: ({ paid, net }: { paid: string; net: string }): string =>
        `Paid were ${moneyText(paid, null)}, and the lines come to ${moneyText(net, null)}.`,
    },

    /** Where a reason may not be told to a user of some units. */
    notTold: 'More is not yours to see.',

    /** Behind the sentence about something that has not come. */
    waiting: (rows: string) => `${rows} wait for it.`,
  };
}

export type SharedWords = ReturnType<typeof sharedWords>;
