/** A record as the input had it, kept for the few records that are looked at again after reading. */
import { cellsIn } from '../formats/csv-cells.js';
import { jsonCells } from '../formats/json-records.js';
import type { InputRow, KeptSource, RowFault, Source } from '../input/row.js';
import { ofNoColumn, type RowFaultCode, rowFault } from '../input/row-faults.js';

/** The record itself; split from text, it has no more cells than the header has columns. */
export function sourceOf(kept: KeptSource): Source {
  return 'table' in kept ? cellsIn(kept.text, kept.table.delimiter).slice(0, kept.table.width) : kept;
}

/** The cells of a row of a table with this header, JSON or not. */
export function cellsOfRow(kept: KeptSource, header: readonly string[]): readonly string[] {
  const source = sourceOf(kept);
  return 'json' in source ? jsonCells(source.json, header) : source;
}

/** The row as one that breaks a rule as a whole. */
export function refusedFor(row: InputRow, code: RowFaultCode, rule: string): InputRow {
  return refused(row, [rowFault(code, rule, null, null)]);
}

/** The row as one that is not sent, with all of its record. */
export function refused({ leftOut: _, ...row }: InputRow, faults: RowFault[]): InputRow {
  const source = sourceOf(row.source);
  return { ...row, sale: null, faults: 'json' in source ? faults.map(ofNoColumn) : faults, source };
}
