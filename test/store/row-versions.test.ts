/** Which candidates of an open row a list names. */
import { expect, test } from 'vitest';
import { candidatesMax } from '../../src/contract/exception-reasons.js';
import { candidatesIn } from '../../src/store/lists/row-versions.js';

test('candidates are the best ones within reach: one that is hidden takes no place', () => {
  const involved = Array.from({ length: candidatesMax + 3 }, (_, number) => number);
  const within = involved.filter((number) => number % 2 === 1);
  expect(candidatesIn(involved, new Set(within))).toEqual(within.slice(0, candidatesMax));
  expect(candidatesIn(involved, new Set(involved))).toEqual(involved.slice(0, candidatesMax));
  expect(candidatesIn(null, new Set(involved))).toEqual([]);
});
