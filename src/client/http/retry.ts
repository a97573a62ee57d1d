/**
 * When a failed request is sent again. Pure: from what happened so far to a wait or the end; the clock and the random number are passed in.
 * An upload whose outcome is unknown is repeated only if a key makes that harmless.
 */
import { type FailureCode, failures, type SalesError } from '../../contract/problem.js';

const FIRST_WAIT_MS_MAX = 1_000;
const WAIT_MS_MAX = 30_000;

export interface RetrySituation {
  code: FailureCode;
  /** The server stages an upload once for each key, however often it comes. */
  idempotent?: boolean;
  /** What the server asked for; it wins over our own timing. */
  retryAfterS: number | undefined;
  /** Failures in a row so far, this one included: from 1. */
  attempt: number;
  /** Since the first of these failures. */
  elapsedMs: number;
  /** For how long trying again is allowed; 0 is never. */
  retryForMs: number;
  /** From 0 up to 1: full jitter, so that many clients of one broken server do not come back at once. */
  random: number;
}

/** A request failed, and is sent again after a wait. */
export interface RetryEvent {
  type: 'retry';
  failure: SalesError;
  attempt: number;
  waitMs: number;
}

/** Milliseconds to wait before the next attempt; null to give up. */
export function retryWaitMs(situation: RetrySituation): number | null {
  if (!canRepeat(situation.code, situation.idempotent === true)) return null;
  const leftMs = situation.retryForMs - situation.elapsedMs;
  if (leftMs <= 0) return null;
  if (situation.retryAfterS !== undefined) {
    const askedMs = situation.retryAfterS * 1_000;
    // Coming back earlier than asked only makes it worse, so a longer wait than is left ends here.
    return askedMs <= leftMs ? askedMs : null;
  }
  const ceilingMs = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS_MAX * 2 ** (situation.attempt - 1));
  return Math.min(Math.round(ceilingMs * situation.random), leftMs);
}

/** 409 says that the same key is being worked on; from a server that honours none it says nothing that can be relied on. */
function canRepeat(code: FailureCode, idempotent: boolean): boolean {
  if (code === 'inDoubt' || code === 'inFlight') return idempotent;
  return failures[code].retryable;
}
