/** What to do where nobody can say what became of a COMMIT. */
import { SalesError } from '../../../contract/problem.js';
import type { Work } from '../../sql/work.js';
import { CommitInDoubt, type DatabaseConnections } from './connections.js';

/** Longest wait of a client for an answer; afterwards it is left without one, because every answer might be wrong. */
const KNOWN_WITHIN_MS = 20_000;
const PAUSE_MS = 100;

/**
 * Runs `work`; and again, as long as it is in doubt and for the time that is left. `work` must find what an earlier run has done: it begins by
 * taking the tenant's turn, and so waits for the end of the session that was lost. Fails with `inDoubt`.
 */
export async function untilKnown<Result>(work: () => Promise<Result>): Promise<Result> {
  let doubt: CommitInDoubt | null = null;
  let end = 0;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CommitInDoubt) {
        doubt = error;
        end ||= Date.now() + KNOWN_WITHIN_MS;
      } else if (!doubt || !isPassing(error)) throw error;
      if (Date.now() >= end) throw new SalesError('inDoubt', undefined, { cause: doubt });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Work that has the effect of once when it is done twice, in a transaction that is known to be committed. */
export function writeSurely<Result>(connections: DatabaseConnections, tenantKey: number | null, work: () => Work<Result>): Promise<Result> {
  return untilKnown(() => connections.write(tenantKey, work));
}

function isPassing(error: unknown): boolean {
  return error instanceof SalesError && error.code === 'unavailable';
}
