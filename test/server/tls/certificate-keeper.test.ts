/** When the keeper reads: not while files are still being written, and once when they have come to rest. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepCertificate } from '../../../src/server/tls/certificate-keeper.js';
import { makeCertificate } from '../../support/certificates.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sales-tls-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('waits until nobody writes to the files any more', async () => {
  const file = join(folder, 'chain.pem');
  writeFileSync(file, '');
  const pair = await makeCertificate();
  let reads = 0;
  const keeper = await keepCertificate({
    read: async () => {
      reads += 1;
      return { ...pair };
    },
    files: [file],
    isDue: () => false,
    use: () => {},
    pollMs: 50,
    nowMs: Date.now,
    onChange: () => {},
    onError: () => {},
  });
  let bytes = 0;
  const writing = setInterval(() => writeFileSync(file, 'x'.repeat(++bytes)), 10);
  await new Promise((resolve) => setTimeout(resolve, 800));
  clearInterval(writing);
  // A machine that stands still for a moment may look like one that has come to rest.
  expect(reads).toBeLessThanOrEqual(3);
  const before = reads;
  await expect.poll(() => reads).toBe(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(reads).toBe(before + 1);
  keeper.stop();
});
