/** Monitoring for those who run the server: counts what happens, and looks up the other figures when they are asked for. */
import { X509Certificate } from 'node:crypto';
import { SalesError } from '../../contract/problem.js';
import type { Data } from '../../threads/data.js';
import type { Certificate } from '../tls/certificate.js';
import { lastBackupAt } from './last-backup.js';
import { collectMetrics, type Figures, type Metrics } from './metrics.js';

export interface MonitoringOptions {
  data: Pick<Data, 'figures' | 'waiting' | 'pools'>;
  /** The data directory. */
  directory: string;
  version: string;
  now: () => Date;
  certificate: () => Certificate;
}

export interface Monitoring extends Pick<Metrics, 'request' | 'login' | 'refused'> {
  /** Adds a queue to the figures, under its name. */
  watch(queue: string, waiting: () => number): void;
  /** Adds a kind of work to the figures. */
  watchRunning(work: string, running: () => number): void;
  watchUnreadAnswers(bytes: () => number): void;
  /** Figures of this moment, without the counters. Fails as {@link text} does. */
  figures(): Promise<Figures>;
  /**
   * The text that Prometheus reads. Fails as a store of this server alone does; where a shared database is away, tells that. Figures of what
   * tenants have stored are for a reader who sees all of that many tenants; null is somebody at the machine.
   */
  text(tenantsSeen: number | null): Promise<string>;
}

/** Counts from now on; `certificate` gives the one that is served at the moment. */
export function monitorServer({ data, directory, version, now, certificate }: MonitoringOptions): Monitoring {
  const metrics = collectMetrics({ version, now });
  const queues = new Map<string, () => number>();
  const works = new Map<string, () => number>();
  let unreadAnswerBytes = () => 0;
  const figures = async (): Promise<Figures> => {
    const pools = await data.pools();
    return {
      stored: await data.figures().catch((error: unknown) => {
        if (pools.length > 0 && error instanceof SalesError && error.code === 'unavailable') return null;
        throw error;
      }),
      pools,
      certificateEndsAt: new Date(new X509Certificate(certificate().cert).validTo),
      lastBackupAt: await lastBackupAt(directory),
      waiting: { ...valuesOf(queues), ...data.waiting() },
      running: valuesOf(works),
      unreadAnswerBytes: unreadAnswerBytes(),
    };
  };
  return {
    request: metrics.request,
    login: metrics.login,
    refused: metrics.refused,
    watch: (queue, waiting) => void queues.set(queue, waiting),
    watchRunning: (work, running) => void works.set(work, running),
    watchUnreadAnswers: (bytes) => {
      unreadAnswerBytes = bytes;
    },
    figures,
    text: async (tenantsSeen) => {
      const found = await figures();
      return metrics.text(found, tenantsSeen === null || tenantsSeen === found.stored?.tenants);
    },
  };
}

function valuesOf(gauges: Map<string, () => number>): Record<string, number> {
  return Object.fromEntries([...gauges].map(([name, value]) => [name, value()]));
}
