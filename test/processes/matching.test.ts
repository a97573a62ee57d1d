/**
 * A month of both sides sent to the real server, which matches it by itself: the states are those of one full run over what is there, after an
 * undo of either side, and after kills at any moment. SEED repeats a run.
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { runOn } from '../../src/store/sqlite/database/run-at-once.js';
import { mismatchedRows } from '../../src/store/verify/matched.js';
import { seeded } from '../faults/seeded.js';
import { isSoak, seed } from '../support/at-length.js';
import { dataDirectory, type ServeProcess, serve } from '../support/serve-process.js';
import { type Month, monthWithoutCash, sentMonth } from './sent-month.js';

const random = seeded(seed);
const KILLS = isSoak ? 50 : 3;
const ROWS = isSoak ? 2_000 : 800;
const KILLED_WITHIN_MS = 2_500;
const month = monthWithoutCash(ROWS);

let data: Awaited<ReturnType<typeof dataDirectory>>;
let server: ServeProcess;
const { sent, upload, undo, redo, states, isCaughtUp } = sentMonth(() => server);
beforeAll(async () => {
  process.stderr.write(`matching with SEED=${seed}\n`);
  data = await dataDirectory();
  server = await serve(data.directory, data.passwordFile, {}, ['--log', 'none']);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await data.remove();
});

it('what comes in several uploads, before and after each other, is matched as one full run says', async () => {
  const { sales, records } = month;
  const half = Math.floor(sales.length / 2);
  const third = Math.floor(records.length / 3);
  for (const rows of [
    { records: records.slice(0, third) },
    { sales: sales.slice(half) },
    { records: records.slice(third) },
    { sales: sales.slice(0, half) },
  ] satisfies Partial<Month>[])
    await upload(rows);
  await isCaughtUp();
  expect((await states()).filter((state) => state.startsWith('Match')).length).toBeGreaterThan(ROWS);
}, 240_000);

it('an undo of either side leaves what was never there', async () => {
  for (const one of [sent[0], sent[1]]) {
    await undo(one);
    await isCaughtUp();
  }
}, 240_000);

it(`${KILLS} kills at any moment leave nothing half done, and all is caught up with afterwards`, async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const one = sent[random(sent.length)];
    await (one?.isThere ? undo : redo)(one);
    await wait(random(KILLED_WITHIN_MS));
    await server.end('SIGKILL');
    const db = new Database(join(data.directory, 'sales.db'), { readonly: true });
    expect(runOn(db, mismatchedRows(null))).toBe(0);
    db.close();
    server = await serve(data.directory, null, {}, ['--log', 'none']);
  }
  for (const one of sent.filter(({ isThere }) => !isThere)) await redo(one);
  await isCaughtUp();
}, 600_000);
