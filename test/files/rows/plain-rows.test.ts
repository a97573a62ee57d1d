/** The short way of a row beside the long one: what it reads is what the other reads, written as JSON.stringify does. */
import { fc, test as property } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { type TransactionField, transactionFields } from '../../../src/contract/transaction.js';
import { layoutOf } from '../../../src/files/columns/layout.js';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { mayHoldNul } from '../../../src/files/input/row-faults.js';
import { checked } from '../../../src/files/rows/check.js';
import { candidateOf } from '../../../src/files/rows/mapping.js';
import { isPlain, plainReader } from '../../../src/files/rows/plain-rows.js';
import { saleOf } from '../../../src/files/rows/sale.js';
import { read } from '../reading.js';

const columns = [...transactionFields.filter((field) => field !== 'additionalData'), 'additionalData.one', 'Tisch'];
const right: Partial<Record<TransactionField, string[]>> = {
  amount: ['12.50', '-0', '0.10', '+3', '1000000', '-.5', '1,5', '99999999999999', '0.0000001'],
  businessDate: ['2026-11-20', ' 2026-11-20', '2026-02-30'],
  transactionDate: ['2026-11-20T08:12:44+01:00', '2026-11-20T08:12:44.1234567Z', '2026-11-20T08:12:44'],
  eftTransactionDate: ['2026-11-20T08:12:44Z', '2026-11-20T24:00:00Z'],
  cardNumberMasked: ['424242******4242', '4242424242424242'],
  currency: ['CHF', ' eur'],
  transactionTypes: ['Purchase', 'A;B', 'A;Storno', '[]', '[1]', ';', '["A"]', 'A|"'],
};
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    "'=1",
    "'",
    '1.2E+15',
    'x'.repeat(1_025),
    '😀',
    '\ud800',
    'a"b',
    'a\\b',
    'a\u0000',
    '\u2028',
    '\u007f',
    'Müller',
    'Gutschrift',
  ),
);
const cellOf = (column: string) => {
  const likely = right[column as TransactionField];
  return likely ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...likely) }, anyText) : anyText;
};
const rows = fc.tuple(...columns.map(cellOf));
const rules = fc.constantFrom(
  noRules,
  { ...noRules, constants: { locationId: 'L1' } },
  { ...noRules, constants: { locationId: 'L"1' } },
  { ...noRules, values: { brandId: { visa: 'VISA' }, currency: { eur: 'E\\R' } } },
  { ...noRules, extra: 'drop' as const },
);

property.prop([fc.shuffledSubarray(columns, { minLength: 1 }), rows, rules, fc.boolean()], { numRuns: 3_000 })(
  'a row that is plainly read is one without faults, and the same sale as by its candidate',
  (header, values, rules, masksCards) => {
    if (!header.some((name) => (transactionFields as string[]).includes(name))) return;
    if ('locationId' in rules.constants && header.includes('locationId')) return;
    const layout = layoutOf(header, 1, { rules, masksCards });
    const cells = header.map((name) => values[columns.indexOf(name)] ?? '');
    if (!isPlain(cells.join(''))) return;
    const sale = plainReader(layout)?.(cells) ?? null;
    if (!sale) return;
    const { row: transaction, faults } = checked(candidateOf(layout, cells), mayHoldNul(cells.join('')));
    expect(faults).toEqual([]);
    expect(transaction && saleOf(transaction)).toEqual(sale);
  },
);

it('most rows are plain', () => {
  const header = ['amount', 'currency', 'transactionTypes', 'orderId', 'additionalData.a', 'Tisch'];
  const plain = plainReader(layoutOf(header, 1));
  const sale = {
    json: '{"amount":4.8,"currency":"CHF","orderId":"ü","transactionTypes":["A","B"],"additionalData":[{"key":"a","value":"x"},{"key":"Tisch","value":"7"}]}',
    amount: 4.8,
    currency: 'CHF',
    isRefund: false,
    mark: null,
    noSale: null,
    date: null,
  };
  expect(plain?.(['4.80', 'CHF', 'A;B', 'ü', 'x', '7'])).toEqual(sale);
  expect(plain?.(['4.80', 'CHF', 'A;Storno', 'ü', 'x', '7'])?.isRefund).toBe(true);
  expect(plain?.(['4.80', 'CHF', 'A', 'ü', 'x', 'Gutschrift'])?.isRefund).toBe(true);
  expect(plain?.(['', '', '', '', '', '7'])).toMatchObject({ json: '{"additionalData":[{"key":"Tisch","value":"7"}]}', amount: null });
  expect(plain?.(['4.80', '', '', '', '', ''])).toMatchObject({ json: '{"amount":4.8}', currency: null });
  expect(plain?.(['', '', '[]', '', '', ''])).toMatchObject({ json: '{"transactionTypes":[]}' });
  expect(plain?.(['', '', '', '', '', ''])).toMatchObject({ json: '{}' });
  expect(plain?.(['4,80', 'CHF', '', '', '', ''])).toBeNull();
});

property.prop([anyText])('a text is plain only where JSON has it as it is', (text) => {
  if (isPlain(text)) expect(JSON.stringify(text)).toBe(`"${text}"`);
});

property.prop([fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 5 }), fc.constantFrom(',', ';', '\t')])(
  'every text of a file arrives as it stands there, whichever way its row went',
  async (pairs, delimiter) => {
    const quoted = (text: string) => `"${text.toWellFormed().slice(0, 1_000).replaceAll('"', '""')}"`;
    const text = pairs.map((pair) => ['x', ...pair.map(quoted)].join(delimiter)).join('\n');
    const { rows } = await read(`brandId${delimiter}orderId${delimiter}Tisch\n${text}\n`, { format: 'csv', delimiter, asSales: true });
    for (const { transaction, source } of rows) {
      const [, orderId = '', table = ''] = source as string[];
      if (!transaction) continue;
      const shown = (cell: string) => (/^'+[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell);
      expect(transaction.orderId ?? '').toBe(orderId.trim() === '' ? '' : shown(orderId));
      expect(transaction.additionalData?.[0]?.value ?? '').toBe(table.trim() === '' ? '' : shown(table));
    }
    expect(rows).toHaveLength(pairs.length);
  },
);
