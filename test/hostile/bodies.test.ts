/**
 * Bodies that come a byte now and then on as many connections as there may be: a stranger's log-ins, and one user's dropped files. Whoever
 * just works is served. The controls are builds without the bound.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Change } from '../faults/variant.js';
import { control, isSoak } from '../support/at-length.js';
import { type Crowded, crowded } from './crowded.js';
import { expectServed, honestTimes, unserved } from './honest-anew.js';

const ROUNDS = 5;
const SETTLE_MS = 15_000;
/** More than there may be. */
const CONNECTIONS = 950;
const PLACES = 900;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function target(changes: Change[] = []): Promise<Crowded> {
  const running = await crowded(changes);
  ends.push(running.end);
  running.addUser('a');
  return running;
}

/** Builds of which a part is as it was before. */
const unbounded: Record<string, Change[]> = {
  // A request under way makes no room, and a body has as long as an upload.
  strangers: [
    {
      file: 'server/http/connections.js',
      from: 'first(all, isStranger)',
      to: "[...all].find(({ stage, tls }) => stage !== 'request' && isStranger({ tls }))",
    },
    { file: 'server/access/admission.js', from: 'seconds: 5,', to: 'seconds: 500,' },
    { file: 'server/http/connections.js', from: 'first(waiting.request, hasSlowBody)', to: 'undefined' },
  ],
  // Each file has its place at once.
  files: [
    { file: 'server/access/admission.js', from: 'user: 6, customer: 12, process: 24', to: 'user: 1e9, customer: 1e9, process: 1e9' },
    // And nothing is refused for being one too many.
    { file: 'server/console/files/dropped-files.js', from: 'FILES_OF_USER_MAX = 200', to: 'FILES_OF_USER_MAX = 1e9' },
    { file: 'server/http/connections.js', from: 'first(waiting.request, hasSlowBody)', to: 'undefined' },
  ],
};

describe(`beside ${CONNECTIONS} log-in bodies that trickle, without a log-in`, () => {
  it('health, first page, log-in and upload are answered', { timeout: 300_000 }, async () => {
    const running = await target();
    await running.attack('log-in bodies', CONNECTIONS, 1);
    expect(await unserved(running.server, ROUNDS)).toEqual([]);
  });

  control('control: where a request under way makes no room, nothing is', { timeout: 300_000 }, async () => {
    const running = await target(unbounded.strangers);
    await running.attack('log-in bodies', CONNECTIONS, 1);
    await expect.poll(() => running.metric('sales_running{work="strangers"}'), { timeout: 120_000 }).toBe(PLACES);
    expect(await unserved(running.server, 2)).toHaveLength(8);
  });
});

describe(`beside ${CONNECTIONS} dropped files of one user that trickle`, () => {
  it('health, first page, log-in and upload are answered', { timeout: 300_000 }, async () => {
    const running = await target();
    await running.attack('dropped files', CONNECTIONS, 1, 'a');
    expect(await unserved(running.server, ROUNDS)).toEqual([]);
  });

  control('control: where each has its place, nothing is', { timeout: 300_000 }, async () => {
    const running = await target(unbounded.files);
    await running.attack('dropped files', CONNECTIONS, 1, 'a');
    await expect.poll(() => running.metric('sales_running{work="files"}'), { timeout: 120_000 }).toBe(PLACES);
    expect(await unserved(running.server, 2)).toHaveLength(8);
  });
});

describe.runIf(isSoak)('by the clock', () => {
  const attacks = [
    ['log-in bodies', PLACES],
    ['dropped files', PLACES],
    ['large files', 12],
  ] as const;

  it.each(attacks)(
    'beside %s on %i connections, each is answered in under 10 times its idle p99',
    { timeout: 600_000 },
    async (kind, many) => {
      const running = await target();
      await unserved(running.server, 3);
      const idle = await honestTimes(running.server);
      await running.attack(kind, many, 1, 'a');
      // Not while all connect at once, which costs what as many handshakes do.
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      expectServed(`${many} ${kind}`, idle, await honestTimes(running.server));
    },
  );
});
