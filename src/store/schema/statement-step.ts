/**
 * The step from schema 9 on SQLite, and 5 on PostgreSQL, of version 0.2.0: closes can be approved, and no upload waits for its import
 * any more. Once it is released it is never changed.
 */
import { plainTables } from './plain-tables.js';
import { postgresSpelling, sqliteSpelling } from './spelling.js';
import type { SchemaStep } from './step.js';
import { plainWallOf } from './walls.js';

const { create } = plainTables.close_statement;

/** Imports that were under way: their other rows are decided about when somebody has the upload reprocessed. */
const endImports = (errors: string) => `
  UPDATE upload SET status = CASE processed WHEN 0 THEN 'Failed' ELSE 'ProcessedWithErrors' END, error_count = error_count + 1, errors = ${errors}
    WHERE status = 'Processing';`;
const notFinished = 'The import was not finished: reprocess the upload.';

export const sqliteStatementStep = `${create(sqliteSpelling)}
  DROP INDEX upload_unfinished;${endImports(`json_insert(errors, '$[#]', '${notFinished}')`)}
  ALTER TABLE upload DROP COLUMN tries;`;

/** A database that this version has made has no queue. */
export const postgresStatementStep: SchemaStep = {
  expand: `${create(postgresSpelling)}${plainWallOf('close_statement')}`,
  contract: `
  DROP TABLE IF EXISTS import_queue;${endImports(`(errors::jsonb || '["${notFinished}"]')::text`)}
  ALTER TABLE upload DROP COLUMN IF EXISTS tries;`,
};
