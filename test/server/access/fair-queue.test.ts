/** Whose turn it is, how much of whom runs and waits, and what becomes of those who leave or wait too long. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type FairQueueOptions, fairQueue } from '../../../src/server/access/fair-queue.js';
import type { Owner } from '../../../src/server/access/tally.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const of = (userId: string, customerId = userId.charAt(0)): Owner => ({ userId, customerId });

function trial(limits: Partial<FairQueueOptions> = {}) {
  const refusals: string[] = [];
  const queue = fairQueue({
    what: 'lists',
    running: { user: 2, customer: 3, process: 4 },
    waiting: { user: 3, customer: 5, process: 7 },
    waitMsMax: 1_000,
    retryAfterS: 7,
    onRefusal: (level) => refusals.push(level),
    ...limits,
  });
  /** Users in the order in which their work began. */
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (owner: Owner, isGone = () => false) => {
    const outcome = queue.admit(owner, isGone, () => {
      began.push(owner.userId);
      return new Promise<string>((resolve) => ends.push(() => resolve('done')));
    });
    return outcome.catch((error) => error);
  };
  /** Ends the work that began first. */
  const endOne = async () => {
    ends.shift()?.();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  return { queue, refusals, began, ask, endOne };
}

it('runs at once what there is room for, by user, customer and all together', () => {
  const { began, ask, queue } = trial();
  for (const user of ['a1', 'a1', 'a1', 'a2', 'a2', 'b1', 'b1']) void ask(of(user));
  expect(began).toEqual(['a1', 'a1', 'a2', 'b1']);
  expect([queue.running(), queue.waiting()]).toEqual([4, 3]);
  expect(queue.blocked().map(({ owner, level }) => [owner.userId, level])).toEqual([
    ['a1', 'user'],
    ['a2', 'customer'],
    ['b1', 'process'],
  ]);
});

it('lets users take turns, whoever came first and however much waits', async () => {
  const { began, ask, endOne } = trial({ running: { user: 1, customer: 1, process: 1 }, waiting: { user: 9, customer: 9, process: 99 } });
  for (const user of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void ask(of(user));
  for (let round = 0; round < 7; round++) await endOne();
  expect(began).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

it('has all its room again when all is done', async () => {
  const { queue, ask, endOne } = trial();
  const outcomes = ['a1', 'a1', 'a1', 'a2', 'b1', 'c1'].map((user) => ask(of(user)));
  for (let round = 0; round < 6; round++) await endOne();
  expect(await Promise.all(outcomes)).toEqual(Array(6).fill('done'));
  expect([queue.running(), queue.waiting(), queue.blocked()]).toEqual([0, 0, []]);
  await expect(
    queue.admit(
      of('a1'),
      () => false,
      () => Promise.reject(new Error('fails')),
    ),
  ).rejects.toThrow('fails');
  expect(queue.running()).toBe(0);
});

it.each([
  ['user', ['a1', 'a1', 'a1', 'a1', 'a1', 'a1'], 'Too many lists of one user at once.'],
  ['customer', ['a1', 'a1', 'a2', 'a1', 'a1', 'a2', 'a2', 'a3', 'a3'], 'Too many lists of one customer at once.'],
  ['process', ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1', 'i1', 'j1', 'k1', 'l1'], 'Too many lists at once.'],
])('refuses what would wait beyond the bound of a %s', async (level, users, message) => {
  const { refusals, ask } = trial();
  const last = users.map((user) => ask(of(user))).at(-1);
  expect(await last).toMatchObject({ code: 'unavailable', message, retryAfterS: 7 });
  expect(refusals).toEqual([level]);
});

it('drops what nobody waits for any more: at its turn, and where it would keep out others', async () => {
  const { began, ask, endOne, queue } = trial({ running: { user: 1, customer: 9, process: 9 } });
  let isGone = false;
  const left = () => isGone;
  void ask(of('a'));
  const dropped = [ask(of('a'), left), ask(of('a'), left), ask(of('a'), left)];
  isGone = true;
  void ask(of('a'));
  expect(await Promise.all(dropped)).toEqual(Array(3).fill(expect.objectContaining({ code: 'validation' })));
  expect(queue.waiting()).toBe(1);
  isGone = false;
  const late = ask(of('a'), left);
  isGone = true;
  await endOne();
  await endOne();
  expect(await late).toMatchObject({ code: 'validation' });
  expect([began, queue.running(), queue.waiting()]).toEqual([['a', 'a'], 0, 0]);
});

it('does not do what has waited too long', async () => {
  const { began, refusals, ask, endOne } = trial({ running: { user: 1, customer: 1, process: 1 } });
  void ask(of('a'));
  const late = ask(of('b'));
  vi.advanceTimersByTime(1_000);
  expect(await late).toMatchObject({ code: 'unavailable', retryAfterS: 7 });
  await endOne();
  expect([began, refusals]).toEqual([['a'], ['wait']]);
});
