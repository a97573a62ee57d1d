/** The settings of matching of a tenant: one document with a version. */
import { MatchSettings } from '../../contract/match-settings.js';
import type { AuditEntry, RequestOrigin } from '../audit.js';
import { first, run, sql, type Work } from '../sql/work.js';
import { tenantObject } from './audit.js';

/** `version` is 0, and `settings` null, where nobody has changed them yet. */
export interface KeptMatchSettings {
  version: number;
  settings: MatchSettings | null;
}

export interface MatchSettingsChange {
  /** Version of the settings that the change is made to. */
  version: number;
  settings: MatchSettings;
  /** Who makes it, and by which request. */
  by: string;
  from: RequestOrigin;
}

export function* matchSettings(tenantKey: number): Work<KeptMatchSettings> {
  const kept = yield* first<{ version: number; document: string }>(
    sql`SELECT version, document FROM settlement_settings WHERE tenant_key = ${tenantKey}`,
  );
  return kept ? { version: kept.version, settings: MatchSettings.parse(JSON.parse(kept.document)) } : { version: 0, settings: null };
}

/**
 * Must run in the tenant's turn. Returns the version that was found, and the note for the audit trail; null where nothing changes: another has
 * changed them meanwhile, or, `again`, where nobody knows whether it was done already, it was.
 */
export function* changeMatchSettings(
  tenantKey: number,
  { version, settings, by, from }: MatchSettingsChange,
  again: boolean,
): Work<[version: number, note: AuditEntry | null]> {
  const before = yield* matchSettings(tenantKey);
  const isDone = again && before.version === version + 1 && JSON.stringify(before.settings) === JSON.stringify(settings);
  if (isDone) return [version, null];
  if (before.version !== version) return [before.version, null];
  yield* run(
    sql`INSERT INTO settlement_settings (tenant_key, version, document) VALUES (${tenantKey}, ${version + 1}, ${JSON.stringify(settings)})
      ON CONFLICT (tenant_key) DO UPDATE SET version = excluded.version, document = excluded.document`,
  );
  const details = { version: version + 1, settings };
  return [version, { actor: by, ...from, action: 'match-settings.set', object: yield* tenantObject(tenantKey), outcome: 'done', details }];
}
