/**
 * The import configurations of tenants, each of which has one default; and what the rules of a configuration would find in the store now.
 */
import { nameOf } from '../../../contract/names.js';
import { SalesError } from '../../../contract/problem.js';
import type { Configuration, ConfigurationChange, NewConfiguration, Surroundings, UnknownPlace } from '../../administration.js';
import { checkFree } from '../../new-names.js';
import { severalTenants } from '../../references.js';
import { insertImportConfiguration, knownPlaces, toImportConfiguration } from '../access/import-configurations.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { earlierRows, seedOf } from '../rows/earlier-rows.js';
import type { AdministrationConnection } from './connection.js';
import { newId, newKey } from './new-objects.js';
import { find } from './references.js';

/** Fails with `notFound` for the tenant, or with `usage` where the name or the id is taken or not allowed. */
export function addImportConfiguration({ db, change }: AdministrationConnection, wanted: NewConfiguration): Promise<Configuration> {
  const name = nameOf('import configuration', wanted.name);
  const { settings, isDefault } = wanted;
  return change((note) => {
    const tenant = find(db, 'tenant', wanted.tenant);
    checkFree('import configuration', name, configurationsOf(db, tenant.key));
    const id = newId(db, 'import_configuration', wanted.id);
    const key = newKey(db, 'import_configuration');
    if (isDefault) takeDefault(db, tenant.key);
    insertImportConfiguration(db, tenant.key, { key, id, name, settings, isDefault });
    note({ action: 'import-config.add', object: `import-config:${id}`, details: { name, tenantId: tenant.id, isDefault, settings } });
    return configurationWith(db, key);
  });
}

/** Rows that were already decided about stay as they are. */
export function changeImportConfiguration(
  { db, change }: AdministrationConnection,
  reference: string,
  wanted: ConfigurationChange,
): Promise<Configuration> {
  const name = wanted.name === undefined ? undefined : nameOf('import configuration', wanted.name);
  return change((note) => {
    const within = wanted.tenant === undefined ? undefined : find(db, 'tenant', wanted.tenant).key;
    const { key, id } = find(db, 'import configuration', reference, within);
    const before = configurationWith(db, key);
    const tenantKey = find(db, 'tenant', before.tenant.id).key;
    if (name !== undefined) checkFree('import configuration', name, configurationsOf(db, tenantKey), id);
    if (wanted.isDefault) takeDefault(db, tenantKey);
    const isDefault = before.isDefault || wanted.isDefault;
    statement(
      db,
      'UPDATE import_configuration SET name = ?, isDefault = ?, settings = ? WHERE tenantKey = ? AND importConfigurationKey = ?',
    ).run(name ?? before.name, isDefault ? 1 : 0, JSON.stringify(wanted.settings(before.settings)), tenantKey, key);
    const changed = configurationWith(db, key);
    const { settings } = changed;
    note({ action: 'import-config.set', object: `import-config:${id}`, details: { name: changed.name, isDefault, settings } });
    return changed;
  });
}

function takeDefault(db: Database, tenantKey: number): void {
  statement(db, 'UPDATE import_configuration SET isDefault = 0 WHERE tenantKey = ? AND isDefault = 1').run(tenantKey);
}

interface AdministeredRow {
  importConfigurationKey: number;
  id: string;
  name: string;
  isDefault: number;
  settings: string;
  tenantId: string;
  tenantName: string;
}

const selectConfigurations = `SELECT configuration.*, tenant.id AS tenantId, tenant.name AS tenantName
  FROM tenant JOIN import_configuration AS configuration USING (tenantKey)`;

/** All configurations, or those of one tenant. */
export function configurationsIn(db: Database, tenant: string | undefined): Configuration[] {
  return configurationsOf(db, tenant === undefined ? null : find(db, 'tenant', tenant).key);
}

function configurationsOf(db: Database, tenantKey: number | null): Configuration[] {
  const sql = `${selectConfigurations} WHERE ifnull(tenantKey = ?, 1) ORDER BY tenant.name, tenantKey, configuration.name`;
  return (statement(db, sql).all(tenantKey) as AdministeredRow[]).map(toConfiguration);
}

function configurationWith(db: Database, key: number): Configuration {
  return toConfiguration(statement(db, `${selectConfigurations} WHERE importConfigurationKey = ?`).get(key) as AdministeredRow);
}

function toConfiguration({ tenantId, tenantName, isDefault, ...row }: AdministeredRow): Configuration {
  return { ...toImportConfiguration(row), tenant: { id: tenantId, name: tenantName }, isDefault: isDefault === 1 };
}

/**
 * A configuration with what its rules and its search for duplicates are based on. Without `reference` it is the tenant's default; without
 * `tenant`, the store's only tenant. Fails with `notFound` or `usage`.
 */
export function surroundingsIn(db: Database, tenant: string | undefined, reference: string | undefined): Surroundings {
  const tenantKey = tenant === undefined ? onlyTenant(db) : find(db, 'tenant', tenant).key;
  const configurations = configurationsOf(db, tenantKey);
  const wanted = reference === undefined ? undefined : find(db, 'import configuration', reference, tenantKey).id;
  const configuration = configurations.find(({ id, isDefault }) => (wanted === undefined ? isDefault : id === wanted));
  if (!configuration) throw new SalesError('notFound', 'The tenant has no default import configuration.');
  return {
    configuration,
    known: knownPlaces(db, tenantKey),
    seed: seedOf(db, tenantKey),
    earlier: { ...earlierRows(db, tenantKey, { kind: 'Sales', uploadKey: null, groupKey: null, batchKey: null }), foresee: async () => {} },
  };
}

function onlyTenant(db: Database): number {
  const keys = statement(db, 'SELECT tenantKey FROM tenant LIMIT 2').pluck().all() as number[];
  const [only] = keys;
  if (only === undefined || keys.length > 1) throw severalTenants();
  return only;
}

/** The locations and terminals that a tenant's rows carry and that belong to none of its units, the most frequent first. Reads all rows. */
export function unknownPlacesIn(db: Database, tenant: string): UnknownPlace[] {
  const { key } = find(db, 'tenant', tenant);
  const ofUnits = (column: string, table: string) => `SELECT ${column} FROM ${table} JOIN unit USING (unitKey) WHERE unit.tenantKey = ?`;
  return statement(
    db,
    `SELECT nullif(locationId, '') AS locationId, nullif(terminalId, '') AS terminalId, count(*) AS rows FROM "transaction"
     WHERE tenantKey = ? AND (ifnull(locationId, '') <> '' OR ifnull(terminalId, '') <> '')
       AND ifnull(locationId NOT IN (${ofUnits('locationId', 'unit_location')}), 1)
       AND ifnull(terminalId NOT IN (${ofUnits('terminalId', 'unit_terminal')}), 1)
     GROUP BY 1, 2 ORDER BY rows DESC, 1, 2`,
  ).all(key, key, key) as UnknownPlace[];
}
