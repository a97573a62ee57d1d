/** Which process this is, and whether another one named earlier still runs. A number alone does not tell: numbers are used again. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';

export interface ProcessIdentity {
  pid: number;
  /** When it started, as the kernel counts; `0` where that cannot be asked. */
  start: string;
  /** Boot id of the running system, first eight digits; `0` where it cannot be read. */
  boot: string;
  host: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const { pid } = process;
  return { pid, start: (await processStart(pid)) ?? '0', boot: await bootId(), host: hostname().replace(/[^\w.-]/g, '') || 'host' };
}

/** Whether `other` may still run, seen from `own`. A process on another machine cannot be asked and counts as running. */
export async function mayRun(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean> {
  if (other.host !== own.host) return true;
  if (other.boot !== own.boot) return false;
  if (other.start !== '0') return (await processStart(other.pid)) === other.start;
  return isRunning(other.pid);
}

/** Whether this machine has a process of that number now. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** From /proc; null for a process that is gone, also one that only waits to be collected. */
async function processStart(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The name in parentheses may hold blanks and parentheses itself.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return !fields || fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
}

async function bootId(): Promise<string> {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '0');
  return text.slice(0, 8).trim();
}
