/** By what totals can be told apart; without a schema, so that a command line that only names them is quick. */
export const totalsDimensions = ['day', 'brand', 'terminal', 'currency'] as const;
export type TotalsDimension = (typeof totalsDimensions)[number];

/** What the totals of a query are told by, each once, in one order; the currency always. */
export function dimensionsOf({ by }: { by: string }): TotalsDimension[] {
  const named = by.split(',');
  return totalsDimensions.filter((dimension) => dimension === 'currency' || named.includes(dimension));
}
