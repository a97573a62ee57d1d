/**
 * Password hashes: scrypt with N=2^14, r=8, p=5, written as `scrypt$ln=14,r=8,p=5$<salt>$<hash>` (base64url).
 * Hashing is slow on purpose, so a bounded queue stands before it: beyond it the answer is `unavailable`, not a longer wait.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { boundedQueue } from './bounded-queue.js';

const PARAMETERS = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const LIMITS = { concurrentMax: 2, waitingMax: 50, fullMessage: 'Too many log-ins at once.', retryAfterS: 2 };

const STORED = /^scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password fits the stored hash; a null hash costs the same and never fits. Fails with `unavailable`. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

export function passwordHasher(): PasswordHasher {
  const run = boundedQueue(LIMITS);
  // An unknown user must cost what a known one costs: the same parameters over a salt of nobody.
  const nobody = encode(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));
  return {
    hash: (password) =>
      run(async () => {
        const salt = randomBytes(SALT_BYTES);
        return encode(salt, await derive(password, salt, HASH_BYTES, PARAMETERS));
      }),
    verify: (password, stored) =>
      run(async () => {
        const parts = STORED.exec(stored ?? nobody);
        if (!parts) return false;
        const [, ln, r, p, salt = '', hash = ''] = parts;
        const expected = Buffer.from(hash, 'base64url');
        const parameters = { ln: Number(ln), r: Number(r), p: Number(p) };
        const derived = await derive(password, Buffer.from(salt, 'base64url'), expected.length, parameters);
        return timingSafeEqual(derived, expected) && stored !== null;
      }),
  };
}

function encode(salt: Buffer, hash: Buffer): string {
  const { ln, r, p } = PARAMETERS;
  return `scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function derive(password: string, salt: Buffer, bytes: number, { ln, r, p }: typeof PARAMETERS): Promise<Buffer> {
  const N = 2 ** ln;
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    // The same text in composed or decomposed form is the same password.
    scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
