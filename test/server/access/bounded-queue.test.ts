/** So much at a time, the rest in order, and an end to waiting. */
import { expect, it } from 'vitest';
import { boundedQueue } from '../../../src/server/access/bounded-queue.js';

it('runs as many at a time as it may, in order, refuses the rest, and has room again afterwards', async () => {
  const inTurn = boundedQueue({ concurrentMax: 2, waitingMax: 3, waitMsMax: 60_000, fullMessage: 'full', retryAfterS: 7 });
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const work = (at: number) => () => {
    started.push(at);
    return new Promise<number>((resolve, reject) => finish.push(() => (at === 1 ? reject(new Error('one fails')) : resolve(at))));
  };
  const outcomes = Array.from({ length: 6 }, (_, at) =>
    inTurn(work(at)).catch((error) => [error.code ?? error.message, error.retryAfterS]),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => finish.length).toBeGreaterThan(0);
    finish.shift()?.();
  }
  expect(await Promise.all(outcomes)).toEqual([0, ['one fails', undefined], 2, 3, 4, ['unavailable', 7]]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await inTurn(async () => 'again')).toBe('again');
});

const limits = { concurrentMax: 1, waitingMax: 3, waitMsMax: 30, fullMessage: 'full', retryAfterS: 7 };

it('lets nobody wait for ever, and what has waited too long is not done', async () => {
  const inTurn = boundedQueue(limits);
  let release: () => void = () => {};
  const first = inTurn(() => new Promise<void>((resolve) => (release = resolve)));
  await expect(inTurn(async () => 'never done')).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 7 });
  release();
  await first;
  expect(await inTurn(async () => 'done')).toBe('done');
});
