/** How long lists and gets take on a full table while nothing else happens, for 1 and for 10 clients that ask without a pause. */
import { openClient } from './https-client.js';
import { figure, share, table } from './numbers.js';
import { readerPaths, spread } from './readers.js';

const clientCounts = [1, 10];
const CASE_MS = 5_000;
const REQUESTS_MAX = 2_000;
const WARM_UP = 5;

/** `[{name, clients, ours: {requests, p50Ms, p99Ms}, pair}]`; without the pair, none of its numbers. */
export async function measureLatency({ ours, pair, sampled }, { seed, progress }) {
  const sides = { ours, ...(pair && { pair }) };
  const paths = {};
  for (const [side, server] of Object.entries(sides)) paths[side] = await readerPaths(server, sampled, seed);
  const results = [];
  for (const clients of clientCounts) {
    for (const name of Object.keys(paths.ours)) {
      const result = { name, clients };
      for (const [side, server] of Object.entries(sides)) result[side] = spread(await timesOf(server, paths[side][name], clients));
      results.push(result);
      progress(`latency: ${name}, ${clients} client${clients > 1 ? 's' : ''}`);
    }
  }
  return results;
}

async function timesOf(server, nextPath, clients) {
  const all = Array.from({ length: clients }, () => openClient(server));
  await Promise.all(all.map((client) => repeat(WARM_UP, () => client.timed(nextPath()))));
  const times = [];
  const endMs = performance.now() + CASE_MS;
  const ask = async (client) => {
    while (times.length < REQUESTS_MAX && performance.now() < endMs) times.push((await client.timed(nextPath())).ms);
  };
  await Promise.all(all.map(ask));
  for (const client of all) await client.close();
  return times;
}

async function repeat(count, once) {
  for (let done = 0; done < count; done++) await once();
}

export function latencyReport(results) {
  const hasPair = results[0].pair !== undefined;
  const cell = ({ p50Ms, p99Ms }) => `${figure(p50Ms)} / ${figure(p99Ms)}`;
  const head = ['', 'clients', 'ours p50 / p99, ms', ...(hasPair ? ['plain pair p50 / p99, ms', 'ratio of p50'] : [])];
  const line = ({ name, clients, ours, pair }) => [
    name,
    clients,
    cell(ours),
    ...(hasPair ? [cell(pair), share(ours.p50Ms / pair.p50Ms)] : []),
  ];
  return { text: ['Lists and gets on the full table, nothing else going on', '', table(head, results.map(line))].join('\n'), verdicts: [] };
}
