/**
 * What the user said about the columns of a table, by flags or in a mapping file, before any header is known. Plain data: it is stored in a
 * job.json and passed to threads. What it means for a header is decided where columns are planned.
 */
import type { RowsSeen } from './reading.js';

export const extraColumns = ['auto', 'keep', 'drop', 'reject'] as const;
export type ExtraColumns = (typeof extraColumns)[number];

export interface MappingRules {
  /**
   * Field, or `additionalData.<key>`, → its column by name, number or letter; `A + B`: the cells of both, separated by a blank. For the
   * amount, `A - B`: what a column of credits has, or the negative of what a column of debits has.
   */
  columns: Readonly<Record<string, string>>;
  /** Field → its value in every row, as a cell would have it. */
  constants: Readonly<Record<string, string>>;
  /** Field → spelling in the file → value. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns that are not sent. */
  leaveOut: readonly string[];
  /** What happens to columns that match no field; null: the user did not say, which is `auto`: all but personal data of customers are sent. */
  extra: ExtraColumns | null;
  /** Which rows are sales, by their cell in a column; absent: all. */
  rows?: readonly RowChoice[];
  /** Rows whose amounts are negative, though written without a minus; absent: none. */
  negative?: readonly RowValues[];
}

/** Rows with one of `values` in a column are the only ones that are sales, or are none. */
export interface RowChoice extends RowValues {
  keep: boolean;
}

/** Rows with one of `values` in a column. */
export interface RowValues {
  /** By name, number or letter. */
  column: string;
  values: readonly string[];
}

/** What the user said about how values are read. Plain data. */
export interface ValueFlags {
  /** The decimal sign of amounts in a table; decided by the column's values when absent. */
  decimal?: 'auto' | '.' | ',';
  /** The form of dates in a table, such as `dd/MM/yyyy`, or `excel`; decided by the column's values when absent. */
  dateFormat?: string;
  /** IANA name of the zone of local times in a table. */
  timezone?: string;
  /** The time of day of sales whose date has none, as HH:mm. */
  time?: string;
  /** Amounts are whole numbers of the smallest unit of their currency: cents, pence, yen. False: somebody said that they are not. */
  minorUnits?: boolean;
  /** The zone is the profile's, for all files; nobody said it of this one. */
  isProfileZone?: boolean;
}

/** What was said of the unit of amounts, as flags. */
export function unitFlags(minorUnits: boolean | undefined): string[] {
  return minorUnits === undefined ? [] : [minorUnits ? '--minor-units' : '--no-minor-units'];
}

export const relations = ['same', 'net'] as const;

/**
 * A column that was taken, mostly as the amount, because of what the first rows tell of others beside it. It has to hold in every row. Columns are
 * indexes from 0. Plain data: it is stored, and sent between threads.
 */
export interface Agreement {
  column: number;
  /** What it is of `others`: the same, or what the first, a net amount, has lost the rest of. */
  is: (typeof relations)[number];
  others: readonly number[];
}

/** How a table was read, as it is kept for the next one with the same header. Plain data. */
export interface TableAsRead {
  /** What the user said. */
  rules: MappingRules;
  /**
   * For each column, but those that only rejects have, the field or `additionalData.<key>` that it was; null for one that was not sent. Null
   * as a whole where only what the user said was kept.
   */
  mapping: readonly (string | null)[] | null;
  /** The fields that only cells had told. */
  byContent: readonly string[];
  /** What the cells told of the column that was taken as the amount, in the same count of columns. */
  agreements: readonly Agreement[];
  /** How the values of a field were written, as they had told: a decimal sign, or an order of dates; of `costs`, the sign of fees; of `thousands`, `doubtful` where three digits behind a decimal sign were a fault; of `lines`, `ended` where a file ended with a line end. */
  written: Readonly<Record<string, string>>;
  /** What {@link placeFields} were in every row, of each file so far, null for one that had none; absent where no file had one. */
  places?: Readonly<Record<string, readonly (string | null)[]>>;
}

/** Where a sale was made. A constant for it may differ from file to file. */
export const placeFields = ['terminalId', 'locationId'] as const;

/** The fields that were not the same in all files with the header. */
export function openPlaces({ places = {} }: Pick<TableAsRead, 'places'>): string[] {
  return placeFields.filter((field) => (places[field]?.length ?? 0) > 1);
}

/** How a table with the same header was read when it was uploaded before. Plain data: it is stored. */
export interface EarlierTable extends TableAsRead {
  /** The day, as yyyy-MM-dd. */
  on: string;
  /** What was said of its values, as far as it mattered. */
  reading: ValueFlags;
  /** The reading that somebody said yes to; null where nobody did; absent where the version that kept it did not ask. */
  accepted?: AcceptedReading | null;
  /** What its first rows showed; absent of versions that kept neither. */
  kinds?: RowsSeen['kinds'];
  marks?: RowsSeen['marks'];
  /** Field → its column; absent of versions that did not keep it. */
  names?: Readonly<Record<string, string>>;
}

export type EarlierNames = Readonly<Record<string, readonly string[]>>;

export interface AcceptedReading {
  digest: string;
  /** The server keeps it, too: where it is gone there, somebody took it back. */
  isOnServer: boolean;
}

/** Looks up how a table with this header was read before; null where none was. `isJson`: its names come in any order. */
export type Remembered = (header: readonly string[], isJson: boolean) => EarlierTable | null | Promise<EarlierTable | null>;

export const noRules: MappingRules = { columns: {}, constants: {}, values: {}, leaveOut: [], extra: null };

/** Both together. `later` wins, field by field: a constant replaces a column, and a column a constant. */
export function mergedRules(earlier: MappingRules, later: MappingRules): MappingRules {
  return {
    columns: { ...without(earlier.columns, later.constants), ...later.columns },
    constants: { ...without(earlier.constants, later.columns), ...later.constants },
    values: { ...earlier.values, ...later.values },
    leaveOut: [...new Set([...earlier.leaveOut, ...later.leaveOut])],
    extra: later.extra ?? earlier.extra,
    ...withRows(later.rows ?? earlier.rows, later.negative ?? earlier.negative),
  };
}

/** The rules about rows, without empty lists. A later list replaces an earlier one as a whole. */
export function withRows(rows: MappingRules['rows'], negative: MappingRules['negative']): Pick<MappingRules, 'rows' | 'negative'> {
  return { ...(rows && rows.length > 0 && { rows }), ...(negative && negative.length > 0 && { negative }) };
}

function without<Value>(record: Readonly<Record<string, Value>>, names: object): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(names, name)));
}

/** Whether the user said nothing at all. */
export function isEmpty({ columns, constants, values, leaveOut, extra, rows = [], negative = [] }: MappingRules): boolean {
  const isNothingSaid = [columns, constants, values].every((record) => Object.keys(record).length === 0);
  return isNothingSaid && leaveOut.length + rows.length + negative.length === 0 && extra === null;
}
