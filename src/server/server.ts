/**
 * The server as a whole: first start, certificate, log-in and listener, brought up and taken down in order.
 * Takes the data as given, so that it knows no database and no thread.
 */
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toNodeHandler } from 'h3/node';
import { SalesError } from '../contract/problem.js';
import { defaultImportConfiguration } from '../importing/rules.js';
import type { Data } from '../threads/data.js';
import { createApp } from './app.js';
import { auditLog } from './audit-log.js';
import { authenticator, isUsablePassword } from './auth.js';
import { isRenewalDue, ownCertificate } from './certificate.js';
import { type CertificateKeeper, keepCertificate } from './certificate-keeper.js';
import { idempotencyKeyTtlS } from './idempotency.js';
import { type Certificate, checkHost, type Listener, listen } from './listen.js';
import { type RequestLogEntry, unreadEntry } from './log.js';
import { type MetricsPort, openMetricsPort } from './metrics-port.js';
import { monitorServer } from './monitoring.js';
import { type CertificateFiles, operatorCertificate } from './operator-certificate.js';
import { ownNames } from './own-names.js';
import { type PasswordHasher, passwordHasher } from './password.js';
import { type Rate, rateLimit } from './rate-limit.js';
import { loginThrottle } from './throttle.js';
import { writeWhole } from './whole-file.js';

const PASSWORD_BYTES = 18;
const PRUNE_INTERVAL_MS = 60 * 60_000;

export interface ServerOptions {
  data: Data;
  /** Absolute path of the data directory. */
  directory: string;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** The operator's certificate; null for one of our own. */
  certificateFiles: CertificateFiles | null;
  /** How often files and age of the certificate are looked at. */
  certificatePollMs: number;
  /** Further names for our own certificate. */
  names: readonly string[];
  /** Reads the password of the first user; null for a random one. Not called when the store is set up already. */
  readInitPassword: (() => Promise<string>) | null;
  /** How much each user may send; null is without limit. */
  rate: Rate | null;
  version: string;
  /** Port on the loopback interface for /metrics without log-in, 0 for a free one; null for none. */
  metricsPort: number | null;
  now: () => Date;
  log: (entry: RequestLogEntry) => void;
  /** A changed or renewed certificate came into use by itself; it is valid until then. */
  onCertificateChange: (validTo: string) => void;
  /** What was found cannot be used; the old certificate is still served. */
  onCertificateError: (error: unknown) => void;
  /** A row of the audit trail could not be written. */
  onAuditError?: (error: unknown) => void;
}

export interface FirstUser {
  name: string;
  /** Null where the operator gave it. */
  password: string | null;
}

export interface RunningServer {
  url: string;
  /** Absolute path of our own authority's certificate; null with an operator's certificate. */
  caFile: string | null;
  /** Where /metrics needs no log-in; null where there is no such port. */
  metricsUrl: string | null;
  /** SHA-256 of the certificate's public key, in hex: what clients pin. */
  keySha256: string;
  /** Set when this start has set the store up. */
  firstUser: FirstUser | null;
  /** Fulfilled when the data has failed for good: answer what can be answered, then end. Stays pending otherwise. */
  failed: Promise<SalesError>;
  /** Reads the certificate anew and serves new connections with it; fails, and keeps the old one, when it cannot be used. */
  reloadCertificate(): Promise<void>;
  stop(): Promise<void>;
}

/** Brings the server up. Fails with `usage` when it cannot listen, `disk` or `storage` when its data cannot be used. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { data, directory, host, now } = options;
  checkHost(host);
  const setUp = await firstStart(options);
  const discovery = join(directory, 'server.json');
  // One that a killed server has left would send clients to where nobody listens.
  await rm(discovery, { force: true });
  const hasher = passwordHasher();
  let listener: Listener | null = null;
  const certificate = await keptCertificate(options, (renewed) => {
    listener?.setCertificate(renewed);
    served = renewed;
    isOwnName = ownNames(renewed);
  });
  let served = certificate.first;
  let isOwnName = ownNames(served);
  const monitoring = monitorServer({ data, directory, version: options.version, now, certificate: () => served });
  let metricsPort: MetricsPort | null = null;
  let stopping = false;
  let reportFailure: (error: SalesError) => void = () => {};
  const failed = new Promise<SalesError>((resolve) => {
    reportFailure = resolve;
  });
  void data.failed.then(reportFailure);
  const pruning = setInterval(() => prune(options), PRUNE_INTERVAL_MS).unref();
  const nowMs = () => now().getTime();
  const onAuditError = (error: unknown) => {
    if (error instanceof SalesError && error.code === 'storage') reportFailure(error);
    options.onAuditError?.(error);
  };
  const audit = auditLog({ data, version: options.version, nowMs, onError: onAuditError });
  const log = (entry: RequestLogEntry) => {
    monitoring.request(entry);
    options.log(entry);
  };
  const app = createApp({
    data,
    authenticator: authenticator({
      users: data,
      hasher,
      throttle: loginThrottle(nowMs),
      nowMs,
      onLogin: (login) => {
        monitoring.login(login.outcome);
        audit.login(login);
      },
      onQueue: monitoring.watch,
    }),
    rateLimit: options.rate && rateLimit(options.rate, nowMs),
    version: options.version,
    isStopping: () => stopping,
    isOwnName: (name) => isOwnName(name),
    log,
    metricsText: monitoring.text,
    onQueue: monitoring.watch,
    onStorageFailure: reportFailure,
  });
  const stop = async () => {
    stopping = true;
    clearInterval(pruning);
    certificate.stop();
    metricsPort?.stop();
    await listener?.stop();
    await rm(discovery, { force: true });
  };
  try {
    listener = await listen({
      host,
      port: options.port,
      certificate: certificate.first,
      handler: toNodeHandler(app),
      onRefusal: (refusal) => log(unreadEntry(refusal)),
    });
    if (options.metricsPort !== null) metricsPort = await openMetricsPort(options.metricsPort, monitoring.text);
    // Only now: a first start that fails on its port must not use up the password that is shown once.
    const firstUser = setUp ? await setUp(hasher) : null;
    await audit.started();
    const url = `https://${reachableName(host)}:${listener.port}`;
    const caFile = options.certificateFiles ? null : join(directory, 'tls', 'ca.pem');
    await writeWhole(discovery, `${JSON.stringify({ url, pid: process.pid, caFile })}\n`, 0o600);
    const metricsUrl = metricsPort && `http://127.0.0.1:${metricsPort.port}/metrics`;
    const key = keySha256(certificate.first);
    return {
      url,
      caFile,
      metricsUrl,
      keySha256: key,
      firstUser,
      failed,
      reloadCertificate: certificate.reload,
      stop: () => stop().then(audit.stopped),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Forgets idempotency keys whose time is over. That it fails once is no harm: they are only kept longer. */
async function prune({ data, now }: ServerOptions): Promise<void> {
  await data.pruneIdempotencyKeys(new Date(now().getTime() - idempotencyKeyTtlS * 1_000)).catch(() => {});
}

/** What is still to be done in an empty store, null in one that is set up. Fails with `usage` when the password given is of no use. */
async function firstStart({ data, readInitPassword }: ServerOptions): Promise<((hasher: PasswordHasher) => Promise<FirstUser>) | null> {
  if (!(await data.isEmpty())) return null;
  const given = readInitPassword ? await readInitPassword() : null;
  if (given !== null && !isUsablePassword(given)) {
    throw new SalesError(
      'usage',
      'The password of --init-password-file could never log in: give 1 to 512 bytes without control characters.',
    );
  }
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  return async (hasher) => {
    await data.setUp({
      customerName: 'Default',
      tenantName: 'Default',
      importConfiguration: defaultImportConfiguration,
      userName: 'api',
      passwordHash: await hasher.hash(password),
    });
    return { name: 'api', password: given === null ? password : null };
  };
}

function keptCertificate(options: ServerOptions, use: (renewed: Certificate) => void): Promise<CertificateKeeper> {
  const { certificateFiles: files, directory, now } = options;
  return keepCertificate({
    read: () => (files ? operatorCertificate(files, now()) : ownCertificate(join(directory, 'tls'), certificateNames(options), now())),
    files: files ? [files.cert, files.key] : [],
    isDue: (current) => files === null && isRenewalDue(current, now()),
    use,
    pollMs: options.certificatePollMs,
    nowMs: () => now().getTime(),
    onChange: options.onCertificateChange,
    onError: options.onCertificateError,
  });
}

function certificateNames({ host, names }: ServerOptions): string[] {
  return isAnyHost(host) ? [...names] : [host, ...names];
}

function keySha256({ cert }: Certificate): string {
  return createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** A name under which the server can be reached from this machine. */
function reachableName(host: string): string {
  if (isAnyHost(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function isAnyHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
