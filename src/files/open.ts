/**
 * Opens an input of any kind: detects its format, describes how it was understood, and hands out its rows. The first rows are read right
 * away, so that an input that has none, or whose header means nothing, is refused before anything is done with it.
 */
import { SalesError } from '../contract/problem.js';
import { rowMembers, type UploadKind } from '../contract/states.js';
import { refuseOtherKind, refuseUntoldRecords } from './columns/other-tables.js';
import { cellsOf } from './formats/csv-cells.js';
import { detectFormat } from './formats/detect.js';
import { documentElements, lineElements } from './formats/json-elements.js';
import { type ListPath, listAhead, ownList, ownListOfLarge, pathShown } from './formats/json-lists.js';
import { firstElements, memberNames } from './formats/json-records.js';
import type { Workbook } from './formats/workbook.js';
import { isEmpty, type MappingRules, type Remembered } from './input/mapping-rules.js';
import type { RowGroup } from './input/plain-run.js';
import { missingOf } from './input/record-kind.js';
import { type Encoding, groupRowsMax, type InputDescription, type InputRow, type OpenedInput } from './input/row.js';
import { unusable } from './input/unusable.js';
import { refuseOpenKind } from './questions/kind-question.js';
import { arePlainImported, type ImportOptions, withImport } from './rows/imported.js';
import { jsonRows } from './rows/json-rows.js';
import { noTable, type OpenedTable, openTable, type TableOptions, withFirstRows } from './table/table.js';
import { plannedRows, type TablePlan } from './table/table-plan.js';
import { jsonTable, knownTextTable, knownWorkbookTable, type TableSource, textTable, workbookTable } from './table/table-source.js';
import { type Ahead, aheadOf } from './text/ahead.js';
import { type ByteInput, type InputSource, openBytes } from './text/bytes.js';
import { detectEncoding } from './text/detect-encoding.js';
import { type TextReader, textReader } from './text/text.js';
import { valueOptionsOf } from './values/value-options.js';
import { meaningOf } from './words/field-names.js';

/** How an input is to be read. Plain data: it is stored in a job.json and passed to threads. */
export interface OpenOptions extends TableOptions, ImportOptions {
  /** `auto`: detected from the content. */
  format: 'auto' | 'csv' | 'json' | 'ndjson';
  /** Detected from the bytes when absent. */
  encoding?: Encoding | 'auto';
}

/**
 * Opens a file or a stream. Fails with `inputUnusable` (it cannot be read, is neither text nor a workbook, has no rows, or its header means
 * nothing) and with `usage` (an option is invalid, or does not apply to this format). Rows are streamed, so that memory use does not grow
 * with their number; of a workbook, the shared texts are kept.
 */
export async function openInput(source: InputSource, options: OpenOptions, remembered?: Remembered): Promise<PlannedInput> {
  checkDelimiter(options.delimiter);
  valueOptionsOf(options);
  const input = await openBytes(source);
  try {
    const openAsTable = (table: TableSource) => openTable(table, input.label, options, remembered);
    const opened = input.zip ? await openBook(source, input, options, openAsTable) : await openText(input, options, openAsTable);
    const ahead = aheadOf(opened.rows);
    if (!(await ahead.more())) {
      const what = opened.table.header === null ? 'holds no transactions' : 'has a header and no rows';
      throw (
        ahead.failure()?.error ?? unusable(`${input.label} ${what}.`, 'Check that the export has finished and that this is the right file')
      );
    }
    const { table, close: closeBook } = opened;
    const missing = await missingIn(table, ahead, options.isProposal === true);
    const description: InputDescription = {
      name: input.name,
      gzip: input.gzip,
      sizeBytes: input.sizeBytes,
      ...table,
      missing,
      importRules: options.importRules?.name ?? null,
    };
    const close = async () => {
      ahead.drop();
      closeBook?.();
      await input.close();
    };
    const { isStrict = false, importRules, kind } = options;
    const imports = { isStrict, ...(importRules && { importRules }), ...(kind && { kind }) };
    return { description, plan: { ...opened.plan, ...imports }, rows: withImport(ahead.all, imports), close };
  } catch (error) {
    await input.close();
    throw error;
  }
}

/** A table as its cells stand, for columns that have names of our own: nothing is mapped, and no value is read. */
export interface TableAsText {
  format: 'csv' | 'xlsx';
  /** One character; null for a workbook. */
  delimiter: string | null;
  header: readonly string[];
  rows: readonly RowAsText[];
}

export interface RowAsText {
  line: number;
  cells: readonly string[];
  /** Why its cells cannot be told apart; null where they can. */
  broken: string | null;
}

/** Reads a table whole. Fails with `inputUnusable` where the source cannot be read or is none. */
export async function readCells(source: InputSource): Promise<TableAsText> {
  const input = await openBytes(source);
  let workbook: Workbook | null = null;
  try {
    workbook = input.zip ? await workbookOf(source, input) : null;
    const table = workbook ? await workbookTable(workbook, {}) : await textCells(input);
    const { records } = table;
    const delimiter = table.delimiter ?? '';
    const first = await records.next();
    if (!first) throw unusable(`${input.label} is empty.`, 'Check that this is the right file');
    const header = cellsOf(first, delimiter);
    table.expectCells(header.length);
    const rows: RowAsText[] = [];
    for (let record = await records.next(); record; record = await records.next())
      rows.push({ line: record.line, cells: cellsOf(record, delimiter), broken: record.broken });
    return { format: workbook ? 'xlsx' : 'csv', delimiter: table.delimiter, header, rows };
  } finally {
    workbook?.close();
    await input.close();
  }
}

async function textCells(input: ByteInput): Promise<TableSource> {
  const { encoding, bytes } = await detectEncoding(input.bytes, 'auto');
  const reader = textReader(bytes, encoding);
  if ((await detectFormat(reader)) !== 'csv')
    throw unusable(`${input.label} is JSON, and no table.`, 'Give a CSV file or a workbook (.xlsx)');
  return textTable(reader, {});
}

/** How an input was understood, as data: by it another thread reads the same rows of the same file. */
export type InputPlan = ReadingPlan & ImportOptions;
type ReadingPlan =
  | { format: 'json' | 'ndjson'; encoding: Encoding; list: ListPath; masksCards: boolean }
  | { format: 'csv' | 'json' | 'ndjson'; encoding: Encoding; list: ListPath; table: TablePlan }
  | { format: 'xlsx'; sheet: string; table: TablePlan };

export interface PlannedInput extends OpenedInput {
  plan: InputPlan;
}

/**
 * The rows of an input that was understood before. Null where a table does not begin as it did then; otherwise fails as {@link openInput}
 * does where it cannot be read.
 */
export async function openAsPlanned(source: InputSource, plan: InputPlan): Promise<OpenedInput['rows'] | null>;
/** The same, with plain rows in runs, which are written to their ends. */
export async function openAsPlanned(source: InputSource, plan: InputPlan, as: 'runs'): Promise<AsyncIterable<RowGroup> | null>;
export async function openAsPlanned(source: InputSource, plan: InputPlan, as?: 'runs'): Promise<AsyncIterable<RowGroup> | null> {
  const input = await openBytes(source);
  try {
    const rows = await rowsAsPlanned(source, input, plan, as === 'runs' && arePlainImported(plan));
    if (!rows) await input.close();
    return rows && withImport(rows, plan);
  } catch (error) {
    await input.close();
    throw error;
  }
}

async function rowsAsPlanned(
  source: InputSource,
  input: ByteInput,
  plan: InputPlan,
  inRuns: boolean,
): Promise<AsyncIterable<RowGroup> | null> {
  if (plan.format === 'xlsx') {
    const workbook = input.zip ? await workbookOf(source, input) : null;
    if (workbook?.sheet !== plan.sheet) return null;
    return plannedRows(await knownWorkbookTable(workbook, plan.table.place), plan.table, inRuns);
  }
  if (input.zip) return null;
  const { encoding, bytes } = await detectEncoding(input.bytes, plan.encoding);
  const reader = textReader(bytes, encoding);
  if (!('table' in plan)) return jsonRows(elementsOf(reader, plan.format, plan.list), plan.format, plan.masksCards, plan.kind);
  const { format, list, table } = plan;
  if (format !== 'csv') return plannedRows(jsonTable(elementsOf(reader, format, list), table.layout.header, format), table, inRuns);
  return plannedRows(await knownTextTable(reader, table.place, table.delimiter ?? ','), table, inRuns);
}

interface Opened {
  table: Omit<InputDescription, 'name' | 'gzip' | 'sizeBytes' | 'importRules'>;
  plan: ReadingPlan;
  rows: OpenedInput['rows'];
  close?(): void;
}

type OpenAsTable = (source: TableSource) => Promise<OpenedTable>;

async function openText(input: ByteInput, options: OpenOptions, openAsTable: OpenAsTable): Promise<Opened> {
  const { encoding, bytes } = await detectEncoding(input.bytes, options.encoding ?? 'auto', options.timezone);
  const reader = textReader(bytes, encoding);
  const format = options.format === 'auto' ? await detectFormat(reader) : options.format;
  const isOwn = (list: ListPath) => list === ownList || list === ownListOfLarge;
  const text = (list: ListPath) => ({ format, encoding, sheet: null, list: isOwn(list) ? null : pathShown(list), unreadSheets: [] });
  const ofTable = async (source: TableSource, list: ListPath): Promise<Opened> => {
    const { description, plan, rows } = await openAsTable(source);
    return { table: { ...text(list), ...description }, plan: { format, encoding, list, table: plan }, rows };
  };
  if (format === 'csv') return ofTable(await textTable(reader, options), ownList);
  if (options.noHeader)
    throw new SalesError('usage', 'The input is JSON, which names its fields itself.', { hint: ['Leave out ', ['--no-header']] });
  const { kind = 'Sales' } = options;
  const list = format === 'json' ? await listAhead(reader, kind) : ownList;
  const { items, failure, all } = await firstElements(elementsOf(reader, format, list));
  const { names, own, broken } = memberNames(items.flat());
  if (isTable(own, options.rules, kind)) {
    // Faults of the JSON itself come before questions about its names.
    if (format === 'json' && broken) throw broken;
    const failed = failure();
    if (failed) throw failed.error;
    return ofTable(jsonTable(all, names, format), list);
  }
  refuseOtherKind(own, kind);
  if (list[0] !== rowMembers.Settlement.rows) refuseUntoldRecords(own, kind);
  refuseOpenKind(own, options);
  const masksCards = options.pan === 'mask';
  return {
    table: { ...text(list), ...noTable(kind, own) },
    plan: { format, encoding, list, masksCards },
    rows: jsonRows(all, format, masksCards, kind),
  };
}

function elementsOf(reader: TextReader, format: 'json' | 'ndjson', list: ListPath) {
  return format === 'json' ? documentElements(reader, list) : lineElements(reader);
}

/**
 * Whether JSON is read as a table, each name a column: its names are not the contract's, so that what every sale needs has to be found
 * under others, or the user said what columns are.
 */
function isTable(names: readonly string[], rules: MappingRules | undefined, kind: UploadKind): boolean {
  if (names.length === 0) return false;
  const meanings = names.map((name) => meaningOf(name, kind));
  const hasOwnNames = meanings.some(({ field, key, isIgnored }) => field === null && key === null && !isIgnored);
  const needs = missingOf(kind, (needed) => meanings.some(({ field }) => field === needed)).length > 0;
  return (rules !== undefined && !isEmpty(rules)) || (hasOwnNames && needs);
}

/** A workbook is read starting from its end, so one that is not a plain file on disk has to be held in memory. */
async function workbookOf(source: InputSource, input: ByteInput): Promise<Workbook> {
  const { openWorkbook } = await import('./formats/workbook.js');
  return openWorkbook('path' in source && !input.gzip && input.sizeBytes !== null ? source : await allOf(input), input.label);
}

async function openBook(source: InputSource, input: ByteInput, options: OpenOptions, openAsTable: OpenAsTable): Promise<Opened> {
  const workbook = await workbookOf(source, input);
  try {
    const { description, plan, rows } = await openAsTable(await workbookTable(workbook, options));
    const { sheet, unread: unreadSheets } = workbook;
    const table = { format: 'xlsx' as const, encoding: 'utf-8' as const, sheet, list: null, unreadSheets, ...description };
    return { table, plan: { format: 'xlsx', sheet, table: plan }, rows, close: workbook.close };
  } catch (error) {
    workbook.close();
    throw error;
  }
}

const BOOK_BYTES_MAX = 67_108_864;

async function allOf({ bytes, label }: ByteInput): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > BOOK_BYTES_MAX)
      throw unusable(`${label} is a workbook of more than ${BOOK_BYTES_MAX} bytes.`, 'Give it as a file, not compressed');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The fields that seem to be missing, and that the first groups of rows do not have, either. */
async function missingIn(table: Opened['table'], ahead: Ahead<readonly InputRow[]>, isProposal: boolean) {
  for (;;) {
    const rows = ahead.items.flat();
    const missing = withFirstRows(table, rows, isProposal);
    if (missing.length === 0 || rows.length >= groupRowsMax || !(await ahead.more())) return missing;
  }
}

function checkDelimiter(delimiter: string | undefined): void {
  if (delimiter === undefined || /^[^"\r\n\p{L}\p{N}\ud800-\udfff]$/u.test(delimiter)) return;
  throw new SalesError('usage', 'The delimiter must be one character, and no letter, digit, double quote or line end.', {
    hint: 'The usual ones are , ; | and the tab',
  });
}
