/** Fees, net amounts, cents and signs that arithmetic tells, whatever the columns are called. */
import { describe, expect, it } from 'vitest';
import { SalesError } from '../../../src/contract/problem.js';
import type { Question } from '../../../src/contract/question.js';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { type OpenOptions, openInput } from '../../../src/files/open.js';
import { incomplete } from '../../../src/files/questions/open-questions.js';
import { chunked, read } from '../reading.js';

const settled: Partial<OpenOptions> = { kind: 'Settlement', timezone: 'Europe/Zurich' };
const lines = (...all: string[]) => `${all.join('\n')}\n`;
/** What is asked of a file, or lacks. */
async function asked(text: string, options: Partial<OpenOptions> = settled): Promise<readonly Question[]> {
  try {
    const input = await openInput({ stdin: chunked(text) }, { format: 'auto', ...options });
    await input.close();
    return incomplete(input.description)?.questions ?? [];
  } catch (error) {
    if (error instanceof SalesError) return error.questions ?? [];
    throw error;
  }
}
const codes = async (text: string, options: Partial<OpenOptions> = settled) => (await asked(text, options)).map(({ code }) => code);
const answers = async (text: string) =>
  (await asked(text)).flatMap((one) => one.answers.map(({ remedies }) => remedies.map((remedy) => remedy.join(' '))));

describe('a fee and what is left', () => {
  const header = (fees: string) => `Payout ID,Settlement date,Currency,Amount,${fees},Left`;
  const row = (cells: string) => `P1,2026-11-23,EUR,${cells}`;

  it('go together where the net amount of refunds alone has a minus', async () => {
    const rows = ['100.00,1.00,0.18,98.82', '60.00,0,0,-60.00', '50.00,0,9.00,-59.00'].map(row);
    expect((await answers(lines(header('Kept,Duty'), ...rows)))[0]).toEqual(['--set fee=Kept+Duty', '--set netAmount=Left']);
  });

  it('are those that hold in most rows: a rate is no fee', async () => {
    const rows = [
      '1250.00,1.79,22.38,1227.62',
      ...Array.from({ length: 4 }, () => '100.00,2.50,2.50,97.50'),
      '250.00,1.79,4.48,245.52',
    ].map(row);
    expect((await answers(lines(header('Rate,Kept'), ...rows)))[0]).toEqual(['--set fee=Kept', '--set netAmount=Left']);
  });

  it('say that a fee of that name is not the whole', async () => {
    const rows = ['10.00,0.20,0.04,9.76', '20.00,0.40,0.07,19.53'].map(row);
    expect((await answers(lines(header('MDR,GST'), ...rows)))[0]).toEqual(['--set fee=MDR+GST', '--set netAmount=Left']);
  });

  it('of rows of which nothing was paid out tell nothing', async () => {
    const rows = ['100.00,1.00,2.24,96.76', '300.00,1.00,8.22,290.78', '55.00,0,0,0', '70.00,0,0,0', '80.00,0,0,0'].map(row);
    expect((await answers(lines(header('Kept,Share'), ...rows)))[0]).toEqual(['--set fee=Kept+Share', '--set netAmount=Left']);
  });

  it('are not known of a commission alone, whose tax is offered with it', async () => {
    const rows = ['60.00,1.20,0.06', '240.00,4.80,0.24', '20.00,0,0'].map((cells) => `P1,2026-11-23,EUR,${cells}`);
    const text = lines('Payout ID,Settlement date,Currency,Amount,comm,VAT', ...rows);
    expect((await answers(text)).slice(0, 2)).toEqual([['--set fee=comm+VAT'], ['--set fee=comm']]);
  });
});

it('what is less than the net amount in every row is not proposed as the amount', async () => {
  const rows = ['60.00,1.20', '20.00,0.40'].map((cells) => `P1,2026-11-23,EUR,${cells}`);
  const text = lines('Payout ID,Settlement date,Currency,Net amount,Kept', ...rows);
  expect((await answers(text)).flat()).toContain('--set amount=Net amount');
  expect((await answers(text)).flat()).not.toContain('--set amount=Kept');
});

it('a net amount with a minus beside a refund without one is asked about, where no column has a fee', async () => {
  const rows = ['Sale,50.00,49.00', 'Refund,20.00,-20.00'].map((cells) => `P1,2026-11-23,EUR,${cells}`);
  const text = lines('Payout ID,Settlement date,Currency,Type,Amount,Net amount', ...rows);
  expect(await codes(text)).toEqual(['SIGNS_UNCERTAIN']);
});

it('a reference that few rows have is none', async () => {
  const rows = ['100.00,', '50.00,', '200.00,1044', '60.00,'].map((cells, at) => `2026-11-2${at}T10:00:00Z,EUR,${cells}`);
  const { description } = await read(lines('Date,Currency,Amount,Check number', ...rows));
  expect(description.mapping?.at(-1)).toBe('additionalData.Check number');
});

describe('whole amounts', () => {
  const fees = ['8155,0,8155', '7341,184,7157', '3334,84,3250'];
  const text = (...rows: string[]) =>
    lines('Payout ID,Settlement date,Gross,Commission,Net', ...rows.map((cells) => `P1,2026-11-23,${cells}`));
  const of = (currency: string) => ({ ...settled, rules: { ...noRules, constants: { currency } } });

  it('with fees that were rounded may be cents, in a currency that has them in use', async () => {
    expect(await codes(text(...fees), of('BRL'))).toEqual(['AMOUNT_IN_CENTS']);
    expect(await codes(text(...fees), of('IDR'))).toEqual([]);
    expect(await codes(text(...fees), of('JPY'))).toEqual([]);
    expect(await codes(text('100,25,75', '40,10,30', '300,75,225'), of('BRL'))).toEqual([]);
  });

  const shown = (...rows: string[]) => lines('Date,Amount,Shown,Currency', ...rows.map((cells, at) => `2026-11-2${at}T10:00:00Z,${cells}`));
  it('are cents where another column has them in units', async () => {
    expect(await codes(shown('1000,1000,JPY', '2550,25.50,USD'), {})).toEqual(['AMOUNT_IN_CENTS']);
    expect(await codes(shown('1000,1000,JPY', '2550,2550.00,USD'), {})).not.toContain('AMOUNT_IN_CENTS');
    expect(await codes(shown('1000,1000,JPY', '2550,25.50,USD').replace('Shown', 'Commission'), {})).not.toContain('AMOUNT_IN_CENTS');
  });
});
