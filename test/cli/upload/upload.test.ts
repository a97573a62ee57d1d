import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInput } from '../../../src/files/open.js';
import { openRejectsFile, rejectsPlace } from '../../../src/jobs/rejects-file.js';
import { memoryServer } from '../../client/memory-server.js';
import { announced, problem, processed, type StubRequest, type StubServer } from '../../client/stub-server.js';
import { checkDocument } from '../../support/documents-check.js';
import { type CommandLine, openCommandLine, password, type Seen } from '../command-line.js';
import { onStub } from '../on-stub.js';

let stub: StubServer;
let line: CommandLine;

onStub((newStub, newLine) => {
  stub = newStub;
  line = newLine;
  stub.answer = taking();
});

/** A server that takes every batch and has imported it when asked; it announces no keys. */
function taking(state: object = processed): (request: StubRequest) => void {
  const memory = memoryServer({ idempotent: false, state });
  return memory.answer;
}

const posts = () => stub.requests.filter(({ method }) => method === 'POST');

/** Answers uploads with `answer` and all else as `taking`. */
function onUpload(answer: (request: StubRequest) => void): (request: StubRequest) => void {
  const others = taking();
  return (request) => (request.method === 'POST' ? answer(request) : others(request));
}

const sentRows = () =>
  stub.requests
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => (JSON.parse(body) as { transactions: { transactionReference: string }[] }).transactions)
    .map((row) => row.transactionReference);

const jobs = () =>
  existsSync(join(line.folder, 'state', 'jobs'))
    ? readdirSync(join(line.folder, 'state', 'jobs')).filter((name) => /^[0-9a-f]{8}$/.test(name))
    : [];

const good =
  'transactionReference,amount,currency,transactionDate\nR1,12.50,CHF,2026-11-20T08:00:00Z\nR2,-2.5,CHF,2026-11-20T09:00:00Z\nR3,1204331.18,EUR,2026-11-20T10:00:00Z\n';
const card = '4242424242424242';
const mixed = `transactionReference,amount,currency,transactionDate,cardNumberMasked\nR1,12.50,CHF,2026-11-20T08:00:00Z,\nR2,"12,50",CHF,2026-11-20T08:00:00Z,\nR3,3.00,CHF,2026-11-20T08:00:00Z,${card}\nR4,4.00,CHF,2026-11-20T08:00:00Z,\n`;
const allBad = 'transactionReference,amount,currency,transactionDate\nR1,x,CHF,2026-11-20T08:00:00Z\nR2,y,CHF,2026-11-20T08:00:00Z\n';

function documentIn({ stdout }: Seen): Record<string, unknown> {
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('sales upload --progress json', () => {
  it('tells what happens in lines that keep their schema', async () => {
    let asked = 0;
    const memory = taking();
    stub.answer = (request) => {
      const isUpload = request.method === 'POST';
      if (isUpload) asked += 1;
      return isUpload && asked === 1 ? problem(request, 429) : memory(request);
    };
    const { exit, stderr } = await line.run([
      'upload',
      line.file('good.csv', good),
      '--progress',
      'json',
      '--batch',
      '2',
      '--parallel',
      '1',
    ]);
    expect(exit).toBe(0);
    const events = stderr.split('\n').filter((one) => one.startsWith('{'));
    expect(events.map((one) => JSON.parse(one).type).slice(0, 4)).toEqual(['sending', 'retry', 'sending', 'accepted']);
    expect(JSON.parse(events.at(-1) ?? '')).toEqual({ type: 'waiting', final: 2, total: 2 });
    for (const one of events) expect(() => checkDocument(JSON.parse(one))).not.toThrow();
  });
});

describe('sales upload, for people', () => {
  it('says what was read, accepted and imported', async () => {
    const seen = await line.run(['upload', line.file('good.csv', good)]);
    expect(seen).toMatchSnapshot();
    expect(sentRows()).toEqual(['R1', 'R2', 'R3']);
  });

  it('tells thousands apart, in the history, too', async () => {
    const rows = Array.from({ length: 1_234 }, (_, at) => `R${at},1,CHF,2026-11-20T08:00:00Z\n`);
    const file = line.file('many.csv', `transactionReference,amount,currency,transactionDate\n${rows.join('')}`);
    expect((await line.run(['upload', file])).exit).toBe(0);
    expect((await line.run(['uploads'])).stdout).toMatch(/ done +1,234 +0 +0 +0 {2}FOLDER\/many\.csv\n/);
    expect((await line.run(['uploads', 'show', 'last'])).stdout).toContain('  1,234 accepted  FOLDER/many.csv');
  });

  it('names bad rows with file, line, column, value and rule, sends the rest, and writes the rejects file', async () => {
    const file = line.file('mixed.csv', mixed);
    const seen = await line.run(['upload', file]);
    expect(seen).toMatchSnapshot();
    expect(sentRows()).toEqual(['R1', 'R4']);
    const rejects = join(line.folder, 'mixed.rejects.csv');
    const text = readFileSync(rejects, 'utf8');
    expect(text.split('\n')[0]).toBe('transactionReference,amount,currency,transactionDate,cardNumberMasked,_line,_code,_error');
    expect(text.split('\n')).toHaveLength(4);
    expect(statSync(rejects).mode & 0o777).toBe(0o600);
    expect(seen.stderr + seen.stdout + text).not.toContain(card);
  });

  it('sends nothing of a file with only bad rows: exit 4', async () => {
    const seen = await line.run(['upload', line.file('bad.csv', allBad)]);
    expect(seen.exit).toBe(4);
    expect(posts()).toHaveLength(0);
    expect(jobs()).toEqual([]);
    expect(seen.stderr).toContain('2 sales need you, and nothing was sent. Correct them and run   sales upload FOLDER/bad.rejects.csv');
  });

  it('brings a 400 of the server home', async () => {
    const others = taking();
    stub.answer = (request) =>
      request.body.includes('R2') ? problem(request, 400, { errors: { 'transactions[1].currency': ['is not taken'] } }) : others(request);
    const seen = await line.run(['upload', line.file('good.csv', good)]);
    expect(seen).toMatchSnapshot();
    expect(readFileSync(join(line.folder, 'good.rejects.csv'), 'utf8')).toMatch(/^R2,.*REFUSED_BY_SERVER/m);
  });

  it('is in doubt when the answer is lost: exit 7, and the rest stays unsent', async () => {
    stub.answer = onUpload((request) => void request.socket.destroy());
    const seen = await line.run(['upload', '--batch', '2', line.file('good.csv', good)]);
    expect(seen).toMatchSnapshot();
    expect(posts()).toHaveLength(1);
  });

  it('loses nothing when the server is busy for too long: exit 6', async () => {
    stub.answer = onUpload((request) => problem(request, 503, { detail: 'busy' }, { ...announced, 'retry-after': '3600' }));
    const seen = await line.run(['upload', line.file('good.csv', good)]);
    expect(seen).toMatchSnapshot();
  });

  it('is not of a folder, and says what is: exit 4', async () => {
    const seen = await line.run(['upload', `${line.folder}/`]);
    expect(seen).toMatchObject({ exit: 4, stderr: expect.stringContaining('error: FOLDER/ is a folder.') as string });
    const ways = /FOLDER\/\*\.csv .*sales watch FOLDER, of settlement records {3}sales watch --settlement FOLDER$/m;
    expect(seen.stderr).toMatch(ways);
    expect((await line.run(['upload', '--strict', `${line.folder}/`])).stderr).toMatch(ways);
    expect((await line.run(['settle', `${line.folder}/`])).stderr).toMatch(ways);
    const spaced = join(line.folder, 'my tills');
    mkdirSync(spaced);
    expect((await line.run(['upload', spaced])).stderr).toMatch(/'FOLDER\/my tills'\/\*\.csv .*sales watch 'FOLDER\/my tills',/m);
  });

  it('has import errors: exit 8', async () => {
    stub.answer = taking({ status: 'ProcessedWithErrors', summary: '1 of 3 rows failed.', errors: ['transactions[2].currency: unknown'] });
    expect(await line.run(['upload', line.file('good.csv', good)])).toMatchSnapshot();
  });

  it('says of how many rows the server has others already', async () => {
    stub.answer = taking({ ...processed, duplicates: 1 });
    const seen = await line.run(['upload', '--batch', '1', line.file('good.csv', good)]);
    const [job = ''] = jobs();
    expect(seen).toMatchSnapshot();
    expect(seen).toMatchObject({ exit: 0 });
    const { stdout } = await line.run(['upload', '--again', '--no-wait', '--json', line.file('good.csv', good)]);
    expect(JSON.parse(stdout).uploads).toMatchObject([{ status: null, duplicates: null }]);
    expect((await line.run(['uploads', 'show', job])).stdout.match(/1 row {2}Processed {2}1 duplicate$/gm)).toHaveLength(3);
    const [head = '', row = ''] = good.split('\n');
    const twice = await line.run(['upload', line.file('twice.csv', `${head}\n${row}\n${row}\n`)]);
    expect(twice.stderr).toContain(
      'Rows that are equal to another one of the file count as rows of their own, unless the server has them: 1.',
    );
  });

  it.each<[string, object]>([
    ['OK', { duplicates: 2 }],
    [
      'OK',
      { status: 'ProcessedWithErrors', duplicates: 1, errors: ['transactions[2].currency: unknown', 'transactions[2].amount: unknown'] },
    ],
    ['NO NEW', { duplicates: 3 }],
    ['NO NEW', { status: 'Failed' }],
    ['NO NEW', { status: 'ProcessedWithErrors', duplicates: 2, errors: ['transactions[2].currency: unknown'] }],
    ['NO NEW', { status: 'ProcessedWithErrors', errors: [0, 1, 2].map((at) => `transactions[${at}].currency: unknown`) }],
    ['SENT', { status: 'ProcessedWithErrors', duplicates: 1, errors: ['transactions[2].currency: unknown', '1 more errors'] }],
    ['SENT', { status: 'Processing' }],
  ])('is headed %s where the server says %j', async (head, state) => {
    stub.answer = taking({ ...processed, ...state });
    const { stderr } = await line.run(['upload', '--wait=0s', line.file('good.csv', good)]);
    expect(stderr.split('\n').find((row) => / 3 sales (?:sent|imported)/.test(row))).toMatch(new RegExp(`^${head}  `));
  });

  it('is still Processing when the wait is over: exit 10', async () => {
    stub.answer = taking({ status: 'Processing' });
    expect(await line.run(['upload', '--wait=0s', line.file('good.csv', good)])).toMatchSnapshot();
  });

  it.each(['0', 'false', 'no', 'OFF', ''])('asks with SALES_NO_WAIT=%s', async (value) => {
    const seen = await line.run(['upload', line.file('good.csv', good)], { env: { SALES_NO_WAIT: value } });
    expect([seen.exit, stub.requests.length]).toEqual([0, 6]);
  });

  it('does not ask with --no-wait', async () => {
    const seen = await line.run(['upload', '--no-wait', line.file('good.csv', good)]);
    expect(seen.exit).toBe(0);
    expect(stub.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST']);
    expect(seen.stderr).toContain('sales status');
  });

  it('takes the word after --wait as a file', async () => {
    expect((await line.run(['upload', '--wait', line.file('good.csv', good)])).exit).toBe(0);
  });

  it('names the files that stopped once more at the end, below what became of the others', async () => {
    const seen = await line.run(['upload', line.file('a.csv', good), line.file('b.csv', ''), line.file('c.csv', `${good}R4,1,CHF,\n`)]);
    expect(seen.exit).toBe(4);
    expect(seen.stderr.trim().split('\n').at(-1)).toContain('Of 3 files, 1 stopped before the end: FOLDER/b.csv');
  });

  it('tries no further file where the log-in is refused', async () => {
    stub.answer = (request) => problem(request, 401);
    const seen = await line.run(['upload', line.file('a.csv', good), line.file('b.csv', `${good}R4,1,CHF,\n`)]);
    expect([seen.exit, stub.requests.length, seen.stderr]).toEqual([3, 1, expect.stringContaining('Not tried: FOLDER/b.csv')]);
  });

  it('is refused with 401: exit 3', async () => {
    stub.answer = (request) => problem(request, 401);
    const seen = await line.run(['upload', line.file('good.csv', good)]);
    expect(seen.exit).toBe(3);
    expect(seen.stderr).toContain('UNSENT   3 rows');
  });

  it('says nothing with -q', async () => {
    expect(await line.run(['upload', '-q', line.file('good.csv', good)])).toEqual({ exit: 0, stdout: '', stderr: '' });
  });

  it.each<[string, string, (() => void) | null, number, string]>([
    ['a refused log-in', good, () => (stub.answer = (request) => problem(request, 401)), 3, 'STOPPED'],
    ['rejected rows', mixed, null, 5, 'mixed.csv:3'],
    ['rows that are all bad', allBad, null, 4, 'mixed.csv:2'],
    ['a failed import', good, () => (stub.answer = taking({ status: 'Failed', summary: 'No.', errors: [] })), 8, 'is Failed'],
  ])('speaks of %s also with -q', async (_, text, prepare, exit, said) => {
    prepare?.();
    const seen = await line.run(['upload', '-q', line.file('mixed.csv', text)]);
    expect(seen).toEqual({ exit, stdout: '', stderr: expect.stringContaining(said) });
    // How the file was understood is no failure.
    expect(seen.stderr).not.toContain('Reading');
  });

  it.each([
    [
      'a.csv',
      'transactionReference,amount\nR1,1\n',
      'The file has no currency and no transactionDate, without which servers import no row.',
    ],
    ['a.json', '[{}]', 'The rows have no amount, no currency and no transactionDate, without which servers import no row.'],
    ['b.json', '[{"amount":1,"currency":"CHF"}]', 'The rows have no transactionDate, without which servers import no row.'],
  ])('sends nothing of %s, in which %j lacks what every import needs: exit 4', async (name, text, told) => {
    for (const command of ['check', 'upload']) {
      const seen = await line.run([command, line.file(name, text)]);
      expect([seen.exit, seen.stderr]).toEqual([4, expect.stringContaining(told)]);
    }
    expect(posts()).toHaveLength(0);
  });

  it('tells the rejects to be uploaded where, and as whom, the file was', async () => {
    const tenant = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
    const seen = await line.run(['--user', 'api', 'upload', line.file('mixed.csv', mixed), '--tenant', tenant, '--no-wait']);
    const access = `--user api --tenant ${tenant}`;
    expect(seen.stderr).toContain(`Correct them and run   sales ${access} upload FOLDER/mixed.rejects.csv`);
    expect(seen.stderr).toContain(`follow it:   sales ${access} status `);
    // A command may hold the password itself.
    const secret = await line.run(['--password-command', `echo ${password}`, 'upload', line.file('other.csv', allBad)]);
    expect(secret.stderr).toContain('run   sales upload FOLDER/other.rejects.csv');
  });

  it('shows no control characters of file or server', async () => {
    stub.answer = taking({ status: 'Failed', summary: '\u001b[2Jgone \u202e', errors: ['\u0007ring'] });
    const seen = await line.run(['upload', line.file('x.csv', `${mixed}R5,\u001b]0;evil\u0007,CHF,2026-11-20T08:00:00Z,\n`)]);
    expect(seen.stderr).toContain('\\u001b');
    expect(seen.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});

/** The rules of the import are asked for before a file is looked at. */
const isOfUpload = ({ url }: Pick<StubRequest, 'url'>) => !url.includes('/import-configuration');

describe('sales upload, policies', () => {
  it('--dry-run sends nothing, writes nothing and needs no server', async () => {
    const own = openCommandLine(null);
    const good1 = await own.run(['upload', '--dry-run', own.file('good.csv', good)]);
    const mixed1 = await own.run(['upload', '--dry-run', own.file('mixed.csv', mixed)]);
    expect([good1.exit, mixed1.exit]).toEqual([0, 5]);
    expect(mixed1.stderr).toContain('4 rows: 2 could be sent, 2 could not');
    expect(existsSync(join(own.folder, 'mixed.rejects.csv'))).toBe(false);
    own.remove();
  });

  it.each([
    ['--strict', 4, 0],
    ['--max-rejects=1', 4, 0],
    ['--max-rejects=49%', 4, 0],
    ['--max-rejects=2', 5, 1],
    ['--max-rejects=50%', 5, 1],
  ])('%s with 2 bad rows of 4 is exit %i after %i uploads', async (flag, exit, batches) => {
    const seen = await line.run(['upload', flag, '--json', line.file('mixed.csv', mixed)]);
    expect(seen.exit).toBe(exit);
    expect(posts()).toHaveLength(batches);
    const rows = documentIn(seen).rows;
    expect(rows).toEqual({ read: 4, accepted: batches * 2, rejected: 2, inDoubt: 0, unsent: batches ? 0 : 2 });
  });

  it('--strict reads standard input twice', async () => {
    expect((await line.run(['upload', '--strict', '-'], { stdin: mixed })).exit).toBe(4);
    expect((await line.run(['upload', '--strict', '-'], { stdin: good })).exit).toBe(0);
    expect(sentRows()).toEqual(['R1', 'R2', 'R3']);
  });

  it('--rejects names the file, which is never the input', async () => {
    const input = line.file('mixed.csv', mixed);
    expect((await line.run(['upload', '--rejects', join(line.folder, 'bad.csv'), input])).exit).toBe(5);
    expect(existsSync(join(line.folder, 'bad.csv'))).toBe(true);
    const seen = await line.run(['upload', '--rejects', input, input]);
    expect(seen.exit).toBe(2);
    expect(readFileSync(input, 'utf8')).toBe(mixed);
  });

  it('a rejects file is corrected in place and fed back; its own rejects go elsewhere', async () => {
    const input = line.file('a.rejects.csv', mixed);
    expect((await line.run(['upload', input])).exit).toBe(5);
    expect(readFileSync(input, 'utf8')).toBe(mixed);
    expect(existsSync(join(line.folder, 'a.rejects-2.csv'))).toBe(true);
  });

  it('rows that were rejected before stay, and so do those that somebody has corrected', async () => {
    const input = line.file('till.csv', mixed);
    const rejects = join(line.folder, 'till.rejects.csv');
    expect((await line.run(['upload', input])).exit).toBe(5);
    const before = readFileSync(rejects, 'utf8');
    writeFileSync(input, mixed.replace(/R(\d)/g, 'S$1'));
    const seen = await line.run(['upload', input]);
    expect(seen.stderr).toContain('sales upload FOLDER/till.rejects-2.csv');
    expect(readFileSync(rejects, 'utf8')).toBe(before);
    expect(readFileSync(join(line.folder, 'till.rejects-2.csv'), 'utf8')).toMatch(/^S2,/m);
    // The name that was asked for is no leave to write over it.
    const kept = line.file('kept.csv', 'precious');
    const other = await line.run(['upload', line.file('other.csv', mixed), '--again', '--rejects', kept]);
    expect(readFileSync(kept, 'utf8')).toBe('precious');
    expect(other.stderr).toContain('sales upload FOLDER/kept.rejects.csv');
  });

  it('a reference that looks like a card number is not changed by way of the rejects', async () => {
    const input = line.file('refused.csv', `transactionReference,amount,currency,transactionDate\n${card},1,CHF,2026-11-20T08:00:00Z\n`);
    stub.answer = onUpload((request) => problem(request, 400, { errors: { 'transactions[0].transactionReference': ['not yet'] } }));
    expect((await line.run(['upload', input])).exit).toBe(4);
    stub.answer = taking();
    expect((await line.run(['upload', join(line.folder, 'refused.rejects.csv')])).exit).toBe(0);
    expect(sentRows().at(-1)).toBe(card);
  });

  it('rejects of an upload that goes on are to be corrected when it is through', async () => {
    stub.answer = onUpload((request) => problem(request, 503, {}, announced));
    const stopped = await line.run(['upload', line.file('mixed.csv', mixed), '--retry-for', '1s']);
    expect(stopped.stderr).toContain('2 sales need you: correct them in FOLDER/mixed.rejects.csv once the upload is finished');
    stub.answer = taking();
    expect((await line.run(['resume'])).stderr).toContain('Correct them and run   sales upload FOLDER/mixed.rejects.csv');
  });

  describe('the rejects of a file without a header', () => {
    const rows = ['20.11.2026;10:00;4,50;EUR;VISA;R1', '20.11.2026;10:05;4,5x;EUR;Bon 7;R2', '20.11.2026;10:06;5,50;EUR;VISA;R3'];
    const flags = [
      '--no-header',
      '--timezone',
      'UTC',
      '--set',
      'transactionDate=A+B',
      '--set',
      'amount=3',
      '--set',
      'transactionReference=F',
    ];
    const sent = () => posts().flatMap(({ body }) => (JSON.parse(body) as { transactions: Record<string, unknown>[] }).transactions);
    /** Corrects the row and runs what was shown, word for word. */
    const correctAndRun = ({ stderr }: Seen) => {
      const rejects = join(line.folder, 'nameless.rejects.csv');
      writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('4,5x', '4,52'));
      const [, shown = ''] = /Correct it and run {3}sales (.*)$/m.exec(stderr) ?? [];
      return line.run(shown.replaceAll("'", '').replaceAll('FOLDER', line.folder).split(' '));
    };

    it('are read as it was by the command that is shown', async () => {
      const seen = await line.run(['upload', ...flags, line.file('nameless.csv', rows.join('\n'))]);
      expect(seen.exit, seen.stderr).toBe(5);
      const corrected = await correctAndRun(seen);
      expect(corrected.exit, corrected.stderr).toBe(0);
      expect(sent().at(-1)).toMatchObject({
        transactionReference: 'R2',
        amount: 4.52,
        currency: 'EUR',
        transactionDate: '2026-11-20T10:05:00+00:00',
      });
    });

    it('and so they are where the upload was resumed', async () => {
      const others = stub.answer;
      stub.answer = ({ socket }) => void socket.destroy();
      await line.run(['upload', ...flags, '--retry-for', '0s', line.file('nameless.csv', rows.join('\n'))]);
      stub.answer = others;
      const seen = await line.run(['resume']);
      expect(seen.exit, seen.stderr).toBe(5);
      const corrected = await correctAndRun(seen);
      expect(corrected.exit, corrected.stderr).toBe(0);
      expect(sent().at(-1)).toMatchObject({ transactionReference: 'R2', amount: 4.52, currency: 'EUR' });
    });

    it('mean what only other rows of the file told', async () => {
      const text = rows.map((row) => row.replace('Bon 7', 'VISA').replace('R2', '')).join('\n');
      const seen = await line.run([
        'upload',
        ...flags,
        line.file('nameless.csv', text.replace('20.11.2026;10:05;4,5x;EUR', '20.11.2026;10:05;4,5x;')),
      ]);
      expect(seen.stderr).toContain('--set currency=D');
      expect((await correctAndRun(seen)).exit).toBe(0);
    });
  });

  it('rejects of an upload that only waits for its import can be corrected at once', async () => {
    stub.answer = taking({ status: 'Processing' });
    const seen = await line.run(['upload', line.file('mixed.csv', mixed), '--wait=1ms']);
    expect([seen.exit, seen.stderr]).toEqual([10, expect.stringContaining('Correct them and run   sales upload FOLDER/mixed.rejects.csv')]);
  });

  it('a tenant is the same in capitals', async () => {
    const tenant = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
    const input = line.file('good.csv', good);
    expect((await line.run(['--tenant', tenant.toUpperCase(), 'upload', input])).exit).toBe(0);
    expect(await line.run(['--tenant', tenant, 'upload', input])).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('The same file was already uploaded'),
    });
  });

  it('the same rows rejected again, or more of them, take the place of those that nobody has touched', async () => {
    const input = line.file('till.csv', mixed);
    await line.run(['upload', input]);
    await line.run(['upload', input, '--again']);
    writeFileSync(input, `${mixed}R9,x,CHF,2026-11-20T08:00:00Z,\n`);
    await line.run(['upload', input]);
    expect(readdirSync(line.folder).filter((name) => name.includes('rejects'))).toEqual(['till.rejects.csv']);
    expect(readFileSync(join(line.folder, 'till.rejects.csv'), 'utf8')).toMatch(/^R2,[\s\S]*^R9,/m);
  });

  it('rejects that were asked for where nothing can be written are refused before anything is sent', async () => {
    const seen = await line.run(['upload', line.file('mixed.csv', mixed), '--rejects', join(line.folder, 'none', 'bad.csv')]);
    expect([seen.exit, seen.stderr]).toEqual([12, expect.stringContaining('could not be written: ENOENT')]);
    expect(posts()).toEqual([]);
  });

  it('of two that come to one name at the same moment, each has one of its own', async () => {
    const path = join(line.folder, 'x.rejects.csv');
    const input = await openInput({ path: line.file('x.csv', mixed) }, { format: 'auto' });
    const both = [1, 2].map((record) => {
      const file = openRejectsFile(path, '-', input.description, `${path}.${record}.tmp`);
      return { file, row: { line: record, record, faults: [], source: [`R${record}`, '1', 'CHF', ''] } };
    });
    for (const { file, row } of both) await file.add(row);
    const places = await Promise.all(both.map(({ file }) => file.finish()));
    expect(places.sort()).toEqual([join(line.folder, 'x.rejects-2.csv'), path]);
    expect(places.map((place) => /^R\d/m.exec(readFileSync(place ?? '', 'utf8'))?.[0]).sort()).toEqual(['R1', 'R2']);
    await input.close();
  });

  it('rejects of a folder that cannot be written lie beside the jobs', async () => {
    const beside = join(line.folder, 'none', 'x.rejects.csv');
    const place = await rejectsPlace(beside, null, join(line.folder, 'state', 'jobs'), '0123abcd');
    expect(place).toBe(join(line.folder, 'state', 'rejects', '0123abcd-x.rejects.csv'));
    writeFileSync(place, '');
  });

  it('the last row of a file that is written to while it is read may be half of one, and is no sale', async () => {
    const header = 'transactionReference,currency,transactionDate,amount\n';
    const row = (reference: string, amount: string) => `${reference},CHF,2026-11-20T11:00:00Z,${amount}`;
    const input = line.file('growing.csv', `${header}${row('R1', '150')}\n${row('R2', '13')}`);
    const [others, { size }] = [taking(), statSync(input)];
    stub.answer = (request) => {
      if (isOfUpload(request) && statSync(input).size === size) appendFileSync(input, '55.90\n');
      others(request);
    };
    const seen = await line.run(['upload', input]);
    const place = 'growing.csv:3  record 2  the file was being written while it was read';
    expect(seen).toMatchObject({ exit: 5, stderr: expect.stringContaining(place) });
    expect(sentRows()).toEqual(['R1']);
    expect(readFileSync(join(line.folder, 'growing.rejects.csv'), 'utf8')).toMatch(/^R2,.*,13,3,INPUT_CHANGED,/m);
  });

  it.each([false, true])(
    'a row that the import rejected lies in the rejects file, unless its file was changed meanwhile: %s',
    async (isChanged) => {
      const input = line.file('a.csv', 'transactionReference,amount,currency,transactionDate\nR1,1.50,EUX,2026-11-20T08:00:00Z\n');
      const others = taking({ status: 'Failed', summary: 'None.', errors: ['transactions[0].currency: unknown'] });
      stub.answer = (request) => {
        if (isChanged && request.url.includes('/upload/'))
          writeFileSync(input, 'transactionReference,amount,currency,transactionDate\nR9,9.50,EUX,2026-11-20T08:00:00Z\n');
        others(request);
      };
      expect((await line.run(['upload', input])).exit).toBe(8);
      expect(sentRows()).toEqual(['R1']);
      const rejects = join(line.folder, 'a.rejects.csv');
      expect(existsSync(rejects) ? readFileSync(rejects, 'utf8').split('\n')[1]?.slice(0, 3) : null).toBe(isChanged ? null : 'R1,');
    },
  );

  it('a batch in doubt stays in doubt where its file grows while it is resumed', async () => {
    const input = line.file('growing.csv', good);
    const others = taking();
    stub.answer = onUpload(({ socket }) => void socket.destroy());
    expect((await line.run(['upload', input])).exit).toBe(7);
    stub.answer = (request) => {
      if (statSync(input).size === good.length) appendFileSync(input, 'R4,');
      others(request);
    };
    const seen = await line.run(['resume']);
    expect(seen).toMatchObject({ exit: 7, stderr: expect.stringContaining('IN DOUBT') });
    expect((await line.run(['uploads'])).stdout).toContain('inDoubt');
  });

  it('a file that was only touched, or moved away, is whole', async () => {
    const input = line.file('touched.csv', good);
    const others = taking();
    stub.answer = (request) => {
      if (existsSync(input)) utimesSync(input, 1, 1);
      others(request);
    };
    expect((await line.run(['upload', input])).exit).toBe(0);
    const moved = line.file('moved.csv', `${good}R4,1,CHF,\n`);
    stub.answer = (request) => {
      if (isOfUpload(request)) rmSync(moved, { force: true });
      others(request);
    };
    expect((await line.run(['upload', moved])).exit).toBe(0);
  });

  it('says where nothing tells one sale from another', async () => {
    const without = line.file('without.csv', 'Datum;Betrag;Währung\n20.11.2026 10:00;12,50;CHF\n');
    const text = 'No column tells one row from another';
    const upload = (...words: string[]) => line.run(['upload', '--timezone', 'UTC', ...words]);
    expect((await upload(without)).stderr).toContain(text);
    expect((await upload(without, '--again', '--const', 'terminalId=T1')).stderr).not.toContain(text);
    expect((await upload(line.file('with.csv', 'Bon;Datum;Betrag\n7;20.11.2026 10:00;12,50\n'))).stderr).not.toContain(text);
  });

  it('says that no payment can be matched for certain without a number, which columns it does not use, and the flag', async () => {
    const rows = 'Datum;Betrag;Währung;Kürzel;Terminal;Kellner\n20.11.2026 10:00;12,50;CHF;A 4711;T1;Anna\n';
    const text = 'Without a column of references, counters, orders or codes, no payment can be matched for certain.';
    const upload = (...words: string[]) => line.run(['upload', '--timezone', 'UTC', ...words]);
    const { stderr } = await upload(line.file('numbers.csv', rows));
    expect(stderr).toContain(text);
    expect(stderr).toMatch(/Not used: "Kürzel" and "Kellner"/);
    expect(stderr).toContain('--set transactionReference=');
    expect((await upload(line.file('numbers.csv', rows), '--again', '--set', 'orderId=Kürzel')).stderr).not.toContain(text);
    expect((await upload(line.file('good.csv', good), '--again')).stderr).not.toContain(text);
    const records = line.file('settled.csv', rows.replace('Kellner', 'Art').replace('Anna', 'Zahlung'));
    expect((await line.run(['check', '--settlement', '--timezone', 'UTC', records])).stderr).toContain(text);
  });

  it('leaves an old rejects file alone when there are no rejects', async () => {
    const old = line.file('good.rejects.csv', 'old');
    utimesSync(old, 1, 1);
    await line.run(['upload', line.file('good.csv', good)]);
    expect(readFileSync(old, 'utf8')).toBe('old');
  });

  it('Ctrl-C stops after the request under way: exit 130, and says what was not sent', async () => {
    let interrupt: () => void = () => {};
    const others = taking();
    stub.answer = (request) => {
      if (request.method === 'POST') interrupt();
      others(request);
    };
    const seen = await line.run(['upload', '--batch', '1', line.file('good.csv', good)], {
      onInterrupt: (handler) => {
        interrupt = () => handler('SIGINT');
        return () => {};
      },
    });
    expect(seen).toMatchSnapshot();
    expect(seen.exit).toBe(130);
  });

  it.each([
    ['that was sent', good, 3, 'OK '],
    ['that has a bad row', mixed, 2, '2 sales need you'],
    ['that cannot be read', '', 0, 'is empty'],
  ])('Ctrl-C between a file %s and the next one: exit 130, and says which was not tried', async (_, text, rows, said) => {
    let interrupt: () => void = () => {};
    const seen = await line.run(['upload', line.file('a.csv', text), line.file('b.csv', `${good}R4,1,CHF,\n`)], {
      onInterrupt: (handler) => {
        interrupt = () => handler('SIGINT');
        return () => {};
      },
      onMessage: (message) => {
        if (message.includes(said)) interrupt();
      },
    });
    expect([seen.exit, sentRows().length, seen.stderr]).toEqual([130, rows, expect.stringContaining('Not tried: FOLDER/b.csv')]);
  });
});

describe('sales upload --json', () => {
  it('is one document', async () => {
    const seen = await line.run(['upload', '--json', line.file('mixed.csv', mixed)]);
    expect(seen.stderr).toBe('');
    expect(seen.stdout.trim().split('\n')).toHaveLength(1);
    expect(documentIn(seen)).toMatchSnapshot();
  });

  it('of several files has a job for each', async () => {
    const seen = await line.run([
      'upload',
      '--json',
      line.file('good.csv', good),
      line.file('empty.csv', ''),
      line.file('mixed.csv', mixed),
    ]);
    expect(seen.exit).toBe(4);
    expect(documentIn(seen)).toMatchObject({
      schema: 'sales.uploads/1',
      jobs: [
        { file: 'FOLDER/good.csv', state: 'done', exit: 0 },
        { file: 'FOLDER/empty.csv', state: 'inputUnusable', exit: 4, stopped: { code: 'inputUnusable' } },
        { file: 'FOLDER/mixed.csv', state: 'rejectedRows', exit: 5 },
      ],
    });
  });

  it('tells an unusable file as an error on stderr', async () => {
    const seen = await line.run(['upload', '--json', line.file('header.csv', 'amount,currency,transactionDate\n')]);
    expect(seen.exit).toBe(4);
    expect(documentIn(seen)).toMatchObject({ state: 'inputUnusable', jobs: [{ exit: 4 }] });
    expect(JSON.parse(seen.stderr)).toMatchObject({ error: { code: 'inputUnusable', exit: 4 } });
  });
});

it('the password is in no output', async () => {
  const runs = [
    await line.run(['upload', '--debug', '--verbose', line.file('good.csv', good)]),
    await line.run(['upload', '--debug', '--url', 'https://127.0.0.1:1', '--retry-for', '0s', line.file('good.csv', good)]),
    await line.run(['ping', '--debug']),
  ];
  const seen = runs.map(({ stdout, stderr }) => stdout + stderr).join('');
  expect(seen).toContain('POST https://HOST/sales/v1/transactions/upload 200');
  expect(seen).not.toContain(password);
  expect(seen).not.toContain(Buffer.from(`api:${password}`).toString('base64'));
});

describe('how a file is read', () => {
  const local = 'Transaction Reference;Amount;Currency;Transaction Date\nA;1.234;EUR;05/06/2026 14:03\nB;2;EUR;07/08/2026 14:03\n';
  const said = ['--decimal', ',', '--date-format', 'dd/MM/yyyy', '--timezone', 'Europe/Zurich'];
  const sent = () => posts().flatMap(({ body }) => (JSON.parse(body) as { transactions: object[] }).transactions);

  it.each([
    [[], /1234/, /--decimal/],
    [['--decimal', ','], /2026-06-05 or 2026-05-06/, /--date-format/],
    [['--decimal', ',', '--date-format', 'dd/MM/yyyy'], /offset/, /--timezone/],
  ])('is asked where two readings fit, one question after the other: %j', async (flags, message, hint) => {
    const seen = await line.run(['upload', ...flags, line.file('local.csv', local)]);
    expect(seen.exit).toBe(4);
    expect(seen.stderr).toMatch(message);
    expect(seen.stderr).toMatch(hint);
    expect(posts()).toEqual([]);
  });

  it('is shown, and sent so', async () => {
    const seen = await line.run(['upload', ...said, line.file('local.csv', local)]);
    expect(seen.exit).toBe(0);
    expect(seen.stderr).toContain("CSV ';'  utf-8  decimal ','  dates dd/MM/yyyy HH:mm (Europe/Zurich)");
    expect(sent()).toMatchObject([
      { amount: 1234, transactionDate: '2026-06-05T14:03:00+02:00' },
      { amount: 2, transactionDate: '2026-08-07T14:03:00+02:00' },
    ]);
  });

  it('is no way to upload a file twice, and is the same when the job is resumed', async () => {
    const path = line.file('local.csv', local);
    await line.run(['upload', ...said, path]);
    const other = ['--decimal', '.', '--date-format', 'MM/dd/yyyy', '--timezone', 'UTC'];
    expect((await line.run(['upload', ...other, path])).exit).toBe(4);
    stub.answer = onUpload((request) => problem(request, 503, { detail: 'busy' }, announced));
    expect((await line.run(['upload', ...other, '--again', '--retry-for', '0s', path])).exit).toBe(6);
    expect(jobs()).toHaveLength(2);
    stub.requests.length = 0;
    stub.answer = taking();
    expect((await line.run(['resume'])).exit).toBe(0);
    expect(sent()).toMatchObject([{ amount: 1.234, transactionDate: '2026-05-06T14:03:00+00:00' }, { amount: 2 }]);
  });

  it('takes the time zone of the profile', async () => {
    await line.run(['config', 'set', 'timezone', 'Asia/Kolkata']);
    await line.run(['upload', ...said.slice(0, 4), line.file('local.csv', local)]);
    expect(sent()[0]).toMatchObject({ transactionDate: '2026-06-05T14:03:00+05:30' });
  });

  it('writes the rejects in the encoding of the file', async () => {
    const text = Buffer.from(
      'Amount;Brand Id;currency;transactionDate\n1,50;a;EUR;2026-11-20T08:00:00Z\nx;Z\xfcrich;EUR;2026-11-20T08:00:00Z\n',
      'latin1',
    );
    const seen = await line.run(['upload', line.file('windows.csv', text)]);
    expect(seen.exit).toBe(5);
    expect(readFileSync(join(line.folder, 'windows.rejects.csv')).toString('latin1')).toContain(
      'x;Z\xfcrich;EUR;2026-11-20T08:00:00Z;3;AMOUNT_INVALID',
    );
    expect((await line.run(['upload', join(line.folder, 'windows.rejects.csv')])).stderr).toContain('windows-1252');
  });
});
