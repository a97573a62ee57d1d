/** The outcome is a function of the rows and of what people decided; and the tests of wrong matches fail without the vetoes that hold them. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { numberKinds } from '../../../src/contract/match-settings.js';
import { Booking } from '../../../src/matching/book.js';
import { MatchWork } from '../../../src/matching/match-work.js';
// @ts-expect-error The bench is plain JavaScript.
import { monthOf as generated } from '../../bench/matching/month.js';
import { lineOf, linesOf, run, type Sale, type SettlementRecord } from './given.js';
import { type Month, monthOf, monthsOfStress, monthsOfTips, wrongOf } from './months.js';

const months: Record<string, () => Month> = {
  'a month of the bench': () => generated({ rows: 3_000, seed: 3, noise: 6 }),
  ...Object.fromEntries(
    Object.entries({ ...monthsOfTips, ...monthsOfStress }).map(([name, scenario]) => [name, () => monthOf(scenario, 5, 0.05)]),
  ),
};

describe('rows in any order', () => {
  for (const [name, month] of Object.entries(months))
    test(`give the same matches: ${name}`, () => {
      const { sales, records } = month();
      // By their text: of rows that are alike in everything, any is as good as another.
      const told = (seed: number) => {
        let state = seed;
        const random = () => {
          state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
          return state / 2_147_483_647;
        };
        const given = run({
          sales,
          records,
          ordered: (numbers) =>
            seed === 0
              ? numbers
              : numbers
                  .map((one) => [random(), one] as const)
                  .sort(([a], [b]) => a - b)
                  .map(([, one]) => one),
        });
        const texts = given.told.map((match) => {
          const rows = [...match.sales.map((s) => JSON.stringify(sales[s])), ...match.records.map((r) => JSON.stringify(records[r]))];
          return `${match.rule} ${match.how} ${rows.sort().join(' ')}`;
        });
        const learnt = given.outcome.learnt.map((fact) => JSON.stringify(fact)).sort();
        return { texts: texts.sort(), learnt, findings: given.outcome.findings.size };
      };
      const first = told(0);
      expect(first.texts.length).toBeGreaterThan(0);
      for (const seed of [11, 12]) expect(told(seed)).toEqual(first);
    });
});

const sale = (number: number, more: Sale = {}): Sale => ({
  amount: 20 + number,
  currency: 'CHF',
  transactionDate: `2026-11-02T12:${10 + number}:00+01:00`,
  terminalId: 'T1',
  transactionReference: `R-77000${number}`,
  ...more,
});
const record = (number: number, more: SettlementRecord = {}): SettlementRecord => ({
  ...sale(number),
  acquirerId: 'ACQ',
  settlementDate: '2026-11-04',
  ...more,
});

describe('what people decided', () => {
  const rows = { sales: [sale(1), sale(2)], records: [record(1), record(2)] };

  test('pinned rows are taken', () => {
    expect(linesOf(rows)).toEqual(['0:0', '1:1']);
    expect(linesOf({ ...rows, pinned: { sales: [0] } })).toEqual(['1:1']);
    expect(linesOf({ ...rows, pinned: { records: [1] } })).toEqual(['0:0']);
  });

  test('forbidden pairs never join', () => {
    expect(linesOf({ ...rows, forbidden: [[0, 0]] })).toEqual(['1:1']);
  });

  test('forbidden pairs join in no group either', () => {
    const bill = { sales: [sale(1, { amount: 30 })], records: [10, 20].map((amount) => record(1, { amount })) };
    expect(linesOf(bill)).toEqual(['0:0+1']);
    expect(linesOf({ ...bill, forbidden: [[0, 1]] })).toEqual(['?0:0']);
    const alike = { sales: [sale(1), sale(1)], records: [record(1), record(1)] };
    expect(linesOf(alike)).toEqual(['0+1:0+1']);
    expect(linesOf({ ...alike, forbidden: [[0, 1]] }).join()).not.toMatch(/0.*:.*1/);
  });
});

describe('what a merchant sets', () => {
  test('cash is out of everything, and named as cash', () => {
    const given = run({ sales: [sale(1, { transactionTypes: ['Bar'], transactionReference: null })], records: [] });
    expect(given.outcome.isCash[0]).toBe(1);
    expect(run({ sales: [sale(1, { transactionTypes: ['Cash advance'] })], records: [] }).outcome.isCash[0]).toBe(0);
  });

  test('cash that a record names is asked about', () => {
    const given = run({ sales: [sale(1, { brandId: 'Bar' })], records: [record(1)] });
    expect(given.told.map(lineOf)).toEqual(['?0:0']);
    expect(given.outcome.isCash[0]).toBe(0);
  });

  test('proposals of a rule are booked from now on', () => {
    const rows = { sales: [sale(1, { transactionReference: null })], records: [record(1, { transactionReference: null })] };
    expect(linesOf(rows)).toEqual(['?0:0']);
    expect(linesOf({ ...rows, settings: { book: ['terminal-and-moment'] } })).toEqual(['0:0']);
  });

  test('a number names a payment, narrows, or says nothing', () => {
    const rows = {
      sales: [sale(1, { terminalId: 'A' })],
      records: [record(1, { terminalId: 'B', transactionDate: '2026-11-03T12:00:00+01:00' })],
    };
    const by = (use: 'names' | 'narrows' | 'ignore') => {
      const numbers = { reference: use, 'reference-unseparated': use, 'reference-digits': use };
      return run({ ...rows, settings: { numbers } }).told.map(({ kind, rule }) => `${kind} ${rule}`);
    };
    expect(by('names')).toEqual(['Match number-days-later']);
    expect(by('narrows')).toEqual(['Proposal number-alone']);
    expect(by('ignore')).toEqual(['Proposal amount-and-day'].slice(1));
  });

  test('what is ignored adds nothing up either', () => {
    const parts = (more: object) => ({
      sales: [sale(1, { amount: 30, transactionReference: null, ...more })],
      records: [10, 20].map((amount) => record(1, { amount, transactionReference: null, ...more })),
    });
    for (const [kind, rows] of [
      ['reference', parts({ transactionReference: 'R-770001' })],
      ['order', parts({ orderId: 'A-1042-77' })],
      ['counter', parts({ transactionSequenceCounter: '4711' })],
    ] as const) {
      const booked = (settings = {}) => run({ ...rows, settings }).told.filter((one) => one.kind === 'Match').length;
      expect([kind, booked()]).toEqual([kind, 1]);
      const numbers = Object.fromEntries(numberKinds.filter((one) => one.includes(kind)).map((one) => [one, 'ignore']));
      expect([kind, booked({ numbers })]).toEqual([kind, 0]);
    }
  });

  test('near is that of the account', () => {
    const rows = {
      sales: [sale(1)],
      records: [record(1, { amount: 40, transactionReference: null, transactionDate: '2026-11-02T12:11:20+01:00' })],
    };
    expect(linesOf(rows)).toEqual([]);
    expect(linesOf({ ...rows, settings: { accounts: [{ acquirerId: 'ACQ', near: [0, 100] }] } })).toEqual(['?0:0']);
    expect(linesOf({ ...rows, settings: { accounts: [{ acquirerId: 'OTHER', near: [0, 100] }] } })).toEqual([]);
  });

  test("the acquirer's names are those of the tills", () => {
    const rows = {
      sales: [sale(1, { transactionReference: '501' })],
      records: [record(1, { transactionReference: '501', terminalId: '22001' })],
    };
    expect(linesOf({ ...rows, settings: { names: { terminals: { '22001': 'T1' }, locations: {}, brands: {}, accounts: {} } } })).toEqual([
      '0:0',
    ]);
  });
});

describe('findings', () => {
  const codeOf = (given: ReturnType<typeof run>, number: number) => given.outcome.findings.get(given.recordAt[number] as number);

  test('of two sales that could be it: ambiguous', () => {
    const given = run({ sales: [sale(1), sale(1, { brandId: 'VISA' })], records: [record(1)] });
    expect(given.told).toEqual([]);
    expect(codeOf(given, 0)).toMatchObject({ code: 'Ambiguous' });
  });

  test('a field that differs is named, a pair that is forbidden is not', () => {
    const rows = { sales: [sale(1, { cardNumberMasked: 'xxxx1111' })], records: [record(1, { cardNumberMasked: 'xxxx2222' })] };
    const given = run(rows);
    expect(given.told).toEqual([]);
    expect(codeOf(given, 0)).toMatchObject({ code: 'FieldDiffers', field: 'cardNumberMasked', sales: [given.saleAt[0]] });
    expect(codeOf(run({ ...rows, forbidden: [[0, 0]] }), 0)).toBeUndefined();
  });

  test('items that do not add up: unbalanced, of one day alone', () => {
    const items = (second: string) => [
      sale(1, { transactionReference: null, orderId: 'A1042' }),
      sale(2, { transactionReference: null, orderId: 'A1042', transactionDate: second }),
    ];
    const bill = [record(1, { amount: 99, transactionReference: null, orderId: 'A1042' })];
    expect(codeOf(run({ sales: items('2026-11-02T12:12:00+01:00'), records: bill }), 0)).toMatchObject({ code: 'Unbalanced' });
    expect(codeOf(run({ sales: items('2026-11-20T12:12:00+01:00'), records: bill }), 0)?.code).not.toBe('Unbalanced');
  });
});

describe('controls', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });
  /** `isAsked`: proposals, too. */
  const wrong = (isAsked = false) =>
    Object.values({ ...monthsOfTips, ...monthsOfStress })
      .map((scenario) => monthOf(scenario, 1, 0.02))
      .reduce((sum, month) => sum + wrongOf(month, run(month).told, isAsked).length, 0);
  const early = { sales: [sale(1)], records: [record(1, { settlementDate: '2026-10-28' })] };

  test('with all of it, none is wrong', () => {
    expect(wrong()).toBe(0);
  });

  test('without rivals, many more proposals are wrong', () => {
    const before = wrong(true);
    vi.spyOn(Booking.prototype, 'hasRival').mockReturnValue(false);
    expect(wrong(true)).toBeGreaterThan(before + 20);
  });

  test('without distances in time, matches are wrong', () => {
    vi.spyOn(MatchWork.prototype, 'secondsApart').mockReturnValue(0);
    expect(wrong()).toBeGreaterThan(0);
  });

  test('without the veto of the day, what was settled before it was sold is matched', () => {
    expect(linesOf(early)).toEqual([]);
    vi.spyOn(MatchWork.prototype, 'soldOn').mockReturnValue(-Infinity);
    expect(linesOf(early)).not.toEqual([]);
  });
});
