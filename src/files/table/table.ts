/**
 * The beginning of a table: what its header means, what the first rows tell about its columns, and how that is described. The rows themselves
 * are read in table-rows.
 */
import type { UploadKind } from '../../contract/states.js';
import { type Layout, layoutOf, mappingText } from '../columns/layout.js';
import { refuseOtherKind, refuseTableBelow } from '../columns/other-tables.js';
import { payoutWatch } from '../columns/payout-columns.js';
import { headerCells } from '../formats/csv-cells.js';
import type { RecordReader } from '../formats/csv-record-reader.js';
import type { RawRecord } from '../formats/csv-records.js';
import type { TableFlags } from '../formats/detect.js';
import { type AheadRow, rowsAhead } from '../formats/rows-ahead.js';
import {
  type EarlierNames,
  type EarlierTable,
  isEmpty,
  type MappingRules,
  mergedRules,
  noRules,
  type Remembered,
  type ValueFlags,
} from '../input/mapping-rules.js';
import { hasNeeded, missingOf, type RowField } from '../input/record-kind.js';
import type { InputDescription, InputRow, OpenedInput } from '../input/row.js';
import { aheadBytesMax, columnsMax, unusable } from '../input/unusable.js';
import { notedChanges } from '../questions/changed-rows.js';
import { refuseOpen } from '../questions/detectors.js';
import { asBefore, isInZone, stillSaid, tableAsRead, toldBefore } from '../questions/earlier-table.js';
import { decided, openReadings, sourcesIn, statesZone } from '../questions/readings.js';
import { headerReading, ownReading } from '../reading/header-reading.js';
import { seenWatch } from '../reading/rows-seen.js';
import { formOf, isNote, type LastCells } from '../rows/cut-row.js';
import { valuesOf } from '../rows/sale.js';
import { rowGroups } from '../rows/table-rows.js';
import { isBlank } from '../text/blank.js';
import { columnLetter } from '../text/column-letter.js';
import { valueOptionsOf, zoneNamed } from '../values/value-options.js';
import { additionalKey, fieldNamed, isOfRejects, isRejectName } from '../words/field-names.js';
import { beginOf, type TablePlan, textOf } from './table-plan.js';
import type { TableSource } from './table-source.js';

type TableDescription = Pick<InputDescription, 'delimiter' | 'header' | 'mapping' | 'values' | 'columns' | 'missing' | 'kind' | 'reading'>;

/** A table whose header was understood, with its rows still to be read. */
export interface OpenedTable {
  description: TableDescription;
  /** All that reading its rows takes. */
  plan: TablePlan;
  rows: OpenedInput['rows'];
}

/** How a table is to be read. Plain data: it is stored in a job.json and passed to threads. */
export interface TableOptions extends ValueFlags, TableFlags {
  /** What the user said about the columns. */
  rules?: MappingRules;
  /**
   * What happens to a full card number in `cardNumberMasked`: the row is rejected, or the number is cut to its first six and last four
   * digits. Default: reject.
   */
  pan?: 'reject' | 'mask';
  /** Its rows are sales, although its columns tell fees and payouts. */
  asSales?: boolean;
  /** Where a field could be more than one column, the description says so instead of the input being refused. */
  isProposal?: boolean;
  /** It was opened before, and its job has begun. */
  isOfJob?: boolean;
  /** How the values of fields were written when it was, see {@link EarlierTable.written}. */
  written?: EarlierTable['written'];
  /** Columns that files of other headers had for a field. */
  earlierNames?: EarlierNames;
}

/**
 * Reads the header, and decides how the columns are read; `label` is the input's name in messages. Fails with `inputUnusable` where the
 * table is empty, its header means nothing, or a question is open.
 */
export async function openTable(
  { place, records, delimiter, titles, isJson = false, expectCells }: TableSource,
  label: string,
  options: TableOptions,
  remembered: Remembered | undefined,
): Promise<OpenedTable> {
  const { rules: said = noRules, isProposal = false, isOfJob = false, asSales = false, written, kind = 'Sales' } = options;
  const header = await (options.noHeader ? firstOf(records) : records.next());
  if (!header) throw unusable(`${label} is empty.`, 'Check that the export has finished and that this is the right file');
  if (header.broken)
    throw unusable(`Line ${header.line}: the header cannot be read: ${header.broken}.`, 'Correct the quotes of the header');
  const cut = delimiter ?? ',';
  const own = headerCells(header, cut);
  // Unnamed cells at the end are no columns: spreadsheets end every line with delimiters that nothing follows.
  const named = own.slice(0, own.findLastIndex((cell) => cell.trim() !== '') + 1);
  expectCells(named.length);
  const ahead = await rowsAhead(records, cut);
  const cells = withFilled(named, own, ahead.first);
  if (cells.length > columnsMax) throw tooWide(label, cells.length);
  if (cells.length > named.length) expectCells(cells.length);
  const hasHeader = !options.noHeader;
  const names = hasHeader ? cells : cells.map((_, index) => columnLetter(index + 1));
  const begins = [...(hasHeader ? [textOf(header)] : []), ...(await beginOf(records))];
  const { line } = header;
  const earlier = (await remembered?.(names, isJson)) ?? null;
  const given = readingOf(options, earlier);
  const before = written ? { on: '', written } : earlier;
  if (!isProposal) refuseOtherKind(names, kind, said, asSales);
  if (hasHeader && !isJson && !isProposal && !isOfJob && !earlier)
    refuseTableBelow(names, ahead.first, { line, kind, skipped: options.skipRows ?? titles.lines });
  const isPlain = names.every((name) => isPlainlyNamed(name, kind));
  const layoutUnder = (rules: MappingRules) =>
    layoutOf(names, line, {
      kind,
      rules,
      sample: isPlain ? [] : ahead.first.flatMap(({ cells }) => (isNote(cells, names.length) ? [] : [cells])),
      masksCards: options.pan === 'mask',
      isProposal,
      hasTime: given.time !== undefined,
      minorUnits: given.minorUnits,
      wasRead: earlier !== null || isOfJob,
      written: before?.written,
      earlierNames: options.earlierNames,
    });
  const { layout: understood, rules, isUsed } = asEarlier(earlier, layoutUnder, said, names, line);
  const sources = sourcesIn(understood);
  // In a list from a server, each row is a sale; and for rejects, what is asked of them was asked about the file they come from.
  const asked = understood.matchStateColumn === null && !isOfRejects(names) ? sources : [];
  const isStated = statesZone(understood);
  const isZoneTyped = options.timezone !== undefined && !options.isProfileZone && !isOfJob;
  const isZoneOfAll = options.isProfileZone && earlier?.reading.timezone === undefined;
  const reading = isZoneOfAll && isStated ? withoutZone(given) : given;
  const table = {
    layout: understood,
    line,
    titles,
    sources: asked,
    amount: asked.find(({ field }) => field === 'amount'),
    readings: isProposal ? [] : openReadings(sources, understood, titles, { ...valueOptionsOf(reading), isZoneTyped }, before),
    payouts: payoutWatch(names),
    earlier,
    said,
    zone: given.timezone ?? null,
    profileZone: options.isProfileZone ? (options.timezone ?? null) : null,
    isOfJob,
    wasRead: earlier !== null || isOfJob,
    asSales,
    seen: seenWatch(understood, sources),
  };
  await refuseOpen(table, ahead, { isProposal, isPlain });
  const { layout, values } = isProposal ? { layout: understood, values: [] } : decided(table);
  const isUncut = delimiter !== ',' || reading.decimal === '.' || hasDecimalPoint(ahead.first, layout);
  // The rows of a workbook have as many cells as its widest.
  const haveBlanks = delimiter === null || own.length > names.length || mostEndInBlanks(ahead.first, names.length);
  const last = lastCells(ahead.first, names.length, before?.written.lines === 'ended');
  const ends = { headerCells: isUncut ? null : own.length, haveBlanks, last };
  const rows = rowGroups({ records, delimiter: cut, layout, ends }, null) as OpenedInput['rows'];
  const plan = { place, delimiter, hasHeader, layout, ends, begins };
  const now = readingOf(options, null);
  const isRemembered = isUsed || Object.entries(reading).some(([flag, value]) => now[flag as keyof ValueFlags] !== value);
  const rememberedOn = isRemembered ? (earlier?.on ?? null) : null;
  const tellsPayouts = kind === 'Sales' && table.payouts.isTold();
  const found = { rememberedOn, reading, asRead: tableAsRead(layout, earlier, rules), tellsPayouts };
  const zone = reading.timezone !== undefined && isInZone(values, reading.timezone) ? reading.timezone : null;
  const read = { layout, isJson, rules, reading, zone, earlier, isOfJob };
  const reads = headerReading(read, table.seen.seen(), notedChanges(table));
  const description = { ...describeTable(layout, { delimiter, values }, found), reading: reads };
  return { description, plan, rows };
}

function tooWide(label: string, columns: number) {
  return unusable(
    `${label} has ${columns} columns; a table may have ${columnsMax}.`,
    'Remove columns that are not needed, also cells far to the right of the table',
  );
}

/**
 * The layout of a header, as it was read before if it was. `rules`: what the user said, now or then; `isUsed`: something of then makes a
 * difference.
 */
function asEarlier(
  earlier: EarlierTable | null,
  under: (rules: MappingRules) => Layout,
  said: MappingRules,
  header: readonly string[],
  line: number,
) {
  if (!earlier) return { layout: under(said), rules: said, isUsed: false };
  const rules = mergedRules(stillSaid(earlier, said, header, line), said);
  const natural = under(rules);
  const more = asBefore(earlier, natural, said, line);
  const layout = more ? toldBefore(under(mergedRules(more, rules)), earlier, more) : natural;
  return { layout, rules, isUsed: more !== null || !isEmpty(earlier.rules) };
}

/** Flags for values: those given now, and for the rest those given with the earlier file. */
function readingOf(
  { decimal, dateFormat, timezone, time, minorUnits, isProfileZone }: TableOptions,
  earlier: EarlierTable | null,
): ValueFlags {
  const now = {
    ...(decimal !== undefined && decimal !== 'auto' && { decimal }),
    ...(dateFormat !== undefined && dateFormat !== 'auto' && { dateFormat }),
    ...(timezone !== undefined && { timezone: zoneNamed(timezone).name }),
    ...(time !== undefined && { time }),
    ...(minorUnits !== undefined && { minorUnits }),
  };
  return {
    ...earlier?.reading,
    ...now,
    ...(isProfileZone && earlier?.reading.timezone !== undefined && { timezone: earlier.reading.timezone }),
  };
}

/** Where the header states the zone of all times, that of the profile is not used. */
function withoutZone({ timezone: _, ...reading }: ValueFlags): ValueFlags {
  return reading;
}

/** How the first rows begin and end, but for one without a line end. */
function lastCells(first: readonly AheadRow[], width: number, hadLineEnd: boolean): LastCells {
  const ended = first.filter(({ cells, isUnended = false }) => !isUnended && cells.length >= width);
  return {
    seen: [...new Set(ended.map(({ cells }) => cells[width - 1] ?? ''))],
    begins: [
      ...new Set(
        ended
          .filter(({ cells }) => !isNote(cells, width))
          .flatMap(({ cells: [cell = ''] }) => (isBlank(cell) ? [] : [formOf(cell, null).form])),
      ),
    ],
    rowCells: ended.length === 0 ? 0 : Math.min(...ended.map(({ cells }) => cells.length)),
    hadLineEnd,
  };
}

const DECIMAL_POINT = /\d\.\d{1,2}\s*$/;

/** Whether most of the first rows have only blank cells beyond the header's last. */
function mostEndInBlanks(first: readonly AheadRow[], width: number): boolean {
  const ending = first.filter(({ cells }) => cells.length > width && cells.slice(width).every(isBlank));
  return ending.length > first.length / 2;
}

/** Whether the amount of one of the first rows has a decimal point. */
function hasDecimalPoint(first: readonly AheadRow[], { fields }: Layout): boolean {
  const index = fields.find(({ field }) => field === 'amount')?.index ?? -1;
  return first.some(({ cells }) => DECIMAL_POINT.test(cells[index] ?? ''));
}

/** The first record, without taking it: it will be read as a row. */
async function firstOf(records: RecordReader): Promise<RawRecord | null> {
  const seen: RawRecord[] = [];
  await records.ahead((record) => seen.push(record) === 1, aheadBytesMax);
  return seen[0] ?? null;
}

/** Whether a name says what it means, without a look at the rows. */
function isPlainlyNamed(name: string, kind: UploadKind): boolean {
  return fieldNamed(name, kind) !== null || isRejectName(name) || additionalKey(name) !== null;
}

/** The cells that are columns: those that are named, and the unnamed ones behind them that most of the first rows fill. */
function withFilled(named: string[], own: string[], first: readonly AheadRow[]): string[] {
  const counts = new Map<number, number>();
  for (const { cells } of first.filter((row) => row.cells.length === own.length)) {
    const filled = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
    counts.set(filled, (counts.get(filled) ?? 0) + 1);
  }
  const most = [...counts].find(([, rows]) => rows > first.length / 2)?.[0] ?? 0;
  return most > named.length ? own.slice(0, most) : named;
}

/** For an input that is not a table. */
export function noTable(kind: UploadKind, names: readonly string[]): TableDescription {
  const missing = missingOf(kind, () => false);
  const reading = ownReading(names, kind);
  return { delimiter: null, header: null, mapping: null, values: [], columns: null, missing, reading, ...(kind !== 'Sales' && { kind }) };
}

/** The description of a table, before its rows are read. `read`: what was said or found of its values, now or earlier. */
function describeTable(
  layout: Layout,
  cut: Pick<TableDescription, 'delimiter' | 'values'>,
  read: Pick<NonNullable<TableDescription['columns']>, 'rememberedOn' | 'reading' | 'asRead' | 'tellsPayouts'>,
): Omit<TableDescription, 'reading'> {
  const { kind, header, known, rules, fields, questions, alike } = layout;
  const sidesOf = (name: RowField) =>
    fields.flatMap(({ field, index, debits }) => (field === name && debits !== null ? [[index, debits] as const] : [])).at(0) ?? null;
  const columns = {
    by: layout.columns.map((column) => (column.kind === 'ignored' ? null : column.by)),
    known: known && { name: known.name, notes: known.notes },
    sides: sidesOf('amount'),
    ...(kind === 'Settlement' && { netSides: sidesOf('netAmount') }),
    rules: isEmpty(rules) ? null : rules,
    questions,
    personal: layout.personal.map((index) => header[index] ?? ''),
    alike,
  };
  const missing = missingOf(kind, (field) => [...fields, ...questions].some((one) => one.field === field));
  return {
    ...cut,
    header,
    mapping: layout.columns.map(mappingText),
    columns: { ...columns, ...read },
    missing,
    ...(kind !== 'Sales' && { kind }),
  };
}

/**
 * Without the fields that one of `rows` has. A row with a fault does not show what it has; where all have one, only a table is known to lack
 * an amount or a date, and not a currency, which may stand beside the amount. A proposal says what no column has.
 */
export function withFirstRows(
  { missing, header, kind = 'Sales' }: Pick<TableDescription, 'missing' | 'header' | 'kind'>,
  rows: readonly InputRow[],
  isProposal: boolean,
): readonly RowField[] {
  if (missing.length === 0) return missing;
  const sales = rows.flatMap(({ sale }) => (sale ? [valuesOf(sale)] : []));
  if (sales.length === 0 && header === null) return [];
  if (sales.length === 0) return isProposal ? missing : missing.filter((field) => field !== 'currency');
  return missing.filter((field) => sales.every((sale) => !hasNeeded(kind, field, sale)));
}
