/** How slowly a body may come, by a clock that runs as fast as the test wants. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { boundsOf } from '../../../src/server/access/admission.js';
import { boundBody, readBody } from '../../../src/server/access/body.js';

const MBIT_PER_S_BYTES = 125_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function coming(headers: Record<string, string> = {}) {
  const stream = new PassThrough({ highWaterMark: 1_000_000 });
  const request = Object.assign(stream, { headers: { 'content-type': 'application/json', ...headers }, complete: false });
  boundBody(request as unknown as IncomingMessage, boundsOf('uploads'));
  const outcome = readBody(request as unknown as IncomingMessage).then(
    (body) => body.length,
    (error) => error.code,
  );
  return { request, outcome };
}

const passing = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => setImmediate(resolve));
};

it('30 MB at 1 Mbit/s are taken', async () => {
  const { request, outcome } = coming();
  for (let second = 0; second < 240; second++) {
    request.write(Buffer.alloc(MBIT_PER_S_BYTES, ' '));
    await passing(1_000);
  }
  request.end();
  expect(await outcome).toBe(30_000_000);
});

it('pauses of 14 seconds are no obstacle, 30 seconds without a byte are a 408', async () => {
  const { request, outcome } = coming();
  for (let round = 0; round < 10; round++) {
    request.write('{');
    await passing(14_000);
  }
  request.write('}');
  await passing(30_000);
  expect(await outcome).toBe('requestTimeout');
});

it('a byte now and then does not keep a body open for ever', async () => {
  for (const headers of [{}, { 'content-encoding': 'gzip' }]) {
    const { request, outcome } = coming(headers);
    const bytes = gzipSync('a text long enough for a byte every ten seconds in five minutes');
    for (let sent = 0; sent < 31; sent++) {
      request.write(bytes.subarray(sent, sent + 1));
      await passing(10_000);
    }
    expect(await outcome).toBe('requestTimeout');
  }
});

it('a body of more pieces than its bytes can need is a 400, one of 64 bytes each is taken', async () => {
  const outcomeOf = async (bytes: number, count: number) => {
    const { request, outcome } = coming();
    for (let piece = 0; piece < count; piece++) {
      request.write(Buffer.alloc(bytes, ' '));
      if (piece % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    request.end();
    return outcome;
  };
  expect(await outcomeOf(1, 1_000)).toBe(1_000);
  expect(await outcomeOf(64, 5_000)).toBe(320_000);
  expect(await outcomeOf(1, 1_100)).toBe('validation');
  expect(await outcomeOf(63, 100_000)).toBe('validation');
});

it('control: without bounds nothing is read', async () => {
  const request = Object.assign(new PassThrough(), { headers: { 'content-type': 'application/json' }, complete: false });
  request.end('{}');
  await expect(readBody(request as unknown as IncomingMessage)).rejects.toMatchObject({ code: 'internal' });
});
