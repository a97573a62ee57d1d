/** The reading of a header: its parts, their digest, and whether somebody has to say yes to it before a file is sent. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Phrase } from '../../contract/phrase.js';
import { columnReference } from '../columns/column-names.js';
import { type FieldSource, type Layout, mappingText } from '../columns/layout.js';
import { type EarlierTable, type MappingRules, placeFields, type RowValues, unitFlags, type ValueFlags } from '../input/mapping-rules.js';
import type { HeaderReading, ReadingParts, RowsSeen, Standing } from '../input/reading.js';
import { missingOf } from '../input/record-kind.js';
import { fieldNamed, isOfRejects, isRejectName } from '../words/field-names.js';

const DIGITS = 12;

export interface ReadTable {
  layout: Layout;
  /** JSON names its members in any order. */
  isJson: boolean;
  /** Rules for the columns that the user gave, now or earlier. */
  rules: MappingRules;
  /** Flags for values that the user gave, now or earlier. */
  reading: ValueFlags;
  zone: string | null;
  earlier: EarlierTable | null;
  isOfJob: boolean;
}

/** `seen` is what the rows ahead showed. */
export function headerReading(table: ReadTable, seen: RowsSeen, notes: readonly Phrase[]): HeaderReading {
  const parts = partsOf(table);
  const digest = digestOf(parts);
  return { ...parts, digest, standing: standingOf(table, parts), seen, notes };
}

/** Reading of JSON with the names of the API. */
export function ownReading(names: readonly string[], table: ReadingParts['table']): HeaderReading {
  const header = [...names].sort();
  const named = header.flatMap((name) => fieldNamed(name, table) ?? []);
  const fields = Object.fromEntries(named.map((field) => [field, [field]]));
  const parts: ReadingParts = { header, table, fields, constants: {}, zone: null, flags: [] };
  return { ...parts, digest: digestOf(parts), standing: 'own', seen: { kinds: {}, marks: noMarks }, notes: [] };
}

export const noMarks: RowsSeen['marks'] = { hasDecimals: null, negative: null, magnitude: null, sharesReference: null };

function digestOf({ header, table, fields, constants, zone, flags }: ReadingParts): string {
  return createHash('sha256')
    .update(JSON.stringify([header, table, sorted(fields), sorted(constants), zone, flags]))
    .digest('hex')
    .slice(0, DIGITS);
}

function sorted(record: object): [string, unknown][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}

function partsOf({ layout, isJson, rules, reading, zone }: ReadTable): ReadingParts {
  const { kind, fields } = layout;
  const names = layout.header.filter((name) => !isRejectName(name)).map((name) => name.trim());
  const mapped = fields.filter(({ constant }) => constant === null);
  return {
    header: isJson ? names.sort() : names,
    table: kind,
    fields: Object.fromEntries(mapped.map((source) => [source.field, columnsOf(source, layout.header)])),
    constants: Object.fromEntries(fields.flatMap(({ field, constant }) => (constant === null ? [] : [[field, constant]]))),
    zone,
    flags: flagsOf(rules, reading),
  };
}

function columnsOf({ field, index, more, debits, isTurned }: FieldSource, header: readonly string[]): string[] {
  const name = (column: number) => columnReference(header, column);
  // Whether costs have a minus is what cells tell.
  const isOpposite = isTurned === true && (field === 'amount' || field === 'netAmount');
  return [`${isOpposite ? '- ' : ''}${name(index)}`, ...more.map(name), ...(debits === null ? [] : [`- ${name(debits)}`])];
}

function flagsOf(rules: MappingRules, { decimal, dateFormat, time, minorUnits }: ValueFlags): string[] {
  const pairs = (flag: string, { column, values }: RowValues) => values.map((value) => [flag, `${column}=${value}`]);
  const all = [
    ...(decimal === undefined ? [] : [['--decimal', decimal]]),
    ...(dateFormat === undefined ? [] : [['--date-format', dateFormat]]),
    ...(time === undefined ? [] : [['--time', time]]),
    ...unitFlags(minorUnits).map((flag) => [flag]),
    ...(rules.extra === null || rules.extra === 'auto' ? [] : [['--extra', rules.extra]]),
    ...(rules.rows ?? []).flatMap((row) => pairs(row.keep ? '--only' : '--leave-out', row)),
    ...(rules.negative ?? []).flatMap((row) => pairs('--negative', row)),
    ...rules.leaveOut.map((column) => ['--map', `-${column}`]),
    ...Object.entries(rules.values).flatMap(([field, values]) =>
      Object.entries(values).map(([text, value]) => ['--map', `${field}: ${text}=${value}`]),
    ),
  ];
  return all.sort((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1)).flat();
}

function standingOf({ layout, earlier, isOfJob, rules, reading }: ReadTable, parts: ReadingParts): Standing {
  const { header, matchStateColumn, known } = layout;
  if (isOfJob) return 'job';
  if (isOfRejects(header)) return 'rejects';
  if (matchStateColumn !== null) return 'list';
  if (isOwn(layout)) return 'own';
  if (known) return 'export';
  if (earlier && isAccepted(parts, earlier)) return 'accepted';
  if (earlier && earlier.accepted === undefined && isAsBefore(earlier, layout, rules, reading)) return 'before';
  return isAllSaid(layout) ? 'said' : 'new';
}

/** Whether somebody said yes to it, with this till and location or with others that files of this header had. */
function isAccepted(parts: ReadingParts, { accepted, places = {} }: EarlierTable): boolean {
  const had = placeFields.reduce(
    (all, field) => {
      const values = places[field] ?? [];
      if (!values.includes(parts.constants[field] ?? null)) return all;
      return all.flatMap(({ [field]: _, ...others }) => values.map((value) => (value === null ? others : { ...others, [field]: value })));
    },
    [parts.constants],
  );
  return had.some((constants) => digestOf({ ...parts, constants }) === accepted?.digest);
}

/** Whether all that servers need has the API's own names, and other columns are only sent along. */
function isOwn({ kind, fields, columns, kindColumn }: Layout): boolean {
  const isPlain = columns.every((column) => column.kind !== 'field' || column.by === 'exact');
  return isPlain && kindColumn === null && missingOf(kind, (name) => fields.some(({ field }) => field === name)).length === 0;
}

/** Whether each column that is used was named by the user, or names a field itself. */
function isAllSaid({ columns, rules }: Layout): boolean {
  const isSaid = columns.every((column) => {
    if (column.kind === 'ignored') return true;
    if (column.by === 'given' || column.by === 'exact') return true;
    return column.kind === 'item' && rules.extra !== null;
  });
  return isSaid && columns.some((column) => column.kind !== 'ignored' && column.by === 'given');
}

/** Whether a file that was uploaded without being asked about was read like this. */
function isAsBefore(earlier: EarlierTable, { columns, header }: Layout, rules: MappingRules, reading: ValueFlags): boolean {
  const fieldsOf = (texts: readonly (string | null)[]) => texts.map((text) => (text?.startsWith('additionalData.') ? null : text));
  const now = columns.flatMap((column, index) => (isRejectName(header[index] ?? '') ? [] : [mappingText(column)]));
  const { timezone: _, ...values } = reading;
  const { timezone: __, ...then } = earlier.reading;
  return (
    (earlier.mapping === null || isDeepStrictEqual(fieldsOf(earlier.mapping), fieldsOf(now))) &&
    isDeepStrictEqual(earlier.rules, rules) &&
    isDeepStrictEqual(then, values)
  );
}
