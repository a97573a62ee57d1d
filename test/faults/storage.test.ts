/**
 * The promise of a 200 on failing storage: at every write and sync of a server that takes 20 uploads, a kill, a power cut, an I/O error,
 * a full disk or a short write loses no acknowledged upload and leaves none half there. CI takes every `STRIDE`-th point of the modes
 * that need a server run each; `npm run soak` takes all.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOf, control, isSoak, seed } from '../support/at-length.js';
import { serve } from '../support/serve-process.js';
import { Disk, readDiskLog, writeFolder } from './disk-log.js';
import { seeded } from './seeded.js';
import { storageShim } from './shim.js';
import { type Damage, damageOf, opensAgain, preparedDirectory, runWithFaults, uploadsMax } from './storage-run.js';
import { variantOf } from './variant.js';

const POINTS = 300;
const STRIDE = isSoak ? 1 : 300;
/** Of the points that one run shows, CI looks at one of eighteen. */
const LOOKED_AT = isSoak ? 1 : 18;
const PARALLEL = 2;

const shim = storageShim();
if (!shim) process.stderr.write('The storage faults are not tested here: there is no gcc, or this is not Linux.\n');

let prepared: string;
beforeAll(async () => {
  prepared = await preparedDirectory();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

interface Findings {
  points: number;
  lost: number;
  torn: number;
  corrupt: number;
}

type PowerCut = 'nothing unsynced survives' | 'any part of it survives';

/** Runs the server once, then looks at the disk as it was before each of its operations. */
async function everyPoint(shim: string, after: 'kill' | PowerCut, bin?: string, isEnough = (_: Findings) => false): Promise<Findings> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'sales-points-'));
  const log = join(folder, 'log');
  const run = await runWithFaults(shim, prepared, { mode: 'none', log }, bin);
  expect(run.acknowledged.size).toBe(uploadsMax);
  const findings: Findings = { points: 0, lost: 0, torn: 0, corrupt: 0 };
  const disk = new Disk(prepared);
  const random = seeded(20_261_121);
  for (const operation of readDiskLog(log)) {
    const isPoint = operation.kind === 'write' || operation.kind === 'sync';
    if (isPoint && operation.count % (isSoak || operation.count <= POINTS ? LOOKED_AT : 7) === 0) {
      const files =
        after === 'kill'
          ? disk.afterKill()
          : disk.afterPowerCut(() =>
              after === 'nothing unsynced survives' ? 'lost' : ((['whole', 'torn', 'lost'] as const)[random(3)] ?? 'lost'),
            );
      const image = mkdtempSync(join(folder, 'image-'));
      writeFolder(image, files);
      const acknowledgedBefore = [...run.acknowledged].filter(([, count]) => count < operation.count).map(([id]) => id);
      const damage = await damageOf(image, acknowledgedBefore);
      tally(findings, damage);
      if (findings.points % 25 === 0 && damage.torn.length === 0) await opensAgain(image);
      rmSync(image, { recursive: true });
    }
    if (isEnough(findings)) break;
    disk.apply(operation);
  }
  run.remove();
  rmSync(folder, { recursive: true });
  return findings;
}

function tally(findings: Findings, { lost, torn, integrity }: Damage): void {
  findings.points += 1;
  if (lost.length > 0) findings.lost += 1;
  if (torn.length > 0) findings.torn += 1;
  if (integrity !== null) findings.corrupt += 1;
}

describe.skipIf(!shim)('at every write and sync of one run', () => {
  const clean = { lost: 0, torn: 0, corrupt: 0 };

  it.each(['kill', 'nothing unsynced survives', 'any part of it survives'] as const)(
    '%s: nothing acknowledged is lost, none is half there',
    async (after) => {
      const findings = await everyPoint(shim ?? '', after);
      expect(findings).toMatchObject(clean);
      expect(findings.points).toBeGreaterThanOrEqual(POINTS / LOOKED_AT);
    },
    300_000,
  );

  control(
    'control: with synchronous=NORMAL a power cut loses acknowledged uploads',
    async () => {
      const variant = variantOf({ file: 'store/sqlite/sqlite-store.js', from: "'synchronous = FULL'", to: "'synchronous = NORMAL'" });
      const findings = await everyPoint(shim ?? '', 'nothing unsynced survives', variant.bin);
      variant.remove();
      expect(findings.lost).toBeGreaterThan(0);
    },
    300_000,
  );

  control(
    'control: without a transaction a kill leaves uploads half there',
    async () => {
      const variant = variantOf({
        file: 'store/sqlite/rows/stage-batches.js',
        from: 'const together = context.db.transaction(',
        to: 'const together = ((work) => Object.assign(work, { immediate: work }))(',
      });
      const findings = await everyPoint(shim ?? '', 'kill', variant.bin, ({ torn }) => torn > 0);
      variant.remove();
      expect(findings.torn).toBeGreaterThan(0);
    },
    300_000,
  );
});

describe.skipIf(!shim)('a failing write or sync', () => {
  const offset = isSoak ? 0 : seed % STRIDE;
  const points = Array.from({ length: Math.ceil(POINTS / STRIDE) }, (_, point) => 1 + offset + point * STRIDE).filter((at) => at <= POINTS);

  it.each([
    ['eio', false],
    ['eio', true],
    ['enospc', false],
    ['enospc', true],
    ['short', false],
    ['kill', false],
  ] as const)(
    `%s (sticky: %s) at ${points.length} points from ${points[0]}`,
    async (mode, sticky) => {
      const waiting = [...points];
      const check = async () => {
        for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
          const run = await runWithFaults(shim ?? '', prepared, { mode, at, sticky });
          const damage = await damageOf(run.directory, run.acknowledged.keys());
          expect({ mode, at, ...damage }).toEqual({ mode, at, lost: [], torn: [], integrity: null });
          await opensAgain(run.directory);
          expect(run.output).not.toMatch(/\n\s+at /);
          // An I/O error ends the server with 70; a full disk never does.
          if (mode === 'eio' && typeof run.end === 'number') expect([at, run.end]).toEqual([at, 70]);
          // A start that fails says so and ends; it never hangs.
          if (run.end === 'not started')
            expect([at, run.output]).toEqual([at, expect.stringMatching(/^serve ended with (70|12|SIGKILL):/)]);
          if (mode === 'enospc') expect(['SIGKILL', 'not started']).toContain(run.end);
          for (const status of run.statuses) expect([200, 503, 0]).toContain(status);
          // After one full-disk failure the server recovers by itself.
          if (mode === 'enospc' && !sticky && run.end === 'SIGKILL') expect(run.statuses.at(-1)).toBe(200);
          run.remove();
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, check));
    },
    1_800_000,
  );

  it.each(casesOf(['eio', 'enospc', 'kill'] as const, 3))('after a failure (%s) the server starts again and serves', async (mode) => {
    const run = await runWithFaults(shim ?? '', prepared, { mode, at: 120, sticky: true });
    const server = await serve(run.directory, null);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await damageOf(run.directory, run.acknowledged.keys())).toEqual({ lost: [], torn: [], integrity: null });
    run.remove();
  });
});
