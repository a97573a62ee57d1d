/**
 * Exports of both sides that overlap, through the real command line to a real server, in any split and order: each record and each sale
 * stands there as often as in the file that has it most often, and what comes again changes nothing but duplicates.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommandLine } from '../cli/command-line.js';
import { onServer } from '../cli/on-server.js';
import { isSoak } from '../support/at-length.js';
import { password, type TestServer } from '../support/test-server.js';

let server: TestServer;
let line: CommandLine;
onServer((...on) => {
  [server, line] = on;
});

const sides = {
  settle: {
    head: 'type,acquirerId,payoutId,settlementDate,transactionDate,amount,currency,terminalId,authorisationCode',
    list: '/settlement/v1/records',
    shown: (row: Row) => [row.amount, row.terminalId, row.authorisationCode, row.transactionDate, row.payoutId].join(),
    isDuplicate: (row: Row) => row.matchState === 'Skip',
  },
  upload: {
    head: 'amount,currency,transactionDate,terminalId,authorisationCode',
    list: '/sales/v1/transactions',
    shown: (row: Row) => [row.amount, row.terminalId, row.authorisationCode, row.transactionDate].join(),
    isDuplicate: (row: Row) => row.transactionMatchState === 'Skip',
  },
} as const;
type Side = keyof typeof sides;
type Row = Record<string, string | number | null>;

/** A payment: so few are possible that many are equal to another one in all that is compared. */
const payment = fc.record({
  cents: fc.constantFrom(500, 1250),
  minute: fc.integer({ min: 10, max: 11 }),
  terminal: fc.constantFrom('T1', 'T2'),
  code: fc.constantFrom('540078', ''),
  payout: fc.constantFrom('PO-1', 'PO-2'),
});
type Payment = typeof payment extends fc.Arbitrary<infer One> ? One : never;

function lineOf(side: Side, day: string, { cents, minute, terminal, code, payout }: Payment): string {
  const [amount, date] = [(cents / 100).toFixed(2), `${day}T12:${minute}:00Z`];
  if (side === 'upload') return `${amount},EUR,${date},${terminal},${code}`;
  return `Sale,ACQ,${payout}-${day},${day},${date},${amount},EUR,${terminal},${code}`;
}

function shownOf(side: Side, day: string, { cents, minute, terminal, code, payout }: Payment): string {
  const row = { amount: cents / 100, terminalId: terminal, authorisationCode: code === '' ? null : code };
  return sides[side].shown({ ...row, transactionDate: `${day}T12:${minute}:00Z`, payoutId: `${payout}-${day}` });
}

/** The rows of these uploads that count. */
async function standing(side: Side, uploadIds: readonly string[]): Promise<string[]> {
  const rows: Row[] = [];
  for (const id of uploadIds) rows.push(...(await server.request(`${sides[side].list}?pageSize=500&uploadId=${id}`)).json.items);
  return rows
    .filter((row) => !sides[side].isDuplicate(row))
    .map(sides[side].shown)
    .sort();
}

const part = fc.record({ side: fc.constantFrom<Side>('settle', 'upload'), rows: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }) });
let runs = 0;

it('in any split and order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(payment, { minLength: 4, maxLength: 12 }),
      fc.array(part, { minLength: 2, maxLength: 5 }),
      async (all, parts) => {
        runs += 1;
        // A day of its own: earlier runs have brought nothing of it.
        const day = new Date(Date.UTC(2020, 0, runs)).toISOString().slice(0, 10);
        const ids: Record<Side, string[]> = { settle: [], upload: [] };
        const expected: Record<Side, Map<string, number>> = { settle: new Map(), upload: new Map() };
        // Whoever exports everything again at the end changes nothing either.
        const whole = (side: Side) => ({ side, rows: [...all.keys()] });
        for (const [at, { side, rows }] of [...parts, whole('settle'), whole('upload'), whole('settle')].entries()) {
          const some = [...new Set(rows.map((row) => row % all.length))].map((index) => all[index] as Payment);
          const text = [sides[side].head, ...some.map((one) => lineOf(side, day, one))].join('\n');
          const path = line.file(`${day}-${at}.csv`, `${text}\n`);
          const argv = [side, '--json', '--again', '--batch', '3', path];
          const { exit, stdout, stderr } = await line.run(argv, { env: { SALES_PASSWORD: password } });
          // Payments with one code in one minute: the report says that one may be another with its amount corrected.
          if (exit === 8) expect(stdout).toContain('there already, with the same number and time and another amount');
          else expect(exit, stderr).toBe(0);
          ids[side].push(...(JSON.parse(stdout).uploads as { uploadId: string }[]).map(({ uploadId }) => uploadId));
          const here = new Map<string, number>();
          for (const one of some) {
            const shown = shownOf(side, day, one);
            here.set(shown, (here.get(shown) ?? 0) + 1);
          }
          for (const [shown, times] of here) expected[side].set(shown, Math.max(times, expected[side].get(shown) ?? 0));
        }
        for (const side of ['settle', 'upload'] as const) {
          const rest = [...expected[side]].flatMap(([shown, times]) => Array.from({ length: times }, () => shown)).sort();
          expect(await standing(side, ids[side])).toEqual(rest);
        }
      },
    ),
    { numRuns: isSoak ? 100 : 4 },
  );
});
