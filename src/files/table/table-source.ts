/** Where the records of a table come from, from the header on: a text or a workbook. */

import { cellsOf } from '../formats/csv-cells.js';
import { type RecordReader, recordReader } from '../formats/csv-record-reader.js';
import { recordCutter } from '../formats/csv-records.js';
import { detectTable, NAMED_MIN, namedFields, type TableFlags, TITLES_MAX, type Titles } from '../formats/detect.js';
import type { Workbook } from '../formats/workbook.js';
import { workbookReader } from '../formats/workbook-reader.js';
import { aheadBytesMax } from '../input/unusable.js';
import type { TextReader } from '../text/text.js';

export interface TableSource {
  /** The header comes first, if there is one. */
  records: RecordReader;
  /** One character; null for a workbook, whose records come as cells. */
  delimiter: string | null;
  /** The lines above the header; none where it comes first. */
  titles: Titles;
  /** To be called after the header, with the number of cells that a record should have. */
  expectCells(count: number): void;
}

/** The table in a text. Fails with `inputUnusable` where a record is over the size limit. */
export async function textTable(reader: TextReader, flags: TableFlags): Promise<TableSource> {
  const { delimiter, line, skip, titles } = await detectTable(reader, flags);
  const cutter = recordCutter(delimiter, line);
  cutter.push(reader.take().slice(skip));
  return { records: recordReader(reader, cutter), delimiter, titles, expectCells: cutter.expectCells };
}

/** The table in a workbook; its header is found as in a text. */
export async function workbookTable(workbook: Workbook, { skipRows, noHeader }: TableFlags): Promise<TableSource> {
  const records = workbookReader(workbook);
  let looked = 0;
  let skip = 0;
  await records.ahead((record) => {
    const named = namedFields(cellsOf(record, ''));
    const isHeader = skipRows === undefined ? noHeader || named >= NAMED_MIN : record.line > skipRows;
    if (isHeader) skip = looked;
    looked += 1;
    return isHeader || (skipRows === undefined && (looked === TITLES_MAX || (looked === 1 && named >= NAMED_MIN)));
  }, aheadBytesMax);
  const texts: string[] = [];
  let lines = 0;
  for (let left = skip; left > 0; left--) {
    const above = await records.next();
    if (!above || skipRows !== undefined) continue;
    texts.push(cellsOf(above, '').join(' '));
    lines = above.line;
  }
  return { records, delimiter: null, titles: { texts, lines }, expectCells: () => {} };
}
