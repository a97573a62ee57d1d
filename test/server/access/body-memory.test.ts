/** A body's bytes take little more memory than they are, in whatever pieces they come. */
import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { bodyMemory, reuseMemory } from '../../../src/server/access/body-memory.js';

/** The bytes differ from place to place; to draw each by chance would take most of the time. */
const piece = fc
  .tuple(fc.oneof(fc.nat(20), fc.integer({ min: 4_000, max: 9_000 })), fc.nat(250))
  .map(([length, first]) => Uint8Array.from({ length }, (_, at) => (first + at) % 251));

test.prop([fc.array(piece, { maxLength: 60 })])('is what came, in its order, and keeps no piece itself', (pieces) => {
  const expected = Buffer.concat(pieces);
  const memory = bodyMemory(0);
  for (const one of pieces) {
    memory.add(one);
    one.fill(0);
  }
  // To compare byte by byte, as toEqual does, would take most of the time.
  expect(expected.equals(memory.whole())).toBe(true);
});

it('of a body in small pieces takes at most twice as much, and of one whose length is said no more than that', () => {
  const taken = (said: number) => {
    const memory = bodyMemory(said);
    for (let bytes = 0; bytes < 6_000_000; bytes += 100) memory.add(new Uint8Array(100));
    return memory.whole().buffer.byteLength;
  };
  expect(taken(0)).toBeLessThanOrEqual(12_000_000);
  expect(taken(6_000_000)).toBe(6_000_000);
});

it.each([
  [100_000, 100_000],
  [100_000, 0],
  [100_000, 100_001],
  [3_000_000, 3_000_000],
  [100, 100],
])('%i bytes come whole where %i were said', (length, said) => {
  const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 251));
  const blocks = bodyMemory(said);
  for (let at = 0; at < length; at += 16_384) blocks.add(bytes.subarray(at, at + 16_384));
  const whole = blocks.whole();
  expect(whole.equals(bytes)).toBe(true);
  // Nothing lies beside it, so that its memory can be handed to another thread as it is.
  if (said >= length && said <= MB4) expect(whole.buffer.byteLength).toBe(said < 131_072 ? Math.max(said, 4_096) : MB4);
});

const MB4 = 4 * 1024 * 1024;

it('the memory of a body is that of the next one, which is only what came of it', () => {
  const first = bodyMemory(300_000);
  first.add(Buffer.alloc(300_000, 1));
  const { buffer } = first.whole();
  reuseMemory(Buffer.from(buffer));
  const second = bodyMemory(200_000);
  second.add(Buffer.alloc(150_000, 2));
  const whole = second.whole();
  expect(whole.buffer).toBe(buffer);
  expect(whole.equals(Buffer.alloc(150_000, 2))).toBe(true);
  // It has an owner now.
  const third = bodyMemory(200_000);
  third.add(Buffer.alloc(10, 3));
  expect(third.whole().buffer).not.toBe(buffer);
});

it('large bodies beyond those of one user, and small ones, are alone in memory of their own, which is not kept', () => {
  const blocksOf = (bytes: number, value: number) => {
    const blocks = bodyMemory(bytes);
    blocks.add(Buffer.alloc(bytes, value));
    return blocks.whole();
  };
  const bodies = Array.from({ length: 6 }, (_, index) => blocksOf(200_000, index));
  const isShared = bodies.map(({ buffer }) => buffer instanceof SharedArrayBuffer);
  expect(isShared.filter(Boolean).length).toBeLessThanOrEqual(4);
  expect(isShared.slice(4)).toEqual([false, false]);
  expect(bodies.every((body, index) => body.equals(Buffer.alloc(200_000, index)))).toBe(true);
  expect(bodies.filter((_, index) => !isShared[index]).map(({ buffer }) => buffer.byteLength)).toEqual(
    isShared.filter((one) => !one).map(() => 200_000),
  );
  const small = blocksOf(5_000, 7);
  expect([small.buffer instanceof SharedArrayBuffer, small.buffer.byteLength]).toEqual([false, 5_000]);
  for (const body of [...bodies, small]) reuseMemory(body);
  const again = Array.from({ length: 5 }, (_, index) => blocksOf(200_000, 10 + index));
  expect(new Set(again.map(({ buffer }) => buffer)).size).toBe(5);
  expect(again.every((body, index) => body.equals(Buffer.alloc(200_000, 10 + index)))).toBe(true);
});
