/** The import configurations of tenants, each of which has one default, and the places that a tenant's rows carry. */
import { nameOf } from '../../../contract/names.js';
import { SalesError } from '../../../contract/problem.js';
import type { Configuration, ConfigurationChange, NewConfiguration, Surroundings, UnknownPlace } from '../../administration.js';
import { checkFree } from '../../new-names.js';
import { severalTenants } from '../../references.js';
import { knownPlaces, toImportConfiguration } from '../access/import-configurations.js';
import type { Session } from '../database/session.js';
import { foreseenRows, seedOfTenant } from '../rows/earlier-rows.js';
import type { AdministrationConnection } from './connection.js';
import { insertImportConfiguration } from './customers.js';
import { newId } from './new-objects.js';
import { find } from './references.js';

/** Fails with `notFound` for the tenant, or with `usage` where the name or the id is taken or not allowed. */
export function addImportConfiguration({ change }: AdministrationConnection, wanted: NewConfiguration): Promise<Configuration> {
  const name = nameOf('import configuration', wanted.name);
  const { settings, isDefault } = wanted;
  return change(async (session, note) => {
    const tenant = await find(session, 'tenant', wanted.tenant);
    checkFree('import configuration', name, await configurationsOf(session, tenant.key));
    const id = await newId(session, 'import_configuration', wanted.id);
    if (isDefault) await takeDefault(session, tenant.key);
    const key = await insertImportConfiguration(session, tenant.key, { id, name, settings, isDefault });
    note({ action: 'import-config.add', object: `import-config:${id}`, details: { name, tenantId: tenant.id, isDefault, settings } });
    return configurationWith(session, key);
  });
}

/** Rows that were already decided about stay as they are. */
export function changeImportConfiguration(
  { change }: AdministrationConnection,
  reference: string,
  wanted: ConfigurationChange,
): Promise<Configuration> {
  const name = wanted.name === undefined ? undefined : nameOf('import configuration', wanted.name);
  return change(async (session, note) => {
    const within = wanted.tenant === undefined ? undefined : (await find(session, 'tenant', wanted.tenant)).key;
    const { key, id } = await find(session, 'import configuration', reference, within);
    const before = await configurationWith(session, key);
    const tenantKey = (await find(session, 'tenant', before.tenant.id)).key;
    if (name !== undefined) checkFree('import configuration', name, await configurationsOf(session, tenantKey), id);
    if (wanted.isDefault) await takeDefault(session, tenantKey);
    const isDefault = before.isDefault || wanted.isDefault;
    await session.run(
      `UPDATE import_configuration SET name = $3, is_default = $4, settings = $5
       WHERE tenant_key = $1 AND import_configuration_key = $2`,
      tenantKey,
      key,
      name ?? before.name,
      isDefault,
      JSON.stringify(wanted.settings(before.settings)),
    );
    const changed = await configurationWith(session, key);
    const { settings } = changed;
    note({ action: 'import-config.set', object: `import-config:${id}`, details: { name: changed.name, isDefault, settings } });
    return changed;
  });
}

async function takeDefault(session: Session, tenantKey: number): Promise<void> {
  await session.run('UPDATE import_configuration SET is_default = false WHERE tenant_key = $1 AND is_default', tenantKey);
}

interface AdministeredRow {
  id: string;
  name: string;
  isDefault: boolean;
  settings: string;
  tenantId: string;
  tenantName: string;
}

const selectConfigurations = `SELECT configuration.id, configuration.name, is_default AS "isDefault", settings,
    tenant.id AS "tenantId", tenant.name AS "tenantName"
  FROM tenant JOIN import_configuration AS configuration USING (tenant_key)`;

/** All configurations, or those of one tenant. */
export async function configurationsIn(session: Session, tenant: string | undefined): Promise<Configuration[]> {
  return configurationsOf(session, tenant === undefined ? null : (await find(session, 'tenant', tenant)).key);
}

async function configurationsOf(session: Session, tenantKey: number | null): Promise<Configuration[]> {
  const rows = await session.all<AdministeredRow>(
    `${selectConfigurations} WHERE $1::int IS NULL OR tenant_key = $1 ORDER BY tenant.name, tenant_key, configuration.name`,
    tenantKey,
  );
  return rows.map(toConfiguration);
}

async function configurationWith(session: Session, key: number): Promise<Configuration> {
  const row = await session.first<AdministeredRow>(`${selectConfigurations} WHERE import_configuration_key = $1`, key);
  return toConfiguration(row as AdministeredRow);
}

function toConfiguration({ tenantId, tenantName, isDefault, ...row }: AdministeredRow): Configuration {
  return { ...toImportConfiguration(row), tenant: { id: tenantId, name: tenantName }, isDefault };
}

/**
 * A configuration with what its rules and its search for duplicates are based on. Without `reference` it is the tenant's default; without
 * `tenant`, the store's only tenant. Fails with `notFound` or `usage`.
 */
export async function surroundingsIn(
  { read, readTenant }: AdministrationConnection,
  tenant: string | undefined,
  reference: string | undefined,
): Promise<Surroundings> {
  const { tenantKey, configuration } = await read(async (session) => {
    const key = tenant === undefined ? await onlyTenant(session) : (await find(session, 'tenant', tenant)).key;
    const configurations = await configurationsOf(session, key);
    const wanted = reference === undefined ? undefined : (await find(session, 'import configuration', reference, key)).id;
    return {
      tenantKey: key,
      configuration: configurations.find(({ id, isDefault }) => (wanted === undefined ? isDefault : id === wanted)),
    };
  });
  if (!configuration) throw new SalesError('notFound', 'The tenant has no default import configuration.');
  const ofTenant = <Result>(work: (session: Session) => Promise<Result>) => readTenant(tenantKey, work);
  return {
    configuration,
    known: await ofTenant((session) => knownPlaces(session, tenantKey)),
    seed: await ofTenant((session) => seedOfTenant(session, tenantKey)),
    earlier: foreseenRows(tenantKey, ofTenant),
  };
}

async function onlyTenant(session: Session): Promise<number> {
  const [only, ...more] = await session.arrays<[number]>('SELECT tenant_key FROM tenant LIMIT 2');
  if (!only || more.length > 0) throw severalTenants();
  return only[0];
}

/** The locations and terminals that a tenant's rows carry and that belong to none of its units, the most frequent first. Reads all rows. */
export async function unknownPlacesIn({ read, readTenant }: AdministrationConnection, tenant: string): Promise<UnknownPlace[]> {
  const { key } = await read((session) => find(session, 'tenant', tenant));
  return readTenant(key, (session) =>
    session.all<UnknownPlace>(
      `SELECT nullif(location_id, '') AS "locationId", nullif(terminal_id, '') AS "terminalId", count(*) AS rows FROM transaction
       WHERE tenant_key = $1 AND (coalesce(location_id, '') <> '' OR coalesce(terminal_id, '') <> '')
         AND (location_id NOT IN (SELECT location_id FROM unit_location WHERE tenant_key = $1)) IS NOT FALSE
         AND (terminal_id NOT IN (SELECT terminal_id FROM unit_terminal WHERE tenant_key = $1)) IS NOT FALSE
       GROUP BY 1, 2 ORDER BY rows DESC, 1 NULLS FIRST, 2 NULLS FIRST`,
      key,
    ),
  );
}
