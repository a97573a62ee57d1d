/** What people call the reasons of exceptions, in tables and, with hyphens, as values of a flag. */
import { type ExceptionReasonName, exceptionReasons } from '../../contract/exception-reasons.js';

export const reasonWords: Readonly<Record<ExceptionReasonName, string>> = {
  SettledTwice: 'settled twice',
  PostedTwice: 'in the till twice',
  Chargeback: 'chargeback',
  NotSettled: 'overdue',
  NoFile: 'missing file',
  NoSales: 'missing sales',
  AmountDiffers: 'other amount',
  CurrencyDiffers: 'other currency',
  FieldDiffers: 'contradiction',
  Unbalanced: 'does not add up',
  PayoutDiffers: 'payout differs',
  Proposed: 'suggestion',
  NoSale: 'no sale',
  Ambiguous: 'ambiguous',
  Nearby: 'nearby',
  AmountAlone: 'same amount alone',
  NotCovered: 'not covered',
  Incomplete: 'incomplete',
};

const nameOf = (reason: ExceptionReasonName) => reasonWords[reason].replaceAll(' ', '-');

export const reasonNames = exceptionReasons.map(nameOf);

/** The reason of that name, or of that code in whatever case. */
export function reasonNamed(text: string): ExceptionReasonName | undefined {
  const typed = text.trim().toLowerCase();
  return exceptionReasons.find((reason) => nameOf(reason) === typed || reason.toLowerCase() === typed);
}
