/** Where a JSON document has its rows: in `transactions`, in the only list of objects, or it is for a person to say. */
import { describe, expect, it } from 'vitest';
import { aheadBytesMax } from '../../../src/files/input/unusable.js';
import { read, refusal } from '../reading.js';

const zone = { timezone: 'Europe/Zurich' };
const rows = [
  { id: 'P1', total: 12.5, currency: 'EUR', created_at: '2026-11-20T10:00:00Z' },
  { id: 'P2', total: 7.5, currency: 'EUR', created_at: '2026-11-20T10:01:00Z' },
];
const sales = [
  { amount: 12.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z' },
  { amount: 7.5, currency: 'EUR', transactionDate: '2026-11-20T10:01:00Z' },
];
const documents = (value: unknown) => [JSON.stringify(value), JSON.stringify(value, null, 2), ` \n${JSON.stringify(value)}\n`];

describe('the only list of objects', () => {
  it.each<[string, unknown, string]>([
    ['payments', { payments: rows }, 'payments'],
    ['data, with what services write beside it', { object: 'list', data: rows, has_more: false, url: '/v1/x', total: 2 }, 'data'],
    ['within an object', { meta: { count: 2 }, data: { payments: rows, next: null } }, 'data.payments'],
    ['beside empty lists and lists of texts', { errors: [], tags: ['a'], items: rows }, 'items'],
    ['before what else is in the document', { results: rows, cursor: { next: 'x', a: [1, 2] } }, 'results'],
  ])('%s', async (_, value, list) => {
    for (const text of documents(value)) {
      for (const chunk of [1, 65_536]) {
        const { description, rows: found } = await read(text, zone, chunk);
        expect(found.map(({ transaction }) => transaction)).toMatchObject(sales);
        expect(description).toMatchObject({ format: 'json', list });
      }
    }
  });

  it('is named with the lines of its rows, and read where it has the names of the API', async () => {
    const own = '{\n"page": 1,\n"sales": [\n{"amount": 1.5, "currency": "EUR"},\n{"amount": "x"}\n]}\n';
    const { description, rows: found } = await read(own);
    expect(description.list).toBe('sales');
    expect(found.map(({ line, faults }) => [line, faults.map(({ code }) => code)])).toEqual([
      [4, []],
      [5, ['AMOUNT_INVALID']],
    ]);
  });

  it('has a fault where an element is no object', async () => {
    const { rows: found } = await read(JSON.stringify({ payments: [rows[0], null, 'x', rows[1]] }), zone);
    expect(found.map(({ transaction, faults }) => transaction?.amount ?? faults[0]?.code)).toEqual([
      12.5,
      'ROW_NOT_OBJECT',
      'ROW_NOT_OBJECT',
      7.5,
    ]);
  });

  it('yields to transactions', async () => {
    const { description, rows: found } = await read(JSON.stringify({ payments: rows, transactions: [{ amount: 1 }] }));
    expect(description.list).toBeNull();
    expect(found.map(({ transaction }) => transaction)).toEqual([{ amount: 1 }]);
  });
});

describe('is refused', () => {
  it.each<[string, unknown, RegExp]>([
    ['where there are several', { payments: rows, refunds: rows }, /has 2 lists of objects: payments, refunds\./],
    ['where they lie within others', { a: { payments: rows }, b: rows }, /2 lists of objects: a\.payments, b\./],
    [
      'where one has an element that is no object',
      { payments: [...rows, null], meta: [{ amount: 1 }] },
      /2 lists of objects: payments, meta/,
    ],
    ['where the only one is called refunds', { payments: [], refunds: rows }, /only list of objects in the JSON document is refunds/],
    ['where it is called payouts', { payouts: rows }, /is payouts, which may hold no sales/],
  ])('%s', async (_, value, message) => {
    for (const text of documents(value)) expect((await refusal(text, zone)).message).toMatch(message);
  });

  it('where it is malformed, with the place', async () => {
    expect((await refusal('{"payments": [\n{"amount": 1},\n]}', zone)).message).toBe('The JSON object has no member transactions.');
    expect((await refusal('{\n"payments": 1\n}', zone)).message).toBe('The JSON object has no member transactions.');
  });
});

it('a document over the rows ahead is refused for its size where its list has another name, and read where it has not', async () => {
  const notes = JSON.stringify(Array.from({ length: 9 }, () => 'x'.repeat(aheadBytesMax / 8)));
  const large = (name: string) => `{"notes":${notes},"${name}":${JSON.stringify(rows)}}`;
  const { message, hint } = await refusal(large('payments'), zone);
  expect(message).toMatch(/^The JSON object has no member transactions, and with more than \d+ MiB it is too large to be searched/);
  expect(hint).toMatch(/^Name the list of the sales transactions, or save it as a file of its own/);
  const { description, rows: found } = await read(large('transactions'), zone);
  expect(description.list).toBeNull();
  expect(found.map(({ transaction }) => transaction)).toMatchObject(sales);
});

it('a record that has lists of its own is a record', async () => {
  const record = { ...rows[0], line_items: [{ name: 'Coffee', price: 4.5 }] };
  const { description, rows: found } = await read(JSON.stringify(record), zone);
  expect(description).toMatchObject({ format: 'ndjson', list: null });
  expect(found).toMatchObject([{ transaction: { amount: 12.5 } }]);
  const own = '{"amount":1,"additionalData":[{"key":"a","value":"b"}]}';
  expect((await read(own)).rows).toMatchObject([{ transaction: { amount: 1 } }]);
});
