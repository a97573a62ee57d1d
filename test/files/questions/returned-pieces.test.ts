/** Pieces that came back under a price without a minus: asked, since the row would be a sale. As in Apple's reports of sales, by tests on GitHub. */
import { expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { read, refusal } from '../reading.js';

const report = (...rows: string[]) =>
  ['Date;SKU;Type;Units;Amount;Currency', ...rows.map((row) => `2026-11-20T10:00:00Z;coins;${row};USD`), ''].join('\n');
const amounts = async (...input: Parameters<typeof read>) =>
  (await read(...input)).rows.map(({ transaction }) => transaction && Number(transaction.amount));

it('asks, and each answer holds', async () => {
  const text = report('1F;1;9.99', '1F;-1;29.99', '1F;-2;5.00');
  const { questions, hint } = await refusal(text);
  expect(questions.map(({ code, field }) => `${code} ${field}`)).toEqual(['SIGNS_UNCERTAIN amount']);
  expect(hint).toBe(
    'If these are refunds:   --negative Units=-1 --negative Units=-2;   if each row is a sale:   --set additionalData.Units=Units',
  );
  const negative = [{ column: 'Units', values: ['-1', '-2'] }];
  expect(await amounts(text, { rules: { ...noRules, negative } })).toEqual([9.99, -29.99, -5]);
  expect(await amounts(text, { rules: { ...noRules, columns: { 'additionalData.Units': 'Units' } } })).toEqual([9.99, 29.99, 5]);
});

it('nothing where the amount has a minus, too, or the row is called a refund', async () => {
  expect(await amounts(report('1F;1;9.99', '1F;-1;-29.99'))).toEqual([9.99, -29.99]);
  expect(await amounts(report('Sale;1;9.99', 'Refund;-1;29.99'))).toEqual([9.99, 29.99]);
});

it('the price of a piece is offered as what it is where no column is understood', async () => {
  const text = 'SKU;Units;Proceeds;Line total\ncoins;3;6.99;20.97\ncoins;1;6.99;6.99\n';
  const { hint } = await refusal(text.replace('SKU', 'Thing').replace('Line total', 'Left'));
  expect(hint).toContain('--set amount=Proceeds (if it is the price of all pieces that column 2 (B) "Units" counts)');
});
