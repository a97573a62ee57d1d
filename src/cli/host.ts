/**
 * What a command line has around it: streams, environment, clock, signals, the folder of its settings. The real one stands here,
 * and nothing else in this room touches `process`; tests bring their own.
 */

import type { Clock } from '../client/clock.js';
import { systemClock } from '../client/clock.js';

export interface Host {
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
  clock: Clock;
  /** IANA name of the local zone. */
  timeZone: string;
  cwd(): string;
  /** Folder of profiles and credentials. */
  configDir(): Promise<string>;
  version(): Promise<string>;
  /** Calls `handler` at every Ctrl-C instead of ending; returns how to stop that. */
  onInterrupt(handler: () => void): () => void;
  /** The reader of our output has gone: ends at once. */
  brokenPipe(): void;
}

export function processHost(): Host {
  return {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    clock: systemClock,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    cwd: () => process.cwd(),
    configDir: async () => {
      const { default: envPaths } = await import('env-paths');
      return envPaths('sales', { suffix: '' }).config;
    },
    version: async () => {
      const { readFile } = await import('node:fs/promises');
      const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
      return (JSON.parse(text) as { version: string }).version;
    },
    onInterrupt: (handler) => {
      process.on('SIGINT', handler);
      return () => process.off('SIGINT', handler);
    },
    brokenPipe: () => process.exit(141),
  };
}
