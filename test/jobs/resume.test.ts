import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { jobText } from '../../src/client/journal/job.js';
import { lockFolder } from '../../src/client/journal/job-lock.js';
import { type CommandLine, openCommandLine, type Seen } from '../cli/command-line.js';
import { onMemoryServer } from '../cli/on-stub.js';
import { type MemoryServer, memoryServer } from '../client/memory-server.js';
import { type StubServer, startStub } from '../client/stub-server.js';

let stub: StubServer;
let line: CommandLine;
let server: MemoryServer;

onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line, server } = on);
});

function use(memory: MemoryServer): void {
  server = memory;
  stub.answer = memory.answer;
}

const text = `transactionReference,amount,currency,transactionDate\n${[1, 2, 3, 4, 5].map((number) => `R${number},1.00,CHF,2026-11-20T08:00:00Z\n`).join('')}`;
const upload = (file: string, ...flags: string[]) =>
  line.run(['upload', '--json', '--batch', '2', '--parallel', '1', '--retry-for', '0s', ...flags, file]);
const documentIn = ({ stdout }: Seen) => JSON.parse(stdout) as { job: string; rows: Record<string, number>; exit: number };
const jobsDir = () => join(line.folder, 'state', 'jobs');
const jobs = () => (existsSync(jobsDir()) ? readdirSync(jobsDir()).filter((name) => /^[0-9a-f]{8}$/.test(name)) : []);
const staged = () => server.staged.flatMap(({ references }) => references);
const lose = (number: number) => {
  server.reply = (arrival, request) => {
    if (arrival === number) request.socket.destroy();
    return arrival !== number;
  };
};
const all = { read: 5, accepted: 5, rejected: 0, inDoubt: 0, unsent: 0 };

describe('sales resume', () => {
  it('settles a batch in doubt and sends the rest, once', async () => {
    lose(2);
    const first = await upload(line.file('a.csv', text));
    expect(first.exit).toBe(7);
    expect(documentIn(first).rows).toEqual({ read: 5, accepted: 2, rejected: 0, inDoubt: 2, unsent: 1 });
    const second = await line.run(['resume', '--json']);
    expect({ exit: second.exit, rows: documentIn(second).rows }).toEqual({ exit: 0, rows: all });
    expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
    const third = await line.run(['resume', 'last', '--json']);
    expect({ exit: third.exit, rows: documentIn(third).rows, job: documentIn(third).job }).toEqual({ exit: 0, rows: all, job: 'JOB' });
    expect((await line.run(['resume'])).stderr).toContain('Nothing to resume: job JOB');
  });

  it('sends a file once that was begun several times, each time --again, while no server was there', async () => {
    const { answer } = stub;
    const file = line.file('a.csv', text);
    stub.answer = ({ socket }) => void socket.destroy();
    expect((await upload(file)).exit).toBe(6);
    for (const exit of [6, 6]) expect((await upload(file, '--again')).exit).toBe(exit);
    expect(jobs()).toHaveLength(1);
    stub.answer = answer;
    expect((await line.run(['resume'])).exit).toBe(0);
    expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
  });

  it('leaves a job that the server has rows of, or that is under way, to those who begin its file --again', async () => {
    const file = line.file('a.csv', text);
    lose(2);
    const first = documentIn(await upload(file));
    expect(first.rows).toMatchObject({ accepted: 2, inDoubt: 2 });
    server.reply = () => true;
    expect((await upload(file, '--again')).exit).toBe(0);
    expect(jobs()).toHaveLength(2);
    expect((await line.run(['resume'])).exit).toBe(0);
    const before = jobs();
    stub.answer = ({ socket }) => void socket.destroy();
    expect((await upload(file, '--again')).exit).toBe(6);
    const [last = ''] = jobs().filter((job) => !before.includes(job));
    const lock = await lockFolder(join(jobsDir(), last), { sleep: async () => {}, random: () => 0 });
    expect((await upload(file, '--again')).exit).toBe(6);
    await lock.release();
    expect(jobs()).toHaveLength(4);
  });

  it('goes on with one of several, and gives 6 with the next one until there is none', async () => {
    const [first, second] = ['a', 'b'].map((name) => line.file(`${name}.csv`, text.replaceAll('R', name)));
    const { answer } = stub;
    stub.answer = ({ socket }) => void socket.destroy();
    for (const file of [first, second]) expect((await upload(file ?? '')).exit).toBe(6);
    stub.answer = answer;
    expect((await line.run(['status'])).exit).toBe(6);
    const one = await line.run(['resume']);
    expect([one.exit, one.stderr]).toEqual([6, expect.stringMatching(/LEFT {5}Also unfinished: sales resume JOB/)]);
    const two = await line.run(['resume', '--json']);
    expect([two.exit, documentIn(two)]).toEqual([0, expect.objectContaining({ state: 'done', exit: 0 })]);
    expect(documentIn(two)).not.toHaveProperty('unfinished');
    expect(staged()).toHaveLength(10);
    expect((await line.run(['resume'])).exit).toBe(0);
  });

  it('tells a program of what else is left beside what became of this one', async () => {
    const { answer } = stub;
    stub.answer = ({ socket }) => void socket.destroy();
    for (const name of ['c', 'd']) await upload(line.file(`${name}.csv`, text.replaceAll('R', name)));
    stub.answer = answer;
    const seen = await line.run(['resume', '--json']);
    expect([seen.exit, documentIn(seen)]).toEqual([6, expect.objectContaining({ state: 'done', rows: all, unfinished: 1, exit: 6 })]);
  });

  it('names the next command, and goes on with standard input', async () => {
    lose(1);
    const first = await line.run(['upload', '--retry-for', '0s', '-'], { stdin: text });
    expect(first.exit).toBe(7);
    expect(first.stderr).toContain('sales resume JOB');
    const [job = ''] = jobs();
    expect(statSync(join(jobsDir(), job, 'input')).mode & 0o777).toBe(0o600);
    expect(statSync(join(jobsDir(), job)).mode & 0o777).toBe(0o700);
    expect((await line.run(['resume', job])).exit).toBe(0);
    expect(staged()).toHaveLength(5);
    expect(existsSync(join(jobsDir(), job, 'input'))).toBe(false);
    expect(readdirSync(jobsDir()).filter((name) => name.startsWith('.spool'))).toEqual([]);
  });

  it('refuses a file that changed or is gone: exit 4', async () => {
    lose(1);
    const file = line.file('a.csv', text);
    await upload(file);
    writeFileSync(file, text.replace('1.00', '9.00'));
    const changed = await line.run(['resume']);
    expect({ exit: changed.exit, says: changed.stderr.includes('has changed') }).toEqual({ exit: 4, says: true });
    rmSync(file);
    const gone = await line.run(['resume']);
    expect({ exit: gone.exit, says: gone.stderr.includes('does not exist') }).toEqual({ exit: 4, says: true });
    expect(server.arrived).toHaveLength(1);
  });

  it('goes on with the beginning of a file that has grown, and tells that the rest was not sent: exit 5', async () => {
    lose(2);
    const file = line.file('a.csv', text);
    await upload(file);
    appendFileSync(file, 'R6,1.00,CHF,2026-11-20T08:00:00Z\n');
    const seen = await line.run(['resume', '--json']);
    expect({ exit: seen.exit, document: JSON.parse(seen.stdout) }).toMatchObject({
      exit: 5,
      document: { rows: all, readBytes: text.length },
    });
    expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
    expect(readdirSync(join(jobsDir(), jobs()[0] ?? '')).sort()).toEqual(['job.json', 'journal.ndjson', 'report.json']);
  });

  it.each([
    ['stop', 7, 1, 2],
    ['skip', 7, 3, 2],
    ['resend', 0, 4, 0],
  ] as const)('--in-doubt=%s at a server without keys is exit %i after %i requests', async (policy, exit, requests, inDoubt) => {
    use(memoryServer({ idempotent: false }));
    lose(1);
    expect((await upload(line.file('a.csv', text))).exit).toBe(7);
    expect(server.arrived).toHaveLength(1);
    const seen = await line.run(['resume', '--json', '--in-doubt', policy]);
    expect({ exit: seen.exit, requests: server.arrived.length, inDoubt: documentIn(seen).rows.inDoubt }).toEqual({
      exit,
      requests,
      inDoubt,
    });
  });

  it('what was skipped in doubt can be sent again later, also of standard input', async () => {
    use(memoryServer({ idempotent: false }));
    lose(1);
    const first = await line.run(['upload', '--batch', '2', '--parallel', '1', '--retry-for', '0s', '--in-doubt', 'skip', '-'], {
      stdin: text,
    });
    expect([first.exit, server.arrived.length]).toEqual([7, 3]);
    expect((await line.run(['resume'])).stderr).toContain('Nothing to resume: job JOB');
    const [job = ''] = jobs();
    const again = await line.run(['resume', job, '--json', '--in-doubt', 'resend']);
    expect([again.exit, documentIn(again).rows]).toEqual([0, all]);
    expect(server.arrived.map(({ references }) => references[0])).toEqual(['R1', 'R3', 'R5', 'R1']);
    expect(existsSync(join(jobsDir(), job, 'input'))).toBe(false);
  });

  it('a person is asked about a batch in doubt, and not before the run after', async () => {
    use(memoryServer({ idempotent: false }));
    lose(1);
    const atTerminal = { terminal: true, stdin: 'resend\n' };
    const first = await line.run(['upload', '--batch', '2', '--retry-for', '0s', line.file('a.csv', text)], atTerminal);
    expect([first.exit, server.arrived.length, first.stderr]).toEqual([7, 1, expect.not.stringContaining('Send them again')]);
    expect((await line.run(['resume'], { terminal: true, stdin: '\n' })).exit).toBe(7);
    expect((await line.run(['resume', '--json'], atTerminal)).exit).toBe(7);
    expect(server.arrived).toHaveLength(1);
    const asked = await line.run(['resume'], atTerminal);
    expect([asked.exit, asked.stderr]).toEqual([0, expect.stringContaining('Batch 1, 2 rows, lines 2 to 3')]);
    expect(server.arrived).toHaveLength(4);
  });

  describe('while the server cannot be reached', () => {
    let own: StubServer;
    let ownLine: CommandLine;
    /** Takes the first upload, and is gone before it has answered. */
    const openAndGo = async (idempotent: boolean) => {
      server = memoryServer({ idempotent });
      own = await startStub(server.answer);
      ownLine = openCommandLine(own);
      server.reply = () => {
        own.close();
        return false;
      };
    };
    afterEach(async () => {
      await own.close();
      ownLine.remove();
    });

    it('is a temporary failure, exit 6, where the key of a batch in doubt settles it', async () => {
      await openAndGo(true);
      const file = ownLine.file('a.csv', text);
      const first = await ownLine.run(['upload', '--batch', '2', '--parallel', '1', '--retry-for', '200ms', file]);
      const again = await ownLine.run(['resume', '--retry-for', '0s', '--in-doubt', 'resend']);
      const next = 'sales resume JOB   when the server can be reached: it continues where this stopped; nothing is sent twice';
      for (const { exit, stderr } of [first, again]) {
        expect(exit).toBe(6);
        expect(stderr).toContain('HOST cannot be reached');
        expect(stderr).toContain(`NEXT     ${next}`);
        expect(stderr).not.toMatch(/Check before|--in-doubt/);
      }
      expect(again.stderr).toMatchSnapshot();
      const { stdout } = await ownLine.run(['resume', '--retry-for', '0s', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ exit: 6, state: 'inDoubt', rows: { read: 5, inDoubt: 2, unsent: 3 } });
      expect(server.arrived).toHaveLength(1);
      server.reply = () => true;
      own = await startStub(server.answer, own.port);
      expect((await ownLine.run(['status'])).exit).toBe(6);
      expect((await ownLine.run(['resume', '--json'])).exit).toBe(0);
      expect(staged()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
    });

    it('stays in doubt, exit 7, at a server without keys', async () => {
      await openAndGo(false);
      await ownLine.run(['upload', '--batch', '2', '--retry-for', '0s', ownLine.file('a.csv', text)]);
      const { exit, stderr } = await ownLine.run(['resume', '--retry-for', '0s', '--in-doubt', 'resend']);
      expect(exit).toBe(7);
      expect(stderr).toMatch(/Check before[\s\S]*sales resume JOB --in-doubt=resend {3}or/);
      expect(server.arrived).toHaveLength(1);
    });
  });

  it('goes on only where the job began, and knows no other job', async () => {
    lose(1);
    await upload(line.file('a.csv', text));
    const [job = ''] = jobs();
    const uuid = '7d8f6a52-1b6e-4c0a-9d6c-0f3a5b7c9e11';
    for (const other of [
      ['--user', 'other'],
      ['--customer', uuid],
      ['--tenant', uuid],
    ])
      expect((await line.run(['resume', job, ...other])).exit).toBe(2);
    expect((await line.run(['resume', '--user', 'other'])).stderr).toContain('Nothing to resume as other at');
    expect(server.arrived).toHaveLength(1);
    expect((await line.run(['resume', 'ffffffff'])).exit).toBe(9);
  });

  it('stops at a damaged journal: exit 12, and says what to do', async () => {
    lose(2);
    await upload(line.file('a.csv', text));
    const path = join(jobsDir(), jobs()[0] ?? '', 'journal.ndjson');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"acked"', '"akced"'));
    const seen = await line.run(['resume']);
    expect(seen.exit).toBe(12);
    expect(seen.stderr).toMatch(/journal\.ndjson is damaged at line 4[\s\S]*move it away/);
    expect((await line.run(['status'])).exit).toBe(12);
    expect(server.arrived).toHaveLength(2);
  });

  it('stops where the columns are understood otherwise than when the job began: exit 2', async () => {
    lose(2);
    await upload(line.file('a.csv', text));
    const path = join(jobsDir(), jobs()[0] ?? '', 'job.json');
    const { crc: _, ...job } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, jobText({ ...job, readingSha256: 'another' }));
    const seen = await line.run(['resume']);
    expect([seen.exit, seen.stderr]).toEqual([2, expect.stringContaining('which reads the columns of the file differently')]);
    expect(server.arrived).toHaveLength(2);
  });

  it('says how to go on where a question is asked that was not when the job began: exit 4', async () => {
    const items =
      'transactionReference,Artikel,amount,currency,transactionDate\nR1,Tee,1.00,CHF,2026-11-20T08:00:00Z\nR1,Kuchen,1.00,CHF,2026-11-20T08:00:00Z\nR2,Tee,1.50,CHF,2026-11-20T08:00:00Z\n';
    lose(2);
    const file = line.file('a.csv', items);
    expect((await upload(file, '--set', 'additionalData.Artikel=Artikel', '--no-remember')).exit).toBe(7);
    const path = join(jobsDir(), jobs()[0] ?? '', 'job.json');
    const { crc: _, ...job } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, jobText({ ...job, reading: {} }));
    const { exit, stderr } = await line.run(['resume']);
    expect([exit, stderr]).toEqual([
      4,
      expect.stringMatching(/begun by a version that did not ask this: Line 3:[\s\S]*--again[\s\S]*--set /),
    ]);
    expect(server.arrived).toHaveLength(2);
  });
});

describe('the same file', () => {
  it('is refused with the earlier job, under any name; --again sends it once more', async () => {
    expect((await upload(line.file('a.csv', text))).exit).toBe(0);
    const seen = await line.run(['upload', line.file('b.csv', text)]);
    expect(seen.exit).toBe(4);
    expect(seen.stderr).toMatch(/uploaded on DATE as FOLDER\/a\.csv, job JOB[\s\S]*--again/);
    expect(staged()).toHaveLength(5);
    expect((await upload(line.file('b.csv', text), '--again')).exit).toBe(0);
    expect(staged()).toHaveLength(10);
    expect(new Set(server.arrived.map(({ key }) => key)).size).toBe(6);
    expect(jobs()).toHaveLength(2);
  });

  it.each(['user', 'customer', 'tenant'])('is another upload for another %s', async (name) => {
    const uuid = '7d8f6a52-1b6e-4c0a-9d6c-0f3a5b7c9e11';
    expect((await upload(line.file('a.csv', text))).exit).toBe(0);
    const other = [`--${name}`, name === 'user' ? 'other' : uuid];
    const longer = line.file('b.csv', `${text}R6,1.00,CHF,2026-11-20T08:00:00Z\n`);
    for (const file of [join(line.folder, 'a.csv'), longer]) expect((await upload(file, ...other)).exit).toBe(0);
    expect((await line.run(['upload', ...other, join(line.folder, 'a.csv')])).exit).toBe(4);
    expect(staged()).toHaveLength(16);
  });

  it('has the same keys after its job is lost, so that nothing is staged twice', async () => {
    const file = line.file('a.csv', text);
    await upload(file);
    rmSync(jobsDir(), { recursive: true });
    expect(documentIn(await upload(file)).rows).toEqual(all);
    expect(staged()).toHaveLength(5);
  });

  it('names sales resume when the earlier is not finished', async () => {
    lose(2);
    const file = line.file('a.csv', text);
    await upload(file);
    expect((await line.run(['upload', file])).stderr).toContain('sales resume JOB');
  });
});

describe('a file that ends with a fault', () => {
  it('is done with once the batches before that are sent: exit 5, and nothing is to be resumed', async () => {
    const json = (last: string) =>
      `[${[1, 2, 3].map((number) => `{"transactionReference":"R${number}","amount":1,"currency":"CHF","transactionDate":"2026-11-20T08:00:00Z"}`).join(',\n')}${last}`;
    const seen = await line.run(['upload', '--batch', '2', line.file('a.json', json(',\n{"amount" 1}]'))]);
    expect([seen.exit, seen.stderr]).toEqual([5, expect.stringMatching(/UNSENT {3}1 row of FOLDER\/a\.json, line 3/)]);
    expect(seen.stderr).not.toContain('sales resume');
    expect((await line.run(['status', '--json'])).exit).toBe(5);
    for (const job of [[], jobs()]) expect((await line.run(['resume', ...job])).stderr).toContain('Nothing to resume: job JOB');
    expect((await upload(line.file('a.json', json(']')))).exit).toBe(0);
    expect(server.staged.map(({ references }) => references)).toEqual([['R1', 'R2'], ['R1', 'R2'], ['R3']]);
    expect((await line.run(['uploads', 'prune'], { nowMs: Date.now() + 31 * 86_400_000 })).stderr).not.toContain('KEPT');
    expect(jobs()).toEqual([]);
  });
});

describe('a file that begins with one that was here before', () => {
  const more = `${text}R6,1.00,CHF,2026-11-20T08:00:00Z\n`;
  const withoutReferences = 'Datum;Betrag\n20.11.2026 10:00;1,50\n20.11.2026 10:01;2,50\n';

  it('is refused while that is not finished, and names what the server has; --again sends it', async () => {
    lose(2);
    const file = line.file('a.csv', text);
    await upload(file);
    appendFileSync(file, 'R6,1.00,CHF,2026-11-20T08:00:00Z\n');
    const seen = await line.run(['upload', file]);
    const says = `FOLDER/a.csv begins with the ${text.length} bytes of a file that was begun on DATE as FOLDER/a.csv, job JOB, and is not finished: the server has 2 of its rows, and may have 2 more. Nothing was sent.`;
    expect([seen.exit, seen.stderr]).toEqual([4, expect.stringContaining(says)]);
    expect(seen.stderr).toContain('sales resume JOB');
    const stdin = await line.run(['upload', '-'], { stdin: more });
    expect([stdin.exit, stdin.stderr]).toEqual([4, expect.stringContaining('standard input begins with')]);
    expect(server.arrived).toHaveLength(2);
    expect((await upload(file, '--again')).exit).toBe(0);
  });

  it('is refused, and that is kept, also where the server only may have some of it', async () => {
    use(memoryServer({ idempotent: false }));
    lose(1);
    const file = line.file('a.csv', text);
    expect((await upload(file)).exit).toBe(7);
    appendFileSync(file, 'R6,1.00,CHF,2026-11-20T08:00:00Z\n');
    const seen = await line.run(['upload', file]);
    expect([seen.exit, seen.stderr]).toEqual([4, expect.stringContaining('is not finished: the server may have 2 of its rows. Nothing')]);
    expect([server.arrived.length, jobs().length]).toEqual([1, 1]);
  });

  it('is sent where the server has nothing of that, which is given up', async () => {
    const { answer } = stub;
    stub.answer = ({ socket }) => void socket.destroy();
    const file = line.file('a.csv', text);
    expect((await upload(file)).exit).toBe(6);
    stub.answer = answer;
    appendFileSync(file, 'R6,1.00,CHF,2026-11-20T08:00:00Z\n');
    expect((await upload(file)).exit).toBe(0);
    expect((await line.run(['resume'])).stderr).toContain('Nothing to resume');
    expect(staged()).toHaveLength(6);
  });

  it('is refused once that was uploaded, unless a column tells one sale from another', async () => {
    const flags = ['--timezone', 'UTC', '--const', 'currency=EUR'];
    expect((await upload(line.file('b.csv', withoutReferences), ...flags)).exit).toBe(0);
    const grown = line.file('c.csv', `${withoutReferences}20.11.2026 10:02;3,50\n`);
    const seen = await line.run(['upload', ...flags, grown]);
    expect([seen.exit, seen.stderr]).toEqual([
      4,
      expect.stringMatching(/uploaded on DATE as FOLDER\/b\.csv, job JOB: those sales would count twice/),
    ]);
    expect((await upload(grown, ...flags, '--again')).exit).toBe(0);
    expect((await upload(line.file('a.csv', text))).exit).toBe(0);
    expect((await upload(line.file('more.csv', more))).exit).toBe(0);
  });

  it.each(['utf8', 'utf16le'] as const)(
    'is refused once that was uploaded with what may be half a row at its end, in %s',
    async (encoding) => {
      const bytes = (csv: string) => Buffer.from(`\ufeff${csv}`, encoding);
      const cut = `${text}R6,3.00,CHF,2026-11-20T08:00:00Z`;
      writeFileSync(line.file('b.csv', ''), bytes(cut));
      expect((await upload(join(line.folder, 'b.csv'))).exit).toBe(0);
      writeFileSync(line.file('c.csv', ''), bytes(`${cut},\n`));
      const seen = await line.run(['upload', join(line.folder, 'c.csv')]);
      expect([seen.exit, seen.stderr]).toEqual([4, expect.stringContaining('its last row may have been incomplete then')]);
      // What was not sent was not sent in part.
      writeFileSync(line.file('f.csv', ''), bytes(`${text}R8,1`));
      expect((await upload(join(line.folder, 'f.csv'))).exit).toBe(5);
      writeFileSync(line.file('g.csv', ''), bytes(`${text}R8,13.00,CHF,2026-11-20T08:00:00Z\n`));
      expect((await upload(join(line.folder, 'g.csv'))).exit).toBe(0);
      writeFileSync(line.file('d.csv', ''), bytes(text));
      expect((await upload(join(line.folder, 'd.csv'))).exit).toBe(0);
      writeFileSync(line.file('e.csv', ''), bytes(`${text}R7,1.00,CHF,2026-11-20T08:00:00Z\n`));
      expect((await upload(join(line.folder, 'e.csv'))).exit).toBe(0);
    },
  );
});

describe('the counts after an upload', () => {
  it('differ: exit 8', async () => {
    server.dropped = 1;
    const seen = await line.run(['upload', line.file('a.csv', text)]);
    expect(seen.exit).toBe(8);
    expect(seen.stderr).toContain('the server lists a different number');
  });
});

describe('a state folder that cannot be written', () => {
  it('is exit 12, names the file, and nothing is sent', async () => {
    mkdirSync(join(line.folder, 'state'));
    writeFileSync(jobsDir(), 'a file where the folder should be');
    const seen = await line.run(['upload', line.file('a.csv', text)]);
    expect(seen.exit).toBe(12);
    expect(seen.stderr).toContain('FOLDER/state/jobs');
    expect(server.arrived).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('is exit 12 when it is read-only', async () => {
    mkdirSync(jobsDir(), { recursive: true });
    chmodSync(jobsDir(), 0o500);
    expect((await line.run(['upload', line.file('a.csv', text)])).exit).toBe(12);
    expect(server.arrived).toEqual([]);
  });
});

describe('sales uploads and sales status', () => {
  it('list, show and follow jobs, and prune only what is settled', async () => {
    await upload(line.file('a.csv', text));
    lose(4);
    await upload(line.file('b.csv', text.replaceAll('R', 'S')));
    const { stdout } = await line.run(['uploads', '--json']);
    const doc = JSON.parse(stdout) as { schema: string; jobs: object[] };
    expect(doc).toMatchObject({
      schema: 'sales.uploads/1',
      jobs: [
        { state: 'done', rows: all, file: 'FOLDER/a.csv' },
        { state: 'inDoubt', rows: { accepted: 0, inDoubt: 2 } },
      ],
    });
    const [done = '', open = ''] = (
      JSON.parse((await line.run(['uploads', '--json'], { rawJobs: true })).stdout) as { jobs: { job: string }[] }
    ).jobs.map(({ job }) => job);
    expect((await line.run(['uploads', 'show', done])).stdout).toContain('2 rows  Processed');
    const status = await line.run(['status', done, '--json']);
    expect({ exit: status.exit, document: JSON.parse(status.stdout) }).toMatchObject({
      exit: 0,
      document: {
        schema: 'sales.statuses/1',
        file: 'FOLDER/a.csv',
        state: 'done',
        uploads: [{ status: 'Processed' }, {}, {}],
        total: { uploads: 3, final: 3, rows: 5 },
        exit: 0,
      },
    });
    expect(await line.run(['status', open])).toMatchObject({ exit: 7, stdout: expect.stringContaining('0 final, 2 rows in doubt\n') });
    expect((await line.run(['status'])).exit).toBe(7);
    const lock = await lockFolder(join(line.folder, 'state/jobs', open), { sleep: async () => {}, random: () => 0 });
    const running = await line.run(['status']);
    await lock.release();
    expect([running.exit, running.stderr]).toEqual([0, 'It is being uploaded right now.\n']);
    expect(running.stdout).toContain('(running): 0 rows in 0 uploads, 0 final, 2 rows under way');
    const later = { nowMs: Date.now() + 31 * 86_400_000 };
    expect((await line.run(['uploads', 'prune'])).exit).toBe(0);
    expect(jobs()).toHaveLength(2);
    expect((await line.run(['uploads', 'prune'], later)).stderr).toContain('KEPT');
    expect(jobs()).toEqual([open]);
    await line.run(['uploads', 'prune', '--yes', '--older-than', '0d'], later);
    expect(jobs()).toEqual([]);
  });
});
