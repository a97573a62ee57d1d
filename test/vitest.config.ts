import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that break things take longest: begun last, one of them would be left to run alone for minutes. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFault = ({ moduleId }: TestSpecification) => moduleId.includes('/test/faults/');
    return [...sorted.filter(isFault), ...sorted.filter((file) => !isFault(file))];
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    // Most of them wait for processes, disks and clocks: two at a time also on two cores.
    maxWorkers: 2,
    sequence: { sequencer: FaultsFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second, as it is left to itself, is little on a machine that is busy.
    expect: { poll: { timeout: 20_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
