/** The settings of matching of a tenant: one document with a version. */
import { MatchSettings } from '../../../contract/match-settings.js';
import type { KeptMatchSettings, MatchSettingsChange } from '../../match-lists.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';
import { appendAudit } from './audit.js';

export function matchSettings(db: Database, tenantKey: number): KeptMatchSettings {
  const kept = statement(db, 'SELECT version, document FROM settlement_settings WHERE tenantKey = ?').get(tenantKey) as
    | { version: number; document: string }
    | undefined;
  return kept ? { version: kept.version, settings: MatchSettings.parse(JSON.parse(kept.document)) } : { version: 0, settings: null };
}

/** In one transaction; see the store. */
export function changeMatchSettings(db: Database, now: Date, tenantKey: number, change: MatchSettingsChange): number {
  const { version, settings, by, from } = change;
  const inside = db.transaction(() => {
    const before = matchSettings(db, tenantKey);
    if (before.version !== version) return before.version;
    statement(
      db,
      `INSERT INTO settlement_settings (tenantKey, version, document) VALUES (?, ?, ?)
       ON CONFLICT (tenantKey) DO UPDATE SET version = excluded.version, document = excluded.document`,
    ).run(tenantKey, version + 1, JSON.stringify(settings));
    const tenantId = statement(db, 'SELECT id FROM tenant WHERE tenantKey = ?').pluck().get(tenantKey) as string;
    const details = { version: version + 1, settings };
    appendAudit(db, { actor: by, ...from, action: 'match-settings.set', object: `tenant:${tenantId}`, outcome: 'done', details }, now);
    return version;
  });
  return inside.immediate();
}
