/**
 * What somebody has said of the columns of a table, by flags or in a mapping file, before any header is known: plain data, which stands
 * in a job.json and travels to threads. What it means for a header is decided where columns are planned.
 */
export type ExtraColumns = 'keep' | 'drop' | 'reject';

export interface MappingRules {
  /** Field, or `additionalData.<key>`, → its column by name, number or letter; `A + B`: the cells of both, parted by a blank. */
  columns: Readonly<Record<string, string>>;
  /** Field → its value in every row, as a cell would have it. */
  constants: Readonly<Record<string, string>>;
  /** Field → spelling in the file → value. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns that are not sent. */
  leaveOut: readonly string[];
  /** What becomes of columns that mean no field; null: not said. */
  extra: ExtraColumns | null;
}

/** What was said, for a header, when it was uploaded before; null where nothing was. */
export type Remembered = (header: readonly string[]) => { rules: MappingRules; on: string } | null;

export const noRules: MappingRules = { columns: {}, constants: {}, values: {}, leaveOut: [], extra: null };

/** `later` wins, field by field: a constant takes the place of a column, and a column that of a constant. */
export function mergedRules(earlier: MappingRules, later: MappingRules): MappingRules {
  return {
    columns: { ...without(earlier.columns, later.constants), ...later.columns },
    constants: { ...without(earlier.constants, later.columns), ...later.constants },
    values: { ...earlier.values, ...later.values },
    leaveOut: [...new Set([...earlier.leaveOut, ...later.leaveOut])],
    extra: later.extra ?? earlier.extra,
  };
}

function without<Value>(record: Readonly<Record<string, Value>>, names: object): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !Object.hasOwn(names, name)));
}

/** Whether nothing was said of any column. */
export function isEmpty({ columns, constants, values, leaveOut, extra }: MappingRules): boolean {
  return [columns, constants, values].every((record) => Object.keys(record).length === 0) && leaveOut.length === 0 && extra === null;
}
