/** What has changed of a close since it was approved: nothing, if and only if both say the same. */
import { canonicalJson } from '../contract/canonical-json.js';
import type { CloseChanges, CloseContent, SoldItem } from '../contract/closes.js';
import { decimalFrom, minus, textOfDecimal } from '../contract/decimal.js';
import { type MoneyPart, moneyParts } from '../contract/money-parts.js';

/** Claims and currencies that only one of them has count as changed. */
export function changesSince(before: CloseContent, now: CloseContent): CloseChanges {
  return { claims: changedClaims(before, now), items: changedItems(before, now) };
}

function changedClaims(before: CloseContent, now: CloseContent): CloseChanges['claims'] {
  const names = new Set([...before.claims, ...now.claims].map(({ claim }) => claim));
  return [...names].flatMap((name) => {
    const [then, today] = [before, now].map(({ claims }) => claims.find(({ claim }) => claim === name));
    return canonicalJson(then) === canonicalJson(today) ? [] : [{ claim: name, before: then?.state ?? null, now: today?.state ?? null }];
  });
}

function changedItems(before: CloseContent, now: CloseContent): CloseChanges['items'] {
  const currencies = new Set([...before.items, ...now.items].map(({ currency }) => currency));
  return [...currencies].flatMap((currency) => {
    const [then, today] = [before, now].map(({ items }) => items.find((item) => item.currency === currency));
    return moneyParts.flatMap((part) => {
      const [was, is] = [sumOf(then, part), sumOf(today, part)];
      const [transactions, amount] = [is.transactions - was.transactions, minus(is.amount, was.amount)];
      return transactions === 0 && amount.digits === 0n ? [] : [{ currency, part, transactions, amount: textOfDecimal(amount) }];
    });
  });
}

const zero = { digits: 0n, scale: 0 };

function sumOf(item: SoldItem | undefined, part: MoneyPart) {
  const { transactions, amount } = item?.[part] ?? { transactions: 0, amount: '0' };
  return { transactions, amount: decimalFrom(amount) ?? zero };
}
