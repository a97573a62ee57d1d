/** What the reasons why rows are open are called in English: with hyphens, values of a flag. */
import type { ExceptionReasonName } from '../../contract/exception-reasons.js';

export const reasonWords: Readonly<Record<ExceptionReasonName, string>> = {
  VoidPaid: 'void was paid',
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
