/**
 * Who asks: HTTP Basic (RFC 7617) against the users of the store. Says nothing about customers and tenants (see tenancy).
 * Unknown user and wrong password cannot be told apart from outside, by answer or by time. A disabled user and a missing role get the
 * same answer, but where the password is right, a second try gets it without hashing, and so sooner.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { SalesError } from '../contract/problem.js';
import type { Role, StoreReader, User } from '../store/store.js';
import { boundedQueue } from './bounded-queue.js';
import type { PasswordHasher } from './password.js';
import type { LoginThrottle } from './throttle.js';

/** Since its last use. A till that works all day is never asked to hash again, and so nobody's guessing can lock it out. */
const CACHE_TTL_MS = 60 * 60_000;
const CACHE_ENTRIES_MAX = 10_000;
/** Each hash takes a core for a quarter of a second: beyond what can wait the answer is "come again", not a longer wait. */
const HASHING = { concurrentMax: 2, waitingMax: 50, waitMsMax: 30_000, fullMessage: 'Too many log-ins at once.', retryAfterS: 2 };
const HEADER_CHARS_MAX = 1_400;
const PASSWORD_BYTES_MAX = 512;
const CONTROLS = /[\x00-\x1f\x7f]/;

export interface Authenticator {
  /** The user of an Authorization header that came on a connection. Fails with `unauthorized`, `tooManyRequests` or `unavailable`. */
  authenticate(authorization: string | undefined, socket: Pick<Socket, 'remoteAddress'>, role: Role): Promise<User>;
}

export interface AuthenticatorOptions {
  users: Pick<StoreReader, 'userByName'>;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  nowMs: () => number;
  /** Told of every log-in that is not answered from the cache, once its outcome is known; equal ones at once are one. */
  onLogin?: (login: Login) => void;
  /** Told of the queue before the hashing; `waiting` tells how many are in it. */
  onQueue?: (name: string, waiting: () => number) => void;
}

export interface Login {
  /** As given; whether there is such a user is another matter. */
  name: string;
  address: string;
  /** `throttled` was refused before its password was looked at. */
  outcome: 'succeeded' | 'failed' | 'throttled';
}

interface Verified {
  /** As the credentials have it. */
  name: string;
  userId: string;
  credentialVersion: number;
  untilMs: number;
}

/** Log-ins that were good are remembered for an hour after their last use, so that most requests hash no password. */
export function authenticator({ users, hasher, throttle, nowMs, onLogin = () => {}, onQueue }: AuthenticatorOptions): Authenticator {
  // What is kept of a header beyond its connection is a hash that begins with a secret, and is never told to anybody: as good here as an HMAC, and a quarter of it.
  const secret = randomBytes(32).toString('base64');
  // A client sends the same header with every request: one that was good is kept as it is, as long as its connection, so that it is
  // hashed once. All else about the log-in is asked for with every request.
  const goodHeaders = new WeakMap<object, { authorization: string; key: string }>();
  /** The least recently used first. */
  const verified = new Map<string, Verified>();
  const underWay = new Map<string, Promise<boolean>>();
  const inTurn = boundedQueue(HASHING);
  onQueue?.('logins', inTurn.waiting);

  const remember = (key: string, name: string, user: User) => {
    verified.delete(key);
    verified.set(key, { name, userId: user.id, credentialVersion: user.credentialVersion, untilMs: nowMs() + CACHE_TTL_MS });
    for (const oldest of verified.keys()) {
      if (verified.size <= CACHE_ENTRIES_MAX) break;
      verified.delete(oldest);
    }
  };
  const isCached = (key: string, user: User) => {
    const entry = verified.get(key);
    if (entry?.userId !== user.id || entry.credentialVersion !== user.credentialVersion || entry.untilMs <= nowMs()) return false;
    remember(key, entry.name, user);
    return true;
  };
  const tryOnce = async ({ name, password }: Credentials, user: User | null, address: string) => {
    // Whoever must wait anyway takes no place in the queue; those in it are asked again, for many may have failed meanwhile.
    throttle.check(name, address);
    return inTurn(async () => {
      const attempt = await throttle.begin(name, address);
      let failed = false;
      try {
        failed = !(await hasher.verify(password, user?.passwordHash ?? null)) || user === null;
      } finally {
        attempt.end(failed);
      }
      return !failed;
    });
  };
  const verify = async (key: string, credentials: Credentials, user: User | null, address: string) => {
    const told = { name: credentials.name, address };
    try {
      const fits = await tryOnce(credentials, user, address);
      if (fits && user) remember(key, credentials.name, user);
      onLogin({ ...told, outcome: fits ? 'succeeded' : 'failed' });
      return fits;
    } catch (error) {
      if (error instanceof SalesError && error.code === 'tooManyRequests') onLogin({ ...told, outcome: 'throttled' });
      throw error;
    }
  };

  return {
    authenticate: async (authorization, socket, role) => {
      if (!authorization || authorization.length > HEADER_CHARS_MAX) throw new SalesError('unauthorized');
      const known = goodHeaders.get(socket);
      const isKnown = known?.authorization === authorization;
      const key = isKnown ? known.key : hash('sha256', secret + authorization, 'base64');
      // What was taken apart once to a log-in that was good is not taken apart again.
      const name = verified.get(key)?.name ?? parseBasic(authorization)?.name;
      if (name === undefined) throw new SalesError('unauthorized');
      const user = await users.userByName(name);
      if (!user || !isCached(key, user)) {
        const credentials = parseBasic(authorization);
        if (!credentials) throw new SalesError('unauthorized');
        // Equal credentials that come at once, as from parallel uploads, are hashed once; but never against two passwords of the user.
        const same = `${key} ${user?.id} ${user?.credentialVersion}`;
        const verification = underWay.get(same) ?? verify(key, credentials, user, socket.remoteAddress ?? '');
        underWay.set(same, verification);
        const fits = await verification.finally(() => underWay.delete(same));
        if (!fits || !user) throw new SalesError('unauthorized');
      }
      if (user.disabled || !user.roles.includes(role)) throw new SalesError('unauthorized');
      if (!isKnown) goodHeaders.set(socket, { authorization, key });
      return user;
    },
  };
}

interface Credentials {
  name: string;
  password: string;
}

/** The credentials of a well-formed Basic header, else null. */
function parseBasic(authorization: string): Credentials | null {
  const encoded = /^basic +([A-Za-z0-9+/]+)={0,2} *$/i.exec(authorization)?.[1];
  if (!encoded) return null;
  const bytes = Buffer.from(encoded, 'base64');
  // What another text would decode to as well is not well formed.
  if (bytes.toString('base64').replaceAll('=', '') !== encoded) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon < 1 || CONTROLS.test(text)) return null;
    // Names are kept in composed form; which one a client sends is its keyboard's choice.
    return { name: text.slice(0, colon).normalize('NFC'), password: text.slice(colon + 1) };
  } catch {
    return null;
  }
}

/** Whether somebody could log in with this password at all. */
export function isUsablePassword(password: string): boolean {
  return password !== '' && Buffer.byteLength(password) <= PASSWORD_BYTES_MAX && !CONTROLS.test(password) && password.isWellFormed();
}
