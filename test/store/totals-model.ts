/** Totals in plain memory: whole numbers of the finest unit that a double can write, added up one by one. */
import type { TotalsItem } from '../../src/contract/totals.js';
import { type ModelRow, matches, worthOf } from './list-model.js';

type Asked = Parameters<typeof matches>[1];

/** Finer than the smallest double. */
const SCALE = 1_100;

/** A decimal text, or a double's, as a whole number of units of 10^-SCALE. */
function units(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(SCALE - fraction.length + Number(exponent));
}

/** The same amounts come again and again. */
const known = new Map<string, bigint>();

function negative(text: string): bigint {
  const before = known.get(text);
  if (before !== undefined) return before;
  const value = text.startsWith('-') ? -units(text.slice(1)) : units(text);
  known.set(text, value);
  return value;
}

/** The groups of these rows by these dimensions, each as one text that tells everything about it. */
export function expectedTotals(among: readonly ModelRow[], asked: Asked, by: readonly string[]): string[] {
  const groups = new Map<string, Record<string, bigint>>();
  for (const row of among.filter((candidate) => matches(candidate, asked))) {
    const { amount, brandId, currency, terminalId, transactionDate } = row.transaction;
    const all = { day: transactionDate?.slice(0, 10), brand: brandId, terminal: terminalId, currency };
    const key = JSON.stringify(by.map((name) => all[name as keyof typeof all] || null));
    const group = groups.get(key) ?? {};
    groups.set(key, group);
    const part = row.transactionState === 'Unprocessed' ? 'notImported' : row.transactionMatchState === 'Skip' ? 'duplicates' : 'imported';
    const side = amount === null || amount === undefined ? 'withoutAmount' : amount < 0 ? 'refunds' : 'sales';
    const add = (name: string, value: bigint) => {
      group[`${part} ${name}`] = (group[`${part} ${name}`] ?? 0n) + value;
    };
    add('transactions', 1n);
    add(side, 1n);
    if (side === 'withoutAmount') continue;
    const worth = negative(String(worthOf(amount as number)));
    add(`${side} amount`, worth);
    add('net', worth);
  }
  return [...groups].map(([key, sums]) => told(key, sums)).sort();
}

/** The same of an answer. */
export function answeredTotals(items: readonly TotalsItem[], by: readonly string[]): string[] {
  const members: Record<string, string> = { brand: 'brandId', terminal: 'terminalId' };
  return items
    .map((item) => {
      const key = JSON.stringify(by.map((name) => (item as Record<string, unknown>)[members[name] ?? name]));
      const sums = (['imported', 'duplicates', 'notImported'] as const).flatMap((part): [string, bigint][] => {
        const { transactions, sales, refunds, net, withoutAmount } = item[part];
        return [
          [`${part} transactions`, BigInt(transactions)],
          [`${part} withoutAmount`, BigInt(withoutAmount)],
          [`${part} sales`, BigInt(sales.transactions)],
          [`${part} refunds`, BigInt(refunds.transactions)],
          [`${part} sales amount`, negative(sales.amount)],
          [`${part} refunds amount`, negative(refunds.amount)],
          [`${part} net`, negative(net)],
        ];
      });
      return told(key, Object.fromEntries(sums));
    })
    .sort();
}

function told(key: string, sums: Record<string, bigint>): string {
  const some = Object.entries(sums).filter(([, value]) => value !== 0n);
  return `${key} ${some
    .sort()
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`;
}
