/**
 * Folders of jobs, by real processes. What a killed upload has left of standard input is gone after the next run, and what a job can still
 * need is not. Of several command lines at one job one does it, and the others say so; the server of these tests stages whatever comes,
 * so that nothing but the lock keeps rows from being there twice.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { control } from '../support/at-length.js';
import { type ServeProcess, serve } from '../support/serve-process.js';
import { discrepancy, type Ended, heldBy, type Merchant, nothing, openMerchant, rowsOf } from './merchant.js';
import { password, preparedDirectory } from './storage-run.js';
import { type Change, ignoresKeys, type Variant, variantOf } from './variant.js';

const card = '4242424242424242';
const head = 'amount,currency,transactionDate,transactionReference,cardNumberMasked\n';

let directory: string;
let keyless: Variant;
let server: ServeProcess;
let merchant: Merchant;
beforeAll(async () => {
  directory = await preparedDirectory();
  keyless = variantOf(ignoresKeys);
  server = await serve(directory, null, {}, ['--log', 'none'], keyless.bin);
});
afterAll(async () => {
  await server.end('SIGTERM');
  keyless.remove();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  merchant = openMerchant(server.url, server.caFile, password);
});
afterEach(() => merchant.remove());

/** Runs one command line of the merchant's with a build that has the change. */
async function changed(change: Change, stdin: string, ...args: string[]): Promise<Ended> {
  const variant = variantOf(change);
  const env = { XDG_STATE_HOME: merchant.stateFolder };
  const other = openMerchant(server.url, server.caFile, password, { bin: variant.bin, env, cwd: merchant.folder, stdin });
  const ended = await other.sales(...args);
  other.remove();
  variant.remove();
  return ended;
}

/** Where `text` lies below the folder of the jobs. */
function placesOf(text: string): string[] {
  const found = readdirSync(merchant.stateFolder, { recursive: true, withFileTypes: true });
  const files = found.filter((one) => one.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.filter((path) => readFileSync(path, 'utf8').includes(text));
}

const kill = (file: string, before: string): Change => ({ file, from: before, to: `process.kill(process.pid, 'SIGKILL');\n${before}` });
const kills: [string, string, Change][] = [
  ['while it was put aside', 'uploads', kill('jobs/spool.js', 'return { path, remove };')],
  ['before there was a job', 'resume', kill('client/journal/job-folders.js', "const file = await open(temporary, 'w', 0o600);")],
  ['when all was sent', 'upload', kill('jobs/run-job.js', 'if (rows.inDoubt === 0)')],
];

describe('standard input with a card number', () => {
  /** Uploads it by a build that is killed there. */
  async function uploadKilled(change: Change, tag: string): Promise<void> {
    const rows = [`1.00,EUR,2026-11-20T10:00:00+01:00,${tag}-1,${card}`, `2.00,EUR,2026-11-20T10:00:00+01:00,${tag}-2,`];
    expect((await changed(change, `${head}${rows.join('\n')}\n`, 'upload', '-')).code).toBe('SIGKILL');
    expect(placesOf(card)).not.toEqual([]);
  }

  it.each(kills)('that an upload killed %s has left is gone after the next sales %s', async (when, next, change) => {
    await uploadKilled(change, `left ${when}`);
    await merchant.sales(next, ...(next === 'upload' ? [merchant.file('next', 1).path] : []));
    expect(placesOf(card)).toEqual([]);
  });

  it('that a job still needs stays until the job is through', async () => {
    await uploadKilled(kill('client/sending/send-all.js', 'const line = outcomeLine(onOutcome);'), 'needed');
    expect((await merchant.sales('uploads')).stdout).toContain('unfinished');
    expect(placesOf(card)).not.toEqual([]);
    const resumed = await merchant.sales('resume', '--json');
    expect([resumed.code, rowsOf(resumed)]).toEqual([5, { read: 2, accepted: 1, rejected: 1, inDoubt: 0, unsent: 0 }]);
    expect(placesOf(card)).toEqual([]);
  });
});

describe('several command lines at one job', () => {
  const slowly = ['--batch', '5', '--interval', '80ms'];

  /** So many rows at the server, of which an upload has sent the first when this is through. */
  async function begun(tag: string, one: Merchant): Promise<{ path: string; references: string[]; first: ReturnType<Merchant['start']> }> {
    const { path, references } = merchant.file(tag, 80);
    const first = one.start('upload', path, ...slowly);
    while (heldBy(directory, tag).size === 0) await wait(20);
    return { path, references, first };
  }

  const toldSo = /Process \d+ is (?:uploading the same file: job|working on)|already (?:uploaded|begun) on|Nothing to resume/;

  it('upload one file at once: each row is there once, and all but one say who has it', async () => {
    const { path, references, first } = await begun('at-once', merchant);
    const others = await Promise.all([merchant.sales('upload', path), merchant.sales('resume'), merchant.sales('resume', 'last')]);
    expect((await first.ended).code).toBe(0);
    for (const { stdout, stderr } of others) expect(stdout + stderr).toMatch(toldSo);
    expect(others[0]?.code).not.toBe(0);
    expect(discrepancy(references, heldBy(directory, 'at-once'))).toEqual(nothing);
  });

  it('begin one file in the same moment: each row is there once', async () => {
    const { path, references } = merchant.file('same-moment', 80);
    const all = await Promise.all([1, 2, 3].map(() => merchant.sales('upload', path, ...slowly)));
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { stdout, stderr } of all.filter(({ code }) => code !== 0)) expect(stdout + stderr).toMatch(toldSo);
    expect(discrepancy(references, heldBy(directory, 'same-moment'))).toEqual(nothing);
  });

  it('resume one job at once, and clear it away: each row is there once', async () => {
    const { path, references, first } = await begun('resumed', merchant);
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(130);
    const all = await Promise.all([
      ...[1, 2].map(() => merchant.sales('resume', '--json')),
      merchant.sales('upload', path),
      merchant.sales('uploads', 'prune', '--older-than', '1d'),
    ]);
    expect(all.slice(0, 2).map(({ code }) => code)).toContain(0);
    for (const { stdout, stderr } of all.slice(0, 3).filter(({ code }) => code !== 0)) expect(stdout + stderr).toMatch(toldSo);
    expect(discrepancy(references, heldBy(directory, 'resumed'))).toEqual(nothing);
  });

  control('the control, without the lock, doubles', async () => {
    const file = 'client/journal/job-lock.js';
    const holds = { file, from: 'if (!other)', to: 'if (true)' };
    const lockless = variantOf(holds, { file, from: 'if (who && (await mayRun(who, own)))', to: 'if (false)' });
    const { references, first } = await begun('lockless', merchant);
    const other = openMerchant(server.url, server.caFile, password, { bin: lockless.bin, env: { XDG_STATE_HOME: merchant.stateFolder } });
    await other.sales('resume');
    await first.ended;
    other.remove();
    lockless.remove();
    expect(discrepancy(references, heldBy(directory, 'lockless')).repeated.length).toBeGreaterThan(0);
  });
});
