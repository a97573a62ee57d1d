/** Text in lines of a terminal: no word is broken, nothing is lost, and a command can be pasted. */
import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { cutTo, widthOf, wrapped } from '../../../src/cli/terminal/text-width.js';

const words = fc.array(fc.stringMatching(/^[a-z0-9.,äöü売上]{1,12}$/u), { minLength: 1, maxLength: 40 });

it.prop([words, fc.integer({ min: 30, max: 160 }), fc.integer({ min: 0, max: 9 })])(
  'keeps every word, in lines that fit',
  (all, width, indent) => {
    const lines = wrapped(all.join(' '), width, indent);
    expect(
      lines
        .join(' ')
        .split(/ +/)
        .filter((word) => word !== ''),
    ).toEqual(all);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  },
);

it('a command that is too long goes on behind a backslash, and its quotes stay whole', () => {
  const command = "sales -p 'my shop' upload kasse.csv --set 'amount=Order Total' --const currency=CHF";
  const lines = wrapped(`Then:   ${command}   and that is all of it`, 40, 2);
  expect(lines).toEqual([
    'Then:',
    "  sales -p 'my shop' upload kasse.csv \\",
    "  --set 'amount=Order Total' --const \\",
    '  currency=CHF   and that is all of it',
  ]);
  const pasted = lines
    .slice(1)
    .join('\n')
    .replace(/ {3}and.*/, '')
    .replaceAll('\\\n', '')
    .replace(/ +/g, ' ')
    .trim();
  expect(pasted).toBe(command);
});

it('is cut by what a terminal shows, not by letters', () => {
  expect(cutTo('売上の合計', 7)).toBe('売上の…');
  expect(cutTo('short', 5)).toBe('short');
});
