/** The step from schema 9 on SQLite, and 5 on PostgreSQL, of version 0.2.0: closes can be approved. Once it is released it is never changed. */
import { plainTables } from './plain-tables.js';
import { postgresSpelling, sqliteSpelling } from './spelling.js';
import type { SchemaStep } from './step.js';
import { plainWallOf } from './walls.js';

const { create } = plainTables.close_statement;

export const sqliteStatementStep = create(sqliteSpelling);

export const postgresStatementStep: SchemaStep = {
  expand: `${create(postgresSpelling)}${plainWallOf('close_statement')}`,
  contract: '',
};
