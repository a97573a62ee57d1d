/**
 * A table of text: its header understood, its records numbered and read. The cutter decides where records begin, csv-parse what their
 * cells are, the mapping what they mean; here they are joined, and rows whose cells cannot be trusted get their fault.
 */
import { parse } from 'csv-parse/sync';
import { checked } from './check.js';
import { cellOptions } from './csv-options.js';
import { type RawRecord, type RecordCutter, recordCutter } from './csv-records.js';
import { detectTable } from './detect.js';
import { candidateOf, type Layout, layoutOf } from './mapping.js';
import type { InputRow, OpenedInput } from './row.js';
import { rowFault } from './row-faults.js';
import type { TextReader } from './text.js';
import { unusable } from './unusable.js';

export interface Table {
  delimiter: string;
  layout: Layout;
  rows: OpenedInput['rows'];
}

/** Reads the header. Fails with `inputUnusable` where there is none, or where it means nothing. `delimiter` is one character, else sniffed. */
export async function openTable(reader: TextReader, delimiter?: string): Promise<Table> {
  const start = await detectTable(reader, delimiter);
  const cutter = recordCutter(start.delimiter, start.line);
  cutter.push(reader.take().slice(start.skip));
  const header = await firstRecord(reader, cutter);
  if (!header) throw unusable('The input is empty.', 'Check that the export has finished and that this is the right file');
  if (header.broken)
    throw unusable(`Line ${header.line}: the header cannot be read: ${header.broken}.`, 'Correct the quotes of the header');
  const layout = layoutOf(namedCells(cellsOf([header], start.delimiter)[0] ?? []), header.line);
  cutter.expectCells(layout.header.length);
  return { delimiter: start.delimiter, layout, rows: rowsOf(reader, cutter, start.delimiter, layout) };
}

async function firstRecord(reader: TextReader, cutter: RecordCutter): Promise<RawRecord | null> {
  for (let more = true; more; ) {
    const record = cutter.next();
    if (record) return record;
    more = await feed(reader, cutter);
  }
  return cutter.next();
}

async function feed(reader: TextReader, cutter: RecordCutter): Promise<boolean> {
  const more = await reader.more();
  if (more) cutter.push(reader.take());
  else cutter.end();
  return more;
}

/** Spreadsheets end every line with delimiters that nothing follows: such columns without a name are none. */
function namedCells(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

async function* rowsOf(reader: TextReader, cutter: RecordCutter, delimiter: string, layout: Layout): AsyncGenerator<InputRow[]> {
  let number = 0;
  for (let more = true; ; more = await feed(reader, cutter)) {
    for (let batch = nextBatch(cutter); batch.length > 0; batch = nextBatch(cutter)) {
      const cells = cellsOf(batch, delimiter);
      const rows: InputRow[] = [];
      for (const [index, record] of batch.entries()) {
        const row = rowOf(record, cells[index] ?? [], layout, number + rows.length + 1);
        if (row) rows.push(row);
      }
      number += rows.length;
      if (rows.length > 0) yield rows;
    }
    if (!more) return;
  }
}

/** Records for one call of csv-parse, whose start costs as much as several records. */
const BATCH_RECORDS = 256;

function nextBatch(cutter: RecordCutter): RawRecord[] {
  const batch: RawRecord[] = [];
  try {
    for (let record = cutter.next(); record; record = batch.length < BATCH_RECORDS ? cutter.next() : null) batch.push(record);
  } catch (error) {
    // The records before the fault come first; the cutter fails again when it is asked again.
    if (batch.length === 0) throw error;
  }
  return batch;
}

/** The cells of each record; those of broken records are a reading for people, who will correct them. */
function cellsOf(records: readonly RawRecord[], delimiter: string): string[][] {
  const sound = records.filter(({ broken }) => broken === null);
  const text = sound.map((record) => record.text).join('\n');
  const cells: string[][] = sound.length === 0 ? [] : parse(`${text}\n`, cellOptions(delimiter));
  if (cells.length !== sound.length) throw new Error(`csv-parse found ${cells.length} records in ${sound.length}`);
  let next = 0;
  return records.map((record) => (record.broken === null ? cells[next++] : undefined) ?? looseCells(record.text, delimiter));
}

/** A cell that begins with a quote and has it closed before a delimiter is unquoted; every other ends at the next delimiter. */
function looseCells(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const quoted = /^"([^"]*(?:""[^"]*)*)"/.exec(text.slice(at));
    const after = quoted ? at + quoted[0].length : -1;
    if (quoted && (after === text.length || text[after] === delimiter)) {
      cells.push((quoted[1] ?? '').replaceAll('""', '"'));
      at = after + 1;
      continue;
    }
    const end = text.indexOf(delimiter, at);
    cells.push(text.slice(at, end === -1 ? text.length : end));
    at = end === -1 ? text.length + 1 : end + 1;
  }
  return cells;
}

/** Null for a record of blank cells only, which spreadsheets leave behind: it is passed over like a blank line. */
function rowOf(raw: RawRecord, cells: string[], layout: Layout, record: number): InputRow | null {
  const { line } = raw;
  const width = layout.header.length;
  const source = cells.slice(width).every(isBlank) ? cells.slice(0, width) : cells;
  if (raw.broken !== null) {
    const origin = { column: null, columnNumber: null, value: raw.text };
    return { line, record, transaction: null, faults: [rowFault('QUOTE_BROKEN', raw.broken, null, origin)], source: cells };
  }
  if (source.every(isBlank)) return null;
  if (source.length !== width) {
    const rule = `the row has ${source.length} cells and the header ${width}`;
    return { line, record, transaction: null, faults: [rowFault('COLUMN_COUNT', rule, null, null)], source };
  }
  return { line, record, ...checked(candidateOf(layout, source)), source };
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}
