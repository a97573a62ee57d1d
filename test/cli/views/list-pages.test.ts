/** Pages that are asked for ahead. */
import { expect, test } from 'vitest';
import { pagesAhead } from '../../../src/cli/views/list-pages.js';

test('the next page is asked for before one is given, and none after the last', async () => {
  const events: string[] = [];
  const ask = async (pageNumber: number) => {
    events.push(`ask ${pageNumber}`);
    return { items: [pageNumber], hasMore: pageNumber < 3 };
  };
  for await (const items of pagesAhead(ask)) events.push(`use ${items}`);
  expect(events).toEqual(['ask 1', 'ask 2', 'use 1', 'ask 3', 'use 2', 'use 3']);
});

test('a page that fails is told after those before it, and to nobody who wants no more', async () => {
  const ask = async (pageNumber: number) => {
    if (pageNumber === 2) throw new Error('gone');
    return { items: [pageNumber], hasMore: true };
  };
  const used: number[] = [];
  const use = async () => {
    for await (const items of pagesAhead(ask)) used.push(...items);
  };
  await expect(use()).rejects.toThrow('gone');
  expect(used).toEqual([1]);
  for await (const items of pagesAhead(ask)) {
    expect(items).toEqual([1]);
    break;
  }
});
