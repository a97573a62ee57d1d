import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { aheadBytesMax, recordCharsMax } from '../../src/files/input/unusable.js';
import { openInput } from '../../src/files/open.js';
import { read, refusal, rowRead } from './reading.js';

const MB = 1_048_576;

/** `head`, then `body` again and again, up to `megabytes`; counts what was asked of it. */
function endless(head: string, body: string, megabytes: number) {
  const taken = { bytes: 0 };
  const chunk = Buffer.from(body.repeat(Math.ceil(65_536 / body.length)));
  async function* bytes() {
    yield Buffer.from(head);
    while (taken.bytes < megabytes * MB) {
      taken.bytes += chunk.length;
      yield chunk;
    }
  }
  return { taken, bytes: bytes() };
}

describe('a record that does not end is refused without reading the file', () => {
  it.each([
    [
      'an unclosed quote in the first row',
      'orderId,brandId\n1,"open\n',
      '2,b\n',
      /^Line 2: a double quote that opens in this record is not closed/,
    ],
    ['an unclosed quote in the header', 'orderId,"brandId\n', '2,b\n', /^Line 1: a double quote/],
    ['a line without end', 'orderId,brandId\n1,a\n2,b', 'x', /^Line 3: the line is longer/],
    ['a header without end', 'orderId', 'x', /^Line 1: the line is longer/],
    ['a JSON element without end', '[{"amount":1},\n{"amount":[', '[1],', /^Line 2: the JSON value that begins here is longer/],
    ['a JSON string without end', '[{"amount":1},\n\n"', 'x', /^Line 3: the JSON value/],
    ['an NDJSON line without end', '{"amount":1}\n{"amount":2}\n"', 'x', /^Line 3 is longer/],
    ['blanks without end', '', ' ', /^Line 1: the line is longer/],
  ])('%s', async (_, head, body, message) => {
    for (const encoding of ['auto', 'utf-8'] as const) {
      const { bytes, taken } = endless(head, body, 64);
      await expect(async () => {
        const input = await openInput({ stdin: bytes }, { format: 'auto', encoding });
        for await (const _ of input.rows);
      }).rejects.toMatchObject({ code: 'inputUnusable', message: expect.stringMatching(message) });
      expect(taken.bytes).toBeLessThan(3 * MB + (encoding === 'auto' ? aheadBytesMax : 0));
    }
  });

  it('the limit does not depend on how the text arrives', async () => {
    const line = (chars: number) => `brandId\n${'x'.repeat(chars)}\n`;
    for (const chunkBytes of [40_001, 10 * MB]) {
      expect((await read(line(recordCharsMax), {}, chunkBytes)).rows).toHaveLength(1);
      expect((await refusal(line(recordCharsMax + 1), {}, chunkBytes)).message).toMatch(/^Line 2/);
      const quoted = (chars: number) => `brandId\n"x${'\n'.repeat(chars - 3)}"\n`;
      expect((await read(quoted(recordCharsMax), {}, chunkBytes)).rows).toHaveLength(1);
      expect((await refusal(quoted(recordCharsMax + 1), {}, chunkBytes)).message).toMatch(/^Line 2/);
      const element = (chars: number) => `["${'x'.repeat(chars - 2)}"]`;
      expect((await read(element(recordCharsMax), {}, chunkBytes)).rows).toHaveLength(1);
      expect((await refusal(element(recordCharsMax + 1), {}, chunkBytes)).message).toMatch(/^Line 1/);
    }
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const text = 'a brand with a name far longer than any brand has, for fewer rows in the same number of bytes, '.repeat(4);

it.each([
  ['CSV', 'orderId,brandId,terminalId\n', `1,"${text}",x\n`],
  ['NDJSON', '{}\n', `{"orderId":"1","amount":12.5,"brandId":"${text}"}\n`],
  ['a JSON array', '[{}', `,{"orderId":"1","amount":12.5,"brandId":"${text}"}`],
])('over %s memory stays flat, and no more is read than is asked for', async (_, head, body) => {
  const { bytes, taken } = endless(head, body, 24);
  const input = await openInput({ stdin: bytes }, { format: 'auto', encoding: 'utf-8' });
  const before = heldBytes();
  let held = Number.NEGATIVE_INFINITY;
  let ahead = 0;
  try {
    let measuredAt = 20_000;
    for await (const group of input.rows) {
      const record = group.at(-1)?.record ?? 0;
      if (record >= measuredAt) {
        held = Math.max(held, heldBytes() - before);
        measuredAt += 20_000;
      }
      ahead = Math.max(ahead, taken.bytes - record * body.length);
    }
  } catch {
    // The array is cut off; only what it cost on the way matters.
  }
  expect(taken.bytes).toBeGreaterThanOrEqual(24 * MB);
  expect(held).not.toBe(Number.NEGATIVE_INFINITY);
  expect(held).toBeLessThan(8 * MB);
  // The format is told by at most one record's limit.
  expect(ahead).toBeLessThan(2 * MB);
});

/** How much more is held after 40 MB of a till's file than after 24, with all of it left to be found out. */
async function growth(kept: unknown[] | null): Promise<number> {
  // Neither a letter beyond ASCII nor a decimal sign comes: encoding and column are looked for as far ahead as may be.
  const { bytes } = endless('Beleg-Nr;Betrag;Kartenart;Datum\n', `R1;12;${text};20.11.2026 08:12\n`, 40);
  const input = await openInput({ stdin: bytes }, { format: 'auto', encoding: 'auto', timezone: 'Europe/Zurich' });
  let early: number | null = null;
  const rowChars = text.length + 30;
  for await (const group of input.rows) {
    kept?.push(...group);
    if (early === null && (group.at(-1)?.record ?? 0) * rowChars > 24 * MB) early = heldBytes();
  }
  return heldBytes() - (early ?? Number.NaN);
}

it('memory stays flat over a CSV of which encoding and values are looked for, and would not if rows were kept', {
  timeout: 120_000,
}, async () => {
  expect(await growth(null)).toBeLessThan(8 * MB);
  expect(await growth([])).toBeGreaterThan(16 * MB);
});

it('what was read ahead, to understand the file, is let go when the input is closed', async () => {
  const { bytes } = endless('orderId,brandId,terminalId\n', `1,"${text}",x\n`, 24);
  const before = heldBytes();
  const input = await openInput({ stdin: bytes }, { format: 'auto', encoding: 'auto' });
  expect(heldBytes() - before).toBeGreaterThan(14 * MB);
  await input.close();
  // The memory of buffers is given back by a thread of the engine, in its own time.
  await vi.waitFor(() => expect(heldBytes() - before).toBeLessThan(2 * MB), { timeout: 10_000 });
  expect(await input.rows[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
});

it('the faults of rows keep nothing of the input around them', async () => {
  const body = `${`1,"${text}",x\n`.repeat(150)}2,"${text}",12.50 in the wrong column\n`;
  const { bytes } = endless('orderId,brandId,amount\n', body.replaceAll('x\n', '1\n'), 24);
  const input = await openInput({ stdin: bytes }, { format: 'auto', encoding: 'utf-8' });
  const before = heldBytes();
  const kept: unknown[] = [];
  for await (const group of input.rows) for (const { faults } of group) kept.push(...faults);
  const held = heldBytes() - before;
  expect(kept.length).toBeGreaterThan(300);
  expect(kept[0]).toMatchObject({ value: '12.50 in the wrong column' });
  expect(held).toBeLessThan(8 * MB);
});

it('a large member of JSON beside the transactions is passed over without being kept', async () => {
  const { bytes, taken } = endless('{"x":[1', ',1234567890', 24);
  const held: number[] = [];
  async function* watched() {
    for await (const chunk of bytes) {
      if (taken.bytes > (held.length + 1) * 10 * MB) held.push(heldBytes());
      yield chunk;
    }
    yield Buffer.from('],"transactions":[{"amount":1}]}');
  }
  const input = await openInput({ stdin: watched() }, { format: 'auto', encoding: 'utf-8' });
  for await (const group of input.rows) expect(group.map((row) => rowRead(row).transaction)).toEqual([{ amount: 1 }]);
  expect(held).toHaveLength(2);
  const [after10 = 0, after20 = 0] = held;
  expect(after20 - after10).toBeLessThan(5 * MB);
});
