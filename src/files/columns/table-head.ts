/** The header of a table and the cells of its first rows, as they are asked what the columns mean. Columns are indexes from 0. */
import { isBlank } from '../text/blank.js';
import { isOfRejects } from '../words/field-names.js';

/** The cells of the first rows of a table, row by row. */
export type Sample = readonly (readonly string[])[];

export class TableHead {
  /** It is the header of a rejects file: cells may be what is wrong there. */
  readonly isOfRejects: boolean;

  constructor(
    readonly header: readonly string[],
    readonly rows: Sample,
  ) {
    this.isOfRejects = isOfRejects(header);
  }

  name(column = -1): string {
    return this.header[column] ?? '';
  }

  /** All columns with such a name. */
  named(isOne: (name: string) => boolean): number[] {
    return this.header.flatMap((name, column) => (isOne(name) ? [column] : []));
  }

  /** The cells of a column that are not blank. */
  cells(column: number): string[] {
    return this.rows.map((row) => (row[column] ?? '').trim()).filter((cell) => !isBlank(cell));
  }

  /** Whether two columns have the same cells, in more than one row. */
  areSame(one: number, other: number): boolean {
    return this.rows.length > 1 && this.every(one, () => true) && this.rows.every((row) => row[one]?.trim() === row[other]?.trim());
  }

  /** Whether a column has cells, and all of them are such. */
  every(column: number, isOne: (cell: string) => boolean): boolean {
    const cells = this.cells(column);
    return cells.length > 0 && cells.every(isOne);
  }
}

/** The text of columns that are one value together, as a day and a time. */
export function textIn(columns: readonly number[], cells: readonly string[]): string {
  return columns.map((column) => (cells[column] ?? '').trim()).join(' ');
}

/** The only one there is. */
export function onlyOf<Item>(all: readonly Item[]): Item | undefined {
  return all.length === 1 ? all[0] : undefined;
}

export function eachAlone(columns: readonly number[]): number[][] {
  return columns.map((column) => [column]);
}
