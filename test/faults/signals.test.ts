/** Signals to the client, and two clients on one file: every ending names what comes next, and `sales resume` completes it. */
import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServeProcess, salesBin } from '../support/serve-process.js';
import type { FaultProxy } from './fault-proxy.js';
import { discrepancy, heldBy, type Merchant, nothing, openMerchant, rowsOf } from './merchant.js';
import { openProxiedServer, type ProxiedServer } from './proxied-server.js';
import { password } from './storage-run.js';

const ROWS = 400;
const BATCH = ['--batch', '20'];

let directory: string;
let server: ServeProcess;
let proxy: FaultProxy;
let close: ProxiedServer['close'];
let merchant: Merchant;
beforeAll(async () => {
  ({ directory, server, proxy, close } = await openProxiedServer());
});
afterAll(async () => {
  await close();
});
beforeEach(() => {
  merchant = openMerchant(proxy.url, server.caFile, password);
});
afterEach(() => {
  proxy.faultFor = () => null;
  merchant.remove();
});

/** Waits until the fifth batch is at the server and its answer held back. */
async function midway(tag: string): Promise<void> {
  await expect.poll(() => heldBy(directory, tag).size, { timeout: 20_000 }).toBeGreaterThanOrEqual(100);
}

function holdFifthAnswer(): void {
  const fifth = proxy.seen + 4;
  proxy.faultFor = (upload) => (upload === fifth ? { kind: 'silence' } : null);
}

async function expectResumed(tag: string, references: string[]): Promise<void> {
  proxy.faultFor = () => null;
  const resumed = await merchant.sales('resume', 'last', '--json');
  expect([resumed.code, rowsOf(resumed)]).toEqual([0, { read: ROWS, accepted: ROWS, rejected: 0, inDoubt: 0, unsent: 0 }]);
  expect(discrepancy(references, heldBy(directory, tag))).toEqual(nothing);
}

describe.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
] as const)('%s', (signal, code) => {
  it(`ends with ${code} and the line to type; resume completes`, async () => {
    const tag = `once-${signal}`;
    const { path, references } = merchant.file(tag, ROWS);
    holdFifthAnswer();
    const upload = merchant.start('upload', path, ...BATCH);
    await midway(tag);
    upload.child.kill(signal);
    const ended = await upload.ended;
    expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringMatching(/sales resume [0-9a-f]{8}/)]);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
    await expectResumed(tag, references);
  });

  it('twice ends at once; resume completes', async () => {
    const tag = `twice-${signal}`;
    const { path, references } = merchant.file(tag, ROWS);
    holdFifthAnswer();
    const upload = merchant.start('upload', path, ...BATCH);
    await midway(tag);
    upload.child.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    upload.child.kill(signal);
    expect((await upload.ended).code).toBe(code);
    await expectResumed(tag, references);
  });
});

describe('two clients at once', () => {
  it('on one file: one uploads it, the other is told so and ends with 11; the rows are there once', async () => {
    const { path, references } = merchant.file('race', ROWS);
    const ended = await Promise.all([
      merchant.sales('upload', path, ...BATCH, '--json'),
      merchant.sales('upload', path, ...BATCH, '--json'),
    ]);
    const codes = ended.map(({ code }) => code);
    expect(codes).toContain(0);
    // The later may come when the earlier has just ended: then the file is refused as known.
    expect(codes.some((code) => code === 11 || code === 4)).toBe(true);
    expect(discrepancy(references, heldBy(directory, 'race'))).toEqual(nothing);
  });

  it('a frozen one keeps its job; killed, it lets go', async () => {
    const { path, references } = merchant.file('frozen', ROWS);
    holdFifthAnswer();
    const first = merchant.start('upload', path, ...BATCH, '--json');
    await midway('frozen');
    first.child.kill('SIGSTOP');
    expect((await merchant.sales('resume', 'last', '--json')).code).toBe(11);
    first.child.kill('SIGKILL');
    await first.ended;
    await expectResumed('frozen', references);
  });
});

describe('standard input', () => {
  it('is kept aside, so that a killed upload of it can be resumed', async () => {
    const { path, references } = merchant.file('piped', ROWS);
    holdFifthAnswer();
    const script = `${process.execPath} ${salesBin} upload - ${BATCH.join(' ')} --json < ${path}`;
    const { child, ended } = startShell(script);
    await midway('piped');
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
    await expectResumed('piped', references);
  });

  function startShell(script: string) {
    const env = {
      ...process.env,
      XDG_CONFIG_HOME: `${merchant.folder}/config`,
      XDG_STATE_HOME: merchant.stateFolder,
      SALES_URL: proxy.url,
      SALES_USER: 'api',
      SALES_PASSWORD: password,
      SALES_CA_FILE: server.caFile,
    };
    const child = spawn('bash', ['-c', script], { env, stdio: 'ignore', detached: true });
    return { child, ended: new Promise((resolve) => child.once('close', resolve)) };
  }
});
