/** What a dropped file is called, whatever a browser calls it; where it lies: test/console/dropped-files.test.ts. */
import { expect, it } from 'vitest';
import { safeName } from '../../src/server/console/files/dropped-file.js';

it.each([
  ['', 'file'],
  ['../../../etc/passwd', '_._.._.._etc_passwd'],
  ['..', '_.'],
  ['-', '_'],
  ['.bashrc', '_bashrc'],
  ['a\u0000b\nc.csv', 'a_b_c.csv'],
  ['C:\\Users\\x.csv', 'C__Users_x.csv'],
  ['\u202egnp.csv', '_gnp.csv'],
  ['4242424242424242.csv', '424242______4242.csv'],
  [`${'ä'.repeat(300)}.csv`, `${'ä'.repeat(76)}.csv`],
  [`${'😀'.repeat(70)}.csv`, `${'😀'.repeat(49)}.csv`],
  ['<img src=x onerror=alert(1)>.csv', '_img src=x onerror=alert(1)_.csv'],
])('%j is called %j', (given, name) => {
  expect(safeName(given)).toBe(name);
});
