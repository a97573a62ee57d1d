/**
 * The bare pair's server: the main thread speaks HTTPS only, one thread gets the bodies by transfer, checks and stores them.
 *
 *   node bare-server.js DATABASE CERT KEY INDEXES     writes its port to standard output
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { Worker } from 'node:worker_threads';

const [, , file, cert, key, indexes] = process.argv;
const writer = new Worker(new URL('bare-writer.js', import.meta.url), { workerData: { file, indexes: Number(indexes) } });
const waiting = new Map();
writer.on('message', (stored) => {
  for (const number of stored) {
    waiting.get(number).end('{}');
    waiting.delete(number);
  }
});

let number = 0;
const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
  const body = Buffer.from(new ArrayBuffer(Number(request.headers['content-length'])));
  let length = 0;
  request.on('data', (chunk) => {
    length += chunk.copy(body, length);
  });
  request.on('end', () => {
    waiting.set(++number, response);
    writer.postMessage({ number, body: body.buffer }, [body.buffer]);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  writer.terminate();
});
