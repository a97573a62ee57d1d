import { describe, expect, it } from 'vitest';
import { noPositiveRefunds, withRow } from '../../src/client/positive-refunds.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { saleOf } from '../../src/files/sale.js';

const seen = (row: TransactionUpload, line = 7) => withRow(noPositiveRefunds, saleOf(row), line);
const as = (value: string): TransactionUpload => ({ amount: 12.5, additionalData: [{ key: 'Art', value }] });

describe('a row above zero is one', () => {
  it.each(['Refund', 'REFUND', 'Gutschrift', 'gutschrift', 'Rückerstattung', 'Storno', 'Remboursement', 'rimborso'])('as %s', (word) => {
    expect(seen(as(word))).toEqual({ rows: 1, firstLine: 7 });
    expect(seen({ amount: 0.01, transactionTypes: ['Tip', word] })).toEqual({ rows: 1, firstLine: 7 });
  });

  it.each(['Sale', 'Credit', 'Refunded', 'Gutschrift 17', 'No refund', 'Stornogebühr', ''])('not as %j', (word) => {
    expect(seen(as(word))).toBe(noPositiveRefunds);
  });

  it.each([-12.5, 0, -0, null, undefined])('not with an amount of %s', (amount) => {
    expect(seen({ ...as('Refund'), amount })).toBe(noPositiveRefunds);
  });
});

it('a column of that name says nothing of its rows', () => {
  const additionalData = [{ key: 'Storno', value: '0' }];
  expect(seen({ amount: 12.5, additionalData })).toBe(noPositiveRefunds);
});

it('the first line stays', () => {
  const rows = [as('Sale'), as('Refund'), as('Storno'), { ...as('Refund'), amount: -1 }];
  const all = rows.reduce((found, row, index) => withRow(found, saleOf(row), index + 2), noPositiveRefunds);
  expect(all).toEqual({ rows: 2, firstLine: 3 });
});
