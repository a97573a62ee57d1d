/**
 * The admission budget against those who ask for more than their part: what the server has in hand at any time stays below its bounds, and
 * somebody else is served. The controls are builds without the bound.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Change } from '../faults/variant.js';
import { control } from '../support/at-length.js';
import { password } from '../support/serve-process.js';
import { type Crowded, crowded } from './crowded.js';
import { type HonestClient, honestClient } from './honest-client.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function target(changes: Change[] = [], env: NodeJS.ProcessEnv = {}): Promise<Crowded & { honest: HonestClient }> {
  const running = await crowded(changes, env);
  ends.push(running.end);
  return { ...running, honest: clientOf(running, 'api') };
}

function clientOf({ server }: Crowded, user: string): HonestClient {
  const client = honestClient(server, `${user}:${password}`);
  ends.unshift(async () => client.close());
  return client;
}

/** Lists that are searched for, or wait for that. */
const listsInHand = async ({ metric }: Crowded) =>
  (await metric('sales_running{work="lists"}')) + (await metric('sales_queue_waiting{queue="lists"}'));

const noPipelineBound: Change = {
  file: 'server/access/admission.js',
  from: 'strangerMax: 1, runningMax: 8',
  to: 'strangerMax: 1e9, runningMax: 1e9',
};

describe('20 connections with 300 checks of readiness each, without a log-in', () => {
  /** So that what is in hand at the same time can be met. */
  const slowly: Change = {
    file: 'server/app.js',
    from: 'await checkWritable();',
    to: 'await checkWritable(); await new Promise((resolve) => setTimeout(resolve, 50));',
  };
  /** A build that says so whenever it looks at the disk, where `share` makes the looks one. */
  const telling = (share: string): Change => ({
    file: 'server/app.js',
    from: 'kept(options.data.checkWritable,',
    to: `${share}(() => { process.stderr.write('a look\\n'); return options.data.checkWritable(); },`,
  });
  const seen = async (changes: Change[], share = 'kept', each = 300) => {
    const { attack, highest, server } = await target([slowly, telling(share), ...changes]);
    const attacked = attack('checks of readiness', 20, each).then(() => new Promise((resolve) => setTimeout(resolve, 500)));
    const requests = await highest('sales_running{work="requests"}', () => attacked);
    return { looks: server.output().split('a look').length - 1, requests };
  };

  it.each([300, 8])('share one look at the disk, and each connection has one request in hand: %i each', async (each) => {
    const { looks, requests } = await seen([], 'kept', each);
    // One in 1.5 s.
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(20);
    expect(requests).toBeLessThanOrEqual(20);
  });

  control('control: where each looks for itself, there are as many looks', async () => {
    expect((await seen([], '((find) => find)', 8)).looks).toBeGreaterThanOrEqual(20);
  });

  control('control: where nothing bounds a connection, it has all of them in hand', async () => {
    expect((await seen([noPipelineBound])).requests).toBeGreaterThan(100);
  });
});

describe('4 connections with pages that nobody reads', () => {
  /** More than 8 at once close a connection. */
  const seen = async (changes: Change[], each: number) => {
    const running = await target(changes);
    const { attack, addUser, highest, honest } = running;
    addUser('other');
    const text = 'x'.repeat(1_000);
    const row = { terminalId: text, locationId: text, orderId: text, transactionReference: text };
    await clientOf(running, 'other').upload(Array.from({ length: 500 }, () => row));
    await honest.upload();
    let unread = 0;
    const requests = await highest('sales_running{work="requests"}', async () => {
      unread = await highest('sales_unread_answers_bytes', async () => {
        await attack('pages that nobody reads', 4, each, 'other');
        await expect.poll(() => listsInHand(running)).toBe(0);
      });
    });
    await honest.get();
    return { unread, requests };
  };

  it('100 each: no connection has more than 8 in hand', async () => {
    const { unread, requests } = await seen([], 100);
    expect(unread).toBeLessThanOrEqual(8_000_000 + 4 * 2_300_000);
    expect(requests).toBeLessThanOrEqual(4 * 8);
  });

  it('8 each leave no more unread than one user may', async () => {
    const { unread, requests } = await seen([], 8);
    // On top come the pages that two threads are at, and those they have just handed over.
    expect(unread).toBeLessThanOrEqual(8_000_000 + 4 * 2_300_000);
    expect(unread).toBeGreaterThan(1_000_000);
    expect(requests).toBeLessThanOrEqual(4 * 8);
  });

  control('control: without the bound on what is unread it is more, without that on requests they are more', async () => {
    const unbounded: Change = { file: 'server/access/admission.js', from: 'if (full === null ||', to: 'if (full !== 1 ||' };
    expect((await seen([unbounded], 8)).unread).toBeGreaterThan(30_000_000);
    expect((await seen([noPipelineBound], 100)).requests).toBeGreaterThan(4 * 8);
  });
});

describe('60 lists that take long, whose client has left, and the list of somebody else', () => {
  /** Each search takes a while, and is counted in the data directory. */
  const slow: Change = {
    file: 'threads/reader-thread.js',
    from: 'store ??= ',
    to: `process.getBuiltinModule('node:fs').appendFileSync(directory + '/searches', '.');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      store ??= `,
  };
  const seen = async (changes: Change[]) => {
    const running = await target([slow, ...changes]);
    const { addUser, attack, directory, honest } = running;
    addUser('other');
    addUser('third', 'other');
    await clientOf(running, 'other').upload();
    await honest.upload();
    await clientOf(running, 'third').get();
    const counted = join(directory, 'searches');
    const searches = () => (existsSync(counted) ? statSync(counted).size : 0);
    await attack('lists and gone', 60, 1, 'other', 'third');
    await honest.get('/sales/v1/transactions?pageSize=500');
    const before = searches();
    const list = clientOf(running, 'api').get('/sales/v1/transactions?pageSize=499').then(searches);
    const atAnswer = (await list) - before;
    await expect.poll(() => listsInHand(running)).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { atAnswer, all: searches() };
  };

  it('they are not searched for once nobody waits, and others have a thread', async () => {
    const { atAnswer, all } = await seen([]);
    expect(atAnswer).toBeLessThanOrEqual(5);
    expect(all).toBeLessThan(30);
  });

  control('control: where all is handed to the threads, all of it is searched for', async () => {
    const { all } = await seen([{ file: 'threads/many-threads.js', from: 'await inTurn(() =>', to: 'await atOnce(() =>' }]);
    expect(all).toBeGreaterThan(60);
  });
});

describe('16 bodies of 4 users that come byte by byte', () => {
  const soon: Change = { file: 'server/access/admission.js', from: 'overS: 5', to: 'overS: 1' };
  const attackers = ['a', 'b', 'c', 'd'];

  it('of one customer: leave places to others', async () => {
    const { addUser, attack, honest, metric } = await target();
    for (const name of attackers) addUser(name, name === 'a' ? undefined : 'a');
    await honest.upload();
    const { statuses } = await attack('bodies byte by byte', 16, 1, ...attackers);
    await expect.poll(() => metric('sales_running{work="uploads"}')).toBe(12);
    await honest.upload();
    expect(await metric('sales_running{work="uploads"}')).toBe(12);
    expect(statuses()).toEqual([]);
  });

  it('of several customers: make room when somebody waits', async () => {
    const { addUser, attack, honest, metric } = await target([soon]);
    for (const name of attackers) addUser(name);
    await honest.upload();
    const { statuses } = await attack('bodies byte by byte', 16, 1, ...attackers);
    await expect.poll(() => metric('sales_running{work="uploads"}')).toBe(16);
    expect(statuses()).toEqual([]);
    await honest.upload();
    await expect.poll(statuses).toEqual(['408']);
    expect(await metric('sales_refusals_total{bound="uploads_rate"}')).toBe(1);
  });

  control('control: where a customer has no bound, or slowness none, one waits for them', async () => {
    const unbounded: Change[] = [
      { file: 'server/access/admission.js', from: 'customer: 12, process: 16', to: 'customer: 16, process: 16' },
    ];
    const patient: Change[] = [soon, { file: 'server/access/admission.js', from: 'bytesPerS: 1_000', to: 'bytesPerS: 0' }];
    const { addUser, attack, honest, metric } = await target([...unbounded, ...patient]);
    for (const name of attackers) addUser(name, name === 'a' ? undefined : 'a');
    await honest.upload();
    await attack('bodies byte by byte', 16, 1, ...attackers);
    await expect.poll(() => metric('sales_running{work="uploads"}')).toBe(16);
    honest.upload().catch(() => {});
    await expect.poll(() => metric('sales_queue_waiting{queue="uploads"}')).toBe(1);
    // Twice as long as those that may be slow have.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await metric('sales_queue_waiting{queue="uploads"}')).toBe(1);
  });
});
