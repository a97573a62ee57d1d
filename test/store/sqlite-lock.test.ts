import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDirectory } from '../../src/store/sqlite/database/lock.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const locked = expect.objectContaining({ name: 'SalesError', code: 'locked' });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sales-lock-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('in one process', () => {
  test('a second lock is refused at once, and the first holds on', () => {
    const lock = lockDirectory(directory);
    const started = performance.now();
    expect(() => lockDirectory(directory)).toThrow(locked);
    expect(() => lockDirectory(directory)).toThrow(locked);
    expect(performance.now() - started).toBeLessThan(1_000);
    lock.release();
  });

  test('is free after release', () => {
    lockDirectory(directory).release();
    lockDirectory(directory).release();
  });

  test('directories are locked apart', async () => {
    const other = await mkdtemp(join(tmpdir(), 'sales-lock-'));
    const locks = [lockDirectory(directory), lockDirectory(other)];
    for (const lock of locks) lock.release();
    await rm(other, { recursive: true });
  });

  test('a directory that is not there is another failure', () => {
    expect(() => lockDirectory(join(directory, 'none'))).toThrow(expect.not.objectContaining({ code: 'locked' }));
  });
});

describe('held by another process', () => {
  let built: string;
  let child: ChildProcess;

  // Inside node_modules, so that what is built finds its packages.
  beforeAll(async () => {
    await mkdir(join(root, 'node_modules/.cache'), { recursive: true });
    built = await mkdtemp(join(root, 'node_modules/.cache/lock-'));
    const options = [
      '--ignoreConfig',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      '--types',
      'node',
      '--rootDir',
      'src',
    ];
    execFileSync(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), ...options, '--outDir', built, 'src/store/sqlite/database/lock.ts'],
      { cwd: root },
    );
  });
  afterAll(() => rm(built, { recursive: true }));

  beforeEach(async () => {
    const script = `
      import { lockDirectory } from ${JSON.stringify(pathToFileURL(join(built, 'store/sqlite/database/lock.js')).href)};
      globalThis.lock = lockDirectory(process.argv[1]);
      process.stdout.write('held');
      setInterval(() => {}, 1_000);`;
    child = spawn(process.execPath, ['--input-type=module', '--eval', script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await once(child.stdout ?? child, 'data');
    expect(String(said)).toBe('held');
  });
  afterEach(async () => {
    await end('SIGKILL');
  });

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

  test('is refused while it runs, and free at once when it is killed', async () => {
    expect(() => lockDirectory(directory)).toThrow(locked);
    await end('SIGKILL');
    lockDirectory(directory).release();
  });

  test('is free when it ends', async () => {
    await end('SIGTERM');
    lockDirectory(directory).release();
  });

  test('is refused while it is frozen, and still when it goes on', () => {
    child.kill('SIGSTOP');
    expect(() => lockDirectory(directory)).toThrow(locked);
    child.kill('SIGCONT');
    expect(() => lockDirectory(directory)).toThrow(locked);
  });
});
