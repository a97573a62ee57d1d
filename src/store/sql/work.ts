/**
 * Work on a database, written once for SQLite and PostgreSQL: it yields each statement and is given what that found. SQLite runs it on the
 * spot, inside a synchronous transaction; PostgreSQL awaits each statement. Values never become part of the text.
 */

/** A statement, or a part of one: its text is cut where its values are. There is one text more than there are values. */
export class Sql {
  constructor(
    readonly texts: readonly string[],
    readonly values: readonly unknown[],
  ) {}
}

/** A statement or a part of one in snake case; what is put in is a value, or another part. */
export function sql(texts: readonly string[], ...put: readonly unknown[]): Sql {
  if (!put.some((one) => one instanceof Sql)) return new Sql(texts, put);
  const cut = [texts[0] as string];
  const values: unknown[] = [];
  const append = (text: string) => cut.push(cut.pop() + text);
  for (const [index, one] of put.entries()) {
    if (one instanceof Sql) {
      append(one.texts[0] as string);
      cut.push(...one.texts.slice(1));
      values.push(...one.values);
      append(texts[index + 1] as string);
    } else {
      values.push(one);
      cut.push(texts[index + 1] as string);
    }
  }
  return new Sql(cut, values);
}

/** A part that is text alone: the name of a table or a column, never what somebody has typed. */
export function text(words: string): Sql {
  return new Sql([words], []);
}

export const nothing = text('');

/** Parts one after another, with a text between them; without any, nothing. */
export function joined(parts: readonly Sql[], between = ''): Sql {
  return parts.length === 0 ? nothing : sql(['', ...parts.slice(1).map(() => between), ''], ...parts);
}

/** What each database has in the place of one value. */
class OwnParts {
  constructor(
    readonly sqlite: Sql,
    readonly postgres: Sql,
  ) {}
}

/** A part that the databases write differently. */
export function perDatabase(sqlite: Sql, postgres: Sql): Sql {
  return new Sql(['', ''], [new OwnParts(sqlite, postgres)]);
}

/** The statement as one of the databases has it. */
export function writtenFor(database: 'sqlite' | 'postgres', statement: Sql): Sql {
  const { texts, values } = statement;
  if (!values.some((value) => value instanceof OwnParts)) return statement;
  return sql(texts, ...values.map((value) => (value instanceof OwnParts ? writtenFor(database, value[database]) : value)));
}

/** What the values of a column are, as PostgreSQL calls it. */
export type ColumnTypes = Record<string, 'bigint' | 'int' | 'smallint' | 'text' | 'timestamptz' | 'uuid'>;

/** How a statement names what it is given for many rows; see {@link runEach}. */
export interface GivenRows<Names extends string = string> {
  /** The value of each column. */
  value: Record<Names, Sql>;
  /** Where the values come from: begins with FROM, or is empty. */
  from: Sql;
  /** Whether a column of the table is the first column given. */
  isKey(column: Sql): Sql;
}

interface AskOnce {
  mode: 'all' | 'arrays' | 'column' | 'first' | 'run';
  sql: Sql;
}

export interface AskForEach {
  mode: 'runEach' | 'arraysEach';
  columns: ColumnTypes;
  /** Each has its values in the order of the columns. */
  rows: readonly (readonly unknown[])[];
  statement: (given: GivenRows) => Sql;
}

export type Ask = AskOnce | AskForEach | { mode: 'port' } | { mode: 'direct'; use: (connection: never) => unknown };

export type Work<Result> = Generator<Ask, Result, unknown>;

/** The rows found, their columns in camel case. Truths are 0 and 1 in SQLite, true and false in PostgreSQL. */
export function* all<Row>(statement: Sql): Work<Row[]> {
  return (yield { mode: 'all', sql: statement }) as Row[];
}

/** The first row, if there is one. */
export function* first<Row>(statement: Sql): Work<Row | undefined> {
  return (yield { mode: 'first', sql: statement }) as Row | undefined;
}

/** The rows found as arrays, in the order of their columns: of many rows it takes less time. */
export function* arrays<Row extends readonly unknown[]>(statement: Sql): Work<Row[]> {
  return (yield { mode: 'arrays', sql: statement }) as Row[];
}

/** The values of the only column. */
export function* column<Value>(statement: Sql): Work<Value[]> {
  return (yield { mode: 'column', sql: statement }) as Value[];
}

/** Returns how many rows have changed. */
export function* run(statement: Sql): Work<number> {
  return (yield { mode: 'run', sql: statement }) as number;
}

/**
 * Runs a statement for many rows, and returns how many have changed. PostgreSQL is sent it once, with a list of values for each column; SQLite
 * runs it for one row after another. No statement runs where there are no rows.
 */
export function* runEach<Names extends string>(
  columns: Record<Names, ColumnTypes[string]>,
  rows: AskForEach['rows'],
  statement: (given: GivenRows<Names>) => Sql,
): Work<number> {
  return rows.length === 0 ? 0 : ((yield { mode: 'runEach', columns, rows, statement }) as number);
}

/** Runs a query for many rows as {@link runEach} does, and returns the rows found, each as an array of its columns. */
export function* arraysEach<Row extends readonly unknown[], Names extends string>(
  columns: Record<Names, ColumnTypes[string]>,
  rows: AskForEach['rows'],
  statement: (given: GivenRows<Names>) => Sql,
): Work<Row[]> {
  return rows.length === 0 ? [] : ((yield { mode: 'arraysEach', columns, rows, statement }) as Row[]);
}

/** What only one of the databases can do, on what its runner gives. For ports alone. */
export function* direct<Connection, Result>(use: (connection: Connection) => Result): Work<Awaited<Result>> {
  return (yield { mode: 'direct', use }) as Awaited<Result>;
}

const names = new Map<string, string>();

/** A row with its columns in camel case: `terminal_id` is in `terminalId`. */
export function inCamelCase(row: Record<string, unknown>): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const name in row) {
    let own = names.get(name);
    if (own === undefined) {
      own = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
      names.set(name, own);
    }
    renamed[own] = row[name];
  }
  return renamed;
}

/** `terminalId` is in the column `terminal_id`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
