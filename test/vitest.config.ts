import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const rooms = (...names: string[]) => names.map((room) => `test/${room}/**/*.test.ts`);
/** They leave nothing behind in their process: their files share what they import, of which loading costs more than most of the tests. */
const shared = rooms('contract', 'files', 'importing', 'cli');
const memory = 'test/files/memory.test.ts';
/** What `npm test` runs besides; all other folders are the full lane. */
const fast = [...rooms('client', 'threads', 'store', 'server', 'docs'), memory];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Most of them wait for processes, disks and clocks: two at a time also on two cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second, as it is left to itself, is little on a machine that is busy.
    expect: { poll: { timeout: 20_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      { extends: true, test: { name: 'fast-shared', include: shared, exclude: [memory], isolate: false } },
      { extends: true, test: { name: 'fast', include: fast } },
      { extends: true, test: { name: 'full', include: ['test/**/*.test.ts'], exclude: [...shared, ...fast] } },
    ],
  },
});
