/** Generated months, matched: nothing wrong, enough found, and a reason that is true for what stays open. */
import { describe, expect, test } from 'vitest';
import { reasonSentence } from '../../../src/contract/open-reasons.js';
import { openRows, type Row } from '../../matching/evidence/open.js';
// @ts-expect-error The bench is plain JavaScript.
import { matched } from './matched.js';
// @ts-expect-error
import { monthOf } from './month.js';
// @ts-expect-error
import { recallOf, score } from './score.js';

interface Group {
  class: string;
  sales: number[];
  records: number[];
}

describe.each([
  [1, 0.8, 0.97],
  [6, 0.7, 0.85],
])('a month of 20,000 sales at noise %s', (noise, recallMin, withProposalsMin) => {
  const month = monthOf({ rows: 20_000, noise });
  const { results } = matched(month);

  test('has no wrong match, and nearly none is proposed', () => {
    const scored = score(month, results);
    expect(scored.matches.examples).toEqual([]);
    expect(scored.cancellations.examples).toEqual([]);
    expect(scored.proposals.wrong / scored.proposals.all).toBeLessThan(0.005);
    expect(recallOf(scored).matched).toBeGreaterThan(recallMin);
    expect(recallOf(scored).withProposals).toBeGreaterThan(withProposalsMin);
  });
});

test('a control: pairs of equal amounts that are nearest in time are wrong by hundreds', () => {
  const month = monthOf({ rows: 20_000 });
  const free = new Map<string, number[]>();
  for (const [index, record] of (month.records as Row[]).entries()) {
    const key = `${record.amount} ${record.currency}`;
    free.set(key, [...(free.get(key) ?? []), index]);
  }
  const guessed = (month.sales as Row[]).flatMap((sale, index) => {
    const record = free.get(`${sale.amount} ${sale.currency}`)?.shift();
    return record === undefined ? [] : [{ sales: [index], records: [record] }];
  });
  expect(score(month, guessed).matches.wrong).toBeGreaterThan(500);
});

/** What may be said of rows of a class that stayed open; of any other class any reason is as good. */
const allowed: Record<string, readonly string[]> = {
  'not-settled': ['NotSettled', 'Waiting', 'NotCovered', 'Ambiguous', 'Unbalanced', 'Proposed', 'AmountAlone', 'Nearby'],
  'not-in-till': ['NoSale', 'Waiting', 'Ambiguous', 'Proposed', 'AmountAlone', 'Nearby'],
  'currency-untold': ['CurrencyDiffers', 'Proposed'],
  'partial-short': ['Unbalanced', 'AmountDiffers', 'Proposed'],
  'order-typo': ['Proposed', 'NotSettled', 'NoSale', 'Waiting', 'AmountDiffers', 'Ambiguous', 'PostedTwice', 'AmountAlone', 'Nearby'],
  'settled-twice-second': ['SettledTwice', 'Ambiguous', 'Proposed', 'NoSale', 'Waiting', 'AmountAlone', 'Nearby'],
  'posted-twice-second': ['PostedTwice', 'Ambiguous', 'Proposed', 'NotSettled', 'Waiting', 'Unbalanced', 'AmountAlone', 'Nearby'],
  reference: ['Proposed'],
  'terminal-sequence': ['Proposed'],
};

test('every open row has one reason, which its class allows', () => {
  const month = monthOf({ rows: 20_000, noise: 3 });
  const { open, isOpen } = openRows(month.sales, month.records);
  const classOf = new Map<Row, string>();
  for (const group of month.truth as Group[]) {
    for (const sale of group.sales) classOf.set(month.sales[sale], group.class);
    for (const record of group.records) classOf.set(month.records[record], group.class);
  }
  const told = new Set<Row>();
  const odd: string[] = [];
  let asked = 0;
  for (const { row, reason, involved } of open) {
    expect(told.has(row)).toBe(false);
    told.add(row);
    const sentence = reasonSentence(
      reason,
      involved.map((_, index) => `row ${index}`),
    );
    expect(sentence).not.toMatch(/undefined|NaN|null/);
    const name = classOf.get(row) as string;
    const codes = allowed[name];
    if (codes) asked++;
    if (codes && !codes.includes(reason.code)) odd.push(`${name}: ${reason.code}, ${sentence} ${JSON.stringify(row)}`);
  }
  for (const [row, wanted] of isOpen) expect(told.has(row)).toBe(wanted);
  expect(asked).toBeGreaterThan(300);
  expect(odd.length / asked, odd.join('\n')).toBeLessThan(0.01);
});
