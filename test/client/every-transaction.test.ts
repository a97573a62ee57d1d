/** Against a server in memory that pages as the contract says, three rows to a page, while rows come in between the pages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyTransaction } from '../../src/client/every-transaction.js';
import type { QueryValues } from '../../src/client/routes.js';
import { instantOf } from '../../src/contract/date-time.js';
import type { Transaction } from '../../src/contract/transaction.js';

const PAGE_ROWS = 3;

type Row = Pick<Transaction, 'transactionId' | 'transactionDate'>;

const ticks = ({ transactionDate }: Row) => (transactionDate === null ? -(2n ** 70n) : (instantOf(transactionDate) ?? 0n));

function pagingApi(rows: Row[], beforePage: () => void) {
  const list = async (query: QueryValues) => {
    beforePage();
    const from = query.transactionDateFrom === undefined ? null : instantOf(String(query.transactionDateFrom));
    const found = rows
      .filter((row) => from === null || ticks(row) >= from)
      .sort((a, b) => (ticks(a) === ticks(b) ? (a.transactionId < b.transactionId ? -1 : 1) : ticks(a) < ticks(b) ? -1 : 1));
    const start = (Number(query.pageNumber) - 1) * PAGE_ROWS;
    return { items: found.slice(start, start + PAGE_ROWS) as Transaction[], hasMore: found.length > start + PAGE_ROWS };
  };
  return { host: 'test', list };
}

const dates = fc.option(
  fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-01-02T00:00:00Z', '2026-01-03T12:00:00Z'),
  {
    nil: null,
  },
);
const idOf = (number: number) => `id-${String(number).padStart(6, '0')}`;

async function walked(api: ReturnType<typeof pagingApi>, query: QueryValues = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const items of everyTransaction(api, query)) ids.push(...items.map(({ transactionId }) => transactionId));
  return ids;
}

describe('every transaction', () => {
  it('that was there at the start comes exactly once, whatever arrives meanwhile', async () => {
    const start = fc.array(dates, { maxLength: 25 });
    const arrivals = fc.array(fc.array(dates, { maxLength: 3 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(start, arrivals, async (atStart, later) => {
        const rows = atStart.map((transactionDate, index): Row => ({ transactionId: idOf(index), transactionDate }));
        const waiting = [...later];
        const api = pagingApi(rows, () => {
          for (const transactionDate of waiting.shift() ?? []) rows.push({ transactionId: idOf(rows.length), transactionDate });
        });
        const ids = await walked(api);
        expect(new Set(ids).size).toBe(ids.length);
        expect(atStart.map((_, index) => idOf(index)).filter((id) => !ids.includes(id))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps to the date that was asked for', async () => {
    const rows = ['2026-01-01T00:00:00Z', null, '2026-01-02T00:00:00Z'].map((transactionDate, index) => ({
      transactionId: idOf(index),
      transactionDate,
    }));
    expect(
      await walked(
        pagingApi(rows, () => {}),
        { transactionDateFrom: '2026-01-01T12:00:00Z' },
      ),
    ).toEqual([idOf(2)]);
  });

  it('a server that lists in another order is told so, and not asked for ever', async () => {
    const items = ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'].map((transactionDate, index) => ({
      transactionId: idOf(index),
      transactionDate,
    })) as Transaction[];
    const api = { host: 'test', list: async () => ({ items, hasMore: true }) };
    await expect(walked(api)).rejects.toMatchObject({ code: 'protocol' });
  });
});
