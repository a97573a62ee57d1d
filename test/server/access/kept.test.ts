/** What many ask for at once is found once, be it a value or a failure, and not kept for ever. */
import { expect, it } from 'vitest';
import { kept } from '../../../src/server/access/kept.js';

it('is found once for all who ask meanwhile and for a while after, then again', async () => {
  let nowMs = 0;
  let found = 0;
  let finish: () => void = () => {};
  const ask = kept(
    () => new Promise<number>((resolve, reject) => (finish = () => (++found === 2 ? reject(new Error('fails')) : resolve(found)))),
    { value: 1_000, failure: 200 },
    () => nowMs,
  );
  const first = [ask(), ask()];
  nowMs = 5_000;
  first.push(ask());
  finish();
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  nowMs = 5_999;
  expect(await ask()).toBe(1);
  nowMs = 6_000;
  const failing = [ask(), ask()];
  finish();
  for (const outcome of failing) await expect(outcome).rejects.toThrow('fails');
  await expect(ask()).rejects.toThrow('fails');
  nowMs = 6_199;
  await expect(ask()).rejects.toThrow('fails');
  nowMs = 6_200;
  const last = ask();
  finish();
  expect(await last).toBe(3);
});
