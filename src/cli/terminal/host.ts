/**
 * What surrounds a command line: streams, environment, clock, signals, the folder of its settings. The real one is here, and tests bring
 * their own. The rest of this room asks `process` only for the platform and the user id; `sales serve` handles signals itself.
 */
import type { Clock } from '../../client/machine/clock.js';
import { systemClock } from '../../client/machine/clock.js';
import { jobsFolder, packageVersion } from '../../client/machine/surroundings.js';
import { lowerPriority } from './process-priority.js';

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface Host {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  clock: Clock;
  /** IANA name of the local zone. */
  timeZone: string;
  cwd(): string;
  /** Who runs this, as the machine knows them. */
  userName(): Promise<string>;
  /** Folder of profiles and credentials. */
  configDir(): Promise<string>;
  /** Folder of the jobs. */
  jobsDir(): Promise<string>;
  /** A text that was never given before. */
  newSalt(): string;
  version(): Promise<string>;
  /** Calls `handler` at every signal to end instead of ending; returns how to stop that. */
  onInterrupt(handler: (signal: StopSignal) => void): () => void;
  /** Calls `act` once, after `ms`, if the program still runs then; returns how to stop that. */
  after(ms: number, act: () => void): () => void;
  /** Lets everybody else on the machine go first, from here to the end. */
  lowerPriority(): void;
  /** Ends at once, whatever is under way. */
  endNow(exit: number): void;
  /** The reader of our output has gone: ends at once. */
  brokenPipe(): void;
  /** Standard output cannot be written, as on a full disk: says so and ends at once. */
  outputFailed(error: NodeJS.ErrnoException): void;
}

export function processHost(): Host {
  return {
    env: process.env,
    // Asked for by few commands, and dear to open.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    get timeZone() {
      return Intl.DateTimeFormat().resolvedOptions().timeZone;
    },
    cwd: () => process.cwd(),
    userName: async () => {
      const { userInfo } = await import('node:os');
      try {
        return userInfo().username;
      } catch {
        // A container may run as a number that has no name.
        return `uid-${process.getuid?.()}`;
      }
    },
    configDir: async () => {
      const { default: envPaths } = await import('env-paths');
      return envPaths('sales', { suffix: '' }).config;
    },
    version: packageVersion,
    jobsDir: jobsFolder,
    newSalt: () => crypto.randomUUID(),
    onInterrupt: (handler) => {
      for (const signal of stopSignals) process.on(signal, handler);
      return () => {
        for (const signal of stopSignals) process.off(signal, handler);
      };
    },
    after: (ms, act) => {
      const timer = setTimeout(act, ms).unref();
      return () => clearTimeout(timer);
    },
    lowerPriority,
    endNow: (exit) => process.exit(exit),
    brokenPipe: () => process.exit(141),
    outputFailed: ({ code }) => {
      process.stderr.write(`error: Standard output cannot be written: ${code}.\n  What was written is incomplete\n`);
      process.exit(12);
    },
  };
}
