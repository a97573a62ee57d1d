/**
 * Preloaded into a server (`--import`): on SIGUSR2 every thread collects its garbage, which threads without work never do by themselves; then
 * it writes `collected`.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const COLLECTING_MS = 500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const channel = new BroadcastChannel('collect garbage');
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    channel.postMessage('now');
    collectGarbage();
    setTimeout(() => process.stdout.write('collected\n'), COLLECTING_MS);
  });
} else channel.onmessage = () => collectGarbage();
