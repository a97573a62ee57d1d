/**
 * The schema, and the step that leads to it from an earlier one. A step that has been released is never changed.
 */
import { SalesError } from '../../../contract/problem.js';
import { sqliteSpelling } from '../../schema/spelling.js';
import { tables } from '../../schema/tables.js';
import type { Database } from './engine.js';
import { fromSchema8 } from './from-schema-8.js';
import { ownTables } from './own-tables.js';

/** The oldest schema that can be brought to the current one. */
export const firstSchema = 8;
export const schemaVersion = 9;

/**
 * Brings the database to the current schema, in one transaction. If the database already holds a schema, `beforeUpgrade` is called with its
 * number before, and can stop the upgrade by throwing. Fails with `disk` where its schema is newer, or older than {@link firstSchema}.
 */
export function migrate(db: Database, beforeUpgrade: (found: number) => void): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found === schemaVersion) return;
  const fault = found === 0 ? null : schemaFault('The database', found);
  if (fault) throw new SalesError('disk', fault.message, { hint: fault.hint });
  if (found > 0) beforeUpgrade(found);
  db.transaction(() => {
    if (found === firstSchema) fromSchema8(db);
    else db.exec(tables(sqliteSpelling) + ownTables);
    db.pragma(`user_version = ${schemaVersion}`);
  }).immediate();
}

/** What to say of a schema that this version can neither use nor bring on; null where it can. `what` has it: the database, or a file. */
export function schemaFault(what: string, found: number): { message: string; hint: string } | null {
  if (found > schemaVersion) {
    return {
      message: `${what} has schema ${found}; this version of sales knows up to ${schemaVersion}.`,
      hint: 'Use the version of sales that wrote it, or a newer one.',
    };
  }
  if (found >= firstSchema) return null;
  return {
    message: `${what} has schema ${found}, which no release had; this version of sales reads schema ${firstSchema} and later.`,
    hint: `Start the server once with a build that has schema ${firstSchema}: it brings the database there, after a backup.`,
  };
}
