/** What a script sees of `sales upload --json`: one shape over any number of files, the most serious exit code, and what was uploaded before. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MemoryServer } from '../../client/memory-server.js';
import { json, problem, type StubServer } from '../../client/stub-server.js';
import type { CommandLine } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let line: CommandLine;
let stub: StubServer;
let server: MemoryServer;
onMemoryServer({ idempotent: true }, (on) => {
  ({ line, stub, server } = on);
});

const rows = () => server.staged.reduce((sum, { references }) => sum + references.length, 0);

let sales = 0;
const csv = (amount = '12.50') => {
  sales += 1;
  return `transactionReference,amount,currency,transactionDate\nR${sales},${amount},CHF,2026-11-20T08:00:00Z\n`;
};
const files = (count: number) => Array.from({ length: count }, (_, at) => line.file(`till-${at}.csv`, csv()));
const upload = (...argv: string[]) => line.run(['upload', '--json', ...argv]);

/** All that a script reads, whatever the number of files. */
function read(stdout: string) {
  const { jobs, exit } = JSON.parse(stdout) as { jobs: { file: string; state: string; exit: number | null; rows: object }[]; exit: number };
  return { exit, files: jobs.map(({ file, state, exit: own, rows }) => ({ file: file.replace(/^.*\//, ''), state, exit: own, rows })) };
}

describe('a script reads one shape', () => {
  it.each([1, 2, 20])('over %i files', async (count) => {
    const { exit, stdout, stderr } = await upload(...files(count));
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const counts = { read: 1, accepted: 1, rejected: 0, inDoubt: 0, unsent: 0 };
    const done = Array.from({ length: count }, (_, at) => ({ file: `till-${at}.csv`, state: 'done', exit: 0, rows: counts }));
    expect(read(stdout)).toEqual({ exit: 0, files: done });
    expect(rows()).toBe(count);
  });

  it('of a single file that cannot be used, too; the error is on standard error as always', async () => {
    const { exit, stdout, stderr } = await upload(line.file('empty.csv', ''));
    expect(exit).toBe(4);
    expect(read(stdout)).toMatchObject({ exit: 4, files: [{ file: 'empty.csv', state: 'inputUnusable', exit: 4 }] });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'inputUnusable', exit: 4 } });
  });
});

describe('the exit code of several files is the most serious one', () => {
  it('a file that was not sent is no matter of rejected rows', async () => {
    const [good = ''] = files(1);
    const mixed = line.file('mixed.csv', `${csv()}R-bad,x,CHF,2026-11-20T08:00:00Z\n`);
    const { exit, stdout } = await upload(mixed, line.file('empty.csv', ''), good);
    expect(exit).toBe(4);
    expect(read(stdout)).toMatchObject({ exit: 4, files: [{ exit: 5 }, { exit: 4 }, { exit: 0 }] });
    expect((await upload(line.file('mixed.csv', `${csv()}R-bad,x,CHF,2026-11-20T08:00:00Z\n`), ...files(1))).exit).toBe(5);
  });

  it('a failure that stops the command is told with what was sent before it, and leaves the others untried', async () => {
    const [first = '', second = '', third = ''] = files(3);
    const answer = stub.answer;
    let posts = 0;
    stub.answer = (request) => {
      if (request.method === 'POST') posts += 1;
      if (posts > 1) return problem(request, 401, {});
      answer(request);
    };
    const { exit, stdout } = await upload(first, second, third);
    expect(exit).toBe(3);
    expect(read(stdout)).toMatchObject({
      exit: 3,
      files: [
        { file: 'till-0.csv', state: 'done', exit: 0 },
        { file: 'till-1.csv', state: 'failed', exit: 3 },
        { file: 'till-2.csv', state: 'unsent', exit: null },
      ],
    });
  });
});

describe('a file that was uploaded before', () => {
  it('is an error with a code of its own', async () => {
    const path = line.file('a.csv', csv());
    expect((await upload(path)).exit).toBe(0);
    const { exit, stdout, stderr } = await upload(path);
    expect(exit).toBe(4);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'alreadyUploaded', exit: 4 } });
    expect(read(stdout)).toMatchObject({ exit: 4, files: [{ state: 'alreadyUploaded', exit: 4 }] });
    expect(rows()).toBe(1);
  });

  it('is skipped with --if-uploaded=skip, and those beside it are sent', async () => {
    const [first = '', second = ''] = files(2);
    await upload(first);
    const { exit, stdout } = await upload('--if-uploaded=skip', first, second);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      exit: 0,
      jobs: [
        { state: 'skipped', exit: 0, stopped: { code: 'alreadyUploaded' } },
        { state: 'done', rows: { accepted: 1 } },
      ],
    });
    const alone = await line.run(['upload', '--if-uploaded', 'skip', first]);
    expect(alone).toMatchObject({ exit: 0, stderr: expect.stringMatching(/^SKIPPED {2}The same file was already uploaded/) });
    expect(rows()).toBe(2);
  });

  it('one that was only begun is no less to be finished', async () => {
    const path = line.file('a.csv', csv());
    const answer = stub.answer;
    stub.answer = (request) => (request.method === 'POST' ? void request.socket.destroy() : answer(request));
    await upload('--retry-for', '0s', path);
    stub.answer = answer;
    const { exit, stderr } = await upload('--if-uploaded=skip', path);
    expect(exit).toBe(4);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'inputUnusable' } });
    expect(existsSync(path)).toBe(true);
  });

  it('is not skipped where the server has it no more, as after an older backup was restored', async () => {
    const path = line.file('a.csv', csv());
    await upload(path);
    const { answer } = stub;
    stub.answer = (request) => (request.url.includes('/transactions/upload/') ? problem(request, 404, {}) : answer(request));
    const { exit, stderr } = await upload('--if-uploaded=skip', path);
    expect(exit).toBe(4);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'uploadGone', message: expect.stringContaining('the server does not have it any more') },
    });
    stub.answer = (request) => problem(request, 503, {});
    expect((await upload('--if-uploaded=skip', path)).exit).toBe(0);
  });

  it('is skipped where a server announces nothing and finds no state of it: it may keep states for a while alone', async () => {
    const path = line.file('a.csv', csv());
    await upload(path);
    stub.answer = (request) => (request.url.includes('/transactions/upload/') ? problem(request, 404, {}) : json(request, 200, ''));
    expect((await upload('--if-uploaded=skip', path)).exit).toBe(0);
  });

  it('cannot be skipped and sent again', async () => {
    expect((await line.run(['upload', '--again', '--if-uploaded=skip', ...files(1)])).exit).toBe(2);
  });
});

it('list --json and --ndjson have the members that --columns names, in its order', async () => {
  await upload(...files(1));
  const [{ uploadId = '' } = {}] = server.staged;
  const list = (...flags: string[]) => line.run(['list', '--upload', uploadId, ...flags]);
  const { stdout } = await list('--json', '--columns', 'transactionState,amount');
  expect(stdout).toBe('{"schema":"sales.list/1","items":[{"transactionState":"Processed","amount":1}],"hasMore":false}\n');
  expect((await list('--ndjson', '--columns', 'amount')).stdout).toBe('{"amount":1}\n');
});

/** The lines `sales … --json | jq …` of the page about the command line, in the order of its recipes. */
const recipes = [
  ...readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8').matchAll(/^sales (.*) \| jq (-\w) '(.*)'$/gm),
].map(([, words = '', flag = '', program = '']) => ({ words: words.split(' '), flag, program }));

it.skipIf(spawnSync('jq', ['--version']).error)('the recipes for jq pick what they say', async () => {
  const [failed, rows, imported] = recipes;
  if (!failed || !rows || !imported) throw new Error('the page has other recipes');
  const picked = async ({ words, flag, program }: (typeof recipes)[number], files: readonly string[] = []) => {
    const { stdout } = await line.run(words.flatMap((word) => (word === 'till-export.csv' ? files : [word])));
    const { status, stdout: text, stderr } = spawnSync('jq', [flag, program], { input: stdout, encoding: 'utf8' });
    expect(stderr).toBe('');
    return { status, text };
  };
  const two = [...files(1), line.file('empty.csv', '')];
  expect((await picked(failed, two)).text).toMatch(/^FOLDER\/empty.csv\tinputUnusable\tFOLDER\/empty.csv .*\n$/);
  expect(await picked(imported)).toMatchObject({ status: 0, text: 'true\n' });
  expect((await picked({ ...rows, words: ['list', '--upload', server.staged[0]?.uploadId ?? '', ...rows.words.slice(1)] })).text).toBe(
    ',1,,\n',
  );
});
