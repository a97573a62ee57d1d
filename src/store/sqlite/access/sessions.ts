/** The log-ins of browsers, and what tells this store from every other. */
import type { BrowserSession, NewSession, SessionsOver } from '../../sessions.js';
import type { Database } from '../database/engine.js';
import { statement } from '../database/statements.js';

export function installationId(db: Database): string {
  return statement(db, 'SELECT id FROM installation').pluck().get() as string;
}

/** Null where there is none. Runs with every request of a browser. */
export function browserSession(db: Database, tokenHash: string): BrowserSession | null {
  const row = statement(
    db,
    `SELECT user.name AS userName, session.credentialVersion, createdAt, seenAt
     FROM session JOIN user USING (userKey) WHERE tokenHash = ?`,
  ).get(tokenHash) as (Omit<BrowserSession, 'createdAt' | 'seenAt'> & { createdAt: string; seenAt: string }) | undefined;
  return row ? { ...row, createdAt: new Date(row.createdAt), seenAt: new Date(row.seenAt) } : null;
}

/** Does nothing where the user is gone. */
export function beginSession(db: Database, { tokenHash, userId, credentialVersion, at }: NewSession): void {
  statement(
    db,
    `INSERT INTO session (tokenHash, userKey, credentialVersion, createdAt, seenAt)
     SELECT ?, userKey, ?, ?, ? FROM user WHERE id = ?`,
  ).run(tokenHash, credentialVersion, at.toISOString(), at.toISOString(), userId);
}

export function seeSession(db: Database, tokenHash: string, at: Date): void {
  statement(db, 'UPDATE session SET seenAt = ? WHERE tokenHash = ?').run(at.toISOString(), tokenHash);
}

export function endSession(db: Database, tokenHash: string): void {
  statement(db, 'DELETE FROM session WHERE tokenHash = ?').run(tokenHash);
}

/** Forgets those that are over. */
export function pruneSessions(db: Database, { createdBefore, seenBefore }: SessionsOver): void {
  statement(db, 'DELETE FROM session WHERE createdAt < ? OR seenAt < ?').run(createdBefore.toISOString(), seenBefore.toISOString());
}
