/** Who goes first where pieces of matching and uploads are stored by one thread: the pause after a piece, by a clock that the test moves. */
import { expect, it } from 'vitest';
import { uploadsFirst } from '../../src/threads/uploads-first.js';

/** A clock that stands still but while somebody waits; `at` is called at its times. */
function clockOf(at: ReadonlyMap<number, () => void> = new Map()) {
  let ms = 0;
  const pass = (to: number) => {
    for (; ms < to; ms++) at.get(ms)?.();
  };
  const clock = {
    now: () => ms,
    wait: async (some: number) => {
      pass(ms + some);
      // What happened meanwhile is told.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return { clock, takes: (some: number) => async () => pass(ms + some), ms: () => ms };
}

function open() {
  let end = () => {};
  const change = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { change, end };
}

it('without uploads a piece follows the other at once', async () => {
  const { clock, takes, ms } = clockOf();
  const { piece, upload } = uploadsFirst(clock);
  await upload(Promise.resolve());
  await takes(1)();
  await piece(takes(100));
  await piece(takes(100));
  expect(ms()).toBe(201);
});

it('beside an upload that does not end, a piece is followed by six times as long, and then comes the next', async () => {
  const { clock, takes, ms } = clockOf();
  const { piece, upload } = uploadsFirst(clock);
  void upload(open().change);
  await piece(takes(100));
  expect(ms()).toBe(700);
  await piece(takes(50));
  expect(ms()).toBe(1_050);
});

it('the pause ends when no upload has followed the last one', async () => {
  const { change, end } = open();
  const { clock, takes, ms } = clockOf(new Map([[150, end]]));
  const { piece, upload } = uploadsFirst(clock);
  void upload(change);
  await piece(takes(1_000));
  // It ended while the piece was stored.
  expect(ms()).toBe(1_100);
  await piece(takes(1_000));
  expect(ms()).toBe(2_100);
});

it('uploads one after another have the pause to themselves', async () => {
  const uploads = new Map<number, () => void>();
  const { clock, takes, ms } = clockOf(uploads);
  const { piece, upload } = uploadsFirst(clock);
  for (let at = 10; at < 2_000; at += 90) uploads.set(at, () => void upload(Promise.resolve()));
  await piece(takes(200));
  expect(ms()).toBe(1_400);
});

it('a piece that fails fails at once, and an upload that fails is over', async () => {
  const { clock, takes, ms } = clockOf();
  const { piece, upload } = uploadsFirst(clock);
  const failing = () => Promise.reject(new Error('away'));
  await expect(upload(failing())).rejects.toThrow('away');
  await takes(1)();
  await expect(piece(failing)).rejects.toThrow('away');
  await piece(takes(100));
  expect(ms()).toBe(101);
});
