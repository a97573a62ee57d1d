/** The log-ins of browsers, which every server knows, and what tells this database from every other. */
import type { BrowserSession, NewSession, SessionsOver } from '../../sessions.js';
import type { Session } from '../database/session.js';

export async function installationId(session: Session): Promise<string> {
  return (await session.first<{ id: string }>('SELECT id FROM installation'))?.id ?? '';
}

/** Null where there is none. Runs with every request of a browser. */
export async function browserSession(session: Session, tokenHash: string): Promise<BrowserSession | null> {
  const row = await session.first<Omit<BrowserSession, 'createdAt' | 'seenAt'> & { createdAt: string; seenAt: string }>(
    `SELECT name AS "userName", console_session.credential_version AS "credentialVersion", created_at AS "createdAt", seen_at AS "seenAt"
     FROM console_session JOIN app_user USING (user_key) WHERE token_hash = $1`,
    tokenHash,
  );
  return row ? { ...row, createdAt: new Date(row.createdAt), seenAt: new Date(row.seenAt) } : null;
}

/** Does nothing where the user is gone, or where it was done before. */
export async function beginSession(session: Session, { tokenHash, userId, credentialVersion, at }: NewSession): Promise<void> {
  await session.run(
    `INSERT INTO console_session (token_hash, user_key, credential_version, created_at, seen_at)
     SELECT $1, user_key, $2, $3, $3 FROM app_user WHERE id = $4 ON CONFLICT DO NOTHING`,
    tokenHash,
    credentialVersion,
    at,
    userId,
  );
}

export async function seeSession(session: Session, tokenHash: string, at: Date): Promise<void> {
  await session.run('UPDATE console_session SET seen_at = $2 WHERE token_hash = $1', tokenHash, at);
}

export async function endSession(session: Session, tokenHash: string): Promise<void> {
  await session.run('DELETE FROM console_session WHERE token_hash = $1', tokenHash);
}

/** Forgets those that are over. */
export async function pruneSessions(session: Session, { createdBefore, seenBefore }: SessionsOver): Promise<void> {
  await session.run('DELETE FROM console_session WHERE created_at < $1 OR seen_at < $2', createdBefore, seenBefore);
}
