/** What goes wrong in a run: each fault is begun and mended again under load, at moments that a seed decides. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Cut } from '../postgres/cutting-proxy.js';
import { type ClusterServer, database, type SalesCluster, serverNames, untilServedBy } from './cluster.js';
import type { Load } from './load.js';

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <Item>(items: readonly Item[], chance: Chance): Item => items[Math.floor(chance() * items.length)] as Item;

export interface FaultPlace {
  cluster: SalesCluster;
  load: Load;
  chance: Chance;
}

/** What a fault has to tell, for people. */
export type Told = Record<string, number>;

/** Resolves when so many more uploads are acknowledged. */
export const acknowledgedMore = async (load: Load, more: number) => {
  const from = load.acknowledged();
  while (load.acknowledged() < from + more) await wait(2);
};

/** A server dies with all it was doing, and is started again. */
async function killServer({ cluster, load, chance }: FaultPlace): Promise<Told> {
  const server = pick(cluster.servers, chance);
  await cluster.kill(server);
  await acknowledgedMore(load, 1 + Math.floor(chance() * 50));
  await cluster.start(server);
  await acknowledgedMore(load, 20);
  return {};
}

/** The primary dies, the standby takes over, and the other one becomes its standby. */
async function killPrimary({ cluster: { pair }, load }: FaultPlace): Promise<Told> {
  const startMs = performance.now();
  pair.killPrimary();
  await pair.promote();
  const promotedMs = performance.now();
  await acknowledgedMore(load, 1);
  const againMs = performance.now();
  await pair.attachStandby();
  await acknowledgedMore(load, 20);
  return { 'promoted after ms': Math.round(promotedMs - startMs), 'acknowledging again after ms more': Math.round(againMs - promotedMs) };
}

/** All sessions of the servers end, several times. */
async function endSessions({ cluster: { pair }, load, chance }: FaultPlace): Promise<Told> {
  let ended = 0;
  for (let times = 0; times < 5; times++) {
    const rows = await pair.sql(database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'sales_app'");
    ended += rows.length;
    await acknowledgedMore(load, 1 + Math.floor(chance() * 20));
  }
  return { sessions: ended };
}

const cutsOfARun = 10;
/** What a transaction sends that stores an upload. */
export const ofUpload = 'INSERT INTO upload';
export const cuts: readonly Cut[] = ['before', 'answer lost', 'arrives late'];

/** Connections of the second server end around their COMMIT. */
async function cutCommits({ cluster: { proxies }, load, chance }: FaultPlace): Promise<Told> {
  const total = () => proxies[0].cuts() + proxies[1].cuts();
  const from = total();
  for (let cut = 1; cut <= cutsOfARun; cut++) {
    const how = pick(cuts, chance);
    for (const proxy of proxies) proxy.cutNext(how, ofUpload);
    while (total() < from + cut) await wait(2);
    for (const proxy of proxies) proxy.cutNext(null);
    await acknowledgedMore(load, Math.floor(chance() * 10));
  }
  return { cuts: total() - from };
}

/** Each server is stopped as an operator does, and started again when it has ended. */
async function restartAll({ cluster, load }: FaultPlace): Promise<Told> {
  for (const server of cluster.servers) await restart(cluster, server);
  await acknowledgedMore(load, 20);
  return { restarts: cluster.servers.length };
}

/** `bin` is another build's program. Resolves when the balancer sends to it again. */
export async function restart(cluster: SalesCluster, server: ClusterServer, bin?: string): Promise<void> {
  await cluster.terminate(server);
  await cluster.start(server, bin);
  await untilServedBy(cluster, serverNames);
}

/** The rolling restart stands last: whoever runs fewer seeds than there are faults has it elsewhere. */
export const faults = {
  'kill a server': killServer,
  'cut around COMMIT': cutCommits,
  'kill the primary': killPrimary,
  'end all sessions': endSessions,
  'rolling restart': restartAll,
} as const;
