/** The session of docs/closing.md over the command line and a real server: a month in which a sale and a file are missing. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
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
});
afterAll(async () => {
  await server.end('SIGTERM');
  line.remove();
  rmSync(root, { recursive: true, force: true });
});

const sales = (...argv: string[]) => line.run(argv, { env });

/** The sale that was missing comes, once the day was approved without it. */
async function sendMissing(): Promise<void> {
  const missing = line.file('missing.json', JSON.stringify({ transactions: ofDay.slice(4, 5).map(saleOf) }));
  expect((await sales('upload', missing)).exit).toBe(0);
  expect((await sales('match', 'wait')).exit).toBe(0);
}

it.each([...page.matchAll(/^```text\n\$ sales (.+)\n([\s\S]*?)^```$/gm)].map(([, command = '', shown = '']) => [command, shown]))(
  'sales %s prints what the page shows',
  async (command, shown) => {
    if (shown.includes('+1 49.36')) await sendMissing();
    const { stdout, exit } = await sales(...command.split(' '));
    expect(stdout.replace(/^(Approved on ).+?(?= by )/m, '$12026-12-02')).toBe(shown);
    expect(exit).toBe(shown.includes('NOT COMPLETE') ? 13 : 0);
  },
);

it('a close is approved once as it is, and not where --require proved is not met', async () => {
  const refused = await sales('close', '2026-11-09', '--approve', '--require', 'proved');
  expect([refused.exit, refused.stderr]).toEqual([13, expect.stringContaining('Not approved, because not everything is proved')]);
  expect((await sales('close', '2026-11-09')).stdout).not.toContain('Approved');
  const [again, twice] = [await sales('close', '2026-11-06', '--approve'), await sales('close', '2026-11-06', '--approve')];
  expect([again.exit, again.stdout]).toEqual([0, expect.stringMatching(/\nApproved as statement 2\n$/)]);
  expect([twice.exit, twice.stdout]).toEqual([0, expect.stringMatching(/\nApproved already as statement 2, on [\d-]+ by api\n$/)]);
  expect((await sales('close', '2026-11-06')).stdout).toMatch(/\nApproved on .* by api \(statement 2\): nothing changed since\n$/);
});

it('--json has the statement, what has changed since, and what --approve has come to', async () => {
  const json = async (...argv: string[]) => JSON.parse((await sales('close', ...argv, '--json')).stdout);
  const month = await json('2026-10', '--approve');
  expect(month).toMatchObject({ schema: 'sales.close/1', outcome: 'Done', close: { approved: { number: 3, by: 'api' } } });
  expect((await json('2026-10', '--approve')).outcome).toBe('AlreadyDone');
  expect(await json('2026-10')).toEqual({ schema: 'sales.close/1', close: month.close });
  expect((await json('2026-11-09')).close.approved).toBeNull();
});

it.each<[string, string | null, RegExp]>([
  ['nothing', null, /.^/],
  [
    'a byte of a statement',
    "UPDATE close_statement SET document = replace(document, '2028.35', '2028.36') WHERE number = 2",
    /tatement 2 of the tenant "Default".*it was changed/,
  ],
  ['a statement', 'DELETE FROM close_statement WHERE number = 2', /tatement 2 of the tenant "Default".*it is missing/],
  ['the last statement', 'DELETE FROM close_statement WHERE number = 3', /tatement 3 of the tenant "Default".*it is missing/],
])('audit verify and doctor tell of %s that is not as it was approved', async (what, change, told) => {
  const copy = join(root, `without ${what}`);
  const backup = join(root, `${what}.db`);
  await sales('backup', 'create', '--data', join(root, 'data'), '--out', backup);
  await sales('backup', 'restore', backup, '--data', copy);
  if (change) {
    const db = new Database(join(copy, 'sales.db'));
    expect(db.prepare(change).run().changes).toBe(1);
    db.close();
  }
  const [verified, looked] = [await sales('admin', 'audit', 'verify', '--data', copy), await sales('doctor', '--data', copy, '--json')];
  const { message } = JSON.parse(looked.stdout).findings.find(({ check }: { check: string }) => check === 'database');
  expect([verified.exit, looked.exit]).toEqual(change ? [12, 12] : [0, 0]);
  if (change) for (const text of [verified.stderr, message]) expect(text).toMatch(told);
  else expect(verified.stderr).toContain('3 statements, as approved');
});
