/** Whose turn it is, how much of whom runs and waits, and what becomes of those who leave or wait too long. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boundBody, streamBody } from '../../../src/server/access/body.js';
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
  const ask = (owner: Owner, request: IncomingMessage | null = null) => {
    const outcome = queue.admit(owner, request, () => {
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
  expect([queue.running(), queue.waiting()]).toEqual([0, 0]);
  await expect(queue.admit(of('a1'), null, () => Promise.reject(new Error('fails')))).rejects.toThrow('fails');
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
  const left = { socket: { writable: true } } as IncomingMessage & { socket: { writable: boolean } };
  void ask(of('a'));
  const dropped = [ask(of('a'), left), ask(of('a'), left), ask(of('a'), left)];
  left.socket.writable = false;
  void ask(of('a'));
  expect(await Promise.all(dropped)).toEqual(Array(3).fill(expect.objectContaining({ code: 'validation' })));
  expect(queue.waiting()).toBe(1);
  left.socket.writable = true;
  const late = ask(of('a'), left);
  left.socket.writable = false;
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

/** A body of a request that is being read, at so many bytes a second. */
function body(bytesPerS: number) {
  const stream = Object.assign(new PassThrough(), { headers: {}, complete: false, socket: { writable: true } });
  const request = stream as unknown as IncomingMessage;
  boundBody(request, { bytes: 1e9, seconds: 1e6, leastRate: { overS: 5, bytesPerS: 1_000 } });
  const outcome = { says: '' };
  const read = () =>
    streamBody(request, 1e9, async () => {}).then(
      () => {},
      (error) => {
        outcome.says = error.code;
      },
    );
  const second = () => stream.write(Buffer.alloc(bytesPerS));
  return { request, read, second, outcome };
}

async function seconds(count: number, bodies: { second(): void }[]): Promise<void> {
  for (let second = 0; second < count; second++) {
    for (const one of bodies) one.second();
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

it.each<[string, Owner, Owner[], boolean[]]>([
  ['user', of('a1'), [of('a1'), of('a1')], [true, false]],
  ['customer', of('a3'), [of('a1'), of('a1'), of('a2')], [true, false, false]],
  ['process', of('d1'), [of('a1'), of('b1'), of('b1'), of('c1')], [true, false, false, false]],
])(
  'a slow body makes room for who waits for a place of its %s, the oldest first, and while nobody waits none does',
  async (_, who, owners, gone) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const { queue, refusals, ask } = trial({ waitMsMax: 60_000 });
    const bodies = owners.map((owner) => ({ owner, ...body(999) }));
    const fast = body(1_000);
    for (const { owner, request, read } of bodies) void queue.admit(owner, request, read);
    await seconds(7, bodies);
    expect(bodies.map(({ outcome }) => outcome.says !== '')).toEqual(bodies.map(() => false));
    void ask(who);
    await seconds(2, [...bodies, fast]);
    expect(bodies.map(({ outcome }) => outcome.says === 'requestTimeout')).toEqual(gone);
    expect([queue.waiting(), refusals]).toEqual([0, ['rate']]);
  },
);

it('a body that comes fast enough stays, and one that did at first does not count for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { queue, ask } = trial({ running: { user: 1, customer: 1, process: 1 }, waitMsMax: 60_000 });
  const first = body(1_000);
  void queue.admit(of('a'), first.request, first.read);
  void ask(of('b'));
  await seconds(20, [first]);
  expect([first.outcome.says, queue.waiting()]).toEqual(['', 1]);
  await seconds(11, []);
  expect([first.outcome.says, queue.waiting()]).toEqual(['requestTimeout', 0]);
});
