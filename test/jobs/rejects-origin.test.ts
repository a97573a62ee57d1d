/** Which rejects files are sent as rows of the file that they came from; all others are compared with it as a file of their own. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandLine } from '../cli/command-line.js';
import { onMemoryServer } from '../cli/on-stub.js';
import type { MemoryServer } from '../client/memory-server.js';
import { problem, type StubServer } from '../client/stub-server.js';

let stub: StubServer;
let line: CommandLine;
let server: MemoryServer;

onMemoryServer({ idempotent: false }, (on) => {
  ({ stub, line, server } = on);
});

interface Named {
  job: string;
  group: string;
  partOf?: string;
  file: { name: string };
}

const text =
  'transactionReference,amount,currency,transactionDate\nR1,1.00,CHF,2026-11-20T08:00:00Z\nR2,x,CHF,2026-11-20T08:00:00Z\nR3,1.00,CHF,2026-11-20T08:00:00Z\n';
const upload = (file: string, ...flags: string[]) =>
  line.run(['upload', '--batch', '1', '--parallel', '1', '--retry-for', '0s', ...flags, file]);
const first = (...flags: string[]) => upload(line.file('a.csv', text), ...flags);
const inFolder = (name: string) => join(line.folder, name);
const rejects = () => readFileSync(inFolder('a.rejects.csv'), 'utf8');
const jobs = (): Named[] => {
  const folder = inFolder('state/jobs');
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{8}$/.test(name));
  return names.map((name) => JSON.parse(readFileSync(join(folder, name, 'job.json'), 'utf8')));
};

/** Sends `content` as the file `name`; whether it goes as a part of a.csv. */
async function isPart(name = 'a.rejects.csv', content = rejects().replace(',x,', ',2.00,'), ...flags: string[]): Promise<boolean> {
  const before = new Set(jobs().map(({ job }) => job));
  const path = inFolder(name);
  writeFileSync(path, content);
  await upload(path, ...flags);
  const of = jobs().find(({ file }) => file.name === inFolder('a.csv'));
  const [own] = jobs().filter(({ job }) => !before.has(job));
  expect(own?.file.name).toBe(path);
  expect(own?.group === of?.group).toBe(own?.partOf !== undefined);
  return own?.partOf !== undefined && own.partOf === of?.job;
}

const loseFirst = () => {
  server.reply = (arrival, request) => {
    if (arrival === 1) request.socket.destroy();
    return arrival !== 1;
  };
};
const uuid = '7d8f6a52-1b6e-4c0a-9d6c-0f3a5b7c9e11';

describe('the rejects of a file', () => {
  it('are a part of it', async () => {
    expect((await first()).exit).toBe(5);
    expect(await isPart()).toBe(true);
  });

  it.each([
    ['user', 'other'],
    ['customer', uuid],
    ['tenant', uuid],
  ])('are none where another %s sends them', async (name, value) => {
    expect((await first()).exit).toBe(5);
    expect(await isPart('a.rejects.csv', rejects().replace(',x,', ',2.00,'), `--${name}`, value)).toBe(false);
  });

  it.each([
    ['stop', 'as long as that is not through'],
    ['skip', 'where some of it was left in doubt'],
  ])('are none with --in-doubt=%s, %s', async (policy) => {
    loseFirst();
    expect((await first('--in-doubt', policy)).exit).toBe(7);
    expect(await isPart()).toBe(false);
  });

  it('are none where the rest of it was refused', async () => {
    stub.answer = (request) => {
      if (request.method === 'POST' && server.staged.length === 1) return problem(request, 401);
      server.answer(request);
    };
    expect((await first()).exit).toBe(3);
    stub.answer = server.answer;
    expect(await isPart()).toBe(false);
  });

  it('are one once', async () => {
    expect((await first()).exit).toBe(5);
    const content = rejects();
    expect(await isPart('a.rejects.csv', content.replace(',x,', ',2.00,'))).toBe(true);
    expect(await isPart('a.rejects.csv', content.replace(',x,', ',3.00,'))).toBe(false);
  });

  it('are none under another name, or elsewhere', async () => {
    expect((await first()).exit).toBe(5);
    mkdirSync(inFolder('other'));
    expect(await isPart('b.rejects.csv')).toBe(false);
    expect(await isPart('other/a.rejects.csv', rejects().replace(',x,', ',3.00,'))).toBe(false);
  });

  it('are none with more rows, or with none of their own columns', async () => {
    expect((await first()).exit).toBe(5);
    const content = rejects();
    const [head = '', row = ''] = content.replace(',x,', ',2.00,').split('\n');
    expect(await isPart('a.rejects.csv', `${head}\n${row}\n${row.replace('R2', 'R9')}\n`)).toBe(false);
    expect(await isPart('a.rejects.csv', 'transactionReference,amount,currency,transactionDate\nR9,2.00,CHF,2026-11-20T08:00:00Z\n')).toBe(
      false,
    );
  });
});
