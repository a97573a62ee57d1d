/** How the server does, for the administration page: the figures of its metrics, and the room on its disk. */
import { statfs } from 'node:fs/promises';
import type { Monitoring } from '../telemetry/monitoring.js';

export interface HealthOptions {
  /** The data directory. */
  directory: string;
  version: string;
}

export function health(monitoring: Pick<Monitoring, 'figures'>, { directory, version }: HealthOptions): () => Promise<object> {
  return async () => {
    const { stored, certificateEndsAt, lastBackupAt, waiting, running } = await monitoring.figures();
    const disk = await statfs(directory).catch(() => null);
    return {
      version,
      node: process.versions.node,
      upSinceS: Math.floor(process.uptime()),
      stored,
      certificateEndsAt: certificateEndsAt.toISOString(),
      lastBackupAt: lastBackupAt?.toISOString() ?? null,
      waiting,
      running,
      disk: disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
    };
  };
}
