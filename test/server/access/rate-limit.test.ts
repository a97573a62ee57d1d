/** `--rate`: so many requests of each user in a span of time, told with every answer. */
import { fc, test } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimit } from '../../../src/server/access/rate-limit.js';
import { startTestServer, type TestServer } from '../../support/test-server.js';

describe('a limit of three requests in ten seconds', () => {
  let server: TestServer;
  let nowMs = Date.parse('2026-11-20T10:00:00Z');
  beforeAll(async () => {
    server = await startTestServer(() => new Date(nowMs), { rate: { requests: 3, windowS: 10 } });
  });
  afterAll(() => server.stop());

  it('is told with every answer, good or bad, and ends with the span', async () => {
    const told = async (path: string, login?: string) => {
      const { status, headers } = await server.request(path, login === undefined ? {} : { login });
      return [status, headers.ratelimit, headers['retry-after']];
    };
    expect(await told('/sales/v1/')).toEqual([200, '"user";r=2;t=10', undefined]);
    nowMs += 3_500;
    expect(await told('/sales/v1/transactions?pageSize=x')).toEqual([400, '"user";r=1;t=7', undefined]);
    expect(await told('/sales/v1/transactions')).toEqual([200, '"user";r=0;t=7', undefined]);
    expect(await told('/sales/v1/')).toEqual([429, '"user";r=0;t=7', '7']);
    expect(await told('/sales/v1/', 'nobody:x')).toEqual([401, undefined, undefined]);
    expect(await told('/healthz')).toEqual([200, undefined, undefined]);
    nowMs += 6_500;
    expect(await told('/sales/v1/')).toEqual([200, '"user";r=2;t=10', undefined]);
  });

  it('names its policy', async () => {
    nowMs += 10_000;
    expect((await server.request('/sales/v1/')).headers['ratelimit-policy']).toBe('"user";q=3;w=10');
  });

  it('keeps nobody waiting for a clock that was put back', async () => {
    nowMs += 86_400_000;
    for (let number = 0; number < 3; number++) await server.request('/sales/v1/');
    nowMs -= 86_400_000;
    const { status, headers } = await server.request('/sales/v1/');
    expect([status, headers.ratelimit]).toEqual([200, '"user";r=2;t=10']);
  });

  it('stages nothing of what comes beyond it', async () => {
    nowMs += 10_000;
    const answers = await Promise.all(Array.from({ length: 6 }, () => server.upload([{ orderId: 'x' }])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    nowMs += 10_000;
    expect((await server.request('/sales/v1/transactions')).json.items).toHaveLength(3);
  });
});

test.prop([fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 4_000 })), { maxLength: 100 })])(
  'nobody gets more than twice the number in a span, nor waits longer than one, nor for another',
  async (requests) => {
    let nowMs = 1_000_000;
    const limit = rateLimit({ requests: 5, windowS: 10 }, () => nowMs);
    const passed: [string, number][] = [];
    for (const [user, pauseMs] of requests) {
      nowMs += pauseMs;
      const recent = passed.filter(([who, atMs]) => who === user && atMs > nowMs - 10_000).length;
      try {
        await limit.spend(user, {});
        passed.push([user, nowMs]);
        expect(recent).toBeLessThan(10);
      } catch (error) {
        expect(recent).toBeGreaterThan(0);
        expect((error as { retryAfterS: number }).retryAfterS).toBeLessThanOrEqual(10);
      }
    }
  },
);
