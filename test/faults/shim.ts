/** Builds the storage-fault shim (faultfs.c) with gcc, once for a run of the tests; says so clearly where that is not possible. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

let built: string | null | undefined;

/** Path of the shim, or null where there is no gcc or no Linux. In CI it is required, and its absence an error. */
export function storageShim(): string | null {
  if (built !== undefined) return built;
  const source = fileURLToPath(new URL('faultfs.c', import.meta.url));
  const target = join(mkdtempSync(join(tmpdir(), 'sales-shim-')), 'faultfs.so');
  const { status, error, stderr } = spawnSync('gcc', ['-shared', '-fPIC', '-O2', '-o', target, source, '-ldl', '-lpthread']);
  const isBuilt = process.platform === 'linux' && !error && status === 0;
  if (!isBuilt && process.env.CI) throw new Error(`the storage shim cannot be built: ${error?.message ?? stderr}`);
  built = isBuilt ? target : null;
  return built;
}

export interface FaultPlan {
  mode: 'kill' | 'eio' | 'enospc' | 'short' | 'none';
  /** The operation that fails, from 1. */
  at?: number;
  sticky?: boolean;
  counter?: string;
  log?: string;
}

/** The environment that puts a plan over the files under `directory`. */
export function faultEnvironment(shim: string, directory: string, { mode, at, sticky, counter, log }: FaultPlan): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: shim,
    // Asynchronous writes past libc would not be seen.
    UV_USE_IO_URING: '0',
    FAULT_DIR: directory,
    FAULT_MODE: mode,
    ...(at === undefined ? {} : { FAULT_AT: String(at) }),
    ...(sticky ? { FAULT_STICKY: '1' } : {}),
    ...(counter ? { FAULT_COUNTER: counter } : {}),
    ...(log ? { FAULT_LOG: log } : {}),
  };
}
