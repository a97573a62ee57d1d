/** Rows of equal amounts: what identifies a payment, what is only proposed, several with one key, and too many of them. */
import { describe, expect, test } from 'vitest';
import { at, matchWorld, record, sale } from './world.js';

const card = { authorisationCode: '540078', cardNumberMasked: '************0416' };
const slip = { terminalId: '22128577', transactionSequenceCounter: '17' };
const order = { orderId: 'ORD-1017' };

const matches = (sales: object[], records: object[], more: object = {}) =>
  matchWorld({ sales: sales.map(sale), records: records.map(record), ...more }).matches;
const reasons = (sales: object[], records: object[], more: object = {}) =>
  matchWorld({ sales: sales.map(sale), records: records.map(record), ...more }).reasons;

describe('Equal', () => {
  test.each([
    ['reference', { transactionReference: 'psp_123456' }],
    ['terminal-sequence', slip],
    ['authorisation-card', card],
    ['authorisation-terminal', { authorisationCode: '540078', terminalId: '22128577' }],
    ['terminal-order', { terminalId: '22128577', orderId: '17' }],
    ['order', order],
  ])('%s books what names the payment', (rule, fields) => {
    expect(matches([fields], [fields])).toEqual([`${rule} Equal: s0 = r0`]);
  });

  test.each([
    ['terminal-moment Moment', { terminalId: '22128577' }, {}],
    ['location-moment Moment', { locationId: 'L001' }, {}],
    [
      'terminal-card-typo Equal',
      { terminalId: '7', cardNumberMasked: '*0416', authorisationCode: '123456' },
      { authorisationCode: '123465' },
    ],
    ['order-typo Equal', { locationId: 'WEB', orderId: 'ORD1017' }, { orderId: 'ORD1071', transactionDate: at('18:00:00') }],
    ['card-day Equal', { cardNumberMasked: '*0416' }, { transactionDate: at('13:00:00') }],
    ['terminal-near Near', { terminalId: '7' }, { amount: 13.5 }],
    ['terminal-quarter Equal', { terminalId: '7' }, { transactionDate: at('12:09:00') }],
    ['terminal-day Equal', { terminalId: '7' }, { transactionDate: at('14:00:00') }],
    ['amount-time Equal', {}, {}],
    ['amount-day Equal', {}, { transactionDate: null, businessDate: '2026-11-20' }],
    ['order-near Near', order, { amount: 13.5 }],
    ['terminal-card Equal', { terminalId: '7', cardNumberMasked: '*0416' }, { transactionDate: at('12:10:00') }],
    ['terminal-card Near', { terminalId: '7', cardNumberMasked: '*0416' }, { amount: 13.5, transactionDate: at('12:09:00') }],
  ])('%s only proposes', (rule, fields, differing) => {
    expect(matches([fields], [{ ...fields, ...differing }])).toEqual([`${rule}: s0 ? r0`]);
  });

  test.each([
    ['another amount', { ...slip, amount: 30 }],
    ['another currency', { ...slip, currency: 'EUR' }],
    ['another counter', { ...slip, transactionSequenceCounter: '18', transactionDate: at('20:00:00') }],
    ['more than 36 hours between', { ...slip, transactionDate: at('00:00:01', '2026-11-22') }],
  ])('not with %s', (_, fields) => {
    expect(matches([slip], [fields])).toEqual([]);
  });

  test.each([
    ['card', { cardNumberMasked: '*1234' }, { cardNumberMasked: '*0416' }],
    ['first digits of the card', { cardNumberMasked: '424242***' }, { cardNumberMasked: '555555***' }],
    ['authorisation', { authorisationCode: '111111' }, { authorisationCode: '222222' }],
    ['brand', { brandId: 'VISA' }, { brandId: 'Maestro' }],
  ])('not where the %s contradicts', (_, ofSale, ofRecord) => {
    const day = { transactionDate: at('20:00:00') };
    expect(matches([{ ...slip, ...ofSale }], [{ ...slip, ...ofRecord, ...day }])).toEqual([]);
    expect(reasons([{ ...slip, ...ofSale }], [{ ...slip, ...ofRecord, ...day }]).s0).toBe('FieldDiffers');
  });

  test('a terminal contradicts a reference and an order, and not an authorisation with its card', () => {
    const [one, other] = [{ terminalId: '22128577' }, { terminalId: '22128578', transactionDate: at('20:00:00') }];
    expect(matches([{ ...order, ...one }], [{ ...order, ...other }])).toEqual([]);
    expect(matches([{ transactionReference: 'AB1234', ...one }], [{ transactionReference: 'AB1234', ...other }])).toEqual([]);
    expect(matches([{ ...card, ...one }], [{ ...card, ...other }])).toEqual(['authorisation-card Equal: s0 = r0']);
  });

  test('counters contradict at the same terminal alone', () => {
    const [one, other] = [
      { ...card, ...slip },
      { ...card, ...slip, transactionSequenceCounter: '18' },
    ];
    expect(matches([one], [other])).toEqual([]);
    expect(matches([one], [{ ...other, terminalId: '9' }])).toEqual(['authorisation-card Equal: s0 = r0']);
  });

  test('a short order is a table: it names nothing without its terminal', () => {
    const vague = { transactionDate: at('20:00:00') };
    expect(matches([{ orderId: '17' }], [{ orderId: '017', ...vague }])).toEqual([]);
    expect(matches([{ orderId: '1017' }], [{ orderId: '01017', ...vague }])).toEqual(['order Equal: s0 = r0']);
  });

  test('a day alone is too vague for rules of less than a day', () => {
    const day = { transactionDate: null, businessDate: '2026-11-20' };
    expect(matches([slip], [{ ...slip, ...day }])).toEqual(['terminal-sequence Equal: s0 = r0']);
    expect(
      matches(
        [{ terminalId: '7', cardNumberMasked: '*0416', transactionDate: '2026-11-20T12:00:00Z' }],
        [{ terminalId: '7', cardNumberMasked: '*0416', ...day }],
      ),
    ).toEqual(['card-day Equal: s0 ? r0']);
  });

  test('the longest gap is within reach', () => {
    expect(matches([slip], [{ ...slip, transactionDate: at('00:00:00', '2026-11-22') }])).toHaveLength(1);
  });

  test('hours apart, equal amounts of a day are not proposed', () => {
    expect(matches([{}], [{ transactionDate: at('15:00:01') }])).toEqual([]);
    expect(matches([{}], [{ transactionDate: at('15:00:00') }])).toEqual(['amount-day Equal: s0 ? r0']);
  });

  test('orders of more than ten characters are told from each other, and never guessed at', () => {
    const [one, other] = [
      { locationId: 'WEB', orderId: 'ORDER-20261017-1' },
      { locationId: 'WEB', orderId: 'ORDER-20261017-2' },
    ];
    expect(matches([one], [{ ...one, transactionDate: at('18:00:00') }])).toEqual(['order Equal: s0 = r0']);
    expect(matches([one], [{ ...other, transactionDate: at('18:00:00') }])).toEqual([]);
  });
});

describe('several with one key', () => {
  test('twins are pairs, and what is left came twice', () => {
    expect(matches([slip, slip], [slip, slip])).toEqual(['terminal-sequence Twin: s0 = r0', 'terminal-sequence Twin: s1 = r1']);
    expect(matches([slip], [slip, slip])).toEqual(['terminal-sequence Twin: s0 = r0']);
    expect(reasons([slip], [slip, slip])).toEqual({ r1: 'SettledTwice' });
    expect(reasons([slip, slip], [slip])).toEqual({ s1: 'PostedTwice' });
  });

  test('a refund that a file writes without a minus is no sale, and is the refund of the till', () => {
    const paid = { transactionReference: 'BON-1017' };
    const refund = { ...paid, type: 'Refund' as const };
    expect(matches([paid], [refund])).toEqual([]);
    expect(matches([paid, { ...paid, amount: -12.5 }], [refund])).toEqual(['reference Equal: s1 = r0']);
  });

  test('as many sales as records are one group, where nothing contradicts', () => {
    const later = { ...card, transactionDate: at('12:05:00') };
    expect(matches([card, later], [card, later])).toEqual(['authorisation-card Group: s0 s1 = r0 r1']);
    const brands = [
      { ...card, brandId: 'VISA' },
      { ...later, brandId: 'MAESTRO' },
    ];
    expect(matches(brands, [card, later]).join()).not.toMatch(/Group|Equal/);
  });

  test('as many sales as records are no group where they come to more than is exact', () => {
    const [first, later] = [card, { ...card, transactionDate: at('12:05:00') }].map((row) => ({ ...row, amount: 600_000_000_000 }));
    const rows = [first, later] as (typeof card)[];
    expect(matches(rows, rows)).toEqual(['amount-time Equal: s0 ? r0', 'amount-time Equal: s1 ? r1']);
    expect(matches([first as typeof card], [first as typeof card])).toEqual(['authorisation-card Equal: s0 = r0']);
  });

  test('two sales and one record that could be either: none', () => {
    const sales = [card, { ...card, transactionDate: at('12:05:00') }];
    const between = { ...card, transactionDate: at('12:02:30') };
    expect(matches(sales, [between])).toEqual([]);
    expect(reasons(sales, [between])).toEqual({ s0: 'Ambiguous', s1: 'Ambiguous', r0: 'Ambiguous' });
  });

  test('two sales alike are not told apart by their place and time', () => {
    const place = { terminalId: '7' };
    expect(matches([place, place], [place])).toEqual([]);
    expect(matches([place, place], [place, place])).toEqual(['terminal-moment Moment: s0 s1 ? r0 r1']);
  });

  test('another identifier may tell apart what the first cannot', () => {
    const sales = [
      { transactionReference: 'BON-1017', ...slip },
      { transactionReference: 'BON-1017', ...slip, transactionSequenceCounter: '18', transactionDate: at('12:05:00') },
    ];
    expect(matches(sales, [{ transactionReference: 'BON-1017', ...slip }])).toEqual(['terminal-sequence Equal: s0 = r0']);
  });

  test('a chain of neighbours is decided as a whole', () => {
    const times = ['12:00:00', '12:01:50', '12:03:40'].map((time) => ({ terminalId: '7', transactionDate: at(time) }));
    expect(matches(times.slice(0, 2), [times[2] as object])).toEqual([]);
    expect(reasons(times.slice(0, 2), [times[2] as object])).toEqual({ s0: 'Ambiguous', s1: 'Ambiguous', r0: 'Ambiguous' });
  });
});

describe('what people decided', () => {
  test('a pinned row is left alone, and so is a pair that is kept apart', () => {
    expect(matches([slip], [slip], { pinned: ['s0'] })).toEqual([]);
    expect(matches([slip], [slip], { forbidden: [['s0', 'r0']] })).toEqual([]);
    expect(matches([slip], [slip], { forbidden: [['s0', 'r9']] })).toHaveLength(1);
  });
});

describe('too many to tell apart', () => {
  const many = (count: number, fields: object) => Array.from({ length: count }, () => ({ terminalId: '7', ...fields }));

  test('101 equal payments a side are Dense, 100 are a group', () => {
    expect(matches(many(100, {}), many(100, {}))).toHaveLength(1);
    expect(matches(many(101, {}), many(101, {}))).toEqual([]);
    expect(new Set(Object.values(reasons(many(101, {}), many(101, {}))))).toEqual(new Set(['Dense']));
  });

  test('each with its counter they are matched', () => {
    const rows = many(1_000, {}).map((row, index) => ({ ...row, transactionSequenceCounter: String(index + 1) }));
    expect(matches(rows, [...rows].reverse())).toHaveLength(1_000);
  });

  test('with one reference their sums say it all', () => {
    const rows = many(101, { transactionReference: 'AB-1' });
    expect(matches(rows, rows)[0]).toMatch(/^reference Sum/);
  });

  test('sums of 20,000 rows are added up, of more not', () => {
    const rows = many(20_000, { amount: 0.01, ...order });
    expect(matches(rows.slice(1), [{ ...order, terminalId: '7', amount: 199.99 }])).toHaveLength(1);
    expect(matches(rows, [{ ...order, terminalId: '7', amount: 200 }])).toEqual([]);
  });
});
