/**
 * The thread that matches, one at a time. Of one that has looked through all rows the memory is given back at once; one that makes steps is kept
 * for some minutes, because code that has run before runs much faster, and steps are short.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import Tinypool from 'tinypool';
import type { FailureData } from '../contract/failure-data.js';
import type { KnownTenant } from '../matcher/known.js';
import type { MatchPiece } from '../store/matching.js';
import type { StorePlace } from './data.js';

/**
 * `youngMb`: what a row leaves behind is collected at once, a larger young generation is only more memory; a step keeps what it reads to its end.
 * `keptMs`: for so long a thread with nothing to do stays.
 */
const limits = {
  full: { youngMb: 6, keptMs: 0 },
  step: { youngMb: 48, keptMs: 300_000 },
};

type ThreadKind = keyof typeof limits;

/** What the thread is given. What it has to say it says by the port. */
export interface MatcherTask extends StorePlace {
  tenants: readonly TenantToMatch[];
  port: MessagePort;
}

export interface TenantToMatch {
  tenantId: string;
  /** What its last run has left, which is used up. */
  known: KnownTenant | null;
}

/** Each piece is answered by a {@link MatcherAnswer}. `over` is the last one, and says whether all were matched in steps. */
export type MatcherMessage =
  | { type: 'piece'; tenantId: string; piece: MatchPiece }
  | { type: 'known'; tenantId: string; known: KnownTenant }
  | { type: 'failed'; failure: FailureData }
  | { type: 'over'; areSteps: boolean };
export type MatcherAnswer = { stored: boolean } | { failure: FailureData };

export interface MatcherThreads {
  /** One tenant after another. `hear` takes what is said meanwhile, and answers pieces. */
  match(tenants: readonly TenantToMatch[], hear: (message: MatcherMessage) => Promise<MatcherAnswer | null>): Promise<void>;
  /** What is under way fails. */
  close(): Promise<void>;
}

export function matcherThreads(place: StorePlace): MatcherThreads {
  let thread: { kind: ThreadKind; pool: Tinypool } | null = null;
  let isClosed = false;
  const end = async () => {
    const ended = thread;
    thread = null;
    await ended?.pool.destroy();
  };
  /** The other one is gone before, so that the memory of both is never taken. */
  const ofKind = async (kind: ThreadKind): Promise<Tinypool> => {
    if (thread?.kind === kind) return thread.pool;
    await end();
    if (isClosed) throw new Error('closed');
    const { youngMb, keptMs } = limits[kind];
    const pool = new Tinypool({
      filename: new URL('./matcher-thread.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: keptMs,
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    });
    thread = { kind, pool };
    return pool;
  };
  return {
    match: async (tenants, hear) => {
      const kind = tenants.every(({ known }) => known) ? 'step' : 'full';
      const pool = await ofKind(kind);
      const { port1: ours, port2: port } = new MessageChannel();
      ours.on('message', async (message: MatcherMessage) => {
        const answer = await hear(message);
        if (answer) ours.postMessage(answer);
      });
      const over = overOf(ours);
      try {
        await pool.run({ ...place, tenants, port } satisfies MatcherTask, { transferList: [port] });
        // All rows were looked through after all.
        if (!(await over) && kind === 'step') await end();
      } finally {
        ours.close();
      }
    },
    close: async () => {
      isClosed = true;
      await end();
    },
  };
}

/** Whether all were steps, once everything is heard. */
function overOf(port: MessagePort): Promise<boolean> {
  return new Promise((resolve) => {
    port.on('message', (message: MatcherMessage) => {
      if (message.type === 'over') resolve(message.areSteps);
    });
  });
}
