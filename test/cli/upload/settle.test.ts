/** Settlement records, and a server that is not of ours: nothing is sent to where nobody knows them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MemoryServer } from '../../client/memory-server.js';
import { problem, type StubServer } from '../../client/stub-server.js';
import type { CommandLine } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let stub: StubServer;
let line: CommandLine;
let server: MemoryServer;
onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line, server } = on);
});

const text = 'amount,currency,transactionDate,payoutId,fee\n1.00,CHF,2026-11-20T08:00:00Z,P1,0.10\n';

it.each([true, false])('a server that does not announce them gets none, also where it answers anything with 200: %s', async (answers) => {
  if (!answers) {
    stub.answer = (request) => (request.url.startsWith('/settlement/') ? problem(request, 404) : server.answer(request));
  }
  const path = line.file('october.csv', text);
  const seen = await line.run(['settle', '--json', path]);
  expect([seen.exit, JSON.parse(seen.stdout)]).toMatchObject([
    2,
    { kind: 'Settlement', state: 'failed', rows: { accepted: 0, unsent: 1 } },
  ]);
  expect(seen.stdout).toContain('does not offer to keep settlement records');
  expect(server.arrived).toEqual([]);
  expect(readdirSync(join(line.folder, 'state', 'jobs')).filter((name) => /^[0-9a-f]{8}$/.test(name))).toEqual([]);
});
