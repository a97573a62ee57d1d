/** What sentences about findings have in common in all languages: names, sums and days. */
import { accountShown } from '../../contract/account-shown.js';
import type { ClosingFinding } from '../../contract/closes.js';
import type { LocaleFormat } from '../format.js';

export function findingParts({ dayText, moneyText }: LocaleFormat) {
  const withCurrency = (amount: string, currency: string | null) => [moneyText(amount, currency), currency].filter(Boolean).join(' ');
  return {
    account: (one: ClosingFinding, unnamed: string): string => accountShown(one) || unnamed,

    /** `-12.50 EUR` */
    sum: ({ amount, currency }: ClosingFinding): string => withCurrency(amount ?? '0.00', currency),

    /** The same without its sign, which `isLess` tells. */
    size: ({ amount, currency }: ClosingFinding): string => withCurrency((amount ?? '0.00').replace('-', ''), currency),
    isLess: ({ amount }: ClosingFinding): boolean => amount?.startsWith('-') ?? false,

    /** `on` goes before a single day, `from` and `to` before the ends of several. */
    days: ({ dayFrom, dayTo }: ClosingFinding, on: string, from: string, to: string): string =>
      dayFrom === dayTo ? `${on} ${dayText(dayFrom ?? '')}` : `${from} ${dayText(dayFrom ?? '')} ${to} ${dayText(dayTo ?? '')}`,
  };
}
