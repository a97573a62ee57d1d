/** How many tries there are and how long the next one has to wait, by a clock of the test's own. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { loginThrottle, networkOf } from '../../../src/server/access/throttle.js';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;

function setting() {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const throttle = loginThrottle(() => nowMs);
  return {
    throttle,
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** Seconds to wait, or 0 where the try was made. */
    fail: async (account: string, address = '10.0.0.1') => {
      try {
        (await throttle.begin(account, address)).end(true);
        return 0;
      } catch (error) {
        return (error as { retryAfterS: number }).retryAfterS;
      }
    },
  };
}

describe('a guesser', () => {
  it('has ten tries of an account, then waits twice as long after each', async () => {
    const { fail, pass } = setting();
    for (let tried = 0; tried < 10; tried++) expect(await fail('api')).toBe(0);
    for (const waitS of [1, 2, 4, 8, 16, 32, 64, 128]) {
      expect(await fail('api')).toBe(waitS);
      pass(waitS * 1_000 - 1);
      expect(await fail('api')).toBe(1);
      pass(1);
      expect(await fail('api')).toBe(0);
    }
  });

  it('has fifty tries from an address, then waits in the same way, whatever the accounts', async () => {
    const { fail, pass } = setting();
    for (let tried = 0; tried < 50; tried++) expect(await fail(`user ${tried}`)).toBe(0);
    expect([await fail('one more'), await fail('elsewhere', '10.0.0.2')]).toEqual([1, 0]);
    pass(1_000);
    expect([await fail('one more'), await fail('one more')]).toEqual([0, 2]);
  });

  test.prop([fc.array(fc.integer({ min: 0, max: 20 * MINUTE_MS }), { maxLength: 60 })], { numRuns: 200 })(
    'is never told to wait with fewer than ten failures in the last quarter of an hour, and never for longer than that',
    async (pauses) => {
      const { fail, pass } = setting();
      const failedAt: number[] = [];
      let atMs = 0;
      for (const pauseMs of pauses.flatMap((pause) => [pause, 0, 1])) {
        pass(pauseMs);
        atMs += pauseMs;
        const waitS = await fail('api');
        const counting = failedAt.filter((at) => at > atMs - WINDOW_MS).length;
        if (counting < 10) expect(waitS).toBe(0);
        else expect(waitS).toBeLessThanOrEqual(WINDOW_MS / 1_000);
        if (waitS === 0) failedAt.push(atMs);
        expect(counting).toBeLessThanOrEqual(20);
      }
    },
  );

  it('gains nothing from a clock that goes back, and nobody waits for one that went ahead', async () => {
    const { fail, pass } = setting();
    pass(48 * 60 * MINUTE_MS);
    for (let tried = 0; tried < 11; tried++) await fail('api');
    pass(-48 * 60 * MINUTE_MS);
    for (let tried = 0; tried < 10; tried++) expect(await fail('api')).toBe(0);
    expect(await fail('api')).toBe(1);
  });
});

describe('tries under way', () => {
  it('are no failures yet: the others wait for them instead of being refused', async () => {
    const { throttle, fail } = setting();
    for (let tried = 0; tried < 8; tried++) await fail('api');
    const [first, second] = [await throttle.begin('api', '10.0.0.1'), await throttle.begin('api', '10.0.0.1')];
    const third = throttle.begin('api', '10.0.0.1').catch((error) => error.code);
    expect(await Promise.race([third, new Promise((resolve) => setTimeout(resolve, 20, 'waits'))])).toBe('waits');
    first.end(false);
    const went = await third;
    expect(went).toMatchObject({ end: expect.any(Function) });
    const fourth = throttle.begin('api', '10.0.0.1').catch((error) => error.code);
    second.end(true);
    went.end(true);
    expect(await fourth).toBe('tooManyRequests');
  });

  it('that succeed take nothing away and give nothing back', async () => {
    const { throttle, fail } = setting();
    for (let tried = 0; tried < 9; tried++) await fail('api');
    for (let tried = 0; tried < 100; tried++) (await throttle.begin('api', '10.0.0.1')).end(false);
    expect([await fail('api'), await fail('api')]).toEqual([0, 1]);
  });
});

describe('addresses', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8::ffff:1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::10.0.0.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:10.0.0.1', '1:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const group = fc.integer({ min: 0, max: 0xffff });
  test.prop([fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), fc.tuple(group, group, group, group)])(
    'of one /64 are one, however they are written',
    (network, host, other) => {
      const written = (groups: number[]) => groups.map((value) => value.toString(16)).join(':');
      // As the system writes it: the longest run of zeros is left out.
      const shortened = (groups: number[]) => new URL(`http://[${written(groups)}]`).hostname.slice(1, -1);
      expect(networkOf(shortened([...network, ...host]))).toBe(networkOf(written([...network, ...other])));
    },
  );
});

it('however many names and addresses come, what is remembered stays small', async () => {
  const { fail, pass } = setting();
  const longName = 'x'.repeat(1_000);
  const failTimes = async (times: number, round: number) => {
    for (let at = 0; at < times; at++) {
      await fail(`${longName} ${round} ${at}`, `2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::${round}`);
      if (at % 100 === 0) pass(1);
    }
  };
  await failTimes(20_500, 0);
  const before = heapBytes();
  await failTimes(25_000, 1);
  expect(heapBytes() - before).toBeLessThan(5_000_000);
});

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
