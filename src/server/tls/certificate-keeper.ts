/**
 * Keeps the served certificate up to date while the server runs: on demand, when the operator's files have changed, and before our own
 * certificate expires. What cannot be used is reported once and changes nothing. The files are polled, because watching for changes fails
 * on network file systems and where links are replaced, as certificate tools do.
 */
import { X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Certificate } from './certificate.js';

const RETRY_MS = 60 * 60_000;

export interface KeeperOptions {
  /** Reads the operator's certificate, or issues one of our own. Fails when it cannot be used. */
  read(): Promise<Certificate>;
  /** Files that are read again when they change. */
  files: readonly string[];
  /** Whether `current` is old enough to be replaced. */
  isDue(current: Certificate): boolean;
  /** Starts to serve another certificate; fails, and keeps the old one, when it cannot be used. */
  use(renewed: Certificate): void;
  pollMs: number;
  nowMs: () => number;
  /** Called for each certificate that came into use without being asked for. */
  onChange(validTo: string): void;
  /** Called with the reason why a certificate could not be used. */
  onError(error: unknown): void;
}

export interface CertificateKeeper {
  /** The certificate to start with. */
  first: Certificate;
  /** Reads the certificate now; fails, and keeps the old one, when it cannot be used. */
  reload(): Promise<void>;
  stop(): void;
}

/** Reads the first certificate, failing as `read` does, and starts polling. */
export async function keepCertificate(options: KeeperOptions): Promise<CertificateKeeper> {
  // Taken before the files are read, so that a change during the read is seen at the next look.
  let inUse = await signature(options.files);
  let before = inUse;
  const first = await options.read();
  let current = first;
  let nextRenewalMs = 0;
  /** Loads run one at a time: a slow one must not bring back an older certificate. */
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
    // Only files that have stopped changing are read: certificate and key are seldom written at the same moment.
    const settled = found === before;
    before = found;
    const waitMs = nextRenewalMs - options.nowMs();
    // A wait longer than the longest there is means that the clock was set back.
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

/** A text that changes whenever one of the files does; follows links. */
async function signature(files: readonly string[]): Promise<string> {
  const seen = files.map(async (file) => {
    const found = await stat(file, { bigint: true }).catch(() => null);
    return found ? `${found.dev}.${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}` : 'none';
  });
  return (await Promise.all(seen)).join(' ');
}
