/** The records of a table, behind its header, to rows. */
import { isBlank } from './blank.js';
import { checked, mayHoldNul } from './check.js';
import { cellsOf } from './csv-cells.js';
import type { RecordReader } from './csv-record-reader.js';
import type { RawRecord } from './csv-records.js';
import { isListedDuplicate, matchStateName } from './field-names.js';
import { notSold } from './known-rows.js';
import type { Layout } from './layout.js';
import { candidateOf } from './mapping.js';
import { headerWatch } from './other-header.js';
import { isPlain, type PlainReader, plainReader } from './plain-rows.js';
import type { InputRow } from './row.js';
import { rowFault } from './row-faults.js';
import { saleOf } from './sale.js';
import type { CellTable } from './source.js';
import { totalsWatch } from './totals-row.js';

/** What is the same for all rows of a table. */
interface Reading {
  layout: Layout;
  readPlain: PlainReader | null;
  table: CellTable;
  /** The cells of the header, with those that have no name at its end; null where no comma cuts an amount. */
  headerCells: number | null;
}

/**
 * The rows in groups, as they come. `headerCells` are the header's with the blank ones at its end; null where no comma cuts an amount.
 * Fails as `records` does.
 */
export async function* tableRows(
  records: RecordReader,
  delimiter: string,
  layout: Layout,
  headerCells: number | null,
): AsyncGenerator<InputRow[]> {
  let number = 0;
  const totals = totalsWatch(layout);
  const heading = headerWatch(layout);
  const reading = { layout, readPlain: plainReader(layout), table: { delimiter, width: layout.header.length }, headerCells };
  for (let batch = await records.batch(); batch.length > 0; batch = await records.batch()) {
    const rows: InputRow[] = [];
    for (const record of batch) {
      const own = cellsOf(record, delimiter);
      // A workbook has no cells where nothing stands.
      const cells = record.cells ? padded(own, layout.header.length) : own;
      const read = rowOf(record, cells, reading, number + 1);
      if (!read) continue;
      number += 1;
      const row = heading(read, cells);
      // Cells that are not those of their columns are in no sum.
      totals.pass(row, record.broken === null && row === read ? padded(cells, layout.header.length) : [], rows);
    }
    if (rows.length > 0) yield rows;
  }
  const rest = totals.end();
  if (rest.length > 0) yield rest;
}

/** A line of totals may end before its table does. */
function padded(cells: string[], width: number): string[] {
  return cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')];
}

/** Null for a record of blank cells only, which spreadsheets leave behind: it is passed over like a blank line. */
function rowOf(raw: RawRecord, cells: string[], { layout, readPlain, table, headerCells }: Reading, record: number): InputRow | null {
  const { line } = raw;
  const { width } = table;
  const hasBlanksBehind = cells.length > width && cells.slice(width).every(isBlank);
  const source = hasBlanksBehind && !isCut(layout, cells, headerCells) ? cells.slice(0, width) : cells;
  if (raw.broken !== null) {
    const origin = { column: null, columnNumber: null, value: raw.text };
    return { line, record, sale: null, faults: [rowFault('QUOTE_BROKEN', raw.broken, null, origin)], source: cells };
  }
  if (source.every(isBlank)) return null;
  if (source.length !== width) {
    const rule = `the row has ${source.length} cells and the header ${width}`;
    return { line, record, sale: null, faults: [rowFault('COLUMN_COUNT', rule, null, null)], source };
  }
  if (layout.saleColumn !== null) {
    const unsold = notSold(layout, source);
    if (unsold) return { line, record, sale: null, source, ...unsold };
  }
  const { matchStateColumn } = layout;
  const mark = matchStateColumn !== null && isListedDuplicate(source[matchStateColumn]) ? matchStateName : null;
  const plain = readPlain && mark === null && raw.cells === undefined && isPlain(textOf(raw, cells, table)) ? readPlain(source) : null;
  if (plain) return { line, record, sale: plain, faults: [], source: { text: raw.text, table } };
  const { transaction, faults } = checked(candidateOf(layout, source, raw.numbers), layout.nul || mayHoldNul(raw.text));
  return { line, record, sale: transaction && saleOf(transaction, mark), faults, source };
}

/** Whether an amount as 12,50 was cut by the comma, so that the last cell, which is blank, stands behind the header's last one. */
function isCut({ fields }: Layout, cells: readonly string[], headerCells: number | null): boolean {
  if (headerCells === null || cells.length !== headerCells + 1) return false;
  const index = fields.find(({ field }) => field === 'amount')?.index ?? -1;
  return /^\s*-?\d+$/.test(cells[index] ?? '') && /^\d\d\s*$/.test(cells[index + 1] ?? '');
}

/** All that can stand in the cells: a delimiter, or the quotes around a cell, may be what JSON escapes. */
function textOf(raw: RawRecord, cells: readonly string[], { delimiter }: CellTable): string {
  return raw.quoted || !isPlain(delimiter) ? cells.join('') : raw.text;
}
