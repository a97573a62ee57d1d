/** Dry runs of matching, and what its rows suggest, on a thread of its own that runs only meanwhile: one takes as long and as much memory as a run. */
import Tinypool from 'tinypool';
import { type FailureData, failureOf } from '../contract/failure-data.js';
import type { MatchDryRun } from '../contract/matches.js';
import { SalesError } from '../contract/problem.js';
import type { SuggestedByRows } from '../matcher/suggest.js';
import type { RunAsked } from '../matcher/tenant-rows.js';
import type { StorePlace } from './data.js';

const RETRY_AFTER_S = 2;

/** What the thread can work out, by what is asked. */
export interface DryRunWork {
  dryRun: { asked: RunAsked; found: MatchDryRun };
  suggestions: { asked: null; found: SuggestedByRows };
}

export type DryRunTask = {
  [Name in keyof DryRunWork]: { place: StorePlace; tenantId: string; name: Name; asked: DryRunWork[Name]['asked'] };
}[keyof DryRunWork];

export type DryRunAnswer<Name extends keyof DryRunWork = keyof DryRunWork> =
  | { value: DryRunWork[Name]['found'] }
  | { failure: FailureData };

export interface DryRuns {
  /** Fails with `running` where there is another one, of whatever tenant. */
  of(tenantId: string, asked: RunAsked): Promise<MatchDryRun>;
  /** The same. */
  suggestions(tenantId: string): Promise<SuggestedByRows>;
  /** Ends one that is under way, which fails. */
  close(): Promise<void>;
}

export function dryRunsBeside(place: StorePlace): DryRuns {
  // Without a time that it waits for the next one, a thread ends, and its memory with it.
  const pool = new Tinypool({
    filename: new URL('./dry-run-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 0,
  });
  let isRunning = false;
  const run = async <Name extends keyof DryRunWork>(task: Extract<DryRunTask, { name: Name }>): Promise<DryRunWork[Name]['found']> => {
    if (isRunning) throw new SalesError('running', 'Another dry run of matching is under way.', { retryAfterS: RETRY_AFTER_S });
    isRunning = true;
    try {
      const answer = (await pool.run(task)) as DryRunAnswer<Name>;
      if ('failure' in answer) throw failureOf(answer.failure);
      return answer.value;
    } finally {
      isRunning = false;
    }
  };
  return {
    of: (tenantId, asked) => run<'dryRun'>({ place, tenantId, name: 'dryRun', asked }),
    suggestions: (tenantId) => run<'suggestions'>({ place, tenantId, name: 'suggestions', asked: null }),
    close: () => pool.destroy(),
  };
}
