/**
 * The log-ins of browsers, which every server of the store knows, and which a restart keeps; and what tells this store from every other. Whoever
 * reads the store cannot use a log-in: of what a browser sends, only a hash is kept. How long one lasts is decided by the server.
 */
import { first, run, sql, type Work } from '../sql/work.js';

/** A log-in as it stands. It counts only while the user has that version of the password, and is not disabled. */
export interface BrowserSession {
  userName: string;
  credentialVersion: number;
  createdAt: Date;
  /** When it was last used, as far as that was noted. */
  seenAt: Date;
}

export interface NewSession {
  /** SHA-256 of what the browser sends, in hex. */
  tokenHash: string;
  userId: string;
  credentialVersion: number;
  at: Date;
}

/** Log-ins that began, or were last seen, before these instants are over. */
export interface SessionsOver {
  createdBefore: Date;
  seenBefore: Date;
}

/** A UUID. */
export function* installationId(): Work<string> {
  return (yield* first<{ id: string }>(sql`SELECT id FROM installation`))?.id ?? '';
}

/** The log-in by the hash of what the browser sends; null where there is none. Runs with every request of a browser. */
export function* browserSession(tokenHash: string): Work<BrowserSession | null> {
  const row = yield* first<Omit<BrowserSession, 'createdAt' | 'seenAt'> & { createdAt: string; seenAt: string }>(
    sql`SELECT name AS user_name, console_session.credential_version, created_at, seen_at
      FROM console_session JOIN app_user USING (user_key) WHERE token_hash = ${tokenHash}`,
  );
  return row ? { ...row, createdAt: new Date(row.createdAt), seenAt: new Date(row.seenAt) } : null;
}

/** Does nothing where the user is gone, or where it was done before. */
export function* beginSession({ tokenHash, userId, credentialVersion, at }: NewSession): Work<void> {
  const time = at.toISOString();
  const user = yield* first<{ key: number }>(sql`SELECT user_key AS key FROM app_user WHERE id = ${userId}`);
  if (!user) return;
  yield* run(
    sql`INSERT INTO console_session (token_hash, user_key, credential_version, created_at, seen_at)
      VALUES (${tokenHash}, ${user.key}, ${credentialVersion}, ${time}, ${time}) ON CONFLICT DO NOTHING`,
  );
}

/** Notes that a log-in was used. */
export function* seeSession(tokenHash: string, at: Date): Work<void> {
  yield* run(sql`UPDATE console_session SET seen_at = ${at.toISOString()} WHERE token_hash = ${tokenHash}`);
}

export function* endSession(tokenHash: string): Work<void> {
  yield* run(sql`DELETE FROM console_session WHERE token_hash = ${tokenHash}`);
}

/** Forgets those that are over. */
export function* pruneSessions({ createdBefore, seenBefore }: SessionsOver): Work<void> {
  yield* run(sql`DELETE FROM console_session WHERE created_at < ${createdBefore.toISOString()} OR seen_at < ${seenBefore.toISOString()}`);
}
