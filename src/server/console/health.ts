/** How the server does, for the administration page: what it finds about itself, by the rules that the command line has, and the figures of its metrics. */
import { statfs } from 'node:fs/promises';
import {
  backupFinding,
  certificateFinding,
  failed,
  fileSystemFinding,
  good,
  type HealthFinding,
  roomFinding,
  warning,
} from '../../contract/findings.js';
import type { Figures } from '../telemetry/metrics.js';
import type { Monitoring } from '../telemetry/monitoring.js';

export interface HealthOptions {
  /** The data directory. */
  directory: string;
  version: string;
  /** Null with a certificate of the server's own. */
  certificateFiles: object | null;
  now: () => Date;
}

export interface Health {
  findings: HealthFinding[];
  /** Figures of the whole server, with the rows of every tenant. */
  figures: object;
}

const MS_PER_DAY = 86_400_000;
const ofDirectory = 'at the data directory';

/** `isShared`: the rows are in a database of several servers, whose backups are not this server's. */
export function health(
  monitoring: Pick<Monitoring, 'figures'>,
  isShared: boolean,
  { directory, version, certificateFiles, now }: HealthOptions,
): () => Promise<Health> {
  return async () => {
    const figures = await monitoring.figures();
    const { stored, pools, certificateEndsAt, lastBackupAt, waiting, running } = figures;
    const nowMs = now().getTime();
    const days = Math.floor((certificateEndsAt.getTime() - nowMs) / MS_PER_DAY);
    const text = days < 0 ? 'the one that is served has expired' : `the one that is served expires in ${days} days`;
    return {
      findings: [
        good('program', `sales ${version}, Node ${process.versions.node}`),
        databaseFinding(figures),
        ...(await diskFindings(directory, isShared)),
        certificateFinding(text, days, certificateFiles !== null),
        ...(isShared ? [] : [backupFinding(lastBackupAt, nowMs, "Make one on the server's machine")]),
      ],
      figures: { upSinceS: Math.floor(process.uptime()), stored, pools, waiting, running },
    };
  };
}

function databaseFinding({ stored, pools }: Figures): HealthFinding {
  const waiting = pools.reduce((sum, pool) => sum + pool.waiting, 0);
  if (stored === null) return failed('database', 'it does not answer', 'See that it runs, and that this server reaches it');
  if (waiting > 0) return warning('database', `it answers; ${waiting} wait for a connection to it`, 'If this lasts, the database is slow');
  return good('database', 'it answers');
}

async function diskFindings(directory: string, isShared: boolean): Promise<HealthFinding[]> {
  const found = await statfs(directory).catch(() => null);
  if (!found) return [failed('disk space', 'the data directory cannot be read', "See to its file modes and disk, on the server's machine")];
  const network = isShared ? null : fileSystemFinding(found.type, 'the data directory');
  return [roomFinding(found.bavail * found.bsize, ofDirectory), ...(network ? [network] : [])];
}
