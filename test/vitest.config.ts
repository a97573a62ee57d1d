import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const rooms = (...names: string[]) => names.map((room) => `test/${room}/**/*.test.ts`);
/** Rooms of which `npm test` runs all but what takes long; all other folders are the full lane. */
const fast = ['client', 'contract', 'files', 'matching', 'matcher', 'importing', 'store', 'server'];
const later = readdirSync(new URL('.', import.meta.url)).filter((room) => !fast.includes(room));
/** Each in a process of its own: one looks at which authorities a process has loaded, the other one at its work. */
const alone = ['test/client/http/https-get.test.ts', 'test/files/formats/bounded-work.test.ts'];
/** Of the rooms of the fast lane, the full lane alone runs what takes long: whole months, real TLS, many rows, much by chance. */
const long = [
  'test/client/sending/parallel.test.ts',
  'test/files/questions/kind-question.test.ts',
  'test/files/rows/cut-row.test.ts',
  'test/files/split-exports.test.ts',
  'test/matcher/run.test.ts',
  'test/matching/evidence/{counted-months,gaps,months,nothing-missing,properties,reasons}.test.ts',
  'test/server/administration.test.ts',
  'test/server/tls/tls.test.ts',
  'test/store/{amount-order,exceptions,money,sqlite-backup,sqlite-lists}.test.ts',
];
/** Of these, CI leaves out what takes long: the release check runs them again, at length (test/support/at-length.ts). */
const atLength = ['test/files/values/values.test.ts', 'test/postgres/serve.test.ts', 'test/server/limits.test.ts'];
/** What `npm run soak` runs: all that is drawn from a seed, or of which CI takes a part. */
const soaked = [
  ...rooms('access', 'closing', 'cluster', 'either-way', 'exports', 'faults', 'hostile', 'matching-histories', 'postgres', 'settlements'),
  ...atLength,
  'test/cli/commands/export.test.ts',
  'test/cli/commands/export-read-back.test.ts',
  'test/console/chromium/files.test.ts',
  'test/contract/plain-reading.test.ts',
  'test/files/any-table.test.ts',
  'test/files/damaged.test.ts',
  'test/files/formats/csv.test.ts',
  'test/files/rows/cut-row.test.ts',
  'test/files/split-exports.test.ts',
  'test/importing/amounts.test.ts',
  'test/matching/evidence/gaps.test.ts',
  'test/matching/evidence/months.test.ts',
  'test/matching/evidence/reasons.test.ts',
  'test/processes/{matching,restore-drill,serve}.test.ts',
  'test/server/round-trip.test.ts',
  'test/store/fees.test.ts',
  'test/store/money.test.ts',
  'test/store/payouts.test.ts',
];
/**
 * What `npm run release-check` runs and CI does not: it takes long, and what it proves changes with little of the code. Of each folder, CI keeps what shows
 * a common change to be wrong.
 */
const beforeRelease = [
  'test/access/mutants.test.ts',
  'test/cli/commands/{completion,match-apply-random}.test.ts',
  'test/cluster/{examples,matching,page,runs,together}.test.ts',
  'test/console/chromium/{administration,closing,decided-month,files,languages,looks,roles,sales}.test.ts',
  'test/console/{bounds,dropped-files-go-on,dropped-files-told,names,new-headers,own-password}.test.ts',
  'test/faults/{backup,blind-server,changes,mutated-files,one-job,secrets,signals,state-folder,storage,swapped-links,watch,writer}.test.ts',
  'test/either-way/client-files.test.ts',
  'test/files/memory.test.ts',
  'test/hostile/{admission,admission-soak,bodies,chunks,dropped-room,guessing,slow-clients,slow-files,trickle}.test.ts',
  'test/matching-histories/{periods,periods-on-postgres,stored-on-postgres}.test.ts',
  'test/nodes/binding.test.ts',
  'test/postgres/{console,doctor,loaded,money,move,payouts}.test.ts',
  'test/processes/{behind-a-balancer,damaged,matching,priority,restore-drill,upload-thread}.test.ts',
  'test/settlements/{exported-totals,money-of-files}.test.ts',
  'test/threads/matcher.test.ts',
];
const globalSetup = 'test/support/shared-clusters.ts';
/** Files leave nothing behind in their process: they share what they import, of which loading costs more than most of the tests. */
const shared = { isolate: false, setupFiles: 'test/support/stack-traces.ts' };

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Most of them wait for processes, disks and clocks: the lanes run more at a time by VITEST_MAX_WORKERS (package.json), since
    // --maxWorkers does not reach the projects.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // A second, as it is left to itself, is little on a machine that is busy.
    expect: { poll: { timeout: 60_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      { extends: true, test: { name: 'fast-shared', include: rooms(...fast), exclude: [...alone, ...long, ...beforeRelease], ...shared } },
      { extends: true, test: { name: 'fast', include: alone } },
      {
        extends: true,
        test: {
          name: 'full',
          include: [...rooms(...later), ...long],
          exclude: beforeRelease,
          globalSetup,
          ...shared,
        },
      },
      { extends: true, test: { name: 'release', include: beforeRelease, globalSetup } },
      { extends: true, test: { name: 'release-at-length', include: atLength, env: { AT_LENGTH: 'yes' }, globalSetup } },
      ...(process.env.SOAK ? [{ extends: true as const, test: { name: 'soak', include: soaked, globalSetup } }] : []),
    ],
  },
});
