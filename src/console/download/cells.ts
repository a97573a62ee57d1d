/** Values of transactions as cells. Amounts are their exact decimals, all else is text. */
import type { FoundTransaction } from '../../contract/found-transaction.js';
import { plainDecimal, typesText } from '../../words/plain-cells.js';

export type CellValue = { number: string } | { text: string };

export function cellOf(row: FoundTransaction, name: keyof FoundTransaction): CellValue {
  const value = row[name];
  if (typeof value === 'number') return { number: plainDecimal(value) };
  if (value === null || value === undefined) return { text: '' };
  return { text: Array.isArray(value) ? typesText(value) : value };
}
