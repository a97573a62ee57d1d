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
export function sql(texts: TemplateStringsArray, ...put: readonly unknown[]): Sql {
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

export type Mode = 'all' | 'first' | 'run' | 'dialect';

export interface Ask {
  mode: Mode;
  sql: Sql;
}

export type Work<Result> = Generator<Ask, Result, unknown>;

/** The rows found, their columns in camel case. Truths are 0 and 1 in SQLite, true and false in PostgreSQL. */
export function* all<Row>(statement: Sql): Work<Row[]> {
  return (yield { mode: 'all', sql: statement }) as Row[];
}

/** The first row, if there is one. */
export function* first<Row>(statement: Sql): Work<Row | undefined> {
  return (yield { mode: 'first', sql: statement }) as Row | undefined;
}

/** Returns how many rows have changed. */
export function* run(statement: Sql): Work<number> {
  return (yield { mode: 'run', sql: statement }) as number;
}

/** What the tables of the databases have each in its own way. */
export interface Dialect {
  /** Whether the places of a unit, and grants on it, name its tenant, too: PostgreSQL's row level security looks there. */
  namesTenantOfUnits: boolean;
  /** Tables with a row for each tenant, and with rows of users, that the other database does not have. */
  tenantTables: readonly string[];
  userTables: readonly string[];
}

export function* dialect(): Work<Dialect> {
  return (yield { mode: 'dialect', sql: nothing }) as Dialect;
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
