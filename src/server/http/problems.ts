/** Failures as HTTP answers: problem bodies, the headers that belong to them, and a 500 that reveals nothing of the inside. */
import { extensionWords } from '../../contract/extensions.js';
import { type FailureCode, failures, problemOf, SalesError } from '../../contract/problem.js';
import { idempotencyKeyTtlS } from './idempotency.js';

/** Half a year, the least that checkers of servers ask for. What browsers make of it: `docs/security.md`. */
const hstsS = 15_768_000;

/** Headers of every answer. The capabilities tell clients that it is safe to send a request again with the same key, and what else is there. */
export const everyAnswer: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': `max-age=${hstsS}`,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'sales-capabilities': [`idempotency;ttl=${idempotencyKeyTtlS}`, 'gzip', ...extensionWords()].join(', '),
};

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Null for an empty body. */
  body: string | Buffer | null;
}

/** Turns anything thrown into a SalesError; what is not one of ours is a defect, and becomes `internal`. */
export function toSalesError(error: unknown): SalesError {
  if (!(error instanceof SalesError)) return new SalesError('internal', undefined, { cause: error });
  // A store that cannot be trusted ends the process (the log says why); a client only sees a server that cannot take the request now.
  if (error.code === 'storage') return new SalesError('unavailable', undefined, { retryAfterS: 30, cause: error });
  return error;
}

const needsRetryAfter = new Set<FailureCode>(['unavailable', 'tooManyRequests', 'inFlight']);

/**
 * The answer for a failure: a problem body that carries the id of the request. To one of our pages, a browser is not told that it could log in by
 * itself: it would ask with a window of its own, and never forget the answer.
 */
export function problemAnswer(error: SalesError, requestId: string, isOfPage = false): Answer & { body: string } {
  const headers: Record<string, string> = { 'content-type': 'application/problem+json' };
  if (error.code === 'unauthorized')
    headers['www-authenticate'] = isOfPage ? 'Session realm="sales"' : 'Basic realm="sales", charset="UTF-8"';
  if (needsRetryAfter.has(error.code)) headers['retry-after'] = String(error.retryAfterS ?? 1);
  return { status: failures[error.code].status ?? 500, headers, body: JSON.stringify(problemOf(error, requestId)) };
}
