/**
 * Authentication: HTTP Basic (RFC 7617) against the users of the store. What a user may do is decided in rights, and for which tenant in
 * tenancy. From outside, an unknown user, a wrong password and a disabled user cannot be told from each other, by answer or by time: each try
 * costs a hash and counts as a failure.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { SalesError } from '../../contract/problem.js';
import type { User } from '../../store/access.js';
import type { StoreReader } from '../../store/store.js';
import { bounds, knownClients } from './admission.js';
import { fairQueue } from './fair-queue.js';
import type { PasswordHasher } from './password.js';
import type { LoginThrottle } from './throttle.js';

/** Counted from the last use: a till that works all day never needs hashing again, so nobody's guessing can lock it out. */
const CACHE_TTL_MS = 60 * 60_000;
const CACHE_ENTRIES_MAX = 10_000;
const HEADER_CHARS_MAX = 1_400;
const PASSWORD_BYTES_MAX = 512;
const CONTROLS = /[\x00-\x1f\x7f]/;

export interface Authenticator {
  /**
   * The user that an Authorization header belongs to; `socket` is the connection it came on, `address` the client's where that is not its other
   * end. Fails with `unauthorized`, `tooManyRequests` or `unavailable`.
   */
  authenticate(authorization: string | undefined, socket: Pick<Socket, 'remoteAddress'>, address?: string): Promise<User>;
}

export interface AuthenticatorOptions {
  users: Pick<StoreReader, 'userByName'>;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  nowMs: () => number;
  /** Called for every log-in not answered from the cache, once its outcome is known; equal ones under way at the same time count as one. */
  onLogin?: (login: Login) => void;
  /** Called with the queue in front of the hashing; `waiting` tells how many are in it. */
  onQueue?: (name: string, waiting: () => number) => void;
  /** Called with the name of the bound for each log-in that is refused because too many wait. */
  onRefusal?: (bound: string) => void;
}

export interface Login {
  /** As given; there may be no such user. */
  name: string;
  address: string;
  /** `throttled`: refused before the password was looked at. */
  outcome: 'succeeded' | 'failed' | 'throttled';
}

const anybody = { userId: '', customerId: '' };

interface Verified {
  userId: string;
  credentialVersion: number;
  untilMs: number;
}

/** Good log-ins are remembered for an hour after their last use, so that most requests hash no password. */
export function authenticator({ users, hasher, throttle, nowMs, onLogin = () => {}, ...options }: AuthenticatorOptions): Authenticator {
  // Only a hash of a header is kept. The hash begins with a secret and is never shown to anybody: as good as an HMAC here, at a quarter of the
  // cost.
  const secret = randomBytes(32).toString('base64');
  /** The least recently used first. */
  const verified = new Map<string, Verified>();
  const underWay = new Map<string, Promise<boolean>>();
  const onRefusal = () => options.onRefusal?.('logins');
  const inTurn = fairQueue({ ...bounds.logins, what: 'log-ins', onRefusal });
  options.onQueue?.('logins', inTurn.waiting);

  const remember = (key: string, user: User) => {
    verified.delete(key);
    verified.set(key, { userId: user.id, credentialVersion: user.credentialVersion, untilMs: nowMs() + CACHE_TTL_MS });
    for (const oldest of verified.keys()) {
      if (verified.size <= CACHE_ENTRIES_MAX) break;
      verified.delete(oldest);
    }
  };
  const isCached = (key: string, user: User) => {
    const entry = verified.get(key);
    if (entry?.userId !== user.id || entry.credentialVersion !== user.credentialVersion || entry.untilMs <= nowMs()) return false;
    remember(key, user);
    return true;
  };
  const tryOnce = async ({ name, password }: Credentials, user: User | null, address: string) => {
    // A throttled log-in takes no place in the queue. Log-ins in it are checked again, because many may have failed meanwhile.
    await throttle.check(name, address);
    return inTurn.admit(anybody, null, async () => {
      const attempt = await throttle.begin(name, address);
      let failed = false;
      let fits = false;
      try {
        fits = (await hasher.verify(password, user?.passwordHash ?? null)) && user !== null;
        failed = !fits || user?.disabled === true;
      } finally {
        attempt.end(failed);
      }
      return fits;
    });
  };
  const verify = async (key: string, credentials: Credentials, user: User | null, address: string) => {
    const told = { name: credentials.name, address };
    try {
      const fits = await tryOnce(credentials, user, address);
      if (fits && user && !user.disabled) remember(key, user);
      onLogin({ ...told, outcome: fits ? 'succeeded' : 'failed' });
      return fits;
    } catch (error) {
      if (error instanceof SalesError && error.code === 'tooManyRequests') onLogin({ ...told, outcome: 'throttled' });
      throw error;
    }
  };

  return {
    authenticate: async (authorization, socket, address = socket.remoteAddress ?? '') => {
      if (!authorization || authorization.length > HEADER_CHARS_MAX) throw new SalesError('unauthorized');
      const key = hash('sha256', secret + authorization, 'base64');
      const credentials = parseBasic(authorization);
      if (!credentials) throw new SalesError('unauthorized');
      const user = await users.userByName(credentials.name);
      if (!user || user.disabled || !isCached(key, user)) {
        // Equal credentials that come at once, as from parallel uploads, are hashed once; but never across a change of the user's password.
        const same = `${key} ${user?.id} ${user?.credentialVersion}`;
        const verification = underWay.get(same) ?? verify(key, credentials, user, address);
        underWay.set(same, verification);
        const fits = await verification.finally(() => underWay.delete(same));
        if (!fits || !user) throw new SalesError('unauthorized');
      }
      if (user.disabled) throw new SalesError('unauthorized');
      knownClients.add(socket);
      return user;
    },
  };
}

/** The value of an Authorization header. */
export function basicOf(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
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
  // Reject base64 that is not canonical: other texts decode to the same bytes.
  if (bytes.toString('base64').replaceAll('=', '') !== encoded) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon < 1 || CONTROLS.test(text)) return null;
    // Names are stored in composed form; which form a client sends depends on its keyboard.
    return { name: text.slice(0, colon).normalize('NFC'), password: text.slice(colon + 1) };
  } catch {
    return null;
  }
}

/** Whether anybody could log in with this password: 1 to 512 bytes, well formed, without control characters. */
export function isUsablePassword(password: string): boolean {
  return password !== '' && Buffer.byteLength(password) <= PASSWORD_BYTES_MAX && !CONTROLS.test(password) && password.isWellFormed();
}
