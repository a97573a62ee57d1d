import { describe, expect, it } from 'vitest';
import { groupRowsMax, type InputRow } from '../../src/files/input/row.js';
import { recordCharsMax } from '../../src/files/input/unusable.js';
import { openInput } from '../../src/files/open.js';
import { chunked } from './reading.js';

const ROWS = 3 * groupRowsMax + 5;
const each = <Value>(row: (number: number) => Value) => Array.from({ length: ROWS }, (_, index) => row(index + 1));
const tooLong = 'x'.repeat(recordCharsMax + 1);

/** An input of so many rows with a blank line behind the first, and what makes it end badly. */
const inputs = [
  [
    'CSV',
    `amount\n${each((number) => `${number}.0`)
      .join('\n')
      .replace('\n', '\n\n')}\n`,
    `${tooLong}\n`,
  ],
  [
    'NDJSON',
    `${each((number) => `{"amount":${number}}`)
      .join('\n')
      .replace('\n', '\n\n')}\n`,
    `"${tooLong}"\n`,
  ],
  [
    'a JSON array',
    `[${each((number) => `{"amount":${number}}`)
      .join(',\n')
      .replace('\n', '\n\n')}`,
    ',{"amount":1},\n{"amount":}]',
  ],
  ['a JSON object', `{"transactions":[${each((number) => `{"amount":${number}}`).join(',\n')}`, `,"${tooLong}"]}`],
] as const;

async function groupsOf(text: string, chunkBytes: number) {
  const groups: InputRow[][] = [];
  let failure: unknown = null;
  try {
    const input = await openInput({ stdin: chunked(text, chunkBytes) }, { format: 'auto' });
    for await (const group of input.rows) groups.push([...group]);
  } catch (error) {
    failure = error;
  }
  return { groups, failure };
}

describe.each(inputs)('the rows of %s', (_, good, bad) => {
  it.each([10, 1_000, 4_000_000])('come in groups that are full where the text is there, in chunks of %i bytes', async (chunkBytes) => {
    const ending = good.startsWith('[') ? ']' : good.startsWith('{"transactions') ? ']}' : '';
    const { groups, failure } = await groupsOf(good + ending, chunkBytes);
    const rows = groups.flat();
    const blankAfter = /\n\n/.test(good) ? 1 : 0;
    const first = rows[0]?.line ?? 0;
    expect(failure).toBeNull();
    expect(rows.map(({ record }) => record)).toEqual(each(Number));
    expect(rows.map(({ sale }) => sale?.amount)).toEqual(each(Number));
    expect(rows.map(({ line }) => line)).toEqual(each((number) => first + number - 1 + (number > 1 ? blankAfter : 0)));
    const sizes = groups.map(({ length }) => length);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(groupRowsMax);
    // No row waits for text behind it, and none has a group of its own without need.
    if (chunkBytes === 10) expect(groups.length).toBeGreaterThan(ROWS / 4);
    if (chunkBytes > 1_000) expect(groups.length).toBeLessThanOrEqual(ROWS / groupRowsMax + 2);
  });

  it.each([40_000, 4_000_000])('are all given before the input fails, in chunks of %i bytes', async (chunkBytes) => {
    const { groups, failure } = await groupsOf(good + bad, chunkBytes);
    expect(failure).toMatchObject({ code: 'inputUnusable' });
    expect(
      groups
        .flat()
        .slice(0, ROWS)
        .map(({ record }) => record),
    ).toEqual(each(Number));
  });
});
