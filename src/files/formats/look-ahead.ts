/** The cells of a table's first rows, shown before the rows are read: for what is decided about the table as a whole. */
import { aheadBytesMax } from '../input/unusable.js';
import { cellsOf } from './csv-cells.js';
import type { RecordReader } from './csv-record-reader.js';

/**
 * Shows the cells of the coming rows with their lines, until `look` returns true, or `rowsMax` rows were passed; rows with broken quotes are
 * passed over. The rows stay to be read.
 */
export async function lookAhead(
  records: RecordReader,
  delimiter: string,
  rowsMax: number,
  look: (cells: string[], line: number) => boolean,
): Promise<void> {
  let passed = 0;
  await records.ahead((record) => {
    passed += 1;
    return (record.broken === null && look(cellsOf(record, delimiter), record.line)) || passed === rowsMax;
  }, aheadBytesMax);
}
