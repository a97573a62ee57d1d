/**
 * The schema, and the steps that lead to it from the first. A step that has been released is never changed; new steps are added at the end.
 * Tables use the contract's words. Internal keys are small integers, to keep indexes narrow; public ids are UUIDs.
 */
import { SalesError } from '../../../contract/problem.js';
import type { Database } from './engine.js';
import { ofMatching, ofPeriods } from './match-tables.js';
import { ofSales } from './sales-tables.js';
import { ofSettlement } from './settlement-tables.js';

/** Schema 8, by which databases of 0.1.0's first builds were written, is the first that can be brought to this one. */
export const firstSchema = 8;

/** The first makes schema {@link firstSchema}; each other one makes the next. */
const steps: readonly string[] = [ofSales + ofSettlement + ofMatching, ofPeriods];

export const schemaVersion = firstSchema + steps.length - 1;

/**
 * Brings the database to the current schema, each step in a transaction of its own. If the database already holds a schema, `beforeUpgrade`
 * is called with its number before the first step, and can stop the upgrade by throwing. Fails with `disk` where a newer version of sales
 * wrote the database, or a build before schema {@link firstSchema}.
 */
export function migrate(db: Database, beforeUpgrade: (found: number) => void): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found > schemaVersion) {
    throw new SalesError('disk', `The database has schema ${found}; this version of sales knows up to ${schemaVersion}.`, {
      hint: 'Use the version of sales that wrote it, or a newer one.',
    });
  }
  if (found > 0 && found < firstSchema) {
    const { message, hint } = tooOld(`The database has schema ${found}`);
    throw new SalesError('disk', message, { hint });
  }
  if (found > 0 && found < schemaVersion) beforeUpgrade(found);
  for (const [index, step] of steps.entries()) {
    const version = firstSchema + index;
    if (version <= found) continue;
    db.transaction(() => {
      db.exec(step);
      db.pragma(`user_version = ${version}`);
    }).immediate();
  }
}

/** What to say of a database before {@link firstSchema}. `what`: it, with its schema. */
export function tooOld(what: string): { message: string; hint: string } {
  return {
    message: `${what}, of a build before 0.1.0; this version of sales reads schema ${firstSchema} and later.`,
    hint: `Start the server once with an earlier build that has schema ${firstSchema}: it brings the database there, after a backup.`,
  };
}
