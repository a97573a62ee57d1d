/** Preloaded into a server (`--import`): on SIGUSR2 it collects garbage and writes what its main thread holds, in bytes. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`held ${heapUsed + external}\n`);
  });
}
