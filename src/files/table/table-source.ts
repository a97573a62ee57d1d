/** Where the records of a table come from, from the header on: a text, a workbook or JSON. */

import { knownExportOf } from '../columns/known-exports.js';
import { cellsOf } from '../formats/csv-cells.js';
import { groupsReader, type RecordReader, recordReader } from '../formats/csv-record-reader.js';
import { recordCutter } from '../formats/csv-records.js';
import {
  detectTable,
  type Head,
  headerAt,
  headOf,
  NAMED_MIN,
  noTitles,
  type TableFlags,
  TITLES_MAX,
  type Titles,
} from '../formats/detect.js';
import type { JsonElement } from '../formats/json-elements.js';
import { jsonRecords } from '../formats/json-records.js';
import type { Workbook } from '../formats/workbook.js';
import { aheadBytesMax } from '../input/unusable.js';
import type { TextReader } from '../text/text.js';

/** Where a table begins. */
export interface TablePlace {
  /** How many characters of a text to skip, or records of a workbook. */
  skip: number;
  /** The number of the line that follows them; of a workbook, each record says its own. */
  line: number;
}

export interface TableSource {
  place: TablePlace;
  /** The header comes first, if there is one. */
  records: RecordReader;
  /** One character; null for a workbook and for JSON, whose records come as cells. */
  delimiter: string | null;
  /** The lines above the header; none where it comes first. */
  titles: Titles;
  /** Its columns are the names of members, which come in any order. */
  isJson?: boolean;
  /** To be called after the header, with the number of cells that a record should have. */
  expectCells(count: number): void;
}

/** The table in a text. Fails with `inputUnusable` where a record is over the size limit. */
export async function textTable(reader: TextReader, flags: TableFlags): Promise<TableSource> {
  const isBelowOthers = (cells: readonly string[]) => knownExportOf(cells, flags.kind)?.hasSections === true;
  const { delimiter, line, skip, titles } = await detectTable(reader, flags, isBelowOthers);
  return { ...(await knownTextTable(reader, { skip, line }, delimiter)), titles };
}

/** The same table in the same text, where it is known where it begins. */
export async function knownTextTable(reader: TextReader, place: TablePlace, delimiter: string): Promise<TableSource> {
  while (reader.ahead.length < place.skip && (await reader.more()));
  const cutter = recordCutter(delimiter, place.line);
  cutter.push(reader.take().slice(place.skip));
  return { place, records: recordReader(reader, cutter), delimiter, titles: noTitles, expectCells: cutter.expectCells };
}

/** The table in a workbook; its header is found as in a text. */
export async function workbookTable(workbook: Workbook, { kind, skipRows, noHeader }: TableFlags): Promise<TableSource> {
  const records = groupsReader(workbook.records);
  const heads: (Head & { line: number })[] = [];
  await records.ahead((record) => {
    const head = headOf(cellsOf(record, ''), kind);
    heads.push({ ...head, line: record.line });
    return skipRows === undefined ? heads.length === TITLES_MAX || head.known >= NAMED_MIN : record.line > skipRows;
  }, aheadBytesMax);
  const given = heads.findIndex(({ line }) => line > (skipRows ?? 0));
  const skip = skipRows === undefined && !noHeader ? headerAt(heads) : Math.max(given, 0);
  const texts: string[] = [];
  let lines = 0;
  for (let left = skip; left > 0; left--) {
    const above = await records.next();
    if (!above || skipRows !== undefined) continue;
    texts.push(cellsOf(above, '').join(' '));
    lines = above.line;
  }
  return { place: { skip, line: 0 }, records, delimiter: null, titles: { texts, lines }, expectCells: () => {} };
}

/** The same table in the same workbook, where it is known where it begins. */
export async function knownWorkbookTable(workbook: Workbook, place: TablePlace): Promise<TableSource> {
  const records = groupsReader(workbook.records);
  for (let left = place.skip; left > 0; left--) await records.next();
  return { place, records, delimiter: null, titles: noTitles, expectCells: () => {} };
}

/** The table that JSON is whose members have names of their own; `header` are those names. */
export function jsonTable(
  elements: AsyncIterable<readonly JsonElement[]>,
  header: readonly string[],
  format: 'json' | 'ndjson',
): TableSource {
  const records = groupsReader(jsonRecords(elements, header, format));
  return { place: { skip: 0, line: 1 }, records, delimiter: null, titles: noTitles, isJson: true, expectCells: () => {} };
}
