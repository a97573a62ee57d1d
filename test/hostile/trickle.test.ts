/** A server that sends a byte now and then: each command ends all the same, and an upload goes on as after any other failure. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { discrepancy, heldBy, nothing, openMerchant, rowsOf } from '../faults/merchant.js';
import { openProxiedServer } from '../faults/proxied-server.js';
import { password } from '../faults/storage-run.js';
import { type Change, type Variant, variantOf } from '../faults/variant.js';
import { control } from '../support/at-length.js';
import { makeCertificate } from '../support/certificates.js';
import { HELD_PIECES, impatient, type Shape, trickleServer } from './trickle.js';

const endless: Change = { file: 'client/http/transport.js', from: 'ANSWER_TIMES = 10', to: 'ANSWER_TIMES = 1_000' };

let patient: Variant;
beforeAll(() => {
  patient = variantOf(endless);
});
afterAll(() => patient.remove());

/** How `sales ARGS` ends at a server that answers nothing else, and the most pieces that it waited for. */
async function seen(shape: Shape, args: string[], bin?: string) {
  const own = await makeCertificate();
  const server = await trickleServer(own, shape);
  const merchant = openMerchant(server.url, 'ca.pem', password, bin === undefined ? {} : { bin });
  writeFileSync(join(merchant.folder, 'ca.pem'), own.cert);
  try {
    const { code, stderr } = await merchant.sales(...args, ...impatient);
    return { code, stderr, pieces: Math.max(...server.counts) };
  } finally {
    server.close();
    merchant.remove();
  }
}

const commands: [string, string[]][] = [
  ['ping', ['ping']],
  ['list', ['list']],
  ['status', ['status', randomUUID()]],
];

describe('of an answer that never ends', () => {
  it.each(commands)('sales %s waits for a part', async (_, args) => {
    const { code, stderr, pieces } = await seen('body', args);
    expect(code).toBe(6);
    expect(stderr).toMatch(/the answer was not whole in time.*--timeout gives it longer/s);
    expect(pieces).toBeGreaterThan(0);
    expect(pieces).toBeLessThan(HELD_PIECES);
  });

  control.each(commands)('control: sales %s of a build without a time in all is held', async (_, args) => {
    expect((await seen('body', args, patient.bin)).pieces).toBe(HELD_PIECES);
  });

  it.each([
    ['head', 'list'],
    ['hints before it', 'list'],
    ['handshake', 'list'],
    ['handshake', 'ping'],
  ] as const)('or of its %s, sales %s waits for a part, too', async (shape, command) => {
    const { code, pieces } = await seen(shape, [command]);
    expect(code).toBe(6);
    expect(pieces).toBeLessThan(HELD_PIECES);
  });
});

describe('an upload whose second batch is answered like that', () => {
  const ROWS = 60;
  const uploaded = async (shape: Shape, bin?: string) => {
    const { directory, server, proxy, close } = await openProxiedServer();
    const merchant = openMerchant(proxy.url, server.caFile, password, bin === undefined ? {} : { bin });
    const counts: number[] = [];
    proxy.faultFor = (upload) => (upload === 1 ? { kind: 'trickle', shape, counts } : null);
    try {
      const { path, references } = merchant.file('trickled', ROWS);
      const ended = await merchant.sales('upload', path, '--batch', '20', '--json', '--retry-for', '60s', ...impatient);
      return { code: ended.code, rows: rowsOf(ended), counts, discrepancy: discrepancy(references, heldBy(directory, 'trickled')) };
    } finally {
      await close();
      merchant.remove();
    }
  };

  it.each(['body', 'hints before it'] as const)('is sent again, and nothing is doubled (%s)', async (shape) => {
    const { counts, ...ended } = await uploaded(shape);
    const rows = { read: ROWS, accepted: ROWS, rejected: 0, inDoubt: 0, unsent: 0 };
    expect(ended).toEqual({ code: 0, rows, discrepancy: nothing });
    expect(counts).toEqual([expect.any(Number)]);
    expect(counts[0]).toBeLessThan(HELD_PIECES);
  });

  control('control: by a build without a time in all, it waits until it is cut off', async () => {
    expect((await uploaded('body', patient.bin)).counts).toEqual([HELD_PIECES]);
  });
});
