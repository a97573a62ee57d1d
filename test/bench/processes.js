/** Processes under measurement: started, timed, and their CPU seconds and peak memory read from /proc (Linux only). */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 50;
const TICKS_PER_S = 100;
const running = new Set();

/**
 * Starts a process. `ended` gives its exit code, wall seconds, CPU seconds and peak resident megabytes; `usage()` the same of a process
 * that still runs, but for the code. `byThread()` gives CPU seconds by thread; with the option `byThread` they are sampled, too, for a process
 * that ends.
 */
export function start(command, args, options = {}) {
  const startedMs = performance.now();
  const { byThread: _, ...spawning } = options;
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...spawning });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  let last = { cpuS: 0, peakMb: 0 };
  const threads = new Map();
  const sample = () => {
    try {
      // The name of the command, in parentheses, may hold blanks.
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
      last = {
        cpuS: (Number(stat[11]) + Number(stat[12])) / TICKS_PER_S,
        peakMb: Math.round(Number(peak?.[1] ?? last.peakMb * 1024) / 1024),
      };
    } catch {
      // It has ended; the last sample stands.
    }
    return last;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  /** CPU seconds by thread: the first is the main one. Of a process that has ended, those of the last sample. */
  const byThread = () => {
    try {
      for (const thread of readdirSync(`/proc/${child.pid}/task`)) {
        const stat = readFileSync(`/proc/${child.pid}/task/${thread}/stat`, 'utf8').split(') ')[1].split(' ');
        threads.set(Number(thread), (Number(stat[11]) + Number(stat[12])) / TICKS_PER_S);
      }
    } catch {
      // It has ended, or a thread has; the last sample stands.
    }
    return new Map(threads);
  };
  const threadTimer = options.byThread ? setInterval(byThread, SAMPLE_MS) : undefined;
  const ended = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      clearInterval(timer);
      clearInterval(threadTimer);
      running.delete(child);
      resolve({ code: code ?? signal, wallS: (performance.now() - startedMs) / 1_000, ...last, threads, output });
    });
  });
  return { child, ended, usage: sample, byThread, output: () => output };
}

/** Waits for a process's end and fails with its output when it did not end well. */
export async function succeeded(process, name) {
  const result = await process.ended;
  if (result.code !== 0) throw new Error(`${name} ended with ${result.code}: ${result.output.slice(-2_000)}`);
  return result;
}

/** Ends every process that still runs, at once: for a bench that stops half way. */
export function endAll() {
  for (const child of running) child.kill('SIGKILL');
}
