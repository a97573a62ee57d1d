/** A body in chunks of one byte takes the memory of its bytes; in a build that keeps the chunks as they come, many times that. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Change } from '../faults/variant.js';
import { crowded } from './crowded.js';

const CHUNKS = 400_000;

/** Megabytes that the server takes more while it holds two bodies that are not at their end. */
async function moreMb(changes: Change[]): Promise<number> {
  const { server, attack, memoryMb, end } = await crowded(changes);
  try {
    const before = memoryMb();
    await attack('bodies in chunks of one byte', 2, CHUNKS, 'api');
    let most = 0;
    for (let looks = 0; looks < 30; looks++) {
      await wait(100);
      most = Math.max(most, memoryMb() - before);
    }
    expect(server.child.exitCode).toBe(null);
    return most;
  } finally {
    await end();
  }
}

const keepsChunks: Change = {
  file: 'server/access/body.js',
  from: 'blocks.add(chunk);',
  to: 'blocks.add(chunk); (blocks.chunks ??= []).push(chunk);',
};

it('800,000 chunks take less than 60 MB, and as they come more than 120', async () => {
  const [bounded, kept] = [await moreMb([]), await moreMb([keepsChunks])];
  expect({ bounded: bounded < 60, kept: kept > 120 }, `${bounded} and ${kept} MB`).toEqual({ bounded: true, kept: true });
});
