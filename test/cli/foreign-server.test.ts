/** What is said against a server that implements the documented interface, and nothing else: what it leaves open is never taken for the usual. */
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listedRow, type MemoryServer } from '../client/memory-server.js';
import { problem } from '../client/stub-server.js';
import type { CommandLine } from './command-line.js';
import { onMemoryServer } from './on-stub.js';

let line: CommandLine;
let server: MemoryServer;
onMemoryServer({ idempotent: false }, (on) => {
  line = on.line;
  server = on.server;
});

const rows = 4;
const text = `amount,currency,transactionDate,transactionReference\n${Array.from(
  { length: rows },
  (_, row) => `${row + 1}.5,CHF,2026-11-20T10:0${row}:00Z,R${row}\n`,
).join('')}`;
let file: string;
beforeEach(() => {
  file = line.file('sales.csv', text);
});
const upload = (...flags: string[]) => line.run(['upload', '--batch', '2', ...flags, file]);
const isState = (url: URL) => url.pathname.includes('/upload/');

it('a 503 after the last byte may come from a gateway: nothing is sent again', async () => {
  server.reply = (number, request) => {
    if (number === 2) problem(request, 503);
    return number !== 2;
  };
  expect(await upload()).toMatchObject({ exit: 7, stderr: expect.stringContaining('answered 503, which does not say') });
  expect(server.arrived).toHaveLength(2);
});

describe('a final status that is not known', () => {
  const unknown = { date: '2026-11-20T10:00:00Z', status: 'Done', summary: 'It is over.', errors: [] };
  const asked = (unprocessed: object[]) => (url: URL) => {
    if (isState(url)) return unknown;
    return url.searchParams.get('transactionState') === 'Unprocessed' ? { items: unprocessed, hasMore: false } : undefined;
  };

  it('is good where no row is listed as Unprocessed', async () => {
    server.instead = asked([]);
    expect(await upload()).toMatchObject({ exit: 0, stderr: expect.stringContaining('4 sales imported') });
  });

  it('is not where one is, and status says so, too', async () => {
    server.instead = asked([{ ...listedRow(1), transactionState: 'Unprocessed' }]);
    const { exit, stderr } = await upload();
    expect([exit, stderr]).toEqual([8, expect.stringContaining('With the status "Done", rows of it are listed as Unprocessed.')]);
    expect(stderr).not.toContain('imported   ');
    expect(await line.run(['status', 'last'])).toMatchObject({ exit: 8, stdout: expect.stringContaining('listed as Unprocessed') });
    const [{ uploadId = '' } = {}] = server.staged;
    expect((await line.run(['status', uploadId])).exit).toBe(8);
  });
});

describe('rows that were taken', () => {
  it('are said to be uncounted where the server cannot list them', async () => {
    server.instead = (url) => (url.searchParams.has('uploadId') ? 404 : undefined);
    const { exit, stderr } = await upload();
    expect([exit, stderr]).toEqual([0, expect.stringMatching(/COUNTS {3}The rows of 2 uploads could not be counted at the server/)]);
  });

  it('that are listed in another number are told by status, until they are listed', async () => {
    server.dropped = 1;
    expect((await upload()).exit).toBe(8);
    const seen = await line.run(['status', 'last']);
    expect([seen.exit, seen.stderr]).toEqual([8, expect.stringContaining('2 rows were sent, but the server lists a different number.')]);
    server.dropped = 0;
    expect(await line.run(['status', 'last'])).toMatchObject({ exit: 0, stderr: expect.not.stringContaining('different number') });
  });

  it('are still being imported, for status of the job as for upload', async () => {
    server.instead = (url) => (isState(url) ? { date: '2026-11-20T10:00:00Z', status: 'Processing', summary: '', errors: [] } : undefined);
    expect((await upload('--wait=1s')).exit).toBe(10);
    expect((await line.run(['status', 'last', '--wait=1s'])).exit).toBe(10);
    const { exit, stderr } = await line.run(['status', 'last']);
    expect([exit, stderr]).toEqual([0, expect.not.stringContaining('resume')]);
    const faulty = line.file('faulty.csv', text.replaceAll(',R', ',S').replace('1.5,CHF', 'x,CHF'));
    expect((await line.run(['upload', '--wait=1s', faulty])).exit).toBe(10);
    expect((await line.run(['status', 'last'])).exit).toBe(5);
  });

  it('are waited for past a 500, and with lists that are null', async () => {
    let asked = 0;
    server.instead = (url) => {
      if (!isState(url)) return undefined;
      asked += 1;
      return asked === 1 ? 500 : { date: '2026-11-20T10:00:00Z', status: 'Processed', summary: null, errors: null };
    };
    expect((await upload()).exit).toBe(0);
    expect(asked).toBe(3);
  });

  it('are not asked about for ever where each answer is a 500', async () => {
    server.instead = (url) => (isState(url) ? 500 : undefined);
    expect((await upload()).exit).toBe(1);
  });
});

describe('a batch that is refused without naming a row', () => {
  beforeEach(() => {
    server.reply = (number, request) => {
      if (number === 2) problem(request, 400);
      return number !== 2;
    };
  });

  it('leaves the rest to be resumed', async () => {
    expect(await upload()).toMatchObject({ exit: 6, stderr: expect.stringMatching(/NEXT {5}sales resume/) });
    expect((await line.run(['resume'])).exit).toBe(0);
  });

  it('leaves a watched file where resuming finds it', async () => {
    const folder = join(line.folder, 'watched');
    mkdirSync(folder);
    renameSync(file, join(folder, 'sales.csv'));
    expect((await line.run(['watch', folder, '--once', '--settle', '0s', '--batch', '2'])).exit).toBe(6);
    expect((await line.run(['resume'])).exit).toBe(0);
  });
});

describe('a batch in doubt that is skipped', () => {
  beforeEach(async () => {
    server.reply = (number, request) => {
      if (number === 1) request.socket.destroy();
      return number !== 1;
    };
    expect((await upload()).exit).toBe(7);
  });

  it('is not offered to be skipped again, and is sent where somebody says so after all', async () => {
    const skipped = await line.run(['resume', '--in-doubt=skip']);
    expect([skipped.exit, skipped.stderr]).toEqual([7, expect.stringContaining('only if the server does not have them')]);
    expect(skipped.stderr).not.toContain('--in-doubt=skip');
    expect((await line.run(['resume'])).exit).toBe(0);
    const sent = server.arrived.length;
    expect((await line.run(['resume', '--in-doubt=resend'])).exit).toBe(0);
    expect(server.arrived).toHaveLength(sent + 1);
  });
});

describe('list --all', () => {
  const page = (of: (number: number) => object) => {
    server.instead = (url) => (url.pathname === '/sales/v1/transactions' ? of(Number(url.searchParams.get('pageNumber'))) : undefined);
  };

  it('goes on behind a page without rows', async () => {
    page((number) => ({ items: number === 2 ? [] : [listedRow(number)], hasMore: number < 3 }));
    expect(JSON.parse((await line.run(['list', '--all', '--json'])).stdout).items).toHaveLength(2);
  });

  it.each([
    ['is given again', [listedRow(1)]],
    ['and the next have no rows', []],
  ])('ends with a failure where a page %s and there is said to be more', async (_, items) => {
    page(() => ({ items, hasMore: true }));
    expect(await line.run(['list', '--all', '--ndjson'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('says that there is more'),
    });
  });
});
