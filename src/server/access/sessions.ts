/**
 * The log-ins of browsers: a cookie of 256 random bits, of which the store keeps a hash. One ends when its user logs out, is disabled or gets
 * another password, half an hour after its last use, and 12 hours after it began. Where servers share a database, its clock measures that: a
 * log-in begins on one of them and is used on another, and theirs may differ.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { User } from '../../store/access.js';
import type { Data } from '../../threads/data.js';

const MINUTE_MS = 60_000;
export const sessionBounds = {
  idleMs: 30 * MINUTE_MS,
  lifeMs: 12 * 60 * MINUTE_MS,
  /** How exactly the last use is noted: each note is a write. */
  noteMs: MINUTE_MS,
} as const;

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A log-in that is good now. */
export interface LiveSession {
  user: User;
  tokenHash: string;
  /** When it ends at the latest. */
  endsAt: Date;
}

export interface Sessions {
  /** Begins one; `cookie` is the value of a Set-Cookie header. */
  begin(user: User): Promise<{ cookie: string; endsAt: Date }>;
  /** The one whose cookie stands in a Cookie header, or null. To be used keeps it alive; to be looked at does not. */
  find(cookies: string | undefined, how: 'use' | 'look'): Promise<LiveSession | null>;
  /** Ends one. Gives the value of a Set-Cookie header that takes the cookie away. */
  end(session: LiveSession): Promise<string>;
}

export type SessionData = Pick<
  Data,
  'installationId' | 'browserSession' | 'userByName' | 'beginSession' | 'seeSession' | 'endSession' | 'pruneSessions' | 'shared'
>;

export async function openSessions(data: SessionData, nowMs: () => number): Promise<Sessions> {
  // Cookies ignore ports: two servers on one host must not share a name.
  const name = `__Host-sales-session-${(await data.installationId()).slice(0, 8)}`;
  const clock = clockOf(data, nowMs);
  const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';
  return {
    begin: async (user) => {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const at = new Date(await clock());
      await data.beginSession({ tokenHash: hashOf(token), userId: user.id, credentialVersion: user.credentialVersion, at });
      return { cookie: `${name}=${token}; ${attributes}`, endsAt: new Date(at.getTime() + sessionBounds.lifeMs) };
    },
    find: async (cookies, how) => {
      const token = cookieNamed(name, cookies);
      if (token === null || !TOKEN.test(token)) return null;
      const tokenHash = hashOf(token);
      const [session, atMs] = await Promise.all([data.browserSession(tokenHash), clock()]);
      if (!session) return null;
      const { idleMs, lifeMs, noteMs } = sessionBounds;
      const [createdMs, seenMs] = [session.createdAt.getTime(), session.seenAt.getTime()];
      if (atMs - seenMs > idleMs || atMs - createdMs > lifeMs) return null;
      const user = await data.userByName(session.userName);
      if (!user || user.disabled || user.credentialVersion !== session.credentialVersion) return null;
      // Where it cannot be noted, the log-in only ends sooner.
      if (how === 'use' && atMs - seenMs >= noteMs) data.seeSession(tokenHash, new Date(atMs)).catch(() => {});
      return { user, tokenHash, endsAt: new Date(createdMs + lifeMs) };
    },
    end: async ({ tokenHash }) => {
      await data.endSession(tokenHash);
      return `${name}=; ${attributes}; Max-Age=0`;
    },
  };
}

/** Forgets those that are over. */
export async function forgetSessions(data: Pick<Data, 'pruneSessions' | 'shared'>, nowMs: () => number): Promise<void> {
  const atMs = await clockOf(data, nowMs)();
  await data.pruneSessions({ createdBefore: new Date(atMs - sessionBounds.lifeMs), seenBefore: new Date(atMs - sessionBounds.idleMs) });
}

function clockOf({ shared }: Pick<Data, 'shared'>, nowMs: () => number): () => Promise<number> {
  return shared ? shared.nowMs : async () => nowMs();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Null where there is no such cookie, or more than one: which of them is meant, nobody can tell. */
function cookieNamed(name: string, header = ''): string | null {
  const found = header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
