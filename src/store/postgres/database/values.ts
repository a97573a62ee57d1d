/** Parts of statements that are put together as text. */
import type { Sql } from '../../sql/work.js';

/** The values that a statement binds, as it is put together: each gets the next number. */
export class Values {
  readonly list: unknown[] = [];

  /** The place of the value in the statement, such as `$3`. */
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }

  /** The part with its values. */
  put({ texts, values }: Sql): string {
    return texts.reduce((before, after, index) => before + this.add(values[index - 1]) + after);
  }
}

/** See Dialect; `place` is that of the tenant's key in the statement. */
export function anyTenant(place: string): string {
  return `(SELECT ${place}::int)`;
}
