/**
 * The console in a real browser: one server over real TLS, one Chromium, data with every kind of row, and users with different rights. What a
 * page must never do is noted for each: break the Content-Security-Policy, fail in a script, or ask another host.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { dataDirectory, serve } from '../../support/serve-process.js';
import { password, type RequestOptions, send, type TestAnswer, type TestServer } from '../../support/test-server.js';
import { hostile, refused, salesOf } from './sales.js';

const require = createRequire(import.meta.url);

/** Debian's, or what SALES_TEST_CHROMIUM names; null where there is none. */
export const chromiumPath: string | null = (() => {
  const found = [process.env.SALES_TEST_CHROMIUM ?? '', '/usr/bin/chromium'].find((path) => path !== '' && existsSync(path)) ?? null;
  if (found === null && process.env.CI) throw new Error('No Chromium: apt-get install chromium, or name it in SALES_TEST_CHROMIUM.');
  if (found === null) process.stderr.write('Without Chromium (apt-get install chromium) the pages of the console are not tested.\n');
  return found;
})();

/** What the browser's clock shows. */
export const now = new Date('2026-11-20T15:04:05Z');
export type Scheme = 'light' | 'dark';

/** A `sales serve` as people run it. */
interface ServedSales extends Pick<TestServer, 'url' | 'directory'> {
  request(path: string, options?: RequestOptions): Promise<TestAnswer>;
  uploadAndImport(transactions: unknown[]): Promise<string>;
  stop(): Promise<void>;
}

export interface Stand {
  server: ServedSales;
  browser: Browser;
  /** Ids of the uploads, by what is in them. */
  uploads: { sales: string; again: string; refused: string; hostile: string };
  admin: (...argv: string[]) => Promise<string>;
  /** Faults of all pages so far. */
  faults: string[];
  /** Where else a page may ask, in a test that goes there. */
  alsoAllowed: string[];
  context(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page of a user who has logged in, at an address of the console. */
  open(user: string, path?: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export const unitUsers = { north: 'anna', south: 'ben' } as const;

/** `env` is for the server. */
export async function openStand(env: NodeJS.ProcessEnv = {}): Promise<Stand> {
  const server = await startServed(env);
  const line = openCommandLine(null);
  const admin = adminOn(line, () => server as TestServer);
  const uploads = {
    sales: await server.uploadAndImport(salesOf(now)),
    again: await server.uploadAndImport(salesOf(now).slice(0, 12)),
    refused: await server.uploadAndImport(refused(now)),
    hostile: await server.uploadAndImport(hostile),
  };
  await admin('unit', 'add', 'North', '--tenant', 'Default', '--terminal', 'N-1');
  await admin('unit', 'add', 'South', '--tenant', 'Default', '--terminal', 'S-1');
  await admin('user', 'add', unitUsers.north, '--unit', 'North', '--password-stdin');
  await admin('user', 'add', unitUsers.south, '--unit', 'South', '--password-stdin');
  await admin('user', 'add', 'boss', '--tenant', 'Default', '--role', 'API', '--role', 'Admin', '--password-stdin');
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--lang=en-US'],
  });
  const faults: string[] = [];
  const alsoAllowed: string[] = [];
  const context: Stand['context'] = async (options = {}) => {
    const made = await browser.newContext({
      // That a browser trusts the server's own authority is a matter of its operating system.
      ignoreHTTPSErrors: true,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    });
    await made.clock.setFixedTime(now);
    await made.addInitScript({
      content: `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error('policy: ' + violatedDirective + ' ' + blockedURI));`,
    });
    watch(made, () => [server.url, ...alsoAllowed], faults);
    return made;
  };
  return {
    server,
    browser,
    uploads,
    admin,
    faults,
    alsoAllowed,
    context,
    open: async (user, path = '', options = {}) => {
      const page = await (await context(options)).newPage();
      await page.goto(`${server.url}/console/${path}`);
      await logIn(page, user);
      return page;
    },
    close: async () => {
      await browser.close();
      await server.stop();
      line.remove();
    },
  };
}

export interface InChromium {
  readonly stand: Stand;
  /** Of the user of the whole tenant; the tests of a file share it. */
  readonly page: Page;
  /** To an address of the console. */
  go(path: string, on?: Page): Promise<void>;
  /** Of the first table of the page. */
  rows(on?: Page): Locator;
}

/** Tests of pages on one stand; in the end, of what no page may have done meanwhile. Left out where there is no Chromium. */
export function inChromium(title: string, tests: (at: InChromium) => void, env?: NodeJS.ProcessEnv): void {
  describe.skipIf(chromiumPath === null)(`${title}, in Chromium`, () => {
    let [stand, page] = [] as unknown as [Stand, Page];
    beforeAll(async () => {
      stand = await openStand(env);
      page = await stand.open('boss');
    });
    afterAll(async () => {
      await stand?.close();
    });
    tests({
      get stand() {
        return stand;
      },
      get page() {
        return page;
      },
      go: async (path, on = page) => {
        await on.goto(`${stand.server.url}/console/${path}`);
      },
      rows: (on = page) => on.locator('main table').first().locator('tbody tr'),
    });
    it('never broke the policy, never failed in a script, and asked no other host', () => {
      expect(stand.faults).toEqual([]);
    });
  });
}

async function startServed(env: NodeJS.ProcessEnv): Promise<ServedSales> {
  const { directory, passwordFile, remove } = await dataDirectory();
  const running = await serve(directory, passwordFile, env, ['--log', 'none']);
  const { url, ca } = running;
  const request: ServedSales['request'] = (path, options = {}) => send(url, ca, path, options);
  return {
    url,
    directory,
    request,
    uploadAndImport: async (transactions) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ transactions });
      const { json } = await request('/sales/v1/transactions/upload', { method: 'POST', headers, body });
      for (;;) {
        const state = await request(`/sales/v1/transactions/upload/${json.uploadId}`);
        if (state.json.status !== 'Processing') return json.uploadId;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop: async () => {
      await running.end('SIGTERM');
      await remove();
    },
  };
}

/** In whatever language. */
export async function logIn(page: Page, user: string, secret = password): Promise<void> {
  await page.locator('#user').fill(user);
  await page.locator('#password').fill(secret);
  await page.keyboard.press('Enter');
  await page.locator('.side nav').waitFor();
}

function watch(context: BrowserContext, allowed: () => string[], faults: string[]): void {
  context.on('page', (page) => {
    page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
    page.on('console', (message) => {
      // Answers that are no 200 are for the page to show, and each test looks at that.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!allowed().some((url) => request.url().startsWith(url)) && !/^(blob|data):/.test(request.url()))
        faults.push(`asked ${request.url()}`);
    });
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
  });
}

/** One for each page: to detach one takes back the media and colours that the page is to have. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Runs an expression in the page, beyond the reach of its Content-Security-Policy. */
export async function inPage<Value>(page: Page, expression: string): Promise<Value> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  const session = await opened;
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as Value;
}

const axe = require('axe-core').source as string;

/** What axe finds, each as rule and place, in both colour schemes. */
export async function findingsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await inPage(page, `window.axe || (() => { ${axe} })(); 0`);
    expect(await inPage(page, `matchMedia('(prefers-color-scheme: ${colorScheme})').matches`)).toBe(true);
    const violations = await inPage<string[]>(
      page,
      `axe.run(document).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ' ' + html.slice(0, 200) + ' ' + failureSummary)))`,
    );
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}

/** By how much the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return inPage(page, 'document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
