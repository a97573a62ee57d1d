/**
 * The `Idempotency-Key` header: its format, and the guard against two concurrent requests with one key. Whether a key was used before is
 * checked by the store, in the same transaction as the upload.
 */
import { createHash, type Hash } from 'node:crypto';
import { SalesError } from '../../contract/problem.js';

/** Keys are kept for at least this long; clients learn it from the Sales-Capabilities header. */
export const idempotencyKeyTtlS = 30 * 24 * 60 * 60;
const KEY = /^[\x21-\x7e]{1,255}$/;
const RETRY_AFTER_S = 1;

/** The key of a request, or null if it has none. Fails with `validation` under the header's name. */
export function idempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!KEY.test(header)) {
    throw new SalesError('validation', undefined, { errors: { 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] } });
  }
  return header;
}

/**
 * The hash that tells whether two bodies are the same. Of those that nobody can forge, it is OpenSSL's fastest on processors without hash
 * instructions.
 */
export function bodyHash(): Hash {
  return createHash('blake2b512');
}

/** Lets only one request at a time use a key; the others fail with `inFlight`. */
export function inFlightGuard(): <Result>(owner: string, key: string, work: () => Promise<Result>) => Promise<Result> {
  const inFlight = new Set<string>();
  return async (owner, key, work) => {
    const id = `${owner} ${key}`;
    if (inFlight.has(id)) throw new SalesError('inFlight', undefined, { retryAfterS: RETRY_AFTER_S });
    inFlight.add(id);
    try {
      return await work();
    } finally {
      inFlight.delete(id);
    }
  };
}
