/** Parts of SQL conditions, for statements that are put together from many. */
import { type Sql, writtenFor } from '../../sql/work.js';

/** Part of an SQL condition, with the values that it binds. */
export interface Restriction {
  sql: string;
  values: readonly unknown[];
}

export function restrictionOf(condition: Sql): Restriction {
  const { texts, values } = writtenFor('sqlite', condition);
  return { sql: texts.join('?'), values };
}
