import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { codesOf, read, refusal } from '../reading.js';

const blanks = fc.array(fc.constantFrom(' ', '\t', '\n', '\r\n'), { maxLength: 4 }).map((parts) => parts.join(''));
const chunkBytes = fc.constantFrom(1, 2, 5, 65_536);
/** Strings full of what a scanner could trip over. */
const tricky = fc
  .array(fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', 'é', '😀', 'x'), { maxLength: 10 })
  .map((parts) => parts.join(''));
const needed = { currency: fc.constant('CHF'), transactionDate: fc.constant('2026-11-20T14:03:59Z') };
const objects = fc.record(
  { ...needed, orderId: tricky, amount: fc.double({ noNaN: true, noDefaultInfinity: true }), extra: fc.jsonValue() },
  { requiredKeys: ['amount', 'currency', 'transactionDate'] },
);
/** Members as the contract names them, beside which others are items. */
const sale = { amount: 1, currency: 'CHF', transactionDate: '2026-11-20T14:03:59Z' };

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}

describe('any list of objects', () => {
  property.prop({
    list: fc.array(objects, { minLength: 1, maxLength: 6 }),
    gap: blanks,
    wrapped: fc.boolean(),
    indent: fc.constantFrom(0, 1),
    chunkBytes,
  })('is read back equal from a document, with line numbers', async ({ list, gap, wrapped, indent, chunkBytes: size }) => {
    const before = `{"a":${gap}[{"transactions":[1]},"]}\\""],${gap}"transactions"${gap}:${gap}`;
    let text = `${gap}${wrapped ? before : ''}[`;
    const expected: { line: number; json: unknown }[] = [];
    for (const [index, object] of list.entries()) {
      text += `${index > 0 ? ',' : ''}${gap}`;
      expected.push({ line: linesIn(text) + 1, json: JSON.parse(JSON.stringify(object)) });
      text += JSON.stringify(object, null, indent) + gap;
    }
    text += `]${wrapped ? `,"z":${gap}null${gap}}` : ''}${gap}`;
    const { rows, description } = await read(text, { format: 'json' }, size);
    expect(description.format).toBe('json');
    expect(rows.map(({ line, source }) => ({ line, ...source }))).toEqual(expected);
  });

  property.prop({
    list: fc.array(objects, { minLength: 1, maxLength: 6 }),
    lineEnd: fc.constantFrom('\n', '\r\n', '\n\n \n'),
    last: fc.boolean(),
    chunkBytes,
  })('is read back equal from lines', async ({ list, lineEnd, last, chunkBytes: size }) => {
    const text = list.map((object) => JSON.stringify(object)).join(lineEnd) + (last ? lineEnd : '');
    const { rows, description } = await read(text, { format: 'ndjson' }, size);
    expect(description.format).toBe('ndjson');
    expect(rows.map(({ source }) => source)).toEqual(list.map((object) => ({ json: JSON.parse(JSON.stringify(object)) })));
    expect(rows.map(({ line }) => line)).toEqual(list.map((_, index) => 1 + index * linesIn(lineEnd)));
  });
});

describe('the format is told by the content', () => {
  it.each([
    ['[{"amount":1}]', 'json', 1],
    ['\ufeff \n [\n{"amount":1}\n,{"amount":2}]', 'json', 2],
    ['{"transactions":[{"amount":1}]}', 'json', 1],
    ['{\n  "exported": "2026-01-01",\n  "transactions": [{"amount":1}]\n}', 'json', 1],
    ['{"amount":1}', 'ndjson', 1],
    ['{"amount":1}\n{"amount":2}', 'ndjson', 2],
    ['{"amount":1}\r\n\r\n{"amount":2}\r\n', 'ndjson', 2],
    ['{"amount":1,}\n{"amount":2}', 'ndjson', 2],
    ['[1]\n{"amount":2}', 'ndjson', 2],
    ['amount\n1', 'csv', 1],
    ['"amount","x"\n1,2', 'csv', 1],
  ])('%j is %s', async (text, format, count) => {
    for (const chunkBytes of [1, 65_536]) {
      const { description, rows } = await read(text, {}, chunkBytes);
      expect(description).toMatchObject({ format, delimiter: format === 'csv' ? ',' : null });
      expect(rows).toHaveLength(count);
    }
  });

  it('or given', async () => {
    expect(codesOf(await read(`{"transactions":[{}]}\n${JSON.stringify(sale)}`, { format: 'ndjson' }))).toEqual(['1 NO_FIELD']);
    expect((await refusal('amount\n1', { format: 'json' })).message).toBe('The input is not a JSON array or object.');
    expect(codesOf(await read('amount\n1', { format: 'ndjson' }))).toEqual(['1 JSON_INVALID', '2 ROW_NOT_OBJECT']);
  });
});

describe('members', () => {
  it('that stand twice are a fault of their row where lines part the rows', async () => {
    expect(codesOf(await read('{"amount":1}\n{"amount":1,"amount":2}\n{"amount":3}\n'))).toEqual(['2 JSON_INVALID']);
    const { rows, description } = await read('{"amount":1,"amount":2}');
    expect([description.format, rows[0]?.faults[0]?.message]).toEqual(['ndjson', expect.stringMatching(/^is ambiguous JSON: column 13: /)]);
  });

  it('of which one is known, even if it is null, are enough', async () => {
    const rows = [sale, { amount: null, note: 'x' }, { note: 'x' }, { 'additionalData.k': 'v' }];
    expect(codesOf(await read(rows.map((row) => JSON.stringify(row)).join('\n')))).toEqual(['3 NO_FIELD']);
  });

  it('without a field become items of additionalData: scalars as text, the rest as JSON; null is nothing', async () => {
    const object = {
      ...sale,
      transaction_reference: 'r',
      additionalData: [{ key: 'a', value: 'b' }],
      cashier: 'Zoë',
      table: 12,
      tip: true,
      items: [{ sku: 1 }],
      gone: null,
      terminalId: null,
      _line: 3,
      _code: 'X',
      _error: 'y',
      'additionalData.k': 'v',
    };
    const { rows } = await read(JSON.stringify([object]));
    expect(rows[0]?.transaction).toEqual({
      ...sale,
      transactionReference: 'r',
      additionalData: [
        { key: 'a', value: 'b' },
        { key: 'cashier', value: 'Zoë' },
        { key: 'table', value: '12' },
        { key: 'tip', value: 'true' },
        { key: 'items', value: '[{"sku":1}]' },
        { key: 'k', value: 'v' },
      ],
    });
  });

  it('named like the innards of objects are harmless', async () => {
    const { rows } = await read(`[{"__proto__":{"amount":5},"constructor":"c",${JSON.stringify(sale).slice(1)}]`);
    expect(rows[0]?.transaction).toEqual({
      ...sale,
      additionalData: [
        { key: '__proto__', value: '{"amount":5}' },
        { key: 'constructor', value: 'c' },
      ],
    });
  });
});

describe('malformed documents are refused with line and column', () => {
  it.each([
    ['[{"amount":1},\n  {"amount":1,}]', 'Line 2, column 15'],
    ['[\n{"a":1} {"b":2}]', 'Line 2, column 9'],
    ['[{"a":1},]', 'Line 1, column 10'],
    ['[{"a":1}', 'Line 1, column 9'],
    ['[{"a":\n"x', 'Line 2, column 1'],
    ['[{"a":1}] x', 'Line 1, column 11'],
    ['[{"a":1},\n{"b":[1}]', 'Line 2, column 8'],
    ['{"transactions":[{"a":1}]', 'Line 1, column 26'],
    ['{"transactions":[{"a":1}],}', 'Line 1, column 27'],
    ['{"transactions":[{"a":1}]}]', 'Line 1, column 27'],
    ['{"x":,"transactions":[]}', 'Line 1, column 6'],
    ['{"x" 1}', 'Line 1, column 6'],
    ['[{"amount":1},\n{"amount":1,"amount":2}]', 'Line 2, column 13'],
    ['{"transactions":[{"amount":1}],\n "transactions":[]}', 'Line 2, column 2'],
    ['{x:1}', 'Line 1, column 2'],
    ['{"\\q":1}', 'Line 1, column 3'],
  ])('%j', async (text, place) => {
    for (const chunkBytes of [1, 65_536]) {
      const { code, message } = await refusal(text, { format: 'json' }, chunkBytes);
      expect(code).toBe('inputUnusable');
      expect(message.startsWith(`${place}: the JSON is malformed: `), message).toBe(true);
    }
  });

  it('after the rows before the fault were given', async () => {
    const { openInput } = await import('../../../src/files/open.js');
    const { chunked, rowRead } = await import('../reading.js');
    const input = await openInput({ stdin: chunked('[{"amount":1},{"amount":2},x]') }, { format: 'auto' });
    const amounts: unknown[] = [];
    const all = async () => {
      for await (const group of input.rows) amounts.push(...group.map((row) => rowRead(row).transaction?.amount));
    };
    await expect(all()).rejects.toThrow('Line 1, column 28');
    expect(amounts).toEqual([1, 2]);
  });

  it.each([
    ['[]', 'Standard input holds no transactions.'],
    ['{"transactions":[]}', 'Standard input holds no transactions.'],
    ['{"transactions":{}}', 'Line 1: transactions must be a JSON array.'],
    ['{\n"sales":[1]}', 'The JSON object has no member transactions.'],
  ])('%j holds nothing', async (text, message) => {
    expect(await refusal(text, { format: 'json' })).toMatchObject({ code: 'inputUnusable', message });
  });
});
