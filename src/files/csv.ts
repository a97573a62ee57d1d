/**
 * A table of text: its header understood, its records numbered and read. The cutter decides where records begin, the mapping what
 * their cells mean; here they are joined, and rows whose cells cannot be trusted get their fault.
 */
import { parse } from 'csv-parse/sync';
import { isBlank } from './blank.js';
import { checked, mayHoldNul } from './check.js';
import { cellsOf } from './csv-cells.js';
import { cellOptions } from './csv-options.js';
import { type RecordReader, recordReader } from './csv-record-reader.js';
import { type RawRecord, recordCutter } from './csv-records.js';
import { detectTable } from './detect.js';
import { candidateOf, type Layout, layoutOf } from './mapping.js';
import type { InputDescription, InputRow, OpenedInput } from './row.js';
import { rowFault } from './row-faults.js';
import { decideValues } from './table-values.js';
import type { TextReader } from './text.js';
import { unusable } from './unusable.js';
import type { ValueOptions } from './value-options.js';

export interface Table {
  delimiter: string;
  layout: Layout;
  values: InputDescription['values'];
  rows: OpenedInput['rows'];
}

/** Reads the header. Fails with `inputUnusable` where there is none, or where it means nothing. `delimiter` is one character, else sniffed. */
export async function openTable(reader: TextReader, delimiter: string | undefined, options: ValueOptions): Promise<Table> {
  const start = await detectTable(reader, delimiter);
  const cutter = recordCutter(start.delimiter, start.line);
  cutter.push(reader.take().slice(start.skip));
  const records = recordReader(reader, cutter);
  const header = await records.next();
  if (!header) throw unusable('The input is empty.', 'Check that the export has finished and that this is the right file');
  if (header.broken)
    throw unusable(`Line ${header.line}: the header cannot be read: ${header.broken}.`, 'Correct the quotes of the header');
  const named = layoutOf(namedCells(parse(header.text, cellOptions(start.delimiter))[0] ?? []), header.line);
  cutter.expectCells(named.header.length);
  const { layout, values } = await decideValues(records, named, start.delimiter, options);
  return { delimiter: start.delimiter, layout, values, rows: rowsOf(records, start.delimiter, layout) };
}

/** Spreadsheets end every line with delimiters that nothing follows: such columns without a name are none. */
function namedCells(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

async function* rowsOf(records: RecordReader, delimiter: string, layout: Layout): AsyncGenerator<InputRow[]> {
  let number = 0;
  for (let batch = await records.batch(); batch.length > 0; batch = await records.batch()) {
    const rows: InputRow[] = [];
    for (const record of batch) {
      const row = rowOf(record, cellsOf(record, delimiter), layout, number + rows.length + 1);
      if (row) rows.push(row);
    }
    number += rows.length;
    if (rows.length > 0) yield rows;
  }
}

/** Null for a record of blank cells only, which spreadsheets leave behind: it is passed over like a blank line. */
function rowOf(raw: RawRecord, cells: string[], layout: Layout, record: number): InputRow | null {
  const { line } = raw;
  const width = layout.header.length;
  const source = cells.length > width && cells.slice(width).every(isBlank) ? cells.slice(0, width) : cells;
  if (raw.broken !== null) {
    const origin = { column: null, columnNumber: null, value: raw.text };
    return { line, record, transaction: null, faults: [rowFault('QUOTE_BROKEN', raw.broken, null, origin)], source: cells };
  }
  if (source.every(isBlank)) return null;
  if (source.length !== width) {
    const rule = `the row has ${source.length} cells and the header ${width}`;
    return { line, record, transaction: null, faults: [rowFault('COLUMN_COUNT', rule, null, null)], source };
  }
  const { transaction, faults } = checked(candidateOf(layout, source), layout.nul || mayHoldNul(raw.text));
  return { line, record, transaction, faults, source };
}
