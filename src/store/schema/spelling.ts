/** How a database spells what the tables of both have. */
export interface Spelling {
  int: string;
  /** Beyond 2^31. */
  big: string;
  small: string;
  real: string;
  /** Compared byte by byte. */
  text: string;
  /** Text as toISOString has it, or a time of the database. */
  time: string;
  id: string;
  /** An id of which there are as many as rows. */
  narrowId: string;
  /** A column of 0 and 1, or of truths; without `preset` each row must say which. */
  flag(column: string, preset?: boolean): string;
  /** The default of a column, where the database is given one. */
  preset(sql: string): string;
  /** What the rows of a tenant are known by: keys are counted over all tenants, or within each. */
  keyedByTenant(key: string, id: string): string;
  /** What follows the columns of a table that is kept in the order of its key. */
  inOrderOfKey: string;
  end: string;
  /** What the databases have each in its own way. */
  own(sqlite: string, postgres: string): string;
}

export const sqliteSpelling: Spelling = {
  int: 'INTEGER',
  big: 'INTEGER',
  small: 'INTEGER',
  real: 'REAL',
  text: 'TEXT',
  time: 'TEXT',
  id: 'TEXT',
  narrowId: 'BLOB',
  flag: (column, preset) =>
    `${column} INTEGER NOT NULL${preset === undefined ? '' : ` DEFAULT ${Number(preset)}`} CHECK (${column} IN (0, 1))`,
  preset: (sql) => ` DEFAULT ${sql}`,
  keyedByTenant: (key, id) => `PRIMARY KEY (${key}), UNIQUE (${id})`,
  inOrderOfKey: ') STRICT, WITHOUT ROWID',
  end: ') STRICT',
  own: (sqlite) => sqlite,
};

export const postgresSpelling: Spelling = {
  int: 'int',
  big: 'bigint',
  small: 'smallint',
  real: 'float8',
  text: 'text COLLATE "C"',
  time: 'timestamptz(3)',
  id: 'uuid',
  narrowId: 'uuid',
  flag: (column, preset) => `${column} boolean NOT NULL${preset === undefined ? '' : ` DEFAULT ${preset}`}`,
  preset: () => '',
  keyedByTenant: (key, id) => `PRIMARY KEY (tenant_key, ${key}), UNIQUE (tenant_key, ${id})`,
  inOrderOfKey: ')',
  end: ')',
  own: (_, postgres) => postgres,
};
