/** Rows that were rejected, corrected and sent: against a real server, which compares them with what it has. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let line: CommandLine;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  line = openCommandLine(null);
  till += 1;
});
afterEach(() => line.remove());
afterAll(() => server.stop());

/** Each test has a terminal of its own, and so sales of its own. */
let till = 0;
const head = 'Datum;Uhrzeit;Betrag;Währung;Terminal;Kartenart';
const coffee = (amount: string) => `20.11.2026;12:30;${amount};EUR;T${till};VISA`;
const file = (name: string, ...amounts: string[]) => line.file(name, `${[head, ...amounts.map(coffee)].join('\n')}\n`);

const run = (...argv: string[]) =>
  line.run(argv, {
    env: {
      SALES_TIMEZONE: 'Europe/Zurich',
      SALES_URL: server.url,
      SALES_USER: 'api',
      SALES_PASSWORD: password,
      SALES_CA_FILE: line.file('ca.pem', server.ca),
    },
  });
const correct = (path: string, wrong: string, right: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(`;${wrong};`, `;${right};`));

/** The amounts that count. */
const counted = async () => {
  const { json } = await server.request(`/sales/v1/transactions?terminalId=T${till}&pageSize=500`);
  const items = json.items as { amount: number; transactionState: string; transactionMatchState: string }[];
  const isCounted = (one: (typeof items)[number]) => one.transactionState === 'Processed' && one.transactionMatchState !== 'Skip';
  return items
    .filter(isCounted)
    .map(({ amount }) => amount)
    .sort();
};

describe('a row that the import rejected', () => {
  it('lies in the rejects file, and the command that is shown brings it in', async () => {
    const wrong = coffee('4,70').replace('EUR', 'EUX');
    const seen = await run('upload', line.file('a.csv', [head, coffee('4,50'), wrong, coffee('4,60 EU'), coffee('4,50')].join('\n')));
    expect(seen.exit, seen.stderr).toBe(8);
    expect(seen.stderr).toContain('REJECTED 2 sales need you. ');
    const rejects = join(line.folder, 'a.rejects.csv');
    const text = readFileSync(rejects, 'utf8');
    expect(text).toMatch(/;4,70;EUX;.*;3;REJECTED_BY_IMPORT;"?currency: the server says: is not an ISO 4217 currency code/);
    expect(text.trim().split('\n')).toHaveLength(3);
    writeFileSync(rejects, text.replace('EUX', 'EUR').replace(' EU;', ';'));
    const [, shown = ''] = /Correct them and run {3}sales (.*)$/m.exec(seen.stderr) ?? [];
    const again = await run(...shown.replaceAll('FOLDER', line.folder).split(' '));
    expect(again.exit, again.stderr).toBe(0);
    expect(await counted()).toEqual([4.5, 4.5, 4.6, 4.7]);
    // The server may yet import the row that it has, and finds the other only where that is no part of the same file.
    const folder = join(line.folder, 'state', 'jobs');
    const jobs = readdirSync(folder).filter((name) => /^[0-9a-f]{8}$/.test(name));
    expect(jobs.map((name) => JSON.parse(readFileSync(join(folder, name, 'job.json'), 'utf8')).partOf)).toEqual([undefined, undefined]);
  });

  it('is compared with what is there also where it is sent without the others', async () => {
    const wrong = coffee('4,70').replace('EUR', 'EUX');
    expect((await run('upload', line.file('a.csv', [head, coffee('4,50'), wrong, coffee('4,60 EU')].join('\n')))).exit).toBe(8);
    const rejects = join(line.folder, 'a.rejects.csv');
    const isOther = (one: string) => !one.includes('4,60 EU');
    writeFileSync(rejects, readFileSync(rejects, 'utf8').split('\n').filter(isOther).join('\n').replace('EUX', 'EUR'));
    // The server may yet import the row that it has: then this must not count beside it.
    const seen = await run('upload', rejects);
    expect(seen.exit, seen.stderr).toBe(0);
    const folder = join(line.folder, 'state', 'jobs');
    const jobs = readdirSync(folder).filter((name) => /^[0-9a-f]{8}$/.test(name));
    expect(jobs.map((name) => JSON.parse(readFileSync(join(folder, name, 'job.json'), 'utf8')).partOf)).toEqual([undefined, undefined]);
  });

  it('is in no rejects file where the server names fewer than there are', async () => {
    const wrong = Array.from({ length: 1_100 }, (_, at) => coffee(`${at},10`).replace('EUR', 'EUX'));
    const seen = await run('upload', '--batch', '2000', line.file('a.csv', [head, coffee('4,50'), ...wrong].join('\n')));
    expect([seen.exit, seen.stderr]).toEqual([8, expect.stringContaining('Correct only those and send them in a separate file')]);
    expect(readdirSync(line.folder)).not.toContain('a.rejects.csv');
  });

  it('is not sent again with all others where it is not known which it is', async () => {
    const rows = [coffee('4,50'), coffee('4,70').replace('EUR', 'EUX')];
    const json = rows.map((_, at) => ({ amount: at, currency: at ? 'EUX' : 'EUR', transactionDate: '2026-11-20T10:00:00Z' }));
    const seen = await run('upload', line.file('a.json', JSON.stringify(json)));
    expect([seen.exit, seen.stderr]).toEqual([8, expect.stringContaining('Correct only those and send them in a separate file')]);
  });
});

describe('a corrected reject', () => {
  it('counts beside its twin, which was good at once', async () => {
    expect((await run('upload', file('a.csv', '4,50', '4,50 EU'))).exit).toBe(5);
    const rejects = join(line.folder, 'a.rejects.csv');
    correct(rejects, '4,50 EU', '4,50');
    const seen = await run('upload', rejects);
    expect(seen.exit, seen.stderr).toBe(0);
    expect(await counted()).toEqual([4.5, 4.5]);
  });

  it('counts so, too, where it was rejected twice, and in a watched folder', async () => {
    const folder = join(line.folder, 'in');
    mkdirSync(folder);
    const watch = () => run('watch', folder, '--once', '--settle', '0ms');
    renameSync(file('a.csv', '4,50', '4,50 EU', '4,50 CH'), join(folder, 'a.csv'));
    expect((await watch()).exit).toBe(5);
    for (const [name, wrong, exit] of [
      ['a.rejects.csv', '4,50 EU', 5],
      ['a.rejects-2.csv', '4,50 CH', 0],
    ] as const) {
      correct(join(folder, 'failed', name), wrong, '4,50');
      renameSync(join(folder, 'failed', name), join(folder, name));
      const seen = await watch();
      expect(seen.exit, seen.stderr).toBe(exit);
    }
    expect(await counted()).toEqual([4.5, 4.5, 4.5]);
  });

  it('that another file has brought is a duplicate of that, and no twin to be told of', async () => {
    expect((await run('upload', file('b.csv', '4,60'))).exit).toBe(0);
    expect((await run('upload', file('a.csv', '4,50', '4,60 EU'))).exit).toBe(5);
    const rejects = join(line.folder, 'a.rejects.csv');
    correct(rejects, '4,60 EU', '4,60');
    const seen = await run('upload', '--json', rejects);
    expect([seen.exit, JSON.parse(seen.stdout)]).toEqual([
      0,
      expect.objectContaining({ uploads: [expect.objectContaining({ duplicates: 1 })] }),
    ]);
    expect(await counted()).toEqual([4.5, 4.6]);
  });

  it('counts once where its rejects file comes again, corrected further, and the one that may be lost is told: exit 8', async () => {
    expect((await run('upload', file('a.csv', '4,50', '4,50 EU', '7,0 EU'))).exit).toBe(5);
    const rejects = join(line.folder, 'a.rejects.csv');
    correct(rejects, '4,50 EU', '4,50');
    expect((await run('upload', rejects)).exit).toBe(5);
    expect(await counted()).toEqual([4.5, 4.5]);
    correct(rejects, '7,0 EU', '7,00');
    const seen = await run('upload', rejects);
    expect([seen.exit, seen.stderr]).toEqual([
      8,
      expect.stringContaining('1 corrected row was treated as a duplicate of what the server already has'),
    ]);
    expect(seen.stderr).toMatch(/sales list --upload \S+ --match-state Skip/);
    expect(await counted()).toEqual([4.5, 4.5, 7]);
  });

  it('is told where nothing says of which file it is: exit 8', async () => {
    expect((await run('upload', file('a.csv', '4,50', '4,50 EU'))).exit).toBe(5);
    const moved = join(line.folder, 'moved.csv');
    renameSync(join(line.folder, 'a.rejects.csv'), moved);
    correct(moved, '4,50 EU', '4,50');
    expect(JSON.parse((await run('upload', '--json', moved)).stdout)).toMatchObject({ exit: 8, twinsInDoubt: 1 });
    expect(await counted()).toEqual([4.5]);
  });

  it('is no leave to send the whole file under the name of its rejects', async () => {
    expect((await run('upload', file('a.csv', '4,50', '4,60 EU'))).exit).toBe(5);
    const whole = readFileSync(join(line.folder, 'a.rejects.csv'), 'utf8').replace(' EU', '');
    writeFileSync(join(line.folder, 'a.rejects.csv'), `${whole}${coffee('4,50')};2;;\n`);
    expect((await run('upload', join(line.folder, 'a.rejects.csv'))).exit).toBe(8);
    expect(await counted()).toEqual([4.5, 4.6]);
  });

  it('counts once where the job of its upload is lost', async () => {
    expect((await run('upload', file('a.csv', '4,50', '4,50 EU'))).exit).toBe(5);
    const rejects = join(line.folder, 'a.rejects.csv');
    correct(rejects, '4,50 EU', '4,50');
    expect((await run('upload', rejects)).exit).toBe(0);
    rmSync(join(line.folder, 'state'), { recursive: true });
    expect((await run('upload', rejects)).exit).toBe(8);
    expect(await counted()).toEqual([4.5, 4.5]);
  });

  it('counts once where another machine sends the file and its rejects, corrected otherwise', async () => {
    const path = file('a.csv', '4,50', '4,60 EU');
    for (const [amount, exit] of [
      ['4,60', 0],
      ['4,600', 0],
      ['4,61', 4],
    ] as const) {
      expect((await run('upload', path)).exit).toBe(5);
      const rejects = join(line.folder, 'a.rejects.csv');
      correct(rejects, '4,60 EU', amount);
      const seen = await run('upload', rejects, '--decimal', ',');
      expect(seen.exit, seen.stderr).toBe(exit);
      if (exit !== 0) expect(seen.stderr).toContain('The server already has these rejects, corrected differently');
      rmSync(join(line.folder, 'state'), { recursive: true });
      rmSync(rejects);
    }
    expect(await counted()).toEqual([4.5, 4.6]);
  });
});
