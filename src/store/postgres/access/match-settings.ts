/** The settings of matching of a tenant: one document with a version. */
import { MatchSettings } from '../../../contract/match-settings.js';
import type { KeptMatchSettings, MatchSettingsChange } from '../../match-lists.js';
import type { Session } from '../database/session.js';
import { appendAudit } from './audit.js';

export async function matchSettings(session: Session, tenantKey: number): Promise<KeptMatchSettings> {
  const kept = await session.first<{ version: number; document: string }>(
    'SELECT version, document FROM settlement_settings WHERE tenant_key = $1',
    tenantKey,
  );
  return kept ? { version: kept.version, settings: MatchSettings.parse(JSON.parse(kept.document)) } : { version: 0, settings: null };
}

/** In the tenant's turn; see the store. `again`: where nobody knows whether it was done already. */
export async function changeMatchSettings(
  session: Session,
  { tenantKey, at }: { tenantKey: number; at: Date },
  { version, settings, by, from }: MatchSettingsChange,
  { tenantId, again }: { tenantId: string; again: boolean },
): Promise<number> {
  const before = await matchSettings(session, tenantKey);
  const isDone = again && before.version === version + 1 && JSON.stringify(before.settings) === JSON.stringify(settings);
  if (isDone) return version;
  if (before.version !== version) return before.version;
  await session.run(
    `INSERT INTO settlement_settings (tenant_key, version, document) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_key) DO UPDATE SET version = excluded.version, document = excluded.document`,
    tenantKey,
    version + 1,
    JSON.stringify(settings),
  );
  const details = { version: version + 1, settings };
  await appendAudit(
    session,
    { actor: by, ...from, action: 'match-settings.set', object: `tenant:${tenantId}`, outcome: 'done', details },
    at,
  );
  return version;
}
