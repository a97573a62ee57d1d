/**
 * kill -9 of `sales watch` at any moment, while files are dropped, one of them byte by byte: in the end every file lies in `done` with its
 * report, and each of its sales is at the server once. What a shell loop does instead, killed alike, doubles.
 */
import { appendFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { control, isSoak, seed } from '../support/at-length.js';
import { type ServeProcess, serve } from '../support/serve-process.js';
import { discrepancy, heldBy, type Merchant, nothing, openMerchant } from './merchant.js';
import { seeded } from './seeded.js';
import { password, preparedDirectory } from './storage-run.js';

const FILES = 12;
const ROWS = 150;
const KILLS = isSoak ? 100 : 8;
/** About as long as the program takes to start and to upload a file or two. */
const LIFE_MS = 2_000;
const random = seeded(seed);

let directory: string;
let server: ServeProcess;
beforeAll(async () => {
  directory = await preparedDirectory();
  server = await serve(directory, null, {}, ['--log', 'none']);
});
afterAll(() => server.end('SIGTERM'));

/** A merchant, and a folder into which files are put, some of them whole at once and one piece by piece. */
function shop(tag: string) {
  const merchant = openMerchant(server.url, server.caFile, password);
  const folder = join(merchant.folder, 'in');
  mkdirSync(folder);
  const made = Array.from({ length: FILES }, (_, index) => merchant.file(`${tag}-${index}`, ROWS));
  const references = made.flatMap((file) => file.references);
  const drop = async (everyMs: number) => {
    for (const [index, { path }] of made.entries()) {
      await wait(everyMs);
      renameSync(path, join(folder, `${tag}-${index}.csv`));
    }
  };
  return { merchant, folder, references, drop };
}

function waiting(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.csv'));
}

async function killLater({ child, ended }: ReturnType<Merchant['start']>): Promise<void> {
  await Promise.race([wait(random(LIFE_MS)), ended]);
  child.kill('SIGKILL');
  await ended;
}

it(`loses no file and uploads none twice, seed ${seed}`, async () => {
  const { merchant, folder, references, drop } = shop('watched');
  const flags = ['watch', folder, '--settle', '300ms', '--batch', '20', '--retry-for', '20s'];
  const dropped = drop((LIFE_MS * KILLS) / FILES / 3);
  const growing = grow(join(folder, 'growing.csv'), 'watched-growing', 40);
  for (let kill = 0; kill < KILLS; kill++) await killLater(merchant.start(...flags));
  await Promise.all([dropped, growing]);
  // One more file: the killed ones may have left nothing, and a watch that has taken a file is sure to be listening for signals.
  const late = merchant.file('watched-late', ROWS);
  renameSync(late.path, join(folder, 'watched-late.csv'));
  const last = merchant.start(...flags);
  for (let looks = 0; looks < 600 && waiting(folder).length > 0; looks++) await wait(100);
  last.child.kill('SIGTERM');
  const { code, stderr } = await last.ended;

  expect({ code, waiting: waiting(folder), failed: readdirSync(join(folder, 'failed')) }, stderr).toEqual({
    code: 143,
    waiting: [],
    failed: [],
  });
  const done = readdirSync(join(folder, 'done')).filter((name) => name.endsWith('.csv'));
  expect(done.sort()).toEqual(
    [...Array.from({ length: FILES }, (_, index) => `watched-${index}.csv`), 'growing.csv', 'watched-late.csv'].sort(),
  );
  for (const name of done) expect(readdirSync(join(folder, 'done'))).toContain(`${name}.report.json`);
  const all = [...references, ...(await growing), ...late.references];
  expect({ seed, ...discrepancy(all, heldBy(directory, 'watched')) }).toEqual({ seed, ...nothing });
  merchant.remove();
}, 300_000);

/** A file that a till writes line by line, faster than the time after which it would be taken for whole. */
async function grow(path: string, tag: string, rows: number): Promise<string[]> {
  const references = Array.from({ length: rows }, (_, row) => `${tag}-${row}`);
  writeFileSync(path, 'amount,currency,transactionDate,transactionReference\n');
  for (const [row, reference] of references.entries()) {
    await wait(60);
    appendFileSync(path, `${row}.50,EUR,2026-11-20T10:00:00+01:00,${reference}\n`);
  }
  return references;
}

control(
  'the control, a loop of upload and move, doubles',
  async () => {
    const { merchant, folder, references, drop } = shop('looped');
    await drop(0);
    const [name = ''] = waiting(folder);
    const path = join(folder, name);
    const killed = merchant.start('upload', path, '--again', '--batch', '20', '--interval', '200ms');
    while (heldBy(directory, 'looped').size === 0) await wait(50);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await merchant.sales('upload', path, '--again', '--batch', '20');
    expect(discrepancy(references, heldBy(directory, 'looped')).repeated.length).toBeGreaterThan(0);
    merchant.remove();
  },
  120_000,
);
