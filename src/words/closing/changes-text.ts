/** What has changed of a close since it was approved, in the words of a language. */
import type { CloseChanges } from '../../contract/closes.js';
import type { SharedWords } from '../en.js';
import type { LocaleFormat } from '../format.js';

/** Counts and sums first: `sold +1 12.50 EUR`. */
export function changesText(words: Pick<SharedWords, 'closing' | 'money'>, format: LocaleFormat, { items, claims }: CloseChanges): string {
  const { closing, money } = words;
  const changed = [
    ...items.map(({ currency, part, transactions, amount }) => {
      const count = `${transactions < 0 ? '' : '+'}${format.countText(transactions)}`;
      return [money.parts[part], count, format.moneyText(amount, currency), currency].filter(Boolean).join(' ');
    }),
    ...claims.map(({ claim, before, now }) => {
      const states = [before, now].map((state) => state && closing.states[state]) as [string | null, string | null];
      return closing.changed(closing.claims[claim], ...states);
    }),
  ];
  return changed.length > 0 ? changed.join(' · ') : closing.unchanged;
}
