/**
 * Ctrl-C and similar signals during an upload: the first lets the request in progress finish for a moment and then breaks it off, the
 * second ends the program at once. The journal has every step before it is taken, so it is safe to end at any moment.
 */
import type { Signals } from '../../jobs/context.js';
import { exits } from '../../jobs/exit-codes.js';
import type { Run } from '../flags/run.js';

const ANSWER_MS_MAX = 700;
const END_MS_MAX = 1_000;

/** Takes over Ctrl-C and SIGTERM until `end` is called. */
export function listenForStop({ host, output }: Run): { signals: Signals; end: () => void } {
  const stop = new AbortController();
  const abort = new AbortController();
  let exit: number = exits.interrupted;
  const timers: (() => void)[] = [];
  const off = host.onInterrupt((signal) => {
    if (stop.signal.aborted) return host.endNow(exit);
    exit = signal === 'SIGINT' ? exits.interrupted : exits.terminated;
    output.note(output.words.progress.stopping);
    stop.abort();
    timers.push(host.after(ANSWER_MS_MAX, () => abort.abort()));
    timers.push(host.after(END_MS_MAX, () => host.endNow(exit)));
  });
  const end = () => {
    off();
    for (const cancel of timers) cancel();
  };
  return { signals: { stop: stop.signal, abort: abort.signal, exit: () => exit }, end };
}
