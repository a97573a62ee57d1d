import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type DateOrder, dateFormatOf, dateIn, dateOrders, undecidedFormat } from '../../../src/files/values/date-text.js';
import { read } from '../reading.js';

const orderOf = (order: DateOrder | null, isGiven = false) => ({ order, isGiven, excel: false });
const textOf = (text: string, format = undecidedFormat) => {
  const reading = dateIn(text, format);
  return 'fault' in reading ? null : [reading.day, reading.time, reading.offset].filter((part) => part !== null).join(' ');
};

describe('a date that shows its order itself', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/11/20', '2026-11-20'],
    ['2026.11.20', '2026-11-20'],
    ['20.11.2026', '2026-11-20'],
    ['1.2.2026', '2026-02-01'],
    ['20. 11. 2026', '2026-11-20'],
    ['20.11.26', '2026-11-20'],
    ['20261120', '2026-11-20'],
    ['20261120 140359', '2026-11-20 14:03:59'],
    ['20261120T1403', '2026-11-20 14:03:00'],
    ['20261120140359', '2026-11-20 14:03:59'],
    ['20.11.2026 14:03', '2026-11-20 14:03:00'],
    ['20.11.2026 14:03:59', '2026-11-20 14:03:59'],
    ['20.11.2026, 14:03:59 Uhr', '2026-11-20 14:03:59'],
    ['20.11.202614:03:59', '2026-11-20 14:03:59'],
    ['20.11.2026 14.03', '2026-11-20 14:03:00'],
    ['20.11.2026 14.03.59', '2026-11-20 14:03:59'],
    ['20.11.2026 um 9:03', '2026-11-20 09:03:00'],
    ['20.11.2026 14h03', '2026-11-20 14:03:00'],
    ['20.11.2026\u00a014:03', '2026-11-20 14:03:00'],
    ['2026-11-20 2:03 PM', '2026-11-20 14:03:00'],
    ['2026-11-20 2:03\u202fPM', '2026-11-20 14:03:00'],
    ['2026-11-20 12:03 a.m.', '2026-11-20 00:03:00'],
    ['2026-11-20 2:03:04 p. m.', '2026-11-20 14:03:04'],
    ['2026-11-20 2:03:04\u202fp.\u00a0m.', '2026-11-20 14:03:04'],
    ['2026-11-20 12:03pm', '2026-11-20 12:03:00'],
    ['2026-11-20T14:03:59', '2026-11-20 14:03:59'],
    ['1793613600', '2026-11-02 10:00:00 Z'],
    ['1793613600123', '2026-11-02 10:00:00.123 Z'],
    ["'2026-11-20 14:03", '2026-11-20 14:03:00'],
    ['2026-11-20 14:03:59.123', '2026-11-20 14:03:59.123'],
    ['2026-11-20 14:03:59,1234567', '2026-11-20 14:03:59.1234567'],
    ['2026-11-20 14:03:59 +01:00', '2026-11-20 14:03:59 +01:00'],
    ['2026-11-20T14:03:59+0100', '2026-11-20 14:03:59 +01:00'],
    ['2026-11-20T14:03:59-05', '2026-11-20 14:03:59 -05:00'],
    ['2026-11-20 14:03 UTC', '2026-11-20 14:03:00 Z'],
    ['2026-11-20 14:03Z', '2026-11-20 14:03:00 Z'],
    // As Go writes times, in the report of a payment service's manual.
    ['2026-11-20 14:03:59.19752 +0000 UTC', '2026-11-20 14:03:59.19752 +00:00'],
    ['2026-11-20 14:03:59.197520123 +0530 +0530', '2026-11-20 14:03:59.1975201 +05:30'],
    ['2026-11-20 14:03:59 +0200 CEST', '2026-11-20 14:03:59 +02:00'],
    // FareHarbor's reports of payouts, in a test on GitHub.
    ['2026-11-20 @ 14:03', '2026-11-20 14:03:00'],
    ['20 Nov 2026', '2026-11-20'],
    ['20-Nov-26', '2026-11-20'],
    ['20. November 2026 14:03', '2026-11-20 14:03:00'],
    ['3. März 2026', '2026-03-03'],
    ['3 août 2026 à 14h03', '2026-08-03 14:03:00'],
    ['1er mars 2026', '2026-03-01'],
    ['3 mag 2026', '2026-05-03'],
    ['Nov 20, 2026 2:03 PM', '2026-11-20 14:03:00'],
    // Wave's reports of a merchant, with the day in two places.
    ['Nov 9  2026  12:00:13 AM', '2026-11-09 00:00:13'],
    ['20.11.2026   14:03', '2026-11-20 14:03:00'],
    // eBay's reports of orders (code that reads them: '%b-%d-%y').
    ['Jul-10-26', '2026-07-10'],
    ['Nov-20-2026', '2026-11-20'],
    ['Nov-20-26 14:03', '2026-11-20 14:03:00'],
    ['Fr. 20.11.2026', '2026-11-20'],
    ['Friday, November 20, 2026', '2026-11-20'],
    [' 20.11.2026 ', '2026-11-20'],
  ])('%j is %j', (text, expected) => expect(textOf(text)).toBe(expected));
});

describe('what is no date, or not surely one', () => {
  it.each([
    '05/06/2026',
    '20/11/2026',
    '20-11-2026',
    '05/06/26',
    '2026-02-30',
    '29.02.2026',
    '32.01.2026',
    '20.13.2026',
    '20.11.126',
    '20.11',
    '20.11/2026',
    '2026-11',
    '45981',
    '45981.5',
    '20112026',
    '19991231',
    '2026-11-20 24:00',
    '2026-11-20 14:60',
    '2026-11-20 14:03:60',
    '2026-11-20 13:03 PM',
    '2026-11-20 0:03 AM',
    '2026-11-20 14',
    '2026-11-20x14:03',
    '2026-11-20 14:03:59.12345678',
    '2026-11-20 14:03:59 CET',
    '2026-11-20 14:03:59[Europe/Zurich]',
    '20 Jui 2026',
    '20 Foo 2026',
    'gestern',
    '',
    '٢٠.١١.٢٠٢٦',
    '14:03',
    'x'.repeat(100),
  ])('%j', (text) => expect(textOf(text)).toBeNull());
});

describe('a date under an order', () => {
  it.each<[text: string, dmy: string | null, mdy: string | null, ymd: string | null]>([
    ['05/06/2026', '2026-06-05', '2026-05-06', null],
    ['20/11/2026', '2026-11-20', null, null],
    ['11/20/2026', null, '2026-11-20', null],
    ['20-11-2026', '2026-11-20', null, null],
    ['20/11/26', '2026-11-20', null, '2020-11-26'],
    ['11/20/26', null, '2026-11-20', null],
    ['26/31/12', null, null, null],
    ['31/12/26', '2026-12-31', null, '2031-12-26'],
    ['2026/11/20', '2026-11-20', '2026-11-20', '2026-11-20'],
    ['05.06.2026', '2026-06-05', '2026-06-05', '2026-06-05'],
  ])('%j', (text, ...expected) => expect(dateOrders.map((order) => textOf(text, orderOf(order)))).toEqual(expected));

  it('that is given, dots and no signs follow too', () => {
    expect(textOf('05.06.2026', orderOf('mdy', true))).toBe('2026-05-06');
    expect(textOf('05062026', orderOf('dmy', true))).toBe('2026-06-05');
    expect(textOf('05062026', orderOf('mdy', true))).toBe('2026-05-06');
  });
});

describe('a year of another calendar, or of no day', () => {
  it.each(['2569-11-02', '02.11.2569', '1405/08/11', '0001-01-01 00:00:00', '31.12.1899', '2 Nov 2569'])('%j is no date', (text) => {
    expect(textOf(text)).toBeNull();
  });

  it.each([
    ['businessDate', '02.11.2569', '02.11.2026'],
    ['transactionDate', '2569-11-02 13:14', '2026-11-02 13:14'],
  ])('is a fault of its row in %s', async (field, other, right) => {
    const { rows } = await read(`amount;${field}\n1;${other}\n1;${right}\n`, { timezone: 'Asia/Bangkok' });
    expect(rows.map(({ faults }) => faults[0]?.message.includes('Gregorian') ?? false)).toEqual([true, false]);
  });

  it.each([
    ['businessDate', '2569-11-02'],
    ['transactionDate', '2569-11-02T13:14:00+07:00'],
  ])('stays as it is in %s, in the form of the interface', async (field, text) => {
    const { rows } = await read(`amount,${field}\n1,${text}\n`);
    expect(rows.map(({ transaction }) => transaction)).toEqual([{ amount: 1, [field]: text }]);
  });
});

describe('the days of Excel', () => {
  it.each([
    ['45981', '2025-11-20'],
    ['45981.5', '2025-11-20 12:00:00'],
    ['45981,75', '2025-11-20 18:00:00'],
    ['45981.5860995370', '2025-11-20 14:03:59'],
    ['45981.58610', '2025-11-20 14:03:59'],
    ['45981.59', null],
    ['45981 0.341666666666667', '2025-11-20 08:12:00'],
    ['45981 .5', '2025-11-20 12:00:00'],
    ['45981 0', '2025-11-20 00:00:00'],
    ['45981 1', null],
    ['45981.9999999', '2025-11-21 00:00:00'],
    ['1234', null],
    ['20261120', null],
  ])('%j is %j', (text, expected) => expect(textOf(text, { order: null, isGiven: false, excel: true })).toBe(expected));
});

describe('--date-format', () => {
  it.each([
    ['dd/MM/yyyy HH:mm', 'dmy'],
    ['MM/dd/yyyy', 'mdy'],
    ['yy-MM-dd', 'ymd'],
    ['dd/mm/yyyy', 'dmy'],
    ['DD.MM.YYYY', 'dmy'],
    ['M/d/yy h:mm a', 'mdy'],
    ["yyyy-MM-dd'T'HH:mm", 'ymd'],
    ['dmy', 'dmy'],
    ['mdy', 'mdy'],
    ['iso', 'ymd'],
    ['yyyy-dd-MM', undefined],
    ['dd/yyyy', undefined],
    ['european', undefined],
    ['', undefined],
  ])('%j is %j', (text, order) => expect(dateFormatOf(text)?.order).toBe(order));
});

const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => date.toISOString());
const dates: [DateOrder | null, (y: string, m: string, d: string) => string][] = [
  [null, (y, m, d) => `${y}-${m}-${d}`],
  [null, (y, m, d) => `${d}.${m}.${y}`],
  [null, (y, m, d) => `${Number(d)}.${Number(m)}.${y}`],
  [null, (y, m, d) => `${d}.${m}.${y.slice(2)}`],
  [null, (y, m, d) => `${y}${m}${d}`],
  [null, (y, m, d) => `${d} ${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(m) - 1]} ${y}`],
  ['dmy', (y, m, d) => `${d}/${m}/${y}`],
  ['dmy', (y, m, d) => `${d}-${m}-${y.slice(2)}`],
  ['mdy', (y, m, d) => `${m}/${d}/${y}`],
  ['mdy', (y, m, d) => `${Number(m)}/${Number(d)}/${y.slice(2)}`],
  ['ymd', (y, m, d) => `${y.slice(2)}/${m}/${d}`],
];
const times: ((h: number, m: string, s: string) => [text: string, hasSeconds: boolean])[] = [
  (h, m, s) => [`${String(h).padStart(2, '0')}:${m}:${s}`, true],
  (h, m) => [`${h}:${m}`, false],
  (h, m, s) => [`${h}.${m}.${s}`, true],
  (h, m, s) => [`${h % 12 || 12}:${m}:${s} ${h < 12 ? 'AM' : 'PM'}`, true],
  (h, m) => [`${h % 12 || 12}:${m}${h < 12 ? 'am' : 'pm'}`, false],
];

property.prop({ day, date: fc.constantFrom(...dates), time: fc.constantFrom(...times) }, { numRuns: 3_000 })(
  'any date and time in any notation is read back equal, and under no order as another day unless both are possible',
  ({ day: iso, date: [order, write], time }) => {
    const [y = '', m = '', d = ''] = iso.slice(0, 10).split('-');
    const [timeText, hasSeconds] = time(Number(iso.slice(11, 13)), iso.slice(14, 16), iso.slice(17, 19));
    const expected = `${iso.slice(0, 10)} ${iso.slice(11, 16)}:${hasSeconds ? iso.slice(17, 19) : '00'}`;
    const text = `${write(y, m, d)} ${timeText}`;
    expect(textOf(text, orderOf(order)), text).toBe(expected);
    if (order !== null) expect(textOf(text)).toBeNull();
  },
);
