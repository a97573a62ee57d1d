/** `--gzip`: which bodies go packed, over the wire of a stub, and that none is lost or doubled for it. */
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { sendsPacked } from '../../../src/cli/flags/gzip-flag.js';
import { type MemoryServer, memoryServer } from '../../client/memory-server.js';
import { problem, type StubServer } from '../../client/stub-server.js';
import type { CommandLine } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let stub: StubServer;
let line: CommandLine;
let server: MemoryServer;
onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line, server } = on);
});

const csv = `transactionReference,amount,currency,transactionDate\n${Array.from({ length: 9 }, (_, index) => `R${index},1.00,CHF,2026-11-20T08:00:00Z\n`).join('')}`;
const references = Array.from({ length: 9 }, (_, index) => `R${index}`);
const upload = (...flags: string[]) => line.run(['upload', '--json', '--batch', '3', ...flags, line.file('till.csv', csv)]);
const encodings = () => stub.requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['content-encoding']);
const stagedRows = () => server.staged.flatMap((one) => one.references).sort();

describe('--gzip', () => {
  it.each([
    [[], undefined],
    [['--gzip', 'off'], undefined],
    [['--gzip', 'on'], 'gzip'],
  ])('%j to this machine', async (flags, encoding) => {
    const { exit, stdout } = await upload(...flags);
    expect([exit, JSON.parse(stdout).rows]).toEqual([0, { read: 9, accepted: 9, rejected: 0, inDoubt: 0, unsent: 0 }]);
    expect(encodings()).toEqual([encoding, encoding, encoding]);
    expect(stagedRows()).toEqual(references);
  });

  it('a packed batch whose answer was lost is known again when it comes as it is', async () => {
    server.reply = (_number, { socket }) => {
      socket.destroy();
      return false;
    };
    const cut = await upload('--gzip', 'on', '--retry-for', '0s');
    expect(cut.exit).toBe(7);
    server.reply = () => true;
    const resumed = await line.run(['resume', '--json', '--gzip', 'off']);
    expect([resumed.exit, JSON.parse(resumed.stdout).rows]).toEqual([0, { read: 9, accepted: 9, rejected: 0, inDoubt: 0, unsent: 0 }]);
    expect(new Set(encodings())).toEqual(new Set(['gzip', undefined]));
    expect(stagedRows()).toEqual(references);
  });

  it('to a server that takes none ends with exit 2 and the flag, with which a resume goes on', async () => {
    const answers = stub.answer;
    stub.answer = (request) => (request.headers['content-encoding'] ? problem(request, 415) : answers(request));
    const refused = await upload('--gzip', 'on');
    expect([refused.exit, JSON.parse(refused.stdout)]).toEqual([
      2,
      expect.objectContaining({ rows: { read: 9, accepted: 0, rejected: 0, inDoubt: 0, unsent: 9 } }),
    ]);
    expect(refused.stdout).toContain('--gzip off');
    expect((await line.run(['resume', '--json', '--gzip', 'off'])).exit).toBe(0);
    expect(stagedRows()).toEqual(references);
  });
});

describe('a batch that is refused as a whole is no doubt, and tells the words of the server', () => {
  it.each<[string, number, object, string[], string]>([
    ['a packed body that is no JSON to it', 400, { detail: 'The body is not JSON.' }, ['--gzip', 'on'], 'The body is not JSON.'],
    ['a plain one that it refuses', 400, { errors: { $: ['is not for today'] } }, [], 'is not for today'],
    ['one row that is too large', 413, {}, ['--batch', '1'], '413'],
  ])('%s', async (_, status, more, flags, said) => {
    server = memoryServer({ idempotent: false });
    const { answer } = server;
    stub.answer = (request) => (request.method === 'POST' ? problem(request, status, more) : answer(request));
    const refused = await upload(...flags);
    const document = JSON.parse(refused.stdout);
    expect([refused.exit, document.rows]).toEqual([4, { read: 9, accepted: 0, rejected: 0, inDoubt: 0, unsent: 9 }]);
    expect(document.stopped.message).toContain(said);
    if (flags.includes('on')) expect(document.stopped.hint).toContain('--gzip off');
    stub.answer = answer;
    const resumed = await line.run(['resume', '--json', '--gzip', 'off']);
    expect([resumed.exit, JSON.parse(resumed.stdout).rows.accepted]).toEqual([0, 9]);
    expect(stagedRows()).toEqual(references);
  });
});

describe('auto', () => {
  it.each([
    ['127.0.0.1:8443', false],
    ['127.1.2.3', false],
    ['localhost:8443', false],
    ['[::1]:8443', false],
    [hostname(), false],
    [`${hostname().toUpperCase()}:8443`, false],
    ['api.example.com', null],
    ['127.example.com:8443', null],
    ['10.0.0.1:8443', null],
    ['[fe80::1]:8443', null],
  ])('to %s is %s', (host, packed) => {
    expect([sendsPacked('auto', host), sendsPacked('on', host), sendsPacked('off', host)]).toEqual([packed, true, false]);
  });
});
