/**
 * Opens an input of any kind: decides its format, describes how it was understood, and hands out its rows. The first rows are read at once,
 * so that an input without rows, or one that means nothing, is refused before anything is done with it.
 */
import { SalesError } from '../contract/problem.js';
import type { TransactionField } from '../contract/transaction.js';
import { type ByteInput, type InputSource, openBytes } from './bytes.js';
import { openTable, type TableOptions } from './csv.js';
import { detectFormat } from './detect.js';
import { detectEncoding } from './detect-encoding.js';
import type { Encoding } from './encodings.js';
import { jsonRows } from './json.js';
import { type Layout, mappingText } from './layout.js';
import { isEmpty, type MappingRules, type Remembered } from './mapping-rules.js';
import type { InputDescription, InputRow, OpenedInput } from './row.js';
import { type TextReader, textReader } from './text.js';
import { unusable } from './unusable.js';
import { type ValueFlags, valueOptionsOf } from './value-options.js';

/** How an input is to be read; plain data, which stands in a job.json and travels to threads. */
export interface OpenOptions extends ValueFlags {
  /** `auto`: by the first character that is not blank. */
  format: 'auto' | 'csv' | 'json' | 'ndjson';
  /** One character, for CSV; sniffed from the header when absent. */
  delimiter?: string;
  /** What was said of the columns of a table. */
  rules?: MappingRules;
  /** Lines that stand before the header of a table; found when absent. */
  skipRows?: number;
  /** The first line of a table is a row; its columns are named A, B, C. */
  noHeader?: boolean;
  /** A full card number in `cardNumberMasked`: a fault of the row, or cut to its first six and last four digits. Default: reject. */
  pan?: 'reject' | 'mask';
  /** Found by the bytes when absent. */
  encoding?: Encoding | 'auto';
  /** Where a field could be more than one column, the description says so, and the input is not refused. */
  isProposal?: boolean;
}

/**
 * Opens a file or a stream. Fails with `inputUnusable` (it cannot be read, is no UTF-8 text, has no rows, its header means nothing)
 * and `usage` (a delimiter that cannot be one). Everything streams: memory does not grow with the input.
 */
export async function openInput(source: InputSource, options: OpenOptions, remembered?: Remembered): Promise<OpenedInput> {
  checkDelimiter(options.delimiter);
  const values = valueOptionsOf(options);
  const input = await openBytes(source);
  try {
    const { encoding, bytes } = await detectEncoding(input.bytes, options.encoding ?? 'auto');
    const reader = textReader(bytes, encoding);
    const format = options.format === 'auto' ? await detectFormat(reader) : options.format;
    const opened = format === 'csv' ? await openCsv(reader, input, { ...options, values, remembered }) : openJson(reader, format, options);
    const rows = opened.rows[Symbol.asyncIterator]();
    const first = await rows.next();
    if (first.done) throw withoutRows(input, opened.table.header !== null);
    const description: InputDescription = {
      name: input.name,
      format,
      encoding,
      gzip: input.gzip,
      sizeBytes: input.sizeBytes,
      ...opened.table,
      columns: opened.table.columns && { ...opened.table.columns, missing: missingIn(opened.table.columns.missing, first.value) },
    };
    return { description, rows: startingWith(first.value, rows), close: () => input.close() };
  } catch (error) {
    await input.close();
    throw error;
  }
}

type TableDescription = Pick<InputDescription, 'delimiter' | 'header' | 'mapping' | 'values' | 'columns'>;
const noTable: TableDescription = { delimiter: null, header: null, mapping: null, values: [], columns: null };

interface Opened {
  table: TableDescription;
  rows: OpenedInput['rows'];
}

async function openCsv(reader: TextReader, { label }: ByteInput, options: TableOptions): Promise<Opened> {
  const table = await openTable(reader, options);
  if (!table) throw unusable(`${label} is empty.`, 'Check that the export has finished and that this is the right file');
  const { delimiter, layout, values, rememberedOn, rows } = table;
  const columns = { ...columnsOf(layout), rememberedOn };
  return { table: { delimiter, header: layout.header, mapping: layout.columns.map(mappingText), values, columns }, rows };
}

function columnsOf({ columns, known, rules, fields, questions }: Layout): Omit<NonNullable<InputDescription['columns']>, 'rememberedOn'> {
  return {
    by: columns.map((column) => (column.kind === 'ignored' ? null : column.by)),
    known: known && { name: known.name, notes: known.notes },
    rules: isEmpty(rules) ? null : rules,
    questions,
    missing: (['amount', 'currency', 'transactionDate'] as const).filter((field) =>
      [...fields, ...questions].every((one) => one.field !== field),
    ),
  };
}

/** JSON names its fields itself. Fails with `usage` where something is said of columns. */
function openJson(reader: TextReader, format: 'json' | 'ndjson', { rules, noHeader, pan }: OpenOptions): Opened {
  if ((rules && !isEmpty(rules)) || noHeader) {
    throw new SalesError('usage', 'Columns are mapped in tables (CSV), and this input is JSON, which names its fields itself.', {
      hint: 'Leave out --set, --map, --const, --extra and --no-header, or rename the members of the JSON',
    });
  }
  return { table: noTable, rows: jsonRows(reader, format, pan === 'mask') };
}

/** Those of `fields` that no row has: a value may also come with another one, as the currency beside an amount. */
function missingIn(fields: readonly TransactionField[], rows: readonly InputRow[]): TransactionField[] {
  return fields.filter((field) => rows.every(({ transaction }) => (transaction?.[field] ?? null) === null));
}

type Rows = readonly InputRow[];

async function* startingWith(first: Rows, rest: AsyncIterator<Rows>): AsyncGenerator<Rows> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function checkDelimiter(delimiter: string | undefined): void {
  if (delimiter === undefined || /^[^"\r\n\p{L}\p{N}\ud800-\udfff]$/u.test(delimiter)) return;
  throw new SalesError('usage', 'The delimiter must be one character, and no letter, digit, double quote or line end.', {
    hint: 'The usual ones are , ; | and the tab',
  });
}

function withoutRows({ label }: ByteInput, hasHeader: boolean): SalesError {
  const what = hasHeader ? 'has a header and no rows' : 'holds no transactions';
  return unusable(`${label} ${what}.`, 'Check that the export has finished and that this is the right file');
}
