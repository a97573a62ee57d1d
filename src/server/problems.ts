/** Failures as HTTP answers: problem bodies, the headers that belong to them, and the 500 that says nothing of the inside. */
import { type FailureCode, failures, problemOf, SalesError } from '../contract/problem.js';
import { idempotencyKeyTtlS } from './idempotency.js';

/** Headers of every answer. By the capabilities a client knows that sending again with the same key is safe. */
export const everyAnswer: Record<string, string> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'sales-capabilities': `idempotency;ttl=${idempotencyKeyTtlS}, gzip`,
};

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Null is an empty body. */
  body: string | null;
}

/** Any thrown value as a SalesError; what is not one of ours is a defect. */
export function toSalesError(error: unknown): SalesError {
  if (!(error instanceof SalesError)) return new SalesError('internal', undefined, { cause: error });
  // A store that cannot be trusted ends the process (see the log); to the client it is a server that cannot take the request.
  if (error.code === 'storage') return new SalesError('unavailable', undefined, { retryAfterS: 30, cause: error });
  return error;
}

const needsRetryAfter = new Set<FailureCode>(['unavailable', 'tooManyRequests', 'inFlight']);

export function problemAnswer(error: SalesError, requestId: string): Answer {
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (error.code === 'unauthorized') headers['www-authenticate'] = 'Basic realm="sales", charset="UTF-8"';
  if (needsRetryAfter.has(error.code)) headers['retry-after'] = String(error.retryAfterS ?? 1);
  return { status: failures[error.code].status ?? 500, headers, body: JSON.stringify(problemOf(error, requestId)) };
}
