/** Against a server in memory that pages as the contract says, seven rows to a page at most, while rows come and go between the pages. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../../src/contract/date-time.js';
import { everyTransaction } from '../../src/contract/every-transaction.js';
import type { QueryValues } from '../../src/contract/paths.js';
import type { Transaction } from '../../src/contract/transaction.js';

const PAGE_ROWS = 7;

type Row = Pick<Transaction, 'transactionId' | 'transactionDate'>;

const ticks = ({ transactionDate }: Row) => (transactionDate === null ? -(2n ** 70n) : (instantOf(transactionDate) ?? 0n));

function pagingApi(rows: readonly Row[], beforePage: () => void) {
  const list = async (query: QueryValues) => {
    beforePage();
    const from = query.transactionDateFrom === undefined ? null : instantOf(String(query.transactionDateFrom));
    const found = rows
      .filter((row) => from === null || ticks(row) >= from)
      .sort((a, b) => (ticks(a) === ticks(b) ? (a.transactionId < b.transactionId ? -1 : 1) : ticks(a) < ticks(b) ? -1 : 1));
    const pageRows = Math.min(PAGE_ROWS, Number(query.pageSize));
    const start = (Number(query.pageNumber) - 1) * pageRows;
    return { items: found.slice(start, start + pageRows) as Transaction[], hasMore: found.length > start + pageRows };
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
    const start = fc.array(dates, { maxLength: 50 });
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

  it('that was there all the time comes exactly once, whatever is taken away meanwhile and brought back', async () => {
    // Of one date mostly, as those of an export without times.
    const start = fc.array(fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00', '2026-01-02T00:00:00Z', null), {
      minLength: 20,
      maxLength: 60,
    });
    // Before a page one of three of the five uploads leaves, or comes back.
    const moves = fc.array(fc.option(fc.nat(2), { nil: null }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(start, moves, async (atStart, later) => {
        const all = atStart.map((transactionDate, index) => ({ upload: index % 5, transactionId: idOf(index), transactionDate }));
        const rows = [...all];
        const moved = new Set<number>();
        const waiting = [...later];
        const api = pagingApi(rows, () => {
          const upload = waiting.shift() ?? null;
          if (upload === null) return;
          moved.add(upload);
          const isThere = rows.some((row) => row.upload === upload);
          const others = rows.filter((row) => row.upload !== upload);
          rows.splice(0, rows.length, ...others, ...(isThere ? [] : all.filter((row) => row.upload === upload)));
        });
        const ids = await walked(api);
        expect(new Set(ids).size).toBe(ids.length);
        const stayed = all.filter(({ upload }) => !moved.has(upload)).map(({ transactionId }) => transactionId);
        expect(stayed.filter((id) => !ids.includes(id))).toEqual([]);
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

  it('a server that lists rows of one date in another order each time is told so, and not asked for ever', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => ({ transactionId: idOf(index), transactionDate: '2026-01-01T00:00:00Z' }));
    const { list } = pagingApi(rows, () => {});
    let asked = 0;
    const api = {
      host: 'test',
      list: async (query: QueryValues) => {
        asked += 1;
        const page = await list(query);
        return { ...page, items: page.items.map((item) => ({ ...item, transactionId: `${item.transactionId}-${asked}` })) };
      },
    };
    await expect(walked(api)).rejects.toMatchObject({ code: 'protocol' });
    expect(asked).toBeLessThan(100);
  });
});
