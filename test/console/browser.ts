/** Asks as the console's pages do, in a browser that keeps cookies; each header can be left out or changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readAssets } from '../../src/server/console/assets.js';
import type { ConsoleOptions } from '../../src/server/console/open-console.js';
import { password, type RequestOptions, type TestAnswer, type TestServer } from '../support/test-server.js';

export interface Browser {
  /** `name=value`, or nothing. */
  cookie: string;
  ask(path: string, options?: PageRequest): Promise<TestAnswer>;
  logIn(user?: string, secret?: string): Promise<TestAnswer>;
}

export interface PageRequest extends Omit<RequestOptions, 'headers' | 'login'> {
  /** Undefined leaves out one that a page would send. */
  headers?: Record<string, string | undefined>;
  /** A body as JSON. */
  json?: unknown;
}

/** `url` as a function where the server may move. */
export function browserOn(server: { url: string | (() => string); request: TestServer['request'] }): Browser {
  const url = () => (typeof server.url === 'string' ? server.url : server.url());
  const browser: Browser = {
    cookie: '',
    ask: async (path, { headers = {}, json, ...options } = {}) => {
      const isChange = (options.method ?? 'GET') !== 'GET' && options.method !== 'HEAD';
      const sent = {
        ...(browser.cookie && { cookie: browser.cookie }),
        'sec-fetch-site': 'same-origin',
        host: new URL(url()).host,
        ...(isChange && { origin: url(), 'x-sales-console': '1' }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      };
      const given = Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined));
      const body = json === undefined ? options.body : JSON.stringify(json);
      const answer = await server.request(path, { ...options, ...(body !== undefined && { body }), headers: given, login: null });
      const [set] = answer.headers['set-cookie'] ?? [];
      if (set !== undefined) browser.cookie = /Max-Age=0/.test(set) ? '' : (set.split(';')[0] ?? '');
      return answer;
    },
    logIn: (user = 'api', secret = password) => browser.ask('/console/v1/session', { method: 'POST', json: { user, password: secret } }),
  };
  return browser;
}

export const scriptName = 'assets/app-Ab3dEf6h.js';
export const script = `console.log(${JSON.stringify('x'.repeat(500))});\n`;

/** Pages as a build would leave them. They are served from memory, so their folder is gone at once. */
export function someConsole(): ConsoleOptions {
  const folder = mkdtempSync(join(tmpdir(), 'sales-pages-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Sales</title>');
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, `${scriptName}.br`), brotliCompressSync(script));
  const assets = readAssets(folder);
  rmSync(folder, { recursive: true });
  if (!assets) throw new Error('no pages');
  return { assets, dropMaxBytes: 20_000_000 };
}
