/**
 * `sales settle` against a real server, as a process where that matters: every layout that is known arrives record by record, also after a kill; what comes again
 * changes nothing; and the same file sent as sales is another matter.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { THREAD_BYTES_MIN } from '../../src/client/batches/open-batches.js';
import { decimalText } from '../../src/contract/amount.js';
import { currencySums } from '../../src/contract/currency-sums.js';
import type { SettlementRecordDetail } from '../../src/contract/records.js';
import type { CommandLine } from '../cli/command-line.js';
import { onServer } from '../cli/on-server.js';
import { type Merchant, openMerchant } from '../faults/merchant.js';
import { password, type TestServer } from '../support/test-server.js';

const folder = fileURLToPath(new URL('../../fixtures/settlements/', import.meta.url));
const layouts = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

let server: TestServer;
let merchant: Merchant;
let line: CommandLine;
onServer((...on) => {
  [server, line] = on;
  merchant = openMerchant(server.url, join(server.directory, 'tls', 'ca.pem'), password);
});
afterEach(() => merchant.remove());

type Known = Partial<SettlementRecordDetail> & { line: number };
const layoutOf = (name: string): { records: Known[]; notImported?: number[]; flags: string[] } =>
  JSON.parse(readFileSync(join(folder, name, 'records.json'), 'utf8'));

const file = (name: string, text: string | Uint8Array) => {
  const path = join(line.folder, name);
  writeFileSync(path, text);
  return path;
};
const head = 'type,acquirerId,payoutId,settlementDate,amount,currency,transactionReference\n';
const rows = (tag: string, count: number) =>
  Array.from({ length: count }, (_, at) => `Sale,ACQ,PO-${tag},2026-11-23,${at + 1}.25,EUR,${tag}-${at}\n`);

const sales = async (...argv: string[]) => {
  const { exit, ...seen } = await line.run(argv, { env: { SALES_PASSWORD: password }, rawJobs: true });
  return { code: exit, ...seen };
};

/** What a command printed as JSON; `run` runs it here, or as a process. */
async function told(run: typeof merchant.sales, ...argv: string[]) {
  const { code, stdout, stderr } = await run(...argv, '--json');
  // biome-ignore lint/suspicious/noExplicitAny: documents of any shape
  return { code, stderr, document: (stdout === '' ? null : JSON.parse(stdout)) as any };
}

/** The records of these uploads, as the server has them, in their order. */
async function recordsOf(uploads: readonly { uploadId: string }[]): Promise<SettlementRecordDetail[]> {
  const found: SettlementRecordDetail[] = [];
  for (const { uploadId } of uploads) {
    const { json } = await server.request(`/settlement/v1/records?pageSize=500&uploadId=${uploadId}`);
    for (const { recordId } of json.items) {
      const [{ json: record }, { json: history }] = await Promise.all([
        server.request(`/settlement/v1/records/${recordId}`),
        server.request(`/history/v1/records/${recordId}`),
      ]);
      found[history.index] = record;
    }
  }
  return found;
}

function shownSums(records: readonly Known[]) {
  const sums = currencySums();
  for (const { amount = null, currency = null } of records) sums.add({ amount, currency });
  const shown = sums.all().map(({ currency, rows, units }) => ({ currency, rows, sum: decimalText(units) }));
  return shown.sort((one, other) => other.rows - one.rows);
}

it('a file that is cut inside its last amount is sent but for that record, which is told', async () => {
  const text =
    'type,payoutId,settlementDate,transactionReference,currency,amount\nSale,PO-1,2026-11-23,R-1,EUR,50.32\nSale,PO-1,2026-11-23,R-2,EUR,12';
  const { code, document } = await told(sales, 'settle', file('cut.csv', text));
  expect([code, document.rows.accepted]).toEqual([5, 1]);
  expect(document.errors).toMatchObject([{ line: 3, code: 'ROW_CUT', field: 'amount', value: '12' }]);
  const records = await recordsOf(document.uploads);
  expect(records.map(({ amount }) => amount)).toEqual([50.32]);
});

// Each needs its own flags, or none: one command sends the latter together.
const flagsOf = (name: string) => layoutOf(name).flags.join(' ');
const together = [...new Set(layouts.map(({ name }) => flagsOf(name)))].map((flags) => ({
  flags: flags === '' ? [] : flags.split(' '),
  names: layouts.map(({ name }) => name).filter((name) => flagsOf(name) === flags),
}));

it.each(together)('every layout with flags $flags: $names', async ({ flags, names }) => {
  const files = names.map((name) => file(`${name}.csv`, readFileSync(join(folder, name, 'export.csv'))));
  const { code, stderr, document } = await told(sales, 'settle', ...flags, ...files);
  expect(code, stderr).toBe(names.some((name) => layoutOf(name).notImported) ? 8 : 0);
  for (const [at, name] of names.entries()) {
    const { records, notImported = [] } = layoutOf(name);
    const job = document.jobs[at];
    expect(job).toMatchObject({ file: `FOLDER/${name}.csv`, kind: 'Settlement', rows: { accepted: records.length, rejected: 0 } });
    expect(job.currencies).toMatchObject(shownSums(records));
    const countedAs = ({ type, amount }: Known) => type ?? ((amount ?? 0) < 0 ? 'Refund' : 'Sale');
    const ofType = (type: string) => records.filter((record) => countedAs(record) === type).length;
    for (const [type, rows] of Object.entries(job.recordTypes)) expect([type, rows]).toEqual([type, ofType(type)]);
    expect(Object.values<number>(job.recordTypes).reduce((sum, rows) => sum + rows, 0)).toBe(records.length);
    expect(job.uploads).toMatchObject([{ countsMatch: true, duplicates: 0 }]);
    expect(await recordsOf(job.uploads), name).toMatchObject(
      records.map(({ line, ...record }) => ({ ...record, state: notImported.includes(line) ? 'Unprocessed' : 'Processed' })),
    );
  }
});

it('killed in the middle, resumed, and every record is there once', async () => {
  const path = file('killed.csv', head + rows('K', 20).join(''));
  const before = server.log.length;
  const uploads = () => server.log.slice(before).filter(({ path }) => path.endsWith('/records/upload')).length;
  const begun = merchant.start('settle', path, '--batch', '5', '--interval', '1s');
  await expect.poll(uploads).toBeGreaterThan(1);
  begun.child.kill('SIGKILL');
  await begun.ended;
  const resumed = await told(merchant.sales, 'resume');
  expect(resumed).toMatchObject({ code: 0, document: { kind: 'Settlement', rows: { read: 20, accepted: 20 } } });
  expect(uploads()).toBeLessThanOrEqual(5);
  const { json } = await server.request('/settlement/v1/records?pageSize=500&payoutId=PO-K');
  const references = json.items.map(({ transactionReference }: { transactionReference: string }) => transactionReference);
  expect(references.sort()).toEqual(Array.from({ length: 20 }, (_, at) => `K-${at}`).sort());
  expect(await told(merchant.sales, 'status', resumed.document.job)).toMatchObject({ code: 0, document: { total: { rows: 20 } } });
});

it('status counts what is no payment as processed, in no sum', async () => {
  const path = file(
    'of-a-payout.csv',
    `${head}${rows('ST', 2).join('')}Fee,ACQ,PO-ST,2026-11-23,-0.40,EUR,\nPayout,ACQ,PO-ST,2026-11-23,3.10,EUR,\n`,
  );
  expect((await told(sales, 'settle', path)).code).toBe(0);
  const { document } = await told(sales, 'status', 'last');
  expect(document.total.byState).toEqual([
    { state: 'Processed', currency: 'EUR', rows: 2, amount: '3.50' },
    { state: 'Processed', currency: null, rows: 2, amount: null },
  ]);
  expect((await sales('status', 'last')).stderr).toContain('2 that are no payments: in no sum');

  // Another upload of the job, with another status: a payout without its number is refused.
  const more = file(
    'of-two.csv',
    `${head}${rows('SV', 1).join('')}Fee,ACQ,PO-SV,2026-11-23,-0.40,EUR,\nFee,ACQ,PO-SV,2026-11-24,-0.50,EUR,\nPayout,ACQ,,2026-11-24,3.10,EUR,\n`,
  );
  expect((await told(sales, 'settle', more, '--batch', '2')).code).toBe(8);
  expect((await sales('status', 'last')).stderr).toContain('2 that are no payments: in no sum');
});

it('of a file so large that a thread of its own reads it', async () => {
  const description = 'x'.repeat(900);
  const large = rows('G', 5_000).map((row) => row.replace('\n', `,${description}\n`));
  const path = file('large.csv', head.replace('\n', ',description\n') + large.join(''));
  expect(statSync(path).size).toBeGreaterThan(THREAD_BYTES_MIN);
  const { code, document } = await told(merchant.sales, 'settle', path);
  expect([code, document.rows.accepted, document.currencies]).toEqual([
    0,
    5_000,
    [expect.objectContaining({ rows: 5_000, sum: '12503750.00' })],
  ]);
  expect(document.uploads).toMatchObject([
    { rows: 4_000, countsMatch: true },
    { rows: 1_000, countsMatch: true },
  ]);
});

describe('the same file', () => {
  it('is refused; sent again on purpose its records are duplicates, and count once', async () => {
    const path = file('twice.csv', head + rows('T', 3).join(''));
    expect((await told(sales, 'settle', path)).code).toBe(0);
    expect(await told(sales, 'settle', path)).toMatchObject({ code: 4, document: { kind: 'Settlement', state: 'alreadyUploaded' } });
    expect(await told(sales, 'settle', '--if-uploaded', 'skip', path)).toMatchObject({ code: 0, document: { state: 'skipped' } });
    const again = await told(sales, 'settle', '--again', path);
    expect(again.document.uploads).toMatchObject([{ rows: 3, duplicates: 3 }]);
  });

  it('sent as sales, too, stands as both, and each header is remembered as it was answered', async () => {
    const text = (first: number) =>
      `Datum;Beleg;Wert;Abzug;Auszahlungsnummer\n20.11.2026 10:00;${first};${first},50;0,10;A-1\n20.11.2026 11:00;${first + 1};8,00;0,05;A-1\n`;
    const path = file('both.csv', text(1));
    const both = ['--timezone', 'Europe/Zurich', '--const', 'currency=CHF', '--set', 'amount=Wert', '--set', 'transactionReference=Beleg'];
    const settled = await told(sales, 'settle', path, ...both, '--const', 'acquirerId=ACQ', '--set', 'fee=Abzug');
    const sold = await told(sales, 'upload', path, ...both, '--const', 'terminalId=T1');
    expect([settled, sold].map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(settled.document.job).not.toBe(sold.document.job);
    expect(await recordsOf(settled.document.uploads)).toMatchObject([
      { amount: 1.5, fee: 0.1, acquirerId: 'ACQ', payoutId: 'A-1', terminalId: null, matchState: 'Unmatched' },
      { amount: 8, fee: 0.05 },
    ]);
    const { json } = await server.request(`/sales/v1/transactions?uploadId=${sold.document.uploads[0].uploadId}`);
    expect(json.items).toHaveLength(2);
    expect(json.items).toMatchObject([{ terminalId: 'T1', acquirerId: null }, {}]);
    // The next file with the header needs no flag, as either.
    const next = file('next.csv', text(11));
    const [nextSettled, nextSold] = [await told(sales, 'settle', next), await told(sales, 'upload', next)];
    expect(await recordsOf(nextSettled.document.uploads)).toMatchObject([{ amount: 11.5, fee: 0.1, acquirerId: 'ACQ' }, {}]);
    expect(nextSold).toMatchObject({ code: 0, document: { rows: { accepted: 2 } } });
    const { document: uploads } = await told(sales, 'uploads');
    expect(uploads.jobs.map(({ kind = 'Sales' }) => kind)).toEqual(['Settlement', 'Sales', 'Settlement', 'Sales']);
  });

  it('of the other kind is told, both ways', async () => {
    const ofSales = file('sales.csv', 'amount,currency,transactionDate,transactionTypes\n1.50,CHF,2026-11-20T08:00:00Z,Sale\n');
    const settled = await sales('settle', ofSales);
    expect([settled.code, settled.stderr]).toEqual([4, expect.stringContaining('sales upload')]);
    const sold = await sales('upload', file('records.csv', head + rows('O', 1).join('')));
    expect([sold.code, sold.stderr]).toEqual([4, expect.stringContaining('sales settle')]);
  });

  it('that could be either is read as it is told, and asked about where nothing tells', async () => {
    const either = file(
      'either.csv',
      'Beleg;Transaktionsdatum;Betrag;Kommission;Auszahlungsnummer;Währung;Terminal\n1;20.11.2026 10:00;1,50;0,10;PO-1;CHF;T1\n',
    );
    const zone = ['--timezone', 'Europe/Zurich'];
    const refused = await sales('check', either, ...zone);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('sales upload --sales FILE')]);
    const asSales = await sales('check', either, ...zone, '--sales');
    expect([asSales.code, asSales.stderr]).toEqual([0, expect.stringContaining(`It tells what was paid out. Where a till`)]);
    expect(asSales.stderr).toMatch(/sales settle \S+either\.csv/);
    const others = [
      ['--settlement', either, ...zone],
      [file('till.csv', 'Beleg;Datum;Betrag;Währung;Terminal;Auszahlungsnummer\n1;2026-11-20T10:00:00Z;1,50;CHF;T1;PO-1\n')],
    ];
    for (const other of others) expect((await sales('check', ...other)).stderr).not.toContain('paid out');
  });
});

it('of a user of one unit is refused row by row where it is of another, and the rejects are for settle alone', async () => {
  const admin = (...argv: string[]) => sales('admin', '--data', server.directory, ...argv);
  expect((await admin('unit', 'add', 'Counter', '--tenant', 'Default', '--terminal', 'T1')).code).toBe(0);
  const { stdout } = await admin('user', 'add', 'counter', '--unit', 'Counter', '--generate-password');
  const secret = file('password', /^\S{20,}$/m.exec(stdout)?.[0] ?? '');
  chmodSync(secret, 0o600);
  const asCounter = ['--user', 'counter', '--password-file', secret];
  const text = `type,acquirerId,payoutId,settlementDate,amount,currency,terminalId\nSale,ACQ,PO-U,2026-11-23,1.00,EUR,T1\nSale,ACQ,PO-U,2026-11-23,2.00,EUR,T2\n`;
  const { code, document } = await told(sales, 'settle', ...asCounter, file('units.csv', text));
  expect([code, document.rows]).toEqual([5, { read: 2, accepted: 1, rejected: 1, inDoubt: 0, unsent: 0 }]);
  expect(document.errors).toMatchObject([{ line: 3, field: 'locationId', code: 'REFUSED_BY_SERVER' }]);
  const rejects = join(line.folder, 'units.rejects.csv');
  expect((await sales('upload', ...asCounter, rejects)).stderr).toContain('settle FILE');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replace(',T2', ',T1'));
  const corrected = await told(sales, 'settle', ...asCounter, rejects);
  expect([corrected.code, corrected.document.uploads]).toMatchObject([0, [{ rows: 1, duplicates: 0 }]]);
  expect(await recordsOf(corrected.document.uploads)).toMatchObject([{ amount: 2, terminalId: 'T1' }]);
});

it('adds up payments alone, and says what is in no sum', async () => {
  const text = `type,acquirerId,payoutId,settlementDate,amount,currency\nSale,ACQ,PO-S,2026-11-23,5.00,EUR\nFee,ACQ,PO-S,2026-11-23,-0.50,EUR\nPayout,ACQ,PO-S,2026-11-23,4.50,EUR\n`;
  await told(sales, 'settle', file('sums.csv', text));
  const { stderr } = await sales('list', '--settlement', '--payout', 'PO-S');
  expect(stderr).toContain('3 records shown   EUR 5.00 (1)');
  expect(stderr).toContain('2 that are no payments: in no sum');
});

it('shows what records without a type count as; JSON has what was sent', async () => {
  await told(
    sales,
    'settle',
    file('typeless.csv', 'payoutId,settlementDate,amount,currency\nPO-TYPELESS,2026-11-23,5,EUR\nPO-TYPELESS,2026-11-23,-4,EUR\n'),
  );
  const list = ['list', '--settlement', '--payout', 'PO-TYPELESS', '--sort', 'amount:asc'] as const;
  const { document } = await told(sales, ...list);
  expect(document.items.map(({ type }: { type: string | null }) => type)).toEqual([null, null]);
  const shown = ['type,amount', 'Refund,-4', 'Sale,5', ''].join('\n');
  expect((await sales(...list, '--csv', '--columns', 'type,amount')).stdout.replaceAll('\r', '')).toBe(shown);
  expect((await sales(...list)).stdout.match(/Refund|Sale/g)).toEqual(['Refund', 'Sale']);
});

it('says where to see what is matched, once all is sent', async () => {
  const next = /NEXT +sales match list +shows what is matched: the server compares the records with sales by itself/;
  expect((await sales('settle', file('next.csv', head + rows('N', 2).join('')))).stderr).toMatch(next);
  expect((await sales('settle', '--again', file('again.csv', head + rows('N', 2).join('')))).stderr).toMatch(/NO NEW(?!.*match list)/s);
  expect((await sales('settle', '--dry-run', file('dry.csv', head + rows('D', 2).join('')))).stderr).not.toMatch(/match list/);
  expect((await sales('settle', file('none.csv', `${head}Sale,ACQ,PO-0,2026-11-23,abc,EUR,x\n`))).stderr).not.toMatch(/match list/);
});

it('is listed, shown, withdrawn and restored', async () => {
  const path = file('asked.csv', head + rows('L', 3).join(''));
  const { document } = await told(sales, 'settle', path);
  const { uploadId } = document.uploads[0];
  const listed = await told(sales, 'list', '--settlement', '--payout', 'PO-L', '--sort', 'amount:asc');
  expect(listed.document).toMatchObject({ kind: 'Settlement', items: [{ amount: 1.25 }, { amount: 2.25 }, { amount: 3.25 }] });
  const [first] = listed.document.items;
  const shown = await told(sales, 'get', first.recordId);
  expect(shown.document).toMatchObject({
    transactions: [],
    records: [{ recordId: first.recordId, uploadId, settlementDate: '2026-11-23' }],
    origins: [{ recordId: first.recordId, file: expect.stringContaining('asked.csv'), line: 2 }],
  });
  expect((await told(sales, 'get', '--history', first.recordId)).document).toMatchObject({
    records: [{ recordId: first.recordId, uploadId }],
  });
  const { stderr } = await line.run(['list', '--upload', uploadId], { env: { SALES_PASSWORD: password }, terminal: true });
  expect(stderr).toContain(`That upload brought settlement records:   sales list --settlement --upload ${uploadId}`);
  expect((await told(sales, 'status', uploadId)).document).toMatchObject({ kind: 'Settlement', status: 'Processed' });
  expect((await told(sales, 'undo', 'last', '--yes')).code).toBe(0);
  expect((await told(sales, 'list', '--settlement', '--payout', 'PO-L')).document.items).toEqual([]);
  expect((await told(sales, 'undo', uploadId, '--redo')).code).toBe(0);
  expect((await told(sales, 'list', '--settlement', '--payout', 'PO-L')).document.items).toHaveLength(3);
  const { document: onServer } = await told(sales, 'uploads', '--server');
  expect(onServer.items.find((one: { uploadId: string }) => one.uploadId === uploadId)).toMatchObject({ kind: 'Settlement' });
  const { stdout: trail } = await sales('admin', '--data', server.directory, 'audit', 'list');
  expect(trail.split('\n').find((row) => row.includes(`upload ${uploadId}`))).toContain('{"tenant":"Default","records":3}');
});

/** What a file says of a record, and not the server. */
const said = ({
  recordId: _,
  uploadId: __,
  state: ___,
  matchState: ____,
  matchId: _____,
  comment: ______,
  ...own
}: SettlementRecordDetail) => own;

it.each(['csv', 'ndjson', 'json', 'xlsx'])('exported as %s, it is read back as what it was', async (format) => {
  const text = [
    'type,acquirerId,payoutId,payoutDate,settlementDate,transactionDate,amount,currency,fee,netAmount,transactionCount,description,Kasse',
    `Sale,ACQ,PO-${format},2026-11-24,2026-11-23,2026-11-20T10:00:00+01:00,1250.50,EUR,1.2,1249.3,31,=1+1,K1`,
    `Refund,ACQ,PO-${format},2026-11-24,2026-11-23,,-5,EUR,,,,,K2`,
  ];
  const first = await told(sales, 'settle', file('first.csv', `${text.join('\n')}\n`));
  const path = join(line.folder, `out.${format}`);
  const exported = await told(sales, 'export', '--settlement', '--payout', `PO-${format}`, '--detail', '--out', path);
  expect([exported.code, exported.document]).toMatchObject([0, { rows: 2 }]);
  const again = await told(sales, 'settle', path);
  expect([again.code, again.stderr, again.document.uploads]).toMatchObject([0, '', [{ rows: 2, duplicates: 2 }]]);
  const byType = (records: SettlementRecordDetail[]) =>
    records.map(said).sort((one, other) => (String(one.type) < String(other.type) ? 1 : -1));
  expect(byType(await recordsOf(again.document.uploads))).toEqual(byType(await recordsOf(first.document.uploads)));
});

it('a folder of them is watched', async () => {
  const watched = join(line.folder, 'settlements');
  mkdirSync(watched);
  writeFileSync(join(watched, 'day.csv'), head + rows('W', 2).join(''));
  writeFileSync(join(watched, 'sales.csv'), 'amount,currency,transactionDate,transactionTypes\n1.50,CHF,2026-11-20T08:00:00Z,Sale\n');
  const { code, document } = await told(sales, 'watch', '--settlement', '--once', '--settle', '0s', watched);
  expect(code).toBe(4);
  expect(document.jobs).toMatchObject([
    { kind: 'Settlement', state: 'done', movedTo: expect.stringContaining('done/day.csv') },
    { kind: 'Settlement', state: 'inputUnusable' },
  ]);
  expect(readdirSync(join(watched, 'failed')).sort()).toContain('sales.csv');
});

describe('a day is enough', () => {
  const columns = 'type,acquirerId,merchantId,payoutId,payoutDate,settlementDate,transactionReference,amount,fee,currency,transactionDate';
  const ofPayout = (payout: string, form: (day: string, time?: string) => string) =>
    [
      columns,
      `Sale,ACQ,M1,${payout},2026-11-12,2026-11-11,${payout}-1,10.00,0.10,EUR,${form('10', '10:00:04')}`,
      `Sale,ACQ,M1,${payout},2026-11-12,2026-11-11,${payout}-2,22.00,0.20,EUR,${form('10', '10:05:04')}`,
      `Sale,ACQ,M1,${payout},2026-11-12,2026-11-11,${payout}-3,1.50,0.10,EUR,${form('10')}`,
      `Fee,ACQ,M1,${payout},2026-11-12,2026-11-11,${payout}-4,-5.00,,EUR,${form('11')}`,
      `Chargeback,ACQ,M1,${payout},2026-11-12,2026-11-11,${payout}-5,-7.00,,EUR,${form('11')}`,
      '',
    ].join('\n');

  it.each([
    ['ISO', (day: string, time?: string) => `2026-11-${day}${time ? `T${time}+01:00` : ''}`],
    ['dots', (day: string, time?: string) => `${day}.11.2026${time ? ` ${time}` : ''}`],
    ['two columns', (day: string, time?: string) => `${day}.11.2026,${time ?? ''}`],
  ])('in a column with times, written as %s: each line is in the sum of its payout', async (name, form) => {
    const payout = `PO-${name.replace(' ', '-')}`;
    const text = ofPayout(payout, form);
    const path = file(
      `${payout}.csv`,
      name === 'two columns' ? text.replace(columns, `${columns.replace('transactionDate', 'Datum')},Uhrzeit`) : text,
    );
    const flags = name === 'two columns' ? ['--set', 'transactionDate=Datum+Uhrzeit'] : [];
    const { code, document, stderr } = await told(sales, 'settle', path, '--timezone', 'Europe/Zurich', ...flags);
    expect([code, document.errors], stderr).toEqual([0, []]);
    const { json } = await server.request(`/settlement/v1/records?payoutId=${payout}`);
    const units = (json.items as Known[]).reduce((sum, { amount, fee }) => sum + Math.round(((amount ?? 0) - (fee ?? 0)) * 100), 0);
    expect(units).toBe(2_110);
    const dates = (json.items as Known[]).map(({ transactionReference, transactionDate, businessDate }) => [
      transactionReference?.at(-1),
      transactionDate,
      businessDate,
    ]);
    expect(dates.sort()).toEqual([
      ['1', '2026-11-10T10:00:04+01:00', null],
      ['2', '2026-11-10T10:05:04+01:00', null],
      ['3', null, '2026-11-10'],
      ['4', null, '2026-11-11'],
      ['5', null, '2026-11-11'],
    ]);
  });

  it('of a column that is named by hand, too', async () => {
    const text = ofPayout('PO-hand', (day) => `2026-11-${day}`).replace('transactionDate', 'Datum');
    const { code, document } = await told(sales, 'settle', file('hand.csv', text), '--set', 'transactionDate=Datum');
    expect([code, document.rows.accepted]).toEqual([0, 5]);
  });

  it('of sales it is none: their rows are rejected as before', async () => {
    const text = 'transactionReference,amount,currency,transactionDate\nA,1,EUR,2026-11-10T10:00:00Z\nB,2,EUR,2026-11-10\n';
    const { code, document } = await told(sales, 'upload', file('sales.csv', text));
    expect([code, document.errors.map(({ code }: { code: string }) => code)]).toEqual([5, ['TRANSACTION_DATE_INVALID']]);
  });
});
