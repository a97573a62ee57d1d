/** What the lines above a header say of all rows. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { archive } from '../../../fixtures/torture/workbook.js';
import { read, refusal } from '../reading.js';

const zone = { timezone: 'Europe/Zurich' };
const table = 'Datum;Betrag;Währung\n20.11.2026 08:12;450;CHF\n';

function workbookOf(...rows: string[][]): Buffer {
  const row = (cells: string[]) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
  return archive(
    {
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Sales" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId1" Type="x" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
    },
    deflateRawSync,
  );
}

describe('a title that says amounts are in cents', () => {
  it.each([
    'Amounts in cents',
    'All amounts are in minor units',
    'Beträge in Rappen',
    'Alle Beträge in Rp.;;',
    '"Angaben in Euro-Cent"',
    'Montants en centimes',
    'Importi in centesimi',
    'Kasse 3;Währung: Cent',
  ])('is asked: %s', async (title) => {
    const { message, hint } = await refusal(`Bäckerei Müller\n\n${title}\n${table}`, zone);
    expect(message).toMatch(/^Above the header stands ".*"\. An amount in cents would be sent as it is, a hundred times too high\.$/);
    expect(hint).toBe('If they are in cents:   --minor-units;   if they are not:   --skip-rows 3');
  });

  it('and passed over as was said', async () => {
    for (const [text, skipRows] of [
      [`Beträge in Rappen\n${table}`, 1],
      [`sep=;\nBeträge in Rappen\n${table}`, 1],
    ] as const) {
      expect((await refusal(text, zone)).hint).toContain('--skip-rows 1');
      expect((await read(text, { ...zone, skipRows })).rows[0]?.transaction?.amount).toBe(450);
    }
  });

  it('also in a workbook', async () => {
    const book = workbookOf(['Amounts in cents'], ['Betrag', 'Beleg'], ['450', 'A']);
    expect((await refusal(book)).hint).toContain('--skip-rows 1');
    expect((await read(book, { skipRows: 1 })).rows[0]?.transaction?.amount).toBe(450);
  });
});

it.each([
  'Two For 50 Cents Ltd',
  'Filiale Cents',
  'All sales in Hartford, CT',
  'Umsatz der Filialen in RP',
  'Amounts in CHF',
  'Report time: 20.11.2026 10:00 UTC',
  'Exported at 2026-11-20T10:00Z',
  'Time zone: Europe/Zurich',
  'Zeitzone: Europe/Berlin',
  'Zeitzone: CET',
  'Time zone: (UTC+01:00) Amsterdam, Bern',
  'Time zone: (UTC) Dublin, Edinburgh, Lisbon, London',
  'Time zone: GMT Standard Time',
])('nothing is asked under %s', async (title) => {
  const { rows } = await read(`${title}\n${table}`, zone);
  expect(rows[0]?.transaction).toEqual({ amount: 450, currency: 'CHF', transactionDate: '2026-11-20T08:12:00+01:00' });
});

describe('a title that names the zone of all times', () => {
  it.each([
    ['All times are in UTC', 'UTC'],
    ['All dates and times are shown in UTC.', 'UTC'],
    ['Timezone;UTC', 'UTC'],
    ['Time zone: GMT', 'UTC'],
    ['Alle Zeiten in UTC', 'UTC'],
    ['Time zone: America/New_York', 'America/New_York'],
  ])('is asked where another one is given: %s', async (title, said) => {
    for (const given of [zone, {}]) {
      const { message, hint } = await refusal(`Report\n${title}\n${table}`, given);
      expect(message).toContain('"20.11.2026 08:12" has no offset from UTC, and above the header stands "');
      expect(hint).toBe(`If it is so of that column:   --timezone ${said};   if it is not:   --skip-rows 2 --timezone ZONE`);
    }
    const { rows } = await read(`Report\n${title}\n${table}`, { timezone: said });
    expect(rows[0]?.transaction?.transactionDate).toMatch(/^2026-11-20T08:12:00/);
    expect((await read(`Report\n${title}\n${table}`, { ...zone, skipRows: 2 })).rows).toHaveLength(1);
  });

  it('is not where the times have an offset', async () => {
    const { rows } = await read('All times are in UTC\nDatum;Betrag\n2026-11-20T08:12:00+01:00;4.50\n', zone);
    expect(rows[0]?.transaction?.transactionDate).toBe('2026-11-20T08:12:00+01:00');
  });
});

describe('a header of words that are not known, below titles', () => {
  // Swish's report, as Swedish banks export it: no two of its names are known.
  const names = ['Clearingnr', 'Kontonr', 'Produkt', 'Belopp'];
  const rows = [
    ['8327', '9', 'Swish', '120,00'],
    ['8327', '9', 'Swish', '80,00'],
  ];
  const title = 'Swish-rapport 2026-11-01 - 2026-11-30';
  const text = (...lines: string[][]) => lines.map((cells) => `${cells.join(';')}\n`).join('');

  it('is found by its width', async () => {
    expect((await read(text([title], [], [title], names, ...rows), zone)).description.header).toEqual(names);
  });

  it('also in a workbook', async () => {
    expect((await read(workbookOf([title], [], names, ...rows), zone)).description.header).toEqual(names);
  });

  it.each([
    ['its cells are no words', text([title], ['8327', '9', 'Swish', '120,00'], ...rows)],
    ['no row follows it', text([title], names)],
    ['the title has several cells', text([title, 'Konto', '9'], names, ...rows)],
  ])('is not taken where %s', async (_, content) => {
    expect((await refusal(content, zone)).message).toMatch(/^Line 1: no column matches a field: 1 "Swish-rapport/);
  });
});
