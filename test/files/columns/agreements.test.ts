/**
 * A column that is taken as the amount because of what the first rows tell of others, in files whose later rows tell otherwise: within the rows
 * ahead it is a question, behind them a fault, by each way of reading, and in the next file with the same header a question again.
 */
import { describe, expect, it } from 'vitest';
import { type EarlierTable, noRules } from '../../../src/files/input/mapping-rules.js';
import type { InputRow } from '../../../src/files/input/row.js';
import { type OpenOptions, openAsPlanned, openInput } from '../../../src/files/open.js';
import { chunked, read, refusal } from '../reading.js';

// Files with fees and net amounts may be settlement records; here they are sales.
const zone = { timezone: 'Europe/Zurich', asSales: true };
const days = (at: number) => String(1 + (at % 28)).padStart(2, '0');

interface Kind {
  header: string;
  good(at: number): string;
  bad(at: number): string;
  /** Those that may be it, as the answers name them. */
  columns: readonly [string, ...string[]];
}

const kinds: Record<string, Kind> = {
  'gross, fee and net': {
    header: 'Date;Currency;Gross;Fee;Net',
    good: (at) => `2026-11-${days(at)} 10:00;EUR;10.00;-0.50;9.50`,
    bad: (at) => `2026-11-${days(at)} 10:00;EUR;10.00;-0.50;95.00`,
    columns: ['Gross'],
  },
  'an amount beside an equal one': {
    header: 'Date;Currency;Betrag;Total',
    good: (at) => `2026-11-${days(at)} 10:00;EUR;${at},50;${at},50`,
    bad: (at) => `2026-11-${days(at)} 10:00;EUR;${at},50;-${at},50`,
    columns: ['Betrag', 'Total'],
  },
};

/** `count` rows of which the last `bad` contradict the others. */
function file({ header, good, bad }: Kind, count: number, isBad = 0): string {
  const rows = Array.from({ length: count }, (_, at) => (at < count - isBad ? good(at) : bad(at)));
  return `${header}\n${rows.join('\n')}\n`;
}

/** What was kept of a file, as a later one gets it. */
async function keptOf(text: string): Promise<EarlierTable> {
  const asRead = (await read(text, zone)).description.columns?.asRead;
  if (!asRead) throw new Error('no table');
  return JSON.parse(JSON.stringify({ on: '2026-11-20', reading: {}, ...asRead })) as EarlierTable;
}

async function readAfter(text: string, earlier: EarlierTable, options: Partial<OpenOptions> = {}) {
  const input = await openInput({ stdin: chunked(text) }, { format: 'auto', ...zone, ...options }, () => earlier);
  const rows: InputRow[] = [];
  for await (const group of input.rows) rows.push(...group);
  await input.close();
  return { rows, columns: input.description.columns };
}

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  it('that are so in every row are taken', async () => {
    const { rows } = await read(file(kind, 400), zone);
    expect(rows.every(({ transaction }) => transaction !== null)).toBe(true);
  });

  it('that contradict each other in a row ahead are asked about, and the answer is enough', async () => {
    const text = file(kind, 400, 10);
    const { questions } = await refusal(text, zone);
    expect(questions).toMatchObject([{ code: 'COLUMN_AMBIGUOUS', field: 'amount', text: expect.stringMatching(/^Line 392: column /) }]);
    const answers = [questions[0]?.answer ?? []].flat().filter((part) => typeof part !== 'string');
    expect(answers).toEqual(kind.columns.map((columns) => ['--set', `amount=${columns}`]));
    const rules = { ...noRules, columns: { amount: kind.columns[0] } };
    expect((await read(text, { ...zone, rules })).rows.filter(({ transaction }) => transaction)).toHaveLength(400);
  });

  it('that contradict each other in a row behind those are a fault of it, whoever reads it', async () => {
    const text = file(kind, 5_200, 150);
    const { rows } = await read(text, zone);
    const faults = rows.slice(-150).flatMap((row) => row.faults.map(({ code, field }) => `${code} ${field} ${row.transaction}`));
    expect(new Set(faults)).toEqual(new Set(['COLUMNS_CONTRADICT amount null']));
    expect(rows.slice(0, -150).every(({ transaction }) => transaction !== null)).toBe(true);
    const { plan, close } = await openInput({ stdin: chunked(text) }, { format: 'auto', ...zone });
    await close();
    let sold = 0;
    for await (const group of (await openAsPlanned({ stdin: chunked(text) }, structuredClone(plan), 'runs')) ?? []) {
      if (!Array.isArray(group)) throw new Error('a run, in which nothing is compared');
      sold += group.filter(({ sale }) => sale).length;
    }
    expect(sold).toBe(5_050);
  });

  it('hold for the next file with the header, which says so, or is asked about', async () => {
    const earlier = await keptOf(file(kind, 3));
    const { rows, columns } = await readAfter(file(kind, 3), earlier);
    expect(rows.filter(({ sale }) => sale)).toHaveLength(3);
    const first = await read(file(kind, 3), zone);
    expect(columns?.by).toEqual(first.description.columns?.by);
    await expect(readAfter(file(kind, 3, 2), earlier)).rejects.toMatchObject({
      code: 'inputUnusable',
      questions: expect.arrayContaining([expect.objectContaining({ field: 'amount' })]),
    });
  });
});

describe('what an earlier file told', () => {
  const net = kinds['gross, fee and net'] as Kind;

  it('decides for a single row, is watched there, and is not what the user said', async () => {
    const earlier = await keptOf(file(net, 3));
    const { rows, columns } = await readAfter(file(net, 1), earlier);
    expect(rows.map(({ sale }) => sale !== null)).toEqual([true]);
    expect(columns?.by).toEqual((await read(file(net, 3), zone)).description.columns?.by);
    expect(columns?.by).not.toContain('given');
    expect(columns?.asRead).toMatchObject({ agreements: earlier.agreements, byContent: earlier.byContent });
    await expect(readAfter(file(net, 1, 1), earlier)).rejects.toMatchObject({ questions: [{ code: 'COLUMN_AMBIGUOUS' }] });
  });

  it('is a fault behind the rows ahead, too, and nothing once the user says which it is', async () => {
    const earlier = await keptOf(file(net, 3));
    const { rows } = await readAfter(file(net, 6_000, 1), earlier);
    expect(rows.filter(({ sale }) => !sale).map(({ line, faults }) => [line, faults[0]?.code])).toEqual([[6_001, 'COLUMNS_CONTRADICT']]);
    const said = await readAfter(file(net, 3, 2), earlier, { rules: { ...noRules, columns: { amount: 'Net' } } });
    expect(said.rows.map(({ sale }) => sale?.amount)).toEqual([9.5, 95, 95]);
  });
});

describe('is compared as it is read', () => {
  it('so that 1.000 is not 1 where the comma is the decimal sign', async () => {
    const text = `Datum;Währung;Betrag;Total\n${'20.11.2026 10:00;EUR;5,50;5,50\n'.repeat(6_000)}20.11.2026 10:00;EUR;1;1.000\n20.11.2026 10:00;EUR;1.000,00;1000\n`;
    const { rows } = await read(text, zone);
    expect(rows.slice(-2).map(({ faults }) => faults.map(({ code, value }) => `${code} ${value}`))).toEqual([['COLUMNS_CONTRADICT 1'], []]);
  });

  it('and a line of totals at the end is none of its rows', async () => {
    const { rows } = await read(`${file(kinds['gross, fee and net'] as Kind, 400)}Total;;4000.00;;\n`, zone);
    expect(rows.at(-1)).toMatchObject({ transaction: null, faults: [], leftOut: expect.stringContaining('totals') });
  });
});

describe('holds in rows whose minus is left out', () => {
  const negative = [{ column: 'Type', values: ['Credit'] }];
  it.each([
    ['of two equal columns', 'Type;Date;Currency;Betrag;Total', (minus: string) => `${minus}5,50;${minus}5,50`, -5.5],
    ['of gross and net', 'Type;Date;Currency;Gross;Fee;Net', (minus: string) => `${minus}5.50;0.50;${minus}5.00`, -5.5],
  ])('%s, and in those that have it', async (_, header, cells, amount) => {
    const row = (type: string, minus: string) => `${type};2026-11-20 10:00;EUR;${cells(minus)}\n`;
    const text = `${header}\n${row('Sale', '')}${row('Credit', '')}${row('Credit', '-')}`;
    const { rows } = await read(text, { ...zone, rules: { ...noRules, negative } });
    expect(rows.map(({ transaction, faults }) => transaction?.amount ?? faults)).toEqual([-amount, amount, amount]);
  });
});

describe('is asked where rows tell nothing of which is the amount, the date or the reference', () => {
  it.each([
    [
      'one moment in several columns',
      'Date and time;Date;Time;Amount;Currency',
      '2026-11-20 10:00;2026-11-20;10:00;5.00;EUR',
      'transactionDate',
    ],
  ])('%s', async (_, header, row, field) => {
    const { questions } = await refusal(`${header}\n${`${row}\n`.repeat(3)}`, zone);
    expect(questions).toMatchObject([{ code: 'COLUMN_AMBIGUOUS', field }]);
  });
});

describe('rows that break it, told apart by a word', () => {
  const head = 'Date,Amount,Currency,Fees,Net,Status\n';
  const good = Array.from({ length: 6 }, (_, at) => `2026-11-${days(at)} 10:00,10.00,EUR,0.50,9.50,Paid\n`).join('');
  const row = (status: string, settled = '0.00', fee = '0.00') => `2026-11-20 10:00,20.00,EUR,${fee},${settled},${status}\n`;
  const asked = async (...rows: string[]) => (await refusal(head + good + rows.join(''), zone)).hint;
  const left = (...all: string[]) => all.map((status) => `--leave-out Status=${status}`).join(' ');

  it.each([['failed', 'abandoned'], ['Blocked'], ['Uncaptured', 'Pending', 'Cancelled']])(
    'are left out where the word says that nothing was paid: %s',
    async (...all) => {
      const hint = await asked(...all.map((status) => row(status)));
      expect(hint).toContain(`If these rows were not paid:   ${left(...all)}   Otherwise: `);
      expect(hint).not.toMatch(/refund|--negative/);
      const rules = { ...noRules, rows: [{ keep: false, column: 'Status', values: all }] };
      expect((await read(head + good + all.map((status) => row(status)).join(''), { ...zone, rules })).rows).not.toHaveLength(0);
    },
  );

  it('are refunds, or left out, where a minus would make it hold', async () => {
    expect(await asked(row('Returned', '-19.50', '-0.50'))).toContain(
      'If these rows are refunds:   --negative Status=Returned;   if these rows are no sales:   --leave-out Status=Returned   Otherwise: ',
    );
    expect(await asked(row('Returned', '-19.50', '-0.50'), row('failed'))).toContain(
      `If rows with Returned are refunds, and the others no sales:   --leave-out Status=failed --negative Status=Returned;   if these rows are no sales:   ${left('Returned', 'failed')}`,
    );
  });

  it('are left out by two steps where only some words say that nothing was paid', async () => {
    expect(await asked(row('Refunded'), row('Blocked'))).toContain(
      `If rows with Blocked were not paid:   ${left('Blocked')};   if these rows are no sales:   ${left('Refunded', 'Blocked')}   Otherwise: `,
    );
  });
});
