/** Preloaded into a server (`--import`), it writes the number of scrypt runs so far to the file in COUNT_HASHES. */
import crypto from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { scrypt } = crypto;
let runs = 0;
crypto.scrypt = (...given) => {
  writeFileSync(process.env.COUNT_HASHES ?? '', String(++runs));
  return scrypt(...given);
};
if (isMainThread) syncBuiltinESMExports();
