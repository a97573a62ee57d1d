/**
 * What an attacker's small file makes the readers do: at most in proportion to its bytes. Each file is read in two sizes, one of them four times the
 * other; what walks over all of something for each of something else does sixteen times as much.
 */
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { archive } from '../../../fixtures/torture/workbook.js';
import { jsonRecords } from '../../../src/files/formats/json-records.js';
import { openWorkbook } from '../../../src/files/formats/workbook.js';
import { columnLetter } from '../../../src/files/text/column-letter.js';
import { workOf } from '../../support/count-work.js';
import { read, refusal } from '../reading.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relation = (id: string) => `<Relationship Id="${id}" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>`;
const oneSheet = '<sheet name="Sales" sheetId="1" r:id="rId1"/>';

const book = (sheet: string, { after = '', texts = '', sheets = oneSheet, relations = '' } = {}): Buffer =>
  archive(
    {
      'xl/workbook.xml': `<workbook ${NS} xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations}${relation('rId1')}</Relationships>`,
      'xl/sharedStrings.xml': `<sst ${NS}>${texts}</sst>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${NS}><sheetData>${sheet}</sheetData>${after}</worksheet>`,
    },
    deflateRawSync,
  );
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${text('amount')}${text('orderId')}</row>`;
const rows = (count: number, cells: (row: number) => string) =>
  Array.from({ length: count }, (_, index) => `<row r="${index + 2}">${cells(index + 2)}</row>`).join('');
const amounts = (count: number) => rows(count, () => '<c><v>1</v></c>');

/** Its work as it is read to its end or refused, times the smaller one's. */
async function growthOf(folder: string, bytes: (times: 1 | 4) => Buffer): Promise<number> {
  const work = (times: 1 | 4) => workOf(folder, () => read(bytes(times)).catch((error) => expect(error.code).toBe('inputUnusable')));
  // Once, so that what is made only once is not counted.
  await work(1);
  const small = await work(1);
  return (await work(4)) / small;
}

const tallMerges = (times: number) => {
  const merges = Array.from({ length: 250 * times }, (_, index) => {
    const column = columnLetter(2 + ((index * 7) % 9_000));
    return `<mergeCell ref="${column}1:${column}1048576"/>`;
  });
  return book(header + amounts(250 * times), { after: `<mergeCells>${merges.join('')}</mergeCells>` });
};
const sheetsAndRelations = (times: number) =>
  book(header + amounts(2), {
    sheets: oneSheet.repeat(200 * times),
    relations: Array.from({ length: 200 * times }, (_, index) => relation(`other${index}`)).join(''),
  });
const wideJson = (times: number) => {
  const first = Object.fromEntries(Array.from({ length: 300 * times }, (_, index) => [`name${index}`, index]));
  return Buffer.from(JSON.stringify([{ amount: 1, ...first }, ...Array.from({ length: 300 * times }, () => ({ amount: 1 }))]));
};

it.each([
  ['merges over all rows, and rows', tallMerges],
  ['relations, and sheets', sheetsAndRelations],
])('%s take work in proportion', async (_, bytes) => {
  expect(await growthOf('src/files/formats/workbook', bytes)).toBeLessThan(8);
});

it.each([
  ['a workbook', () => book(`<row r="1">${text('amount')}<c r="BYE1" t="inlineStr"><is><t>x</t></is></c></row>${amounts(2)}`)],
  ['JSON', () => wideJson(7)],
  ['CSV', () => Buffer.from(`amount${',x'.repeat(2_000)}\n1\n`)],
])('%s of more than 2,000 columns is refused, since each row would have them all', async (_, bytes) => {
  expect(await refusal(bytes())).toMatchObject({
    code: 'inputUnusable',
    message: expect.stringMatching(/has \d+ columns; a table may have 2000/),
  });
});

it('JSON rows make no cells for members that they do not have', async () => {
  const elements = [{ place: { line: 1, column: 1 }, text: '{"amount":1}' }];
  const lengths: (number | undefined)[] = [];
  for await (const group of jsonRecords(
    (async function* () {
      yield elements;
    })(),
    ['amount', ...Array.from({ length: 1_000 }, (_, at) => `name${at}`)],
    'json',
  ))
    lengths.push(...group.map(({ cells }) => cells?.length));
  expect(lengths).toEqual([1_001, 1]);
});

it('a cell far to the right makes no empty ones, beyond what the sheet is large for', async () => {
  const far = (count: number) => rows(count, (row) => `<c r="ZZZ${row}"><v>1</v></c>`);
  // A few are faults of their rows, as they were.
  const { rows: read3 } = await read(book(header + amounts(1) + far(3).replaceAll(/"(\d)"/g, (_, number) => `"${Number(number) + 1}"`)));
  expect(read3.map(({ faults }) => faults.map(({ code }) => code))).toEqual([[], ...Array.from({ length: 3 }, () => ['COLUMN_COUNT'])]);
  const { records } = await openWorkbook(book(header + far(20_000)), 'far.xlsx');
  let cells = 0;
  const reading = async () => {
    for await (const group of records) for (const record of group) cells += record.cells?.length ?? 0;
  };
  await expect(reading()).rejects.toMatchObject({
    message: expect.stringMatching(/^Row \d+, up to column ZZZ: the rows so far are more than 64 times/),
    hint: expect.stringContaining('CSV UTF-8'),
  });
  // 20,000 rows have 365,560,000 of them.
  expect(cells).toBeLessThan(20_000_000);
});

it('formats far to the right make no cells', async () => {
  const bytes = book(header + rows(3_000, (row) => `<c r="A${row}"><v>1</v></c><c r="XFD${row}" s="1"/>`));
  expect((await read(bytes)).rows.flatMap(({ faults }) => faults)).toEqual([]);
});

it('a long text that is stored once is not read with every row', async () => {
  const bytes = book(header + rows(1_000, (row) => `<c r="A${row}"><v>1</v></c><c r="B${row}" t="s"><v>0</v></c>`), {
    texts: `<si><t>${'x'.repeat(900_000)}</t></si>`,
  });
  expect(await refusal(bytes)).toMatchObject({ message: expect.stringMatching(/^Row \d\d, up to column B: the rows so far are more/) });
});

it.each([
  ['a tag', '<mergeCell '],
  ['a value in a tag', '<mergeCell ref="'],
  ['a comment', '<!-- <mergeCell '],
])('%s without an end is refused with its place, and is not looked for in all of the file', async (_, begin) => {
  const bytes = book(header + amounts(2), { after: begin + '<mergeCell '.repeat(400_000) });
  let seen: unknown;
  const work = await workOf('src/files/', async () => {
    seen = await refusal(bytes);
  });
  expect(seen).toMatchObject({
    message: expect.stringMatching(/is a workbook that is damaged or cut off: xl\/worksheets\/sheet1\.xml, line 1, column \d{3,6}\.$/),
    hint: expect.stringContaining('CSV UTF-8'),
  });
  // 4.4 MB are some 68 pieces: the second is the last.
  expect(work).toBeLessThan(3_000);
});
