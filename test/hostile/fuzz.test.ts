/**
 * Requests from a grammar of the interface, by chance, at the real server over TLS: no 500, no crash, no answer that the server's own
 * document does not know, no row too many or too few, and memory that comes back. A seed repeats a run (SEED), as far as the order
 * of eight connections allows. The controls are builds with a defect each.
 */
import { expect, it } from 'vitest';
import type { Change } from '../faults/variant.js';
import { control, isSoak, seed } from '../support/at-length.js';
import { refusals } from './fuzz/answers.js';
import { type Fuzzed, MEMORY_MB_MORE, runFuzz } from './fuzz/run.js';

const count = Number(process.env.FUZZ_COUNT ?? (isSoak ? 1_000_000 : 400));

function report({ findings, output, books, ...figures }: Fuzzed): void {
  process.stdout.write(`fuzz: SEED=${seed} ${JSON.stringify(figures)}\n`);
  if (findings.length > 0 || books.length > 0) process.stdout.write(`${JSON.stringify({ findings, books, output }, null, 2)}\n`);
}

it(`${count} requests by chance`, { timeout: isSoak ? 3 * 3_600_000 : 180_000 }, async () => {
  const fuzzed = await runFuzz({ seed, count });
  report(fuzzed);
  const { findings, books, end, statuses, memoryMb } = fuzzed;
  expect({ findings, books, end }).toEqual({ findings: [], books: [], end: 0 });
  expect(memoryMb.after - memoryMb.before).toBeLessThanOrEqual(MEMORY_MB_MORE);
  const refused = refusals.reduce((sum, status) => sum + (statuses[status] ?? 0), 0);
  expect(refused / fuzzed.sent).toBeLessThan(0.05);
  // What the grammar makes is worth sending only where a good part of it is served.
  expect((statuses[200] ?? 0) / fuzzed.sent).toBeGreaterThan(0.3);
});

/** Of each build: what is wrong with it, and what the fuzz says of it. */
const controls: [what: string, found: RegExp, change: Change][] = [
  [
    'tells more than is documented',
    /additional properties/,
    change('server/http/problems.js', 'problemOf(error, requestId)', '{ ...problemOf(error, requestId), seen: 1 }'),
  ],
  [
    'answers with a status that is not documented',
    /status 410 instead of|status 410 is not/,
    change('contract/problem.js', 'failure(404,', 'failure(410,'),
  ],
  ['fails', /status 500/, change('server/http/upload-group.js', 'header.toLowerCase()', 'header.toLowercase()')],
  [
    'sends a header twice',
    /^twice: x-request-id/,
    change('server/app.js', "['x-request-id', entry.requestId]", "['x-request-id', entry.requestId, 'x-request-id', entry.requestId]"),
  ],
  ['misspells a header', /^header x-www/, change('server/http/problems.js', "headers['www-authenticate'] =", "headers['x-www'] =")],
];

function change(file: string, from: string, to: string): Change {
  return { file, from, to };
}

control.each(controls)('control: a build that %s is found out', { timeout: 120_000 }, async (_, found, defect) => {
  const { findings } = await runFuzz({ seed, count: 5_000, changes: [defect], findingsMax: 1, isWarm: false });
  expect(findings[0]?.what).toMatch(found);
});

control('control: a build that keeps 500 kB with each request is found out', { timeout: 120_000 }, async () => {
  const leak = change(
    'server/app.js',
    'options.log(entry);\n    const closing',
    'options.log(entry); (globalThis.kept ??= []).push(Buffer.alloc(500_000, 1));\n    const closing',
  );
  const { memoryMb } = await runFuzz({ seed, count: 500, changes: [leak], restMs: 3_000 });
  expect(memoryMb.after - memoryMb.before).toBeGreaterThan(MEMORY_MB_MORE);
});
