import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { archive } from '../../../fixtures/torture/workbook.js';
import { encoded } from '../../../src/files/text/encodings.js';
import { codesOf, read, refusal } from '../reading.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

interface Parts {
  sheet: string;
  texts?: string;
  styles?: string;
  sheets?: string;
  properties?: string;
  /** What stands after the rows of the sheet. */
  after?: string;
  /** The types of the three sheets; a worksheet each, else. */
  types?: readonly string[];
}

type Files = Record<string, string | Buffer>;

const book = (parts: Parts): Buffer => archive(partsOf(parts), deflateRawSync);

/** The parts of a workbook as Excel lays it out: texts shared, cells with styles. */
function partsOf({
  sheet,
  texts = '',
  styles = '',
  sheets = '<sheet name="Sales" sheetId="1" r:id="rId1"/>',
  properties = '',
  after = '',
  types = [],
}: Parts): Files {
  const relation = (id: number, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${types[id - 1] ?? 'worksheet'}" Target="${target}"/>`;
  return {
    'xl/workbook.xml': `${XML}<workbook ${NS} xmlns:r="r"><workbookPr ${properties}/><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships>${relation(1, 'worksheets/sheet1.xml')}${relation(2, '/xl/worksheets/sheet2.xml')}${relation(3, 'worksheets/sheet3.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst ${NS}>${texts}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet ${NS}>${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${NS}><dimension ref="A1"/><sheetData>${sheet}</sheetData>${after}</worksheet>`,
    'xl/worksheets/sheet2.xml': `${XML}<worksheet ${NS}><sheetData><row r="1"><c t="inlineStr"><is><t>orderId</t></is></c></row><row><c><v>7</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet3.xml': `${XML}<worksheet ${NS}><sheetData><row><c s="1"/></row></sheetData></worksheet>`,
  };
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const number = (value: string | number, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const zurich = { timezone: 'Europe/Zurich' };

describe('a workbook', () => {
  it('has texts of its own and shared ones, blank cells, and rows that are left out', async () => {
    const bytes = book({
      texts:
        '<si><t>amount</t></si><si><r><t>order</t></r><r><t>Id</t></r><rPh><t>x</t></rPh></si><si><t xml:space="preserve"> a &amp; b\n</t></si>',
      sheet:
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>brandId</t></is></c></row>' +
        '<row r="3"><c r="A3"><v>12.5</v></c><c r="D3" t="s"><v>2</v></c></row>' +
        '<row r="4"><c r="A4"><f>A3*2</f><v>25</v></c><c r="C4" t="str"><v>R4</v></c><c r="D4" t="b"><v>1</v></c></row>',
    });
    const { rows, description } = await read(bytes);
    expect(description).toMatchObject({ format: 'xlsx', sheet: 'Sales', delimiter: null, header: ['amount', '', 'orderId', 'brandId'] });
    expect(rows.map(({ line, transaction }) => [line, transaction])).toEqual([
      [3, { amount: 12.5, brandId: ' a & b\n' }],
      [4, { amount: 25, orderId: 'R4', brandId: 'TRUE' }],
    ]);
  });

  it('counts days from 1904 only where the workbook itself says so, not an extension in it', async () => {
    const sheet = row(text('businessDate')) + row(number(46_346, 1));
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const sheets =
      '<sheet name="Sales" sheetId="1" r:id="rId1"/></sheets><extLst><ext><x15:workbookPr xmlns:x15="x" chartTrackingRefBase="1"/></ext></extLst><sheets>';
    const dates = async (properties: string) =>
      (await read(book({ sheet, styles, sheets, properties }))).rows.map((one) => one.transaction);
    expect(await dates('')).toEqual([{ businessDate: '2026-11-20' }]);
    expect(await dates('date1904="1"')).toEqual([{ businessDate: '2030-11-21' }]);
  });

  it('has blank cells of every type', async () => {
    const blanks = ['s', 'b', 'n', 'str', 'inlineStr', 'e'].map((type) => `<c t="${type}"/>`);
    const names = ['orderId', 'brandId', 'terminalId', 'locationId', 'acquirerId', 'applicationId'];
    const sheet = row(text('amount'), ...names.map(text)) + row(number(1), ...blanks) + row(number(2), '<c t="s"><v></v></c>');
    const { rows } = await read(book({ sheet, texts: '<si><t>no blank</t></si>' }));
    expect(rows.map(({ transaction }) => transaction)).toEqual([{ amount: 1 }, { amount: 2 }]);
  });

  it('has one text in a cell, whatever else stands in it', async () => {
    const both = '<c t="inlineStr"><v>12</v><is><t>R-7</t></is></c>';
    const sheet = row(text('amount'), text('orderId')) + row('<c t="n"><v>12</v><is><t>12</t></is></c>', both);
    expect((await read(book({ sheet }))).rows.map(({ transaction }) => transaction)).toEqual([{ amount: 12, orderId: 'R-7' }]);
  });

  it('has characters that XML cannot hold', async () => {
    const texts = '<si><t>a_x000D_b</t></si><si><t>_x005F_x000D_</t></si>';
    const sheet =
      row(text('orderId'), text('brandId'), text('amount')) +
      row('<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>', number(1)) +
      row(text('_x0041_'), text('x_y'), number(2));
    expect((await read(book({ sheet, texts }))).rows.map(({ transaction }) => transaction)).toEqual([
      { amount: 1, orderId: 'a\rb', brandId: '_x000D_' },
      { amount: 2, orderId: 'A', brandId: 'x_y' },
    ]);
  });

  it.each(['utf-16le', 'utf-16be'] as const)('has parts in %s, with a mark of it or without', async (encoding) => {
    const parts = partsOf({ sheet: row(text('amount'), text('orderId')) + row(number(12.5), text('Zürich 7€')) });
    for (const mark of ['', '\ufeff']) {
      const files = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, encoded(`${mark}${part}`, encoding)]));
      const { rows } = await read(archive(files, deflateRawSync));
      expect(rows.map(({ transaction }) => transaction)).toEqual([{ amount: 12.5, orderId: 'Zürich 7€' }]);
    }
  });

  it('lies where its package says', async () => {
    const { 'xl/workbook.xml': main = '', 'xl/worksheets/sheet1.xml': sheet = '' } = partsOf({
      sheet:
        row(text('amount'), '<c t="s"><v>0</v></c>', text('businessDate')) + row(number(2), '<c t="s"><v>1</v></c>', number(46_346, 1)),
    });
    const relations = (...all: [id: string, type: string, target: string][]) =>
      `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
    const files = (folder: string): Files => ({
      '_rels/.rels': relations(['x', 'extended-properties', 'docProps/app.xml'], ['r', 'officeDocument', `${folder}book.xml`]),
      [`${folder}book.xml`]: main,
      [`${folder}_rels/book.xml.rels`]: relations(
        ['rId1', 'worksheet', `${folder && '../'}sheets/./one.xml`],
        ['t', 'sharedStrings', 'words.xml'],
        ['s', 'styles', `/${folder}looks.xml`],
      ),
      'sheets/one.xml': sheet,
      [`${folder}words.xml`]: `<sst ${NS}><si><t>orderId</t></si><si><t>R-1</t></si></sst>`,
      [`${folder}looks.xml`]: `<styleSheet ${NS}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    });
    for (const folder of ['', 'other/']) {
      const { rows } = await read(archive(files(folder)));
      expect(rows.map(({ transaction }) => transaction)).toEqual([{ amount: 2, orderId: 'R-1', businessDate: '2026-11-20' }]);
    }
  });

  it('may have sheets that are no tables before the first one', async () => {
    const sheets = ['Chart', 'Export', 'Dialog'].map((name, at) => `<sheet name="${name}" state="show" r:id="rId${at + 1}"/>`).join('');
    const { description, rows } = await read(book({ sheet: '', sheets, types: ['chartsheet', 'worksheet', 'dialogsheet'] }));
    expect([description.sheet, description.unreadSheets, rows.length]).toEqual(['Export', [], 1]);
  });

  it('has no values that nobody sees, because their cells were merged with others', async () => {
    const shown = row(text('amount'), text('orderId'), text('Tisch'), text('brandId'));
    const sheet =
      shown.replace('<row>', '<row r="1">') +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>11</v></c><c r="C2"><v>99</v></c></row>' +
      '<row r="3"><c r="A3"><v>2</v></c><c r="B3"><v>12</v></c><c r="C3"><v>98</v></c><c r="D3"><v>5</v></c></row>';
    const after =
      '<mergeCells count="3"><mergeCell ref="B2:C2"/><mergeCell ref="D3"/><x:mergeCell xmlns:x="x" ref=\'C3:XFD4\'></x:mergeCell></mergeCells>';
    const { rows } = await read(book({ sheet, after }));
    expect(rows.map(({ transaction }) => transaction)).toEqual([
      { amount: 1, orderId: '11' },
      { amount: 2, orderId: '12', additionalData: [{ key: 'Tisch', value: '98' }] },
    ]);
  });

  it('has line ends in its texts as XML reads them', async () => {
    const sheet = row(text('amount'), text('orderId')) + row(number(1), text('a\r\nb\rc&#13;d\n'));
    expect((await read(book({ sheet }))).rows[0]?.transaction).toEqual({ amount: 1, orderId: 'a\nb\nc\rd\n' });
  });

  it('counts numbers as numbers, whatever the decimal sign of its texts', async () => {
    const sheet = [text('amount'), text('1.355,90'), number(1.234), number('1.1000000000000001'), number('1E-3'), text('1.50')]
      .map((cell) => row(cell))
      .join('');
    const { rows } = await read(book({ sheet }));
    expect(rows.map(({ transaction }) => transaction?.amount ?? null)).toEqual([1355.9, 1.234, 1.1, 0.001, null]);
  });

  it('have no commas that could cut an amount', async () => {
    const sheet = row(text('amount'), text('Tisch')) + row(number(12), number(50), text(''));
    expect((await read(book({ sheet }))).rows[0]?.faults).toEqual([]);
  });

  it('asks nothing where all are numbers', async () => {
    const { rows } = await read(book({ sheet: row(text('amount')) + row(number(1.234)) + row(number('-2')) }));
    expect(rows.map(({ transaction }) => transaction?.amount)).toEqual([1.234, -2]);
  });

  it('has dates by their formats', async () => {
    const formats = ['0', '14', '22', '164', '165', '166', '167'];
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;day&quot;"/><numFmt numFmtId="166" formatCode="[$-407]d\\. mmmm yyyy"/><numFmt numFmtId="167" formatCode="[Red]0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`;
    const sheet =
      row(text('amount'), text('businessDate'), text('transactionDate')) +
      row(number(1.5), number(46346, 1), number('46346.585868055555', 2)) +
      row(number(2.5, 4), number(46346, 5), number(46346, 3)) +
      row(number(3.5, 6), number(46346.5, 1), number(46346, 1));
    const { rows } = await read(book({ sheet, styles }), zurich);
    expect(rows.map(({ transaction, faults }) => transaction ?? faults.map(({ code }) => code))).toEqual([
      { amount: 1.5, businessDate: '2026-11-20', transactionDate: '2026-11-20T14:03:39+01:00' },
      { amount: 2.5, businessDate: '2026-11-20', transactionDate: '2026-11-20T00:00:00+01:00' },
      ['BUSINESS_DATE_INVALID', 'TRANSACTION_DATE_INVALID'],
    ]);
  });

  it('counts days from 1904 where it says so', async () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const { rows } = await read(book({ sheet: row(text('businessDate')) + row(number(44884, 1)), styles, properties: 'date1904="1"' }));
    expect(rows[0]?.transaction).toEqual({ businessDate: '2026-11-20' });
  });

  it('is read by its first sheet that is not hidden, and says so', async () => {
    const sheets = '<sheet name="Lists" state="hidden" r:id="rId1"/><sheet name="Export" r:id="rId2"/><sheet name="Notes" r:id="rId1"/>';
    const { rows, description } = await read(book({ sheet: row(text('amount')), sheets }));
    expect(description.sheet).toBe('Export (the first of 2 sheets)');
    expect(description.unreadSheets).toEqual(['Notes']);
    expect(rows[0]?.transaction).toEqual({ orderId: '7' });
  });

  it('has other sheets that are not read, and says which of them are not empty', async () => {
    const sheets = '<sheet name="Export" r:id="rId1"/><sheet name="Empty" r:id="rId3"/><sheet name="More" r:id="rId2"/>';
    const { description } = await read(book({ sheet: row(text('amount')) + row(number(2)), sheets }));
    expect(description.unreadSheets).toEqual(['More']);
  });

  it('has lost the digits of long numbers: such ids are faults', async () => {
    const sheet =
      row(text('amount'), text('transactionReference')) +
      row(number(1), number('1234567890123456800')) +
      row(number(2), number('123456789012345'));
    const reading = await read(book({ sheet }));
    expect(codesOf(reading)).toEqual(['2 ID_ROUNDED']);
    expect(reading.rows[1]?.transaction).toEqual({ amount: 2, transactionReference: '123456789012345' });
  });

  it('has a total at its end', async () => {
    const sheet =
      row(text('orderId'), text('amount')) + row(text('A'), number(1.5)) + row(text('B'), number(2.5)) + row(text('Summe'), number(4));
    const { rows } = await read(book({ sheet }));
    expect(rows[2]?.leftOut).toBe('the line of totals, line 4');
  });
});

describe('what is no workbook', () => {
  const whole = book({ sheet: row(text('amount')) + row(number(1)) });
  const parts = partsOf({ sheet: row(text('amount')) + row(number(1)) });
  const toWord = `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`;
  const latin = Buffer.from(`${parts['xl/worksheets/sheet1.xml']}`.replace('amount', 'Zürich'), 'latin1');
  const oldOffice = (...names: string[]) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(70_000), ...names.map((name) => encoded(name, 'utf-16le'))]);
  it.each([
    ['cut off', whole.subarray(0, -30), /damaged or cut off/],
    ['damaged', Buffer.concat([whole.subarray(0, 60), Buffer.from('damage'), whole.subarray(66)]), /damaged or cut off/],
    ['not well-formed', book({ sheet: '<row><c><v>1</v></row>' }), /damaged or cut off/],
    ['an OpenDocument file', archive({ 'content.xml': '<x/>' }), /OpenDocument/],
    ['a binary workbook', archive({ 'xl/workbook.bin': '' }), /\.xlsb/],
    ['an archive', archive({ 'sales.csv': 'amount\n1\n' }), /ZIP archive/],
    ['of Word', archive({ '_rels/.rels': toWord, 'word/document.xml': '<w:document xmlns:w="w"/>' }), /ZIP archive/],
    ['not in the encoding of XML', archive({ ...parts, 'xl/worksheets/sheet1.xml': latin }), /damaged/],
    ['with two parts of one name', archive({ ...parts, 'XL/worksheets/Sheet1.xml': '<worksheet/>' }), /two parts of one name/],
    ['protected by a password', oldOffice('Root Entry', 'EncryptedPackage'), /protected by a password/],
    ['of an old Excel', oldOffice('Root Entry', 'Workbook'), /old Excel workbook \(\.xls\)/],
    ['without rows', book({ sheet: row(text('amount')) }), /has a header and no rows/],
    ['empty', book({ sheet: '' }), /is empty/],
  ])('%s is refused with the way out', async (_, bytes, message) => {
    expect(await refusal(bytes)).toMatchObject({
      code: 'inputUnusable',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\w{4}/),
    });
  });
});
