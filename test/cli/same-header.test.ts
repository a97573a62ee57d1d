/**
 * Two exports of one till, of the same header, through the real command line to a real server: each sale stands there once, whichever comes
 * first, whatever the cells of the one show that those of the other do not.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { password, type TestServer } from '../support/test-server.js';
import type { CommandLine } from './command-line.js';
import { onServer } from './on-server.js';

let server: TestServer;
let line: CommandLine;
onServer((...on) => {
  [server, line] = on;
});

const sales = (...argv: string[]) => line.run(argv, { env: { SALES_PASSWORD: password } });

interface Row {
  amount: number;
  brandId: string | null;
  transactionDate: string;
  transactionMatchState: string;
}

/** The sales that stand at the server with this order id: its rows but for duplicates. */
async function standing(orderId: string): Promise<Row[]> {
  const { json } = await server.request('/sales/v1/transactions?pageSize=500&sorting.direction=Ascending');
  const rows = (json.items as (Row & { orderId: string })[]).filter((row) => row.orderId === orderId);
  return rows.filter(({ transactionMatchState }) => transactionMatchState !== 'Skip');
}

interface Till {
  header: string;
  row(time: string, amount: string, kind: string, order: string): string;
  cash: string;
  flags: string[];
}

/** Three tills whose column of brands has a name that says nothing of brands. */
const tills: Record<string, Till> = {
  German: {
    header: 'Datum;Betrag;Zahlart;Auftrag',
    row: (time, amount, kind, order) => `20.11.2026 ${time};${amount.replace('.', ',')};${kind};${order}`,
    cash: 'Bar',
    flags: ['--timezone', 'Europe/Zurich', '--const', 'currency=CHF', '--set', 'orderId=Auftrag'],
  },
  English: {
    header: 'Date,Amount,Tender,Order',
    row: (time, amount, kind, order) => `2026-11-20 ${time},${amount},${kind},${order}`,
    cash: 'Cash',
    flags: ['--timezone', 'Europe/London', '--const', 'currency=GBP', '--set', 'orderId=Order'],
  },
  French: {
    header: 'Date;Montant;Règlement;Commande',
    row: (time, amount, kind, order) => `20/11/2026 ${time};${amount.replace('.', ',')};${kind};${order}`,
    cash: 'Espèces',
    flags: ['--timezone', 'Europe/Paris', '--const', 'currency=EUR', '--set', 'orderId=Commande', '--date-format', 'dd/MM/yyyy'],
  },
};

const cards = [
  ['08:12:00', '4.80', 'VISA'],
  ['08:13:00', '12.50', 'MASTERCARD'],
  ['08:15:00', '7.00', 'VISA'],
] as const;

let orders = 0;

describe.each(Object.entries(tills))('a till that writes %s', (_, till) => {
  const file = (name: string, order: string, rows: readonly (readonly [string, string, string])[]) =>
    line.file(name, `${[till.header, ...rows.map(([time, amount, kind]) => till.row(time, amount, kind, order))].join('\n')}\n`);
  const evening = [...cards, ['17:30:00', '3.20', till.cash]] as const;
  const amounts = (rows: Row[]) => rows.map(({ amount }) => amount).sort((a, b) => a - b);

  const asBrand = ['--set', `brandId=${till.header.split(/[,;]/)[2]}`];

  it('noon with cards alone, evening with one paid in cash: every sale once', async () => {
    const order = `O${++orders}`;
    const first = await sales('upload', ...till.flags, file('noon.csv', order, cards));
    expect(first).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('looks like card brands or ways to pay. Unless it is sent as brandId, cash counts as sold by card.'),
    });
    expect((await sales('upload', file('evening.csv', order, evening))).exit).toBe(0);
    const rows = await standing(order);
    expect(amounts(rows)).toEqual([3.2, 4.8, 7, 12.5]);
    expect(rows.map(({ brandId }) => brandId)).toEqual([null, null, null, null]);
  });

  it('what was said to be the brand at noon is it in the evening, too: every sale once', async () => {
    const order = `O${++orders}`;
    expect((await sales('upload', ...till.flags, ...asBrand, file('noon.csv', order, cards))).exit).toBe(0);
    const later = await sales('upload', file('evening.csv', order, evening));
    expect(later).toMatchObject({ exit: 0 });
    expect(later.stderr).toContain('Mapping  as on ');
    const rows = await standing(order);
    expect(amounts(rows)).toEqual([3.2, 4.8, 7, 12.5]);
    expect(rows.map(({ brandId }) => brandId).sort()).toEqual([till.cash, 'MASTERCARD', 'VISA', 'VISA'].sort());
  });

  it('the evening first, then what was there at noon: every sale once', async () => {
    const order = `O${++orders}`;
    expect((await sales('upload', ...till.flags, file('evening.csv', order, evening))).exit).toBe(0);
    expect((await sales('upload', file('noon.csv', order, cards))).exit).toBe(0);
    expect(amounts(await standing(order))).toEqual([3.2, 4.8, 7, 12.5]);
  });

  it('a file whose first rows are cards and its corrected rejects: every sale once', async () => {
    const order = `O${++orders}`;
    const rows = [...evening, ['18:00:00', 'x', 'VISA']] as const;
    const first = await sales('upload', ...till.flags, file('day.csv', order, rows));
    expect(first.exit).toBe(5);
    const rejects = join(line.folder, 'day.rejects.csv');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace(/([,;])x([,;])/, '$15$2'));
    expect((await sales('upload', rejects)).exit).toBe(0);
    const again = file('whole.csv', order, [...evening, ['18:00:00', '5', 'VISA']]);
    expect((await sales('upload', again)).exit).toBe(0);
    expect(amounts(await standing(order))).toEqual([3.2, 4.8, 5, 7, 12.5]);
  });

  it('the zone of the first file is that of the next, and another one of the profile is asked about', async () => {
    const order = `O${++orders}`;
    expect((await sales('upload', ...till.flags, file('first.csv', order, cards.slice(0, 1)))).exit).toBe(0);
    expect((await sales('upload', file('next.csv', order, cards.slice(0, 2)))).exit).toBe(0);
    const rows = await standing(order);
    expect(amounts(rows)).toEqual([4.8, 12.5]);
    const [offset] = till.flags[1] === 'Europe/London' ? ['+00:00'] : ['+01:00'];
    for (const { transactionDate } of rows) expect(transactionDate.replace('Z', '+00:00')).toContain(offset);
    await sales('config', 'set', 'timezone', 'America/New_York');
    const asked = await sales('upload', file('third.csv', order, cards));
    expect(asked.exit).toBe(4);
    expect(asked.stderr).toContain(`--timezone ${till.flags[1]}   or   --timezone America/New_York`);
    expect((await sales('upload', '--timezone', till.flags[1] ?? '', file('third.csv', order, cards))).exit).toBe(0);
    expect(amounts(await standing(order))).toEqual([4.8, 7, 12.5]);
  });

  it('without what is remembered, too; and what was said then does not hold', async () => {
    const order = `O${++orders}`;
    await sales('upload', '--no-remember', ...till.flags, file('noon.csv', order, cards));
    await sales('upload', '--no-remember', ...till.flags, file('evening.csv', order, evening));
    expect(amounts(await standing(order))).toEqual([3.2, 4.8, 7, 12.5]);
    await sales('upload', '--no-remember', ...till.flags, ...asBrand, '--again', file('noon.csv', order, cards));
    // They are the sales that were there: the brand is one column more.
    expect(amounts(await standing(order))).toEqual([3.2, 4.8, 7, 12.5]);
  });
});

it('personal data of customers stay in the file, but for who wants to send them', async () => {
  const rows = (order: string) =>
    `Date,Amount,Currency,Order,Customer,City,Note,Contact\n2026-11-20T08:12:00Z,4.80,EUR,${order},Ada Example,Bern,ada,ada@example.com\n`;
  const keysOf = async (order: string) => {
    const { json } = await server.request('/sales/v1/transactions?pageSize=500');
    const [found] = (json.items as { orderId: string; transactionId: string }[]).filter(({ orderId }) => orderId === order);
    const one = await server.request(`/sales/v1/transactions/${found?.transactionId}`);
    return (one.json.additionalData as { key: string }[]).map(({ key }) => key);
  };
  const seen = await sales('upload', '--json', '--set', 'orderId=Order', line.file('a.csv', rows('P1')));
  expect(seen.exit).toBe(0);
  expect(JSON.parse(seen.stdout)).toMatchObject({ personalColumns: ['Customer', 'City', 'Contact'] });
  expect(await keysOf('P1')).toEqual(['Note']);
  const kept = await sales('upload', '--extra', 'keep', line.file('b.csv', rows('P2')));
  expect(kept.exit).toBe(0);
  expect(await keysOf('P2')).toEqual(['Customer', 'City', 'Note', 'Contact']);
  // A rejects file is the merchant's own, with all that the file has.
  const bad = await sales('upload', '--extra', 'auto', line.file('c.csv', rows('P3').replace('4.80', 'x')));
  expect(bad.stderr).toContain(
    'Not sent, as it looks like personal data of customers: "Customer", "City", "Contact" (--extra keep sends it)',
  );
  expect(readFileSync(join(line.folder, 'c.rejects.csv'), 'utf8')).toContain('ada@example.com');
});

it('a city alone may be that of the shop', async () => {
  const text = 'Date,Amount,Currency,Order,City\n2026-11-20T08:12:00Z,4.80,EUR,Q1,Bern\n';
  const { stdout } = await sales('check', '--json', line.file('a.csv', text));
  expect(JSON.parse(stdout).input.personalColumns).toEqual([]);
});

describe('what is remembered', () => {
  const till = 'Date,Amount,Tender,Order\n2026-11-20 08:12:00,4.80,VISA,';
  const flags = ['--timezone', 'UTC', '--const', 'currency=EUR'];

  it('a flag that says otherwise wins, and is what is remembered next', async () => {
    await sales('upload', ...flags, '--set', 'brandId=Tender', line.file('a.csv', `${till}A1\n`));
    await sales('upload', '--set', 'additionalData.Tender=Tender', line.file('b.csv', `${till}A2\n`));
    await sales('upload', line.file('c.csv', `${till}A3\n`));
    expect([(await standing('A1'))[0]?.brandId, (await standing('A2'))[0]?.brandId, (await standing('A3'))[0]?.brandId]).toEqual([
      'VISA',
      null,
      null,
    ]);
  });

  it('is how values were written, where those of the next file do not show it, and asked about where they show otherwise', async () => {
    const file = (name: string, order: string, ...cells: string[]) =>
      line.file(name, `Date;Amount;Currency;Order\n${cells.map((cell) => `${cell};EUR;${order}\n`).join('')}`);
    const first = file('a.csv', 'G1', '20/11/2026 08:12;12,50');
    expect((await sales('upload', '--timezone', 'UTC', '--set', 'orderId=Order', first)).exit).toBe(0);
    const unclear = file('b.csv', 'G2', '05/06/2026 08:12;1.234', '06/06/2026 08:12;x');
    expect(await sales('upload', unclear)).toMatchObject({ exit: 5, stderr: expect.stringContaining("decimal ','") });
    expect(await standing('G2')).toMatchObject([{ amount: 1234, transactionDate: expect.stringContaining('2026-06-05') }]);
    // The rejects of it show no more, and need no more.
    const rejects = join(line.folder, 'b.rejects.csv');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').replace(';x;', ';2.345;'));
    expect(await sales('upload', rejects)).toMatchObject({ exit: 0 });
    expect((await standing('G2')).map(({ amount }) => amount).sort()).toEqual([1234, 2345]);

    const point = await sales('upload', '--json', file('c.csv', 'G3', '20/11/2026 08:12;12.50'));
    expect(point.exit).toBe(4);
    expect(JSON.parse(point.stderr).error.questions).toMatchObject([
      { code: 'DECIMAL_SIGN_AMBIGUOUS', field: 'amount', answers: ['--decimal .', '--decimal ,'] },
    ]);
    const month = await sales('upload', '--json', file('d.csv', 'G4', '11/20/2026 08:12;12,50'));
    expect(JSON.parse(month.stderr).error.questions).toMatchObject([
      { code: 'DATE_ORDER_AMBIGUOUS', field: 'transactionDate', answers: ['--date-format MM/dd/yyyy', '--date-format dd/MM/yyyy'] },
    ]);
    expect((await sales('upload', '--date-format', 'MM/dd/yyyy', join(line.folder, 'd.csv'))).exit).toBe(0);
    expect(await standing('G4')).toMatchObject([{ transactionDate: expect.stringContaining('2026-11-20') }]);
    expect((await sales('upload', file('e.csv', 'G5', '11/21/2026 08:12;12,50'))).exit).toBe(0);
    expect(await standing('G3')).toEqual([]);
  });

  it('is shown by map --known, as a mapping that another machine reads by', async () => {
    const file = line.file('a.csv', 'Wann;Was;Womit;Auftrag\n20.11.2026 08:12;4,80;VISA;H1\n');
    const said = ['--set', 'transactionDate=Wann', '--set', 'amount=Was', '--set', 'brandId=Womit', '--set', 'orderId=Auftrag'];
    expect((await sales('map', '--known', file)).stderr).toContain('No file with the header');
    expect((await sales('upload', '--timezone', 'Europe/Zurich', '--const', 'currency=CHF', ...said, file)).exit).toBe(0);
    const next = line.file('b.csv', 'Wann;Was;Womit;Auftrag\n20.11.2026 09:12;5,80;Bar;H2\n');
    const { stdout, exit } = await sales('map', '--known', next);
    expect(exit).toBe(0);
    expect(stdout).toContain('sales upload --map THIS-FILE --timezone Europe/Zurich FILE');
    for (const pair of ['transactionDate = Wann', 'amount = Was', 'brandId = Womit', 'currency = CHF']) expect(stdout).toContain(pair);
    const mapping = line.file('known.map', stdout);
    const other = await sales('upload', '--no-remember', '--map', mapping, '--timezone', 'Europe/Zurich', next);
    expect(other).toMatchObject({ exit: 0 });
    expect(await standing('H2')).toMatchObject([{ amount: 5.8, brandId: 'Bar', transactionDate: expect.stringContaining('09:12') }]);
  });

  it('credits less debits may be said again', async () => {
    const table = 'Date,Credit,Debit,Currency,Order\n2026-11-20 08:12:00,4.80,,EUR,';
    const both = ['--timezone', 'UTC', '--set', 'amount=Credit - Debit', '--set', 'orderId=Order'];
    expect((await sales('upload', ...both, line.file('a.csv', `${table}F1\n`))).exit).toBe(0);
    expect(await sales('upload', ...both, line.file('b.csv', `${table}F2\n`))).toMatchObject({ exit: 0 });
    expect(await sales('upload', line.file('c.csv', `${table}F3\n`))).toMatchObject({ exit: 0 });
    expect([...(await standing('F2')), ...(await standing('F3'))].map(({ amount }) => amount)).toEqual([4.8, 4.8]);
  });

  it('the same file is known again after another was read by what it had told', async () => {
    const noon = line.file('noon.csv', `${till}B1\n`);
    expect((await sales('upload', ...flags, noon)).exit).toBe(0);
    expect((await sales('upload', line.file('evening.csv', `${till}B2\n2026-11-20 17:00:00,1.00,Cash,B3\n`))).exit).toBe(0);
    const again = await sales('upload', noon);
    expect(again.exit).toBe(4);
    expect(again.stderr).toContain('--again');
  });

  it('by a version that kept only flags is read as that', async () => {
    const path = join(line.folder, 'config', 'mappings.json');
    await sales('upload', ...flags, '--set', 'brandId=Tender', line.file('a.csv', `${till}D1\n`));
    const { schema, mappings } = JSON.parse(readFileSync(path, 'utf8'));
    const old = mappings.map(({ profile, fingerprint, on, rules }: object & Record<string, unknown>) => ({
      profile,
      fingerprint,
      on,
      rules,
    }));
    writeFileSync(path, JSON.stringify({ schema, mappings: old }));
    expect((await sales('upload', '--timezone', 'UTC', line.file('b.csv', `${till}D2\n`))).exit).toBe(0);
    expect(await standing('D2')).toMatchObject([{ brandId: 'VISA' }]);
  });

  it('by a version that took cells for brands is read as that', async () => {
    // The server keeps what was said of the other header.
    const own = till.replace('Tender', 'Tender name');
    const path = join(line.folder, 'config', 'mappings.json');
    await sales('upload', ...flags, line.file('a.csv', `${own}E1\n`));
    const { schema, mappings } = JSON.parse(readFileSync(path, 'utf8'));
    const [{ mapping, ...rest }] = mappings;
    expect(mapping[2]).toBe('additionalData.Tender name');
    const old = { ...rest, mapping: mapping.with(2, 'brandId'), byContent: ['brandId'] };
    writeFileSync(path, JSON.stringify({ schema, mappings: [old] }));
    expect((await sales('upload', line.file('b.csv', `${own}E2\n2026-11-20 17:00:00,1.00,Cash,E3\n`))).exit).toBe(0);
    expect([...(await standing('E2')), ...(await standing('E3'))].map(({ brandId }) => brandId)).toEqual(['VISA', 'Cash']);
  });
});

it('a column that files with another header were sent by is proposed before others', async () => {
  const zone = ['--timezone', 'UTC'];
  const day = 'Date,Bon-Nr,Amount,Currency\n2026-11-16 09:40:10,4711,7.80,EUR\n2026-11-16 10:34:17,4712,12.50,EUR\n';
  const month =
    'Date,Transaktions-ID,Bon-Nr,Amount,Currency\n2026-11-16 09:40:10,TX1,4711,7.80,EUR\n2026-11-16 10:34:17,TX2,4712,12.50,EUR\n';
  const asked = async () => (await sales('upload', ...zone, '--no-input', line.file('month.csv', month))).stderr;
  expect(await asked()).toContain('--set transactionReference=Transaktions-ID   or   --set transactionReference=Bon-Nr');
  expect((await sales('upload', ...zone, line.file('day.csv', day))).exit).toBe(0);
  const stderr = await asked();
  expect(stderr).toContain('--set transactionReference=Bon-Nr (as in earlier files)   or   --set transactionReference=Transaktions-ID');
  expect(stderr).toMatch(/If that is right: .*--set transactionReference=Bon-Nr/);
});

describe('two tills without a terminal in their files', () => {
  const zone = ['--timezone', 'UTC'];
  const day = (till: string, n: number, number: string) =>
    line.file(`${till}-${n}.csv`, `Date,Amount,Currency,Receipt no\n${n}.11.2026 08:12,1${till.at(-1)}.00,EUR,${number}\n`);
  const send = (...argv: string[]) => line.run(argv, { confirms: true, env: { SALES_PASSWORD: password } });
  const upload = async (file: string, ...flags: string[]) => {
    const first = await send('upload', file, '--no-input', ...zone, ...flags);
    const [, digest] = /new header.*--accept (\w+)/s.exec(first.stderr) ?? [];
    return digest === undefined ? first : send('upload', file, '--no-input', ...zone, ...flags, '--accept', digest);
  };

  it('are told apart by --const: a file without it asks, once there were two', async () => {
    expect((await upload(day('K1', 16, '100'), '--const', 'terminalId=K1')).exit).toBe(0);
    expect(await send('upload', day('K1', 17, '101'), '--no-input')).toMatchObject({ exit: 0, stderr: expect.stringContaining('"K1"') });
    expect((await upload(day('K2', 16, '100'), '--const', 'terminalId=K2')).exit).toBe(0);
    const asked = await send('upload', day('K1', 18, '102'), '--no-input');
    expect(asked).toMatchObject({ exit: 4, stderr: expect.stringContaining('--const terminalId=K1   or   --const terminalId=K2') });
    expect(asked.stderr).not.toContain('PROPOSED');
    // What was said yes to for each till needs no other yes.
    expect((await send('upload', day('K1', 18, '102'), '--no-input', '--const', 'terminalId=K1')).exit).toBe(0);
    expect((await send('upload', day('K2', 18, '101'), '--no-input', '--const', 'terminalId=K2')).exit).toBe(0);
    expect((await send('upload', day('K3', 18, '101'), '--no-input', '--const', 'terminalId=K3')).stderr).toContain('a new header');
  });

  it('are told apart where one was sent without a terminal, too', async () => {
    const file = (n: number) => line.file(`${n}.csv`, `Date,Amount,Currency,Receipt number\n${n}.11.2026 08:12,10.00,EUR,${n}\n`);
    expect((await upload(file(16))).exit).toBe(0);
    expect((await upload(file(17), '--const', 'terminalId=K2')).exit).toBe(0);
    const asked = await send('upload', file(18), '--no-input');
    expect(asked).toMatchObject({ exit: 4, stderr: expect.stringContaining('had no terminalId or "K2"') });
    expect(asked.stderr).toContain(
      'Say which it is:   --const terminalId=K2;   or, for none, go on without what is remembered:   --no-remember',
    );
  });
});
