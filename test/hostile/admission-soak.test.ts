/**
 * What an honest client feels beside each crowd, and the memory that the crowd takes, by the clock: under `npm run soak` alone. The bounds
 * themselves are tested by their counts (see admission.test).
 */
import { afterEach, expect, it } from 'vitest';
import { isSoak } from '../support/at-length.js';
import { password } from '../support/serve-process.js';
import { type Crowded, crowded } from './crowded.js';
import { honestClient, percentile99 } from './honest-client.js';

const ROWS = 200_000;
const BATCH_ROWS = 20_000;
const HEAVY_LIST = '/sales/v1/transactions?pageSize=500&pageNumber=390&sorting.key=Amount&currency=EUR&amountFrom=1';
/** All rows have this date, and none this currency. */
const RARE_LIST = '/sales/v1/transactions?currency=CHF&transactionDateFrom=2026-11-20T00:00:00Z&transactionDateTo=2026-11-20T00:00:00Z';
const LEAST_MS = 8_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Attack {
  kind: string;
  connections: number;
  count: number;
  users: string[];
  /** Whether there are many rows, so that a list takes long. */
  heavy?: boolean;
  list?: string;
}

const attacks: Attack[] = [
  { kind: 'checks of readiness', connections: 1, count: 20_000, users: [] },
  { kind: 'checks of readiness', connections: 10, count: 10_000, users: [] },
  { kind: 'lists and gone', connections: 125, count: 8, users: ['a', 'b'], heavy: true },
  { kind: 'lists and gone', connections: 125, count: 8, users: ['a', 'b'], heavy: true, list: RARE_LIST },
  { kind: 'pages that nobody reads', connections: 4, count: 400, users: ['a'], heavy: true, list: RARE_LIST },
  { kind: 'pages that nobody reads', connections: 4, count: 400, users: ['a'] },
  { kind: 'pages that nobody reads', connections: 20, count: 100, users: ['a', 'b', 'c', 'd'] },
  { kind: 'bodies in chunks of one byte', connections: 4, count: 2_000_000, users: ['a'] },
  { kind: 'bodies full of faults', connections: 4, count: 4, users: ['a'] },
  { kind: 'bodies byte by byte', connections: 16, count: 1, users: ['a', 'b', 'c', 'd'] },
];

/** Rows of the attackers' tenant: many small ones, or few that make large pages. */
async function fill(server: Crowded, heavy: boolean): Promise<void> {
  const client = honestClient(server.server, `a:${password}`);
  const text = 'x'.repeat(1_000);
  const large = { terminalId: text, locationId: text, orderId: text, transactionReference: text };
  for (let from = 0; from < (heavy ? ROWS : 1); from += BATCH_ROWS) {
    const at = (row: number) => ({
      orderId: String(from + row),
      amount: ((from + row) * 7919) % 100_003,
      currency: 'EUR',
      transactionDate: '2026-11-20T00:00:00Z',
    });
    await client.upload(Array.from({ length: heavy ? BATCH_ROWS : 500 }, (_, row) => (heavy ? at(row) : large)));
  }
  client.close();
}

it.runIf(isSoak).each(attacks)(
  'beside $connections × $count $kind: under 10 times the idle p99, and under 200 MB more',
  { timeout: 300_000 },
  async ({ kind, connections, count, users, heavy = false, list = HEAVY_LIST }) => {
    const running = await crowded([], { LIST: list });
    ends.push(running.end);
    for (const name of ['a', 'b', 'c', 'd']) running.addUser(name, name === 'a' ? undefined : 'a');
    await fill(running, heavy);
    const honest = honestClient(running.server, `api:${password}`);
    ends.unshift(async () => honest.close());
    const times = async (isOver: () => boolean) => {
      const [uploads, pages]: [number[], number[]] = [[], []];
      while (!isOver()) {
        uploads.push(await honest.upload());
        pages.push(await honest.get());
      }
      return { upload: percentile99(uploads), page: percentile99(pages), count: uploads.length };
    };
    const after = (ms: number) => {
      const endMs = performance.now() + ms;
      return () => performance.now() > endMs;
    };
    await times(after(2_000));
    const idle = await times(after(LEAST_MS));
    const idleMb = running.memoryMb();
    let mostMb = idleMb;
    const watching = setInterval(() => {
      mostMb = Math.max(mostMb, running.memoryMb());
    }, 50);
    const isOver = after(LEAST_MS);
    const [beside] = await Promise.all([times(isOver), running.attack(kind, connections, count, ...users)]);
    clearInterval(watching);
    const figures = { idle, beside, moreMb: Math.round(mostMb - idleMb) };
    process.stdout.write(`${connections} x ${count} ${kind}: ${JSON.stringify(figures)}\n`);
    expect(figures.moreMb).toBeLessThan(200);
    expect(beside.upload).toBeLessThan(10 * idle.upload);
    expect(beside.page).toBeLessThan(10 * idle.page);
  },
);
