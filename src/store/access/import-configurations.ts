/** The import configurations of a tenant, and the places of its units that the rules of import need. */
import { type ImportConfiguration, ImportSettings } from '../../contract/import-configuration.js';
import { isUuid } from '../../contract/uuid.js';
import type { KnownPlaces } from '../import-decisions.js';
import { forPostgres } from '../sql/dialect.js';
import { all, first, sql, text, type Work } from '../sql/work.js';

export interface ConfigurationRow {
  id: string;
  name: string;
  settings: string;
}

/** The configuration with this id, or the tenant's default; null where there is none. */
export function* importConfiguration(tenantKey: number, id: string | undefined): Work<ImportConfiguration | null> {
  if (id !== undefined && !isUuid(id)) return null;
  const which = id === undefined ? sql`is_default = true` : sql`id = ${id.toLowerCase()}`;
  const row = yield* first<ConfigurationRow>(
    sql`SELECT id, name, settings FROM import_configuration WHERE tenant_key = ${tenantKey} AND ${which}`,
  );
  return row ? toImportConfiguration(row) : null;
}

/** The configuration that an upload came with. */
export function* configurationOf(tenantKey: number, key: number): Work<ImportConfiguration> {
  const row = yield* first<ConfigurationRow>(
    sql`SELECT id, name, settings FROM import_configuration WHERE tenant_key = ${tenantKey} AND import_configuration_key = ${key}`,
  );
  return toImportConfiguration(row as ConfigurationRow);
}

/** A configuration from its row; settings that were not stored get their defaults. */
export function toImportConfiguration({ id, name, settings }: ConfigurationRow): ImportConfiguration {
  return { id, name, settings: ImportSettings.parse(JSON.parse(settings)) };
}

/** The terminals and locations that belong to the tenant's units. */
export function* knownPlaces(tenantKey: number): Work<KnownPlaces> {
  const ofTenant = (table: string) => {
    const own = forPostgres(sql`${text(table)}.tenant_key = ${tenantKey} AND `);
    return sql`${text(table)} JOIN unit USING (unit_key) WHERE ${own}unit.tenant_key = ${tenantKey}`;
  };
  const rows = yield* all<{ isTerminal: number; place: string }>(
    sql`SELECT 1 AS is_terminal, terminal_id AS place FROM ${ofTenant('unit_terminal')}
      UNION ALL SELECT 0, location_id FROM ${ofTenant('unit_location')}`,
  );
  const places = (isTerminal: number) => new Set(rows.filter((row) => row.isTerminal === isTerminal).map(({ place }) => place));
  return { terminalIds: places(1), locationIds: places(0) };
}
