/** A new header: its reading is shown, somebody says yes to it once, and the next file is read like that. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type StubServer, transactionsSentTo } from '../../client/stub-server.js';
import type { CommandLine, Options } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let line: CommandLine;
let stub: StubServer;
onMemoryServer({ idempotent: true }, (on) => {
  line = on.line;
  stub = on.stub;
});

const till = (...days: number[]) =>
  `Datum;Betrag;Währung;Beleg\n${days.map((day) => `${day}.11.2026 09:12;${day},50;CHF;A-${day}\n`).join('')}`;
const withRefund =
  'Datum;Betrag;Währung;Beleg;Transaktionstyp\n13.11.2026 09:12;5,00;CHF;A1;Erstattung\n14.11.2026 09:13;2,00;CHF;A2;Verkauf\n';
const zone = ['--timezone', 'Europe/Zurich'];
const confirms: Options = { confirms: true };
const typing = (...answers: string[]): Options => ({
  ...confirms,
  terminal: true,
  env: { NO_COLOR: '1' },
  stdin: answers.map((one) => `${one}\r`).join(''),
});
const sent = () => transactionsSentTo(stub).length;
const file = (name: string, text: string) => line.file(name, text);
const upload = (name: string, ...flags: string[]) => line.run(['upload', name, ...zone, ...flags], confirms);
const digestIn = (text: string) => /--accept ([0-9a-f]{12})/.exec(text)?.[1] ?? '';

it('stops with 4, the reading and the flag that says yes; the flag is remembered', async () => {
  const first = file('one.csv', till(13, 14));
  const { exit, stderr } = await upload(first);
  expect(exit).toBe(4);
  expect(sent()).toBe(0);
  expect(stderr).toContain('READ AS SALES: 2 rows');
  expect(stderr).toContain('CHF 28.00');
  const digest = digestIn(stderr);
  expect((await upload(first, '--accept', '000000000000')).exit).toBe(4);
  expect((await upload(first, '--accept', digest)).exit).toBe(0);
  expect(sent()).toBe(2);
  expect((await upload(file('two.csv', till(15)))).exit).toBe(0);
  const changed = await upload(file('three.csv', till(16)), '--const', 'locationId=Bern');
  expect(changed.exit).toBe(4);
  expect(digestIn(changed.stderr)).not.toBe(digest);
});

it('tells programs the code and the digest', async () => {
  const { exit, stdout } = await upload(file('one.csv', till(13)), '--json');
  const document = JSON.parse(stdout);
  expect(exit).toBe(4);
  expect(document.reading).toMatchObject({ accepted: false, digest: expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(document.stopped.questions).toMatchObject([{ code: 'READING_NEW', answers: [`--accept ${document.reading.digest}`] }]);
});

it('asks at a terminal: Enter is yes, n sends nothing, a change is read and shown anew', async () => {
  const command = (name: string) => ['upload', file(name, till(13, 14)), ...zone];
  const no = await line.run(command('one.csv'), typing('n'));
  expect([no.exit, sent()]).toEqual([4, 0]);
  expect(no.stderr).toContain('Read it so? [Y/n/change]');
  const changed = await line.run(command('one.csv'), typing('change', 'orderId=Beleg', 'n'));
  expect(changed.stderr).toMatch(/orderId +"Beleg"/);
  expect((await line.run(command('one.csv'), typing(''))).exit).toBe(0);
  expect(sent()).toBe(2);
  expect((await upload(file('two.csv', till(15)))).exit).toBe(0);
});

it.each([
  ['de', 'GELESEN ALS TRANSAKTIONEN: 2 Zeilen', 'Stimmt das so? [J/n/ändern]', 'aendern', 'ändern', 'j'],
  ['fr', 'LU COMME VENTES', 'Est-ce juste\u00a0? [O/n/changer]', 'ch', 'c', 'oui'],
  ['it', 'LETTO COME VENDITE: 2 righe', 'È giusto così? [S/n/cambia]', 'si, certo', 'cambia', 'si'],
])('shows and asks in %s, and takes its answers', async (lang, head, question, unknown, change, yes) => {
  const command = ['upload', file('one.csv', till(13, 14)), ...zone, '--lang', lang];
  const changed = await line.run(command, typing(unknown, change, 'orderId=Beleg', 'n'));
  expect(changed.stderr).toContain(head);
  expect(changed.stderr).toContain(question);
  expect(changed.stderr).toMatch(/orderId +"Beleg"/);
  expect(changed.stderr).not.toContain('READ AS');
  expect([changed.exit, sent()]).toEqual([4, 0]);
  expect((await line.run(command, typing(yes))).exit).toBe(0);
  expect(sent()).toBe(2);
});

it('reads one run with --yes, and does not remember it', async () => {
  expect((await upload(file('one.csv', till(13)), '--yes')).exit).toBe(0);
  expect((await upload(file('two.csv', till(14)))).exit).toBe(4);
});

it.each([['--yes'], ['--accept']])('does not let %s pass what the rows contradict', async (flag) => {
  const path = file('one.csv', withRefund);
  const digest = JSON.parse((await upload(path, '--json')).stdout).reading.digest;
  const flags = flag === '--yes' ? [flag] : [flag, digest];
  const { exit, stderr } = await upload(path, ...flags);
  expect([exit, sent()]).toEqual([4, 0]);
  expect(stderr).toContain('! Column "Transaktionstyp" is "Erstattung" in 1 row (line 2)');
  const negative = ['--negative', 'Transaktionstyp=Erstattung'];
  const answered = digestIn((await upload(path, ...negative)).stderr);
  expect((await upload(path, ...negative, ...(flag === '--yes' ? [flag] : [flag, answered]))).exit).toBe(0);
});

it('asks at a terminal what they are, and takes no Y for an answer', async () => {
  const command = ['upload', file('one.csv', withRefund), ...zone];
  expect((await line.run(command, typing('y', ''))).exit).toBe(4);
  const { exit, stderr } = await line.run(command, typing('2', 'y'));
  expect(exit, stderr).toBe(0);
  expect(transactionsSentTo(stub).map(({ amount }) => amount)).toEqual([-5, 2]);
});

it('takes a mapping file, or a flag for every column, as a yes', async () => {
  const set = ['transactionDate=Datum', 'amount=Betrag', 'currency=Währung', 'transactionReference=Beleg'].flatMap((one) => ['--set', one]);
  expect((await upload(file('one.csv', till(13)), ...set.slice(2))).exit).toBe(4);
  expect((await upload(file('one.csv', till(13)), ...set)).exit).toBe(0);
  const map = join(line.folder, 'till.map');
  await line.run(['map', file('one.csv', till(13)), '--out', map]);
  const other = till(14).replace('Beleg', 'Bon');
  await line.run(['map', file('two.csv', other), '--out', `${map}2`]);
  expect((await upload(file('two.csv', other), '--map', `${map}2`)).exit).toBe(0);
});

it('lets a cron of before the upgrade run on, and says so once', async () => {
  await upload(file('one.csv', till(13)), '--yes');
  const path = join(line.folder, 'config', 'mappings.json');
  const kept = JSON.parse(readFileSync(path, 'utf8'));
  for (const one of kept.mappings) for (const name of ['accepted', 'kinds', 'marks']) delete one[name];
  writeFileSync(path, JSON.stringify(kept));
  const first = await upload(file('two.csv', till(14)), '--no-input');
  expect(first.exit, first.stderr).toBe(0);
  expect(first.stderr).toContain('counts as accepted');
  const second = await upload(file('three.csv', till(15)), '--no-input');
  expect([second.exit, second.stderr.includes('counts as accepted')]).toEqual([0, false]);
});

it('is shown by check and by a dry run, which end with 0', async () => {
  const path = file('one.csv', till(13));
  for (const command of [['check'], ['upload', '--dry-run']]) {
    const { exit, stdout } = await line.run([...command, path, ...zone, '--json'], confirms);
    expect([exit, JSON.parse(stdout).reading.accepted]).toEqual([0, false]);
    expect((await line.run([...command, path, ...zone], confirms)).stderr).toMatch(/READ AS SALES: 1 row .*\n(?:.*\n)+NEW {6}A new header/);
  }
  await upload(path, '--yes');
  expect(JSON.parse((await line.run(['check', path, ...zone, '--json'], confirms)).stdout).reading.accepted).toBe(false);
});

it("sends the API's own names without a word", async () => {
  const own = 'amount,currency,transactionDate,transactionReference,note\n1.50,EUR,2026-11-20T10:00:00+01:00,r1,x\n';
  expect((await upload(file('own.csv', own))).exit).toBe(0);
});

it('waits in a watched folder until somebody says yes', async () => {
  const folder = join(line.folder, 'in');
  mkdirSync(folder);
  writeFileSync(join(folder, 'till.csv'), till(13));
  const watch = (...flags: string[]) => line.run(['watch', folder, '--once', '--settle', '0ms', ...zone, ...flags], confirms);
  expect((await watch()).exit).toBe(4);
  expect(readdirSync(join(folder, 'waiting')).sort()).toEqual(['till.csv', 'till.csv.report.json', 'till.csv.report.txt']);
  const { digest } = JSON.parse(readFileSync(join(folder, 'waiting', 'till.csv.report.json'), 'utf8')).reading;
  expect((await watch()).exit).toBe(0);
  expect(sent()).toBe(0);
  const taken = await watch('--accept', digest);
  expect(taken.exit, taken.stderr).toBe(0);
  expect(existsSync(join(folder, 'done', 'till.csv'))).toBe(true);
  expect(sent()).toBe(1);
});

const ofDrawer = (...rows: string[]) => `Vorgang;Datum;Beleg;Betrag;Währung\n${rows.join('\n')}\n`;

it('stops a later file of an accepted header whose rows contradict it, and takes it with an answer for each', async () => {
  const first = file('one.csv', ofDrawer('Verkauf;13.11.2026 09:12;V1;10,00;CHF', 'Verkauf;13.11.2026 09:13;V2;11,00;CHF'));
  expect((await upload(first, '--accept', digestIn((await upload(first)).stderr))).exit).toBe(0);
  expect((await upload(file('two.csv', ofDrawer('Verkauf;14.11.2026 09:12;V3;10,00;CHF')))).exit).toBe(0);
  expect(sent()).toBe(3);
  const third = file(
    'three.csv',
    ofDrawer(
      ...['Verkauf;15.11.2026 09:12;V4;10,00;CHF', 'Rückgabe;15.11.2026 09:13;V5;20,00;CHF'],
      ...['Einlage;15.11.2026 09:14;V6;200,00;CHF', 'Entnahme;15.11.2026 09:15;V7;500,00;CHF', 'Training;15.11.2026 09:16;V8;7,00;CHF'],
    ),
  );
  const { exit, stderr } = await upload(third);
  expect([exit, sent()]).toEqual([4, 3]);
  for (const word of ['Rückgabe', 'Einlage', 'Entnahme', 'Training']) expect(stderr).toContain(`! Column "Vorgang" is "${word}" in 1 row`);
  const aside = ['Einlage', 'Entnahme', 'Training'].flatMap((word) => ['--leave-out', `Vorgang=${word}`]);
  const answers = ['--negative', 'Vorgang=Rückgabe', ...aside];
  expect((await upload(third, ...answers, '--accept', digestIn((await upload(third, ...answers)).stderr))).exit).toBe(0);
  const amounts = () => transactionsSentTo(stub).map(({ amount }) => amount);
  expect(amounts()).toEqual([10, 11, 10, 10, -20]);
  const fourth = file('four.csv', ofDrawer('Entnahme;16.11.2026 09:12;V9;500,00;CHF', 'Verkauf;16.11.2026 09:13;V10;3,00;CHF'));
  expect((await upload(fourth)).exit).toBe(0);
  expect(amounts()).toEqual([10, 11, 10, 10, -20, 3]);
});

it('stops a known export of which rows are no sales, until each is answered', async () => {
  const names =
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Reference Txn ID,Invoice Number,Balance';
  const rows = [
    [
      '10/01/2026',
      '10:00:00',
      'CEST',
      'J',
      'Express Checkout Payment',
      'Completed',
      'EUR',
      '12.00',
      '-0.40',
      '11.60',
      '',
      '',
      'V1',
      '',
      '',
      '',
    ],
    [
      '10/13/2026',
      '09:00:00',
      'CEST',
      '',
      'Account Hold for Open Authorization',
      'Completed',
      'EUR',
      '-10.00',
      '0.00',
      '-10.00',
      '',
      '',
      'V2',
      '',
      '',
      '',
    ],
    [
      '10/15/2026',
      '09:00:00',
      'CEST',
      'P',
      'Express Checkout Payment',
      'Pending',
      'EUR',
      '5.00',
      '-0.40',
      '4.60',
      '',
      '',
      'V3',
      '',
      '',
      '',
    ],
    [
      '10/16/2026',
      '00:00:01',
      'CEST',
      '',
      'General Currency Conversion',
      'Completed',
      'EUR',
      '17.00',
      '0.00',
      '17.00',
      '',
      '',
      'V4',
      '',
      '',
      '',
    ],
  ];
  const path = file('paypal.csv', `${names}\n${rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')}\n`);
  const { exit, stderr } = await upload(path);
  expect([exit, sent()]).toEqual([4, 0]);
  for (const [column, word] of [
    ['Type', 'Account Hold for Open Authorization'],
    ['Type', 'General Currency Conversion'],
    ['Status', 'Pending'],
  ])
    expect(stderr).toContain(`! Column "${column}" is "${word}" in 1 row`);
  expect(stderr).not.toContain('--accept');
  const answers = ['Type=Account Hold for Open Authorization', 'Type=General Currency Conversion', 'Status=Pending'];
  expect((await upload(path, ...answers.flatMap((pair) => ['--leave-out', pair]))).exit).toBe(0);
  expect(transactionsSentTo(stub).map(({ amount }) => amount)).toEqual([12]);
});

it('names failed payments in a column of states however many other states there are', async () => {
  const states = ['Paid', 'Failed', ...Array.from({ length: 14 }, (_, at) => `Stage ${at}`), 'Paid'];
  const path = file(
    'states.csv',
    `Datum;Betrag;Währung;Beleg;Status\n${states.map((state, at) => `13.11.2026 09:${10 + at};5,00;CHF;B${at};${state}`).join('\n')}\n`,
  );
  expect((await upload(path)).stderr).toContain('! Column "Status" is "Failed" in 1 row (line 3)');
});
