/** What an input lacks is told from its first rows, however they arrive; a row with a fault does not show what it has. */
import { describe, expect, it } from 'vitest';
import { incomplete } from '../../src/files/questions/open-questions.js';
import { read } from './reading.js';

const date = '2026-11-20T08:00:00Z';
const missingIn = async (text: string, chunkBytes?: number) => (await read(text, { timezone: 'UTC' }, chunkBytes)).description.missing;

describe('a field that servers need', () => {
  const lines = ['{"amount":1}', '{"amount":2,"currency":"EUR"}', `{"amount":3,"transactionDate":"${date}"}`];

  it.each([1, 20, 65_536])('is not missing where a later row has it, in chunks of %i bytes', async (chunkBytes) => {
    expect(await missingIn(`${lines.join('\n')}\n`, chunkBytes)).toEqual([]);
    expect(await missingIn(`[${lines.join(',')}]`, chunkBytes)).toEqual([]);
    expect(await missingIn(`[${lines.slice(0, 2).join(',')}]`, chunkBytes)).toEqual(['transactionDate']);
    expect(await missingIn(`amount,transactionDate\nx,${date}\n1,${date}\n€ 2,${date}\n`, chunkBytes)).toEqual([]);
  });

  it('is not missing where every row has a fault, since it may be there', async () => {
    expect(await missingIn(`[{"amount":"12,50","currency":"EUR","transactionDate":"${date}"}]`)).toEqual([]);
    expect(await missingIn(`amount,transactionDate\nx,${date}\n`)).toEqual([]);
    expect(await missingIn('amount\nx\n')).toEqual(['transactionDate']);
  });

  it('is asked for by name', () => {
    expect(incomplete({ missing: [], header: null })).toBeNull();
    expect(incomplete({ missing: ['amount', 'currency'], header: ['Date'] })).toMatchObject({
      code: 'inputUnusable',
      message: 'The file has no amount and no currency, without which servers import no row.',
      questions: [{ field: 'amount' }, { field: 'currency' }],
    });
  });

  it.each([
    ['Date,Debit,Credit,Currency', 'Credit - Debit', '3 (C) "Credit" or a refund in 2 (B) "Debit"'],
    ['Datum,Haben (EUR),Soll (EUR)', 'Haben (EUR) - Soll (EUR)', '2 (B) "Haben (EUR)" or a refund in 3 (C) "Soll (EUR)"'],
  ])('is made of two columns in %s', (header, columns, said) => {
    const refusal = incomplete({ missing: ['amount'], header: header.split(',') });
    expect(refusal?.hint).toEqual([
      ['--set', 'amount=COLUMN'],
      `;   if each row has a sale in column ${said}, unlike a ledger, which has each sale more than once:   `,
      ['--set', `amount=${columns}`],
    ]);
  });

  it.each(['Date,Credit', 'Date,Credit,Debit,Debit', 'Date,Credit,Fees'])('is not made of %s', (header) => {
    expect(incomplete({ missing: ['amount'], header: header.split(',') })?.hint).toEqual([['--set', 'amount=COLUMN']]);
  });
});
