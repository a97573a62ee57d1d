import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { control } from '../support/at-length.js';
import type { ServeProcess } from '../support/serve-process.js';
import type { FaultProxy } from './fault-proxy.js';
import { discrepancy, heldBy, type Merchant, nothing, openMerchant, rowsOf } from './merchant.js';
import { openProxiedServer, type ProxiedServer } from './proxied-server.js';
import { password } from './storage-run.js';
import { ignoresKeys, type Variant, variantOf } from './variant.js';

const ROWS = 100;
const BATCH_ROWS = 20;

let blind: Variant;
let directory: string;
let server: ServeProcess;
let proxy: FaultProxy;
let close: ProxiedServer['close'];
let merchant: Merchant;
beforeAll(async () => {
  blind = variantOf(ignoresKeys, { file: 'server/http/problems.js', from: "'sales-capabilities':", to: "'x-nothing':" });
  ({ directory, server, proxy, close } = await openProxiedServer(blind.bin));
});
afterAll(async () => {
  await close();
  blind.remove();
});
beforeEach(() => {
  merchant = openMerchant(proxy.url, server.caFile, password);
  return () => merchant.remove();
});

/** Uploads a file and kills the client while it waits for the answer to the third batch, which the server has. */
async function killedWaiting(tag: string, other: Merchant = merchant): Promise<string[]> {
  const { path, references } = other.file(tag, ROWS);
  const third = proxy.seen + 2;
  proxy.faultFor = (upload) => (upload === third ? { kind: 'silence' } : null);
  const upload = other.start('upload', path, '--json', '--batch', String(BATCH_ROWS));
  await expect.poll(() => heldBy(directory, tag).size, { timeout: 20_000 }).toBe(3 * BATCH_ROWS);
  upload.child.kill('SIGKILL');
  await upload.ended;
  proxy.faultFor = () => null;
  return references;
}

describe('after a kill in doubt, resume', () => {
  it('stops with exit 7, names the batch, and sends nothing', async () => {
    await killedWaiting('stop');
    const resumed = await merchant.sales('resume', 'last', '--json', '--no-input');
    expect(resumed.code).toBe(7);
    expect(rowsOf(resumed)).toMatchObject({ accepted: 40, inDoubt: 20, unsent: 40 });
    expect(JSON.parse(resumed.stdout).inDoubt).toEqual([expect.objectContaining({ batch: '3', firstLine: 42, rows: BATCH_ROWS })]);
    expect([...heldBy(directory, 'stop').values()]).toEqual(Array.from({ length: 60 }, () => 1));
  });

  it('with skip goes on with the rest: here every row is there once', async () => {
    const references = await killedWaiting('skip');
    const resumed = await merchant.sales('resume', 'last', '--json', '--in-doubt', 'skip');
    expect([resumed.code, rowsOf(resumed)]).toEqual([7, { read: 100, accepted: 80, rejected: 0, inDoubt: 20, unsent: 0 }]);
    expect(discrepancy(references, heldBy(directory, 'skip'))).toEqual(nothing);
  });

  it('with resend sends it again: here its rows are there twice, as was asked for', async () => {
    const references = await killedWaiting('resend');
    const resumed = await merchant.sales('resume', 'last', '--json', '--in-doubt', 'resend');
    expect([resumed.code, rowsOf(resumed).accepted]).toEqual([0, ROWS]);
    expect(discrepancy(references, heldBy(directory, 'resend'))).toEqual({ ...nothing, repeated: references.slice(40, 60) });
  });
});

control('control: a client that writes its journal after the send doubles the batch by itself', async () => {
  const careless = variantOf({
    file: 'client/sending/attempt.js',
    from: "return journal.append([{ t: 'last', b: id, try: number }]);",
    to: 'return Promise.resolve();',
  });
  const other = openMerchant(proxy.url, server.caFile, password, { bin: careless.bin });
  const references = await killedWaiting('careless', other);
  const resumed = await other.sales('resume', 'last', '--json', '--no-input');
  expect(resumed.code).toBe(0);
  expect(discrepancy(references, heldBy(directory, 'careless')).repeated).toEqual(references.slice(40, 60));
  other.remove();
  careless.remove();
});
