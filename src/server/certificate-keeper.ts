/**
 * Keeps the certificate in use up to date while the server runs: when it is told to, when the operator's files have changed, and before
 * our own ends. What cannot be used is reported once and changes nothing. It looks at files again and again, because being told of
 * changes fails on network file systems and where links are moved, as certificate tools do.
 */
import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Certificate } from './listen.js';

const RETRY_MS = 60 * 60_000;

export interface KeeperOptions {
  /** Reads the certificate, or makes one of ours. Fails when it cannot be used. */
  read(): Promise<Certificate>;
  /** Files to be read anew when they change. */
  files: readonly string[];
  /** Whether `current` must be read anew for its age. */
  isDue(current: Certificate): boolean;
  /** Takes another certificate into use; fails, and keeps the old one, when it cannot be used. */
  use(renewed: Certificate): void;
  pollMs: number;
  nowMs: () => number;
  /** Told of each certificate that came into use by itself. */
  onChange(validTo: string): void;
  /** Told why what was found could not be used. */
  onError(error: unknown): void;
}

export interface CertificateKeeper {
  /** The certificate to begin with. */
  first: Certificate;
  /** Reads it at once; fails, and keeps the old one, when it cannot be used. */
  reload(): Promise<void>;
  stop(): void;
}

/** Reads the first certificate, and fails as that does. */
export async function keepCertificate(options: KeeperOptions): Promise<CertificateKeeper> {
  // What is read is at least as new as this; a change while it is read is seen at the next look.
  let inUse = await signature(options.files);
  let before = inUse;
  const first = await options.read();
  let current = first;
  let nextRenewalMs = 0;
  /** One at a time: a slow reading must not bring back an older certificate. */
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };
  const load = async () => {
    inUse = await signature(options.files);
    const renewed = await options.read();
    options.use(renewed);
    const changed = renewed.cert !== current.cert || renewed.key !== current.key;
    current = renewed;
    return changed;
  };
  const look = async () => {
    const found = await signature(options.files);
    // Only what has stopped changing is read: certificate and key are seldom written at the same moment.
    const settled = found === before;
    before = found;
    const waitMs = nextRenewalMs - options.nowMs();
    // Longer than there is to wait at most: the clock was put back.
    const isDue = options.isDue(current) && (waitMs <= 0 || waitMs > RETRY_MS);
    if (!(isDue || (settled && found !== inUse))) return;
    nextRenewalMs = options.nowMs() + RETRY_MS;
    if (await load()) options.onChange(new X509Certificate(current.cert).validTo);
  };
  const poll = setInterval(() => void inTurn(look).catch(options.onError), options.pollMs).unref();
  return {
    first,
    reload: () => inTurn(async () => void (await load())),
    stop: () => clearInterval(poll),
  };
}

/** Changes whenever one of the files does; links are followed. */
async function signature(files: readonly string[]): Promise<string> {
  const seen = files.map(async (file) => {
    const found = await stat(file, { bigint: true }).catch(() => null);
    return found ? `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}` : 'none';
  });
  return (await Promise.all(seen)).join(' ');
}
