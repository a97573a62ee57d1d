/** The ladder on generated months: nothing wrong, enough found, the same for any order of the rows, and a reason for what stays open. */
import { describe, expect, test } from 'vitest';
import { daysOf } from '../../../src/contract/date-time.js';
import { MatchSettings } from '../../../src/contract/match-settings.js';
import { coverage } from '../../../src/matching/coverage.js';
import { diagnosed } from '../../../src/matching/diagnosis.js';
import { reasonsOf } from '../../../src/matching/reasons.js';
// @ts-expect-error The bench is plain JavaScript.
import { chance } from '../generate.js';
// @ts-expect-error
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
interface Result {
  rule: string;
  sales: number[];
  records: number[];
}
type Row = Record<string, string | undefined>;

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

test('the order in which rows come changes nothing', () => {
  const month = monthOf({ rows: 5_000, noise: 6 });
  const keys = (results: Result[]) =>
    results.map(({ rule, sales, records }) => `${rule} ${sales.sort(ascending)} ${records.sort(ascending)}`).sort();
  const random = chance(7);
  const shuffled = matched(month, (numbers: number[]) =>
    numbers
      .map((number) => [random(), number] as const)
      .sort(byFirst)
      .map(([, number]) => number),
  );
  expect(keys(shuffled.results)).toEqual(keys(matched(month).results));
});

const ascending = (one: number, other: number) => one - other;
const byFirst = (one: readonly [number, number], other: readonly [number, number]) => one[0] - other[0];

/** What may be said of rows of a class that stayed open; of any other class any reason is as good. */
const allowed: Record<string, readonly string[]> = {
  'not-settled': ['NotSettled', 'Waiting', 'NotCovered', 'Ambiguous', 'Unbalanced', 'Proposed'],
  'not-in-till': ['NoSale', 'Waiting', 'Ambiguous', 'Proposed'],
  'currency-untold': ['CurrencyDiffers', 'Proposed'],
  'partial-short': ['Unbalanced', 'AmountDiffers', 'Proposed'],
  'order-typo': ['Proposed', 'NotSettled', 'NoSale', 'Waiting', 'AmountDiffers', 'Ambiguous', 'PostedTwice'],
  'settled-twice-second': ['SettledTwice', 'Ambiguous', 'Proposed', 'NoSale', 'Waiting'],
  'posted-twice-second': ['PostedTwice', 'Ambiguous', 'Proposed', 'NotSettled', 'Waiting', 'Unbalanced'],
  reference: ['Proposed'],
  'terminal-sequence': ['Proposed'],
};

test('every open row has a reason that its class allows, and names only rows that are there', () => {
  const month = monthOf({ rows: 20_000, noise: 3 });
  const { ladder, rows, numberOf } = matched(month);
  const given = (row: number): Row => (rows.side[row] === 0 ? month.sales : month.records)[numberOf[row]];
  const keysOf = (row: number) =>
    Object.fromEntries(Object.entries(rows.keys).map(([name, column]) => [name, (column as number[])[row]])) as never;
  const covered = coverage(MatchSettings.parse({}));
  for (let row = 0; row < rows.count; row++) {
    const { acquirerId, merchantId, settlementDate } = given(row);
    const keys = keysOf(row);
    if (rows.side[row] === 0) covered.seeSale({ side: 0, day: rows.day[row], keys });
    else if (settlementDate)
      covered.seeRecord({ acquirerId: acquirerId as string, merchantId: merchantId as string }, daysOf(settlementDate) as number, keys);
  }
  const classOf = new Map<string, string>();
  for (const group of month.truth as Group[]) {
    for (const sale of group.sales) classOf.set(`0 ${sale}`, group.class);
    for (const record of group.records) classOf.set(`1 ${record}`, group.class);
  }
  const ids = new Set(Array.from({ length: rows.count }, (_, row) => `<${rows.side[row]} ${numberOf[row]}>`));
  const open = new Set<number>();
  const odd: string[] = [];
  let asked = 0;
  const explained = {
    rows,
    levels: ladder.levels,
    findings: diagnosed(rows, ladder),
    due: (row: number) => covered.due({ side: rows.side[row], day: rows.day[row], keys: keysOf(row) }),
    shown: {
      id: (row: number) => `<${rows.side[row]} ${numberOf[row]}>`,
      text: (row: number, field: string) =>
        String(given(row)[field === 'brand' ? 'brandId' : field === 'lastFour' ? 'cardNumberMasked' : field] ?? ''),
    },
  };
  for (const [row, { code, sentence, candidates }] of reasonsOf(explained, ladder)) {
    expect(open.has(row)).toBe(false);
    open.add(row);
    for (const id of sentence.match(/<\d \d+>/g) ?? []) expect(ids.has(id), sentence).toBe(true);
    for (const candidate of candidates) expect(rows.side[candidate], sentence).not.toBe(rows.side[row]);
    expect(sentence).not.toMatch(/undefined|NaN|null/);
    const name = classOf.get(`${rows.side[row]} ${numberOf[row]}`) as string;
    const codes = allowed[name];
    if (codes) asked++;
    if (codes && !codes.includes(code)) odd.push(`${name}: ${code}, ${sentence}`);
  }
  const booked = (row: number) => ladder.matchOf[row] !== -1 && ladder.levels[ladder.levelOf[ladder.matchOf[row]]].rule.outcome === 'Match';
  for (let row = 0; row < rows.count; row++) expect(open.has(row)).toBe(!booked(row));
  expect(asked).toBeGreaterThan(300);
  expect(odd.length / asked, odd.join('\n')).toBeLessThan(0.01);
});
