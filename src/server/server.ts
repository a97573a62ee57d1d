/**
 * The server as a whole: sets up an empty store, brings up certificate, log-in and listener in order, and takes them down again. The data
 * is passed in, so nothing here knows of a database or a thread.
 */
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { H3 } from 'h3';
import { toNodeHandler } from 'h3/node';
import { SalesError } from '../contract/problem.js';
import { defaultImportConfiguration } from '../importing/rules.js';
import type { Data } from '../threads/data.js';
import { type Admission, admission, bodyKinds } from './access/admission.js';
import { authenticator, isUsablePassword, type Login } from './access/auth.js';
import { clientAddresses } from './access/client-address.js';
import { type PasswordHasher, passwordHasher } from './access/password.js';
import { principals } from './access/principals.js';
import { type Rate, rateLimit } from './access/rate-limit.js';
import { forgetSessions } from './access/sessions.js';
import { loginThrottle, sharedThrottle } from './access/throttle.js';
import { type AppOptions, createApp } from './app.js';
import { health } from './console/health.js';
import { type ConsoleOptions, type OpenConsole, openConsole } from './console/open-console.js';
import { idempotencyKeyTtlS } from './http/idempotency.js';
import { checkHost, type Listener, listen, type RefusedConnection } from './http/listen.js';
import { type AuditLog, auditLog } from './telemetry/audit-log.js';
import { type RequestLogEntry, unreadEntry } from './telemetry/log.js';
import { type MetricsPort, openMetricsPort } from './telemetry/metrics-port.js';
import { type Monitoring, monitorServer } from './telemetry/monitoring.js';
import { type Certificate, isRenewalDue, ownCertificate } from './tls/certificate.js';
import { type CertificateKeeper, keepCertificate } from './tls/certificate-keeper.js';
import { type CertificateFiles, operatorCertificate } from './tls/operator-certificate.js';
import { ownNames } from './tls/own-names.js';
import { writeWhole } from './tls/whole-file.js';

const PASSWORD_BYTES = 18;
const PRUNE_INTERVAL_MS = 60 * 60_000;

export interface ServerOptions {
  data: Data;
  /** Absolute path of the data directory. */
  directory: string;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** The operator's certificate; null to issue one of our own. */
  certificateFiles: CertificateFiles | null;
  /** How often the certificate's files and age are checked. */
  certificatePollMs: number;
  /** Further names for a certificate of our own. */
  names: readonly string[];
  /** Reads the password for the first user; null for a random one. Not called when the store is set up already. */
  readInitPassword: (() => Promise<string>) | null;
  /** By default that of {@link passwordHasher}. */
  hasher?: PasswordHasher;
  /** How much each user may send; null for no limit. */
  rate: Rate | null;
  /** Addresses and networks of load balancers whose note of the client's address is believed. */
  trustedProxies: readonly string[];
  version: string;
  /** The pages of the console; null: there is none. */
  console: ConsoleOptions | null;
  /** Port on the loopback interface for /metrics without log-in, 0 for a free one; null for none. */
  metricsPort: number | null;
  now: () => Date;
  log: (entry: RequestLogEntry) => void;
  /** Called when a changed or renewed certificate came into use by itself, with the end of its validity. */
  onCertificateChange: (validTo: string) => void;
  /** Called when a new certificate cannot be used; the old one is still served. */
  onCertificateError: (error: unknown) => void;
  /** Called when a row of the audit trail could not be written. */
  onAuditError?: (error: unknown) => void;
}

export interface FirstUser {
  name: string;
  /** Null when the operator chose it. */
  password: string | null;
}

export interface RunningServer {
  url: string;
  /** Absolute path of the certificate of our own authority; null with an operator's certificate. */
  caFile: string | null;
  /** Where /metrics needs no log-in; null without such a port. */
  metricsUrl: string | null;
  /** SHA-256 of the certificate's public key, in hex, for clients to pin. */
  keySha256: string;
  /** Set when this start has set up the store. */
  firstUser: FirstUser | null;
  /** Resolves when the data has failed for good: the caller should answer what can be answered, then end. Otherwise it stays pending. */
  failed: Promise<SalesError>;
  /** Reads the certificate again and serves it to new connections; fails, and keeps the old one, when it cannot be used. */
  reloadCertificate(): Promise<void>;
  /**
   * Ends the server. While it drains, it serves as before but tells that it is not ready, so that a load balancer sends no more to it; afterwards
   * it takes no more connections, and running requests get 10 s.
   */
  stop(drain?: Drain): Promise<void>;
}

export interface Drain {
  seconds: number;
  /** Ends the draining early. */
  signal: AbortSignal;
}

/** Brings the server up. Fails with `usage` when it cannot listen, and with `disk` or `storage` when its data cannot be used. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { data, directory, host, port } = options;
  checkHost(host);
  const setUp = await firstStart(options);
  const discovery = join(directory, 'server.json');
  // A file left behind by a killed server would send clients to a port where nobody listens.
  await rm(discovery, { force: true });
  const { hasher = passwordHasher() } = options;
  let listener: Listener | null = null;
  const certificate = await servedCertificate(options, (renewed) => listener?.setCertificate(renewed));
  const failure = firstFailure(data);
  const records = recordsOf(options, certificate.inUse, failure.report);
  const admitted = admissionOf(options, records);
  const { version } = options;
  const surroundings = { data, directory, admission: admitted, version, nowMs: () => options.now().getTime() };
  const console = options.console && (await openConsole(options.console, surroundings));
  let metricsPort: MetricsPort | null = null;
  let stopping = false;
  const pruning = setInterval(() => prune(options), PRUNE_INTERVAL_MS).unref();
  const stop = async (drain?: Drain) => {
    stopping = true;
    if (drain && drain.seconds > 0) await wait(drain.seconds * 1_000, undefined, { signal: drain.signal }).catch(() => {});
    clearInterval(pruning);
    certificate.stop();
    metricsPort?.stop();
    await console?.files.stop();
    await listener?.stop();
    await rm(discovery, { force: true });
  };
  try {
    const { isOwnName } = certificate;
    const others = { isOwnName, isStopping: () => stopping, onStorageFailure: failure.report };
    const app = appOf(options, { hasher, records, admission: admitted, console, ...others });
    const onRefusal = (refusal: RefusedConnection) => records.onRequest(unreadEntry(refusal));
    const onFull = () => records.monitoring.refused('connections');
    listener = await listen({ host, port, certificate: certificate.inUse(), handler: toNodeHandler(app), onRefusal, onFull });
    records.monitoring.watchRunning('requests', listener.running);
    if (options.metricsPort !== null) metricsPort = await openMetricsPort(options.metricsPort, () => records.monitoring.text(null));
    // Only now, because a first start that fails on its port must not use up the password, which is shown only once.
    const firstUser = setUp ? await setUp(hasher) : null;
    await records.audit.started();
    const url = `https://${reachableName(host)}:${listener.port}`;
    const caFile = options.certificateFiles ? null : join(directory, 'tls', 'ca.pem');
    await writeWhole(discovery, `${JSON.stringify({ url, pid: process.pid, caFile })}\n`, 0o600);
    return {
      url,
      caFile,
      metricsUrl: metricsPort && `http://127.0.0.1:${metricsPort.port}/metrics`,
      keySha256: keySha256(certificate.inUse()),
      firstUser,
      failed: failure.failed,
      reloadCertificate: certificate.reload,
      stop: (drain) => stop(drain).then(records.audit.stopped),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first failure that must end the server: one of the data itself, or one that is reported here. */
function firstFailure(data: Data): { failed: Promise<SalesError>; report: (error: SalesError) => void } {
  let report: (error: SalesError) => void = () => {};
  const failed = new Promise<SalesError>((resolve) => {
    report = resolve;
  });
  void data.failed.then(report);
  return { failed, report };
}

/** Records of requests and log-ins: metrics, log lines, the audit trail. */
interface Records {
  monitoring: Monitoring;
  audit: AuditLog;
  onRequest(entry: RequestLogEntry): void;
  onLogin(login: Login): void;
}

function recordsOf(options: ServerOptions, certificate: () => Certificate, onStorageFailure: (error: SalesError) => void): Records {
  const { data, directory, version, now } = options;
  const monitoring = monitorServer({ data, directory, version, now, certificate });
  const onError = (error: unknown) => {
    if (error instanceof SalesError && error.code === 'storage') onStorageFailure(error);
    options.onAuditError?.(error);
  };
  const audit = auditLog({ data, version, nowMs: () => now().getTime(), onError });
  return {
    monitoring,
    audit,
    onRequest: (entry) => {
      monitoring.request(entry);
      options.log(entry);
    },
    onLogin: (login) => {
      monitoring.login(login.outcome);
      if (login.outcome === 'throttled') monitoring.refused('failed_logins');
      audit.login(login);
    },
  };
}

function admissionOf({ data }: ServerOptions, { monitoring }: Records): Admission {
  const admitted = admission(data.listThreads, monitoring.refused);
  for (const name of [...bodyKinds, 'lists'] as const) {
    monitoring.watch(name, admitted[name].waiting);
    monitoring.watchRunning(name, admitted[name].running);
  }
  monitoring.watchUnreadAnswers(admitted.answers.heldBytes);
  return admitted;
}

interface AppParts extends Pick<AppOptions, 'isOwnName' | 'isStopping' | 'onStorageFailure' | 'admission'> {
  hasher: PasswordHasher;
  records: Records;
  console: OpenConsole | null;
}

function appOf(options: ServerOptions, { hasher, records, console, ...others }: AppParts): H3 {
  const { data, rate, trustedProxies, version, now } = options;
  const nowMs = () => now().getTime();
  const { monitoring, onLogin, onRequest } = records;
  const { watch: onQueue, refused: onRefusal } = monitoring;
  const { shared } = data;
  const throttle = shared ? sharedThrottle(shared) : loginThrottle(nowMs);
  const onOver = () => onRefusal('rate');
  const limit = (given: Rate) => rateLimit(given, nowMs, onOver, shared);
  const basic = authenticator({ users: data, hasher, throttle, nowMs, onLogin, onQueue, onRefusal });
  return createApp({
    ...others,
    data,
    principals: principals(basic, console?.sessions ?? null),
    console: console && { ...console, authenticator: basic, hasher, health: health(monitoring, shared !== undefined, options) },
    addressOf: clientAddresses(trustedProxies),
    rateLimit: rate && limit(rate),
    version,
    log: onRequest,
    metricsText: monitoring.text,
  });
}

/** Forgets expired idempotency keys and log-ins. If it fails, they are only kept longer. */
async function prune({ data, now }: ServerOptions): Promise<void> {
  await forgetSessions(data, () => now().getTime()).catch(() => {});
  await data.pruneIdempotencyKeys(new Date(now().getTime() - idempotencyKeyTtlS * 1_000)).catch(() => {});
}

/**
 * The setup of an empty store, to be run once the server listens; null if the store is set up. The setup returns null where another server was
 * first. Fails with `usage` when the given password cannot be used.
 */
async function firstStart({
  data,
  readInitPassword,
}: ServerOptions): Promise<((hasher: PasswordHasher) => Promise<FirstUser | null>) | null> {
  if (!(await data.isEmpty())) return null;
  const given = readInitPassword ? await readInitPassword() : null;
  if (given !== null && !isUsablePassword(given)) {
    throw new SalesError(
      'usage',
      'The password of --init-password-file cannot be used: it must have 1 to 512 bytes and no control characters.',
    );
  }
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  return async (hasher) => {
    const setup = {
      customerName: 'Default',
      tenantName: 'Default',
      importConfiguration: defaultImportConfiguration,
      userName: 'api',
      passwordHash: await hasher.hash(password),
    };
    try {
      await data.setUp(setup);
    } catch (error) {
      // Several servers may start on one empty database: another was first, and has shown its password.
      if (error instanceof SalesError && error.code === 'locked' && !(await data.isEmpty())) return null;
      throw error;
    }
    return { name: 'api', password: given === null ? password : null };
  };
}

interface ServedCertificate extends Pick<CertificateKeeper, 'reload' | 'stop'> {
  inUse(): Certificate;
  /** Whether a Host header names this server. */
  isOwnName(host: string): boolean;
}

/** The certificate to serve, kept up to date; `use` is called with each one that replaces it. */
async function servedCertificate(options: ServerOptions, use: (renewed: Certificate) => void): Promise<ServedCertificate> {
  const { certificateFiles: files, directory, now } = options;
  const { first, reload, stop } = await keepCertificate({
    read: () => (files ? operatorCertificate(files, now()) : ownCertificate(join(directory, 'tls'), certificateNames(options), now())),
    files: files ? [files.cert, files.key] : [],
    isDue: (current) => files === null && isRenewalDue(current, now()),
    use: (renewed) => {
      use(renewed);
      inUse = renewed;
      isOwnName = ownNames(renewed);
    },
    pollMs: options.certificatePollMs,
    nowMs: () => now().getTime(),
    onChange: options.onCertificateChange,
    onError: options.onCertificateError,
  });
  let inUse = first;
  let isOwnName = ownNames(first);
  return { reload, stop, inUse: () => inUse, isOwnName: (host) => isOwnName(host) };
}

function certificateNames({ host, names }: ServerOptions): string[] {
  return isAnyHost(host) ? [...names] : [host, ...names];
}

function keySha256({ cert }: Certificate): string {
  return createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** A name by which this machine can reach the server. */
function reachableName(host: string): string {
  if (isAnyHost(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function isAnyHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
