/** The ways beside equal amounts, one table each: rows that cancel each other, sums, totals, near amounts, moments. */
import { describe, expect, test } from 'vitest';
import { at, matchWorld, record, sale } from './world.js';

const card = { authorisationCode: '540078', cardNumberMasked: '************0416' };
const slip = { terminalId: '22128577', transactionSequenceCounter: '17' };
const order = { orderId: 'ORD-1017' };

const matches = (sales: object[], records: object[], more: object = {}) =>
  matchWorld({ sales: sales.map(sale), records: records.map(record), ...more }).matches;
const reasons = (sales: object[], records: object[], more: object = {}) =>
  matchWorld({ sales: sales.map(sale), records: records.map(record), ...more }).reasons;

describe('Cancel', () => {
  const back = { ...card, amount: -12.5 };
  test('a sale and its void undo each other, on either side', () => {
    expect(matches([card, { ...back, transactionDate: at('12:59:59') }], [])).toEqual(['authorisation-card Cancel: s0 s1 |']);
    expect(matches([], [card, { ...back, type: 'Reversal' }])).toEqual(['authorisation-card Cancel:  | r0 r1']);
  });

  test.each([
    ['hours later', [card, { ...back, transactionDate: at('13:00:01') }]],
    ['of another amount', [card, { ...back, amount: -12.4 }]],
    ['of three', [card, back, { ...back }]],
    ['of an order, whose refund is a payment', [order, { ...order, amount: -12.5 }]],
  ])('not %s', (_, sales) => {
    expect(matches(sales, [])).toEqual([]);
  });

  test('not across the sides', () => {
    expect(matches([card], [back])).toEqual([]);
  });

  test('and not where each has its record', () => {
    expect(matches([card, back], [card, back])).toHaveLength(2);
    expect(matches([card, back], [card, back]).join()).not.toMatch(/Cancel/);
  });
});

describe('Sum', () => {
  test('items of a basket, captures of an order, a bill paid with two cards', () => {
    expect(
      matches(
        [
          { ...slip, amount: 5 },
          { ...slip, amount: 7.5 },
        ],
        [slip],
      ),
    ).toEqual(['terminal-sequence Sum: s0 s1 = r0']);
    const captures = [
      { ...order, amount: 5, transactionDate: at('10:00:00', '2026-11-22') },
      { ...order, amount: 7.5, cardNumberMasked: '*1111' },
    ];
    expect(matches([order], captures)).toEqual(['order Sum: s0 = r0 r1']);
  });

  test.each([
    [
      'a cent is missing',
      [
        { ...order, amount: 5 },
        { ...order, amount: 7.49 },
      ],
      'Unbalanced',
    ],
    [
      'terminals contradict',
      [
        { ...order, amount: 5, terminalId: '1' },
        { ...order, amount: 7.5, terminalId: '2' },
      ],
      undefined,
    ],
  ])('not where %s', (_, records, reason) => {
    expect(matches([order], records)).toEqual([]);
    if (reason) expect(reasons([order], records).s0).toBe(reason);
  });

  test('not with a sale and its void of the same number', () => {
    const sales = [order, { ...order, amount: 7 }, { ...order, amount: -7 }];
    const records = [
      { ...order, amount: 5 },
      { ...order, amount: 7.5 },
    ];
    expect(matches(sales, records)).toEqual([]);
  });

  test('not of nothing', () => {
    const sales = [
      { ...order, amount: 5 },
      { ...order, amount: -5 },
    ];
    expect(
      matches(sales, [
        { ...order, amount: 3 },
        { ...order, amount: -3 },
      ]),
    ).toEqual([]);
  });
});

describe('Total', () => {
  const till = { terminalId: '22128577', brandId: 'VISA' };
  const sales = ['10:00:00', '12:00:00', '22:00:00'].map((time) => ({ ...till, transactionDate: at(time) }));
  const total = { ...till, brandId: 'Visa Debit', transactionDate: at('23:00:00'), amount: 37.5, transactionCount: 3 };

  test('a day of a terminal and brand, or without a brand', () => {
    expect(matches(sales, [total])).toEqual(['day-total Total: s0 s1 s2 = r0']);
    expect(matches(sales, [{ ...total, brandId: null }])).toEqual(['terminal-total Total: s0 s1 s2 = r0']);
  });

  test('two totals of the day are one group with all its sales', () => {
    expect(
      matches(sales, [
        { ...total, amount: 25, transactionCount: 2 },
        { ...total, amount: 12.5, transactionCount: 1 },
      ]),
    ).toEqual(['day-total Total: s0 s1 s2 = r0 r1']);
  });

  test.each([
    ['the count is another', { ...total, transactionCount: 4 }],
    ['the sum is another', { ...total, amount: 37.6 }],
    ['the day is another', { ...total, transactionDate: at('23:00:00', '2026-11-21') }],
    ['it is no total', { ...total, transactionCount: null }],
  ])('not where %s', (_, record0) => {
    expect(matches(sales, [record0])).toEqual([]);
  });

  test('a total of several is no payment of its own', () => {
    const one = { ...slip, transactionCount: 2 };
    expect(matches([slip], [one])).toEqual([]);
  });
});

describe('Near', () => {
  test.each([
    [13.5, true],
    [16.87, true],
    [16.88, false],
    [11.88, true],
    [11.87, false],
    [-13, false],
  ])('a record of %s for a sale of 12.50: %s', (amount, expected) => {
    expect(matches([card], [{ ...card, amount }])).toEqual(expected ? ['authorisation-card Near: s0 = r0'] : []);
    if (!expected) expect(reasons([card], [{ ...card, amount }])).toEqual({ s0: 'AmountDiffers', r0: 'AmountDiffers' });
  });

  test('refunds the other way round', () => {
    expect(matches([{ ...card, amount: -100 }], [{ ...card, amount: -99 }])).toEqual(['authorisation-card Near: s0 = r0']);
    expect(matches([{ ...card, amount: 0 }], [{ ...card, amount: 1 }])).toEqual([]);
  });

  test('as the settings have it for the account', () => {
    const settings = { accounts: [{ acquirerId: 'ACQ-1', near: [0, 0] }] };
    const records = [{ ...card, amount: 13.5, acquirerId: 'ACQ-1' }];
    expect(matches([card], records, { settings })).toEqual([]);
    expect(matches([card], records)).toHaveLength(1);
    const ofContract = [{ ...card, amount: 13.5, acquirerId: 'ACQ-1', merchantId: '7' }];
    const contract = { acquirerId: 'ACQ-1', merchantId: '7' };
    const [strict] = settings.accounts as [object];
    expect(matches([card], ofContract, { settings: { accounts: [strict, { ...contract, near: [-5, 35] }] } })).toHaveLength(1);
    expect(matches([card], ofContract, { settings: { accounts: [{ ...contract, waitDays: 3 }, strict] } })).toEqual([]);
  });

  test('not of an order by itself: a slip in its number names another order', () => {
    expect(matches([order], [{ ...order, amount: 13.5 }])).toEqual(['order-near Near: s0 ? r0']);
  });

  test('an equal amount goes first', () => {
    expect(matches([{ ...card, amount: 12 }, card], [card])).toEqual(['authorisation-card Equal: s1 = r0']);
  });
});

describe('Moment', () => {
  const place = { terminalId: '7' };
  const moment = [
    { ...place, amount: 4.5 },
    { ...place, amount: 9, transactionDate: at('12:00:40') },
    { ...place, amount: 4.5, transactionDate: at('12:00:50') },
  ];
  test('everything a terminal took in a minute, equal amounts as one', () => {
    const records = moment.map((row) => ({ ...row, cardNumberMasked: '*0416' }));
    expect(matches(moment, records)).toEqual(['terminal-moment Moment: s0 s2 ? r0 r2', 'terminal-moment Moment: s1 ? r1']);
  });

  test.each([
    ['a row is missing', moment.slice(1)],
    ['an amount differs', [...moment.slice(0, 2), { ...moment[2], amount: 4.6 }]],
    ['it lasted longer', [...moment.slice(0, 2), { ...moment[2], transactionDate: at('12:01:40') }]],
    ['brands contradict', moment.map((row) => ({ ...row, brandId: 'MAESTRO' }))],
  ])('not where %s', (_, records) => {
    const sales = moment.map((row) => ({ ...row, brandId: 'VISA' }));
    expect(matches(sales, records).filter((match) => match.includes('Moment'))).toEqual([]);
  });

  test('not where equal amounts come to more than is exact', () => {
    const rows = moment.map((row) => ({ ...row, amount: 600_000_000_000 }));
    expect(matches(rows, rows).filter((match) => match.includes('Moment'))).toEqual([]);
  });
});
