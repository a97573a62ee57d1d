/**
 * Which file an upload came from, from the command line to the lists of the built server: name and hash of its bytes, and the same bytes
 * told before they are sent once more. Needs `npm run build`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, openCommandLine } from '../cli/command-line.js';
import { dataDirectory, password, type ServeProcess, serve } from '../support/serve-process.js';

let server: ServeProcess;
let root: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  const place = await dataDirectory();
  remove = place.remove;
  root = join(place.directory, '..');
  server = await serve(place.directory, place.passwordFile);
});
afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0);
  // Neither in plain text nor as it came.
  expect(server.output()).not.toMatch(/kasse|M(?:ä|%C3%A4)rz|auszahlung/i);
  for (const line of machines.values()) line.remove();
  await remove();
});

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const till = (day: number) => `amount,currency,transactionDate,transactionReference\n1.50,CHF,2026-11-${day}T08:00:00Z,R${day}\n`;
const file = (name: string, bytes: string | Buffer) => {
  mkdirSync(join(root, 'files'), { recursive: true });
  writeFileSync(join(root, 'files', name), bytes);
  return join(root, 'files', name);
};

const machines = new Map<string, CommandLine>();

/** On a machine of that name, with its own memory of what was sent. */
async function sales(machine: string, argv: string[], stdin = '') {
  const line = machines.get(machine) ?? openCommandLine(null);
  machines.set(machine, line);
  const env = { SALES_URL: server.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
  const seen = await line.run(argv, { env, stdin });
  expect(seen.exit, seen.stderr).toBe(0);
  return seen;
}

/** The newest upload as the server lists it. */
async function newest() {
  const { stdout } = await sales('looking', ['uploads', '--server', '--json', '--limit', '1']);
  return JSON.parse(stdout).items[0];
}

it('the name without its path and the hash of the bytes as they lie there are with each upload; standard input has no name', async () => {
  const packed = gzipSync(till(1));
  await sales('one', ['upload', file("kasse 'März' (1).csv.gz", packed)]);
  expect(await newest()).toMatchObject({ kind: 'Sales', fileName: "kasse 'März' (1).csv.gz", fileSha256: sha256(packed) });
  await sales('one', ['upload', '-'], till(2));
  expect(await newest()).toMatchObject({ fileName: null, fileSha256: sha256(till(2)) });
  const records = 'amount,currency,settlementDate,payoutId\n1.00,CHF,2026-11-24,P1\n';
  await sales('one', ['settle', file('auszahlung.csv', records)]);
  expect(await newest()).toMatchObject({ kind: 'Settlement', fileName: 'auszahlung.csv', fileSha256: sha256(records) });
  const { stdout } = await sales('looking', ['uploads', '--server']);
  expect(stdout).toContain("kasse 'März' (1).csv.gz");
});

it('the same bytes are told in one line before they are sent from elsewhere, and sent all the same', async () => {
  const path = file('kasse-3.csv', till(3));
  const first = await sales('one', ['upload', path]);
  expect(first.stderr).not.toContain('the same bytes');
  const { uploadId, receivedAt } = await newest();
  const again = await sales('two', ['upload', file('copy of kasse.csv', till(3))]);
  const told = `NOTE     The server has the same bytes as kasse-3.csv: sent by api on DATE, upload ${uploadId}\n`;
  expect(again.stderr).toContain(told);
  expect(again.stderr.indexOf(told)).toBeLessThan(again.stderr.indexOf('1 transaction'));
  // From another machine it is the same upload, by its key; on purpose, another one.
  expect((await newest()).uploadId).toBe(uploadId);
  const json = await sales('three', ['upload', '--json', '--again', file('copy.csv', till(3))]);
  const before = { uploadId, receivedAt, user: 'api', kind: 'Sales', fileName: 'kasse-3.csv' };
  expect([JSON.parse(json.stdout).sentBefore, json.stderr]).toEqual([before, '']);
  expect(await newest()).toMatchObject({ fileName: 'copy.csv', duplicates: 1 });
});

it('bytes that were taken back are not told; those of settlement records are, as what they are', async () => {
  const path = file('kasse-4.csv', till(4));
  await sales('one', ['upload', path]);
  await sales('one', ['undo', (await newest()).uploadId, '--yes']);
  const { stderr } = await sales('two', ['upload', path]);
  expect(stderr).not.toContain('the same bytes');
  const records = 'amount,currency,settlementDate,payoutId\n2.00,CHF,2026-11-25,P2\n';
  await sales('one', ['settle', file('auszahlung-2.csv', records)]);
  const { uploadId } = await newest();
  const again = await sales('two', ['settle', join(root, 'files', 'auszahlung-2.csv')]);
  expect(again.stderr).toMatch(
    new RegExp(`same bytes as auszahlung-2\\.csv: sent by api on .*, upload ${uploadId} with settlement records\n`),
  );
});
