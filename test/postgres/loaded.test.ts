/** Nothing of PostgreSQL is loaded by whoever does not ask for it: not by `serve` on a directory, on none of its threads, nor by a client of it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, type ServeProcess, salesBin, serve } from '../support/serve-process.js';

const OF_POSTGRES = /\/node_modules\/pg(?:-[\w-]+)?\/|\/store\/postgres\//;

let root: string;
let server: ServeProcess;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sales-loaded-'));
  const hook = `import { appendFileSync } from 'node:fs';
    export async function load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); }`;
  writeFileSync(join(root, 'hook.mjs'), hook);
  writeFileSync(join(root, 'register.mjs'), `import { register } from 'node:module'; register('./hook.mjs', import.meta.url);`);
  writeFileSync(join(root, 'password'), password, { mode: 0o600 });
  writeFileSync(join(root, 'sales.csv'), 'amount,currency,transactionDate\n1.50,EUR,2026-11-20T08:00:00Z\n');
  const NODE_OPTIONS = `--import ${join(root, 'register.mjs')}`;
  env = { ...process.env, HOME: root, XDG_CONFIG_HOME: join(root, 'config'), XDG_STATE_HOME: join(root, 'state'), NODE_OPTIONS };
  server = await serve(join(root, 'data'), join(root, 'password'), { ...env, LOADED: join(root, 'serve') });
  Object.assign(env, { SALES_URL: server.url, SALES_CA_FILE: server.caFile, SALES_USER: 'api', SALES_PASSWORD: password });
});
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(root, { recursive: true, force: true });
});

/** What a command has loaded, and what it printed. */
async function run(name: string, ...argv: string[]): Promise<{ loaded: string[]; stdout: string }> {
  const LOADED = join(root, name);
  const { stdout } = await promisify(execFile)(process.execPath, [salesBin, ...argv], { env: { ...env, LOADED } }).catch((error) => error);
  return { loaded: loadedBy(name), stdout };
}

function loadedBy(name: string): string[] {
  return existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8').split('\n') : [];
}

test('upload, list, status and their server load nothing of PostgreSQL', async () => {
  const upload = await run('upload', 'upload', join(root, 'sales.csv'), '--json');
  const { uploads } = JSON.parse(upload.stdout);
  const list = await run('list', 'list', '--json');
  expect(JSON.parse(list.stdout).items).toHaveLength(1);
  const status = await run('status', 'status', uploads[0].uploadId, '--json');
  const all = { upload: upload.loaded, list: list.loaded, status: status.loaded, serve: loadedBy('serve') };
  for (const [name, loaded] of Object.entries(all)) {
    expect([name, loaded.length > 20]).toEqual([name, true]);
    expect([name, loaded.filter((url) => OF_POSTGRES.test(url))]).toEqual([name, []]);
  }
  // The threads of the server are seen, too.
  expect(all.serve.some((url) => url.includes('/threads/writer-thread'))).toBe(true);
});

test('the control: a command on a database loads it', async () => {
  writeFileSync(join(root, 'address'), 'postgres://sales_app@127.0.0.1:1/none', { mode: 0o600 });
  const { loaded } = await run('doctor', 'doctor', '--database-file', join(root, 'address'));
  expect(loaded.some((url) => url.includes('/node_modules/pg/'))).toBe(true);
});
