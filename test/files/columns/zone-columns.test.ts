/** A column beside the time that says more of it, the row's own zone or AM and PM, is read with it; where it cannot be read, it is asked. */
import { describe, expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { rowZoneNamed, zonedParts } from '../../../src/files/values/row-zone.js';
import { codesOf, read, refusal } from '../reading.js';

const zurich = { timezone: 'Europe/Zurich' };
const datesOf = async (text: string, options = {}) => {
  const reading = await read(text, { ...zurich, ...options });
  return [...reading.rows.map(({ transaction }) => transaction?.transactionDate), ...codesOf(reading)];
};
const table = (zone: string, ...cells: string[]) =>
  `Date,Time,${zone},Amount,Currency,Receipt no\n${cells.map((cell, at) => `2026-11-20,14:03:00,${cell},4.5${at},USD,R${at}\n`).join('')}`;

it.each([
  ['UTC offset', ['-05:00', '+0530', 'UTC', 'Z', 'GMT+1'], ['-05:00', '+05:30', 'Z', 'Z', '+01:00']],
  ['Time Zone', ['America/New_York', 'Europe/Berlin', 'Eastern Time (US & Canada)'], ['-05:00', '+01:00', '-05:00']],
  ['Zeitzone', ['Europe/Berlin', ''], ['+01:00', '+01:00']],
  ['Zone', ['+02', '-3'], ['+02:00', '-03:00']],
  ['Offset', ['+01:00', '-0500'], ['+01:00', '-05:00']],
  ['Zone', ['Europe/Berlin', 'America/New_York'], ['+01:00', '-05:00']],
  ['Time zone', ['London', 'Z'], ['+00:00', 'Z']],
])('a column %s is the zone of each row, whatever zone is said', async (name, cells, offsets) => {
  expect(await datesOf(table(name, ...cells))).toEqual(offsets.map((offset) => `2026-11-20T14:03:00${offset}`));
  const { description } = await read(table(name, ...cells), zurich);
  expect(description.mapping?.slice(0, 3)).toEqual(['transactionDate', 'transactionDate', 'transactionDate']);
});

it('needs no other zone, and tells that each row has its own', async () => {
  const { rows, description } = await read(table('UTC offset', '-05:00'));
  expect(rows[0]?.transaction?.transactionDate).toBe('2026-11-20T14:03:00-05:00');
  expect(description.values).toContainEqual({ field: 'transactionDate', shown: "yyyy-MM-dd HH:mm:ss (each in its row's zone)" });
});

it('is read behind a date with its time in one column, and behind columns that were said only where it was said', async () => {
  const one = 'Date,TimeZone,Amount,Currency\n20/11/2026 02:03 PM,-05:00,4.50,USD\n';
  expect(await datesOf(one)).toEqual(['2026-11-20T14:03:00-05:00']);
  const said = { rules: { ...noRules, columns: { transactionDate: 'Date+Time' } } };
  expect(await datesOf(table('TimeZone', '-05:00'), said)).toEqual(['2026-11-20T14:03:00+01:00']);
  expect(await datesOf(table('TimeZone', 'PST'), said)).toEqual(['2026-11-20T14:03:00+01:00']);
  expect(await datesOf(halves('AM/PM', ['2:03', 'PM']), said)).toEqual(['2026-11-20T02:03:00+01:00']);
  const all = { rules: { ...noRules, columns: { transactionDate: 'Date+Time+TimeZone' } } };
  expect(await datesOf(table('TimeZone', 'Asia/Tokyo'), all)).toEqual(['2026-11-20T14:03:00+09:00']);
});

it.each(['Created (UTC)', 'created_utc', 'createdAtUtc', 'UTC timestamp', 'Datum UTC', 'Zeit [UTC]', 'converted to UTC'])(
  'times under %s are those of UTC, whatever zone is said, and need none; one that was typed is told not to count',
  async (name) => {
    const text = `${name},Amount,Currency\n2026-11-20 23:30:00,4.50,USD\n`;
    const said = { isProfileZone: true, rules: { ...noRules, columns: { transactionDate: '1' } } };
    expect(await datesOf(text, said)).toEqual(['2026-11-20T23:30:00+00:00']);
    const { rows, description } = await read(text, said);
    expect(rows[0]?.transaction?.transactionDate).toBe('2026-11-20T23:30:00+00:00');
    expect(description.values).toContainEqual({ field: 'transactionDate', shown: 'yyyy-MM-dd HH:mm:ss (UTC)' });
    const typed = await read(text, { ...said, ...zurich, isProfileZone: false });
    expect(typed.rows[0]?.transaction?.transactionDate).toBe('2026-11-20T23:30:00+00:00');
    expect(typed.description.values).toContainEqual({
      field: 'transactionDate',
      shown: 'yyyy-MM-dd HH:mm:ss (UTC, not Europe/Zurich)',
    });
  },
);

it('so are those of which one of two columns says it, and a zone beside them is of something else', async () => {
  const text = 'Date,Time (UTC),Time zone,Amount\n2026-07-20,23:30:00,America/New_York,4.50\n';
  const said = { isProfileZone: true, rules: { ...noRules, columns: { transactionDate: 'Date+Time (UTC)' } } };
  expect(await datesOf(text, said)).toEqual(['2026-07-20T23:30:00+00:00']);
  const one = 'Timestamp,UTC offset,Amount\n2026-07-20 23:30:00,,4.50\n2026-07-20 23:30:00,-04:00,4.50\n';
  expect(await datesOf(one)).toEqual(['2026-07-20T23:30:00+02:00', '2026-07-20T23:30:00-04:00']);
});

it.each([
  'Time (UTC+1)',
  'Time (UTC +01:00)',
  'UTC-5 timestamp',
  'UTC +2 time',
  'UTC (+2) time',
  'Local time (offset from UTC)',
  'Lokale Zeit (nicht UTC)',
  'Outcome',
  'Shutclosed',
])('times under %s are not those of UTC', async (name) => {
  const said = { isProfileZone: true, rules: { ...noRules, columns: { transactionDate: '1' } } };
  expect(await datesOf(`${name},Amount\n2026-11-20 23:30:00,4.50\n`, said)).toEqual(['2026-11-20T23:30:00+01:00']);
});

describe('a zone that the name of a column states', () => {
  const profile = { ...zurich, isProfileZone: true };
  const under = (name: string, at = '2026-07-01 23:30') => `${name},Amount,Currency\n${at},4.50,USD\n`;

  it.each([
    ['Date (GMT)', '+00:00', 'UTC'],
    ['Time [GMT]', '+00:00', 'UTC'],
    ['date_created_gmt', '+00:00', 'UTC'],
    ['Fecha (GMT-3)', '-03:00', '-03:00'],
    ['Fecha (UTC-03:00)', '-03:00', '-03:00'],
    ['Created (UTC+2)', '+02:00', '+02:00'],
    ['Date (UTC +05:30)', '+05:30', '+05:30'],
    ['Date (+05:45)', '+05:45', '+05:45'],
    ['Time (America/Chicago)', '-05:00', 'America/Chicago'],
  ])('%s counts, not that of the profile, and one that was typed for the file is asked', async (name, offset, zone) => {
    const moment = `2026-07-01T23:30:00${offset}`;
    expect(await datesOf(under(name), profile)).toEqual([moment]);
    expect(await datesOf(under(name), { timezone: undefined })).toEqual([moment]);
    expect(await datesOf(under(name), { timezone: zone })).toEqual([moment]);
    const { message, hint } = await refusal(under(name), { timezone: 'Asia/Tokyo' });
    expect(message).toBe(
      `Line 2: column A "${name}": "2026-07-01 23:30" has no offset from UTC, and the header says "${name}", but the zone given is Asia/Tokyo.`,
    );
    expect(hint).toBe(`If it is so of that column:   --timezone ${zone};   if it is not, correct that name in the file`);
  });

  it('counts for a date and a time apart, whichever says it', async () => {
    const text = 'Date,Time (GMT-3),Time zone,Amount,Currency\n2026-07-20,23:30:00,Europe/Berlin,4.50,USD\n';
    expect(await datesOf(text, profile)).toEqual(['2026-07-20T23:30:00-03:00']);
  });

  it.each([
    ['Created at (PST)', 'America/Los_Angeles', '-07:00', 'Asia/Manila'],
    ['Date (EST)', 'America/New_York', '-04:00', 'Australia/Sydney'],
    ['Date (CET)', 'Europe/Berlin', '+02:00', 'Europe/Paris'],
  ])('%s is one of several, and asked where no zone is given that has it', async (name, zone, offset, other) => {
    for (const given of [{ timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo', isProfileZone: true }, {}]) {
      const { message, hint } = await refusal(under(name), given);
      expect(message).toContain(
        `"2026-07-01 23:30" has no offset from UTC, and the header says "${name}"${'timezone' in given ? ', but the zone given is Asia/Tokyo' : ''}.`,
      );
      expect(hint).toBe(`If it is so of that column:   --timezone ${zone};   if it is another zone of that name:   --timezone ZONE`);
    }
    expect(await datesOf(under(name), { timezone: zone })).toEqual([`2026-07-01T23:30:00${offset}`]);
    expect(await datesOf(under(name), { timezone: other, isProfileZone: true })).toHaveLength(1);
  });

  it.each(['Datum (IST)', 'Date (GMT Standard Time)', 'Date (London)', 'Date (ABC)', 'Date (not GMT)'])('%s states none', async (name) => {
    expect(await datesOf(under(name))).toEqual(['2026-07-01T23:30:00+02:00']);
  });

  it('is left alone where times have their offset', async () => {
    expect(await datesOf(under('Date (PST)', '2026-07-01T23:30:00Z'))).toEqual(['2026-07-01T23:30:00Z']);
  });
});

it('is left alone beside times that have their offset', async () => {
  expect(await datesOf('Date,Time zone,Amount\n2026-11-20T14:03:00+01:00,PST,4.50\n')).toEqual(['2026-11-20T14:03:00+01:00']);
});

it('of a name that only a row has, that row is at fault', async () => {
  expect(await datesOf(table('Time zone', '-05:00', '-05:00', 'Mars'))).toEqual([
    '2026-11-20T14:03:00-05:00',
    '2026-11-20T14:03:00-05:00',
    undefined,
    '4 TIME_ZONE_UNKNOWN',
  ]);
});

it('asks where its names are not known, and how to go on', async () => {
  const asked = await refusal(table('TimeZone', 'CST', 'CDT'), zurich);
  expect(asked).toMatchObject({
    code: 'inputUnusable',
    message: 'Line 1: column 3 (C) "TimeZone" gives the zone of each row\'s time, but "CST" is neither an offset nor an IANA name.',
    hint: 'Write offsets (+01:00) or names as Europe/Zurich there;   if all times are of one zone:   --timezone ZONE --set additionalData.TimeZone=TimeZone',
  });
  const said = { rules: { ...noRules, columns: { 'additionalData.TimeZone': 'TimeZone' } } };
  expect(await datesOf(table('TimeZone', 'CST'), said)).toEqual(['2026-11-20T14:03:00+01:00']);
});

it.each(['Zone', 'Customer time zone', 'Zone tarifaire'])('a column %s with other texts is none', async (name) => {
  expect(await datesOf(table(name, 'Terrasse', 'Bar'))).toEqual(['2026-11-20T14:03:00+01:00', '2026-11-20T14:03:00+01:00']);
});

it.each([['London', 'Paris'], ['Z'], ['Europe/Berlin', 'London'], ['UTC']])(
  'rooms and tables %j in a column Zone are no zones of a time',
  async (...cells) => {
    for (const name of ['Zone', 'Zona', 'Offset'])
      expect(new Set(await datesOf(table(name, ...cells)))).toEqual(new Set(['2026-11-20T14:03:00+01:00']));
  },
);

const halves = (name: string, ...rows: [string, string][]) =>
  `Date,Time,${name},Amount,Currency\n${rows.map(([time, half]) => `2026-11-20,${time},${half},4.50,USD\n`).join('')}`;

it('AM and PM in a column of their own belong to the time', async () => {
  const table = halves('AM/PM', ['2:03', 'PM'], ['12:10', 'am'], ['11:59:30', 'a.m.']);
  expect(await datesOf(table)).toEqual(['2026-11-20T14:03:00+01:00', '2026-11-20T00:10:00+01:00', '2026-11-20T11:59:30+01:00']);
  expect(await datesOf('Date,Time,AM/PM,UTC offset,Amount\n2026-11-20,2:03,PM,-05:00,4.50\n')).toEqual(['2026-11-20T14:03:00-05:00']);
});

it.each(['Kellner', 'Schicht', 'Shift', 'Kürzel'])('initials or shifts in a column %s are no AM and PM', async (name) => {
  const dates = await datesOf(halves(name, ['9:10', 'PM'], ['12:05', 'AM']));
  expect(dates).toEqual(['2026-11-20T09:10:00+01:00', '2026-11-20T12:05:00+01:00']);
});

it('a column without a name is AM and PM only right beside the time', async () => {
  expect(await datesOf(halves('', ['9:10', 'PM']))).toEqual(['2026-11-20T21:10:00+01:00']);
  expect(await datesOf('Date,Time,Amount,,Currency\n2026-11-20,9:10,4.50,PM,USD\n')).toEqual(['2026-11-20T09:10:00+01:00']);
});

it('a row without AM and PM beside rows that have it is at fault, unless its hour is of 24', async () => {
  for (const name of ['AM/PM', '']) {
    const table = halves(name, ['9:10', 'PM'], ['9:10', ''], ['12:05', ''], ['13:05', ''], ['0:05', '']);
    expect(await datesOf(table)).toEqual([
      '2026-11-20T21:10:00+01:00',
      undefined,
      undefined,
      '2026-11-20T13:05:00+01:00',
      '2026-11-20T00:05:00+01:00',
      '3 TRANSACTION_DATE_INVALID',
      '4 TRANSACTION_DATE_INVALID',
    ]);
  }
});

it('a row without AM and PM is at fault in a rejects file, too, where no row may have them', async () => {
  const rejects = (time: string, half: string) =>
    `Date,Time,AM/PM,Amount,Currency,_line,_code,_error\n2026-11-20,${time},${half},4.50,USD,3,X,x\n2026-11-20,21:10,,4.50,USD,4,X,x\n`;
  expect(await datesOf(rejects('9:10', ''))).toEqual([undefined, '2026-11-20T21:10:00+01:00', '2 TRANSACTION_DATE_INVALID']);
  expect(await datesOf(rejects('9:10', 'PM'))).toEqual(['2026-11-20T21:10:00+01:00', '2026-11-20T21:10:00+01:00']);
});

it('a clock of 24 hours needs none, and what is no AM or PM is asked', async () => {
  expect(await datesOf(halves('Shift', ['14:03', 'PM'], ['9:00', 'AM']))).toEqual([
    '2026-11-20T14:03:00+01:00',
    '2026-11-20T09:00:00+01:00',
  ]);
  expect(await datesOf(halves('Shift', ['9:03', 'early']))).toEqual(['2026-11-20T09:03:00+01:00']);
  const asked = await refusal(halves('AM/PM', ['2:03', 'P']), zurich);
  expect(asked.message).toBe('Line 1: column 3 (C) "AM/PM" may say whether a time is AM or PM, but it cannot be read as that: "P".');
  expect(asked.hint).toBe(
    "Write AM or PM after the time;   if it says nothing of the time:   --set 'additionalData.AM/PM=AM/PM'".replaceAll("'", ''),
  );
});

it('columns that are asked for are named with what belongs to them, so that one more command is enough', async () => {
  const asked = await refusal('Day,Time,UTC offset,Amount\n2026-11-20,14:03,-05:00,4.50\n');
  expect(asked.hint).toContain("--set 'transactionDate=Day+Time+UTC offset'");
});

it.each([
  ['2026-11-20 14:03:00 -05:00', '2026-11-20 14:03:00', '-05:00'],
  ['20 Nov 2026 2:03 PM Europe/Zurich', '20 Nov 2026 2:03 PM', 'Europe/Zurich'],
  ['2026-11-20 14:03 Uhr Etc/GMT+5', '2026-11-20 14:03 Uhr', 'Etc/GMT+5'],
])('%s', (text, time, zone) => expect(zonedParts(text)).toEqual({ time, zone }));

it.each(['2026-11-20 14:03', '2026-11-20 2:03 PM', '20 Nov 2026', 'Nov 20, 2026', '14:03 Uhr', '', '2026-11-20'])(
  '%s has no zone',
  (text) => expect(zonedParts(text)).toBeNull(),
);

it.each(['CST', 'IST', 'BST', 'EST', '300', '-300', '+25:00', '5', '', 'Local'])('%s is no zone that is known', (name) =>
  expect(rowZoneNamed(name)).toBeNull(),
);
