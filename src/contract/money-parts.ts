/** What becomes of sales by card, and by what the table of money can be told apart; without a schema, so that a command line is quick. */

/** Every sale by card is in exactly one of them, so they add up to what was sold. */
export const soldParts = [
  'paid',
  'notDue',
  'overdue',
  'toDecide',
  'toCheck',
  'missingFile',
  'notCovered',
  'setAside',
  'notMatched',
] as const;
export type SoldPart = (typeof soldParts)[number];

export const moneyDimensions = ['day', 'account', 'terminal', 'brand'] as const;
export type MoneyDimension = (typeof moneyDimensions)[number];
