import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder, lockHolder } from '../../../src/client/journal/job-lock.js';
import { mayRun, ownIdentity } from '../../../src/client/journal/process-identity.js';

const clock = { sleep: async () => {}, random: () => 0 };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sales-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is held by one, and free again when released', async () => {
  const lock = await lockFolder(folder, clock);
  await expect(lockFolder(folder, clock)).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining(`Process ${process.pid} `),
  });
  expect((await lockHolder(folder))?.pid).toBe(process.pid);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
  await (await lockFolder(folder, clock)).release();
});

it('never is held by two of many that come at once', async () => {
  const pause = { sleep: () => new Promise<void>((resolve) => setImmediate(resolve)), random: Math.random };
  let held = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async () => {
      const lock = await lockFolder(folder, pause);
      held += 1;
      most = Math.max(most, held);
      await new Promise((resolve) => setImmediate(resolve));
      held -= 1;
      await lock.release();
    }),
  );
  expect(most).toBeLessThanOrEqual(1);
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'locked' });
});

it('is kept by a frozen process and free at once when it is killed', async () => {
  const child = spawn('sleep', ['60']);
  const own = await ownIdentity();
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  writeFileSync(join(folder, `lock-${child.pid}-${start}-${own.boot}-${own.host}-1`), '');
  child.kill('SIGSTOP');
  await expect(lockFolder(folder, clock)).rejects.toMatchObject({ code: 'locked' });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  await (await lockFolder(folder, clock)).release();
  expect(readdirSync(folder)).toEqual([]);
});

it('tells a process from a later one of the same number, and from one of another machine', async () => {
  const own = await ownIdentity();
  expect(await mayRun(own, own)).toBe(true);
  expect(await mayRun({ ...own, start: '1' }, own)).toBe(false);
  expect(await mayRun({ ...own, boot: 'ffffffff' }, own)).toBe(false);
  expect(await mayRun({ ...own, host: `not-${hostname()}`, start: '1' }, own)).toBe(true);
});
