import { describe, expect, it } from 'vitest';
import type { OpenOptions } from '../../../src/files/open.js';
import { atLength } from '../../support/at-length.js';
import { codesOf, read, refusal } from '../reading.js';

const amountsOf = async (cells: string[], options: Partial<OpenOptions> = {}) => {
  const { rows, description } = await read(`orderId|amount\n${cells.map((cell, index) => `${index}|${cell}`).join('\n')}\n`, options);
  return { amounts: rows.map(({ transaction }) => transaction?.amount ?? null), shown: description.values.map(({ shown }) => shown) };
};
const datesOf = async (field: string, cells: string[], options: Partial<OpenOptions> = {}) => {
  const { rows, description } = await read(`orderId|${field}\n${cells.map((cell, index) => `${index}|${cell}`).join('\n')}\n`, options);
  const dates = rows.map(({ transaction }) => (transaction as Record<string, unknown> | null)?.[field] ?? null);
  return { dates, shown: description.values.map(({ shown }) => shown) };
};
const refusedAmounts = (cells: string[], options: Partial<OpenOptions> = {}) =>
  refusal(`orderId|amount\n${cells.map((cell, index) => `${index}|${cell}`).join('\n')}\n`, options);
const refusedDates = (field: string, cells: string[], options: Partial<OpenOptions> = {}) =>
  refusal(`orderId|${field}\n${cells.map((cell, index) => `${index}|${cell}`).join('\n')}\n`, options);

describe('a column of amounts', () => {
  it.each([
    '000000135590',
    '0012',
    '-007',
    ' 0000000000001',
    '000450-',
    '007 -',
    '−0005',
    '(0012)',
    'CHF 007',
    '00450 EUR',
    '€ 007',
    'Fr. 0012',
    '-CHF 007',
  ])('%j may be cents, as files of fixed width have them, and is a fault', async (cell) => {
    const { rows } = await read(`orderId|amount\n1|${cell}\n2|0\n3|000\n4|0012.50\n5|135590\n`);
    expect(rows[0]?.faults).toMatchObject([{ code: 'AMOUNT_INVALID', message: expect.stringContaining('cents') }]);
    expect(rows.slice(1).map(({ transaction }) => transaction?.amount)).toEqual([0, 0, 12.5, 135590]);
  });

  it.each<[string, string[], (number | null)[], string[]]>([
    ['decides by one value for all', ['1.234', '5', '12,50'], [1234, 5, 12.5], ["decimal ','"]],
    ['decides by one value for all, but for what may be thousands', ['1.234', '5', '12.50'], [null, 5, 12.5], ["decimal '.'"]],
    ['has more decimals', ['1.234', '5', '12.5000'], [1.234, 5, 12.5], ["decimal '.'"]],
    ['decides by grouping alone', ['1.234.567', '1.234'], [1234567, 1234], ["decimal ','"]],
    ['is not decided by whole numbers, and need not be', ['5', '-3', "1'000"], [5, -3, 1000], []],
    ['has blanks in it', ['', '1,5', ' '], [null, 1.5, null], ["decimal ','"]],
    ['reads by its first sign, and what contradicts is a fault', ['1,50', '2.50', '1.000,5'], [1.5, null, 1000.5], ["decimal ','"]],
    ['has words in it before', ['free', '1,50'], [null, 1.5], ["decimal ','"]],
  ])('%s: %j', async (_, cells, amounts, shown) => {
    expect(await amountsOf(cells)).toEqual({ amounts, shown });
  });

  it.each([[['1.234']], [['1.234', '5', '100']], [['12,345', '1,234,567'.slice(0, 5)]], [['', '7', '-1.234']]])(
    'that fits two readings is refused with the question and the flag: %j',
    async (cells) => {
      const { code, message, hint } = await refusedAmounts(cells);
      expect(code).toBe('inputUnusable');
      expect(message).toMatch(/^Line \d: column B "amount": ".*" can be .* or .*, and no other value of the column shows which\.$/);
      expect(hint).toContain('--decimal');
    },
  );

  it('is read by the sign that is given', async () => {
    expect((await amountsOf(['1.234', '1,234'], { decimal: ',' })).amounts).toEqual([1234, 1.234]);
    expect((await amountsOf(['1.234', '1,234'], { decimal: '.' })).amounts).toEqual([1.234, 1234]);
  });

  it('of a job is read as its beginning was, whatever its values show', async () => {
    const text = 'orderId,amount,transactionDate\n1,1.234,05/06/2026 10:00Z\n';
    const { rows } = await read(text, { isOfJob: true, written: { amount: ',', transactionDate: 'dmy' } });
    expect(rows[0]?.transaction).toMatchObject({ amount: 1234, transactionDate: '2026-06-05T10:00:00Z' });
    const other = await read(text, { isOfJob: true, written: { amount: '.', transactionDate: 'mdy' } });
    expect(other.rows[0]?.transaction).toMatchObject({ amount: 1.234, transactionDate: '2026-05-06T10:00:00Z' });
    const coarse = await read(text, { isOfJob: true, written: { amount: '.', thousands: 'doubtful', transactionDate: 'mdy' } });
    expect(coarse.rows[0]?.faults).toMatchObject([{ code: 'AMOUNT_INVALID' }]);
  });

  it('with a currency in it gives the row one, and must not contradict it', async () => {
    const { rows } = await read('currency|amount\n|12,50 €\nEUR|EUR 1,00\nCHF|€ 1,00\nUSD|$1,00\n|$1,00\n');
    expect(rows.map(({ transaction }) => transaction)).toEqual([
      { amount: 12.5, currency: 'EUR' },
      { amount: 1, currency: 'EUR' },
      null,
      { amount: 1, currency: 'USD' },
      { amount: 1 },
    ]);
    expect(rows[2]?.faults).toMatchObject([{ code: 'CURRENCY_CONTRADICTS', column: 'amount', value: '€ 1,00' }]);
  });

  it.runIf(atLength)(
    'is decided also by a value far behind',
    async () => {
      const cells = [...Array.from({ length: 50_000 }, () => '1.234'), '12,50'];
      const { amounts } = await amountsOf(cells);
      expect(new Set(amounts)).toEqual(new Set([1234, 12.5]));
    },
    60_000,
  );

  it.runIf(atLength)(
    'that nothing decides within what is read ahead is refused, without more being read',
    async () => {
      let taken = 0;
      async function* endless() {
        yield Buffer.from('orderId,amount\n');
        for (; taken < 64 * 1_048_576; taken += 65_536) yield Buffer.from('12345,1.234\n'.repeat(5_461).padEnd(65_535, ' ').concat('\n'));
      }
      const { openInput } = await import('../../../src/files/open.js');
      await expect(openInput({ stdin: endless() }, { format: 'csv' })).rejects.toMatchObject({
        message: expect.stringContaining('can be 1.234 or 1234'),
      });
      expect(taken).toBeLessThan(20 * 1_048_576);
    },
    60_000,
  );
});

const zone = { timezone: 'Europe/Zurich' };

describe('a column of dates', () => {
  it.each<[string, string, string[], (string | null)[], string[], Partial<OpenOptions>?]>([
    ['dots', 'businessDate', ['05.06.2026'], ['2026-06-05'], ['dd.MM.yyyy']],
    ['slashes, decided by the column', 'businessDate', ['05/06/2026', '20/06/2026'], ['2026-06-05', '2026-06-20'], ['dd/MM/yyyy']],
    ['slashes, decided the other way', 'businessDate', ['05/06/2026', '06/20/2026'], ['2026-05-06', '2026-06-20'], ['MM/dd/yyyy']],
    ['the same under both orders', 'businessDate', ['05/05/2026'], ['2026-05-05'], ['dates of one order']],
    ['decided, and contradicted later', 'businessDate', ['20/06/2026', '06/20/2026'], ['2026-06-20', null], ['dd/MM/yyyy']],
    ['at midnight', 'businessDate', ['20.06.2026 00:00:00'], ['2026-06-20'], ['dd.MM.yyyy HH:mm:ss']],
    ['with a time', 'businessDate', ['20.06.2026', '20.06.2026 14:03'], ['2026-06-20', null], ['dd.MM.yyyy']],
    ['given', 'businessDate', ['05/06/2026'], ['2026-05-06'], ['MM/dd/yyyy'], { dateFormat: 'MM/dd/yyyy' }],
    ['of Excel', 'businessDate', ['46193', '20.06.2026'], ['2026-06-20', '2026-06-20'], ["Excel's days"], { dateFormat: 'excel' }],
    ['local times', 'transactionDate', ['20.11.2026 14:03'], ['2026-11-20T14:03:00+01:00'], ['dd.MM.yyyy HH:mm (Europe/Zurich)'], zone],
    [
      'local times in summer',
      'transactionDate',
      ['20.6.2026 2:03:59 PM'],
      ['2026-06-20T14:03:59+02:00'],
      ['dd.MM.yyyy h:mm:ss a (Europe/Zurich)'],
      zone,
    ],
    [
      'with an offset of their own',
      'transactionDate',
      ['2026-11-20 14:03 -05:00'],
      ['2026-11-20T14:03:00-05:00'],
      ['yyyy-MM-dd HH:mm XXX'],
      zone,
    ],
    ['as the interface writes them', 'transactionDate', ['2026-11-20T14:03:59.123Z'], ['2026-11-20T14:03:59.123Z'], ['ISO 8601']],
    [
      'of which one has no time',
      'transactionDate',
      ['20.11.2026', '20.11.2026 14:03'],
      [null, '2026-11-20T14:03:00+01:00'],
      ['dd.MM.yyyy HH:mm (Europe/Zurich)'],
      zone,
    ],
    [
      'in the gap',
      'transactionDate',
      ['29.03.2026 01:59:59', '29.03.2026 02:00:00', '29.03.2026 02:59:59', '29.03.2026 03:00'],
      ['2026-03-29T01:59:59+01:00', null, null, '2026-03-29T03:00:00+02:00'],
      ['dd.MM.yyyy HH:mm:ss (Europe/Zurich)'],
      zone,
    ],
    [
      'in the fold',
      'transactionDate',
      ['25.10.2026 01:59:59', '25.10.2026 02:00:00', '25.10.2026 02:59:59', '25.10.2026 03:00', '25.10.2026 02:30 +02:00'],
      ['2026-10-25T01:59:59+02:00', null, null, '2026-10-25T03:00:00+01:00', '2026-10-25T02:30:00+02:00'],
      ['dd.MM.yyyy HH:mm:ss (Europe/Zurich)'],
      zone,
    ],
    [
      'in a zone of half hours',
      'transactionDate',
      ['2026-11-20 14:03'],
      ['2026-11-20T14:03:00+05:30'],
      ['yyyy-MM-dd HH:mm (Asia/Kolkata)'],
      { timezone: 'Asia/Kolkata' },
    ],
  ])('%s: %s', async (_, field, cells, dates, shown, options) => {
    expect(await datesOf(field, cells, options)).toEqual({ dates, shown });
  });

  it('says of a time that the clock skipped, or showed twice, what it was', async () => {
    const { rows } = await read('transactionDate\n29.03.2026 02:30\n25.10.2026 02:30\n', zone);
    expect(rows.flatMap(({ faults }) => faults.map(({ code, message }) => `${code}: ${message}`))).toEqual([
      'LOCAL_TIME_SKIPPED: does not exist in Europe/Zurich: the clock was set forward past it; correct it, or write its offset behind the time, as 03:30:00+02:00',
      'LOCAL_TIME_TWICE: occurred twice in Europe/Zurich, when the clock was set back: +02:00 the first time, +01:00 the second; write its offset behind the time, as 02:30:00+02:00',
    ]);
  });

  it.each([
    ['businessDate', ['05/06/2026'], /2026-06-05 or 2026-05-06/, /--date-format dd\/MM\/yyyy .* or --date-format MM\/dd\/yyyy/],
    ['businessDate', ['20/11/26', '05/06/26'], /2026-11-20 or 2020-11-26/, /--date-format yy\/MM\/dd/],
    ['transactionDate', ['05/06/2026 14:03Z'], /2026-06-05 or 2026-05-06/, /--date-format/],
    // Who writes AM and PM mostly writes the month first.
    [
      'transactionDate',
      ['05/06/2026 2:03 PM Z'],
      /2026-05-06 or 2026-06-05/,
      /--date-format MM\/dd\/yyyy .* or --date-format dd\/MM\/yyyy/,
    ],
    ['transactionDate', ['20.11.2026 14:03'], /has no offset from UTC/, /--timezone Europe\/Zurich/],
  ])('%s %j is refused with the question and the flag', async (field, cells, message, hint) => {
    expect(await refusedDates(field, cells)).toMatchObject({
      code: 'inputUnusable',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it.each([
    [
      ['26.11.02', '26.11.03'],
      ['2002-11-26', '2003-11-26'],
    ],
    [
      ['26.11.02', '26.11.03', '26.11.04', '27.11.04'],
      ['2002-11-26', '2003-11-26', '2004-11-26', '2004-11-27'],
    ],
    [
      ['26.02.29', '26.02.30', '26.02.31'],
      ['2029-02-26', '2030-02-26', '2031-02-26'],
    ],
    [
      ['01.10.24', '01.11.24', '01.12.24', '01.01.25', '01.01.26'],
      ['2024-10-01', '2024-11-01', '2024-12-01', '2025-01-01', '2026-01-01'],
    ],
    [['20.11.26', '20.11.26', '20.11.26', '20.11.26'], Array.from({ length: 4 }, () => '2026-11-20')],
  ])('%j are day first', async (cells, dates) => {
    expect((await datesOf('businessDate', cells)).dates).toEqual(dates);
  });

  it('26.11.02 is year first where that is said', async () => {
    expect((await datesOf('businessDate', ['26.11.02', '26.11.03', '26.11.04'], { dateFormat: 'yy.MM.dd' })).dates).toEqual([
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
    ]);
  });

  it('without times asks for one, and for the zone, at once', async () => {
    const { message, errors } = await refusedDates('transactionDate', ['20.11.2026', '21.11.2026']);
    expect(message).toBe('The file leaves 2 questions open.');
    expect(errors.transactionDate).toEqual([
      expect.stringMatching(/has no time of day.*Give one for all rows: --time 12:00/),
      expect.stringMatching(/has no offset from UTC.*--timezone Europe\/Zurich$/),
    ]);
  });

  it('that leaves two questions open asks both at once', async () => {
    const { message, errors } = await refusedDates('transactionDate', ['05/06/2026 14:03']);
    expect(message).toBe('The file leaves 2 questions open.');
    const [order, zone] = errors.transactionDate ?? [];
    expect(order).toMatch(/2026-06-05 or 2026-05-06.*--date-format dd\/MM\/yyyy/);
    expect(zone).toMatch(/has no offset.*--timezone/);
    expect(errors.currency).toEqual([expect.stringContaining('--const currency=CODE')]);
  });

  it('numbers that may be days of Excel are faults that name the flag', async () => {
    const { rows } = await read('businessDate\n46193\n');
    expect(rows[0]?.faults[0]?.message).toContain('--date-format excel');
  });
});

describe('what is given', () => {
  it.each([
    [{ timezone: 'Europe/Zürich' }, /no time zone/, /IANA/],
    [{ timezone: 'Zurch/Europe' }, /no time zone/, /Europe\/Zurich/],
    [{ timezone: 'Zagre' }, /no time zone/, /Do you mean Europe\/Zagreb/],
    [{ dateFormat: 'european' }, /cannot be understood/, /dd\/MM\/yyyy/],
  ])('%j is no choice', async (options, message, hint) => {
    expect(await refusal('amount\n1\n', options)).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });
});

it('a value that decides is found in chunks of any size, and rows come once and in order', async () => {
  const text = `orderId;amount\n${Array.from({ length: 700 }, (_, index) => `${index};1.234\n`).join('')}x;1,5\n`;
  for (const chunkBytes of [7, 1_000, 65_536]) {
    const { rows } = await read(text, {}, chunkBytes);
    expect(rows.map(({ record }) => record)).toEqual(Array.from({ length: 701 }, (_, index) => index + 1));
    expect(rows.at(-1)?.transaction).toEqual({ orderId: 'x', amount: 1.5 });
  }
});

it('a file that cannot be read further while it is looked ahead gives its rows before it fails', async () => {
  const bytes = Buffer.concat([Buffer.from('orderId;amount\n1;5\n2;6\n'), Buffer.from([0xff]), Buffer.from('\n')]);
  expect((await refusal(bytes, { encoding: 'utf-8' })).message).toBe('Line 4, byte offset 23: the text is not UTF-8.');
  expect(codesOf(await read('orderId;amount\n1;5\n2;"6\n'))).toEqual(['3 QUOTE_BROKEN']);
});
