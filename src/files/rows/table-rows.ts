/** Turns the records of a table, after its header, into rows. */

import type { Layout } from '../columns/layout.js';
import { cellsOf } from '../formats/csv-cells.js';
import type { RecordReader } from '../formats/csv-record-reader.js';
import type { JsonRecord, RawRecord } from '../formats/csv-records.js';
import type { PlainRun, Transcoder } from '../input/plain-run.js';
import type { CellTable, InputRow } from '../input/row.js';
import { mayHoldNul, ofNoColumn, rowFault } from '../input/row-faults.js';
import { isBlank } from '../text/blank.js';
import { isSkipped, matchStateName, meaningOf } from '../words/field-names.js';
import { isPersonalName } from '../words/personal-data.js';
import { agreeingRows } from './agreeing-rows.js';
import { checked, type ReadRow } from './check.js';
import { cutFault, type LastCells } from './cut-row.js';
import { kindRows } from './kind-rows.js';
import { knownRows } from './known-rows.js';
import { listedDuplicates } from './listed-duplicates.js';
import { candidateOf } from './mapping.js';
import { otherHeader } from './other-header.js';
import { isPlain, type PlainReader, plainReader } from './plain-rows.js';
import { sentRow } from './sale.js';
import { type RowReceiver, refused } from './source.js';
import { totalsRows } from './totals-row.js';

/** In the order in which rows pass them. */
const rowGuards = [knownRows, otherHeader, totalsRows, kindRows, agreeingRows, listedDuplicates];

/** How a table is read: the same for all its rows. */
interface TableReading {
  layout: Layout;
  readPlain: PlainReader | null;
  table: CellTable;
  ends: RowEnds;
}

/** What cells beyond the header's last name are. */
export interface RowEnds {
  /** How many cells the header has, blank ones at its end included; null where a decimal comma cannot have cut an amount. */
  headerCells: number | null;
  /** Rows end in a delimiter, so that a blank cell beyond is none. Where they do not, it shows that the cells before it are not in place. */
  haveBlanks: boolean;
  last: LastCells;
}

/** A table's records, and how they are read. */
export interface TableRecords {
  records: RecordReader;
  /** One character; of a workbook and of JSON a comma, which is not used. */
  delimiter: string;
  layout: Layout;
  ends: RowEnds;
}

/**
 * The rows in groups, as they arrive. Fails as `records` does. With a transcoder, rows which can be go from bytes to bytes, in runs; each is to
 * be written to its end before the next group is asked for.
 */
export async function* rowGroups(
  { records, delimiter, layout, ends }: TableRecords,
  transcoder: Transcoder | null,
): AsyncGenerator<InputRow[] | PlainRun> {
  let number = 0;
  let rows: InputRow[] = [];
  const { pass, end, ...watch } = guarded(layout, ends.last, (row) => rows.push(row));
  const reading = { layout, readPlain: plainReader(layout), table: { delimiter, width: layout.header.length }, ends };
  for (;;) {
    const stretch = transcoder && watch.isOpen() ? await records.byBytes?.stretch() : null;
    if (transcoder && stretch) {
      yield transcoder.run(stretch, number + 1, watch.wentBy);
      const taken = transcoder.taken();
      records.byBytes?.taken(taken.bytes, taken.rows);
      number += taken.rows;
      if (taken.rows > 0) watch.allWentBy(taken.cells);
    }
    const batch = await records.batch();
    if (batch.length === 0) break;
    for (const record of batch) {
      // A workbook leaves out empty cells, so that a row may be shorter than the header.
      const cells = record.cells ? padded(record.cells, layout.header.length) : cellsOf(record, delimiter);
      const found = rowOf(record, cells, reading, number + 1);
      if (!found) continue;
      const row = record.isUnended && found.sale ? unended(found, cells, reading) : found;
      number += 1;
      // The source of cells that were made from JSON is the JSON.
      const own = record.json ? { ...row, faults: row.faults.map(ofNoColumn), source: { json: record.json.given } } : row;
      pass(own, record.broken === null ? padded(cells, layout.header.length) : []);
    }
    if (rows.length > 0) yield rows;
    rows = [];
  }
  end();
  if (rows.length > 0) yield rows;
}

/** The guards that the layout needs, one behind the other; `out` takes the rows that have passed all of them. */
function guarded(layout: Layout, first: LastCells, out: RowReceiver) {
  const guards = rowGuards.flatMap((guard) => guard(layout, first) ?? []);
  const chain = guards.reduceRight<{ pass: RowReceiver; end(): void }>(
    (next, guard) => ({
      pass: (row, cells) => guard.pass(row, cells, next.pass),
      end: () => {
        guard.end?.(next.pass);
        next.end();
      },
    }),
    { pass: out, end: () => {} },
  );
  return {
    ...chain,
    isOpen: () => guards.every((guard) => guard.isOpen?.() ?? true),
    wentBy: (amount: number, currency: string) => {
      for (const guard of guards) guard.wentBy?.(amount, currency);
    },
    allWentBy: (cells: () => readonly string[]) => {
      for (const guard of guards) guard.allWentBy?.(cells);
    },
  };
}

/** Adds blank cells up to `width`, since a totals line may be shorter than its table. */
function padded(cells: string[], width: number): string[] {
  return cells.length >= width ? cells : [...cells, ...Array.from({ length: width - cells.length }, () => '')];
}

/** Null for a record of blank cells only, as spreadsheets leave them behind: it is skipped like a blank line. */
function rowOf(raw: RawRecord, cells: string[], { layout, readPlain, table, ends }: TableReading, record: number): InputRow | null {
  const { line } = raw;
  const { width } = table;
  const hasBlanksBehind = cells.length > width && cells.slice(width).every(isBlank);
  const source = hasBlanksBehind && ends.haveBlanks && !isCut(layout, cells, ends.headerCells) ? cells.slice(0, width) : cells;
  if (raw.broken !== null) {
    const origin = { column: null, columnNumber: null, value: raw.json?.given ?? raw.text };
    return { line, record, sale: null, faults: [rowFault(raw.json?.code ?? 'QUOTE_BROKEN', raw.broken, null, origin)], source: cells };
  }
  if (source.every(isBlank)) return null;
  if (source.length !== width) {
    const rule = `the row has ${source.length} cells and the header ${width}`;
    return { line, record, sale: null, faults: [rowFault('COLUMN_COUNT', rule, null, null)], source };
  }
  const { matchStateColumn } = layout;
  const mark = matchStateColumn !== null && isSkipped(source[matchStateColumn]) ? matchStateName : null;
  const plain = readPlain && mark === null && raw.cells === undefined && isPlain(textOf(raw, cells, table)) ? readPlain(source) : null;
  if (plain) return { line, record, sale: plain, faults: [], source: { text: raw.text, table } };
  const candidate = candidateOf(layout, source, raw.numbers);
  if (raw.json) addOthers(candidate, layout, raw.json);
  const { row, faults } = checked(candidate, layout.nul || mayHoldNul(raw.text), layout.kind);
  return { line, record, sale: row && sentRow(layout.kind, row, mark), faults, source };
}

/** The last row of a text without a line end: it may be whole. */
function unended(row: InputRow, cells: readonly string[], { layout, ends }: TableReading): InputRow {
  const fault = cutFault(layout, cells, ends.last);
  return fault ? refused(row, [fault]) : { ...row, isUnended: true };
}

/** Members that none of the first records had are kept as items; a field among them is a fault, since no column was decided for it. */
function addOthers({ values, faults }: ReadRow, { rules: { extra }, kind }: Layout, { others }: JsonRecord): void {
  const items: unknown[] = [];
  for (const { name, text } of others) {
    const { field, key, isIgnored } = meaningOf(name, kind);
    const isLeftOut = extra === 'drop' || ((extra === null || extra === 'auto') && isPersonalName(name));
    if (isIgnored || (field === null && isLeftOut)) continue;
    if (field === null && extra !== 'reject') items.push({ key: key ?? name, value: text });
    else
      faults.push(rowFault('MEMBER_UNKNOWN', 'is in none of the first records', field, { column: name, columnNumber: null, value: text }));
  }
  const given = values.additionalData;
  if (items.length > 0) values.additionalData = [...(Array.isArray(given) ? given : []), ...items];
}

/** Whether the comma has cut an amount such as 12,50 in two, so that the last cell, a blank one, is beyond the header's last one. */
function isCut({ fields }: Layout, cells: readonly string[], headerCells: number | null): boolean {
  if (headerCells === null || cells.length !== headerCells + 1) return false;
  const index = fields.find(({ field }) => field === 'amount')?.index ?? -1;
  return /^\s*-?\d+$/.test(cells[index] ?? '') && /^\d\d\s*$/.test(cells[index + 1] ?? '');
}

/**
 * The text of the cells, to be checked for what JSON escapes. It leaves out the delimiter, and the quotes around a cell, where those would
 * be escaped.
 */
function textOf(raw: RawRecord, cells: readonly string[], { delimiter }: CellTable): string {
  return raw.quoted || !isPlain(delimiter) ? cells.join('') : raw.text;
}
