/** Preloaded into a server (`--import`): on SIGUSR2 it moves its clock on by 16 minutes, says so, and goes on from there. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const RealDate = Date;
  let aheadMs = 0;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + aheadMs);
      else super(...given);
    }
    static now() {
      return RealDate.now() + aheadMs;
    }
  };
  process.on('SIGUSR2', () => {
    aheadMs += 16 * 60_000;
    process.stdout.write('clock moved\n');
  });
}
