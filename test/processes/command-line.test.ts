/** The built program as a shell starts it. Needs `npm run build`; another build can be named in SALES_TEST_BIN. */
import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listedFields } from '../../src/contract/plain-list.js';
import { type CommandLine, openCommandLine, password } from '../cli/command-line.js';
import { json, type StubServer, startStub, uploadIds } from '../client/stub-server.js';
import { checkWritten } from '../support/documents-check.js';

/** Loading it loads the binding to SQLite. */
const engine = new URL('../../dist/store/sqlite/database/engine.js', import.meta.url).href;
const bin = process.env.SALES_TEST_BIN ?? fileURLToPath(new URL('../../bin/sales.js', import.meta.url));
let stub: StubServer;
let line: CommandLine;
let env: Record<string, string>;

beforeAll(async () => {
  stub = await startStub();
  line = openCommandLine(stub);
  env = {
    PATH: process.env.PATH ?? '',
    XDG_CONFIG_HOME: `${line.folder}/config`,
    XDG_STATE_HOME: `${line.folder}/state`,
    SALES_URL: stub.url,
    SALES_USER: 'api',
    SALES_PASSWORD: password,
    SALES_CA_FILE: `${line.folder}/ca.pem`,
  };
});
afterAll(async () => {
  line.remove();
  await stub.close();
});

const item = (index: number) => ({
  ...Object.fromEntries(
    'acquirerId applicationId authorisationCode brandId businessDate cardNumberMasked currency eftTransactionDate locationId orderId panEncrypted terminalId transactionDate transactionReference transactionSequenceCounter'
      .split(' ')
      .map((name) => [name, null]),
  ),
  transactionId: uploadIds[0],
  transactionState: 'Processed',
  transactionMatchState: 'Unmatched',
  amount: index,
  transactionTypes: [],
});

/** As a server of ours writes it. */
const inOrder = (one: Record<string, unknown>) => Object.fromEntries(listedFields.map((name) => [name, one[name]]));

/** The commands of that test fail on purpose; what they printed last still counts. */
function nativeCount(error: { stdout?: string }): number {
  return Number(error.stdout?.trim().split('\n').at(-1));
}

async function ended(command: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('/bin/bash', ['--norc', '-c', command], { env: { ...env, BIN: bin, NODE: process.execPath } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
  return checkWritten(written);
}

describe('the program', () => {
  it('ends quietly with 141 when its reader goes away', async () => {
    stub.answer = (request) => json(request, 200, { items: Array.from({ length: 500 }, (_, index) => item(index)), hasMore: true });
    const { code, stdout, stderr } = await ended('set -o pipefail; "$NODE" "$BIN" list --all --ndjson | head -1');
    expect({ code, lines: stdout.trim().split('\n').length, stderr }).toEqual({ code: 141, lines: 1, stderr: '' });
  });

  it('uploads standard input', async () => {
    stub.answer = (request) => json(request, 200, { uploadId: uploadIds[0] });
    const { code, stdout } = await ended(
      'printf "amount,currency,transactionDate\\n1.50,CHF,2026-11-20T08:00:00Z\\n" | "$NODE" "$BIN" upload - --no-wait --json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file: '-', rows: { read: 1, accepted: 1 }, currencies: [{ currency: 'CHF', sum: '1.50' }] });
  });

  const nativeModules = async (script: string) => {
    const report = 'console.log(process.report.getReport().sharedObjects.filter((name) => name.endsWith(".node")).length);';
    const argv = ['--input-type=module', '-e', `${script}; ${report}`];
    const { stdout } = await promisify(execFile)(process.execPath, argv, { env: { ...env, BIN: bin } });
    return Number(stdout.trim().split('\n').at(-1));
  };

  it.each([['list'], ['ping'], ['doctor'], ['status', uploadIds[0]], ['upload', 'rows.csv'], ['get', uploadIds[0]]])(
    'loads no native module for %s',
    async (...argv) => {
      stub.answer = (request) => json(request, 503, '');
      const words = JSON.stringify([...argv, '--timeout', '2s', '--retry-for', '0s'].slice(0, argv[0] === 'upload' ? undefined : -2));
      const script = `process.argv = [process.execPath, process.env.BIN, ...${words}]; await import(process.env.BIN)`;
      expect(await nativeModules(script).catch(nativeCount)).toBe(0);
    },
  );

  it('would see a native module if one were loaded', async () => {
    expect(await nativeModules(`await import('${engine}')`)).toBe(1);
  });

  /** Which of the packages that take long to load were loaded by a command line that ended well. */
  const packagesLoaded = async (argv: string[], moreScript = '') => {
    const script = `process.argv = [process.execPath, process.env.BIN, ...${JSON.stringify(argv)}]; await import(process.env.BIN); ${moreScript};
      const { createRequire } = await import('node:module');
      const files = Object.keys(createRequire(process.env.BIN).cache);
      const loaded = ['commander', 'undici'].filter((name) => files.some((file) => file.includes('/node_modules/' + name + '/')));
      if ('__zod_globalRegistry' in globalThis) loaded.push('zod');
      console.error('loaded: ' + loaded.join(' ')); if (process.exitCode) console.error('exit ' + process.exitCode)`;
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: { ...env, BIN: bin } });
    return stderr.split('loaded:').at(-1)?.trim();
  };

  it.each([
    ['', ['--version']],
    ['', ['-V']],
    ['commander', ['--help']],
    ['commander', ['list', '--help']],
    ['commander', ['list', '--json']],
  ])('loads only "%s" for %j', async (packages, argv) => {
    stub.answer = (request) => json(request, 200, { items: [item(1)].map(inOrder), hasMore: false });
    expect(await packagesLoaded(argv)).toBe(packages);
  });

  it('would see packages that take long to load', async () => {
    expect(await packagesLoaded(['--help'], "await import('undici'); await import('zod')")).toBe('commander undici zod');
  });

  it('stops at Ctrl-C after the request under way, exit 130', async () => {
    let child: ReturnType<typeof spawn> | null = null;
    stub.answer = (request) => {
      if (request.method === 'GET') return json(request, 200, '');
      child?.kill('SIGINT');
      setTimeout(() => json(request, 200, { uploadId: uploadIds[0] }), 200);
    };
    const file = line.file('rows.csv', `amount,currency,transactionDate\n${'1,CHF,2026-11-20T08:00:00Z\n'.repeat(10)}`);
    child = spawn(process.execPath, [bin, 'upload', '--batch', '1', '--parallel', '1', '--json', file], { env });
    let stdout = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    const code = await new Promise((resolve) => child?.on('close', resolve));
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'interrupted', rows: { accepted: 1, inDoubt: 0 } });
  });
});

describe('standard output that cannot be written', () => {
  it.each([[['sample']], [['help', 'csv']], [['list', '--all', '--json']], [['export', '--out', '-']]])('%j is exit 12', async (argv) => {
    stub.answer = (request) => json(request, 200, { items: Array.from({ length: 30 }, (_, index) => item(index)), hasMore: false });
    const command = `exec "$0" "$1" ${argv.join(' ')} > /dev/full`;
    const seen = await promisify(execFile)('/bin/sh', ['-c', command, process.execPath, bin], { env }).then(
      () => ({ code: 0, stderr: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );
    expect(seen).toEqual({ code: 12, stderr: expect.stringContaining('error: Standard output cannot be written: ENOSPC.') });
  });
});

it('an empty variable is none', async () => {
  const empty = Object.fromEntries(['DATA', 'HOST', 'PORT', 'LOG', 'RATE', 'METRICS_PORT', 'CERT'].map((name) => [`SALES_${name}`, '']));
  const units = [empty, {}].map((more) =>
    promisify(execFile)(process.execPath, [bin, 'serve', '--print-systemd'], { cwd: line.folder, env: { ...env, ...more } }),
  );
  const [withEmpty, without] = await Promise.all(units);
  expect(withEmpty?.stdout).toBe(without?.stdout);
});
