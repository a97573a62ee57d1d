/**
 * What an accountant gets: `sales export` against `sales totals`, over both stores, with duplicates, rows that were not imported, a sale with its
 * void, and amounts with the noise of floating point.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../src/files/formats/workbook-zip.js';
import { openCommandLine } from '../cli/command-line.js';
import { type Cluster, postgresPrograms, startCluster } from '../support/postgres.js';
import { password, type ServeProcess, serve } from '../support/serve-process.js';

const programs = postgresPrograms();
const stores = ['sqlite', ...(programs === null ? [] : ['postgres'])];

const sale = (reference: string, amount: number, more: object = {}) => ({
  transactionReference: reference,
  amount,
  currency: 'EUR',
  terminalId: 'T1',
  transactionDate: '2026-11-10T10:00:00+01:00',
  ...more,
});
const first = [
  sale('A', 100.1),
  sale('B', 1.1300000000000001),
  sale('C', 0.1 + 0.2),
  sale('D', 20, { currency: 'CHF' }),
  sale('E', -5.5),
  sale('F', 7, { currency: 'EURO' }),
  sale('G', 0.12345),
  sale('VOID', 12),
  sale('VOID', -12, { transactionDate: '2026-11-10T10:02:00+01:00' }),
  // No acquirer pays it, and it is sold all the same.
  sale('CASH', 3, { transactionTypes: ['Bar'] }),
];
/** Which the first upload has brought already. */
const again = first.slice(0, 4);
const counted = { EUR: '99.03', CHF: '20.00' };

describe.each(stores)('on %s', (store) => {
  const line = openCommandLine(null);
  let root: string;
  let cluster: Cluster | null = null;
  let server: ServeProcess;
  let env: Record<string, string>;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'sales-exported-'));
    const file = (name: string, text: string) => {
      writeFileSync(join(root, name), text, { mode: 0o600 });
      return join(root, name);
    };
    const flags = ['--no-console'];
    if (store === 'postgres') {
      cluster = await startCluster(programs ?? '');
      flags.push('--database-file', file('address', `postgres://sales_app@127.0.0.1:${cluster.port}/${await cluster.newDatabase()}`));
    }
    server = await serve(join(root, 'data'), file('password', password), {}, flags);
    env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
    for (const rows of [first, again])
      expect((await sales('upload', line.file(`${rows.length}.json`, JSON.stringify({ transactions: rows })))).exit).toBe(
        rows === first ? 8 : 0,
      );
    const record = { transactionReference: 'A', amount: 100.1, currency: 'EUR', transactionDate: first[0]?.transactionDate };
    await sales(
      'settle',
      line.file('records.json', JSON.stringify({ records: [{ ...record, payoutId: 'P', settlementDate: '2026-11-11' }] })),
    );
    for (;;) {
      const { stdout } = await sales('match', 'list', '--kind', 'Cancellation', '--json');
      if (JSON.parse(stdout).items.length === 1) break;
    }
  });
  afterAll(async () => {
    await server.end('SIGTERM');
    cluster?.stop();
    line.remove();
    rmSync(root, { recursive: true, force: true });
  });

  const sales = (...argv: string[]) => line.run(argv, { env });
  const out = async (...flags: string[]) => {
    const { exit, stdout, stderr } = await sales('export', '--out', '-', '--format', 'ndjson', ...flags);
    expect(exit, stderr).toBe(0);
    return { rows: stdout.split('\n').flatMap((text) => (text === '' ? [] : [JSON.parse(text)])), stderr };
  };
  const netOf = (rows: { amount: number; currency: string }[], currency: string) =>
    (rows.filter((row) => row.currency === currency).reduce((sum, { amount }) => sum + Math.round(amount * 10_000), 0) / 10_000).toFixed(2);

  it('has what totals count, and says what it leaves out', async () => {
    const { items } = JSON.parse((await sales('totals', '--json')).stdout);
    expect(Object.fromEntries(items.map(({ currency, imported }: never) => [currency, (imported as { net: string }).net]))).toMatchObject(
      counted,
    );
    const { rows, stderr } = await out();
    expect(rows).toHaveLength(8);
    for (const [currency, net] of Object.entries(counted)) expect(netOf(rows, currency)).toBe(net);
    expect(stderr).toContain(
      'NOTE     4 duplicates and 2 rows that were not imported are left out, as of the sums of sales totals: --all-rows brings them, too',
    );
    // Both halves of what is cancelled count, as in totals.
    expect(rows.filter(({ transactionReference }) => transactionReference === 'VOID')).toHaveLength(2);
    expect((await out('--detail')).rows.map(({ transactionId }) => transactionId)).toEqual(rows.map(({ transactionId }) => transactionId));
  });

  it.each([
    [['--all-rows'], 14],
    [['--match-state', 'Skip'], 6],
    [['--state', 'Unprocessed'], 2],
    [['--match-state', 'NotApplicable'], 1],
    [['--match-state', 'NotApplicable', '--all-rows'], 3],
    [['--state', 'Processed'], 8],
  ])('with %j there are %i rows', async (flags, count) => {
    expect((await out(...flags)).rows).toHaveLength(count);
  });

  it('cash is among them, with its state and why', async () => {
    const { rows } = await out('--detail', '--match-state', 'NotApplicable');
    expect(rows).toMatchObject([
      {
        ...{ transactionReference: 'CASH', transactionState: 'Processed', transactionMatchState: 'NotApplicable' },
        comment: 'Paid in cash: no settlement record is expected.',
      },
    ]);
  });

  it('of settlement records, too', async () => {
    const { rows, stderr } = await out('--settlement');
    expect(rows).toHaveLength(1);
    expect(stderr).not.toContain('left out');
  });

  it.each(
    [[[]], [['--currency', 'EUR']], [['--all-rows']], [['--match-state', 'Skip']], [['--from', '2027-01']]].map(([flags]) => [flags ?? []]),
  )('a workbook has a sheet of totals, those of sales totals: %j', async (flags) => {
    const path = join(line.folder, 'accountant.xlsx');
    const exported = await sales('export', '--out', path, '--overwrite', ...flags);
    expect(exported.exit, exported.stderr).toBe(0);
    const archive = await openArchive({ path });
    const [book, sheet] = [await archive.text('xl/workbook.xml'), await archive.text('xl/worksheets/sheet2.xml')];
    archive.close();
    expect(book).toContain('<sheet name="transactions" sheetId="1" r:id="rId1"/><sheet name="totals" sheetId="2" r:id="rId2"/>');
    const lines = [...(sheet ?? '').matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, cells = '']) =>
      [...cells.matchAll(/<c [^>]*>(?:<v>|<is><t[^>]*>)(.*?)</g)].map(([, text = '']) => text),
    );
    const { stdout } = await sales('totals', '--csv', ...flags.filter((flag) => flag !== '--all-rows'));
    const [head, ...told] = stdout
      .trimEnd()
      .split(/\r?\n/)
      .map((text) => text.split(','));
    expect(lines[0]).toEqual(head);
    const plain = (row: string[]) => row.map((text) => (/^-?[\d.]+$/.test(text) ? String(Number(text)) : text));
    expect(lines.slice(1).map(plain)).toEqual(told.map(plain));
    expect(told.length).toBe(flags[0] === '--from' ? 0 : flags[0] === '--currency' ? 1 : flags[0] === '--match-state' ? 2 : 3);
  });
});
