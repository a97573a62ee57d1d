/** `sales watch --once` over a real folder, against a real server. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesIn, putInto, settling } from '../../src/jobs/watched-folder.js';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import { type MemoryServer, memoryServer } from '../client/memory-server.js';
import { type StubServer, startStub } from '../client/stub-server.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

let server: TestServer;
let line: CommandLine;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => {
  line = openCommandLine(null);
  folder = join(line.folder, 'in');
  mkdirSync(folder);
});
afterEach(() => line.remove());
afterAll(() => server.stop());

let files = 0;
const head = 'amount,currency,transactionDate,transactionReference\n';
const row = (amount: string, reference: string) => `${amount},EUR,2026-11-20T10:00:00+01:00,${reference}\n`;

/** A file that no test before had. */
function drop(name: string, rows = 2): string {
  files += 1;
  const text = head + Array.from({ length: rows }, (_, at) => row('1.50', `f${files}-${at}`)).join('');
  writeFileSync(join(folder, name), text);
  return text;
}

const watch = (...flags: string[]) => run('watch', folder, '--once', '--settle', '0ms', ...flags);
const run = (...argv: string[]) =>
  line.run(argv, {
    env: {
      SALES_URL: server.url,
      SALES_USER: 'api',
      SALES_PASSWORD: password,
      SALES_CA_FILE: line.file('ca.pem', server.ca),
    },
  });

const inTray = (tray: string) => readdirSync(join(folder, tray)).sort();
const report = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const stored = async () => (await server.request('/sales/v1/transactions?pageSize=500')).json.items.length;

describe('sales watch', () => {
  it('uploads what is there, moves it to done with its report, and leaves nothing behind', async () => {
    const before = await stored();
    const text = drop('monday.csv');
    drop('tuesday.csv', 3);
    const seen = await watch();
    expect(seen.exit, seen.stderr).toBe(0);
    expect(inTray('done')).toEqual(['monday.csv', 'monday.csv.report.json', 'tuesday.csv', 'tuesday.csv.report.json']);
    expect(inTray('failed')).toEqual([]);
    expect(readFileSync(join(folder, 'done/monday.csv'), 'utf8')).toBe(text);
    expect(report('done/tuesday.csv.report.json')).toMatchObject({ schema: 'sales.upload/1', rows: { accepted: 3 }, exit: 0 });
    expect(statSync(join(folder, 'done/monday.csv.report.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['done', 'failed', 'waiting']);
    expect(await stored()).toBe(before + 5);
  });

  it('of a file that was cut, has the last row among the rejects and says so, as first one and by how earlier files ended', async () => {
    const cut = (text: string) => {
      files += 1;
      return head + row('50.32', `f${files}-0`) + row('1269.50', `f${files}-1`).slice(0, -1) + text;
    };
    const before = await stored();
    // The references of the last column all end alike, and the amount is whole: only the earlier file shows that something is missing.
    writeFileSync(join(folder, 'whole.csv'), cut('\n'));
    expect((await watch()).exit).toBe(0);
    writeFileSync(join(folder, 'no-line-end.csv'), cut(''));
    const seen = await watch();
    expect(seen.exit).toBe(5);
    expect(await stored()).toBe(before + 3);
    expect(inTray('failed').filter((name) => name.includes('rejects'))).toEqual(['no-line-end.rejects.csv']);
    expect(report('done/no-line-end.csv.report.json')).toMatchObject({
      rows: { read: 2, accepted: 1, rejected: 1 },
      errors: [{ line: 3, code: 'ROW_CUT' }],
    });
    const other = (amount: string) => `currency,transactionDate,amount\nEUR,2026-11-20T10:00:00Z,50.32\nEUR,2026-11-20T10:01:00Z,${amount}`;
    writeFileSync(join(folder, 'amount-cut.csv'), other('12'));
    expect((await watch()).exit).toBe(5);
    expect(report('done/amount-cut.csv.report.json').errors).toMatchObject([{ line: 3, code: 'ROW_CUT', field: 'amount', value: '12' }]);
  });

  it('what cannot be read goes to failed, and says why', async () => {
    writeFileSync(join(folder, 'empty.csv'), '');
    drop('good.csv');
    const seen = await watch();
    expect(seen.exit).toBe(4);
    expect(inTray('failed')).toEqual(['empty.csv', 'empty.csv.report.json', 'empty.csv.report.txt']);
    expect(report('failed/empty.csv.report.json').stopped.message).toContain('is empty');
    expect(readFileSync(join(folder, 'failed/empty.csv.report.txt'), 'utf8')).toMatch(
      /^Nothing of empty\.csv was sent\.\n[\s\S]*Why:\n .* is empty\.\n\nWhat to do:\n {2}Check/,
    );
    expect(inTray('done')).toContain('good.csv');
  });

  it('says of what is no folder what it is', async () => {
    folder = join(line.folder, 'none');
    expect(await watch()).toMatchObject({ exit: 12, stderr: expect.stringContaining('There is no folder FOLDER/none.') });
    folder = line.file('file.csv', '');
    expect(await watch()).toMatchObject({ exit: 2, stderr: expect.stringContaining('FOLDER/file.csv is not a folder.') });
  });

  it('the questions that a file leaves are shown with its name, and stand in its report', async () => {
    writeFileSync(join(folder, 'till.csv'), 'Betrag,Trinkgeld,Datum,Waehrung\n1.50,0.50,20.11.2026 10:00,EUR\n');
    const seen = await watch();
    expect(seen.exit).toBe(4);
    expect(seen.stderr).toContain('till.csv: The file leaves 2 questions open.');
    const { stopped } = report('failed/till.csv.report.json');
    expect(stopped.details).toEqual([
      expect.stringMatching(/^amount: .*--set amount=Betrag/),
      expect.stringMatching(/^transactionDate: .*--timezone/),
    ]);
    for (const detail of stopped.details) expect(seen.stderr).toContain(detail);
  });

  it('what may be settlement records goes to failed, and its sales are sent where that is said', async () => {
    const payout = 'Beleg;Datum;Betrag;Kommission;Auszahlungsnummer;Währung\nkind-1;2026-11-20T10:00:00Z;1,50;0,10;PO-1;CHF\n';
    const before = await stored();
    writeFileSync(join(folder, 'payout.csv'), payout);
    expect((await watch()).exit).toBe(4);
    expect([inTray('done'), await stored()]).toEqual([[], before]);
    expect(readFileSync(join(folder, 'failed/payout.csv.report.txt'), 'utf8')).toContain('sales upload --sales FILE');
    renameSync(join(folder, 'failed/payout.csv'), join(folder, 'payout.csv'));
    expect((await watch('--sales')).exit).toBe(0);
    writeFileSync(join(folder, 'next.csv'), payout.replace('kind-1', 'kind-2'));
    expect((await watch()).exit).toBe(0);
    expect(await stored()).toBe(before + 2);
  });

  it('what breaks off goes to failed, though a part of it was sent, and says what was not; dropped again it sends nothing', async () => {
    const before = await stored();
    const sales = [1, 2, 3, 4].map(
      (at) => `{"amount":${at},"currency":"EUR","transactionDate":"2026-11-20T10:00:00Z","transactionReference":"broken-${at}"}`,
    );
    writeFileSync(join(folder, 'broken.json'), `[${sales.join(',')},{"amount":`);
    for (const _ of ['first', 'dropped again']) {
      expect((await watch('--batch', '2')).exit).toBe(5);
      expect([inTray('failed'), inTray('done')]).toEqual([['broken.json', 'broken.json.report.json', 'broken.json.report.txt'], []]);
      const { rows, unsent, stopped } = report('failed/broken.json.report.json');
      expect([rows.accepted, rows.unsent, unsent.rows, stopped.code]).toEqual([2, 2, 2, 'inputUnusable']);
      expect(await stored()).toBe(before + 2);
      renameSync(join(folder, 'failed/broken.json'), join(folder, 'broken.json'));
    }
  });

  it('bad rows lie in failed, to be corrected and dropped again', async () => {
    writeFileSync(join(folder, 'mixed.csv'), head + row('1.00', 'mixed-1') + row('one', 'mixed-2'));
    expect((await watch()).exit).toBe(5);
    expect(inTray('failed')).toEqual(['mixed.rejects.csv']);
    const corrected = readFileSync(join(folder, 'failed/mixed.rejects.csv'), 'utf8').replace(/^one,/m, '2.00,');
    writeFileSync(join(folder, 'mixed.rejects.csv'), corrected);
    const again = await watch();
    expect(again.exit, again.stderr).toBe(0);
    expect(report('done/mixed.rejects.csv.report.json').rows).toMatchObject({ accepted: 1, rejected: 0 });
    // What was corrected is settled: the rejected rows are no longer among what failed.
    expect(inTray('failed')).toEqual([]);
    expect(inTray('done')).toContain('mixed-2.rejects.csv');
  });

  it('what a killed process has left of rejects is cleared away, and nothing else', async () => {
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    mkdirSync(join(folder, 'failed'));
    const left = [`a.rejects.csv.${gone}.tmp`, `b.rejects-2.ndjson.${gone}.tmp`];
    const kept = [`c.rejects.csv.${process.ppid}.tmp`, `d.csv.${gone}.tmp`, 'e.rejects.csv'];
    for (const name of [...left, ...kept]) writeFileSync(join(folder, 'failed', name), '');
    expect((await watch()).exit).toBe(0);
    expect(inTray('failed')).toEqual(kept);
  });

  it('the same file once more is not uploaded, and is put aside with the job that has it', async () => {
    const text = drop('same.csv');
    await watch();
    const before = await stored();
    writeFileSync(join(folder, 'copy.csv'), text);
    expect((await watch()).exit).toBe(4);
    expect(inTray('failed')).toEqual(['copy.csv', 'copy.csv.report.json', 'copy.csv.report.txt']);
    expect(report('failed/copy.csv.report.json').stopped.message).toMatch(/already uploaded on .* as .*same\.csv, job [0-9a-f]{8}/);
    expect(await stored()).toBe(before);
  });

  it('a name that is taken keeps what has it', async () => {
    const first = drop('daily.csv');
    await watch();
    const second = drop('daily.csv');
    expect((await watch()).exit).toBe(0);
    expect(readFileSync(join(folder, 'done/daily.csv'), 'utf8')).toBe(first);
    expect(readFileSync(join(folder, 'done/daily-2.csv'), 'utf8')).toBe(second);
  });

  it('a file that has grown after it was uploaded is not counted twice', async () => {
    const text = drop('grows.csv');
    await watch();
    const before = await stored();
    writeFileSync(join(folder, 'grows.csv'), text);
    appendFileSync(join(folder, 'grows.csv'), row('9.00', 'late'));
    expect((await watch()).exit).toBe(4);
    const { message, hint } = report('failed/grows.csv.report.json').stopped;
    expect(message).toMatch(/uploaded as job [0-9a-f]{8}, and watch sends no file that has grown\.$/);
    expect(hint).toContain('sales upload FILE   It refuses what would count twice');
    expect(await stored()).toBe(before);
    // As its receipts have numbers, nothing would.
    const { stderr } = await run('upload', join(folder, 'failed/grows.csv'));
    expect(stderr).toContain('1 of 3 sales imported');
  });

  it('the same file once more under its own name is not called uploaded, either', async () => {
    const text = drop('again.csv');
    await watch();
    writeFileSync(join(folder, 'again.csv'), text);
    expect((await watch()).exit).toBe(4);
    expect(inTray('failed')).toEqual(['again.csv', 'again.csv.report.json', 'again.csv.report.txt']);
  });

  describe('at a server in memory', () => {
    /** A server that stages, and honours keys; `line` uses it until the test is over. */
    let memory: MemoryServer;
    let stub: StubServer;
    const flags = ['--once', '--settle', '0ms', '--batch', '2', '--parallel', '1', '--retry-for', '0s'];
    const once = (...more: string[]) => line.run(['watch', folder, ...flags, ...more]);
    const staged = () => memory.staged.flatMap(({ references }) => references);
    const grow = (name: string, text: string) => appendFileSync(join(folder, name), text);
    const lie = () => readdirSync(folder).filter((name) => name.endsWith('.csv'));
    beforeEach(async () => {
      line.remove();
      memory = memoryServer({ idempotent: true });
      stub = await startStub(memory.answer);
      line = openCommandLine(stub);
      folder = join(line.folder, 'in');
      mkdirSync(folder);
      writeFileSync(join(folder, 'grows.csv'), head + [1, 2, 3, 4, 5].map((at) => row('1.50', `R${at}`)).join(''));
    });
    afterEach(() => stub.close());

    it('a file that another user has uploaded is uploaded', async () => {
      const text = readFileSync(join(folder, 'grows.csv'), 'utf8');
      expect((await once()).exit).toBe(0);
      writeFileSync(join(folder, 'grows.csv'), text);
      expect((await once('--user', 'other')).exit).toBe(0);
      expect(staged()).toHaveLength(10);
    });

    it('a file that was written to after it was read is not called done', async () => {
      stub.answer = (request) => {
        if (request.method === 'POST' && lie().length > 0 && memory.staged.length === 2) grow('grows.csv', row('9.00', 'R6'));
        memory.answer(request);
      };
      expect((await once()).exit).toBe(4);
      expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
      expect(inTray('done')).toEqual([]);
      expect(report('failed/grows.csv.report.json').stopped.message).toContain('was still being written while it was uploaded');
    });

    it('a file that is gone when its turn comes stops nothing', async () => {
      for (const name of ['later.csv', 'next.csv']) writeFileSync(join(folder, name), head + row('2.00', name));
      stub.answer = (request) => {
        rmSync(join(folder, 'later.csv'), { force: true });
        memory.answer(request);
      };
      const seen = await once();
      expect([seen.exit, seen.stderr]).toEqual([4, expect.stringContaining('FOLDER/in/later.csv does not exist')]);
      expect(inTray('done')).toContain('next.csv');
      expect(staged()).toContain('next.csv');
    });

    it('a file that has grown stays where all that the server may have of it is in doubt', async () => {
      memory = memoryServer({ idempotent: false });
      memory.reply = (_, request) => {
        request.socket.destroy();
        return false;
      };
      stub.answer = memory.answer;
      expect((await once()).exit).toBe(7);
      grow('grows.csv', row('9.00', 'R6'));
      expect((await once()).exit).toBe(7);
      expect([lie(), memory.arrived.length]).toEqual([['grows.csv'], 1]);
    });
    it('a file that has grown is uploaded whole where the server has nothing of it', async () => {
      stub.answer = ({ socket }) => void socket.destroy();
      expect((await once()).exit).toBe(6);
      stub.answer = memory.answer;
      grow('grows.csv', row('9.00', 'R6'));
      const seen = await once();
      expect(seen.exit, seen.stderr).toBe(0);
      expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5', 'R6']);
      expect(inTray('done')).toContain('grows.csv');
      // The shorter one is not gone on with any more.
      expect((await line.run(['resume'])).stderr).toContain('Nothing to resume');
      expect(staged()).toHaveLength(6);
    });

    it('a file that has grown is gone on with where it ended, and its new rows are told as not sent', async () => {
      memory.reply = (arrival, request) => {
        if (arrival === 2) request.socket.destroy();
        return arrival !== 2;
      };
      expect((await once()).exit).toBe(7);
      memory.reply = () => true;
      grow('grows.csv', row('9.00', 'R6'));
      const seen = await once();
      expect([seen.exit, seen.stderr]).toEqual([4, expect.stringContaining('has grown since this upload began')]);
      expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
      expect(report('failed/grows.csv.report.json').stopped.message).toContain('were uploaded as job');
      expect((await line.run(['resume'])).stderr).toContain('Nothing to resume');
    });

    it('a file that has grown stays where its beginning cannot be gone on with yet', async () => {
      memory.reply = (arrival, request) => {
        if (arrival === 2) request.socket.destroy();
        return arrival !== 2;
      };
      expect((await once()).exit).toBe(7);
      grow('grows.csv', row('9.00', 'R6'));
      stub.answer = ({ socket }) => void socket.destroy();
      expect((await once()).exit).toBe(6);
      expect(lie()).toEqual(['grows.csv']);
      stub.answer = memory.answer;
      memory.reply = () => true;
      expect((await once()).exit).toBe(4);
      expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
    });

    it('a file that has grown stays where its last row was only half of one', async () => {
      writeFileSync(join(folder, 'grows.csv'), `${head}${[1, 2, 3, 4].map((at) => row('1.50', `R${at}`)).join('')}1.5`);
      memory.reply = (arrival, request) => {
        if (arrival === 2) request.socket.destroy();
        return arrival !== 2;
      };
      expect((await once()).exit).toBe(7);
      memory.reply = () => true;
      grow('grows.csv', row('0', 'R5'));
      const seen = await once();
      expect([seen.exit, seen.stderr]).toEqual([7, expect.stringContaining('Put the file back as it was')]);
      expect(lie()).toEqual(['grows.csv']);
      expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4']);
    });
  });

  it('a file with the longest name there is stops nothing, and has its report and its rejects', async () => {
    const long = `${'ü'.repeat(125)}.csv`;
    const bad = `${'b'.repeat(240)}.csv`;
    for (const _ of ['first', 'of the same name']) {
      drop(long);
      drop('zzz.csv');
      expect((await watch()).exit).toBe(0);
    }
    const done = inTray('done').filter((name) => !name.startsWith('zzz'));
    expect(done.map((name) => [Buffer.byteLength(name) <= 255, name.replace(/~[0-9a-f]{8}/, '~HASH').replaceAll('ü', '')])).toEqual(
      expect.arrayContaining([
        [true, '.csv'],
        [true, '~HASH-2.csv'],
        [true, '~HASH.report.json'],
      ]),
    );
    expect([done.length, inTray('done').filter((name) => name.startsWith('zzz')).length]).toEqual([4, 4]);
    for (const number of [1, 2]) {
      writeFileSync(join(folder, bad), head + row('1.00', `long-${number}`) + row('one', 'long'));
      const seen = await watch();
      expect(seen.exit, seen.stderr).toBe(5);
    }
    expect(inTray('failed').map((name) => name.replace(/b+~[0-9a-f]{8}/, 'CUT'))).toEqual(['CUT-2.rejects.csv', 'CUT.rejects.csv']);
  });

  it('a file that cannot be put away stays and is told, and the next ones are uploaded', async () => {
    mkdirSync(join(folder, 'done/a.csv.report.json'), { recursive: true });
    drop('a.csv');
    drop('b.csv');
    const seen = await watch();
    expect([seen.exit, seen.stderr]).toEqual([2, expect.stringContaining('FOLDER/in/done/a.csv.report.json is a folder')]);
    expect(seen.stderr).toContain('a.csv stays');
    expect(inTray('done')).toEqual(['a.csv.report.json', 'b.csv', 'b.csv.report.json']);
    expect(readdirSync(folder)).toContain('a.csv');
    // Its rows are there, and are not sent again.
    const before = await stored();
    rmSync(join(folder, 'done/a.csv.report.json'), { recursive: true });
    expect((await watch()).exit).toBe(0);
    expect([await stored(), inTray('done').length]).toEqual([before, 4]);
  });

  it.each(['.hidden.csv', 'half.csv.part', 'draft.csv~', 'x.tmp'])('%s is left alone', async (name) => {
    drop(name);
    expect((await watch()).exit).toBe(0);
    expect(readdirSync(folder)).toContain(name);
  });

  it('with --json tells of every file', async () => {
    drop('a.csv');
    const { stdout } = await watch('--json');
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'sales.uploads/1', jobs: [{ schema: 'sales.upload/1', rows: { accepted: 2 } }] });
  });
});

describe('a watched folder', () => {
  it('a file is at rest when it has stayed as it is for the whole time', async () => {
    let now = 0;
    const settled = settling(100, () => now);
    const names = async () => settled(await filesIn(folder, 'Sales')).map(({ name }) => name);
    drop('a.csv');
    expect(await names()).toEqual([]);
    now = 99;
    expect(await names()).toEqual([]);
    appendFileSync(join(folder, 'a.csv'), row('2.00', 'more'));
    now = 150;
    expect(await names()).toEqual([]);
    now = 249;
    expect(await names()).toEqual([]);
    now = 250;
    expect(await names()).toEqual(['a.csv']);
  });

  it('a file that came under the name of the one that was uploaded stays', async () => {
    mkdirSync(join(folder, 'done'));
    drop('a.csv');
    const [file] = await filesIn(folder, 'Sales');
    if (!file) throw new Error('no file');
    renameSync(join(folder, 'a.csv'), join(line.folder, 'elsewhere.csv'));
    const text = drop('a.csv');
    expect(await putInto({ folder, tray: 'done' }, file, {}, null, async () => {})).toBe(null);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe(text);
  });
});
