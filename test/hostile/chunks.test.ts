/** A body in chunks of one byte is refused, and its connection closed, before it costs much; in a build without the bound it is read on. */
import { afterEach, expect, it } from 'vitest';
import type { Change } from '../faults/variant.js';
import { control } from '../support/at-length.js';
import { type Crowded, crowded } from './crowded.js';

const CHUNKS = 400_000;

let running: Crowded;
afterEach(() => running.end());

async function attacked(changes: Change[]) {
  running = await crowded(changes);
  const before = running.memoryMb();
  const crowd = await running.attack('bodies in chunks of one byte', 2, CHUNKS, 'api');
  return { ...crowd, moreMb: () => running.memoryMb() - before };
}

it('two of 400,000 chunks are each refused with 400, and take less than 60 MB', async () => {
  const { statuses, closed, moreMb } = await attacked([]);
  await expect.poll(closed).toBe(2);
  // Whoever goes on sending may find the connection closed before it reads the answer.
  expect(statuses().filter((status) => status !== '400')).toEqual([]);
  expect(moreMb()).toBeLessThan(60);
  expect(await running.metric('sales_running{work="uploads"}')).toBe(0);
});

control('control: without the bound both are read on', async () => {
  const { statuses, closed } = await attacked([{ file: 'server/access/body.js', from: 'free: 1_000', to: 'free: 1e9' }]);
  await expect.poll(() => running.metric('sales_running{work="uploads"}')).toBe(2);
  expect([statuses(), closed()]).toEqual([[], 0]);
});
