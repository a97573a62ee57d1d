/** `sales serve` as a process of its own, as people run it; needs the built package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const salesBin = fileURLToPath(new URL('../../bin/sales.js', import.meta.url));
export const password = 'correct horse battery staple';

export interface ServeProcess {
  child: ChildProcess;
  url: string;
  /** Empty with an operator's certificate. */
  ca: string;
  /** Likewise. */
  caFile: string;
  /** All that it wrote so far. */
  output(): string;
  /** Sends a signal and waits for the end; gives the exit code, or the signal's name. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/** A folder with a password file, removed by `remove`. */
export async function dataDirectory(): Promise<{ directory: string; passwordFile: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'sales-serve-'));
  const passwordFile = join(root, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  return { directory: join(root, 'data'), passwordFile, remove: () => rm(root, { recursive: true, force: true }) };
}

/** Starts the server on a free port and waits until it listens; fails with its output when it ends before. */
export async function serve(
  directory: string,
  passwordFile: string | null,
  env: NodeJS.ProcessEnv = {},
  flags: string[] = [],
  bin: string = salesBin,
  onSpawn: (child: ChildProcess) => void = () => {},
): Promise<ServeProcess> {
  const child = spawn(
    process.execPath,
    [bin, 'serve', '--data', directory, '--port', '0', ...(passwordFile === null ? [] : ['--init-password-file', passwordFile]), ...flags],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  );
  onSpawn(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const discovery = join(directory, 'server.json');
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`serve ended with ${await ended}: ${output}`);
    const { pid, url, caFile } = discovered(discovery);
    if (pid === child.pid) {
      return {
        child,
        url,
        caFile: caFile ?? '',
        ca: caFile === null ? '' : readFileSync(caFile, 'utf8'),
        output: () => output,
        end: (signal) => {
          child.kill(signal);
          return ended;
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What server.json says; of no process where there is none. One that a killed server has left may be taken away at any moment. */
function discovered(file: string): { pid: number | null; url: string; caFile: string | null } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { pid: null, url: '', caFile: null };
    throw error;
  }
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  json: any;
}

/** One request, on a connection of its own. */
export function call(server: ServeProcess, path: string, body?: unknown, login = `api:${password}`): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${server.url}${path}`,
      {
        ca: server.ca,
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}`, 'content-type': 'application/json' },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, json: text.startsWith('{') ? JSON.parse(text) : null }));
      },
    );
    asked.on('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
