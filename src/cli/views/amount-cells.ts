/** Amounts as people read them: with the decimals of their currency, and one below the other by the decimal point. */
import { code as currencyOfCode } from 'currency-codes';
import { formatIn, type LocaleFormat } from '../../words/format.js';
import { csvCell } from './export-view.js';

/** `12.50` of CHF, `1950` of JPY; more decimals where the amount has more. Empty for none. */
export function amountText(amount: number | string | null | undefined, currency: string | null | undefined): string {
  if (amount === null || amount === undefined) return '';
  const plain = typeof amount === 'string' ? amount : csvCell('amount', amount);
  const [whole = '', fraction = ''] = plain.split('.');
  const digits = currency ? (currencyOfCode(currency)?.digits ?? 2) : 2;
  // A sum comes with two decimals at least, which some currencies do not have.
  const own = fraction.replace(/0+$/, '');
  const shown = own.padEnd(digits, '0');
  return shown === '' ? whole : `${whole}.${shown}`;
}

const english = formatIn('en');

/** The same as people of a language and region read it: `1,950.00`, `1’950.00`, `1.950,00`. */
export function groupedAmount(
  amount: number | string,
  currency: string | null | undefined,
  { decimalText }: Pick<LocaleFormat, 'decimalText'> = english,
): string {
  return decimalText(amountText(amount, currency));
}

/** With blanks behind, so that decimal points stand one below the other in a column that is aligned to the right. */
export function onPoint(amounts: readonly string[], point = '.'): string[] {
  const behind = (text: string) => (text.includes(point) ? text.length - text.indexOf(point) : 0);
  const most = Math.max(0, ...amounts.map(behind));
  return amounts.map((text) => text + ' '.repeat(most - behind(text)));
}
