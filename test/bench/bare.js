/**
 * The bare pair: the design of ours and nothing else, to see what of a load's time is the design's and what is ours (peers/bare-*.js). It
 * is no product: no log-in, no tenants, no faults told, no import rules, no duplicates, no lists, no file but the bench's own.
 */
import { Database } from '../../dist/store/sqlite/database/engine.js';
import { peer, startPeer } from './plain-pair.js';
import { start, succeeded } from './processes.js';

/** Loads the file into a fresh database with a key and five indexes, or with none (`indexes` 5 or 0): time, CPU and memory of both sides. */
export async function loadWithBare(data, file, rows, indexes) {
  const server = await startPeer('bare-server', data, [String(indexes)]);
  const client = await succeeded(start(process.execPath, [peer('bare-client'), file, server.url], { env: server.env }), 'the bare client');
  const { cpuS, peakMb } = server.usage();
  await server.stop();
  const db = new Database(`${data}.db`, { readonly: true });
  const stored = db.prepare('SELECT COUNT(*) FROM transactions').pluck().get();
  db.close();
  if (stored !== rows) throw new Error(`the bare pair stored ${stored} of ${rows} rows`);
  return { wallS: client.wallS, clientCpuS: client.cpuS, clientPeakMb: client.peakMb, serverCpuS: cpuS, serverPeakMb: peakMb };
}
