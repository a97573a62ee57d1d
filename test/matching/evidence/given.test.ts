/** The constellations and examples that were given: none books wrongly, and each example gives what an expert says. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lineOf, linesOf, run, type Sale, type SettlementRecord } from './given.js';

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

interface Constellation {
  name: string;
  note: string;
  sales: (Sale & { of: string })[];
  records: (SettlementRecord & { of: string })[];
}

/** What is booked: proposals are right or open where the rows do not tell. */
const constellations: Record<string, string[]> = {
  'table-lunch-dinner-tips': ['0:0', '1:1'],
  'sequence-restarts-daily-tips': ['0:0', '1:1'],
  'receipt-number-months-apart-near': [],
  'branch-receipt-reference-tips': ['0:0', '1:1'],
  'order-date-number-gap': [],
  'two-shops-order-number': [],
  'two-shops-till-numbers': [],
  'count-one-on-every-line': [],
  'type-credit-is-a-card': ['0:0'],
  'offline-code-y1-tips': [],
  'half-cash-half-card': ['1:0'],
  'sum-across-days': [],
  'day-total-other-cut': [],
  'two-acquirers-reference': [],
  'cancel-across-shops': [],
  'dcc-other-currency': [],
};

describe('constellations', () => {
  for (const { name, note, sales, records } of read('constellations.json').constellations as Constellation[])
    test(`${name}: ${note}`, () => {
      const { told } = run({ sales, records });
      const booked = told.filter(({ kind }) => kind !== 'Proposal');
      for (const match of booked)
        expect(new Set([...match.sales.map((s) => sales[s]?.of), ...match.records.map((r) => records[r]?.of)]).size).toBe(1);
      expect(booked.map(lineOf).sort()).toEqual(constellations[name]);
    });
});

interface Example {
  name: string;
  expect: string;
  alone?: boolean;
  sales: Sale[];
  records: SettlementRecord[];
}

/** Of one card, terminal, day and amount, where the file knows neither time nor code, a person decides. */
const examples: Record<string, string[]> = {
  'wrong today: settled before it was sold': ['1:1'],
  'wrong today: one sale unpaid, the other paid twice': ['?1:0'],
  'slip number in the counter field': ['0:0', '1:1', '2:2'],
  'brand written otherwise': ['0:0', '1:1', '2:2'],
  'void that the acquirer never got': ['0:0'],
  'void with the next counter': ['x0+1:'],
  'never covered': ['0:0', '1:1'],
  'numbers with a prefix or suffix': ['?0:0', '?1:1', '?2:2'],
  'same card, code Y1, weeks apart': ['?0:0', '?1:1', '?2:2'],
  'total of two days': ['?0+1+2:0'],
  'captured less than authorised': ['?0:0'],
  'tip, and the till knows the car only': ['0:0', '1:1', '?2:2'],
};

describe('examples', () => {
  const { reach, examples: given } = read('examples.json') as { reach: Pick<Example, 'sales' | 'records'>; examples: Example[] };
  for (const { name, expect: says, alone, sales, records } of given)
    test(`${name}: ${says}`, () => {
      const beside = alone ? { sales: [], records: [] } : reach;
      const lines = linesOf({ sales: [...sales, ...beside.sales], records: [...records, ...beside.records] });
      const ofReach = alone ? [] : [`${sales.length}:${records.length}`];
      expect(lines).toEqual([...(examples[name] as string[]), ...ofReach].sort());
    });

  test('the second record of a payment is told as settled twice', () => {
    const { sales, records } = given.find(({ name }) => name.includes('paid twice')) as Example;
    const { outcome, recordAt, saleAt } = run({ sales, records });
    expect(outcome.findings.get(recordAt[1] as number)).toMatchObject({ code: 'SettledTwice' });
    expect(outcome.findings.has(saleAt[0] as number)).toBe(false);
  });

  test('a code that many payments share accuses nobody of a sale posted twice', () => {
    const { sales, records } = given.find(({ name }) => name.includes('weeks apart')) as Example;
    const { outcome, saleAt } = run({ sales, records });
    expect(outcome.findings.get(saleAt[3] as number)).toBeUndefined();
  });
});
