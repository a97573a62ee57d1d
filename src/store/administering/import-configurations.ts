/**
 * The import configurations of tenants, each of which has one default; what the rules of a configuration would find in the store now; and the
 * places that a tenant's rows carry.
 */
import type { ImportConfiguration } from '../../contract/import-configuration.js';
import { nameOf } from '../../contract/names.js';
import { SalesError } from '../../contract/problem.js';
import { knownPlaces, toImportConfiguration } from '../access/import-configurations.js';
import type { Configuration, ConfigurationChange, NewConfiguration, Surroundings, UnknownPlace } from '../administration.js';
import { all, nothing, run, type Sql, sql, type Work } from '../sql/work.js';
import type { AdministrationConnection, Note } from './connection.js';
import { checkFree, newId, newKey } from './new-objects.js';
import { find } from './references.js';

/** Fails with `notFound` for the tenant, or with `usage` where the name or the id is taken or not allowed. */
export function* addImportConfiguration(wanted: NewConfiguration, note: Note): Work<Configuration> {
  const name = nameOf('import configuration', wanted.name);
  const { settings, isDefault } = wanted;
  const tenant = yield* find('tenant', wanted.tenant);
  checkFree('import configuration', name, yield* configurationsOf(tenant.key));
  const id = yield* newId('import_configuration', wanted.id);
  if (isDefault) yield* takeDefault(tenant.key);
  const key = yield* insertImportConfiguration(tenant.key, { id, name, settings, isDefault });
  note({ action: 'import-config.add', object: `import-config:${id}`, details: { name, tenantId: tenant.id, isDefault, settings } });
  return yield* configurationWith(key);
}

/** Rows that were already decided about stay as they are. */
export function* changeImportConfiguration(reference: string, wanted: ConfigurationChange, note: Note): Work<Configuration> {
  const name = wanted.name === undefined ? undefined : nameOf('import configuration', wanted.name);
  const within = wanted.tenant === undefined ? undefined : (yield* find('tenant', wanted.tenant)).key;
  const { key, id } = yield* find('import configuration', reference, within);
  const before = yield* configurationWith(key);
  const tenantKey = (yield* find('tenant', before.tenant.id)).key;
  if (name !== undefined) checkFree('import configuration', name, yield* configurationsOf(tenantKey), id);
  if (wanted.isDefault) yield* takeDefault(tenantKey);
  const isDefault = before.isDefault || wanted.isDefault;
  const settings = JSON.stringify(wanted.settings(before.settings));
  yield* run(
    sql`UPDATE import_configuration SET name = ${name ?? before.name}, is_default = ${isDefault}, settings = ${settings}
      WHERE tenant_key = ${tenantKey} AND import_configuration_key = ${key}`,
  );
  const changed = yield* configurationWith(key);
  const details = { name: changed.name, isDefault, settings: changed.settings };
  note({ action: 'import-config.set', object: `import-config:${id}`, details });
  return changed;
}

/** Returns its key. The caller ensures that the tenant has exactly one default. */
export function* insertImportConfiguration(
  tenantKey: number,
  { id, name, settings, isDefault }: ImportConfiguration & { isDefault: boolean },
): Work<number> {
  const key = yield* newKey('import_configuration');
  yield* run(
    sql`INSERT INTO import_configuration (tenant_key, import_configuration_key, id, name, is_default, settings)
      VALUES (${tenantKey}, ${key}, ${id}, ${name}, ${isDefault}, ${JSON.stringify(settings)})`,
  );
  return key;
}

function* takeDefault(tenantKey: number): Work<void> {
  yield* run(sql`UPDATE import_configuration SET is_default = false WHERE tenant_key = ${tenantKey} AND is_default = true`);
}

interface AdministeredRow {
  id: string;
  name: string;
  isDefault: number | boolean;
  settings: string;
  tenantId: string;
  tenantName: string;
}

function* selected(where: Sql): Work<Configuration[]> {
  const rows = yield* all<AdministeredRow>(
    sql`SELECT configuration.id, configuration.name, is_default, settings, tenant.id AS tenant_id, tenant.name AS tenant_name
      FROM tenant JOIN import_configuration AS configuration USING (tenant_key) ${where} ORDER BY tenant.name, tenant_key, configuration.name`,
  );
  return rows.map(({ tenantId, tenantName, isDefault, ...row }) => ({
    ...toImportConfiguration(row),
    tenant: { id: tenantId, name: tenantName },
    isDefault: Boolean(isDefault),
  }));
}

/** All configurations, or those of one tenant. */
export function* configurationsIn(tenant: string | undefined): Work<Configuration[]> {
  return yield* tenant === undefined ? selected(nothing) : configurationsOf((yield* find('tenant', tenant)).key);
}

function configurationsOf(tenantKey: number): Work<Configuration[]> {
  return selected(sql`WHERE tenant_key = ${tenantKey}`);
}

function* configurationWith(key: number): Work<Configuration> {
  const [found] = yield* selected(sql`WHERE import_configuration_key = ${key}`);
  return found as Configuration;
}

/**
 * A configuration with what its rules and its search for duplicates are based on. Without `reference` it is the tenant's default; without
 * `tenant`, the store's only tenant. Fails with `notFound` or `usage`.
 */
export async function surroundingsIn(
  { read, readTenant, foreseen }: AdministrationConnection,
  tenant: string | undefined,
  reference: string | undefined,
): Promise<Surroundings> {
  const { tenantKey, configuration } = await read(function* () {
    const key = tenant === undefined ? yield* onlyTenant() : (yield* find('tenant', tenant)).key;
    const wanted = reference === undefined ? undefined : (yield* find('import configuration', reference, key)).id;
    const configurations = yield* configurationsOf(key);
    const found = configurations.find(({ id, isDefault }) => (wanted === undefined ? isDefault : id === wanted));
    return { tenantKey: key, configuration: found };
  });
  if (!configuration) throw new SalesError('notFound', 'The tenant has no default import configuration.');
  return { configuration, known: await readTenant(tenantKey, () => knownPlaces(tenantKey)), ...(await foreseen(tenantKey)) };
}

/** Where none is named. */
function* onlyTenant(): Work<number> {
  const [only, ...more] = yield* all<{ key: number }>(sql`SELECT tenant_key AS key FROM tenant LIMIT 2`);
  if (!only || more.length > 0) {
    throw new SalesError('usage', 'There are several tenants, and none is named.', {
      hint: ['Name one: ', ['--tenant', 'TENANT'], '. ', ['sales', 'admin', 'tenant', 'list'], ' shows them'],
    });
  }
  return only.key;
}

/** The locations and terminals that a tenant's rows carry and that belong to none of its units, the most frequent first. Reads all rows. */
export async function unknownPlacesIn({ read, readTenant }: AdministrationConnection, tenant: string): Promise<UnknownPlace[]> {
  const { key } = await read(() => find('tenant', tenant));
  return readTenant(key, () =>
    all<UnknownPlace>(
      sql`SELECT nullif(location_id, '') AS location_id, nullif(terminal_id, '') AS terminal_id, count(*) AS rows FROM "transaction"
        WHERE tenant_key = ${key} AND (coalesce(location_id, '') <> '' OR coalesce(terminal_id, '') <> '')
          AND (location_id NOT IN (SELECT location_id FROM unit_location JOIN unit USING (unit_key) WHERE unit.tenant_key = ${key})) IS NOT FALSE
          AND (terminal_id NOT IN (SELECT terminal_id FROM unit_terminal JOIN unit USING (unit_key) WHERE unit.tenant_key = ${key})) IS NOT FALSE
        GROUP BY 1, 2 ORDER BY rows DESC, 1 NULLS FIRST, 2 NULLS FIRST`,
    ),
  );
}
