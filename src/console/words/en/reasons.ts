/** Parameters of the reason why a row is open as sentences, by the codes of the API; null where the reason says all. */
import type { MissingPart, ReasonParameters } from '../../../contract/open-reasons.js';
import { dayText, moneyText } from '../../format.js';
import { countedRecords, countedTransactions, many } from './counts.js';

const files = (acquirerId: string | null) => (acquirerId === null ? 'settlement files' : `files of ${acquirerId}`);

function missingText({ acquirerId, terminalId, day }: MissingPart): string {
  if (terminalId !== null) {
    return day === null
      ? `No settlement file has ever had terminal ${terminalId}.`
      : `The ${files(acquirerId)} have nothing of terminal ${terminalId} on ${dayText(day)}.`;
  }
  const file = acquirerId === null ? 'settlement file' : `file of ${acquirerId}`;
  return day === null ? `No ${file} has ever come.` : `The ${file} of ${dayText(day)} has not come.`;
}

/** Rows of which no more were counted are more than 20. */
const openRecords = (rows: number) =>
  `${rows > 20 ? 'more than ' : ''}${many(Math.min(rows, 20), 'open settlement record', 'open settlement records')}`;

export const reasons = {
  Waiting: ({ acquirerId, toDay, dueDay, missing }: ReasonParameters['Waiting']): string =>
    missing ? missingText(missing) : `The ${files(acquirerId)} reach ${dayText(toDay)}. It is due on ${dayText(dueDay)}.`,
  NotCovered: ({ terminalId, fromDay, missing }: ReasonParameters['NotCovered']): string | null => {
    if (missing) return missingText(missing);
    if (fromDay !== null) return `The settlement files begin on ${dayText(fromDay)}, after it.`;
    return terminalId === null ? null : `Its terminal: ${terminalId}.`;
  },
  NotSettled: ({ acquirerId, dueDay }: ReasonParameters['NotSettled']): string =>
    `The ${files(acquirerId)} go beyond ${dayText(dueDay)}, when it was due.`,
  AmountAlone: ({ rows }: ReasonParameters['AmountAlone']): string => `The amount stands in ${openRecords(rows)}.`,
  Nearby: ({ rows, within, equal }: ReasonParameters['Nearby']): string =>
    `Of the same ${within === 'Day' ? 'day' : 'minutes'}: ${openRecords(rows)}${equal === 0 ? '' : `; of the same amount: ${openRecords(equal)}`}.`,
  Proposed: ({ rule, rows }: ReasonParameters['Proposed']): string => `By the rule ${rule}, with ${countedRecords(rows)}.`,
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
  NoFile: (part: MissingPart): string => missingText(part),
  NoSales: ({ terminalId, day }: MissingPart): string =>
    day === null
      ? `Terminal ${terminalId ?? '?'} has never sent a sale.`
      : `Terminal ${terminalId ?? '?'} has sent no sale of ${dayText(day)}.`,
  PayoutDiffers: ({ paid, net }: { paid: string; net: string }): string =>
    `Paid were ${moneyText(paid, null)}, and the lines come to ${moneyText(net, null)}.`,
};
