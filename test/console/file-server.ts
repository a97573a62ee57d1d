/** A server of the build for tests of dropped files, which need its processes; it can be killed and started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { password, send } from '../support/test-server.js';
import { type Browser, browserOn } from './browser.js';

export interface FileServer {
  directory: string;
  newBrowser(): Browser;
  url(): string;
  ca(): string;
  /** Without a word, as a power cut does. */
  kill(): Promise<void>;
  /** As an operator does; also what was killed. */
  start(): Promise<void>;
  stop(): Promise<void>;
  errors(): string;
  remove(): void;
}

export async function startFileServer(dropMax = 1_000_000_000): Promise<FileServer> {
  const root = mkdtempSync(join(tmpdir(), 'sales-dropped-'));
  const directory = join(root, 'data');
  mkdirSync(directory, { mode: 0o700 });
  writeFileSync(join(root, 'password'), password);
  let child: ChildProcess | null = null;
  let [url, ca, errors] = ['', '', ''];
  const program = fileURLToPath(new URL('server-process.js', import.meta.url));
  const start = async () => {
    const started = spawn(process.execPath, [program, directory, join(root, 'password'), String(dropMax)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    started.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    for (;;) {
      if (started.exitCode !== null) throw new Error(`the server has ended: ${errors}`);
      const told = readDiscovery(join(directory, 'server.json'));
      if (told !== null && told.pid === started.pid) {
        url = told.url;
        ca = readFileSync(told.caFile, 'utf8');
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('close', resolve));
    ending.kill(signal);
    await gone;
  };
  await start();
  return {
    directory,
    url: () => url,
    ca: () => ca,
    newBrowser: () => browserOn({ url: () => url, request: (path, options) => send(url, ca, path, options ?? {}) }),
    kill: () => end('SIGKILL'),
    start,
    stop: () => end('SIGTERM'),
    errors: () => errors,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function readDiscovery(path: string): { pid: number; url: string; caFile: string } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
