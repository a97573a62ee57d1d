/**
 * Who asks: HTTP Basic (RFC 7617) against the users of the store. Says nothing about customers and tenants (see tenancy).
 * Unknown user, wrong password, disabled user and missing role cannot be told apart from outside, by answer or by time.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { SalesError } from '../contract/problem.js';
import type { Role, StoreReader, User } from '../store/store.js';
import type { PasswordHasher } from './password.js';
import type { LoginThrottle } from './throttle.js';

/** Since its last use. A till that works all day is never asked to hash again, and so nobody's guessing can lock it out. */
const CACHE_TTL_MS = 60 * 60_000;
const CACHE_ENTRIES_MAX = 1_000;
const CREDENTIALS_CHARS_MAX = 1_400;
const PASSWORD_BYTES_MAX = 512;
const CONTROLS = /[\x00-\x1f\x7f]/;

export interface Authenticator {
  /** The user of an Authorization header. Fails with `unauthorized`, `tooManyRequests` or `unavailable`. */
  authenticate(authorization: string | undefined, address: string, role: Role): Promise<User>;
}

export interface AuthenticatorOptions {
  users: Pick<StoreReader, 'userByName'>;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  nowMs: () => number;
}

interface Verified {
  userId: string;
  credentialVersion: number;
  untilMs: number;
}

export function authenticator({ users, hasher, throttle, nowMs }: AuthenticatorOptions): Authenticator {
  const cacheKey = randomBytes(32);
  const verified = new Map<string, Verified>();
  const underWay = new Map<string, Promise<boolean>>();

  const isCached = (key: string, user: User) => {
    const entry = verified.get(key);
    if (entry?.userId !== user.id || entry.credentialVersion !== user.credentialVersion || entry.untilMs <= nowMs()) return false;
    entry.untilMs = nowMs() + CACHE_TTL_MS;
    return true;
  };
  const remember = (key: string, user: User) => {
    verified.delete(key);
    verified.set(key, { userId: user.id, credentialVersion: user.credentialVersion, untilMs: nowMs() + CACHE_TTL_MS });
    for (const oldest of verified.keys()) {
      if (verified.size <= CACHE_ENTRIES_MAX) break;
      verified.delete(oldest);
    }
  };
  const verify = async (key: string, credentials: Credentials, user: User | null, address: string) => {
    const attempt = throttle.begin(credentials.name, address);
    const fits = await hasher.verify(credentials.password, user?.passwordHash ?? null);
    if (fits && user) {
      attempt.succeeded();
      remember(key, user);
    }
    return fits;
  };

  return {
    authenticate: async (authorization, address, role) => {
      const credentials = parseBasic(authorization);
      if (!credentials) throw new SalesError('unauthorized');
      const user = await users.userByName(credentials.name);
      const key = createHmac('sha256', cacheKey).update(`${credentials.name}\0${credentials.password}`).digest('base64');
      if (!user || !isCached(key, user)) {
        // Equal credentials that come at once, as from parallel uploads, are hashed once.
        const verification = underWay.get(key) ?? verify(key, credentials, user, address);
        underWay.set(key, verification);
        const fits = await verification.finally(() => underWay.delete(key));
        if (!fits || !user) throw new SalesError('unauthorized');
      }
      if (user.disabled || !user.roles.includes(role)) throw new SalesError('unauthorized');
      return user;
    },
  };
}

interface Credentials {
  name: string;
  password: string;
}

/** The credentials of a well-formed Basic header, else null. */
function parseBasic(authorization: string | undefined): Credentials | null {
  if (!authorization || authorization.length > CREDENTIALS_CHARS_MAX) return null;
  const encoded = /^basic +([A-Za-z0-9+/]+)={0,2} *$/i.exec(authorization)?.[1];
  if (!encoded) return null;
  const bytes = Buffer.from(encoded, 'base64');
  // What another text would decode to as well is not well formed.
  if (bytes.toString('base64').replaceAll('=', '') !== encoded) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon < 1 || CONTROLS.test(text)) return null;
    return { name: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return null;
  }
}

/** Whether somebody could log in with this password at all. */
export function isUsablePassword(password: string): boolean {
  return password !== '' && Buffer.byteLength(password) <= PASSWORD_BYTES_MAX && !CONTROLS.test(password) && password.isWellFormed();
}
