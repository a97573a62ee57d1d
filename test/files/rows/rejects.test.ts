import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { rejectsFormat, rejectsPath } from '../../../src/files/rows/rejects.js';
import { codesOf, fixture, type Reading, read, refusal } from '../reading.js';

/** The rejects file of an input: its bad rows. */
function rejectsOf({ description, rows }: Reading): string {
  const format = rejectsFormat(description);
  return (
    format.head +
    rows
      .filter(({ faults }) => faults.length > 0)
      .map((row) => format.row(row))
      .join('')
  );
}

const PAN = '4242424242424242';
const PAN_FORMS = [PAN, '4242 4242 4242 4242', '4242-4242-4242-4242', '378282246310005'];

describe('of CSV', () => {
  it('keep header, order and delimiter, and name line, code and reason', async () => {
    const reading = await read('cashier;Amount;currency\r\n"Müller; ""Hans""\r\n";1,5x;EUR\r\nx;1,5;EUR\r\n');
    expect(rejectsOf(reading)).toBe(
      'cashier;Amount;currency;_line;_code;_error\n' +
        '"Müller; ""Hans""\r\n";1,5x;EUR;2;AMOUNT_INVALID;"Amount: must be a decimal number such as 12.50; write it with digits and a decimal comma, as 1355,90"\n',
    );
  });

  // The good rows said MM/dd/yyyy and a decimal point; of the rejected ones some say the contrary, and that is why they were rejected.
  it.each([
    ['transactionDate', '2;13/02/2026 10:00 Z\n', '2;05/06/2026 10:00 Z\n', '--date-format MM/dd/yyyy', '2026-05-06T10:00:00Z'],
    ['amount', '12,50;2026-05-06T10:00:00Z\n', '1.234;2026-05-06T10:00:00Z\n', '--decimal .', 1.234],
  ] as const)('no value decides how the %s of another row is read', async (field, wrong, ambiguous, flag, meant) => {
    const table = (columns: string, end: string) =>
      `amount;transactionDate${columns}\n${[wrong, ambiguous].join('').replaceAll('\n', end)}`;
    const rejects = table(';_line;_code;_error', ';2;X;x\n');
    expect((await refusal(rejects)).hint).toContain(flag);
    const option = flag.startsWith('--decimal') ? { decimal: '.' as const } : { dateFormat: 'MM/dd/yyyy' };
    const { rows } = await read(rejects, option);
    expect(rows[1]?.transaction?.[field]).toBe(meant);
    // In any other file the one value decides about the other.
    expect((await read(table('', '\n'))).rows[1]?.transaction?.[field]).not.toBe(meant);
  });

  it('what shows by itself how it is read is no question', async () => {
    const text = 'amount;transactionDate;_line;_code;_error\n1.234,50;13.02.2026 10:00 Z;2;X;x\n7,5;05.06.2026 10:00 Z;3;X;x\n';
    const { rows } = await read(text);
    expect(rows.map(({ transaction }) => [transaction?.amount, transaction?.transactionDate])).toEqual([
      [1234.5, '2026-02-13T10:00:00Z'],
      [7.5, '2026-06-05T10:00:00Z'],
    ]);
  });

  it.each([',', ';', '\t', '|'])('delimiter %j: corrected in place they are the rows that were meant', async (delimiter) => {
    const header = ['orderId', 'amount', 'brandId', 'cardNumberMasked'].join(delimiter);
    const bad = [
      ['1', '1_5', 'a', ''],
      ['2', '2', 'b'],
      ['3', '3', '5" c', ''],
      ['4', '4', 'd', PAN],
      ['5', '5', 'e', '', 'f'],
    ];
    const text = `${header}\n${bad.map((cells) => cells.join(delimiter)).join('\n')}\n`;
    const rejects = rejectsOf(await read(text));
    const lines = rejects.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    const again = await read(rejects);
    expect(codesOf(again)).toEqual(['2 AMOUNT_INVALID', '3 COLUMN_COUNT', '6 COLUMN_COUNT']);
    const corrected = rejects
      .replace('1_5', '1.5')
      .replace(`2${delimiter}2${delimiter}b${delimiter}`, `2${delimiter}2${delimiter}b${delimiter}${delimiter}`)
      .replace(`${delimiter}f${delimiter}`, delimiter);
    const { rows } = await read(corrected);
    expect(rows.map(({ transaction }) => transaction)).toEqual([
      { orderId: '1', amount: 1.5, brandId: 'a' },
      { orderId: '2', amount: 2, brandId: 'b' },
      { orderId: '3', amount: 3, brandId: '5" c' },
      { orderId: '4', amount: 4, brandId: 'd', cardNumberMasked: '424242******4242' },
      { orderId: '5', amount: 5, brandId: 'e' },
    ]);
  });

  it('an earlier _line, _code and _error are replaced, also in rows of the wrong width', async () => {
    const first = rejectsOf(await read('\n\norderId,amount\n1,x\n2\n3,4,5\n'));
    const second = rejectsOf(await read(first));
    expect(second.split('\n')[0]).toBe('orderId,amount,_line,_code,_error');
    expect(
      second
        .split('\n')
        .slice(1, 4)
        .map((line) => line.split(',').slice(0, 5)),
    ).toEqual([
      ['1', 'x', '2', 'AMOUNT_INVALID', expect.anything()],
      ['2', '3', 'COLUMN_COUNT', expect.anything(), expect.anything()],
      ['3', '4', '5', '4', 'COLUMN_COUNT'],
    ]);
    expect(rejectsOf(await read(second))).toBe(second);
  });

  it('take the faults that a server found', async () => {
    const { description, rows } = await read('orderId,amount\n1,2\n');
    const fault = { column: 'orderId', columnNumber: 1, field: 'orderId', code: 'REFUSED', message: `no ${PAN}\nhere`, value: null };
    const text = rows.map((row) => rejectsFormat(description).row({ ...row, faults: [fault, fault] })).join('');
    expect(text).toBe('1,2,2,REFUSED,orderId: no 424242******4242 here / orderId: no 424242******4242 here\n');
  });

  property.prop([
    fc.array(fc.tuple(fc.string(), fc.constantFrom('a,b', '"', 'a"b', '\n', '\r\n', ' x ', ';', '')), { minLength: 1, maxLength: 5 }),
  ])('keep every cell as it was', async (pairs) => {
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
    const text = `amount,cashier,brandId\n${pairs.map(([a, b]) => `bad,${quote(a)},${quote(b)}`).join('\n')}\n`;
    const first = await read(text);
    const again = await read(rejectsOf(first));
    expect(again.rows.map(({ source }) => (source as string[]).slice(0, 3))).toEqual(first.rows.map(({ source }) => source));
  });
});

describe('of JSON', () => {
  it('are lines, the object with line, code and reason, which are replaced the next time', async () => {
    const rest = '"currency":"CHF","transactionDate":"2026-11-20T14:03:59Z"';
    const first = rejectsOf(await read(`[{"amount":1},\n{"amount":"1","cashier":"Zoë",${rest},"_line":9}]`));
    expect(first).toBe(
      `{"amount":"1","cashier":"Zoë",${rest},"_line":2,"_code":"AMOUNT_INVALID","_error":"amount: must be a number; write it with digits and a decimal point, as 1355.90"}\n`,
    );
    expect(rejectsOf(await read(first))).toBe(first.replace('"_line":2', '"_line":1'));
    expect((await read(first.replace('"1"', '1'))).rows[0]?.transaction).toEqual({
      amount: 1,
      currency: 'CHF',
      transactionDate: '2026-11-20T14:03:59Z',
      additionalData: [{ key: 'cashier', value: 'Zoë' }],
    });
  });

  it('keep what was no object as text, which stays a fault until it is corrected', async () => {
    const first = rejectsOf(await read('{}\n{"amount":1,}\n["a"]\n"text"\n'));
    const lines = first.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line)._text)).toEqual(['{"amount":1,}', '["a"]', '"text"']);
    const again = await read(first);
    expect(codesOf(again)).toEqual(['1 ROW_NOT_OBJECT', '2 ROW_NOT_OBJECT', '3 ROW_NOT_OBJECT']);
    const withoutLines = (text: string) => [...text.matchAll(/"_text":(.*),"_line"/g)].map(([, kept]) => kept);
    expect(withoutLines(rejectsOf(again))).toEqual(withoutLines(first));
    expect(withoutLines(first)).toHaveLength(3);
  });
});

describe('no full card number', () => {
  const digits = PAN_FORMS.map((form) => form.replace(/\D/g, ''));
  const expectNone = (text: string) => {
    const found = text.replace(/[ -]/g, '');
    for (const number of digits) expect(found).not.toContain(number);
  };

  it('stands in a fault or in the rejects of the error fixture', async () => {
    const reading = await read({ path: fixture('row-errors.csv') });
    expectNone(JSON.stringify(reading.rows.map(({ faults }) => faults)));
    const rejects = rejectsOf(reading);
    expectNone(rejects);
    expect(rejects.match(/424242\*{6}4242/g)?.length).toBeGreaterThan(20);
  });

  it.each(PAN_FORMS)('%s is cut in a value that is wrong; a reference that looks like one stays as it is', async (pan) => {
    const csv = rejectsOf(await read(`amount,transactionDate,transactionReference\nx ${pan},${pan},${PAN}\n`));
    const json = rejectsOf(await read(`{"amount":"x ${pan}","transactionDate":"x ${pan}","transactionReference":"${PAN}"}\n`));
    for (const text of [csv, json]) {
      expect(text.split(PAN)).toHaveLength(2);
      expect(text.replace(PAN, '')).not.toContain(pan);
    }
  });

  it.each(PAN_FORMS)('%s, in any kind of bad row', async (pan) => {
    const inputs = [
      `amount,card_number_masked\nx,${pan}\n1,${pan}\n1,"${pan}"x\n${pan}\n1,2,${pan}\n1,2,12 ${pan.replace(/\D/g, '')}\n`,
      `{"amount":"x","cardNumberMasked":"${pan}"}\n{"cardNumberMasked":["${pan}"]}\n{"card_number_masked":{"n":"${pan}"}}\n{"cardNumberMasked":"${pan}",}\n"${pan}"\n["${pan}"]\n`,
    ];
    for (const input of inputs) {
      const reading = await read(input);
      expect(reading.rows.every(({ faults }) => faults.length > 0)).toBe(true);
      const rejects = rejectsOf(reading);
      expectNone(JSON.stringify(reading.rows.map(({ faults }) => faults)));
      expectNone(rejects);
      const again = await read(rejects);
      expectNone(JSON.stringify(again.rows.map(({ faults }) => faults)));
      expectNone(rejectsOf(again));
    }
  });
});

it.each([
  ['x.csv', undefined, 'x.rejects.csv'],
  ['a/b.c/x.CSV.gz', undefined, 'a/b.c/x.rejects.csv'],
  ['x.json', undefined, 'x.rejects.ndjson'],
  ['x.ndjson.gz', undefined, 'x.rejects.ndjson'],
  ['x.csv', 'json', 'x.rejects.ndjson'],
  ['x.txt', undefined, 'x.txt.rejects.csv'],
  ['x', 'ndjson', 'x.rejects.ndjson'],
  ['x.rejects.csv', undefined, 'x.rejects-2.csv'],
  ['x.rejects-2.csv', undefined, 'x.rejects-3.csv'],
  ['x.rejects.csv', 'json', 'x.rejects-2.ndjson'],
  ['x.rejects.ndjson', undefined, 'x.rejects-2.ndjson'],
  ['x.rejects.rejects.csv', undefined, 'x.rejects.rejects-2.csv'],
  ['-', undefined, 'stdin.rejects.csv'],
  ['-', 'ndjson', 'stdin.rejects.ndjson'],
] as const)('the rejects of %s (%s) go to %s', (input, format, path) => {
  expect(rejectsPath(input, format)).toBe(path);
});
