/**
 * What has one possible answer is taken and said; what a merchant answers is enough: a time for dates that have none, and which rows are
 * sales. Beside each rule, the like of it that stays a question.
 */
import { describe, expect, it } from 'vitest';
import { noRules } from '../../src/files/input/mapping-rules.js';
import type { OpenOptions } from '../../src/files/open.js';
import { read, refusal } from './reading.js';

/** Whether files with fees and net amounts are sales is asked elsewhere. */
const zone = { timezone: 'Europe/Zurich', asSales: true };
const sales = async (text: string, options: Partial<OpenOptions> = {}) =>
  (await read(text, { ...zone, ...options })).rows.map(({ transaction }) => transaction);
const codes = async (text: string, options: Partial<OpenOptions> = {}) =>
  (await refusal(text, { ...zone, ...options })).questions.map(({ code, field }) => `${code} ${field}`);

describe('a date without a time', () => {
  const text = 'Order Date,Amount,Currency\n2026-11-20,12.50,EUR\n2026-07-20,7.50,EUR\n';

  it('gets the one that is given, and is the business date, too', async () => {
    expect(await sales(text, { time: '12:00' })).toEqual([
      { amount: 12.5, businessDate: '2026-11-20', currency: 'EUR', transactionDate: '2026-11-20T12:00:00+01:00' },
      { amount: 7.5, businessDate: '2026-07-20', currency: 'EUR', transactionDate: '2026-07-20T12:00:00+02:00' },
    ]);
    const { description } = await read(text, { ...zone, time: '12:00' });
    expect(description.values).toContainEqual({ field: 'transactionDate', shown: 'ISO 8601, at 12:00 (Europe/Zurich)' });
  });

  it('beside one with a time keeps that one, and leaves a business date of its own alone', async () => {
    const mixed = 'Date,Day,Amount,Currency\n20.11.2026 14:03,19.11.2026,1,EUR\n21.11.2026,20.11.2026,2,EUR\n';
    const rules = { ...noRules, columns: { transactionDate: 'Date', businessDate: 'Day' } };
    expect(await sales(mixed, { time: '08:30:15', rules })).toMatchObject([
      { businessDate: '2026-11-19', transactionDate: '2026-11-20T14:03:00+01:00' },
      { businessDate: '2026-11-20', transactionDate: '2026-11-21T08:30:15+01:00' },
    ]);
  });

  it('is asked about without it, and a time that is none is refused', async () => {
    expect(await codes(text)).toEqual(['TIME_OF_DAY_MISSING transactionDate']);
    for (const time of ['24:00', '12', '12:60', 'noon']) expect((await refusal(text, { ...zone, time })).code).toBe('usage');
  });
});

describe('an amount in two columns', () => {
  const text =
    'Date;Debit;Credit;Currency\n2026-11-20 10:00;;1.234,50;EUR\n2026-11-20 10:01;5,00;0,00;EUR\n2026-11-20 10:02;0,00;0,00;EUR\n';
  const rules = { ...noRules, columns: { amount: 'Credit - Debit' } };

  it('is the credit, or less the debit', async () => {
    const { rows, description } = await read(text, { ...zone, rules });
    expect(rows.map(({ transaction }) => transaction?.amount)).toEqual([1234.5, -5, 0]);
    expect(description.mapping).toEqual(['transactionDate', 'amount', 'amount', 'currency']);
    const other = await read(text, { ...zone, rules: { ...noRules, columns: { amount: '2 - C' } } });
    expect(other.rows.map(({ transaction }) => transaction?.amount)).toEqual([-1234.5, 5, 0]);
  });

  it('is none where a row has both, or a debit with a minus; an empty row has none at all', async () => {
    const odd = 'Date;Debit;Credit;Currency\n2026-11-20 10:00;1,00;2,00;EUR\n2026-11-20 10:01;-5,00;;EUR\n2026-11-20 10:02;;;EUR\n';
    const { rows } = await read(odd, { ...zone, rules });
    expect(rows.map(({ faults }) => faults.map(({ code, value }) => `${code} ${value}`))).toEqual([
      ['AMOUNT_INVALID 2,00 1,00'],
      ['AMOUNT_INVALID -5,00'],
      [],
    ]);
    expect(rows[2]?.transaction).toEqual({ currency: 'EUR', transactionDate: '2026-11-20T10:02:00+01:00' });
  });

  it('of a column whose name has a minus is that column', async () => {
    const named = 'Date;Total - Tax;Currency\n2026-11-20 10:00;1,50;EUR\n';
    expect(await sales(named, { rules: { ...noRules, columns: { amount: 'Total - Tax' } } })).toMatchObject([{ amount: 1.5 }]);
  });
});

describe('amounts without a minus', () => {
  const text = 'Date,Amount,Currency,Type\n2026-11-20 10:00,1,EUR,Sale\n2026-11-20 10:01,2,EUR,REFUND\n2026-11-20 10:02,-3,EUR,refund\n';
  it('are negative where another column says so', async () => {
    const rules = { ...noRules, negative: [{ column: 'Type', values: ['Refund'] }] };
    expect((await sales(text, { rules })).map((sale) => sale?.amount)).toEqual([1, -2, -3]);
    const { description } = await read(text, { ...zone, rules });
    expect(description.values).toContainEqual({ field: 'amount', shown: 'negative where Type is refund' });
  });
});

describe('amounts in the smallest unit', () => {
  const text = 'Date,Amount,Currency\n2026-11-20 10:00,123450,EUR\n2026-11-20 10:01,-500,JPY\n2026-11-20 10:02,1001,KWD\n';
  it('are sent in units of their currency', async () => {
    expect((await sales(text, { minorUnits: true })).map((sale) => sale?.amount)).toEqual([1234.5, -500, 1.001]);
    expect((await sales(text)).map((sale) => sale?.amount)).toEqual([123450, -500, 1001]);
  });
  it('may begin with zeros, and answer a title or a name that speaks of cents', async () => {
    const padded = 'Date,Amount,Currency\n2026-11-20 10:00,000012345,EUR\n';
    expect((await sales(padded, { minorUnits: true })).map((sale) => sale?.amount)).toEqual([123.45]);
    const titled = `Amounts in cents\n${text}`;
    expect((await refusal(titled, zone)).hint).toContain('--minor-units');
    expect((await sales(titled, { minorUnits: true })).map((sale) => sale?.amount)).toEqual([1234.5, -500, 1.001]);
    const named = await refusal('Date,Amount (cents),Currency\n2026-11-20 10:00,12345,EUR\n', zone);
    expect(named.hint).toContain('--minor-units');
  });
  it('are faults where they are not whole, or no currency says what the unit is', async () => {
    const odd = 'Date,Amount,Currency\n2026-11-20 10:00,12.5,EUR\n2026-11-20 10:01,500,\n';
    const { rows } = await read(odd, { ...zone, minorUnits: true });
    expect(rows.map(({ faults }) => faults.map(({ message }) => message.split(';')[0]))).toEqual([
      ['is not whole, and amounts here are in the smallest unit'],
      ['is in the smallest unit of a currency, and the row names none'],
    ]);
  });
});

describe('rows', () => {
  const text = 'Date,Amount,Currency,Status\n2026-11-20 10:00,1,EUR,Paid\n2026-11-20 10:01,2,EUR,draft\n2026-11-20 10:02,3,EUR,\n';
  const leftOut = async (rows: NonNullable<OpenOptions['rules']>['rows']) =>
    (await read(text, { ...zone, rules: { ...noRules, ...(rows && { rows }) } })).rows.map((row) => row.leftOut ?? row.transaction?.amount);

  it('are those with a value, or those without one, whatever its case', async () => {
    expect(await leftOut(undefined)).toEqual([1, 2, 3]);
    expect(await leftOut([{ keep: true, column: 'Status', values: ['paid'] }])).toEqual([1, 'Status is not paid', 'Status is not paid']);
    expect(await leftOut([{ keep: false, column: '4', values: ['Draft', 'void'] }])).toEqual([1, 'Status is Draft', 3]);
    expect(
      await leftOut([
        { keep: true, column: 'D', values: ['Paid', 'Draft'] },
        { keep: false, column: 'Amount', values: ['2'] },
      ]),
    ).toEqual([1, 'Amount is 2', 'Status is not Paid or Draft']);
  });

  it('of a column that is not there are refused', async () => {
    await expect(leftOut([{ keep: true, column: 'State', values: ['x'] }])).rejects.toMatchObject({ code: 'inputUnusable' });
  });
});

describe('the only date', () => {
  it.each(['created', 'Created at', 'Order Date', 'Booking Date', 'captured_at', 'Date de commande', 'Data operazione'])(
    '%s is taken',
    async (name) => {
      const [sale] = await sales(`${name},Amount,Currency,Payout date\n2026-11-20 10:00,1,EUR,2026-11-23\n`);
      expect(sale).toMatchObject({ transactionDate: '2026-11-20T10:00:00+01:00' });
    },
  );

  it('is not taken beside one of a terminal', async () => {
    expect(await codes('Terminal date,Booking date,Amount,Currency\n2026-11-20 10:00,2026-11-21 10:00,1,EUR\n')).toEqual([
      'COLUMN_AMBIGUOUS transactionDate',
    ]);
  });

  it.each([
    ['seen', 'COLUMN_UNCERTAIN transactionDate'],
    ['Date of birth', 'COLUMN_UNCERTAIN transactionDate'],
    ['Refund date', 'COLUMN_UNCERTAIN transactionDate'],
  ])('%s is asked about', async (name, code) => {
    expect(await codes(`${name},Amount,Currency\n2026-11-20 10:00,1,EUR\n`)).toEqual([code]);
  });

  it('is asked about where two may be it', async () => {
    expect(await codes('Order Date,Booking Date,Amount,Currency\n2026-11-20 10:00,2026-11-21 10:00,1,EUR\n')).toEqual([
      'COLUMN_AMBIGUOUS transactionDate',
    ]);
  });
});

describe('a moment in several columns', () => {
  const header = 'Date and time,Date,Time,Amount,Currency';
  const rows = (...all: string[]) => `${header}\n${all.map((row) => `${row},1,EUR\n`).join('')}`;

  it.each([
    ['the same in every row', rows('2026-11-20 10:00,2026-11-20,10:00', '2026-11-21 11:30,2026-11-21,11:30')],
    ['another time in one row', rows('2026-11-20 10:00,2026-11-20,10:00', '2026-11-21 11:30,2026-11-21,11:31')],
    ['another day in one row', rows('2026-11-20 10:00,2026-11-20,10:00', '2026-11-21 11:30,2026-11-22,11:30')],
    ['one row alone', rows('2026-11-20 10:00,2026-11-20,10:00')],
    ['nothing in one of them', rows('2026-11-20 10:00,2026-11-20,10:00', '2026-11-21 11:30,,')],
  ])('is a question with %s', async (_, text) => {
    expect(await codes(text)).toEqual(['COLUMN_AMBIGUOUS transactionDate']);
  });
});

describe('the currency in the name of the amount', () => {
  it.each([
    ['Betrag (CHF)', 'CHF'],
    ['Montant (€)', 'EUR'],
    ['Valor (R$)', 'BRL'],
    ['total_eur', 'EUR'],
    ['BetragEUR', 'EUR'],
    ['Kwota (zł)', 'PLN'],
  ])('%s is %s', async (name, currency) => {
    const text = `Date,${name}\n2026-11-20 10:00,1.50\n`;
    expect(await sales(text)).toMatchObject([{ amount: 1.5, currency }]);
    expect((await read(text, zone)).description.values).toContainEqual({ field: 'currency', shown: `${currency}, in the header` });
  });

  it.each(['Amount ($)', 'Amount £', 'Betrag', 'Amount_neu', 'Valeur', 'amount_valeur', 'AMOUNTEUR'])('%s says none', async (name) => {
    const [sale] = await sales(`Date,${name}\n2026-11-20 10:00,1.50\n`, { rules: { ...noRules, columns: { amount: '2' } } });
    expect(sale).not.toHaveProperty('currency');
  });

  it('does not count where a column has it, or another one is said', async () => {
    expect(await sales('Date,Amount (EUR),Currency\n2026-11-20 10:00,1,EUR\n')).toMatchObject([{ currency: 'EUR' }]);
    const rules = { ...noRules, constants: { currency: 'EUR' } };
    expect((await read('Date,Betrag (CHF)\n2026-11-20 10:00,1\n', { ...zone, rules })).rows[0]?.faults).toMatchObject([
      { code: 'CURRENCY_CONTRADICTS' },
    ]);
  });
});

describe('the amount', () => {
  const dated = (header: string, ...rows: string[]) =>
    [`Date,Currency,${header}`, ...rows.map((row, at) => `2026-11-20 10:0${at},EUR,${row}`)].join('\n');

  it.each([
    ['Gross,Fee,Net', ['100.00,-2.50,97.50', '50.00,-1.25,48.75'], [100, 50]],
    ['Gross,Fee,Net', ['100.00,2.50,97.50', '-50.00,1.25,-48.75'], [100, -50]],
    ['Sous-total HT,TVA,Total TTC', ['10.00,2.00,12.00', '5.00,1.00,6.00'], [12, 6]],
    ['Belopp inkl moms,Moms,Belopp exkl moms', ['125.00,25.00,100.00', '62.50,12.50,50.00'], [125, 62.5]],
  ])('%s: it is the sum, where the arithmetic holds in every row', async (header, rows, amounts) => {
    expect((await sales(dated(header, ...rows))).map((sale) => sale?.amount)).toEqual(amounts);
  });

  it.each([
    ['one row does not agree', 'Gross,Fee,Net', ['100.00,-2.50,97.50', '50.00,-1.25,49.00']],
    ['a single row may be chance', 'Gross,Fee,Net', ['100.00,-2.50,97.50']],
    ['a tip may belong to it or not', 'Betrag,Trinkgeld,Total', ['10.00,2.00,12.00', '5.00,1.00,6.00']],
    ['a discount was not paid', 'Gross,Discount,Net', ['100.00,2.50,97.50', '50.00,1.25,48.75']],
    ['both may be it', 'Gross,Fee,Net,Tax,Total', ['100.00,2.50,97.50,1.00,98.50', '50.00,1.25,48.75,1.00,49.75']],
    ['it may be a part', 'Net Amount', ['1.00', '2.00']],
    ['it may be in cents', 'amount_cents', ['100', '200']],
    ['it was given back', 'Refund Amount', ['1.00', '2.00']],
    ['a part of it was given back', 'Amount,Amount refunded', ['50.00,', '20.00,5.00']],
    ['it is of a customer', 'Total Spent', ['1.00', '2.00']],
  ])('is asked about where %s', async (_, header, rows) => {
    expect((await codes(dated(header, ...rows))).map((code) => code.split(' ')[1])).toEqual(['amount']);
  });

  it('is not disputed by what was paid out of it', async () => {
    const text = dated('Amount,Settlement amount', '50.00,48.00', '20.00,19.00');
    expect((await sales(text)).map((sale) => sale?.amount)).toEqual([50, 20]);
  });

  it.each(['Total Paid', 'Montant (€)', 'TOTALE €'])('%s is it, where it is the only one', async (name) => {
    expect(await sales(dated(name, '1.50'))).toMatchObject([{ amount: 1.5 }]);
  });
});

describe('rows that are no sales are told', () => {
  it.each([
    ['Stato operazione', 'Acquisto negato', 'Acquisto approvato'],
    ['Status da transação', 'Negada', 'Aprovada'],
    ['Status', 'authorization_failed', 'succeeded'],
  ])('%s: %s', async (name, failed, done) => {
    const text = `Date,Amount,Currency,${name}\n2026-11-20 10:00,1,EUR,${failed}\n2026-11-20 10:01,2,EUR,${done}\n`;
    const { openInput } = await import('../../src/files/open.js');
    const { chunked } = await import('./reading.js');
    const input = await openInput({ stdin: chunked(text) }, { format: 'auto', ...zone });
    const marks: unknown[] = [];
    for await (const group of input.rows) marks.push(...group.map(({ sale }) => sale?.mark));
    expect(marks).toEqual([name, null]);
  });
});

it.each([
  ['usd', 'USD'],
  ['Eur', 'EUR'],
  ['208', 'DKK'],
  ['XYZ', 'XYZ'],
  ['xyz', 'xyz'],
  ['euro', 'euro'],
])('the currency %s is %s', async (written, currency) => {
  expect(await sales(`Date,Amount,Currency\n2026-11-20 10:00,1.50,${written}\n`)).toMatchObject([{ currency }]);
});

it.each([
  ['11/20/2026', 'PST', '2026-11-20T10:00:00-08:00'],
  ['07/20/2026', 'PDT', '2026-07-20T10:00:00-07:00'],
  ['11/20/2026', 'MEZ', '2026-11-20T10:00:00+01:00'],
  ['07/20/2026', 'CEST', '2026-07-20T10:00:00+02:00'],
])('a time of %s in %s is that', async (date, zoneName, transactionDate) => {
  expect(await sales(`Date,Time,TimeZone,Amount,Currency\n${date},10:00:00,${zoneName},1,USD\n`)).toMatchObject([{ transactionDate }]);
});

it.each([
  ['07/20/2026', 'CET'],
  ['11/20/2026', 'PDT'],
])('a time of %s in %s is a fault', async (date, zoneName) => {
  const { rows } = await read(`Date,Time,TimeZone,Amount,Currency\n${date},10:00:00,${zoneName},1,USD\n`, zone);
  expect(rows[0]?.faults).toMatchObject([{ code: 'TIME_ZONE_UNKNOWN' }]);
});

it('a zone that stands for several is asked about', async () => {
  expect(await codes('Date,Time,TimeZone,Amount,Currency\n11/20/2026,10:00:00,CST,1,USD\n')).toEqual([
    'ROW_TIMEZONE_UNREADABLE transactionDate',
  ]);
});

describe('beside the amount', () => {
  const amounts = async (text: string) => (await sales(text)).map((sale) => sale?.amount);
  const rows = (...cells: string[]) => cells.map((own, at) => `2026-11-20 10:0${at},EUR,${own}\n`).join('');

  it.each([
    ['a subtotal is a part of a total', 'Subtotal,Discount,Tax,Grand Total', ['100,10,9,99', '4.5,0,0.45,4.95'], [99, 4.95]],
    ['what was settled or held back is not the sale', 'Transaction Amount,Settlement Amount', ['5.00,4.90', '6.00,5.85'], [5, 6]],
    ['gross is before what is taken off', 'Gross Amount,Net Amount', ['5.00,4.90', '-6.00,-5.85'], [5, -6]],
    ['a total with taxes that nothing exceeds is the whole', 'Price,Total products,Total incl. tax', ['1,2,30', '2,4,39.50'], [30, 39.5]],
  ])('%s', async (_, names, cells, expected) => {
    expect(await amounts(`Date,Currency,${names}\n${rows(...cells)}`)).toEqual(expected);
  });

  it.each([
    ['a tip', 'Amount,Tip', ['5,1', '6,0']],
    ['a tip that no row has, since the next file may', 'Amount,Tip,Total', ['5,0,5', '6,0,6']],
    ['what is 0 in every row, since the next file may have some', 'Transaction Amount,Cashback Amount', ['2.40,0', '4.60,0.00']],
    ['what was given back of it', 'Amount,Refund amount', ['5,0', '6,6']],
    ['a net amount, where a discount says that gross may be before it', 'Gross sales,Discounts,Net sales', ['5,1,4', '6,0,6']],
    ['a net amount that is more than gross', 'Gross Amount,Net Amount', ['5,6', '6,7']],
    ['a net amount in a single row', 'Gross Amount,Net Amount', ['5,4']],
    ['a total with taxes that something exceeds', 'Total products,Total incl. tax', ['40,30', '2,39.50']],
    ['a total beside another', 'Total,Gross Amount', ['5,5', '6,7']],
    ['a total beside an equal one in a single row', 'Total,Gross Amount', ['5.00,5']],
  ])('%s is asked about', async (_, names, cells) => {
    expect(await codes(`Date,Currency,${names}\n${rows(...cells)}`)).toEqual([expect.stringMatching(/^COLUMN_\w+ amount$/)]);
  });
});

describe('a date that is named after the sale', () => {
  it('is taken beside others, and is in the zone that its name says', async () => {
    const text =
      'Booking Date,Transaction Date (America/Chicago),Amount,Currency\n2026-11-22,2026-11-20 10:00,1,EUR\n2026-11-22,2026-07-20 10:00,2,EUR\n';
    const dates = (await sales(text, { isProfileZone: true })).map((sale) => sale?.transactionDate);
    expect(dates).toEqual(['2026-11-20T10:00:00-06:00', '2026-07-20T10:00:00-05:00']);
  });
  it('with a time of its own under the same zone, and times with full stops under "Tid"', async () => {
    const apart = 'Payment Date (America/Chicago),Payment Time (America/Chicago),Amount,Currency\n11/20/2026,5:52 AM,1,EUR\n';
    expect(await sales(apart, { isProfileZone: true })).toMatchObject([{ transactionDate: '2026-11-20T05:52:00-06:00' }]);
    const nordic = 'Dato;Tid;Beløb;Valuta\n20.11.2026;21.05;12,00;DKK\n1.12.2026;0.15;5,00;DKK\n';
    expect((await sales(nordic)).map((sale) => sale?.transactionDate)).toEqual(['2026-11-20T21:05:00+01:00', '2026-12-01T00:15:00+01:00']);
  });
});

describe('the abbreviation of a zone behind each time', () => {
  const text = (...times: string[]) => `Date,Amount,Currency\n${times.map((time, at) => `"${time}",${at + 1},USD\n`).join('')}`;
  const seen = async (content: string, timezone: string) =>
    (await read(content, { timezone })).rows.map(
      ({ transaction, faults }) => transaction?.transactionDate ?? faults.map(({ code }) => code),
    );

  it('is the zone of its row', async () => {
    const times = text('Sep 4, 2026 1:05:07 AM PDT', 'Nov 20, 2026 1:05:07 AM PST');
    expect(await seen(times, 'Europe/Zurich')).toEqual(['2026-09-04T01:05:07-07:00', '2026-11-20T01:05:07-08:00']);
  });
  it('of several zones counts in a file from America alone, and only where that zone had it', async () => {
    const times = text('20-Nov-2026 09:34 PM EST', '01-Nov-2026 12:05 AM EDT', '20-Nov-2026 09:34 PM CDT');
    const known = ['2026-11-20T21:34:00-05:00', '2026-11-01T00:05:00-04:00'];
    expect(await seen(times, 'America/Chicago')).toEqual([...known, [expect.any(String)]]);
    expect(await seen(times, 'Australia/Sydney')).toEqual(Array.from({ length: 3 }, () => ['TIME_ZONE_UNKNOWN']));
  });
  it('counts where the zone of the file had its offset then, though another of that name had not', async () => {
    const unknown = ['TIME_ZONE_UNKNOWN'];
    const mountain = text('2026-07-20 10:00 MST', '2026-11-20 10:00 MST', '2026-07-20 10:00 MDT');
    const inPhoenix = ['2026-07-20T10:00:00-07:00', '2026-11-20T10:00:00-07:00', '2026-07-20T10:00:00-06:00'];
    expect(await seen(mountain, 'America/Phoenix')).toEqual(inPhoenix);
    expect(await seen(mountain, 'America/Denver')).toEqual([unknown, ...inPhoenix.slice(1)]);
    const central = text('2026-07-20 10:00 CST', '2026-11-20 10:00 CST');
    expect(await seen(central, 'America/Mexico_City')).toEqual(['2026-07-20T10:00:00-06:00', '2026-11-20T10:00:00-06:00']);
    expect(await seen(central, 'America/Chicago')).toEqual([unknown, '2026-11-20T10:00:00-06:00']);
  });
});
