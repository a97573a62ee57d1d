/**
 * What the user said about the columns of a table, by flags or in a mapping file, before any header is known. Plain data: it is stored in a
 * job.json and passed to threads. What it means for a header is decided where columns are planned.
 */
export type ExtraColumns = 'keep' | 'drop' | 'reject';

export interface MappingRules {
  /** Field, or `additionalData.<key>`, → its column by name, number or letter; `A + B`: the cells of both, separated by a blank. */
  columns: Readonly<Record<string, string>>;
  /** Field → its value in every row, as a cell would have it. */
  constants: Readonly<Record<string, string>>;
  /** Field → spelling in the file → value. */
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns that are not sent. */
  leaveOut: readonly string[];
  /** What happens to columns that match no field; null: the user did not say. */
  extra: ExtraColumns | null;
}

/** Looks up what was said when a table with this header was uploaded before, and on which day; null where nothing was. */
export type Remembered = (header: readonly string[]) => { rules: MappingRules; on: string } | null;

export const noRules: MappingRules = { columns: {}, constants: {}, values: {}, leaveOut: [], extra: null };

/** Both together. `later` wins, field by field: a constant replaces a column, and a column a constant. */
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

/** Whether the user said nothing at all. */
export function isEmpty({ columns, constants, values, leaveOut, extra }: MappingRules): boolean {
  return [columns, constants, values].every((record) => Object.keys(record).length === 0) && leaveOut.length === 0 && extra === null;
}
