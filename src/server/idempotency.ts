/**
 * The `Idempotency-Key` header: its form, and the guard against two requests with one key at once. That a key was used before is the
 * store's to know, in the same transaction as the upload.
 */
import { createHash, type Hash } from 'node:crypto';
import { SalesError } from '../contract/problem.js';

/** Keys are kept for this long at least; told to clients in the Sales-Capabilities header. */
export const idempotencyKeyTtlS = 30 * 24 * 60 * 60;
const KEY = /^[\x21-\x7e]{1,255}$/;
const RETRY_AFTER_S = 1;

/** The key of a request, or null where there is none. Fails with `validation` under the header's name. */
export function idempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (!KEY.test(header)) {
    throw new SalesError('validation', undefined, { errors: { 'Idempotency-Key': ['must be 1 to 255 visible ASCII characters'] } });
  }
  return header;
}

/** What makes two bodies the same. Of the hashes that nobody can forge, OpenSSL's fastest where the processor helps with none. */
export function bodyHash(): Hash {
  return createHash('blake2b512');
}

/** Lets one request at a time use a key; the others fail with `inFlight`. */
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
