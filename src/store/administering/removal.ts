/**
 * Removes objects, but only those that have no data and on which nothing else depends. A tenant with uploads and a user who has made some must
 * stay; their access can be taken away instead.
 */

import { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';
import type { Removable, Removal } from '../administration.js';
import { port } from '../port.js';
import { plainTableNames, plainUserTables } from '../schema/plain-tables.js';
import { first, run, type Sql, sql, text, type Work } from '../sql/work.js';
import type { Note } from './connection.js';
import { noteRemoved } from './new-objects.js';
import { type FoundObject, find } from './references.js';

/** What {@link remove} would do. Fails with `notFound`, or with `usage` where the object must stay. */
export function* removalIn(kind: Removable, reference: string): Work<Removal> {
  const found = yield* find(kind, reference);
  return { kind, id: found.id, name: found.name, with: yield* checks[kind](found) };
}

/** Removes an object with what goes with it. Fails with `notFound`, or with `usage` where the object must stay. */
export function* remove(kind: Removable, reference: string, note: Note): Work<Removal> {
  const found = yield* find(kind, reference);
  const removal = { kind, id: found.id, name: found.name, with: yield* checks[kind](found) };
  const { tenantTables, userTables } = yield* port();
  const beside = { tenant: [...tenantTables, ...plainTableNames], user: [...userTables, ...plainUserTables], customer: [], unit: [] }[kind];
  for (const statement of kind === 'tenant' ? deletionsOfUnits(found.key) : []) yield* run(statement);
  for (const table of [...beside, ...tablesOf[kind]])
    yield* run(sql`DELETE FROM ${text(table)} WHERE ${text(`${kind}_key`)} = ${found.key}`);
  yield* noteRemoved(kind, found);
  note({ action: `${kind}.remove`, object: `${kind}:${found.id}`, details: { name: found.name, with: removal.with } });
  return removal;
}

/** Counts what would go with an object. Fails with `usage` where it must stay. */
const checks: Record<Removable, (found: FoundObject) => Work<Record<string, number>>> = {
  *customer({ key, name }) {
    const tenants = yield* counted(sql`tenant WHERE customer_key = ${key}`);
    if (tenants > 0)
      throw stays(`The customer "${name}" still has tenants (${tenants})`, ['Remove them first: ', ['sales', 'admin', 'tenant', 'remove']]);
    return { grants: yield* counted(sql`user_grant WHERE customer_key = ${key}`) };
  },
  *tenant({ key, name }) {
    if ((yield* counted(sql`(SELECT 1 FROM upload WHERE tenant_key = ${key} LIMIT 1) AS one`)) > 0)
      throw stays(`The tenant "${name}" has uploads, and data is not deleted here`, [
        'To hide it, take its users away: ',
        ['sales', 'admin', 'user', 'revoke', 'NAME', '--tenant', 'ID'],
      ]);
    return {
      units: yield* counted(sql`unit WHERE tenant_key = ${key}`),
      importConfigurations: yield* counted(sql`import_configuration WHERE tenant_key = ${key}`),
      grants: yield* counted(
        sql`user_grant AS given LEFT JOIN unit ON unit.unit_key = given.unit_key WHERE coalesce(unit.tenant_key, given.tenant_key) = ${key}`,
      ),
    };
  },
  *unit({ key, name }) {
    const units = yield* counted(sql`unit WHERE parent_key = ${key}`);
    if (units > 0)
      throw stays(`The unit "${name}" still has units below it (${units})`, [
        'Remove them first, or move them: ',
        ['sales', 'admin', 'unit', 'set'],
      ]);
    return {
      locations: yield* counted(sql`unit_location WHERE unit_key = ${key}`),
      terminals: yield* counted(sql`unit_terminal WHERE unit_key = ${key}`),
      grants: yield* counted(sql`user_grant WHERE unit_key = ${key}`),
    };
  },
  *user({ key, name }) {
    if ((yield* counted(sql`(SELECT 1 FROM upload WHERE user_key = ${key} LIMIT 1) AS one`)) > 0)
      throw stays(`"${name}" has made uploads, which keep their user`, [
        'Disable the user instead: ',
        ['sales', 'admin', 'user', 'disable', name],
      ]);
    return { grants: yield* counted(sql`user_grant WHERE user_key = ${key}`) };
  },
};

/** Tables whose rows go with an object, by its key; those that refer to others before them. */
const tablesOf: Record<Removable, readonly string[]> = {
  customer: ['user_grant', 'customer'],
  tenant: ['unit', 'import_configuration', 'tenant'],
  unit: ['user_grant', 'unit_location', 'unit_terminal', 'unit'],
  user: ['console_session', 'user_grant', 'user_role', 'app_user'],
};

/** Units of a tenant, with what belongs to them; parents and children go in one statement: references are checked only at its end. */
function deletionsOfUnits(tenantKey: number): Sql[] {
  const units = sql`(SELECT unit_key FROM unit WHERE tenant_key = ${tenantKey})`;
  return [
    sql`DELETE FROM user_grant WHERE tenant_key = ${tenantKey} OR unit_key IN ${units}`,
    sql`DELETE FROM unit_location WHERE unit_key IN ${units}`,
    sql`DELETE FROM unit_terminal WHERE unit_key IN ${units}`,
    sql`INSERT INTO removed (id, kind, key) SELECT id, 'unit', unit_key FROM unit WHERE tenant_key = ${tenantKey}`,
  ];
}

function* counted(from: Sql): Work<number> {
  return (yield* first<{ count: number }>(sql`SELECT count(*) AS count FROM ${from}`))?.count ?? 0;
}

function stays(why: string, hint: Hint): SalesError {
  return new SalesError('usage', `${why}.`, { hint });
}
