/** Runs command lines in this process as a shell would, in a folder and with settings of their own, and gives what was seen. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { main } from '../../src/cli/main.js';
import type { Host } from '../../src/cli/terminal/host.js';
import type { StubServer } from '../client/stub-server.js';
import { checkPrinted } from '../support/documents-check.js';

/** Waits are cut, not left out: polling without a pause takes the processor from the server that is waited for. */
const FASTER = 20;
const LONGEST_MS = 100;

export interface Seen {
  exit: number;
  stdout: string;
  stderr: string;
}

export interface Options {
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  /** A new header is shown and confirmed, as it is outside of tests. Other tests say yes to every reading. */
  confirms?: boolean;
  /** A person sits there, and types `stdin`. */
  terminal?: boolean;
  /** Standard output is a terminal. */
  shown?: boolean;
  /** Of the terminal. */
  columns?: number;
  nowMs?: number;
  timeZone?: string;
  onInterrupt?: Host['onInterrupt'];
  /** Job ids stay as they are. */
  rawJobs?: boolean;
  /** Timers; none runs unless a test brings them. */
  after?: Host['after'];
  /** Gets each text of standard error as it is written. */
  onMessage?: (text: string) => void;
  /** The same of standard output. */
  onOutput?: (text: string) => void;
}

export interface CommandLine {
  folder: string;
  /** What a shell sees; paths, ports and ids of this run replaced. */
  run(argv: string[], options?: Options): Promise<Seen>;
  file(name: string, text: string | Uint8Array): string;
  remove(): void;
}

export const password = 'pa55-w0rd-that-nobody-may-see';

let salts = 0;

/** A command line whose environment names `stub` as the server. */
export function openCommandLine(stub: StubServer | null): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'sales-test-'));
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const server = stub ? { SALES_URL: stub.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: file('ca.pem', stub.ca) } : {};
  return {
    folder,
    file,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    run: async (
      argv,
      {
        env = {},
        stdin = '',
        confirms = false,
        terminal = false,
        shown = false,
        columns,
        nowMs,
        timeZone = 'Europe/Zurich',
        onInterrupt,
        after,
        onMessage,
        onOutput,
        rawJobs = false,
      } = {},
    ) => {
      const out = collector(onOutput);
      const err = collector(onMessage);
      const host: Host = {
        env: { ...server, ...(!confirms && ['upload', 'settle', 'watch'].includes(argv[0] ?? '') && { SALES_YES: '1' }), ...env },
        stdin: Object.assign(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), { isTTY: terminal }) as unknown as Host['stdin'],
        stdout: Object.assign(out.stream, { isTTY: shown, ...(columns && { columns }) }),
        stderr: Object.assign(err.stream, { isTTY: terminal, ...(columns && { columns }) }),
        clock: { nowMs: () => nowMs ?? Date.now(), sleep: (ms) => wait(Math.min(ms / FASTER, LONGEST_MS)), random: () => 0 },
        timeZone,
        cwd: () => folder,
        userName: async () => 'tester',
        configDir: async () => join(folder, 'config'),
        jobsDir: async () => join(folder, 'state', 'jobs'),
        newSalt: () => {
          salts += 1;
          return `salt-${salts}`;
        },
        after: after ?? (() => () => {}),
        // It could not be taken back: all tests that follow in this process, and servers that they start, would wait for those of others.
        lowerPriority: () => {},
        endNow: () => {},
        version: async () => '9.9.9',
        onInterrupt: onInterrupt ?? (() => () => {}),
        brokenPipe: () => {},
        outputFailed: () => {},
      };
      const exit = await main(argv, host);
      checkPrinted(argv, { stdout: out.text(), stderr: err.text() });
      // A job's name follows from the port of the stub, among other things.
      const jobs = statSync(join(folder, 'state', 'jobs'), { throwIfNoEntry: false })?.isDirectory()
        ? readdirSync(join(folder, 'state', 'jobs'))
        : [];
      const named = (text: string) =>
        jobs.filter((name) => /^[0-9a-f]{8}$/.test(name)).reduce((all, job) => all.replaceAll(job, 'JOB'), text);
      const clean = (text: string) =>
        (rawJobs ? text : named(text))
          .replaceAll(folder, 'FOLDER')
          .replace(/127\.0\.0\.1:\d+/g, 'HOST')
          .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'DATE');
      return { exit, stdout: clean(out.text()), stderr: clean(err.text()) };
    },
  };
}

function collector(onText: (text: string) => void = () => {}) {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString('utf8'));
      onText(chunk.toString('utf8'));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}
