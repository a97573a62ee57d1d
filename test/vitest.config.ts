import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What `npm test` runs; all other folders are the full lane. */
const fast = ['contract', 'files', 'client', 'importing', 'threads', 'store', 'cli', 'server', 'docs'].map(
  (room) => `test/${room}/**/*.test.ts`,
);

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
      { extends: true, test: { name: 'fast', include: fast } },
      { extends: true, test: { name: 'full', include: ['test/**/*.test.ts'], exclude: fast } },
    ],
  },
});
