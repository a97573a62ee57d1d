/**
 * `sales watch`, while somebody puts a link to elsewhere in place of a file, or of the folder, right before it is looked into, opened or
 * moved: nothing from elsewhere is uploaded, and nothing there is moved, changed or deleted. The control is the build that does not ask
 * which file it has opened.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOf, control } from '../support/at-length.js';
import { type ServeProcess, serve } from '../support/serve-process.js';
import { type Ended, heldBy, openMerchant } from './merchant.js';
import { password, preparedDirectory } from './storage-run.js';
import { type Change, variantOf } from './variant.js';

/** So many rows that batches are made in a thread of their own. */
const MANY = 100_000;

let directory: string;
let server: ServeProcess;
beforeAll(async () => {
  directory = await preparedDirectory();
  server = await serve(directory, null, {}, ['--log', 'none']);
});
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
});

const swaps = {
  'the file': 'fs.rmSync(WATCHED_FILE); fs.symlinkSync(OUTSIDE_FILE, WATCHED_FILE);',
  'the folder': 'fs.renameSync(WATCHED, WATCHED + "-before"); fs.symlinkSync(OUTSIDE, WATCHED);',
  'the folder done': 'fs.renameSync(WATCHED + "/done", WATCHED + "/other"); fs.symlinkSync(OUTSIDE, WATCHED + "/done");',
};

const moments = {
  'before the next look': { file: 'cli/commands/watch.js', before: 'const files = await filesIn(folder, kind);' },
  'after the look': { file: 'jobs/watch-file.js', before: 'const fingerprint = await fingerprintOf(file.path' },
  'before its job begins': { file: 'jobs/upload-file.js', before: 'const fingerprint = await fingerprintOf(' },
  'before it is opened': { file: 'jobs/upload-file.js', before: 'let input = await open();' },
  'before the thread opens it': { file: 'client/batches/source-thread.js', before: 'const rows = await openAsPlanned(' },
  'before it is moved': { file: 'jobs/watch-file.js', before: 'await watch.checkPlaces();' },
};

/** The build in which that happens at the first such moment. */
function swapAt(moment: keyof typeof moments, what: keyof typeof swaps): Change {
  const { file, before } = moments[moment];
  const names = ['WATCHED', 'WATCHED_FILE', 'OUTSIDE', 'OUTSIDE_FILE'];
  const swap = `const fs = await import('node:fs'); const { ${names.join(', ')} } = process.env; ${swaps[what]}`;
  return { file, from: before, to: `if (!globalThis.swapped) { globalThis.swapped = true; ${swap} }\n${before}` };
}

interface Seen {
  ended: Ended;
  /** Rows of the file elsewhere that the server has. */
  taken: number;
  /** Rows of the file in the watched folder. */
  own: number;
  /** Elsewhere, all is as it was. */
  isUntouched: boolean;
}

let runs = 0;

async function watch(rows: number, ...changes: Change[]): Promise<Seen> {
  runs += 1;
  const folder = mkdtempSync(join(tmpdir(), 'sales-links-'));
  const [watched, outside] = [join(folder, 'in'), join(folder, 'outside')];
  // With trays, as a folder has that is watched, too.
  for (const path of [watched, join(outside, 'done'), join(outside, 'failed')]) mkdirSync(path, { recursive: true });
  const [mine, theirs] = [join(watched, 'sales.csv'), join(outside, 'sales.csv')];
  const variant = variantOf(...changes);
  const env = { WATCHED: watched, WATCHED_FILE: mine, OUTSIDE: outside, OUTSIDE_FILE: theirs };
  const merchant = openMerchant(server.url, server.caFile, password, { bin: variant.bin, env });
  renameSync(merchant.file(`mine${runs}`, rows).path, mine);
  renameSync(merchant.file(`theirs${runs}`, rows).path, theirs);
  const text = readFileSync(theirs, 'utf8');
  const ended = await merchant.sales('watch', watched, '--once', '--settle', '0ms');
  const isUntouched =
    readdirSync(outside, { recursive: true }).sort().join() === 'done,failed,sales.csv' && readFileSync(theirs, 'utf8') === text;
  const seen = { ended, taken: heldBy(directory, `theirs${runs}`).size, own: heldBy(directory, `mine${runs}`).size, isUntouched };
  for (const one of [merchant, variant]) one.remove();
  rmSync(folder, { recursive: true });
  return seen;
}

describe('a link to elsewhere', () => {
  const places = [
    ['the file', 'after the look', 5, 4],
    ['the file', 'before its job begins', 5, 4],
    ['the file', 'before it is opened', 5, 4],
    ['the file', 'before the thread opens it', MANY, 4],
    ['the file', 'before it is moved', 5, 0],
    ['the folder', 'before the next look', 5, 12],
    ['the folder', 'after the look', 5, 4],
    ['the folder', 'before it is opened', 5, 12],
    ['the folder', 'before it is moved', 5, 12],
    ['the folder done', 'before it is moved', 5, 12],
  ] as const;

  it.each(casesOf(places, 3))('in place of %s %s: nothing there is uploaded or touched', async (what, moment, rows, exit) => {
    const { ended, taken, isUntouched, own } = await watch(rows, swapAt(moment, what));
    expect([ended.code, taken, isUntouched], ended.stderr).toEqual([exit, 0, true]);
    if (moment === 'before it is moved') expect(own).toBe(rows);
  });

  const blind: Change = { file: 'files/text/file-identity.js', from: 'return a !== null', to: 'return true || a !== null' };

  control.each([
    ['the file', 'after the look'],
    ['the file', 'before it is opened'],
    ['the folder', 'before the next look'],
  ] as const)('the control, in place of %s %s: it is uploaded', async (what, moment) => {
    expect((await watch(5, swapAt(moment, what), blind)).taken).toBeGreaterThan(0);
  });
});
