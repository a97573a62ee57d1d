import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { transactionFields } from '../../../src/contract/transaction.js';
import { layoutOf } from '../../../src/files/columns/layout.js';
import { candidateOf } from '../../../src/files/rows/mapping.js';
import { fieldNamed } from '../../../src/files/words/field-names.js';
import { read } from '../reading.js';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('names of columns', () => {
  it.each(transactionFields)('%s is known in any case, in snake_case, with blanks and hyphens', (field) => {
    for (const name of [field, field.toUpperCase(), snake(field), snake(field).toUpperCase(), ` ${snake(field).replaceAll('_', ' ')} `]) {
      expect(fieldNamed(name)).toBe(field);
    }
    expect(fieldNamed(snake(field).replaceAll('_', '-'))).toBe(field);
    expect(fieldNamed(`${field}2`)).toBeNull();
  });

  it('decides each column, and says so', async () => {
    const header = [
      'Amount',
      'additionalData.Tisch Nr',
      'additional_data.x.y',
      'cashier',
      '',
      '_line',
      '_CODE',
      '_error',
      'additionalData',
    ];
    const reading = await read(`${header.join(';')}\n1;2;3;4;5;6;7;8;"[{""key"":""k"",""value"":""v"",""type"":""t""}]"\n`);
    expect(reading.description.mapping).toEqual([
      'amount',
      'additionalData.Tisch Nr',
      'additionalData.x.y',
      'additionalData.cashier',
      'additionalData.column 5',
      null,
      null,
      null,
      'additionalData',
    ]);
    expect(reading.rows[0]?.transaction).toEqual({
      amount: 1,
      additionalData: [
        { key: 'Tisch Nr', value: '2' },
        { key: 'x.y', value: '3' },
        { key: 'cashier', value: '4' },
        { key: 'column 5', value: '5' },
        { key: 'k', value: 'v', type: 't' },
      ],
    });
  });
});

describe('cells', () => {
  const values = (field: string, cell: string) =>
    candidateOf(layoutOf(field === 'orderId' ? [field] : [field, 'orderId'], 1), [cell, '']).values;

  it.each([
    ['amount', ' 12.50 ', 12.5],
    ['amount', '-3', -3],
    ['businessDate', ' 2026-01-02\t', '2026-01-02'],
    ['transactionDate', ' 2026-01-02T03:04:05Z ', '2026-01-02T03:04:05Z'],
    ['currency', ' EUR', 'EUR'],
    ['terminalId', '007', '007'],
    ['terminalId', ' 7 ', ' 7 '],
    ['transactionTypes', 'Purchase; Tip |Cash', ['Purchase', 'Tip', 'Cash']],
    ['transactionTypes', ';Purchase;', ['Purchase']],
    ['transactionTypes', ' ["a;b","c|d"]', ['a;b', 'c|d']],
    ['additionalData', '[{"key":"a","value":"b"}]', [{ key: 'a', value: 'b' }]],
  ])('%s %j becomes %j', (field, cell, value) => {
    expect(values(field, cell)).toEqual({ [field]: value });
  });

  it.each(['', ' ', '\t\u00a0'])('%j is no value, in any field', (cell) => {
    for (const field of [...transactionFields, 'cashier', 'additionalData.k']) expect(values(field, cell)).toEqual({});
  });

  property.prop([fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 4 })])(
    'an amount is the number that its text says',
    (units, decimals) => {
      const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
      const point = digits.length - decimals;
      const text = `${units < 0 ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ''}`;
      expect(values('amount', text)).toEqual({ amount: Number(text) });
    },
  );
});
