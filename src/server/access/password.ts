/**
 * Password hashes: scrypt with N=2^14, r=8, p=5, written as `scrypt$ln=14,r=8,p=5$<salt>$<hash>` (base64url). Hashing is slow on purpose;
 * the caller limits how much of it runs at once.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** What a hash costs: N as its logarithm, r, and p. */
export interface HashCost {
  ln: number;
  r: number;
  p: number;
}

const COST: HashCost = { ln: 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const STORED = /^scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password matches the stored hash. Null, or what is no hash, never matches but takes as long. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** Another cost than that of servers is for tests alone. */
export function passwordHasher(cost = COST): PasswordHasher {
  // An unknown user must take as long as a known one: the same parameters, with a salt and hash that belong to nobody.
  const nobody = { salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES), parameters: cost };
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES);
      return encode(salt, await derive(password, salt, HASH_BYTES, cost), cost);
    },
    verify: async (password, stored) => {
      const decoded = decode(stored ?? '');
      const { salt, hash, parameters } = decoded ?? nobody;
      const derived = await derive(password, salt, hash.length, parameters);
      return timingSafeEqual(derived, hash) && decoded !== null;
    },
  };
}

function encode(salt: Buffer, hash: Buffer, { ln, r, p }: HashCost): string {
  return `scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

function decode(stored: string): { salt: Buffer; hash: Buffer; parameters: HashCost } | null {
  const parts = STORED.exec(stored);
  if (!parts) return null;
  const [, ln, r, p, salt = '', hash = ''] = parts;
  const parameters = { ln: Number(ln), r: Number(r), p: Number(p) };
  return { salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url'), parameters };
}

function derive(password: string, salt: Buffer, bytes: number, { ln, r, p }: HashCost): Promise<Buffer> {
  const N = 2 ** ln;
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    // The same text in composed and in decomposed form is the same password.
    scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
