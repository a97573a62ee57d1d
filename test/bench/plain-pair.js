/** The plain pair under measurement: peers/plain-server.js and peers/plain-client.js, as processes. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { start, succeeded } from './processes.js';
import { startSales, stop } from './sales-server.js';

export const peer = (name) => fileURLToPath(new URL(`peers/${name}.js`, import.meta.url));

/** A running server, in the shape of ours. */
export async function startPlain(data) {
  return { name: 'the plain pair', ...(await startPeer('plain-server', data)) };
}

/** A peer's server that takes database, certificate and key and writes its port, on a database of its own: `data` with `.db`. */
export async function startPeer(name, data, args = []) {
  // A certificate from a server of ours that never serves: what is measured is the peer.
  const own = await startSales(data);
  await own.stop();
  const tls = (file) => join(data, 'tls', file);
  const server = start(process.execPath, [peer(name), `${data}.db`, tls('server.pem'), tls('server.key'), ...args]);
  while (!server.output().includes('\n')) {
    if (server.child.exitCode !== null) throw new Error(`${name} ended: ${server.output()}`);
    await wait(20);
  }
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: own.env.SALES_CA_FILE };
  const url = `https://127.0.0.1:${server.output().trim()}`;
  return { url, ca: own.ca, env, usage: server.usage, stop: () => stop(server) };
}

/** As `uploadWithSales`. */
export async function uploadWithPlain(server, file) {
  const client = await succeeded(startPlainUpload(server, file), 'the plain client');
  return { client, uploads: JSON.parse(client.output) };
}

export function startPlainUpload({ url, env }, file) {
  return start(process.execPath, [peer('plain-client'), file, url], { env });
}
