/**
 * A file that was cut inside its last row: wherever that is, the row is rejected or is what it was. What nothing can tell is in a test of
 * its own.
 */
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { SalesError } from '../../../src/contract/problem.js';
import type { EarlierTable } from '../../../src/files/input/mapping-rules.js';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { type OpenOptions, openInput } from '../../../src/files/open.js';
import { rounds } from '../../support/at-length.js';
import { chunked, codesOf, read } from '../reading.js';

const zone = { timezone: 'Europe/Zurich' };
const earlier: EarlierTable = {
  ...{ on: '2026-11-19', rules: noRules, mapping: null, byContent: [], agreements: [], reading: {} },
  written: { lines: 'ended' },
};

/** How many rows a file has, and what is sent of the last one, null where that is rejected; null where the file itself is refused. */
async function lastRow(content: string | Uint8Array, options: Partial<OpenOptions> = {}, isRemembered = false) {
  try {
    const opened = { format: 'auto', ...zone, ...options } as const;
    const input = await openInput({ stdin: chunked(content) }, opened, isRemembered ? () => earlier : undefined);
    const rows = [];
    for await (const group of input.rows) rows.push(...group);
    await input.close();
    return { count: rows.length, sent: rows.at(-1)?.sale?.json ?? null };
  } catch (error) {
    if (error instanceof SalesError) return null;
    throw error;
  }
}

/** Places in the last row at which the file, cut there, has as many rows and another last one than the whole file. */
async function silent(text: string, options: Partial<OpenOptions> = {}, isRemembered = false): Promise<string[]> {
  const bytes = Buffer.from(text);
  const whole = await lastRow(bytes, options, isRemembered);
  expect(whole?.sent).toEqual(expect.any(String));
  const begin = text.trimEnd().lastIndexOf('\n') + 1;
  const found: string[] = [];
  for (let end = Buffer.byteLength(text.slice(0, begin)) + 1; end < bytes.length; end++) {
    const cut = await lastRow(bytes.subarray(0, end), options, isRemembered);
    if (cut?.sent && cut.count === whole?.count && cut.sent !== whole.sent) found.push(bytes.subarray(0, end).toString().slice(begin));
  }
  return found;
}

const table = (header: string, ...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`;
const sales = (last: string, ...cells: string[]) => {
  const row = (cell: string, index: number) => `2026-11-20T14:0${index}:00+01:00,EUR,R-${1000 + index},${cell}`;
  return table(`transactionDate,currency,transactionReference,${last}`, ...cells.map(row));
};

const lists: [string, string, Partial<OpenOptions>?][] = [
  ['an amount', sales('amount', '50.32', '7.00', '1269.50')],
  ['a grouped amount', sales('amount', '50.32', '7.00', '"1,269.50"')],
  [
    'a grouped amount between semicolons',
    table('Datum;Währung;Beleg;Betrag', '20.11.2026 14:03;EUR;4711;50.32', '20.11.2026 14:04;EUR;4712;1,269.50'),
  ],
  ['a negative amount', sales('amount', '50.32', '7.00', '-1269.50')],
  ['a decimal comma', table('Datum;Währung;Beleg;Betrag', '20.11.2026 14:03;EUR;4711;50,32', '20.11.2026 14:04;EUR;4712;1.269,50')],
  ['an amount with its currency', sales('amount', '50.32 EUR', '7.00 EUR', '1269.50 EUR')],
  ['an amount before a dash', table('Datum;Währung;Beleg;Betrag', '20.11.2026 14:03;CHF;4711;50.-', '20.11.2026 14:04;CHF;4712;1269.-')],
  ['a fee', sales('amount,fee', '50.32,0.50', '7.00,0.07', '1269.50,12.70'), { kind: 'Settlement' }],
  [
    'a reference',
    table(
      'amount,currency,transactionDate,transactionReference',
      '50.32,EUR,2026-11-20T14:03:00+01:00,R-1003',
      '7.00,EUR,2026-11-20T14:04:00+01:00,R-1004',
    ),
  ],
  ['a date', table('Betrag;Währung;Datum', '50,32;EUR;1.11.2026 14:03', '1.269,50;EUR;20.11.2026 14:04')],
  ['a day', table('Betrag;Währung;Datum', '50,32;EUR;01.11.2026', '1.269,50;EUR;20.11.2026'), { time: '12:00' }],
  ['an offset', table('amount,currency,transactionDate', '50.32,EUR,2026-11-20T14:03:00+01:00', '1269.50,EUR,2026-11-20T14:04:00+01:00')],
  ['a word', table('amount,transactionDate,currency,brandId', '50.32,2026-11-20T14:03:00Z,EUR,VISA', '7.00,2026-11-20T14:04:00Z,EUR,VISA')],
  ['a line that ends in a delimiter', sales('amount', '50.32', '7.00', '1269.50').replaceAll('\r\n', ',\r\n')],
  ['between tabs', sales('amount', '50.32', '7.00', '1269.50').replaceAll(',', '\t')],
  ['between bars', sales('amount', '50.32', '7.00', '1269.50').replaceAll(',', '|')],
];

describe('cut at every byte of its last row, the file has no other last sale in silence, where that ends in', () => {
  it.each(lists)('%s', async (_, text, options) => {
    expect(await silent(text, options)).toEqual([]);
  });
});

it('whole amounts vary, so that a first file whose last one is cut cannot tell: it says that it has no line end', async () => {
  const text = sales('amount', '50', '7', '1269');
  expect(await silent(text)).toEqual(['1', '12', '126'].map((cut) => `2026-11-20T14:02:00+01:00,EUR,R-1002,${cut}`));
  const { rows } = await read(text.slice(0, -3), zone);
  expect(rows.map(({ isUnended = false }) => isUnended)).toEqual([false, false, true]);
  expect(await silent(text, {}, true)).toEqual([]);
});

const cents = fc.integer({ min: 1, max: 99_999_999 });
property.prop(
  {
    amounts: fc.array(fc.tuple(cents, fc.boolean()), { minLength: 2, maxLength: 5 }),
    decimal: fc.constantFrom('.', ','),
    group: fc.constantFrom('', "'", ' ', 'other'),
    mark: fc.constantFrom(['', ''], ['EUR ', ''], ['', ' EUR'], ['-', ''], ['-', ' EUR']),
    end: fc.constantFrom('\n', '\r\n'),
  },
  { numRuns: rounds(60) },
)(
  'of amounts with decimals, however they are written, none is cut in silence',
  async ({ amounts, decimal, group, mark: [before = '', after = ''], end }) => {
    const sign = group === 'other' ? (decimal === '.' ? ',' : '.') : group;
    const written = amounts.map(([amount, isMarked]) => {
      const [whole = '', rest = ''] = (amount / 100).toFixed(2).split('.');
      return `${before === '-' && isMarked ? '' : before}${whole.replace(/\B(?=(\d{3})+$)/g, sign)}${decimal}${rest}${after}`;
    });
    const rows = written.map((amount, index) => `2026-11-20T14:0${index}:00+01:00;EUR;R-${1000 + index};${amount}`);
    const text = `${['transactionDate;currency;transactionReference;amount', ...rows].join(end)}${end}`;
    expect(await silent(text, { decimal: decimal as '.' | ',' })).toEqual([]);
  },
);

describe('the last row', () => {
  const complete = sales('amount', '50.32', '7.00', '1269.50').slice(0, -2);

  it('without a line end is sent where its cells are written like the others', async () => {
    const { rows } = await read(complete, zone);
    expect(codesOf({ rows } as Awaited<ReturnType<typeof read>>)).toEqual([]);
    expect(rows.at(-1)?.transaction?.amount).toBe(1269.5);
  });

  it('is rejected where earlier files of this header ended with a line end, and is told what to do', async () => {
    const input = await openInput({ stdin: chunked(complete) }, { format: 'auto', ...zone }, () => earlier);
    const rows = [];
    for await (const group of input.rows) rows.push(...group);
    expect(rows.flatMap(({ line, faults }) => faults.map(({ code, message }) => [line, code, message]))).toEqual([
      [
        4,
        'ROW_CUT',
        'is the last one, and no line end follows, as it did in earlier files with this header: the file may be cut; export it again, or, where the row is whole, end it with a line end',
      ],
    ]);
  });

  it('names its last cell where that is not written like those above it', async () => {
    const { rows } = await read(complete.replace(/69\.50$/, ''), zone);
    expect(rows.at(-1)?.faults).toEqual([
      {
        code: 'ROW_CUT',
        column: 'amount',
        columnNumber: 4,
        field: 'amount',
        value: '12',
        message:
          'is in the last row, is not written like those above it, and no line end follows: the file may be cut; export it again, or, where the row is whole, end it with a line end',
      },
    ]);
  });

  it('of a total is left out as ever', async () => {
    const total = `${sales('amount', '50.32', '7.00')}Total,,,57.32`;
    const { rows } = await read(total, zone);
    expect(rows.at(-1)?.leftOut).toBe('the line of totals, line 4');
  });

  it.each(['ndjson', 'json'])('of %s is never sent in part', async (format) => {
    const rows = ['50.32', '1269.50'].map((amount) => `{"currency":"EUR","transactionDate":"2026-11-20T14:03:00Z","amount":${amount}}`);
    expect(await silent(format === 'json' ? `[\n${rows.join(',\n')}\n]\n` : `${rows.join('\n')}\n`)).toEqual([]);
  });
});
