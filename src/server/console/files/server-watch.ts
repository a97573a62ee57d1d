/**
 * A thread beside the work on a dropped file, in its process: ends the process once its server is gone. The work itself would hear of that, but not where
 * a file has sent it round in circles.
 */
import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 1_000;

const { serverPid } = workerData as { serverPid: number };
setInterval(() => {
  if (process.ppid !== serverPid) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
