/**
 * The beginning of a table: what its header means, and what the first rows tell about its columns. The rows themselves are read in
 * table-rows.
 */
import { parse } from 'csv-parse/sync';
import { columnLetter } from '../columns/column-letter.js';
import { type Layout, layoutOf } from '../columns/layout.js';
import { cellsOf } from '../formats/csv-cells.js';
import { headerOptions } from '../formats/csv-options.js';
import type { RecordReader } from '../formats/csv-record-reader.js';
import type { RawRecord } from '../formats/csv-records.js';
import { lookAhead } from '../formats/look-ahead.js';
import {
  type EarlierTable,
  isEmpty,
  type MappingRules,
  mergedRules,
  noRules,
  type Remembered,
  type ValueFlags,
} from '../input/mapping-rules.js';
import { groupRowsMax, type InputDescription, type OpenedInput } from '../input/row.js';
import { aheadBytesMax, unusable } from '../input/unusable.js';
import { asBefore, otherwiseQuestions, stillSaid, tableAsRead } from '../questions/earlier-table.js';
import { openQuestions, referenceQuestion } from '../questions/open-questions.js';
import { decideValues } from '../questions/table-values.js';
import { tableRows } from '../rows/table-rows.js';
import { isBlank } from '../text/blank.js';
import { valueOptionsOf, zoneNamed } from '../values/value-options.js';
import { additionalKey, fieldNamed, isRejectName } from '../words/field-names.js';
import { beginOf, layoutData, type TablePlan, textOf } from './table-plan.js';
import type { TableSource } from './table-source.js';
import { tellingColumns } from './telling-columns.js';

/** How many rows are examined before the header is understood. */
const SAMPLE_ROWS = groupRowsMax;

/** A table whose header was understood, with its rows still to be read. */
export interface Table {
  /** One character; null for a workbook. */
  delimiter: string | null;
  layout: Layout;
  values: InputDescription['values'];
  /** The day on which a table with this header was uploaded, if what was said or found then is used now; null otherwise. */
  rememberedOn: string | null;
  /** What the user said of its values, now or earlier. */
  reading: ValueFlags;
  /** What is kept for the next table with this header. */
  asRead: Pick<EarlierTable, 'rules' | 'mapping' | 'byContent' | 'written'>;
  /** All that reading its rows takes. */
  plan: TablePlan;
  rows: OpenedInput['rows'];
}

/** How a table is to be read, and what is known about a header that was uploaded before. */
export interface TableOptions extends ValueFlags {
  rules?: MappingRules;
  noHeader?: boolean;
  pan?: 'reject' | 'mask';
  isProposal?: boolean;
  isOfJob?: boolean;
  written?: EarlierTable['written'];
  /** Looks up how a table with this header was read before. */
  remembered?: Remembered | undefined;
}

/**
 * Reads the header, and decides how the columns are read; null where the table is empty. Fails with `inputUnusable` where the header means
 * nothing, or a question is open.
 */
export async function openTable(
  { place, records, delimiter, titles, expectCells }: TableSource,
  options: TableOptions,
): Promise<Table | null> {
  const header = await (options.noHeader ? firstOf(records) : records.next());
  if (!header) return null;
  if (header.broken)
    throw unusable(`Line ${header.line}: the header cannot be read: ${header.broken}.`, 'Correct the quotes of the header');
  const cut = delimiter ?? ',';
  const own: string[] = header.cells ?? parse(header.text, headerOptions(cut))[0] ?? [];
  const cells = await columnCells(own, records, cut, expectCells);
  const names = options.noHeader ? cells.map((_, index) => columnLetter(index + 1)) : cells;
  const hasHeader = !options.noHeader;
  const begins = [...(hasHeader ? [textOf(header)] : []), ...(await beginOf(records))];
  const earlier = options.remembered?.(names) ?? null;
  const reading = readingOf(options, earlier);
  const sample = names.every(isPlainlyNamed) ? [] : await sampleOf(records, cut);
  const isProposal = options.isProposal === true;
  const under = (rules: MappingRules | undefined) =>
    layoutOf(names, header.line, {
      rules,
      sample,
      masksCards: options.pan === 'mask',
      isProposal,
      hasTime: reading.time !== undefined,
      minorUnits: reading.minorUnits,
    });
  const { layout: named, rules, isUsed } = asEarlier(earlier, under, options.rules, names, header.line);
  const valueOptions = valueOptionsOf(reading);
  const { layout, values } = isProposal
    ? { layout: named, values: [] }
    : await decideValues(
        records,
        named,
        header.line,
        cut,
        titles,
        valueOptions,
        options.written ? { on: '', written: options.written } : earlier,
      );
  if (earlier) askForZone(options, earlier, values, named.header);
  // A header that was uploaded before, and a job that began, were understood without it.
  if (!earlier && !isProposal && !options.isOfJob) {
    const telling = await tellingColumns(records, cut, layout);
    if (telling.length > 0) throw openQuestions([referenceQuestion(telling, names, header.line)], [], names);
  }
  const isUncut = delimiter !== ',' || valueOptions.decimal === '.' || (await hasDecimalPoint(records, cut, layout));
  // The rows of a workbook have as many cells as its widest.
  const haveBlanks = delimiter === null || own.length > names.length || (await mostEndInBlanks(records, cut, names.length));
  const ends = { headerCells: isUncut ? null : own.length, haveBlanks };
  const rows = tableRows(records, cut, layout, ends);
  const plan = { place, delimiter, hasHeader, layout: layoutData(layout), ends, begins };
  const asRead = { rules, ...tableAsRead(layout, earlier) };
  const isRemembered = isUsed || (earlier !== null && usesMore(reading, options));
  return { delimiter, layout, values, rememberedOn: isRemembered ? (earlier?.on ?? null) : null, reading, asRead, plan, rows };
}

/**
 * The layout of a header, as it was read before if it was. `rules`: what the user said, now or then; `isUsed`: something of then makes a
 * difference. Fails with `inputUnusable` where it asks.
 */
function asEarlier(
  earlier: EarlierTable | null,
  under: (rules: MappingRules) => Layout,
  said: MappingRules = noRules,
  header: readonly string[],
  line: number,
) {
  if (!earlier) return { layout: under(said), rules: said, isUsed: false };
  const rules = mergedRules(stillSaid(earlier.rules, said, header, line), said);
  const natural = under(rules);
  const more = asBefore(earlier, natural, said, line);
  const layout = more ? under(mergedRules(more, rules)) : natural;
  const questions = otherwiseQuestions(earlier, layout, said, line);
  if (questions.length > 0) throw openQuestions(questions, [], layout.header);
  return { layout, rules, isUsed: more !== null || !isEmpty(earlier.rules) };
}

/** What is said now, and where nothing is, what was said then. */
function readingOf(
  { decimal, dateFormat, timezone, time, minorUnits, isProfileZone }: TableOptions,
  earlier: EarlierTable | null,
): ValueFlags {
  const now = {
    ...(decimal !== undefined && decimal !== 'auto' && { decimal }),
    ...(dateFormat !== undefined && dateFormat !== 'auto' && { dateFormat }),
    ...(timezone !== undefined && { timezone: zoneNamed(timezone).name }),
    ...(time !== undefined && { time }),
    ...(minorUnits && { minorUnits }),
  };
  return {
    ...earlier?.reading,
    ...now,
    ...(isProfileZone && earlier?.reading.timezone !== undefined && { timezone: earlier.reading.timezone }),
  };
}

function usesMore(reading: ValueFlags, { decimal, dateFormat, timezone, time, minorUnits }: TableOptions): boolean {
  return (
    reading.decimal !== (decimal === 'auto' ? undefined : decimal) ||
    reading.dateFormat !== (dateFormat === 'auto' ? undefined : dateFormat) ||
    reading.time !== time ||
    reading.minorUnits !== minorUnits ||
    (reading.timezone !== undefined && reading.timezone !== (timezone === undefined ? undefined : zoneNamed(timezone).name))
  );
}

/** Asks where the profile has another zone than the one that times under this header were read in. */
function askForZone(
  { timezone, isProfileZone }: TableOptions,
  { on, reading }: EarlierTable,
  values: Table['values'],
  header: readonly string[],
): void {
  const then = reading.timezone;
  if (!isProfileZone || then === undefined || timezone === undefined || then === timezone || !isInZone(values, then)) return;
  const text = `Times in a file with this header were read in the zone ${then} on ${on}, and the profile has ${timezone}.`;
  throw openQuestions(
    [
      {
        code: 'TIMEZONE_CHANGED',
        field: 'transactionDate',
        text,
        answer: ['Say which it is:   ', { do: 'useTimezone', timezone: then }, '   or   ', { do: 'useTimezone', timezone }],
      },
    ],
    [],
    header,
  );
}

/** Whether a zone made a difference to the values. */
export function isInZone(values: Table['values'], zone: string): boolean {
  return values.some(({ shown }) => shown.includes(`(${zone})`));
}

const DECIMAL_POINT = /\d\.\d{1,2}\s*$/;

/** Whether most of the first rows have only blank cells beyond the header's last. */
async function mostEndInBlanks(records: RecordReader, delimiter: string, width: number): Promise<boolean> {
  let rows = 0;
  let ending = 0;
  await lookAhead(records, delimiter, SAMPLE_ROWS, (cells) => {
    rows += 1;
    if (cells.length > width && cells.slice(width).every(isBlank)) ending += 1;
    return false;
  });
  return ending > rows / 2;
}

/** Whether the amount of one of the first rows has a decimal point. */
async function hasDecimalPoint(records: RecordReader, delimiter: string, { fields }: Layout): Promise<boolean> {
  const index = fields.find(({ field }) => field === 'amount')?.index ?? -1;
  if (index < 0) return false;
  let isFound = false;
  await lookAhead(records, delimiter, SAMPLE_ROWS, (cells) => {
    isFound = DECIMAL_POINT.test(cells[index] ?? '');
    return isFound;
  });
  return isFound;
}

/** The first record, without taking it: it will be read as a row. */
async function firstOf(records: RecordReader): Promise<RawRecord | null> {
  let first: RawRecord | null = null;
  await records.ahead((record) => {
    first = record;
    return true;
  }, aheadBytesMax);
  return first;
}

/** Whether a name says what it means, without a look at the rows. */
function isPlainlyNamed(name: string): boolean {
  return fieldNamed(name) !== null || isRejectName(name) || additionalKey(name) !== null;
}

/** The cells of the first rows, to find out what columns are whose names say nothing. */
async function sampleOf(records: RecordReader, delimiter: string): Promise<string[][]> {
  const sample: string[][] = [];
  await records.ahead((record) => {
    if (record.broken === null) sample.push(cellsOf(record, delimiter));
    return sample.length === SAMPLE_ROWS;
  }, aheadBytesMax);
  return sample;
}

/** The cells of the header that are columns, with the unnamed ones at its end that most rows fill. */
async function columnCells(
  own: string[],
  records: RecordReader,
  delimiter: string,
  expectCells: TableSource['expectCells'],
): Promise<string[]> {
  const named = namedCells(own);
  expectCells(named.length);
  if (named.length === own.length) return named;
  const filled = await filledCells(records, delimiter, own.length);
  if (filled <= named.length) return named;
  expectCells(filled);
  return own.slice(0, filled);
}

/**
 * How many cells most of the first rows have up to their last one that is not blank; 0 where those have more than `headerCells`, or where
 * there is no such number. A header may leave its last columns unnamed, which rows fill all the same.
 */
async function filledCells(records: RecordReader, delimiter: string, headerCells: number): Promise<number> {
  const counts = new Map<number, number>();
  let rows = 0;
  await lookAhead(records, delimiter, SAMPLE_ROWS, (cells) => {
    const filled = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
    if (cells.length === headerCells) counts.set(filled, (counts.get(filled) ?? 0) + 1);
    rows += 1;
    return false;
  });
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most && most[1] > rows / 2 ? most[0] : 0;
}

/**
 * The header's cells without the unnamed ones at its end, which are no columns: spreadsheets end every line with delimiters that nothing
 * follows.
 */
function namedCells(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}
