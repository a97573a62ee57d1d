import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/at-length.js';
import { cellsOf, codesOf, read, refusal } from '../reading.js';

const lineEnds = ['\n', '\r\n', '\r'];

function quote(cell: string, delimiter: string, always: boolean): string {
  return always || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const physicalLines = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

const cell = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc
    .array(fc.constantFrom('"', '\n', '\r', '\r\n', ',', ';', '\t', '|', 'a', 'é', '😀', ' '), { maxLength: 8 })
    .map((parts) => parts.join('')),
);
/** From six columns on, a record whose every line could be a row is taken for an open quote: that has tests of its own. */
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }));

describe('any table', () => {
  property.prop(
    {
      rows: table,
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom(...lineEnds),
      always: fc.boolean(),
      blankLines: fc.array(fc.constantFrom('', ' ', '  \t'), { maxLength: 2 }),
      lastLineEnd: fc.boolean(),
      chunkBytes: fc.constantFrom(1, 2, 3, 7, 65_536),
    },
    { numRuns: rounds(1_000) },
  )(
    'is read back equal, each record with the line where it starts',
    async ({ rows, delimiter, lineEnd, always, blankLines, lastLineEnd, chunkBytes }) => {
      const width = rows[0]?.length ?? 0;
      const header = ['orderId', ...Array.from({ length: width }, (_, index) => `c${index}`)];
      let text = header.join(delimiter) + lineEnd;
      let line = 2;
      const expected: { line: number; cells: string[] }[] = [];
      for (const [index, cells] of rows.entries()) {
        for (const blank of blankLines) {
          text += blank.replace(delimiter, ' ') + lineEnd;
          line++;
        }
        const record = [`row ${index}`, ...cells].map((each) => quote(each, delimiter, always)).join(delimiter);
        expected.push({ line, cells: [`row ${index}`, ...cells] });
        const isLast = index === rows.length - 1;
        text += isLast && !lastLineEnd ? record : record + lineEnd;
        line += physicalLines(record) + 1;
      }
      const reading = await read(text, { format: 'csv' }, chunkBytes);
      expect(cellsOf(reading)).toEqual(expected);
      expect(reading.rows.map(({ record }) => record)).toEqual(expected.map((_, index) => index + 1));
      expect(reading.description.delimiter).toBe(delimiter);
    },
  );
});

describe('lines and blank lines', () => {
  it.each(lineEnds)('counts quoted line breaks as the file has them, with %j between records', async (lineEnd) => {
    const text = ['orderId,note', '1,"a\r\nb\nc\rd"', '', '   ', '2,x', ',', '3,"y"'].join(lineEnd);
    expect(cellsOf(await read(text)).map(({ line }) => line)).toEqual([2, 8, 10]);
  });

  it('takes line ends of all kinds in one file', async () => {
    expect(cellsOf(await read('orderId\r\n1\n2\r3\r\n\r\n4')).map(({ line }) => line)).toEqual([2, 3, 4, 6]);
  });

  it('takes a blank cell too many for the end of a row only where most rows end so', async () => {
    const codes = async (text: string) => codesOf(await read(text));
    const rows = ['A,1,Visa', 'B,2,Visa', 'C,,3,'];
    expect(await codes(['orderId,amount,brandId', ...rows].join('\n'))).toEqual(['4 COLUMN_COUNT']);
    const ending = rows.slice(0, 2).map((row) => `${row},`);
    expect(await codes(['orderId,amount,brandId', ...ending, 'C,3,Visa', ''].join('\n'))).toEqual([]);
    expect(await codes(['orderId,amount,brandId,', ...rows].join('\n'))).toEqual([]);
  });

  it('tolerates delimiters without cells at the end of a row, and of the header', async () => {
    const reading = await read('orderId,amount,,\n1,2,,\n3,4\n5,6, ,x\n');
    expect(reading.description.header).toEqual(['orderId', 'amount']);
    expect(codesOf(reading)).toEqual(['4 COLUMN_COUNT']);
    expect(reading.rows[0]?.source).toEqual(['1', '2']);
  });

  it('but not where a decimal comma may have cut the amount', async () => {
    const codes = async (text: string) => codesOf(await read(text));
    expect(await codes('Beleg,Betrag,Notiz\nA,12,50,\nB,3,05,\n')).toEqual(['2 COLUMN_COUNT', '3 COLUMN_COUNT']);
    expect(await codes('Beleg,Betrag,Tisch,\nA,12,50,\n')).toEqual([]);
    expect(await codes('Beleg,Betrag,Tisch\nA,12.50,50,\nB,12,7,\nC,12,50\n')).toEqual([]);
    expect(await codes('Beleg;Betrag;Tisch\nA;12;50;\n')).toEqual([]);
    expect(await codes('Beleg,Betrag,Tisch\nA,12,50,\nB,12.50,50,\n')).toEqual([]);
    expect(codesOf(await read('Beleg,Betrag,Tisch\nA,12,50,\n', { decimal: '.' }))).toEqual([]);
  });
});

describe('the delimiter', () => {
  it.each([',', ';', '\t', '|'])('%j is found in the header, also beside others in quotes', async (delimiter) => {
    const reading = await read(`${['"Betrag, netto; ""x"""', 'amount', 'currency'].join(delimiter)}\na${delimiter}1${delimiter}EUR\n`);
    expect(reading.description.delimiter).toBe(delimiter);
    expect(reading.description.mapping).toEqual(['additionalData.Betrag, netto; "x"', 'amount', 'currency']);
  });

  it('is the one that gives the most known fields, not the most cells', async () => {
    const reading = await read('amount;currency;a,b,c,d\n1;EUR;x\n');
    expect(reading.description.delimiter).toBe(';');
  });

  it.each(['sep=;', '"sep=;"', 'SEP=;\r'])('is told by %j in the first line, and lines are counted with it', async (line) => {
    for (const chunkBytes of [1, 65_536]) {
      const reading = await read(`${line}\namount;currency,x\n1;EUR\n`, {}, chunkBytes);
      expect(reading.description.delimiter).toBe(';');
      expect(reading.rows[0]?.line).toBe(3);
    }
  });

  it.each([',', ';', '\t', '|'])('%j is found in a header that is guarded from Excel', async (delimiter) => {
    const line = (...cells: string[]) => cells.map((cell) => `="${cell}"`).join(delimiter);
    const content = `${line('Receipt', 'Date', 'Amount', 'Currency')}\n${line('0001', '2026-11-20T08:12:00+01:00', '12.50', 'EUR')}\n`;
    const { description, rows } = await read(content);
    expect(description).toMatchObject({ delimiter, header: ['Receipt', 'Date', 'Amount', 'Currency'] });
    expect(rows[0]?.transaction).toMatchObject({ transactionReference: '0001', amount: 12.5, currency: 'EUR' });
  });

  it('no header of quotes, equals signs and delimiters is a bug', async () => {
    const piece = fc.constantFrom('"', '""', '=', '="', 'amount', 'Date', 'a', ' ', ',', ';', '\t', '|', '\r', '\n', '\0');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 16 }), async (pieces) => {
        const error = await read(`${pieces.join('')}\n1,2;3\n`).catch((error: unknown) => error);
        if (error instanceof Error) expect(error).toMatchObject({ code: 'inputUnusable' });
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be given, and then decides over what the header looks like', async () => {
    const reading = await read('brandId,x;currency\n1,2;EUR\n', { delimiter: ';' });
    expect(reading.description.header).toEqual(['brandId,x', 'currency']);
    expect(reading.rows[0]?.transaction).toEqual({ currency: 'EUR', additionalData: [{ key: 'brandId,x', value: '1,2' }] });
  });

  it.each(['', ';;', '"', '\n', 'a', '7'])('%j cannot be one', async (delimiter) => {
    expect((await refusal('amount\n1\n', { delimiter })).code).toBe('usage');
  });
});

describe('broken quotes', () => {
  const header = 'orderId,brandId,amount\n';
  it.each([
    ['inside a cell', '1,5" x,2\n'],
    ['after the closing quote', '1,"5" x,2\n'],
    ['open until the end', '1,"x,2\n'],
    ['open until the next quote', '1,"x,2\n7,"y",8\n'],
  ])('%s: one fault, and every other row is read', async (_, lines) => {
    const reading = await read(`${header}0,a,0\n${lines}8,"b",9\n9,c,9\n`);
    expect(codesOf(reading)).toEqual(['3 QUOTE_BROKEN']);
    expect(reading.rows.filter(({ transaction }) => transaction).map(({ source }) => (source as string[])[0])).toEqual(
      lines.includes('\n7') ? ['0', '7', '8', '9'] : ['0', '8', '9'],
    );
  });

  it('is none where a blank stands before the opening quote, or the sign of a formula', async () => {
    const { rows } = await read(`orderId, "brandId", "amount"\n1, "x, y",2\n="001","z", "3"\n=1+1,a,4\n`);
    expect(rows.map(({ transaction, faults }) => transaction ?? faults)).toEqual([
      { orderId: '1', brandId: 'x, y', amount: 2 },
      { orderId: '001', brandId: 'z', amount: 3 },
      { orderId: '=1+1', brandId: 'a', amount: 4 },
    ]);
  });

  it('an opening quote that a stray one closes rows later hides no row, and all that it spans are faults', async () => {
    const rows = ['1,"Sommer,1,EUR,T1,x', '2,Herbst,2,EUR,T1,x', '3,12",3,EUR,T1,x'];
    const reading = await read(`orderId,brandId,amount,currency,terminalId,locationId\n${rows.join('\n')}\n`);
    expect(codesOf(reading)).toEqual(['2 QUOTE_BROKEN', '3 QUOTE_BROKEN', '4 QUOTE_BROKEN']);
    expect(reading.rows[1]?.faults[0]?.message).toMatch(/^lines 2 to 4 stand in double quotes as one cell, and look like rows/);
  });

  it.each([
    [
      'the last cell',
      'Datum;Betrag;Währung;Beleg;Text',
      ['20.11.2026 22:03;1,00;EUR;1;"Tisch 5', '20.11.2026 22:04;2,00;EUR;2;x', '20.11.2026 22:05;3,00;EUR;3;y"'],
    ],
    ['the first cell', 'Text;Beleg;Betrag', ['"Tisch 5;1;1,00', 'x;2;2,00', 'y";3;3,00']],
    ['a cell of a table of two columns', 'Beleg;Betrag', ['"1;1,00', '2;2,00', '3";3,00']],
    ['whole numbers with a date', 'Datum;Betrag;Text', ['20.11.2026;1;"Tisch', '20.11.2026;2;x', '20.11.2026;3;y"']],
    ['whole numbers below a decimal one', 'Datum;Betrag;Text', ['20.11.2026;1,50;"Tisch', '20.11.2026;2;x', '20.11.2026;3;y"']],
    ['a delimiter in its cell', 'Beleg;Betrag;Text', ['1;1,00;"Tisch 5; 3 Personen', '2;2,00;x', '3;3,00;y"']],
    ['a delimiter in its first cell', 'Text;Beleg;Betrag', ['"Tisch 5; 3 Personen;1;1,00', 'x;2;2,00', 'y";3;3,00']],
    [
      'names of months, and currencies before amounts',
      'Text;Datum;Betrag',
      ['"Tisch;1. Nov 2026 10:00;CHF 1.00', 'x;2. März 2026 10:00;CHF 2.00', 'y";3. Nov 2026 10:00;CHF 3.00'],
    ],
    [
      'a text of sales, in which only the quotes are right',
      'Datum;Betrag;Währung;Beleg;Text',
      ['20.11.2026 22:03;9,00;EUR;1;"Anzahlungen:', '15.10.2026 10:00;5,00;EUR;A1;bar', '20.10.2026 11:00;3,00;EUR;A2;bar', 'Rest heute"'],
    ],
    ['a blank line and a line of fewer cells between', 'Beleg;Betrag;Text', ['1;1,00;"Tisch', '', 'Tag 2', '2;2,00;x', '3;3,00;y"']],
    ['a delimiter at the end of every line', 'Beleg;Betrag;Text', ['1;1,00;"Tisch;', '2;2,00;x;', '3;3,00;y";']],
  ])('a stray quote hides no row of a narrow table: %s', async (_, header, lines) => {
    const sound = header
      .split(';')
      .map((name) => ({ Datum: '21.11.2026 10:00', Betrag: '7,00', Währung: 'EUR' })[name] ?? 'z')
      .join(';');
    const text = `${header}\n${lines.join('\n')}\n${sound}\n`;
    const reading = await read(text, { timezone: 'Europe/Zurich' });
    expect(await read(text, { timezone: 'Europe/Zurich' }, 1)).toEqual(reading);
    const broken = lines.flatMap((line, index) => (line === '' ? [] : [`${index + 2} QUOTE_BROKEN`]));
    expect(codesOf(reading)).toEqual(broken);
    expect(reading.rows.map(({ transaction }) => transaction?.amount ?? null)).toEqual([...broken.map(() => null), 7]);
  });

  it.each([
    ['an address', 'Datum,Betrag,Kunde', '20.11.2026 22:03,1.00,"Hans Muster\nSeestrasse 1, Hinterhaus, links\n8000 Zürich, ZH, Schweiz"'],
    ['an address in the first cell', 'Kunde,Betrag', '"Hans Muster\n8000 Zürich, Schweiz",1.00'],
    ['two columns', 'Betrag,Kunde', '1.00,"Hans Muster\n8000 Zürich, Schweiz"'],
    ['a list of articles', 'Beleg,Betrag,Artikel', '1,1.00,"Artikel:\n2, Pizza, 8.50\n1, Cola, 3.50"'],
    ['an address of as many cells', 'Beleg,Kunde,Betrag', '1001,"Bahnhofstr 5, Hinterhaus\n8001,Zurich,ZH\nSchweiz",10.00'],
    ['whole numbers', 'Beleg,Betrag,Text', '1,1,"Tisch\n2,2,x"'],
    ['a day of delivery', 'Date,Time,Amount,Text', '2026-11-01,09:10,10.00,"Delivery:\n2026-11-03,10:00,Main St,ring twice"'],
    ['a day in a table of whole numbers', 'Datum;Betrag;Text', '20.11.2026 22:03;5;"Termine:\n21.11.2026;bar;x"'],
    ['numbers in prose', 'Betrag,Text', '5,"Tisch 5\n3, am Fenster"'],
    ['delimiters in every line', 'Datum;Betrag;Text', '20.11.2026 22:03;1,00;"a;b;c\nd;e;f\ng;h;i"'],
  ])('an honest text of several lines is one cell: %s', async (_, header, row) => {
    const reading = await read(`${header}\n${row}\n`, { timezone: 'Europe/Zurich' });
    expect(codesOf(reading)).toEqual([]);
    expect(reading.rows).toHaveLength(1);
  });

  it('in the header refuse the file', async () => {
    expect((await refusal('\n"amount,"currency"\n1,EUR\n')).message).toMatch(/^Line 2: the header cannot be read/);
  });
});

describe('what is no table', () => {
  it.each([
    ['an empty file', '', 'Standard input is empty.'],
    ['blank lines only', '\n \r\n\t', 'Standard input is empty.'],
    ['a byte order mark only', '\ufeff', 'Standard input is empty.'],
    ['a header only', 'amount,currency\n', 'Standard input has a header and no rows.'],
    ['a header and blank rows', 'amount,currency\n,\n ;\n'.replace(';', ','), 'Standard input has a header and no rows.'],
    ['no known column', 'foo;bar\n1;2\n', 'Line 1: no column matches a field: 1 "foo", 2 "bar".'],
    [
      'a field twice',
      'amount,x,AMOUNT\n1,2,3\n',
      'Line 1: columns 1 and 3 of the header both mean amount: 1 (A) "amount", 3 (C) "AMOUNT".',
    ],
  ])('%s is refused', async (_, text, message) => {
    expect(await refusal(text)).toMatchObject({ code: 'inputUnusable', message, hint: expect.stringMatching(/\w/) });
  });

  it('a first line of data shows no card number', async () => {
    const { message } = await refusal('4242424242424242,12.50\n1,2\n');
    expect(message).toContain('424242******4242');
  });

  it('a column of additionalData alone is enough', async () => {
    expect((await read('additionalData.a\n1\n')).rows[0]?.transaction).toEqual({ additionalData: [{ key: 'a', value: '1' }] });
  });
});
