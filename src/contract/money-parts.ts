/** What becomes of sales by card, and by what the tables of money and of fees can be told apart; without a schema, so that a command line is quick. */

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

/** All of these parts together. */
export const moneyPartOfAll = 'sold';
/** Sums of sales in the table, by which sales can be listed. */
export const moneyParts = [moneyPartOfAll, ...soldParts, 'cash'] as const;
export type MoneyPart = (typeof moneyParts)[number];

export const moneyDimensions = ['day', 'account', 'terminal', 'brand'] as const;
export type MoneyDimension = (typeof moneyDimensions)[number];

/** By what the table of fees can be told apart, in the order in which they stand. */
export const feesDimensions = ['month', 'account', 'brand'] as const;
export type FeesDimension = (typeof feesDimensions)[number];

/** Each once, in one order. Undefined where one of the names, which commas separate, is none. */
export function feesDimensionsOf(by: string): FeesDimension[] | undefined {
  const names = by.split(',').map((name) => name.trim());
  if (names.some((name) => !feesDimensions.includes(name as never))) return undefined;
  return feesDimensions.filter((dimension) => names.includes(dimension));
}
