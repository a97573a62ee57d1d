/** Parts of statements that the databases write differently. */
import { nothing, perDatabase, type Sql, sql, text } from './work.js';

/** A part that PostgreSQL alone needs, because row-level security looks there. */
export const forPostgres = (part: Sql) => perDatabase(nothing, part);

/**
 * The key of a tenant where rows are looked up by keys of their own. PostgreSQL's planner takes it for any tenant: of one that is too new or
 * too small for its statistics it would believe that there are no rows, and read all of them for each key.
 */
export const anyTenant = (tenantKey: number) => perDatabase(sql`${tenantKey}`, sql`(SELECT ${tenantKey}::int)`);

/** Whether the column before it is one of the keys. */
export const among = (keys: readonly number[] | readonly string[]) =>
  perDatabase(sql`IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`, sql`= ANY(${keys})`);

/** Joins in the order in which they are written: SQLite has no statistics to find a better one by. */
export const join = perDatabase(text('CROSS JOIN'), text('JOIN'));

/** SQLite's planner reads the table by this index, and by none but the primary key. */
export const indexedBy = (index: string) => perDatabase(text(`INDEXED BY ${index}`), nothing);
export const notIndexed = perDatabase(text('NOT INDEXED'), nothing);

/** PostgreSQL's planner runs the query before it for one row after another, instead of reading all rows for it. */
export const oneByOne = forPostgres(text('OFFSET 0'));

/** The table that counts the rows of each tenant. */
export const counters = perDatabase(text('tenant'), text('tenant_counter'));

/** The day, since 1970, of a date as text; null of null. */
export const dayOfDate = (date: Sql) =>
  perDatabase(sql`CAST(julianday(${date}) - 2440587.5 AS INTEGER)`, sql`(${date})::date - DATE '1970-01-01'`);
