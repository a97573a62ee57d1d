/** What pages say of a file has no flag of the command line. */
import { expect, it } from 'vitest';
import { plainFaults, plainHint, plainMessage } from '../../src/server/console/files/plain-words.js';

it.each([
  ['is required', 'is required'],
  [
    'is a plain number; if it is a day of Excel, say --date-format excel; write date, time and offset, as 2026-11-20T14:03:59+01:00',
    'is a plain number; write date, time and offset, as 2026-11-20T14:03:59+01:00',
  ],
  ['write it with its decimals; where all are in cents, say so with --minor-units', 'write it with its decimals'],
  ['must not be a card number: write it masked, or let it be cut: --pan mask', 'must not be a card number: write it masked'],
  ['correct the one that is wrong, or say which column it is: --set amount=COLUMN', 'correct the one that is wrong'],
  [
    'the beginning of the file did not show which sign that is; set it with --decimal',
    'the beginning of the file did not show which sign that is',
  ],
  ['is -5; a refund, or a mistake', 'is -5; a refund, or a mistake'],
])('%j is told as %j', (message, told) => {
  expect(plainMessage(message)).toBe(told);
  expect(plainFaults([{ line: 2, message }])).toEqual([{ line: 2, message: told }]);
});

it('a hint that is a flag, or a command, is none', () => {
  expect(plainHint('Leave out --encoding')).toBeNull();
  expect(plainHint([{ do: 'list' }])).toBeNull();
  expect(plainHint('Export it again')).toBe('Export it again');
});
