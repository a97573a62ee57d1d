/** Whatever text the API takes in a field comes back equal from an own export, in every format. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorkbookFile } from '../../../src/cli/terminal/workbook-file.js';
import { type ExportShape, exportColumns, exportFormats, exportView, workbookCells } from '../../../src/cli/views/export-view.js';
import { csvFile } from '../../../src/console/download/csv.js';
import { xlsxFile } from '../../../src/console/download/xlsx.js';
import { isUnmaskedCard } from '../../../src/contract/card-number.js';
import { listedFields } from '../../../src/contract/plain-list.js';
import type { TransactionDetail, TransactionUpload } from '../../../src/contract/transaction.js';
import { read } from '../../files/reading.js';
import { rounds } from '../../support/at-length.js';

const fields = [
  ...['acquirerId', 'applicationId', 'authorisationCode', 'brandId', 'cardNumberMasked', 'locationId', 'orderId', 'panEncrypted'],
  ...['terminalId', 'transactionReference', 'transactionSequenceCounter'],
] as const;

/** What spreadsheets, and readers of files, take for something else. */
const odd = [
  ...['1E+02', '1E+2', '-1E+15', '1.23E+15', '1,23E+15', '1e+100', '9E-3', '0x1F', '0012', '12345678901234567890'],
  ...['1.50', '-1', '1,269.50', '12.-', '50 %', '2026-11-20', '20.11.2026', '11/20/26', '14:03', '2026-11-20T14:03:59+01:00'],
  ...["'", "''", "'1", "''1", "'1E+02", "''1E+02", "'2026-11-20", "'abc", "'-x", "'=1", "O'Brien", "1'"],
  ...['=1+1', '="0012"', '\'="0012"', '+41', '-', '@x', '\tx', '\rx', '|', ';', 'a;b', '#N/A', 'TRUE', 'null', '[1]', '{"a":1}'],
  ...[
    ' x',
    'x ',
    ' "x"',
    '"',
    '""',
    '"x',
    'a"b',
    'a,b',
    'a\nb',
    'a\r\nb',
    'a\rb',
    '\n',
    'x\n',
    '\u2028x',
    '\u202ex',
    'x\u200f',
    '\ufeffx',
    '\u009b31m',
  ],
  ...[
    'Total',
    'Summe',
    'Total EUR',
    'Refund',
    'Storno',
    'amount',
    'transactionDate',
    'Skip',
    'USD',
    'usd',
    '208',
    '_x000D_',
    '_x005F_',
    '&amp;',
  ],
];
const pieces = fc.constantFrom(
  "'",
  '=',
  '-',
  '+',
  '@',
  '"',
  '\n',
  '\r',
  '\t',
  ' ',
  ',',
  ';',
  '1',
  '12',
  'E+',
  '.',
  'x',
  '\u202e',
  '\ud83d\ude00',
);
/** CSV and workbooks cannot tell a text of blanks from none, files hold no NUL, and a full card number is never stored. */
const text = fc
  .oneof(
    fc.constantFrom(...odd),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  .filter((value) => value.trim() !== '' && !value.includes('\0') && !isUnmaskedCard(value));

const shape: ExportShape = {
  kind: 'Sales',
  columns: null,
  withDetail: true,
  decimal: '.',
  hasBom: false,
  localZone: null,
  onTerminal: false,
};

/** As an API tells them: some beside one that has nothing odd, so that the file has all its columns. */
function detailsOf(uploads: readonly TransactionUpload[]): TransactionDetail[] {
  const none = Object.fromEntries(fields.map((field) => [field, null])) as Record<(typeof fields)[number], null>;
  return uploads.map((upload, index) => ({
    ...{ transactionId: `0199f1b0-0000-7000-8000-${String(index).padStart(12, '0')}`, transactionState: 'Processed', comment: null },
    ...{ transactionMatchState: 'Unmatched', eftTransactionDate: null, businessDate: null, transactionTypes: [], additionalData: [] },
    ...{
      amount: 12.5,
      currency: 'CHF',
      transactionDate: `2026-11-20T08:${String(index).padStart(3, '0').slice(0, 2)}:0${index % 10}Z`,
      ...none,
      ...upload,
    },
  })) as TransactionDetail[];
}

/** Those of the command line, and those that the console makes in a browser. */
const formats = [...exportFormats, 'console csv', 'console xlsx'] as const;

async function written(items: TransactionDetail[], format: (typeof formats)[number], decimal: '.' | ','): Promise<Buffer> {
  const own = { ...shape, decimal };
  if (format === 'console csv') return Buffer.from(await csvFile(items, listedFields, decimal).arrayBuffer());
  if (format === 'console xlsx') return Buffer.from(await (await xlsxFile(items, listedFields, [])).arrayBuffer());
  if (format !== 'xlsx') {
    const { head, rows, tail } = exportView(format, own);
    return Buffer.from(head + rows(items) + tail);
  }
  const bytes: Uint8Array[] = [];
  const file = await openWorkbookFile('Sales', async (piece) => void bytes.push(piece));
  await file.rows([exportColumns(own), ...items.map((item) => workbookCells(item, own))]);
  await file.finish();
  return Buffer.concat(bytes);
}

const told = (row: TransactionUpload | TransactionDetail | null) =>
  Object.fromEntries(
    [...fields, 'amount', 'currency', 'transactionDate'].map((name) => [name, row?.[name as (typeof fields)[number]] ?? null]),
  );

describe('an own export is read into equal rows', () => {
  const upload = fc.record(
    Object.fromEntries(fields.map((field) => [field, fc.option(text, { nil: null })])),
  ) as fc.Arbitrary<TransactionUpload>;

  it.each(formats)('as %s', async (format) => {
    const property = fc.asyncProperty(
      fc.array(upload, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('.', ','),
      async (uploads, decimal) => {
        const items = detailsOf([{}, ...uploads]);
        const { rows } = await read(await written(items, format, decimal as '.' | ','));
        expect(rows.flatMap(({ faults, leftOut }) => [...faults, ...(leftOut === undefined ? [] : [leftOut])])).toEqual([]);
        expect(rows.map(({ transaction }) => told(transaction))).toEqual(items.map(told));
      },
    );
    await fc.assert(property, { numRuns: rounds(200) });
  });

  it.each(formats)('as %s, each odd text in each field', async (format) => {
    const items = detailsOf(
      odd
        .filter((value) => !isUnmaskedCard(value) && value.trim() !== '')
        .map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
    );
    const { rows } = await read(await written(items, format, '.'));
    expect(rows.map(({ transaction }) => told(transaction))).toEqual(items.map(told));
  });
});
