/** What exceptions are about, and why they are open; without a schema, so that a command line is quick. */

/** Account: the file of an acquirer; Terminal: what a till sold. */
export const exceptionSides = ['Sale', 'Record', 'Payout', 'Account', 'Terminal'] as const;
export type ExceptionSideName = (typeof exceptionSides)[number];

/** In the order in which a person sees to them: a customer's money first, then what is lost with time. */
export const exceptionReasons = [
  ...(['VoidPaid', 'SettledTwice', 'PostedTwice', 'Chargeback', 'NotSettled', 'NoFile', 'NoSales'] as const),
  ...(['AmountDiffers', 'CurrencyDiffers', 'FieldDiffers', 'Unbalanced', 'PayoutDiffers', 'Proposed'] as const),
  ...(['NoSale', 'Ambiguous', 'Nearby', 'AmountAlone', 'NotCovered', 'Incomplete'] as const),
] as const;
export type ExceptionReasonName = (typeof exceptionReasons)[number];

/** Candidates that an exception names. */
export const candidatesMax = 5;
