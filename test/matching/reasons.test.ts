/** What is said of open rows: when they are due, why they are open, and in which words. */
import { describe, expect, test } from 'vitest';
import { at, matchWorld, record, sale } from './world.js';

const card = { authorisationCode: '540078', cardNumberMasked: '************0416' };
const far = { transactionDate: at('20:00:00') };
const told = (sales: object[], records: object[], more: object = {}) =>
  matchWorld({ sales: sales.map(sale), records: records.map(record), ...more });

describe('sentences', () => {
  test.each([
    ['s0', [card], [{ ...card, amount: 71.12 }], 'Record r0 has the same authorisation and card and 71.12 instead of 12.50.'],
    ['r0', [card], [{ ...card, amount: 71.12 }], 'Sale s0 has the same authorisation and card and 12.50 instead of 71.12.'],
    ['s0', [card], [{ ...card, currency: 'EUR' }], 'Record r0 has the same authorisation and card, in EUR instead of CHF.'],
    [
      's1',
      [
        { ...card, ...far },
        { ...card, transactionDate: at('20:20:00') },
      ],
      [{ ...card, transactionDate: at('20:10:00') }],
      '2 sales and 1 record share authorisation 540078 and card 0416; nothing tells which.',
    ],
    [
      's0',
      [{ terminalId: '7', transactionSequenceCounter: '17', cardNumberMasked: '*0416' }],
      [{ terminalId: '7', transactionSequenceCounter: '17', cardNumberMasked: '*1234', ...far }],
      'Record r0 has the same terminal and sequence counter and amount, but card 1234 instead of 0416.',
    ],
    [
      's0',
      [{ orderId: 'ORD-17', amount: 80 }],
      [
        { orderId: 'ORD-17', amount: 50, ...far },
        { orderId: 'ORD-17', amount: 25 },
      ],
      '1 sale of order ORD-17 adds up to 80.00, 2 records to 75.00: 5.00 missing.',
    ],
    [
      's0',
      [{ terminalId: '7' }],
      [{ terminalId: '7', transactionDate: at('12:00:04') }],
      'Probably record r0 (same terminal, same amount, 4 s apart): somebody should look.',
    ],
    [
      'r1',
      [card],
      [
        { ...card, payoutId: 'FO1' },
        { ...card, payoutId: 'FO2' },
      ],
      'Sale s0 is matched with an equal record of FO1; this one is of FO2.',
    ],
    ['s1', [card, card], [card], 'Record r0 is matched with an equal sale; this one came besides.'],
  ] as const)('%s of %#', (row, sales, records, sentence) => {
    expect(told([...sales], [...records]).sentences[row]).toBe(sentence);
  });

  test('a payment that is matched by one identifier, and came again with another', () => {
    const slip = { terminalId: '7', transactionSequenceCounter: '17', orderId: 'ORD-17' };
    const again = { orderId: 'ORD-17', payoutId: 'FO2', ...far };
    const settled = told([slip], [{ ...slip, payoutId: 'FO1' }, again]);
    expect(settled.reasons).toEqual({ r1: 'SettledTwice' });
    expect(settled.sentences.r1).toBe('Sale s0 is matched with an equal record of FO1; this one is of FO2.');
    expect(told([slip, again], [slip]).sentences.s1).toBe('Record r0 is matched with an equal sale; this one came besides.');
    expect(told([slip], [slip, { ...again, amount: 3 }]).reasons.r1).toBe('Waiting');
  });
});

test('a row that cannot be compared is incomplete', () => {
  const sales = [{ amount: 1.23456 }, { currency: null }, {}];
  expect(told(sales, [{ transactionDate: null, settlementDate: null }]).reasons).toMatchObject({
    s0: 'Incomplete',
    s1: 'Incomplete',
    r0: 'Incomplete',
  });
});

test('the likest candidate comes first, then the nearest', () => {
  const places = [{ locationId: 'L1' }, { brandId: 'VISA', locationId: 'L1' }, {}, {}, {}, {}].map((fields, index) => ({
    ...card,
    ...fields,
    transactionDate: at(`12:0${6 - index}:30`),
  }));
  const { candidates, reasons } = told([{ ...card, brandId: 'VISA', locationId: 'L1' }], places);
  expect(reasons.s0).toBe('Ambiguous');
  expect(candidates.s0).toEqual(['r1', 'r0', 'r5', 'r4', 'r3']);
});

describe('due', () => {
  const paid = (day: string, more: object = {}) => ({ acquirerId: 'ACQ-ONE', settlementDate: day, amount: 99, terminalId: '22', ...more });

  test.each([
    ['2026-11-24', 'Waiting', 'No record yet; the files of ACQ-ONE reach 2026-11-24, this sale is due on 2026-11-25.'],
    ['2026-11-25', 'NotSettled', 'The files of ACQ-ONE reach 2026-11-25, when this sale was due, and none holds it.'],
  ])('files that reach %s: %s', (day, reason, sentence) => {
    const { reasons, sentences } = told([{ terminalId: '22' }], [paid(day)]);
    expect(reasons.s0).toBe(reason);
    expect(sentences.s0).toBe(sentence);
  });

  test('by the account of the terminal and brand, else of the terminal, else of the acquirer, else of the brand', () => {
    const records = [
      paid('2026-11-30', { brandId: 'VISA' }),
      paid('2026-11-21', { acquirerId: 'ACQ-TWO', brandId: 'AMEX' }),
      paid('2026-11-30', { acquirerId: 'ACQ-TWO', terminalId: '23', merchantId: 'M-2' }),
    ];
    const of = (sold: object) => told([{ amount: 1, ...sold }], records).sentences.s0 ?? '';
    expect(of({ terminalId: '22', brandId: 'AMEX' })).toMatch(/ACQ-TWO reach 2026-11-21/);
    expect(of({ terminalId: '22', brandId: 'visa' })).toMatch(/ACQ-ONE reach 2026-11-25, when/);
    expect(of({ terminalId: '23' })).toMatch(/ACQ-TWO reach 2026-11-25, when/);
    // Two accounts at the terminal: its acquirer decides; of that, the account that is the furthest behind.
    expect(of({ terminalId: '22', acquirerId: 'ACQ-TWO' })).toMatch(/ACQ-TWO reach 2026-11-21/);
    expect(of({ terminalId: '22', acquirerId: 'ACQ-ONE' })).toMatch(/ACQ-ONE reach 2026-11-25, when/);
    expect(of({ brandId: 'AMEX' })).toMatch(/ACQ-TWO reach 2026-11-21/);
    expect(of({ brandId: 'JCB' })).toBe('No settlement file has ever covered brand JCB.');
    expect(of({})).toBe('No settlement file has ever covered this sale.');
  });

  test('a record waits until the sales of its terminal go on', () => {
    const open = record({ terminalId: '22', amount: 3 });
    const next = sale({ terminalId: '22', amount: 99, transactionDate: at('09:00:00', '2026-11-21') });
    const elsewhere = sale({ ...next, terminalId: '23' });
    const same = sale({ terminalId: '22', amount: 98 });
    expect(matchWorld({ sales: [same, elsewhere], records: [open] }).sentences.r0).toBe(
      'No sale yet; the sales of terminal 22 reach 2026-11-20, this record is due on 2026-11-21.',
    );
    expect(matchWorld({ sales: [same, next], records: [open] }).sentences.r0).toBe(
      'The sales of terminal 22 reach 2026-11-21, when this record was due, and none is this payment.',
    );
    expect(matchWorld({ sales: [], records: [open] }).reasons.r0).toBe('Waiting');
  });

  test('the settings say how long a sale may wait', () => {
    const of = (settings: object) => told([{ terminalId: '22' }], [paid('2026-11-24')], { settings }).reasons.s0;
    expect([of({ waitDays: 4 }), of({ waitDays: 5 })]).toEqual(['NotSettled', 'Waiting']);
    expect(of({ accounts: [{ acquirerId: 'acq one', waitDays: 3 }] })).toBe('NotSettled');
    expect(of({ accounts: [{ acquirerId: 'ACQ-ONE', merchantId: 'M-9', waitDays: 3 }] })).toBe('Waiting');
    const contract = (waitDays?: number) => ({ acquirerId: 'ACQ-ONE', merchantId: 'M-1', waitDays });
    const ofContract = (...accounts: object[]) =>
      told([{ terminalId: '22' }], [paid('2026-11-24', { merchantId: 'M-1' })], { settings: { accounts } }).reasons.s0;
    expect(ofContract({ acquirerId: 'ACQ-ONE', waitDays: 9 }, contract(3))).toBe('NotSettled');
    expect(ofContract({ acquirerId: 'ACQ-ONE', waitDays: 3 }, contract(9))).toBe('Waiting');
    expect(ofContract(contract(), { acquirerId: 'ACQ-ONE', waitDays: 3 })).toBe('NotSettled');
  });
});
