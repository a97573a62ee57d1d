/**
 * How a table was understood, as data: whoever has it reads the same rows from the same file, in another thread, and looks at none of them to
 * understand them again.
 */
import type { Layout } from '../columns/layout.js';
import type { RecordReader } from '../formats/csv-record-reader.js';
import type { RawRecord } from '../formats/csv-records.js';
import type { RowGroup } from '../input/plain-run.js';
import { groupRowsMax } from '../input/row.js';
import { aheadBytesMax } from '../input/unusable.js';
import { type RowEnds, rowGroups } from '../rows/table-rows.js';
import { transcoderOf } from '../transcode/transcoder.js';
import type { TablePlace, TableSource } from './table-source.js';

export interface TablePlan {
  place: TablePlace;
  /** One character; null for a workbook and for JSON. */
  delimiter: string | null;
  /** The first record is the header, and no row. */
  hasHeader: boolean;
  layout: Layout;
  ends: RowEnds;
  /** The first records, header included: where they are others, the table is another one. */
  begins: readonly string[];
}

/** The texts of the first records to come, within a limit; none is taken. */
export async function beginOf(records: RecordReader): Promise<string[]> {
  const texts: string[] = [];
  await records.ahead((record) => texts.push(textOf(record)) === groupRowsMax, BEGIN_CHARS_MAX);
  return texts;
}

const BEGIN_CHARS_MAX = 65_536;

/** A record as it is compared. */
export function textOf({ text, cells }: RawRecord): string {
  return cells?.join('\0') ?? text;
}

/** The rows of the table, in groups, some in runs if they may be; null where it does not begin as it did when it was understood. */
export async function plannedRows(
  { records, expectCells }: TableSource,
  plan: TablePlan,
  inRuns: boolean,
): Promise<AsyncIterable<RowGroup> | null> {
  const { delimiter, ends, layout } = plan;
  const table = { delimiter: delimiter ?? ',', width: layout.header.length };
  // Records are cut as they were then: the first of a table without a header before it is known how many cells they have.
  if (!plan.hasHeader) await records.ahead(() => true, aheadBytesMax);
  const header = plan.hasHeader ? await records.next() : null;
  expectCells(layout.header.length);
  const begins = [...(header ? [textOf(header)] : []), ...(await beginOf(records))];
  const isSame = begins.length === plan.begins.length && begins.every((text, index) => text === plan.begins[index]);
  if (!isSame) return null;
  const transcoder = inRuns && records.byBytes ? transcoderOf(layout, table, records.byBytes.encoding) : null;
  return rowGroups({ records, delimiter: table.delimiter, layout, ends }, transcoder);
}
