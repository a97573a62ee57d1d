/** The import configurations of a tenant, and the places of its units that the rules of import need. */
import { randomUUID } from 'node:crypto';
import { type ImportConfiguration, ImportSettings } from '../../../contract/import-configuration.js';
import type { KnownPlaces } from '../../decisions.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

export interface ConfigurationRow {
  id: string;
  name: string;
  settings: string;
}

/** The configuration with this id, or the tenant's default; null where there is none. */
export function importConfiguration(db: Database, tenantKey: number, id: string | undefined): ImportConfiguration | null {
  const row =
    id === undefined
      ? statement(db, 'SELECT * FROM import_configuration WHERE tenantKey = ? AND isDefault = 1').get(tenantKey)
      : statement(db, 'SELECT * FROM import_configuration WHERE tenantKey = ? AND id = ?').get(tenantKey, id.toLowerCase());
  return row ? toImportConfiguration(row as ConfigurationRow) : null;
}

/** A configuration from its row; settings that were not stored get their defaults. */
export function toImportConfiguration({ id, name, settings }: ConfigurationRow): ImportConfiguration {
  return { id, name, settings: ImportSettings.parse(JSON.parse(settings)) };
}

/**
 * Adds a configuration and returns its id. The caller ensures that the tenant has exactly one default. A null `key` leaves the choice to
 * SQLite; see new-tenant.
 */
export function insertImportConfiguration(
  db: Database,
  tenantKey: number,
  configuration: Omit<ImportConfiguration, 'id'> & { key: number | null; id?: string; isDefault: boolean },
): string {
  const { key, id = randomUUID(), name, settings, isDefault } = configuration;
  statement(
    db,
    'INSERT INTO import_configuration (importConfigurationKey, id, tenantKey, name, isDefault, settings) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(key, id, tenantKey, name, isDefault ? 1 : 0, JSON.stringify(settings));
  return id;
}

/** The terminals and locations that belong to the tenant's units. */
export function knownPlaces(db: Database, tenantKey: number): KnownPlaces {
  const ofUnits = (table: string, column: string) =>
    statement(db, `SELECT ${column} FROM ${table} JOIN unit USING (unitKey) WHERE unit.tenantKey = ?`).pluck().all(tenantKey) as string[];
  return {
    terminalIds: new Set(ofUnits('unit_terminal', 'terminalId')),
    locationIds: new Set(ofUnits('unit_location', 'locationId')),
  };
}
