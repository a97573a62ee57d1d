import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    // Most of them wait for processes, disks and clocks: two at a time also on two cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second, as it is left to itself, is little on a machine that is busy.
    expect: { poll: { timeout: 20_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
