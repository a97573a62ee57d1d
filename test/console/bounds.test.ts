/** What bounds the console: a server without it, the size of a file and the room on the disk, and a day after which files are gone. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { boundsOf } from '../../src/server/access/admission.js';
import { boundBody } from '../../src/server/access/body.js';
import { fileFolders, type KeptFile } from '../../src/server/console/files/dropped-file.js';
import { openDroppedFiles } from '../../src/server/console/files/dropped-files.js';
import { dataDirectory, serve } from '../support/serve-process.js';
import { send } from '../support/test-server.js';
import { type Browser, browserOn } from './browser.js';
import { dropOn, files, table } from './dropping.js';

/** A `sales serve` with these flags, and a browser that has not logged in. */
async function served(flags: string[], test: (browser: Browser, at: { url: string; ca: string }) => Promise<void>): Promise<void> {
  const { directory, passwordFile, remove } = await dataDirectory();
  const running = await serve(directory, passwordFile, {}, ['--log', 'none', ...flags]);
  try {
    const browser = browserOn({ url: running.url, request: (path, options) => send(running.url, running.ca, path, options ?? {}) });
    await test(browser, running);
  } finally {
    await running.end('SIGTERM');
    await remove();
  }
}

it('sales serve --no-console has no route of it', () =>
  served(['--no-console'], async (browser, { url, ca }) => {
    for (const path of ['/console', '/console/', '/console/v1/session', files, '/console/v1/admin', '/console/v1/admin/users'])
      expect([path, (await browser.ask(path)).status]).toEqual([path, 404]);
    expect((await browser.logIn()).status).toBe(404);
    expect((await send(url, ca, '/', { headers: { accept: 'text/html' }, login: null })).status).toBe(200);
  }));

/** Status and `retry-after` of the answer to a file of so many bytes, of which none is sent. */
function answerToSize({ cookie }: Browser, { url, ca }: { url: string; ca: string }, bytes: number): Promise<unknown> {
  const { host, hostname, port } = new URL(url);
  const headers = {
    ...{ host, cookie, origin: url, 'sec-fetch-site': 'same-origin', 'x-sales-console': '1' },
    ...{ 'content-type': 'application/octet-stream', 'x-file-name': 'x.csv', 'content-length': String(bytes) },
  };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path: files, method: 'POST', ca, servername: 'localhost', headers }, (answer) => {
      resolve([answer.statusCode, answer.headers['retry-after']]);
      asked.destroy();
    });
    asked.on('error', reject).flushHeaders();
  });
}

it('sales serve --drop-max takes no larger file, and refuses one that says so before it comes', () =>
  served(['--drop-max', '1MB'], async (browser, at) => {
    await browser.logIn();
    expect((await dropOn(browser, table(10))).status).toBe(200);
    expect((await dropOn(browser, 'x'.repeat(1_000_001))).status).toBe(413);
    expect(await answerToSize(browser, at, 1_000_001)).toEqual([413, undefined]);
    expect((await browser.ask(files)).json.items).toHaveLength(1);
  }));

it('a file for which the disk has no room is to come again later', () =>
  served(['--drop-max', '99999GB'], async (browser, at) => {
    await browser.logIn();
    expect(await answerToSize(browser, at, 99_999e9)).toEqual([503, '60']);
    expect((await browser.ask(files)).json.items).toEqual([]);
  }));

afterEach(() => {
  vi.useRealTimers();
});

it('a file is gone a day after its last change, and not before', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sales-day-'));
  try {
    const folders = fileFolders(directory);
    const startMs = Date.parse('2026-11-20T12:00:00Z');
    const hoursAgo = (hours: number) => new Date(startMs - hours * 3_600_000).toISOString();
    const kept = async (name: string, changedAt: string, state: KeptFile['state']): Promise<string> => {
      const { id } = await folders.make(name);
      const owner = { userId: 'u', userName: 'api', customerId: 'c', tenantId: 't' };
      const rest = { timeZone: 'UTC', state, answers: [], again: false, problem: null, rejects: null };
      await folders.write({ id, name, bytes: 1, receivedAt: changedAt, changedAt, ...owner, ...rest });
      return id;
    };
    const old = await kept('old.csv', hoursAgo(23), 'done');
    const fresh = await kept('fresh.csv', hoursAgo(1), 'ready');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let nowMs = startMs;
    const opened = await openDroppedFiles({
      ...({ directory, data: {}, admission: {}, installationId: 'i', version: '0' } as never as Parameters<typeof openDroppedFiles>[0]),
      dropMaxBytes: 1,
      nowMs: () => nowMs,
    });
    const isThere = (id: string) => existsSync(join(directory, 'dropped', id));
    await vi.advanceTimersByTimeAsync(600_000);
    expect([isThere(old), isThere(fresh)]).toEqual([true, true]);
    nowMs += 2 * 3_600_000;
    await vi.advanceTimersByTimeAsync(600_000);
    await expect.poll(() => isThere(old)).toBe(false);
    expect([isThere(fresh), opened.list('u').map(({ id }) => id)]).toEqual([true, [fresh]]);
    await opened.stop();
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

it('a user has 200 files at most, also where they come at once', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sales-many-'));
  const opened = await openDroppedFiles({
    ...({ directory, data: {}, admission: {}, installationId: 'i', version: '0' } as never as Parameters<typeof openDroppedFiles>[0]),
    dropMaxBytes: 10,
    nowMs: () => 0,
  });
  try {
    const owner = { userId: 'u', userName: 'api', customerId: 'c', tenantId: 't' };
    const request = () => {
      const made = Object.assign(Readable.from([Buffer.from('x')]), { headers: {} }) as never;
      boundBody(made, boundsOf('files'));
      return made;
    };
    const all = await Promise.allSettled(
      Array.from({ length: 205 }, () => opened.receive(request(), { name: 'till.csv', timeZone: 'UTC' }, owner)),
    );
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
    expect([opened.list('u').length, refused]).toEqual([200, Array.from({ length: 5 }, () => 'conflict')]);
    // Those that were refused take no place.
    await opened.remove(opened.list('u')[0] as KeptFile);
    await opened.receive(request(), { name: 'till.csv', timeZone: 'UTC' }, owner);
    expect(opened.list('u').length).toBe(200);
  } finally {
    await opened.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
