/** Starts of the server as a process on what is damaged, full, closed to its user, or cut short: what it says, and what it leaves. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FaultPlan, faultEnvironment, storageShim } from '../faults/shim.js';
import { preparedDirectory } from '../faults/storage-run.js';
import { giveToUser, hasOtherUsers, salesOfUser } from '../support/other-user.js';
import { call, dataDirectory, password, salesBin, serve } from '../support/serve-process.js';

const shim = storageShim();
let data: Awaited<ReturnType<typeof dataDirectory>>;
beforeEach(async () => {
  data = await dataDirectory();
});
afterEach(() => data.remove());

let prepared: string;
beforeAll(async () => {
  prepared = await preparedDirectory();
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));
/** A data directory as a server leaves it that was stopped. */
const served = () => cpSync(prepared, data.directory, { recursive: true });

const killed = async () => void (await (await serve(data.directory, data.passwordFile)).end('SIGKILL'));

describe('start', () => {
  it('a data directory on a disk that is not there: says so', async () => {
    symlinkSync(`${data.directory}-absent/data`, data.directory);
    const message = /ended with 12: .*data cannot be created: ENOENT.*missing, read-only.*--data/s;
    await expect(serve(data.directory, data.passwordFile)).rejects.toThrow(message);
  });

  it('on a file that is no database ends with 12, its path and what helps: a supervisor would start it for ever', async () => {
    mkdirSync(data.directory);
    writeFileSync(join(data.directory, 'sales.db'), 'no database, but more than a hundred bytes of text. '.repeat(100));
    const failure = await serve(data.directory, data.passwordFile).catch((error: Error) => error.message);
    expect(failure).toMatch(/ended with 12:/);
    for (const text of [join(data.directory, 'sales.db'), 'sales doctor --data', 'sales backup restore']) expect(failure).toContain(text);
  });

  it.each([
    ['after a clean stop', async () => served(), rmSync, 'tls'],
    ['after a kill', killed, rmSync, 'sales.db-shm, sales.db-wal, server.json, tls'],
    ['with its file cut to nothing', async () => served(), truncateSync, 'tls'],
  ] as const)('on a directory whose database is gone, %s, ends with 12 instead of coming up empty', async (_, before, lose, left) => {
    await before();
    lose(join(data.directory, 'sales.db'));
    const names = readdirSync(data.directory);
    const failure = await serve(data.directory, data.passwordFile).catch((error: Error) => error.message);
    expect(failure).toMatch(/ended with 12:/);
    for (const text of [`in ${data.directory} is gone`, `left ${left},`, 'sales backup restore FILE --data', 'To start again'])
      expect(failure).toContain(text);
    expect(readdirSync(data.directory)).toEqual(names);
  });

  it('on a directory that holds what an operator or a first start that was killed put there comes up', async () => {
    for (const folder of ['', 'tls', 'backups']) mkdirSync(join(data.directory, folder));
    for (const name of ['lock.db', 'password', 'fullchain.pem', 'tls/server.pem', 'tls/server.key'])
      writeFileSync(join(data.directory, name), '');
    await (await serve(data.directory, data.passwordFile)).end('SIGTERM');
    // Once more with nothing but a lock and a file that SQLite has made and not filled.
    for (const name of ['sales.db', 'tls']) rmSync(join(data.directory, name), { recursive: true });
    writeFileSync(join(data.directory, 'sales.db'), '');
    await (await serve(data.directory, data.passwordFile)).end('SIGTERM');
  });

  it('on a database that its user may not write ends with 12, its path, the code and what helps', async () => {
    served();
    const file = join(data.directory, 'sales.db');
    chmodSync(file, 0o400);
    giveToUser(dirname(data.directory), data.directory, ...readdirSync(data.directory).map((name) => join(data.directory, name)));
    const { exit, output } = await salesOfUser(['serve', '--data', data.directory, '--port', '0']);
    expect([exit, output]).toEqual([12, expect.stringContaining(`The database ${file} cannot be opened and written (SQLITE_READONLY).`)]);
    expect(output).toContain(`must be allowed to write all files in ${data.directory}`);
  });

  // By the writes and syncs of a first start: the lock, the schema, and the first user.
  it.skipIf(!shim)(
    'on a disk that is full or fails ends with 12 and the directory, however far it comes',
    async () => {
      const failures = ['enospc', 'eio'] as const;
      const points = [1, 20, 100, 170].map((at, point) => ({ mode: failures[point % 2] ?? 'eio', at, sticky: true }));
      const start = async (plan: FaultPlan) => {
        const own = await dataDirectory();
        const env = faultEnvironment(shim ?? '', own.directory, plan);
        const failure = await serve(own.directory, own.passwordFile, env).catch((error: Error) => error.message);
        if (typeof failure !== 'string') await failure.end('SIGKILL');
        await own.remove();
        const said = typeof failure === 'string' ? failure.replaceAll(own.directory, 'DIRECTORY') : 'serves';
        return { ...plan, said };
      };
      for (const { said, ...plan } of await Promise.all(points.map(start)))
        expect({ plan, said }).toEqual({ plan, said: expect.stringMatching(/^serve ended with 12: .*error: .*DIRECTORY/s) });
    },
    60_000,
  );

  it('a password that could never log in is refused, and nothing is used up', async () => {
    writeFileSync(data.passwordFile, 'a\tb');
    await expect(serve(data.directory, data.passwordFile)).rejects.toThrow(/ended with 2: .*--init-password-file/s);
    writeFileSync(data.passwordFile, Buffer.from('grün', 'latin1'));
    await expect(serve(data.directory, data.passwordFile)).rejects.toThrow(/ended with 2: .*--init-password-file gave .* not UTF-8/s);
    writeFileSync(data.passwordFile, `\ufeff${password}\r\n`);
    const server = await serve(data.directory, data.passwordFile);
    expect((await call(server, '/sales/v1/')).status).toBe(200);
    await server.end('SIGTERM');
  });

  it('SIGTERM during the first start ends it in good order, with what it has made', async () => {
    const afterDatabase = async (child: ChildProcess) => {
      while (!existsSync(join(data.directory, 'sales.db'))) await setImmediate();
      child.kill('SIGTERM');
    };
    const starting = serve(data.directory, data.passwordFile, {}, [], undefined, (child) => void afterDatabase(child));
    await starting.then((server) => server.end('SIGTERM')).catch(() => {});
    const next = await serve(data.directory, data.passwordFile);
    expect((await call(next, '/sales/v1/')).status).toBe(200);
    await next.end('SIGTERM');
  });

  it('with few files that it may open, it holds fewer connections, and goes on', async () => {
    const limit = (child: ChildProcess) => void spawnSync('prlimit', ['--pid', String(child.pid), '--nofile=160:160']);
    const server = await serve(data.directory, data.passwordFile, {}, [], salesBin, limit);
    const { hostname, port } = new URL(server.url);
    const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname).on('error', () => {}));
    const states = ['Processed', 'Unprocessed'].map((state) =>
      call(server, `/sales/v1/transactions?transactionState=${state}&pageSize=500`),
    );
    expect((await Promise.all(states)).map(({ status }) => status)).toEqual([200, 200]);
    const transactions = Array.from({ length: 2_000 }, (_, row) => ({ amount: row, currency: 'EUR', transactionReference: `few-${row}` }));
    expect((await call(server, '/sales/v1/transactions/upload', { transactions })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it.each([64, 110])('where it may open %i files, it says how many it needs', (files) => {
    const command = `ulimit -n ${files}; exec "${process.execPath}" "${salesBin}" serve --port 0 --data "${data.directory}"`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: `error: The server may open ${files} files, and needs 134 at least.\n  Raise the limit: ulimit -n 1024   (in a unit of systemd: LimitNOFILE=1024)\n`,
    });
    expect(existsSync(data.directory)).toBe(false);
  });
  it('an authority without its key is not replaced', async () => {
    served();
    rmSync(join(data.directory, 'tls/ca.key'));
    rmSync(join(data.directory, 'tls/server.pem'));
    await expect(serve(data.directory, data.passwordFile)).rejects.toThrow(/ended with 12: .*authority/s);
  });
});

describe('a data directory that this user may not enter', () => {
  it('is not taken for one without a database', async () => {
    served();
    giveToUser(dirname(data.directory));
    // Root's own, or closed to its owner as well.
    chmodSync(data.directory, hasOtherUsers ? 0o700 : 0o000);
    for (const command of ['doctor', 'doctor --json', 'admin user list', 'backup create']) {
      const { exit, output } = await salesOfUser([...command.split(' '), '--data', data.directory]);
      expect([exit, output], command).toEqual([12, expect.stringContaining(`${data.directory} may not be read by this user (EACCES)`)]);
      expect(output).toContain('Run this as the user that the server runs as');
      expect(output).not.toMatch(/none|no database|defect/);
    }
    chmodSync(data.directory, 0o700);
  });
});
