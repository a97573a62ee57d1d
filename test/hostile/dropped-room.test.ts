/**
 * Twelve files that are dropped at once on a disk with room for three: three come, and what the disk must keep free stays free. The disk is one
 * that only seems so. The control is a build in which each file looks for itself.
 */
import { afterEach, expect, it } from 'vitest';
import type { Change } from '../faults/variant.js';
import { control } from '../support/at-length.js';
import { type Crowded, crowded } from './crowded.js';

const FREE_BYTES = 600_000_000;
const FILES = 12;

let running: Crowded;
afterEach(() => running.end());

/** How many of the files the server asks for, and how many it refuses. */
async function asked(changes: Change[]): Promise<{ asked: number; refused: number }> {
  const preload = new URL('small-disk.js', import.meta.url);
  running = await crowded(changes, { NODE_OPTIONS: `--import=${preload}`, SEEMING_FREE_BYTES: String(FREE_BYTES) });
  for (const name of ['a', 'b']) running.addUser(name);
  const { statuses } = await running.attack('large files', FILES, 1, 'a', 'b');
  await expect.poll(() => statuses().length).toBe(FILES);
  const told = statuses();
  return { asked: told.filter((status) => status === '100').length, refused: told.filter((status) => status === '503').length };
}

it('of 100 MB each, as many come as there is room for beside 256 MB', async () => {
  expect(await asked([])).toEqual({ asked: 3, refused: FILES - 3 });
});

control('control: where each looks for itself, all come', async () => {
  const alone: Change = {
    file: 'server/console/files/receive-file.js',
    from: 'bavail * bsize - promised - bytes',
    to: 'bavail * bsize - bytes',
  };
  expect(await asked([alone])).toEqual({ asked: FILES, refused: 0 });
});
