/** The import configurations of a tenant, and the places of its units that the rules of import need. */
import { type ImportConfiguration, ImportSettings } from '../../../contract/import-configuration.js';
import { isUuid } from '../../../contract/uuid.js';
import type { KnownPlaces } from '../../decisions.js';
import type { Session } from '../database/session.js';

export interface ConfigurationRow {
  id: string;
  name: string;
  settings: string;
}

/** The configuration with this id, or the tenant's default; null where there is none. */
export async function importConfiguration(
  session: Session,
  tenantKey: number,
  id: string | undefined,
): Promise<ImportConfiguration | null> {
  if (id !== undefined && !isUuid(id)) return null;
  const select = 'SELECT id, name, settings FROM import_configuration WHERE tenant_key = $1';
  const row =
    id === undefined
      ? await session.first<ConfigurationRow>(`${select} AND is_default`, tenantKey)
      : await session.first<ConfigurationRow>(`${select} AND id = $2`, tenantKey, id);
  return row ? toImportConfiguration(row) : null;
}

/** The configuration that an upload came with. */
export async function configurationOf(session: Session, tenantKey: number, key: number): Promise<ImportConfiguration> {
  const row = await session.first<ConfigurationRow>(
    'SELECT id, name, settings FROM import_configuration WHERE tenant_key = $1 AND import_configuration_key = $2',
    tenantKey,
    key,
  );
  return toImportConfiguration(row as ConfigurationRow);
}

/** A configuration from its row; settings that were not stored get their defaults. */
export function toImportConfiguration({ id, name, settings }: ConfigurationRow): ImportConfiguration {
  return { id, name, settings: ImportSettings.parse(JSON.parse(settings)) };
}

/** The terminals and locations that belong to the tenant's units. */
export async function knownPlaces(session: Session, tenantKey: number): Promise<KnownPlaces> {
  const ofUnits = async (table: string, column: string) => {
    const sql = `SELECT ${column} FROM ${table} WHERE tenant_key = $1`;
    return new Set((await session.arrays<[string]>(sql, tenantKey)).map(([place]) => place));
  };
  const terminalIds = ofUnits('unit_terminal', 'terminal_id');
  const locationIds = ofUnits('unit_location', 'location_id');
  return { terminalIds: await terminalIds, locationIds: await locationIds };
}
