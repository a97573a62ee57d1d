/** A sale paid in instalments is in several rows: whether each has the whole amount or its part is asked, and never guessed. */
import { expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { read, refusal } from '../reading.js';

const table = (name: string, ...cells: string[]) =>
  [
    `Date,Receipt,${name},Amount,Currency`,
    ...cells.map(
      (cell, at) => `2026-0${at + 1}-16T10:15:00Z,P-${cell === '' ? at : 10},${cell},${cell === '' ? `${at + 20}.00` : '600.00'},EUR`,
    ),
    '',
  ].join('\n');
const amounts = async (...input: Parameters<typeof read>) =>
  (await read(...input)).rows.map(({ transaction }) => transaction && Number(transaction.amount));

it.each([
  ['Installment', '1/3', '2/3', '3/3'],
  ['Parcela', 'Parcela 1/3', 'Parcela 2/3', 'Parcela 3/3'],
  ['Rate', '1 von 3', '2 von 3', '3 von 3'],
  ['Cuota', '01/03', '02/03', '03/03'],
])('%s: %s, %s, %s', async (name, ...cells) => {
  const text = table(name, ...cells, '');
  const { questions, hint } = await refusal(text);
  expect(questions.map(({ code, field }) => `${code} ${field}`)).toEqual(['AMOUNT_REPEATED amount']);
  const [, second, third] = cells as [string, string, string];
  const left = [second, third].map((cell) => `--leave-out ${name}=${cell}`).join(' ');
  expect(hint.replaceAll("'", '')).toBe(
    `If each has the amount of the whole sale:   ${left};   if each has its own part, and is to be a sale:   --set additionalData.${name}=${name}`,
  );
  const whole = { ...noRules, rows: [{ keep: false, column: name, values: [second, third] }] };
  expect(await amounts(text, { rules: whole })).toEqual([600, null, null, 23]);
  const parts = { ...noRules, columns: { [`additionalData.${name}`]: name } };
  expect(await amounts(text, { rules: parts })).toEqual([600, 600, 600, 23]);
});

it.each([
  ['Rating', '4/5', '5/5', '3/5'],
  ['Size', '1/2', '1/2', '1/4'],
  ['Score', '1/3', 'good', 'fair', 'poor', '2/3'],
])('%s is none: %s, %s, %s', async (name, ...cells) => {
  expect(await amounts(table(name, ...cells))).toEqual(cells.map(() => 600));
});
