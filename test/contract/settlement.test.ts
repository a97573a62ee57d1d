/** The settlement record: what it takes, what it refuses, and that the quick reading gives what the schema gives. */
import { describe, expect, test } from 'vitest';
import { objectReading } from '../../src/contract/plain-reading.js';
import { SettlementRecord } from '../../src/contract/records.js';
import { SettlementRecordUpload } from '../../src/contract/settlement.js';
import { listedRecordFields, settlementTypes } from '../../src/contract/states.js';

const record = {
  type: 'Sale',
  acquirerId: 'ACQ-ONE',
  merchantId: 'M-1001',
  payoutId: 'FO1',
  payoutDate: '2026-11-23',
  settlementDate: '2026-11-21',
  terminalId: '22128577',
  transactionDate: '2026-11-20T12:00:00+01:00',
  amount: 12.5,
  currency: 'CHF',
  fee: 0.16,
  netAmount: 12.34,
  exchangeRate: 1,
  cardNumberMasked: '424242******4242',
  transactionCount: 1,
  additionalData: [{ key: 'batch', value: '7' }],
};
const read = objectReading(SettlementRecordUpload.shape);

describe('a settlement record', () => {
  test.each([record, {}, { amount: null, type: null }, ...settlementTypes.map((type) => ({ type }))])(
    '%j is taken, both ways alike',
    (given) => {
      expect(SettlementRecordUpload.parse(given)).toEqual(given);
      expect(read(given)).toEqual(given);
    },
  );

  test.each([
    ['type', 'Purchase'],
    ['amount', '12.50'],
    ['fee', Number.NaN],
    ['settlementDate', '2026-02-30'],
    ['payoutDate', '2026-11-20T12:00:00Z'],
    ['transactionDate', '2026-11-20T12:00:00'],
    ['cardNumberMasked', '4242 4242 4242 4242'],
    ['transactionCount', 0],
    ['transactionCount', 1.5],
    ['transactionCount', 1_000_001],
    ['description', 'x'.repeat(1_025)],
    ['orderId', '\ud800'],
  ])('%s: %j is refused, by both', (field, value) => {
    expect(SettlementRecordUpload.safeParse({ ...record, [field]: value }).error?.issues.map(({ path }) => path)).toEqual([[field]]);
    expect(read({ ...record, [field]: value })).toBe(undefined);
  });

  test('fields that it does not know are left out', () => {
    expect(SettlementRecordUpload.parse({ amount: 1, colour: 'red' })).toEqual({ amount: 1 });
  });
});

test('the members of a record in a list are those of its schema, in their order', () => {
  expect(listedRecordFields).toEqual(Object.keys(SettlementRecord.shape));
});
