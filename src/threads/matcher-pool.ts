/** The thread that matches, one at a time: its memory is given back at the end of a run. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import Tinypool from 'tinypool';
import type { FailureData } from '../contract/failure-data.js';
import type { MatchPiece } from '../store/matching.js';
import type { StorePlace } from './data.js';

/** What a row leaves behind is collected at once; a larger young generation is only more memory. */
const YOUNG_MB = 6;

/** What the thread is given. What it has to say it says by the port. */
export interface MatcherTask extends StorePlace {
  tenants: readonly string[];
  port: MessagePort;
}

/** Each piece is answered by a {@link MatcherAnswer}. */
export type MatcherMessage =
  | { type: 'piece'; tenantId: string; piece: MatchPiece }
  | { type: 'failed'; failure: FailureData }
  | { type: 'over' };
export type MatcherAnswer = { stored: boolean } | { failure: FailureData };

export interface MatcherPool {
  /** One tenant after another. `hear` takes what is said meanwhile, and answers pieces. */
  match(tenants: readonly string[], hear: (message: MatcherMessage) => Promise<MatcherAnswer | null>): Promise<void>;
  /** Ends the pool; a run under way fails. */
  close(): Promise<void>;
}

export function matcherPool(place: StorePlace): MatcherPool {
  const pool = new Tinypool({
    filename: new URL('./matcher-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 0,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return {
    match: async (tenants, hear) => {
      const { port1: ours, port2: port } = new MessageChannel();
      ours.on('message', async (message: MatcherMessage) => {
        const answer = await hear(message);
        if (answer) ours.postMessage(answer);
      });
      // By then everything is heard.
      const over = new Promise<void>((resolve) => {
        ours.on('message', ({ type }: MatcherMessage) => {
          if (type === 'over') resolve();
        });
      });
      try {
        await pool.run({ ...place, tenants, port } satisfies MatcherTask, { transferList: [port] });
        await over;
      } finally {
        ours.close();
      }
    },
    close: () => pool.destroy(),
  };
}
