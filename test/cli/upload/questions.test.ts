/** What a file leaves open is asked on a terminal, with the values of its columns, and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { type StubServer, transactionsSentTo } from '../../client/stub-server.js';
import type { CommandLine, Options } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let line: CommandLine;
let stub: StubServer;
onMemoryServer({ idempotent: true }, (on) => {
  line = on.line;
  stub = on.stub;
});

const shop = 'Date,Order Total,Amount Paid,Terminal\n03/04/2026,12.50,12.50,T1\n04/05/2026,7.90,7.90,T1\n05/06/2026,101.00,100.00,T2\n';
const dollar = 'Datum;Betrag $;Beleg\n01.11.2026 10:22;12,50;17\n02.11.2026 11:10;7,90;18\n';

const received = () => transactionsSentTo(stub);

describe('without a terminal', () => {
  const receipts = 'Date,Total,Receipt\n2026-11-20 10:22,12.50,17\n2026-11-20 11:10,7.90,18\n';
  const upload = (file: string, ...flags: string[]) =>
    line.run(['upload', '--timezone', 'Europe/Zurich', ...flags, file], { confirms: true });

  it('the file is shown as the answers proposed first would read it, with the command that says so, and nothing is sent', async () => {
    const file = line.file('receipts.csv', receipts);
    const { exit, stderr } = await upload(file);
    expect([exit, received()]).toEqual([4, []]);
    expect(stderr).toContain('PROPOSED With the answer that each question proposes first, it would be read so. Nothing is sent.');
    expect(stderr).toContain('  CHF 20.40 in 2 rows, from 7.90 to 12.50\n');
    expect(stderr).toContain('  currency: The file has none');
    const [, flags = ''] = /If that is right: {3}sales upload (.*)\n/.exec(stderr) ?? [];
    expect(flags).toMatch(/^--timezone Europe\/Zurich FOLDER\/receipts.csv --const currency=CHF --accept [0-9a-f]{12}$/);
    expect((await upload(file, ...flags.split(' ').slice(3))).exit).toBe(0);
    expect(received().map(({ currency }) => currency)).toEqual(['CHF', 'CHF']);
  });

  it('a column that nothing names is proposed by its cells', async () => {
    const { stderr } = await upload(line.file('words.csv', receipts.replace('Total', 'Blah')), '--const', 'currency=CHF');
    expect(stderr).toContain('amount                 "Blah"');
    expect(stderr).toContain('--set amount=Blah');
  });

  it('nor is a number that no name or decimal shows to be money', async () => {
    const { exit, stderr } = await upload(line.file('words.csv', 'Date,Blah\n2026-11-20 10:22,1250\n'), '--const', 'currency=CHF');
    expect([exit, stderr.includes('PROPOSED')]).toEqual([4, false]);
    expect(stderr).toContain('--set amount=COLUMN');
  });

  it('the sides of an account are offered under any of their names', async () => {
    const sides = 'Time,Money in,Money out\n2026-11-20 10:22,1250,\n2026-11-20 10:25,,-50\n';
    const { stderr } = await upload(line.file('sides.csv', sides), '--const', 'currency=CHF', '--set', 'transactionDate=Time');
    expect(stderr).toContain("--set 'amount=Money in - Money out'");
  });

  // The columns of https://archive.ics.uci.edu/dataset/352/online+retail
  it.each([
    ['6', false],
    ['1', true],
  ])('the price of a piece is proposed as the amount only where no row has several: %s', async (pieces, isProposed) => {
    const retail = `InvoiceNo,StockCode,Quantity,InvoiceDate,UnitPrice,VAT\n536365,85123A,1,12/13/2010 8:26,2.55,0.51\n536366,71053,${pieces},12/14/2010 8:26,3.39,0.67\n`;
    const { exit, stderr } = await upload(line.file('retail.csv', retail), '--const', 'currency=GBP');
    expect([exit, stderr.includes('PROPOSED')]).toEqual([4, isProposed]);
    expect(stderr.includes('  amount: The file has none')).toBe(true);
    expect(stderr.includes('If column 5 (E) "UnitPrice" is the price of all pieces that column 3 (C) "Quantity" counts:')).toBe(
      !isProposed,
    );
    expect(stderr).toContain('--set amount=UnitPrice');
    expect(stderr).not.toContain('amount=VAT');
  });

  it('no reading is shown where a question proposes nothing: the currency of no zone, sales or settlement records', async () => {
    const zoned = receipts.replaceAll(/ (\d\d:\d\d)/g, 'T$1:00Z');
    const { exit, stderr } = await line.run(['check', line.file('zoned.csv', zoned)]);
    expect([exit, stderr.includes('PROPOSED')]).toEqual([4, false]);
    const payout = 'Beleg;Datum;Betrag;Kommission;Auszahlungsnummer;Währung\n1;2026-11-20T10:00:00Z;1,50;0,10;PO-1;CHF\n';
    expect((await line.run(['check', line.file('payout.csv', payout)])).stderr).not.toContain('PROPOSED');
  });

  it('nor where money may have gone the other way: no command answers that beside another question', async () => {
    const refunds = 'Date,Total,Refunded,Receipt\n2026-11-20 10:22,12.50,5.00,17\n2026-11-20 11:10,7.90,,18\n';
    const { exit, stderr } = await upload(line.file('refunds.csv', refunds));
    expect([exit, stderr.includes('PROPOSED'), stderr.includes('--accept')]).toEqual([4, false, false]);
    expect(stderr).toContain('what is left of it');
  });

  it('a program gets the questions alone', async () => {
    const { stdout, stderr } = await upload(line.file('receipts.csv', receipts), '--json');
    expect(stderr).not.toContain('PROPOSED');
    expect(JSON.parse(stdout).stopped.questions).toHaveLength(1);
  });
});

describe('on a terminal', () => {
  let shopFile: string;
  let dollarFile: string;
  beforeEach(() => {
    shopFile = line.file('shop.csv', shop);
    dollarFile = line.file('dollar.csv', dollar);
  });
  const env = { NO_COLOR: '1' };
  const typing = (...answers: string[]): Options => ({ terminal: true, env, stdin: answers.map((one) => `${one}\r`).join('') });
  const everything = ['2', '1', '18:30', '1', 'eur'];

  it('asks one question after the other, with three values beside each column', async () => {
    const { exit, stderr } = await line.run(['check', shopFile], typing(...everything));
    expect(exit).toBe(0);
    expect(stderr).toContain('1) Amount Paid  12.50, 7.90, 100.00');
    expect(stderr).toContain('2) Order Total  12.50, 7.90, 101.00');
    expect(stderr).toMatch(/Recognised\n {2}Date {6}transactionDate {2}03\/04\/2026, 04\/05\/2026, 05\/06\/2026\n/);
    expect(stderr.indexOf('How are the dates written?')).toBeGreaterThan(stderr.indexOf('Which column is the amount?'));
    expect(stderr).toContain('2026-04-03T18:30:00+02:00');
  });

  it.each([
    ['de', 'Frage 1, 5 offen: Welche Spalte ist das Feld Betrag?', 'Tippen Sie eine Zahl von 1 bis 2 oder: der Name einer anderen Spalte.'],
    [
      'fr',
      'Question 1, 5 ouvertes\u00a0: Quelle colonne est le champ Montant\u00a0?',
      'Tapez un nombre de 1 à 2, ou\u00a0: le nom d’une autre colonne.',
    ],
    ['it', 'Domanda 1, 5 aperte: Quale colonna è il campo Importo?', 'Scriva un numero da 1 a 2, oppure: il nome di un’altra colonna.'],
  ])('asks in %s, and prints the same command', async (lang, question, typed) => {
    const { exit, stderr } = await line.run(['check', shopFile, '--lang', lang], typing(...everything));
    expect(exit).toBe(0);
    expect(stderr.replace(/\s+/g, ' ')).toContain(question.replace(/\s+/g, ' '));
    expect(stderr.replace(/\s+/g, ' ')).toContain(typed.replace(/\s+/g, ' '));
    expect(stderr.replace(/ \\\n\s+/g, ' ')).toContain("--set 'amount=Order Total' --date-format dd/MM/yyyy --time 18:30");
    expect(stderr).not.toMatch(/Question 1, \d open|Which|Type |may be the|Answer:/);
  });

  it('prints the same command as flags, which asks nothing and reads the same', async () => {
    const asked = await line.run(['-p', 'zh', 'check', shopFile], typing(...everything));
    const command =
      "sales -p zh check FOLDER/shop.csv --set 'amount=Order Total' --date-format dd/MM/yyyy --time 18:30 --timezone Europe/Zurich --const currency=EUR";
    expect(asked.stderr.replace(/ \\\n\s+/g, ' ')).toContain(command);
    const words = (command.match(/'[^']*'|\S+/g) ?? []).slice(1).map((word) => word.replace(/'/g, '').replace('FOLDER', line.folder));
    const told = await line.run(words);
    expect(told.exit).toBe(0);
    expect(asked.stderr).toContain(told.stderr);
  });

  it('says before the first question that sales may be settlement records, with the command that sends them', async () => {
    const layout = fileURLToPath(new URL('../../../fixtures/settlements/mollie-settlement/export.csv', import.meta.url));
    const payout = line.file('payout.csv', readFileSync(layout, 'utf8'));
    const { stderr } = await line.run(['-p', 'zh', 'check', payout], typing('\u0003'));
    expect(stderr).toMatch(/It tells what was paid out\..*\n(?: .*\n)? {2}sales -p zh settle FOLDER\/payout\.csv\n(?:.*\n)+Question 1/);
    expect((await line.run(['check', dollarFile], typing('\u0003'))).stderr).not.toContain('paid out');
    expect((await line.run(['check', '--settlement', payout], typing('\u0003'))).stderr).not.toContain('paid out');
  });

  describe('of what may be settlement records', () => {
    const payout = 'Beleg;Datum;Betrag;Kommission;Auszahlungsnummer;Währung\n1;2026-11-20T10:00:00Z;1,50;0,10;PO-1;CHF\n';

    it('asks which they are, proposes nothing, and sends sales where that is the answer', async () => {
      const { exit, stderr } = await line.run(['upload', line.file('payout.csv', payout)], typing('', '2'));
      expect(stderr).toContain('Question 1: Are these sales, or settlement records?');
      expect(stderr).toContain(
        '  1) settlement records: a till, or another file, sends these sales\n  2) sales: nothing else sends them\n',
      );
      expect(stderr).toContain('sales upload FOLDER/payout.csv --sales\n');
      expect([exit, received().length]).toEqual([0, 1]);
      const next = await line.run(['upload', line.file('next.csv', payout.replace('1,50', '2,50'))], { env });
      expect(next).toMatchObject({ exit: 0, stderr: expect.stringContaining('settle FOLDER/next.csv') });
      const known = await line.run(['map', '--known', line.file('third.csv', payout)]);
      expect(known.stdout).toContain('sales upload --sales --map THIS-FILE FILE');
      expect((await line.run(['upload', '--no-remember', line.file('fourth.csv', payout.replace('1,50', '3,50'))])).exit).toBe(4);
    });

    it('sends nothing where they are records, and says how those are sent', async () => {
      const { exit, stderr } = await line.run(['-p', 'zh', 'upload', line.file('payout.csv', payout)], typing('1'));
      expect(exit).toBe(4);
      expect(stderr).toContain('sales -p zh settle FOLDER/payout.csv');
      expect(received()).toEqual([]);
    });

    it('is refused without a person, and read with --sales, which goes with no --settlement', async () => {
      const file = line.file('payout.csv', payout);
      const { exit, stderr } = await line.run(['upload', '--json', file]);
      expect(exit).toBe(4);
      expect(JSON.parse(stderr).error.questions).toMatchObject([{ code: 'KIND_UNCERTAIN', answers: ['sales settle FILE', '--sales'] }]);
      expect(received()).toEqual([]);
      expect((await line.run(['check', '--sales', '--settlement', file])).exit).toBe(2);
      expect((await line.run(['map', '--sales', file])).stdout).toContain('sales upload --sales --map THIS-FILE FILE');
      expect((await line.run(['upload', '--sales', file])).exit).toBe(0);
      expect(received()).toHaveLength(1);
    });
  });

  it('cuts full card numbers where that is the answer, and sends them so', async () => {
    const cards = line.file('cards.csv', 'Date,Amount,Currency,Karte\n2026-11-20T10:00:00Z,1,EUR,4242 4242 4242 4242\n');
    const { exit, stderr } = await line.run(['upload', cards], typing('1'));
    expect(stderr).toContain('--set cardNumberMasked=Karte --pan mask');
    expect(exit).toBe(0);
    expect(received()).toMatchObject([{ cardNumberMasked: '424242******4242' }]);
  });

  it('offers no column for an amount that has none', async () => {
    const tender = line.file(
      'tender.csv',
      'Datum;Summe bar;Summe Karte;Zahlart;Pos\n2026-11-20 10:00;5,00;4,00;Visa;1\n2026-11-20 10:01;6,00;7,00;Cash;1\n',
    );
    const { stderr } = await line.run(['check', tender], { terminal: true, env, stdin: '\u0003' });
    expect(stderr).toContain('Which column is the amount?');
    expect(stderr).toMatch(/\d\) Summe bar/);
    expect(stderr).not.toMatch(/\d\) Zahlart/);
  });

  it('sends what was answered, and remembers it for the header', async () => {
    const first = await line.run(['upload', shopFile], typing(...everything));
    expect(first).toMatchObject({ exit: 0 });
    expect(received().map(({ amount, currency }) => [amount, currency])).toEqual([
      [12.5, 'EUR'],
      [7.9, 'EUR'],
      [101, 'EUR'],
    ]);
    const next = line.file('next.csv', shop.replaceAll('/2026', '/2025'));
    const { exit, stderr } = await line.run(['upload', next], { terminal: true });
    expect(exit).toBe(0);
    expect(stderr).not.toContain('Question');
  });

  it('proposes what the file shows, and the zone of the machine first', async () => {
    const { exit, stderr } = await line.run(['check', dollarFile], { ...typing('', ''), timeZone: 'America/New_York' });
    expect(exit).toBe(0);
    expect(stderr).toContain('1) America/New_York, as this machine\n  2) Europe/Zurich');
    expect(stderr).toContain('1) USD in every row, as the file shows');
    expect(stderr).toContain('--timezone America/New_York --const currency=USD');
  });

  it('proposes nothing where nothing shows it: Enter alone is no answer', async () => {
    const { exit, stderr } = await line.run(['check', shopFile], typing('', '', ...everything));
    expect(exit).toBe(0);
    expect(stderr.match(/Type a number from 1 to 2, or the name of another column\./g)).toHaveLength(3);
  });

  it('asks again after what is no answer', async () => {
    const { exit, stderr } = await line.run(
      ['check', shopFile],
      typing('9', 'nonsense', ...everything.slice(0, 2), '25:00', ...everything.slice(2)),
    );
    expect(exit).toBe(0);
    expect(stderr.match(/Type a number from 1 to 2, or the name of another column\./g)).toHaveLength(3);
    expect(stderr.match(/Type 1, or another time, such/g)).toHaveLength(2);
  });

  it('leaves nothing behind at Ctrl-C', async () => {
    const before = readdirSync(line.folder).sort();
    const { exit, stderr } = await line.run(['upload', shopFile], { terminal: true, stdin: '2\r\u0003' });
    expect(exit).toBe(130);
    expect(stderr).not.toContain('error');
    expect(received()).toEqual([]);
    expect(readdirSync(line.folder).sort()).toEqual(before);
  });

  it('refuses with all questions where the input ends before the answers', async () => {
    const { exit, stderr } = await line.run(['check', shopFile], typing('2'));
    expect(exit).toBe(4);
    expect(stderr).toContain('The file leaves 4 questions open.');
  });

  it('asks about each of several files, and prints the command for each', async () => {
    const { exit, stderr } = await line.run(['check', shopFile, dollarFile], typing(...everything, '1', '1'));
    expect(exit).toBe(0);
    expect(stderr).toContain('check FOLDER/dollar.csv --timezone Europe/Zurich --const currency=USD');
    expect(stderr).not.toContain('shop.csv FOLDER');
  });
});

describe('without a person', () => {
  const cases: [string, string[], Options][] = [
    ['a terminal', [], {}],
    ['leave to ask', ['--no-input'], { terminal: true }],
    ['people, where programs read', ['--json'], { terminal: true }],
  ];
  it.each(cases)('asks nothing without %s: exit 4, all questions at once', async (_, flags, options) => {
    const { exit, stderr } = await line.run(['check', line.file('shop.csv', shop), ...flags], { ...options, stdin: '1\r1\r1\r1\r1\r' });
    expect(exit).toBe(4);
    expect(stderr).toContain('The file leaves 4 questions open.');
    expect(stderr).not.toContain('Answer:');
  });
});

it('sales map shows values of every column in question', async () => {
  const { stdout } = await line.run(['map', line.file('shop.csv', shop)]);
  expect(stdout).toMatch(/# amount = Amount Paid +# 12\.50, 7\.90, 100\.00\n# amount = Order Total +# 12\.50, 7\.90, 101\.00\n/);
});

it('Ctrl-C at a password is 130, and says nothing more', async () => {
  const env = { SALES_PASSWORD: '', NO_COLOR: '1' };
  const { exit, stderr } = await line.run(['ping'], { env, terminal: true, stdin: '\u0003' });
  expect({ exit, stderr }).toEqual({ exit: 130, stderr: 'Password of api at https://HOST: \n' });
});

it('-q tells only what went wrong, and what to do about it', async () => {
  const rows = ['R1,1.00,CHF,2026-11-20T10:00:00Z', 'R2,one,CHF,2026-11-20T10:00:00Z', 'R3,3.00,,2026-11-20T10:00:00Z'];
  const file = line.file('mixed.csv', `transactionReference,amount,currency,transactionDate\n${rows.join('\n')}\n`);
  const { exit, stderr } = await line.run(['upload', file, '-q']);
  expect(exit).toBe(5);
  expect(stderr).toMatch(/^FOLDER\/mixed\.csv:3 .*one/);
  expect(stderr).toMatch(/Correct it and run {3}sales upload/);
  expect(stderr).not.toMatch(/^(?:OK|NOTE|Reading)/m);
  const good = line.file('good.csv', `transactionReference,amount,currency,transactionDate\n${rows[0]?.replace('R1', 'R9')}\n`);
  expect(await line.run(['upload', good, '-q'])).toEqual({ exit: 0, stdout: '', stderr: '' });
});
