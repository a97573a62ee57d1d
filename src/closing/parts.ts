/** What was sold is what became of it, to the cent; and nothing waits to be imported, matched or paid, and no payment for its sale. */
import type { SoldItem } from '../contract/closes.js';
import { type Decimal, plus, textOfDecimal } from '../contract/decimal.js';
import { soldParts } from '../contract/money-parts.js';
import { valueAt } from '../contract/value-at.js';
import type { ClosedDays, ClosingFacts, SoldSum } from './facts.js';
import { Findings } from './findings.js';

interface RunningSum {
  sales: number;
  amount: Decimal;
}

const nothing = (): RunningSum => ({ sales: 0, amount: { digits: 0n, scale: 0 } });
const cardParts: readonly string[] = soldParts;

function add(sum: RunningSum, { sales, amount }: RunningSum): void {
  sum.sales += sales;
  sum.amount = plus(sum.amount, amount);
}

/** Days with a sale by card that is not paid. */
export function unpaidDays({ sold }: Pick<ClosingFacts, 'sold'>): ReadonlySet<number> {
  const isUnpaid = ({ part }: SoldSum) => cardParts.includes(part) && part !== 'paid' && part !== 'setAside';
  return new Set(sold.filter(isUnpaid).map(({ day }) => day));
}

/** By currency, in their order. */
export function soldItems({ sold }: Pick<ClosingFacts, 'sold'>): SoldItem[] {
  const byCurrency = new Map<string | null, SoldSum[]>();
  for (const sum of sold) valueAt(byCurrency, sum.currency, () => []).push(sum);
  return [...byCurrency]
    .sort(([one], [other]) => ((one ?? '~') < (other ?? '~') ? -1 : 1))
    .map(([currency, sums]) => {
      const told = (is: (part: string) => boolean) => {
        const sum = nothing();
        for (const one of sums) if (is(one.part)) add(sum, one);
        return { transactions: sum.sales, amount: textOfDecimal(sum.amount) };
      };
      const parts = Object.fromEntries(soldParts.map((name) => [name, told((part) => part === name)])) as Omit<
        SoldItem,
        'currency' | 'sold' | 'cash'
      >;
      return { currency, sold: told((part) => part !== 'cash'), ...parts, cash: told((part) => part === 'cash') };
    });
}

export function parts(facts: ClosingFacts) {
  const findings = new Findings();
  const sums = facts.sold;
  for (const { currency, sold } of soldItems(facts)) {
    const sum = nothing();
    for (const one of sums) if (one.currency === currency && cardParts.includes(one.part)) add(sum, one);
    if (sum.sales === sold.transactions && textOfDecimal(sum.amount) === sold.amount) findings.prove();
    else findings.broken('PartsDiffer', { currency, rows: sold.transactions - sum.sales, amount: sold.amount });
  }
  const withoutAmount = sums.reduce((rows, one) => rows + one.withoutAmount, 0);
  if (withoutAmount > 0) findings.notProvable('WithoutAmount', { rows: withoutAmount });
  if (facts.withoutDate > 0) findings.notProvable('WithoutDate', { rows: facts.withoutDate });
  return findings.claim('Parts');
}

export function pending({ notImported, importing, matching, today, sold, withoutSale }: ClosingFacts, days: ClosedDays) {
  const findings = new Findings();
  for (const { day, rows } of notImported) findings.broken('NotImported', { from: day, rows });
  if (importing > 0) findings.notProvable('Importing', { rows: importing });
  const salesIn = (...parts: string[]) => sold.reduce((sales, one) => (parts.includes(one.part) ? sales + one.sales : sales), 0);
  const notMatched = salesIn('notMatched');
  if (matching === 'None') findings.notProvable('NoRecords');
  else if (matching === 'Pending' || notMatched > 0) findings.notProvable('MatchingPending', { rows: notMatched });
  const unpaid = salesIn('overdue', 'missingFile');
  if (unpaid > 0) findings.broken('Unpaid', { ...days, rows: unpaid });
  const unsettled = salesIn('notDue', 'toDecide', 'toCheck', 'notCovered');
  if (unsettled > 0) findings.notProvable('Unsettled', { rows: unsettled });
  const payments = withoutSale.reduce((sum, { rows }) => sum + rows, 0);
  if (payments > 0) findings.notProvable('WithoutSale', { rows: payments });
  if (days.to >= today) findings.notProvable('NotOver', { from: Math.max(days.from, today), to: days.to });
  if (matching === 'Current') findings.prove();
  return findings.claim('Pending');
}
