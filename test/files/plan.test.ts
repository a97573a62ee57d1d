/** What was found out about a table holds for the table that begins as it did, and for no other. */
import { expect, it } from 'vitest';
import { openInput } from '../../src/files/open.js';
import { chunked, readAsPlanned } from './reading.js';

const table = (header: string, amounts: readonly string[]) =>
  `${header}\n${amounts.map((amount, index) => `${amount};CHF;2026-11-20T10:00:00+01:00;R${index}`).join('\n')}\n`;
const header = 'Betrag;Währung;Datum;Beleg-Nr';
const amounts = ['1.250', '1.234', '12.50'];

async function planOf(text: string) {
  const input = await openInput({ stdin: chunked(text) }, { format: 'auto' });
  await input.close();
  return input.plan;
}

it.each([
  ['another header', table('Total;Währung;Datum;Beleg-Nr', amounts)],
  ['values that say otherwise how they are written', table(header, ['1.250', '1.234', '12,50'])],
  ['another delimiter', table(header, amounts).replaceAll(';', '\t')],
  ['lines above', `Kassenbericht\n${table(header, amounts)}`],
  ['fewer rows than were looked at', table(header, amounts.slice(0, 2))],
  ['nothing', ''],
])('with %s it is another table', async (_, text) => {
  const plan = await planOf(table(header, amounts));
  expect(await readAsPlanned({ stdin: chunked(table(header, amounts)) }, plan)).toHaveLength(3);
  expect(await readAsPlanned({ stdin: chunked(text) }, plan)).toBe(null);
});

it('what follows the beginning may be longer by now', async () => {
  const many = Array.from({ length: 400 }, (_, index) => `${index}.50`);
  const plan = await planOf(table(header, many));
  expect(await readAsPlanned({ stdin: chunked(table(header, [...many, '7.25'])) }, plan)).toHaveLength(401);
});
