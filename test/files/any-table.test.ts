/**
 * A table of sales written in any dialect, encoding and way of writing values that a till could choose, read back through the same door as
 * every file, with nothing said but what the table cannot say: rows, amounts, dates, texts and line numbers are equal.
 */
import { fc, test as property } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { Encoding } from '../../src/files/input/row.js';
import { encoded } from '../../src/files/text/encodings.js';
import { rounds } from '../support/at-length.js';
import { read } from './reading.js';

interface Sale {
  cents: number;
  /** Minutes after 2026-11-01T00:00 in Zurich, when the clock is at +01:00; the month has no change of it. */
  minute: number;
  note: string;
}

const sale: fc.Arbitrary<Sale> = fc.record({
  cents: fc.integer({ min: -999_999_999, max: 999_999_999 }),
  minute: fc.integer({ min: 0, max: 30 * 1_440 - 1 }),
  note: fc
    .array(fc.constantFrom('a', 'é', '€', 'ü', ',', ';', '|', '\t', '"', '\n', '\r\n', '\r', ' x', '1.5'), { maxLength: 6 })
    .map((parts) => parts.join('')),
});

const amountStyles = [
  { decimal: '.', group: '' },
  { decimal: '.', group: ',' },
  { decimal: '.', group: "'" },
  { decimal: ',', group: '' },
  { decimal: ',', group: '.' },
  { decimal: ',', group: ' ' },
  { decimal: ',', group: '\u00a0' },
] as const;

/** Ways to write below nought; each keeps an amount one for people. */
const minusStyles: readonly ((text: string) => string)[] = [(text) => `-${text}`, (text) => `${text}-`, (text) => `(${text})`];

type AmountStyle = (typeof amountStyles)[number];

function amountText(cents: number, { decimal, group }: AmountStyle, minus: (text: string) => string): string {
  const units = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, group);
  const text = `${units}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  return cents < 0 ? minus(text) : text;
}

const two = (number: number) => String(number).padStart(2, '0');
const day = (minute: number) => Math.floor(minute / 1_440) + 1;
const hour = (minute: number) => Math.floor((minute % 1_440) / 60);
const clock = (minute: number) => `${two(hour(minute))}:${two(minute % 60)}`;
const halfClock = (minute: number) => `${hour(minute) % 12 || 12}:${two(minute % 60)} ${hour(minute) < 12 ? 'AM' : 'PM'}`;

const dateStyles: readonly { format?: string; write: (minute: number) => string }[] = [
  { write: (minute) => `${two(day(minute))}.11.2026 ${clock(minute)}` },
  { write: (minute) => `2026-11-${two(day(minute))} ${clock(minute)}:00` },
  { write: (minute) => `2026-11-${two(day(minute))}T${clock(minute)}:00+01:00` },
  { write: (minute) => `${day(minute)} Nov 2026 ${clock(minute)}` },
  { format: 'dd/MM/yyyy', write: (minute) => `${two(day(minute))}/11/2026 ${clock(minute)}` },
  { format: 'MM/dd/yyyy', write: (minute) => `11/${two(day(minute))}/2026 ${halfClock(minute)}` },
];

const encodings: readonly { encoding: Encoding; mark: boolean }[] = [
  { encoding: 'utf-8', mark: false },
  { encoding: 'utf-8', mark: true },
  { encoding: 'utf-16le', mark: true },
  { encoding: 'utf-16be', mark: true },
  { encoding: 'windows-1252', mark: false },
];

property.prop(
  {
    sales: fc.array(sale, { minLength: 1, maxLength: 12 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    always: fc.boolean(),
    noteFirst: fc.boolean(),
    amount: fc.constantFrom(...amountStyles),
    minus: fc.constantFrom(...minusStyles),
    date: fc.constantFrom(...dateStyles),
    as: fc.constantFrom(...encodings),
    chunkBytes: fc.constantFrom(1, 3, 7, 65_536),
  },
  { numRuns: rounds(500) },
)(
  'any table of sales, written in any way, is read back equal, line by line',
  async ({ sales, delimiter, lineEnd, always, noteFirst, amount, minus, date, as, chunkBytes }) => {
    const quoted = (cell: string) =>
      always || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    const ordered = (note: string, rest: string[]) => (noteFirst ? [note, ...rest] : [...rest, note]).map(quoted).join(delimiter) + lineEnd;
    let text = ordered('additionalData.Bemerkung', ['Betrag', 'Währung', 'Datum', 'Beleg-Nr']);
    let line = 2;
    const expected = sales.map(({ cents, minute, note }, index) => {
      const record = ordered(note, [amountText(cents, amount, minus), 'EUR', date.write(minute), `R${index}`]);
      const own = line;
      text += record;
      line += record.match(/\r\n|\r|\n/g)?.length ?? 0;
      const items = note.trim() === '' ? {} : { additionalData: [{ key: 'Bemerkung', value: note }] };
      return [
        own,
        { amount: cents / 100, currency: 'EUR', transactionReference: `R${index}`, ...items },
        `2026-11-${two(day(minute))}T${clock(minute)}:00`,
      ];
    });
    const bytes = Buffer.concat([encoded(as.mark ? '\ufeff' : '', as.encoding), encoded(text, as.encoding)]);
    // A few letters of windows-1252 in a row are UTF-8 as well; a file that looks like both is refused until its encoding is given.
    const encoding = as.encoding === 'windows-1252' && /[éü]€/.test(text) ? as.encoding : ('auto' as const);
    const options = { timezone: 'Europe/Zurich', encoding, ...(date.format && { dateFormat: date.format }) };
    const { rows } = await read(bytes, options, chunkBytes);
    const seen = rows.map(({ line, transaction, faults }) => {
      expect(faults).toEqual([]);
      const { transactionDate = '', ...rest } = transaction ?? {};
      expect(transactionDate?.slice(19)).toBe('+01:00');
      return [line, rest, transactionDate?.slice(0, 19)];
    });
    expect(seen).toEqual(expected);
  },
);
