/** Dropped files whose way is broken off: by a kill of the server, by a user who may not go on; and what pages are told about files of any kind. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAdministration } from '../../src/store/sqlite/administration/local-administration.js';
import { acquirersFile } from '../settlements/first-month.js';
import { dropOn, files, sendOn, shown, table, untilOf } from './dropping.js';
import { startFileServer } from './file-server.js';

describe('a dropped file goes on', () => {
  it('after the server was killed in the middle of sending 80,000 rows, and stores each once; the result is found again', async () => {
    const own = await startFileServer();
    try {
      const mine = own.newBrowser();
      await mine.logIn();
      const { json } = await dropOn(mine, table(80_000), 'gross.csv');
      await untilOf(mine, json.id, shown);
      await sendOn(mine, json.id);
      await expect.poll(async () => (await mine.ask(`${files}/${json.id}`)).json.progress?.accepted ?? 0).toBeGreaterThan(8_000);
      const { accepted } = (await mine.ask(`${files}/${json.id}`)).json.progress;
      expect(accepted).toBeLessThan(80_000);
      await own.kill();
      // A drop that was cut off leaves nothing.
      await own.start();
      const found = await untilOf(mine, json.id, ['done']);
      expect(found.result).toMatchObject({ rows: { read: 80_000, accepted: 80_000, rejected: 0, inDoubt: 0, unsent: 0 } });
      const totals = await mine.ask('/history/v1/totals');
      expect(totals.json.items[0].imported.transactions).toBe(80_000);
      expect(totals.json.items[0].duplicates.transactions).toBe(0);
    } finally {
      await own.stop();
      own.remove();
      expect(own.errors()).toBe('');
    }
  });

  it('as the settlement records that it was taken for, after the server was killed', async () => {
    const own = await startFileServer();
    try {
      const mine = own.newBrowser();
      await mine.logIn();
      const { json } = await dropOn(mine, acquirersFile, 'acquirer.csv');
      await untilOf(mine, json.id, shown);
      await sendOn(mine, json.id);
      await own.kill();
      await own.start();
      expect(await untilOf(mine, json.id, ['done'])).toMatchObject({ kind: 'Settlement', result: { rows: { accepted: 7, unsent: 0 } } });
      expect((await mine.ask('/settlement/v1/records')).json.items).toHaveLength(7);
    } finally {
      await own.stop();
      own.remove();
      expect(own.errors()).toBe('');
    }
  });

  it('until it is removed, which ends the sending; what was sent stays, and the same file sends only the rest', async () => {
    const own = await startFileServer();
    try {
      const mine = own.newBrowser();
      await mine.logIn();
      const { json } = await dropOn(mine, table(60_000), 'gross.csv');
      await untilOf(mine, json.id, shown);
      await sendOn(mine, json.id);
      await expect.poll(async () => (await mine.ask(`${files}/${json.id}`)).json.progress?.accepted ?? 0).toBeGreaterThan(1_000);
      expect((await mine.ask(`${files}/${json.id}`, { method: 'DELETE' })).status).toBe(200);
      expect((await mine.ask(`${files}/${json.id}`)).status).toBe(404);
      expect(existsSync(join(own.directory, 'dropped', json.id))).toBe(false);
      const imported = async () => (await mine.ask('/history/v1/totals')).json.items[0].imported.transactions;
      expect(await imported()).toBeLessThan(60_000);
      const again = await dropOn(mine, table(60_000), 'gross.csv');
      await untilOf(mine, again.json.id, shown);
      await sendOn(mine, again.json.id);
      await untilOf(mine, again.json.id, ['done']);
      const totals = await mine.ask('/history/v1/totals');
      expect([totals.json.items[0].imported.transactions, totals.json.items[0].duplicates.transactions]).toEqual([60_000, 0]);
    } finally {
      await own.stop();
      own.remove();
      expect(own.errors()).toBe('');
    }
  });

  it('that failed because its user was disabled, from where it was, once they may again', async () => {
    const own = await startFileServer();
    const admin = openAdministration({ directory: own.directory, now: () => new Date(), actor: 'local:tester' });
    try {
      const mine = own.newBrowser();
      await mine.logIn();
      const { json } = await dropOn(mine, table(60_000), 'abbruch.csv');
      await untilOf(mine, json.id, shown);
      await sendOn(mine, json.id);
      await expect.poll(async () => (await mine.ask(`${files}/${json.id}`)).json.progress?.accepted ?? 0).toBeGreaterThan(1_000);
      await admin.setDisabled('api', true);
      expect((await mine.ask(files)).status).toBe(401);
      const kept = join(own.directory, 'dropped', json.id, 'record.json');
      await expect.poll(() => JSON.parse(readFileSync(kept, 'utf8')).state).toBe('failed');
      await admin.setDisabled('api', false);
      await mine.logIn();
      const failed = await untilOf(mine, json.id, ['failed']);
      expect(failed.problem.code).toBe('unauthorized');
      expect(failed.result.rows.accepted).toBeLessThan(60_000);
      expect((await sendOn(mine, json.id)).status).toBe(200);
      const done = await untilOf(mine, json.id, ['done']);
      expect(done.result.rows).toMatchObject({ read: 60_000, accepted: 60_000, inDoubt: 0, unsent: 0 });
      const totals = await mine.ask('/history/v1/totals');
      expect([totals.json.items[0].imported.transactions, totals.json.items[0].duplicates.transactions]).toEqual([60_000, 0]);
    } finally {
      await admin.close();
      await own.stop();
      own.remove();
    }
  });
});
