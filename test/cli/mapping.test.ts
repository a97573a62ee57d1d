import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archive } from '../../fixtures/torture/workbook.js';
import { memoryServer } from '../client/memory-server.js';
import { announced, problem, type StubServer, transactionsSentTo } from '../client/stub-server.js';
import { type CommandLine, openCommandLine, type Seen } from './command-line.js';
import { onMemoryServer } from './on-stub.js';

let stub: StubServer;
let line: CommandLine;
onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line } = on);
});

const till = `Datum;Uhrzeit;Betrag;Trinkgeld;Total;Kartenart;Beleg-Nr;Tisch
20.11.2026;08:12:44;4,80;0,20;5,00;Visa Debit;R1;7
20.11.2026;08:13:44;10,00;0,00;10,00;VISA;R2;8
`;
const flags = ['--set', 'amount=Total', '--const', 'currency=CHF', '--timezone', 'Europe/Zurich'];

const sent = () => transactionsSentTo(stub);
const documentIn = ({ stdout }: Seen) => JSON.parse(stdout) as Record<string, unknown>;
const remembered = () => join(line.folder, 'config', 'mappings.json');

describe('sales upload with flags about columns', () => {
  it('asks which column is the amount: exit 4, nothing sent, and the flag that answers', async () => {
    const seen = await line.run(['upload', line.file('till.csv', till)]);
    expect(seen).toMatchSnapshot();
    expect(seen.exit).toBe(4);
    expect(sent()).toEqual([]);
  });

  it.each([
    ['of one file', []],
    ['of several', ['nosuch.csv']],
  ])('tells programs each question %s with a code and the flags that answer it', async (_, others) => {
    const { stdout, stderr, exit } = await line.run(['check', line.file('till.csv', till), ...others, '--json']);
    expect(exit).toBe(4);
    const document = JSON.parse(stdout || stderr);
    const { questions } = document.error ?? document.jobs[0].stopped;
    expect(questions.map(({ code, field, answers }: Record<string, unknown>) => ({ code, field, answers }))).toEqual([
      { code: 'COLUMN_AMBIGUOUS', field: 'amount', answers: ['--set amount=Betrag', '--set amount=Total'] },
      { code: 'TIMEZONE_MISSING', field: 'transactionDate', answers: ['--timezone Europe/Zurich'] },
      { code: 'FIELD_MISSING', field: 'currency', answers: ['--const currency=CODE'] },
    ]);
    const [first] = questions;
    expect(first.text).toMatch(/^Line 1: one of the columns 3 \(C\) "Betrag" and 5 \(E\) "Total" may be the amount/);
    const answered = questions.flatMap(({ answers }: { answers: string[] }) => answers.at(-1)?.split(' ') ?? []);
    expect((await line.run(['check', line.file('till.csv', till), ...answered])).exit).toBe(0);
  });

  it('says how credits and debits in two columns are one amount, and shows them as that', async () => {
    const book = 'Datum;Text;Soll;Haben;Währung\n20.11.2026 10:00;a;;12,50;CHF\n20.11.2026 11:00;b;2,00;;CHF\n';
    const zone = ['--timezone', 'Europe/Zurich'];
    const refused = await line.run(['check', line.file('book.csv', book), ...zone]);
    expect(refused.exit).toBe(4);
    expect(refused.stderr).toContain(
      `if each row has a sale in column 4 (D) "Haben" or a refund in 3 (C) "Soll", unlike a ledger, which has each sale more than once:   --set 'amount=Haben - Soll'`,
    );
    const read = await line.run(['upload', line.file('book.csv', book), ...zone, '--set', 'amount=Haben - Soll', '--no-wait']);
    expect(read.stderr).toMatch(/amount +4 \(D\) "Haben" - 3 \(C\) "Soll" +as you say/);
    expect([read.exit, sent().map(({ amount }) => amount)]).toEqual([0, [12.5, -2]]);
  });

  it('sends what --time, --only and --leave-out say, and says so for a rejects file', async () => {
    const orders =
      'Order Date,Amount,Currency,Status,Kind\n2026-11-20,1,EUR,Paid,a\n2026-11-20,2,EUR,Draft,a\n2026-11-20,x,EUR,Paid,a\n2026-11-20,4,EUR,Paid,b\n';
    const said = ['--timezone', 'Europe/Zurich', '--time', '12:00', '--only', 'Status=Paid', '--leave-out', 'Kind=B'];
    const { stdout, exit } = await line.run(['upload', line.file('orders.csv', orders), ...said, '--json', '--no-wait']);
    expect(exit).toBe(5);
    expect(sent()).toMatchObject([{ amount: 1, transactionDate: '2026-11-20T12:00:00+01:00', businessDate: '2026-11-20' }]);
    expect(JSON.parse(stdout)).toMatchObject({
      rows: { read: 2, accepted: 1, rejected: 1 },
      leftOut: [
        { reason: 'Status is not Paid', rows: 1 },
        { reason: 'Kind is B', rows: 1 },
      ],
    });
    // The same header is read the same way.
    const later = await line.run(['check', line.file('later.csv', orders.replaceAll('11-20', '11-21')), '--json']);
    expect(JSON.parse(later.stdout)).toMatchObject({ rows: { read: 2, rejected: 1 } });
    const shown = await line.run(['upload', line.file('again.csv', orders), ...said, '--no-remember', '--again', '--no-wait']);
    expect(shown.stderr).toContain('--only Status=Paid --leave-out Kind=B --timezone Europe/Zurich --time');
  });

  it('reads a header as before where the arithmetic, or the name, that told it then is not there now', async () => {
    const header = 'Date,Gross (EUR),Fee (EUR),Net (EUR)';
    const first = `${header}\n2026-11-20 10:00,100.00,2.50,97.50\n2026-11-20 10:01,50.00,1.25,48.75\n`;
    const said = ['--timezone', 'Europe/Zurich', '--no-wait', '--json'];
    expect((await line.run(['upload', line.file('first.csv', first), '--sales', ...said])).exit).toBe(0);
    expect((await line.run(['upload', line.file('second.csv', `${header}\n2026-11-20 10:02,8.00,0.00,8.00\n`), ...said])).exit).toBe(0);
    expect(sent()).toMatchObject([
      { amount: 100, currency: 'EUR' },
      { amount: 50, currency: 'EUR' },
      { amount: 8, currency: 'EUR' },
    ]);
  });

  it('a mapping file keeps what the name of the amount said, and which rows are sales', async () => {
    const text = 'Date,Betrag (CHF),Status\n2026-11-20 10:00,1,Paid\n2026-11-20 10:01,2,Draft\n2026-11-20 10:02,3,Void\n';
    const out = join(line.folder, 'till.map');
    const chosen = ['--only', 'Status=Paid', '--only', 'Status=Draft', '--leave-out', 'Status=draft'];
    expect((await line.run(['map', line.file('orders.csv', text), ...chosen, '--out', out])).exit).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(
      /\[constants\]\ncurrency = CHF .*\n\n\[only\]\nStatus = Paid\nStatus = Draft\n\n\[leave out\]\nStatus = draft\n/,
    );
    const upload = ['upload', line.file('orders.csv', text), '--map', out, '--timezone', 'Europe/Zurich', '--no-wait', '--no-remember'];
    expect((await line.run(upload)).exit).toBe(0);
    expect(sent()).toMatchObject([{ amount: 1, currency: 'CHF' }]);
  });

  it.each([
    [['--time', 'noon'], 'The time of day "noon" cannot be understood.'],
    [['--only', 'Status'], 'It must be COLUMN=VALUE, for example Status=Paid.'],
  ])('refuses %j', async (wrong, message) => {
    const { exit, stderr } = await line.run(['check', line.file('till.csv', till), ...wrong]);
    expect(exit).toBe(2);
    expect(stderr).toContain(message);
  });

  it('shows what each column is and why, before it sends', async () => {
    const seen = await line.run(['upload', ...flags, line.file('till.csv', till)]);
    expect(seen).toMatchSnapshot();
    expect(sent()).toMatchObject([
      { amount: 5, currency: 'CHF', transactionDate: '2026-11-20T08:12:44+01:00', brandId: 'Visa Debit', transactionReference: 'R1' },
      { amount: 10, transactionReference: 'R2' },
    ]);
  });

  it.each<[string[], string[]]>([
    [
      ['--set', 'amout=Total'],
      ['there is no field "amout"', 'transactionReference'],
    ],
    [['--set', 'amount'], ['FIELD=']],
    [['--set', 'amount=Total', '--set', 'AMOUNT=Betrag'], ['names amount twice']],
    [['--set', 'currency=Tisch', '--const', 'currency=CHF'], ['both --set and --const']],
    [['--const', 'amount=5'], ['cannot be the same in every row']],
    [['--const', 'transactionDate=20.11.2026'], ['date-time with offset']],
    [
      ['--map', 'nothing.map'],
      ['does not exist', 'sales map FILE'],
    ],
    [
      ['--map', 'no such.map'],
      ['does not exist', "sales map FILE --out 'no such.map'"],
    ],
    [['--extra', 'perhaps'], ['keep, drop, reject']],
    [['--pan', 'show'], ['reject, mask']],
  ])('%j is a wrong command line: exit 2', async (argv, texts) => {
    const seen = await line.run(['upload', ...argv, line.file('till.csv', till)]);
    expect(seen.exit).toBe(2);
    for (const text of texts) expect(seen.stderr).toContain(text);
    expect(sent()).toEqual([]);
  });

  it('tells a mapping file at fault with file and line', async () => {
    const map = line.file('till.map', '[columns]\namount = Total\n\namout = x\n');
    const seen = await line.run(['upload', '--map', map, line.file('till.csv', till)]);
    expect(seen.exit).toBe(2);
    expect(seen.stderr).toContain('FOLDER/till.map:4: there is no field "amout"');
  });

  it('is resumed with the same mapping, whatever was remembered since', async () => {
    stub.answer = (request) => {
      if (request.method === 'POST') problem(request, 503, {}, { ...announced, 'retry-after': '3600' });
      else memoryServer({ idempotent: true }).answer(request);
    };
    const file = line.file('till.csv', till);
    expect((await line.run(['upload', ...flags, file])).exit).toBe(6);
    stub.answer = memoryServer({ idempotent: true }).answer;
    stub.requests.length = 0;
    const seen = await line.run(['resume', 'last']);
    expect(seen.exit).toBe(0);
    expect(sent()).toMatchObject([{ amount: 5, currency: 'CHF' }, { amount: 10 }]);
  });

  it('writes rejects that are fed back with the flags it names', async () => {
    const file = line.file('till.csv', `${till}20.11.2026;08:14:44;4,80;0,20;five;Visa;R3;7\n`);
    const seen = await line.run(['upload', '--no-remember', ...flags, file]);
    expect(seen.exit).toBe(5);
    const command = /run {3}sales (upload .*)/.exec(seen.stderr)?.[1] ?? '';
    expect(command).toBe('upload --set amount=Total --const currency=CHF --timezone Europe/Zurich FOLDER/till.rejects.csv');
    const rejects = join(line.folder, 'till.rejects.csv');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('five', '5,50'));
    stub.requests.length = 0;
    const again = await line.run(command.replace('FOLDER', line.folder).split(' '));
    expect(again.exit).toBe(0);
    expect(sent()).toMatchObject([
      { amount: 5.5, currency: 'CHF', transactionReference: 'R3', transactionDate: '2026-11-20T08:14:44+01:00' },
    ]);
  });

  it('counts equal rows and sends them all', async () => {
    const row = 'R1,5.00,CHF,2026-11-20T08:00:00Z\n';
    const seen = await line.run([
      'upload',
      line.file('equal.csv', `transactionReference,amount,currency,transactionDate\n${row}${row}R2,1.00,CHF,2026-11-20T08:00:00Z\n${row}`),
    ]);
    expect(sent()).toHaveLength(4);
    expect(seen.stderr).toContain(
      'Rows that are equal to another one of the file count as rows of their own, unless the server has them: 2.',
    );
  });

  it('tells of refunds above zero, in a column that is no field, too, and sends them as they are', async () => {
    const rows =
      'R1,5.00,CHF,2026-11-20T08:00:00Z,Verkauf\nR2,6.00,CHF,2026-11-20T08:00:00Z,Gutschrift\nR3,-7.00,CHF,2026-11-20T08:00:00Z,Gutschrift\nR4,8.00,CHF,2026-11-20T08:00:00Z,STORNO\n';
    const file = line.file('refunds.csv', `transactionReference,amount,currency,transactionDate,Vorgang\n${rows}`);
    const told =
      'Rows called a refund have an amount above zero, and count as money for you where the sign decides. Rows: 2, the first in line 3.';
    expect((await line.run(['check', file])).stderr).toContain(told);
    expect((await line.run(['upload', file])).exit).toBe(4);
    const aside = ['--set', 'additionalData.Vorgang=Vorgang'];
    const seen = await line.run(['upload', ...aside, file]);
    expect([seen.exit, sent().map(({ amount }) => amount)]).toEqual([0, [5, 6, -7, 8]]);
    expect(seen.stderr).toContain(told);
    const { stdout } = await line.run(['upload', '--json', '--again', ...aside, file]);
    expect(JSON.parse(stdout).positiveRefunds).toEqual({ rows: 2, firstLine: 3 });
  });

  it('tells of rows above zero that another column marks, and sends them as they are', async () => {
    const rows =
      'R1,5.00,CHF,2026-11-20T08:00:00Z,H,ok\nR2,6.00,CHF,2026-11-20T08:00:00Z,S,ok\nR3,-7.00,CHF,2026-11-20T08:00:00Z,S,ok\nR4,8.00,CHF,2026-11-20T08:00:00Z,H,Declined\n';
    const file = line.file('marks.csv', `transactionReference,amount,currency,transactionDate,S/H,Status\n${rows}`);
    const told =
      'NOTE     Rows marked as cancelled, failed, not captured, a test or money out count all the same (column S/H): leave out those that should not. Rows: 2, the first in line 3.   --leave-out S/H=VALUE   or   --negative S/H=VALUE';
    expect((await line.run(['check', file])).stderr).toContain(told);
    const { stdout } = await line.run(['upload', '--json', file]);
    expect(JSON.parse(stdout).positiveMarks).toEqual({ rows: 2, firstLine: 3, column: 'S/H' });
    expect(sent().map(({ amount }) => amount)).toEqual([5, 6, -7, 8]);
  });

  it.each([
    ['csv', (rows: object[]) => [rows[0], ...rows].map((row, at) => (at === 0 ? Object.keys : Object.values)(row ?? {}).join()).join('\n')],
    ['ndjson', (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')],
  ])('tells of rows marked Skip in what was exported as %s, and sends them as they are', async (kind, textOf) => {
    const states = ['Unmatched', 'Skip', 'Skip'];
    const rows = states.map((transactionMatchState, at) => {
      const own = { transactionId: `id-${at}`, transactionState: 'Processed', transactionMatchState };
      return { ...own, transactionReference: `R${at}`, amount: [1, 2, -3][at], currency: 'CHF', transactionDate: '2026-11-20T08:00:00Z' };
    });
    const file = line.file(`listed.${kind}`, `${textOf(rows)}\n`);
    const firstLine = kind === 'csv' ? 3 : 2;
    // Whatever their amount: one of a refund with another sign would be a sale.
    const told = `NOTE     Rows marked Skip, as duplicates are, count all the same: no comment of the list calls them a duplicate. Rows: 2, the first in line ${firstLine}.   sales export --detail`;
    expect((await line.run(['check', file])).stderr).toContain(told);
    const { stdout } = await line.run(['upload', '--json', file]);
    expect(JSON.parse(stdout)).toMatchObject({ listedDuplicates: { rows: 2, firstLine }, positiveMarks: { rows: 0 } });
    expect(sent().map(({ amount }) => amount)).toEqual([1, 2, -3]);
  });

  it('a match state that no list has written is a value as others are', async () => {
    const file = line.file(
      'own.csv',
      'transactionReference,amount,currency,transactionDate,transactionMatchState\nR1,5.00,CHF,2026-11-20T08:00:00Z,Skip\n',
    );
    const { stdout } = await line.run(['upload', '--json', file]);
    expect(JSON.parse(stdout)).toMatchObject({ listedDuplicates: { rows: 0 }, positiveMarks: { rows: 0 } });
  });

  it('tells of rows that are called a pay-out or a fee, and sends them as they are', async () => {
    const rows =
      'R1,charge,5.00,CHF,2026-11-20T08:00:00Z\nR2,payout,-4.90,CHF,2026-11-20T08:00:00Z\nR3,fee,-0.10,CHF,2026-11-20T08:00:00Z\n';
    const file = line.file('payouts.csv', `transactionReference,Type,amount,currency,transactionDate\n${rows}`);
    const told =
      'NOTE     Rows called a payout, a fee or cash put in or taken out count all the same (column Type): leave out those that should not. Rows: 2, the first in line 3.   --leave-out Type=VALUE';
    expect((await line.run(['check', file])).stderr).toContain(told);
    expect((await line.run(['upload', file])).exit).toBe(4);
    const { stdout } = await line.run(['upload', '--json', '--set', 'additionalData.Type=Type', file]);
    expect(JSON.parse(stdout).noSales).toEqual({ rows: 2, firstLine: 3, column: 'Type' });
    expect(sent().map(({ amount }) => amount)).toEqual([5, -4.9, -0.1]);
  });

  it('with --strict sends nothing where a row lacks a field that servers need', async () => {
    const header = 'transactionReference,amount,currency,transactionDate';
    const date = '2026-11-20T08:00:00Z';
    const rows = `${header}\nR1,1,CHF,${date}\nR2,,CHF,${date}\nR3,3,,\n`;
    const file = line.file('holes.csv', rows);
    const { exit, stdout } = await line.run(['upload', '--json', '--strict', file]);
    expect([exit, sent()]).toEqual([4, []]);
    expect(JSON.parse(stdout).errors).toMatchObject([
      { line: 3, code: 'FIELD_REQUIRED', field: 'amount' },
      { line: 4, code: 'FIELD_REQUIRED', field: 'currency' },
      { line: 4, code: 'FIELD_REQUIRED', field: 'transactionDate' },
    ]);
    const whole = line.file('whole.csv', rows.replace('R2,,', 'R2,2,').replace('R3,3,,', `R3,3,CHF,${date}`));
    expect((await line.run(['upload', '--strict', '--no-wait', whole])).exit).toBe(0);
    expect(sent()).toHaveLength(3);
  });

  it('tells of rows without a field that servers need, and sends them as they are', async () => {
    const header = 'transactionReference,amount,currency,transactionDate';
    const date = '2026-11-20T08:00:00Z';
    const file = line.file('holes.csv', `${header}\nR1,1,CHF,${date}\nR2,,CHF,${date}\nR3,3,CHF,\nR4,,CHF,${date}\n`);
    const told =
      'NOTE     Rows lack what servers normally import no row without, or have it as no server takes it: amount and transactionDate. Rows: 3, the first in line 3.';
    expect((await line.run(['check', file])).stderr).toContain(told);
    const { stdout, exit } = await line.run(['upload', '--json', '--no-wait', file]);
    expect([exit, sent().map(({ amount = null }) => amount)]).toEqual([0, [1, null, 3, null]]);
    expect(JSON.parse(stdout).incompleteRows).toEqual({ rows: 3, firstLine: 3, fields: ['amount', 'transactionDate'], rules: null });
    const one = line.file(
      'hole.json',
      `[{"amount":1,"currency":"CHF","transactionDate":"${date}"},{"amount":2,"transactionDate":"${date}"}]`,
    );
    expect((await line.run(['upload', one, '--no-wait'])).stderr).toContain(
      'NOTE     Rows lack what servers normally import no row without, or have it as no server takes it: currency. Rows: 1, the first in line 1.',
    );
    const crowns = line.file('crowns.csv', `${header}\nR1,1,Kč,${date}\nR2,2,CZK,${date}\n`);
    expect((await line.run(['check', crowns])).stderr.replace(/\s+/g, ' ')).toContain(
      'takes it: currency. Rows: 1, the first in line 2. --const currency=CODE',
    );
  });

  it('tells of sheets of a workbook that are not read', async () => {
    const cells = (...values: string[]) => values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('');
    const sheet = (reference: string) =>
      `<worksheet><sheetData><row>${cells('transactionReference', 'amount', 'currency', 'transactionDate')}</row><row>${cells(reference, '5.00', 'CHF', '2026-11-20T08:00:00Z')}</row></sheetData></worksheet>`;
    const file = line.file('shops.xlsx', '');
    writeFileSync(
      file,
      archive({
        'xl/workbook.xml': '<workbook><sheets><sheet name="Basel"/><sheet name="Bern"/></sheets></workbook>',
        'xl/worksheets/sheet1.xml': sheet('R1'),
        'xl/worksheets/sheet2.xml': sheet('R2'),
      }),
    );
    const told = 'NOTE     These sheets are not read: "Bern". What they hold is sent only from files of their own.';
    expect((await line.run(['check', file])).stderr).toContain(told);
    const seen = await line.run(['upload', '--json', file]);
    expect([seen.exit, sent().map(({ transactionReference }) => transactionReference)]).toEqual([0, ['R1']]);
    expect(documentIn(seen).unreadSheets).toEqual(['Bern']);
    expect(documentIn(await line.run(['check', '--json', file])).unreadSheets).toEqual(['Bern']);
  });

  it('tells of dates in the future, from the day after tomorrow on', async () => {
    const nowMs = Date.parse('2026-11-20T12:00:00Z');
    const ending = (date: string) => {
      const rows = `R1,${date},5.00,CHF\nR2,2026-11-01T08:00:00Z,5.00,CHF\n`;
      return line.file(`${date.slice(0, 10)}.csv`, `transactionReference,transactionDate,amount,currency\n${rows}`);
    };
    const future = ending('2225-11-20T23:59:00Z');
    for (const command of ['check', 'upload'])
      expect((await line.run([command, future], { nowMs })).stderr).toContain(
        'NOTE     The dates reach into the future, to 2225-11-20 (line 2).',
      );
    const tomorrow = ending('2026-11-21T23:59:00+14:00');
    expect((await line.run(['upload', tomorrow], { nowMs })).stderr).not.toContain('NOTE');
    const { stdout } = await line.run(['check', '--json', tomorrow], { nowMs });
    expect(JSON.parse(stdout).transactionDates).toEqual({
      first: '2026-11-01T08:00:00Z',
      last: '2026-11-21T23:59:00+14:00',
      lastLine: 2,
    });
  });

  it('tells of dates that are years back, as where a day was read as the year', async () => {
    const nowMs = Date.parse('2026-11-20T12:00:00Z');
    const table = (date: string) => `orderId;Datum;Betrag;Währung\n1;${date} 13:14;5,00;CHF\n`;
    const check = async (date: string) =>
      (await line.run(['check', '--timezone', 'UTC', line.file('old.csv', table(date))], { nowMs })).stderr;
    expect(await check('26.11.02')).toContain('NOTE     The dates reach more than 5 years back, to 2002-11-26.');
    expect(await check('02.12.21')).not.toContain('NOTE');
  });

  it('leaves out what is no sale in a known export, and says so', async () => {
    const stripe = `id,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Converted Currency,Status
pi_1,2026-11-20 08:12,4.80,0.00,chf,4.80,chf,Paid
pi_2,2026-11-20 09:12,5.00,0.00,chf,5.00,chf,Failed
`;
    const seen = await line.run(['upload', line.file('stripe.csv', stripe)]);
    expect(seen.exit).toBe(0);
    expect(seen.stderr).toContain('Stripe payments');
    expect(seen.stderr).toContain('1 row left out: Status is Failed.');
    expect(sent()).toMatchObject([{ transactionReference: 'pi_1', currency: 'CHF' }]);
  });
});

describe('a profile', () => {
  it('remembers what was said for the same header, and says so', async () => {
    const nowMs = Date.parse('2026-11-20T12:00:00Z');
    expect((await line.run(['upload', ...flags, line.file('a.csv', till)], { nowMs })).exit).toBe(0);
    expect(statSync(remembered()).mode & 0o777).toBe(0o600);
    stub.requests.length = 0;
    const other = line.file('b.csv', till.replaceAll('R1', 'R8').replaceAll('R2', 'R9'));
    const seen = await line.run(['upload', '--timezone', 'Europe/Zurich', other]);
    expect(seen.exit).toBe(0);
    expect(seen.stderr).toContain('Mapping  as on 2026-11-20');
    expect(sent()).toMatchObject([{ amount: 5, currency: 'CHF' }, { amount: 10 }]);
    expect((await line.run(['check', '--no-remember', '--timezone', 'Europe/Zurich', other])).exit).toBe(4);
  });

  it('remembers that files of a header end with a line end: one that does not may be cut', async () => {
    const said = ['--timezone', 'UTC', '--time', '12:00'];
    const file = (name: string, from: number, end: string) => {
      const rows = [7, from].map((amount, at) => `R-${from + at};2026-11-20;EUR;${amount}`);
      return line.file(`${name}.csv`, `transactionReference;transactionDate;currency;amount\n${rows.join('\n')}${end}`);
    };
    const told = async (command: string, path: string, ...more: string[]) => {
      const { exit, stdout } = await line.run([command, path, '--json', ...said, ...more]);
      const { errors, unendedLine } = JSON.parse(stdout);
      return { exit, codes: errors.map(({ code }: { code: string }) => code), unendedLine };
    };
    const good = { exit: 0, codes: [] };
    const cut = { exit: 5, codes: ['ROW_CUT'], unendedLine: null };
    expect(await told('upload', file('first', 1_260, ''))).toEqual({ ...good, unendedLine: 3 });
    expect(await told('upload', file('second', 1_270, ''))).toEqual({ ...good, unendedLine: 3 });
    expect(await told('upload', file('third', 1_280, '\n'))).toEqual({ ...good, unendedLine: null });
    const whole = file('fifth', 1_290, '\n');
    const fourth = line.file('fourth.csv', readFileSync(whole, 'utf8').slice(0, -3));
    expect(await told('check', fourth)).toEqual(cut);
    expect(await told('upload', fourth)).toEqual(cut);
    // Exported again it is whole, and no row of it was sent in part.
    expect(await told('upload', whole)).toEqual({ ...good, unendedLine: null });
    expect(await told('upload', file('sixth', 1_300, ''), '--no-remember')).toEqual({ ...good, unendedLine: 3 });
  });

  it('goes by the header and the name of the profile', async () => {
    await line.run(['upload', ...flags, line.file('a.csv', till)]);
    const file = line.file('b.csv', till.replace('Tisch', 'Platz'));
    expect((await line.run(['check', file, '--timezone', 'UTC'])).exit).toBe(4);
    expect((await line.run(['check', line.file('c.csv', till), '--profile', 'other', '--timezone', 'UTC'])).exit).toBe(4);
  });

  it('a flag wins over what is remembered, and what it leads to is remembered next', async () => {
    await line.run(['upload', ...flags, line.file('a.csv', till)]);
    stub.requests.length = 0;
    await line.run(['upload', '--set', 'amount=Betrag', '--timezone', 'UTC', line.file('b.csv', `${till}`.replace('R1', 'R7'))]);
    expect(sent()).toMatchObject([{ amount: 4.8, currency: 'CHF' }, { amount: 10 }]);
    expect(readFileSync(remembered(), 'utf8')).toContain('"amount": "Betrag"');
  });

  it('remembers before the first row is sent, so that a run that is broken off leaves it', async () => {
    const { answer } = stub;
    const there: boolean[] = [];
    stub.answer = (request) => {
      if (request.method === 'POST') there.push(existsSync(remembered()));
      answer(request);
    };
    await line.run(['upload', ...flags, line.file('a.csv', till)]);
    expect(there).toEqual([true]);
    expect(JSON.parse(readFileSync(remembered(), 'utf8')).mappings).toMatchObject([
      { reading: { timezone: 'Europe/Zurich' }, mapping: expect.arrayContaining(['amount', 'brandId']), byContent: [] },
    ]);
  });

  it('remembers nothing of a file that has no row to send, nor with --no-remember', async () => {
    await line.run(['upload', '--no-remember', ...flags, line.file('a.csv', till)]);
    await line.run([
      'upload',
      '--set',
      'amount=Total',
      '--timezone',
      'UTC',
      line.file('bad.csv', till.replaceAll(',00;Vis', 'x;Vis').replaceAll(',00;VIS', 'x;VIS')),
    ]);
    expect(existsSync(remembered())).toBe(false);
  });

  it('asks anew what an earlier version took for a reason that is none any more', async () => {
    const file = 'Date and time,Date,Amount,Currency\n2026-11-20 10:00,20.11.2026,1,EUR\n';
    const said = ['--set', 'transactionDate=Date and time', '--timezone', 'UTC'];
    await line.run(['upload', ...said, line.file('a.csv', file)]);
    const kept = JSON.parse(readFileSync(remembered(), 'utf8'));
    const agreements = [{ field: 'transactionDate', columns: [0], is: 'sameMoment', others: [[1]] }];
    kept.mappings[0] = {
      ...kept.mappings[0],
      rules: { ...kept.mappings[0].rules, columns: {} },
      byContent: ['transactionDate'],
      agreements,
    };
    writeFileSync(remembered(), JSON.stringify(kept));
    const seen = await line.run(['check', '--timezone', 'UTC', line.file('b.csv', file)]);
    expect([seen.exit, seen.stderr]).toEqual([4, expect.stringContaining('both mean transactionDate')]);
  });

  it('reads on what an earlier version took as the amount since the columns beside it were 0', async () => {
    const file = (row: string) => `Date,Betrag,Trinkgeld,Total Amount,Currency\n${row}\n`;
    const row = '2026-11-20T10:00:00Z,1.00,0.00,5.00,EUR';
    await line.run(['upload', '--set', 'amount=Betrag', line.file('a.csv', file(row))]);
    const kept = JSON.parse(readFileSync(remembered(), 'utf8'));
    const { accepted: _, ...before } = kept.mappings[0];
    kept.mappings[0] = {
      ...before,
      rules: { ...before.rules, columns: {} },
      byContent: ['amount'],
      agreements: [{ column: 1, is: 'only', others: [2, 3] }],
    };
    writeFileSync(remembered(), JSON.stringify(kept));
    const seen = await line.run(['upload', '--no-input', line.file('b.csv', file(row.replace('1.00', '2.00')))]);
    expect([seen.exit, seen.stderr]).toEqual([0, expect.stringContaining('as on ')]);
  });

  it('tells a file of mappings that is not ours', async () => {
    await line.run(['upload', ...flags, line.file('a.csv', till)]);
    writeFileSync(remembered(), '{"schema":"sales.mappings/1","mappings":[{}]}');
    const seen = await line.run(['check', line.file('b.csv', till)]);
    expect(seen.exit).toBe(2);
    expect(seen.stderr).toContain('--no-remember');
  });
});

describe('sales check', () => {
  it('shows the first rows as they would be sent, and needs no server', async () => {
    const own = openCommandLine(null);
    const seen = await own.run(['check', ...flags, own.file('till.csv', till)]);
    expect(seen).toMatchSnapshot();
    own.remove();
  });

  it('says where it cuts what is sent whole', async () => {
    const file = line.file('note.csv', 'amount,currency,transactionDate,orderId\n1.50,EUR,2026-11-20T10:00:00Z,4242424242424242\n');
    const { stderr, stdout } = await line.run(['check', file]);
    expect(stderr + stdout).toContain('as they would be sent; what looks like a full card number is shortened in this display only');
    expect(stderr + stdout).not.toContain('4242424242424242');
  });

  it('--json has columns, first rows and faults', async () => {
    const file = line.file('till.csv', `${till}20.11.2026;08:14:44;4,80;0,20;five;Visa;R3;7\n`);
    const seen = await line.run(['check', '--json', ...flags, file]);
    expect(seen.exit).toBe(5);
    const { input, first, errors, rows } = documentIn(seen);
    expect({ input, first, errors, rows }).toMatchSnapshot();
  });

  it('is upload --dry-run', async () => {
    const file = line.file('till.csv', till);
    expect(await line.run(['check', ...flags, file])).toEqual(await line.run(['upload', '--dry-run', ...flags, file], { confirms: true }));
  });
});

describe('sales map', () => {
  it('shows no control character of the file, and names such columns all the same', async () => {
    const header = ['Betrag CHF', 'Datum', 'Bon\u202eNr', 'Art\u009b31m'];
    const file = line.file('odd.csv', `${header.join(';')}\n12,50;20.11.2026 10:00;A\u202e1;x\u009b31my\n`);
    const shown = await line.run(['map', file]);
    expect(shown.stdout).toContain('"Bon\\u202eNr"');
    expect(shown.stdout).toContain('"Art\\u009b31m"');
    expect(shown.stdout + shown.stderr).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/);
    const out = join(line.folder, 'odd.map');
    await line.run(['map', file, '--out', out]);
    const text = readFileSync(out, 'utf8');
    expect(text).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/);
    writeFileSync(out, text.replace(/^# leave out = ("Bon.*?")/m, 'leave out = $1'));
    const checked = await line.run(['check', file, '--map', out, '--timezone', 'UTC', '--json']);
    expect(JSON.parse(checked.stdout).first[0].transaction.additionalData).toEqual([{ key: 'Art\u009b31m', value: 'x\u009b31my' }]);
  });

  it('writes a mapping to standard output, with what is open', async () => {
    const seen = await line.run(['map', line.file('till.csv', till)]);
    expect(seen).toMatchSnapshot();
    expect(seen.exit).toBe(0);
  });

  it('--out is a file that upload --map takes, once its question is answered; it is not written over', async () => {
    const file = line.file('till.csv', till);
    const out = join(line.folder, 'till.map');
    expect((await line.run(['map', file, '--out', out])).exit).toBe(0);
    expect((await line.run(['upload', '--map', out, '--timezone', 'UTC', file])).exit).toBe(4);
    writeFileSync(out, readFileSync(out, 'utf8').replace('# amount = Total', 'amount = Total').replace('# currency', 'currency'));
    expect((await line.run(['upload', '--map', out, '--timezone', 'UTC', file])).exit).toBe(0);
    expect(sent()).toMatchObject([
      { amount: 5, currency: 'CHF', brandId: 'VISA' },
      { amount: 10, brandId: 'VISA' },
    ]);
    const again = await line.run(['map', file, '--out', out]);
    expect(again.exit).toBe(2);
    expect(readFileSync(out, 'utf8')).toContain('\namount = Total');
  });

  it('lists words for types of records that are not known, with a guess where a part of them is, and reads them once they are told', async () => {
    const rows = ['Zahlung,10.00', 'stripe_fee,-1.00', 'Sonderposten,-2.00', 'Sonderposten,-3.00'].map(
      (row, at) => `PO-1,2026-11-2${at},${row},EUR`,
    );
    const path = line.file('payout.csv', ['payoutId,settlementDate,type,amount,currency', ...rows, ''].join('\n'));
    const out = join(line.folder, 'payout.map');
    const seen = await line.run(['map', '--settlement', path, '--out', out]);
    expect(seen.stderr).toContain('2 words for the type are not known. Say in the mapping file what they mean.');
    const text = readFileSync(out, 'utf8');
    expect(text).toMatch(/\n\[values type\]\n(?:# .*\n)+# stripe_fee = Fee\n# Sonderposten = TYPE\n\n/);
    expect(text).not.toContain('Zahlung =');
    writeFileSync(out, text.replace('# stripe_fee', 'stripe_fee').replace('# Sonderposten = TYPE', 'Sonderposten = Adjustment'));
    const { stdout } = await line.run(['check', '--settlement', '--map', out, path, '--json']);
    expect(JSON.parse(stdout).recordTypes).toEqual({ Sale: 1, Fee: 1, Adjustment: 2 });
    const again = await line.run(['map', '--settlement', '--map', out, path]);
    expect(again.stdout).toContain('[values type]\nstripe_fee = Fee\nSonderposten = Adjustment\n');
    expect(again.stderr).not.toContain('not known');
  });

  it('--json is one document', async () => {
    const seen = await line.run(['map', '--json', line.file('till.csv', till)]);
    expect(documentIn(seen)).toMatchObject({ schema: 'sales.map/1', open: ['amount'] });
  });

  it('has nothing to do for JSON', async () => {
    const seen = await line.run(['map', line.file('x.json', '[{"amount":1}]')]);
    expect(seen.exit).toBe(2);
  });
});
