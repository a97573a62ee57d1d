/** The session of docs/closing.md over the command line and a real server: a month in which a sale and a file are missing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommandLine } from '../cli/command-line.js';
import { dayOf, monthsOf } from '../closing/months.js';
import { recordOf, saleOf } from '../store/closes-conformance.js';
import { password, type ServeProcess, serve } from '../support/serve-process.js';

const line = openCommandLine(null);
const page = readFileSync(fileURLToPath(new URL('../../docs/closing.md', import.meta.url)), 'utf8');
let root: string;
let server: ServeProcess;
let env: Record<string, string>;

/** Two tills and two acquirers; a sale of 6 November and the file of 9 November are missing. */
const months = monthsOf(3, { from: dayOf('2026-09-28'), to: dayOf('2026-11-14') });
const own = ({ terminalId }: { terminalId: string }) => ['D-1', 'S-1'].includes(terminalId);
const ofDay = months.sales.filter(({ terminalId, day }) => terminalId === 'D-1' && day === dayOf('2026-11-06'));
const sold = months.sales.filter((sale) => own(sale) && sale !== ofDay[4]);

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sales-close-'));
  writeFileSync(join(root, 'password'), password, { mode: 0o600 });
  server = await serve(join(root, 'data'), join(root, 'password'), {}, ['--no-console']);
  env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
  const records = months.records.filter(({ bookedOn, total }) => bookedOn !== dayOf('2026-11-09') && (total === null || own(total)));
  const files = {
    'sales.json': { transactions: sold.map(saleOf) },
    'records.json': { records: records.map(recordOf) },
  };
  expect((await sales('upload', line.file('sales.json', JSON.stringify(files['sales.json'])))).exit).toBe(0);
  expect((await sales('settle', line.file('records.json', JSON.stringify(files['records.json'])))).exit).toBe(0);
  expect((await sales('match', 'wait')).exit).toBe(0);
}, 120_000);
afterAll(async () => {
  await server.end('SIGTERM');
  line.remove();
  rmSync(root, { recursive: true, force: true });
});

const sales = (...argv: string[]) => line.run(argv, { env });

it.each([...page.matchAll(/^```text\n\$ sales (.+)\n([\s\S]*?)^```$/gm)].map(([, command = '', shown = '']) => [command, shown]))(
  'sales %s prints what the page shows',
  async (command, shown) => {
    const { stdout, exit } = await sales(...command.split(' '));
    expect(stdout).toBe(shown);
    expect(exit).toBe(shown.includes('NOT COMPLETE') ? 13 : 0);
  },
);
