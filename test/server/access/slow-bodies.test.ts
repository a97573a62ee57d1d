/** Which bodies must make room, for whom, and when, by a clock that runs as fast as the test wants. */
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slowBodies } from '../../../src/server/access/slow-bodies.js';
import type { Level, Owner } from '../../../src/server/access/tally.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function trial() {
  const blocked: { owner: Owner; level: Level }[] = [];
  const givenUp: string[] = [];
  const names = new Map<IncomingMessage, string>();
  const bodies: { socket: { bytesRead: number }; bytesPerS: number }[] = [];
  const watch = slowBodies(
    { overS: 5, bytesPerS: 1_000 },
    () => blocked,
    (request) => givenUp.push(names.get(request) ?? ''),
  );
  return {
    blocked,
    givenUp,
    watch,
    bodies,
    begin: (name: string, owner: Owner, bytesPerS: number, complete = false) => {
      const body = { socket: { bytesRead: 0 }, complete, bytesPerS };
      bodies.push(body);
      names.set(body as unknown as IncomingMessage, name);
      return watch.follow(body as unknown as IncomingMessage, owner);
    },
    seconds: (count: number) => {
      for (let second = 0; second < count; second++) {
        for (const body of bodies) body.socket.bytesRead += body.bytesPerS;
        vi.advanceTimersByTime(1_000);
      }
    },
  };
}

const a: Owner = { userId: 'a', customerId: '1' };
const b: Owner = { userId: 'b', customerId: '1' };
const c: Owner = { userId: 'c', customerId: '2' };

it('while nobody waits a body may be slow; then it makes room at once', () => {
  const { begin, seconds, blocked, givenUp, watch } = trial();
  begin('slow', a, 999);
  seconds(200);
  expect(givenUp).toEqual([]);
  blocked.push({ owner: c, level: 'process' });
  watch.makeRoom();
  expect(givenUp).toEqual(['slow']);
});

it('a body that comes fast enough, has just begun, is there or has ended stays, whoever waits', () => {
  const { begin, seconds, blocked, givenUp } = trial();
  blocked.push({ owner: c, level: 'process' });
  begin('fast', a, 1_000);
  begin('complete', a, 0, true);
  begin('ended', a, 0)();
  seconds(4);
  begin('new', b, 1);
  seconds(4);
  expect(givenUp).toEqual([]);
  seconds(1);
  expect(givenUp).toEqual(['new']);
});

it('what came fast at first does not count for long', () => {
  const { begin, seconds, blocked, bodies, givenUp } = trial();
  blocked.push({ owner: c, level: 'process' });
  begin('fast at first', a, 1_000_000);
  seconds(10);
  for (const body of bodies) body.bytesPerS = 1;
  seconds(4);
  expect(givenUp).toEqual([]);
  seconds(1);
  expect(givenUp).toEqual(['fast at first']);
});

it.each<[Level, Owner, string[]]>([
  ['user', a, ['of a']],
  ['customer', b, ['of a']],
  ['customer', c, ['of c']],
  ['user', b, []],
  ['process', b, ['of a']],
])('only bodies whose place helps who waits make room, the oldest first, one for each: %s %j', (level, owner, expected) => {
  const { begin, seconds, blocked, givenUp, watch } = trial();
  begin('of a', a, 1);
  begin('of c', c, 1);
  begin('of a, too', a, 1);
  seconds(10);
  blocked.push({ owner, level });
  watch.makeRoom();
  expect(givenUp).toEqual(expected);
});
