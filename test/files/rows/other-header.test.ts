/** Two exports in one file: what becomes of the rows below the second header. */
import { describe, expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { rejectsFormat } from '../../../src/files/rows/rejects.js';
import { codesOf, read, refusal } from '../reading.js';

const zone = { timezone: 'Europe/Zurich' };
const own = 'Datum;Beleg;Betrag;Kartenart;Währung;Terminal';
const first = '20.11.2026 21:03;P1;10,00;VISA;EUR;1';
const other = 'Datum;Betrag;Beleg;Kartenart;Währung;Terminal';
const swapped = '20.11.2026 21:05;30,00;4711;VISA;EUR;2';
const file = (...lines: string[]) => `${lines.join('\n')}\n`;

// Payouts of Sezzle, by its manual: their sums, and below them what they are the sums of.
describe('a table below another one', () => {
  const sums = ['Total amount,Refund total,Net,Currency,Payout date', '15.00,-4.00,11.00,EUR,2026-11-23'];
  const rows = ['Type,Event date,Order uuid,Amount', 'ORDER,2026-11-20T10:00:00Z,aa11,10.00', 'ORDER,2026-11-21T10:00:00Z,aa12,5.00'];
  it('is told, with the flag that reads it', async () => {
    const { message, hint } = await refusal(file('Payouts', ...sums, ...rows), { kind: 'Settlement' });
    expect(message).toBe('Line 4 is another header, of 4 columns, and the one in line 2 has 5: two tables stand one below the other.');
    expect(hint).toContain('--skip-rows 3;');
    const { message: padded } = await refusal(file(...sums, ...rows.map((row) => `${row},`)), { kind: 'Settlement' });
    expect(padded).toContain('Line 3 is another header');
  });

  it('is none where it has as few rows, or rows of the first one', async () => {
    for (const lines of [rows.slice(0, 1), [...rows, sums[1] ?? '']])
      expect((await refusal(file(...sums, ...lines), { kind: 'Settlement' })).message).not.toContain('one below the other');
  });
});

describe('another header in the middle of a table', () => {
  it('and all rows below it are faults, which name its line', async () => {
    const { rows } = await read(file(own, first, other, swapped, swapped), zone);
    expect(rows.map(({ transaction }) => transaction?.amount ?? null)).toEqual([10, null, null, null]);
    expect(rows.map(({ faults }) => faults.map(({ message }) => message))).toEqual([
      [],
      [
        'is another header, whose columns differ from those of the first one or are in a different order; split the file: that header and everything below it belong in a separate file',
      ],
      ...[1, 2].map(() => [
        'is below another header, in line 3, whose columns differ from those of the first one; split the file: that header and everything below it belong in a separate file',
      ]),
    ]);
    expect(rows[2]?.source).toEqual(swapped.split(';'));
  });

  it.each([
    ['in other words', 'Date;Amount;Receipt;Brand;Currency;Terminal'],
    ['in quotes', `"${other.replaceAll(';', '";"')}"`],
    ['in quotes behind a byte order mark', `\ufeff"${other.replaceAll(';', '";"')}"`],
    ['of fewer columns', 'Datum;Betrag;Währung'],
    ['of more columns', `${other};Tisch`],
    ['with a column without a name', 'Datum;;Beleg;Kartenart;Währung;Terminal'],
    ['with colons', 'Datum:;Betrag:;Beleg:;Kartenart:;Währung:;Terminal:'],
    ['with a rate of tax', 'Datum;8.1;Betrag;Kartenart;Währung;Beleg'],
    ['of other names, half of them known', 'Datum;Tisch;Gast;Betrag'],
    ['with another name for the amount', 'Datum;Beleg;MwSt;Kartenart;Währung;Betrag'],
    ['of the same meaning, in another language', 'Date;Numéro de ticket;Montant;Brand;Devise;Terminal ID'],
    ['in other words, one of them not known', 'Date;Receipt;Amount;Brand;Currency;Table'],
  ])('%s', async (_, header) => {
    expect(codesOf(await read(file(own, first, header, swapped), zone))).toEqual(['3 OTHER_HEADER', '4 OTHER_HEADER']);
  });

  it('stays one in the rejects file, in which no cell is trusted to be of its column', async () => {
    for (const second of [other, 'Datum;Betrag;Währung', `${other};Tisch`]) {
      const { description, rows } = await read(file(own, first, second, swapped.replace('4711', '4242424242424242')), zone);
      const rejects = rejectsFormat(description);
      const text = `${rejects.head}${rows
        .slice(1)
        .map((row) => rejects.row(row))
        .join('')}`;
      expect(text).toContain('424242******4242');
      expect(codesOf(await read(text, { ...zone, decimal: ',' }))).toEqual(['2 OTHER_HEADER', '3 OTHER_HEADER']);
    }
  });

  it('of another currency', async () => {
    const text = file('Datum;Betrag', '20.11.2026 21:03;10,00', 'Datum;Betrag (CHF)', '20.11.2026 21:03;10,00');
    expect(codesOf(await read(text, zone))).toEqual(['3 OTHER_HEADER', '4 OTHER_HEADER']);
  });

  it('with colons, as the first one', async () => {
    const text = file('Datum:;Betrag:;MwSt:', '20.11.2026 21:03;10,00;1,00', 'Datum:;MwSt:;Betrag:', '20.11.2026 21:03;1,00;10,00');
    expect(codesOf(await read(text, zone))).toEqual(['3 OTHER_HEADER', '4 OTHER_HEADER']);
  });

  it('below the first one, with another name for the amount', async () => {
    for (const units of ['(Datum/Zeit);(Nr);(Rappen);(Betrag);;', 'Datum;Betrag;Beleg;;;']) {
      expect(codesOf(await read(file(own, units, first), zone))).toEqual(['2 OTHER_HEADER', '3 OTHER_HEADER']);
    }
  });

  it('of names that are known by hand alone', async () => {
    const rules = { columns: { amount: 'Wert', orderId: 'Nr' } };
    const text = file('Nr;Wert;Rabatt', '1;10,00;0,50', 'Nr;Rabatt;Wert', '2;0,50;10,00');
    expect(codesOf(await read(text, { rules: { ...noRules, ...rules } }))).toEqual(['3 OTHER_HEADER', '4 OTHER_HEADER']);
  });

  it('lets rows below the own header be read again', async () => {
    const reading = await read(file(own, first, other, swapped, own, first), zone);
    expect(codesOf(reading).filter((code) => code.endsWith('OTHER_HEADER'))).toEqual(['3 OTHER_HEADER', '4 OTHER_HEADER']);
    expect(reading.rows[4]?.transaction).toMatchObject({ amount: 10 });
  });

  it('leaves no total of rows below it out', async () => {
    const reading = await read(file('Beleg;Betrag', 'A;1,00', 'Betrag;Beleg', '1,00;B', 'Summe;1,00', ';'), zone);
    expect(codesOf(reading)).toEqual(['3 OTHER_HEADER', '4 OTHER_HEADER', '5 OTHER_HEADER']);
  });
});

describe('no other header', () => {
  it.each([
    ['the own one again', own],
    ['the own one again, in other letters and behind a byte order mark', `\ufeff${own.toUpperCase()};;`],
    ['the title of a group, of two known names', 'Filiale;Bern;Terminal;A;;'],
    ['the title of a group, with its day', 'Datum;20.11.2026;Terminal;A;;'],
    ['the title of a group below empty cells', ';;;Shop;Terminal;'],
    ['a row with a fault', '20.11.2026 21:04;Karte;x;Karte;Währung;Terminal'],
    ['a row with words for values and a number', 'gestern;Beleg;1,00;Karte;EUR;Terminal'],
    ['the title of a group', 'Kasse:;Bern;Filiale:;Nord;;'],
    ['a title of one name', 'Terminal;;;;;'],
    ['a total', 'Total;;;;;'],
  ])('%s: rows below are read', async (_, line) => {
    const reading = await read(file(own, first, line, '20.11.2026 21:05;P2;30,00;VISA;EUR;2'), zone);
    expect(codesOf(reading).filter((code) => code.endsWith('OTHER_HEADER'))).toEqual([]);
    expect(reading.rows.at(-1)?.transaction).toMatchObject({ amount: 30, transactionReference: 'P2' });
  });

  it('the own one again is left out, and told', async () => {
    const { rows } = await read(file(own, first, own, first, `${own};`), zone);
    expect(rows.map(({ transaction, leftOut, faults }) => transaction?.amount ?? leftOut ?? faults)).toEqual([
      10,
      'the header once more',
      10,
      'the header once more',
    ]);
  });

  it('a line of units below the own one', async () => {
    const { rows } = await read(file(own, '(Datum/Zeit);(Nr);(Betrag EUR);(Art);(Code);', first), zone);
    expect(rows.map(({ faults, transaction }) => [faults[0]?.code === 'OTHER_HEADER', transaction?.amount ?? null])).toEqual([
      [false, null],
      [false, 10],
    ]);
  });

  it('a row of texts in a table without amounts', async () => {
    expect(codesOf(await read('orderId;terminalId;locationId\n1;Terminal;Filiale\nR;Terminal;Filiale 2\n'))).toEqual([]);
  });

  it('in a table without one', async () => {
    const options = { ...zone, noHeader: true, rules: { ...noRules, columns: { transactionDate: 'A', amount: 'C' } } };
    const reading = await read(file(own, first, first), options);
    expect(reading.rows.map(({ transaction }) => transaction?.amount ?? null)).toEqual([null, 10, 10]);
  });
});
