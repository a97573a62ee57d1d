/**
 * HTTPS on a port, by listhen, with its defects worked around: TLS options that it drops are set on the server itself; its shutdown hook,
 * which cuts off running requests and can take the process down, is replaced by ours; and every option is given, so that no environment
 * variable decides which port or interface is bound.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { createServer, isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import { type HTTPSOptions, listen as listhen } from 'listhen';
import { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';
import { awaitsContinue } from '../access/body.js';
import type { Certificate } from '../tls/certificate.js';
import { type Connections, guardConnections } from './connections.js';
import { everyAnswer, problemAnswer } from './problems.js';

/** TLS 1.2 with forward secrecy and authenticated encryption alone: no CBC, and no CCM-8, whose tag has half the length. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');
const HEADERS_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
const STOP_GRACE_MS = 10_000;
const STOP_POLL_MS = 50;

export interface ListenOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  certificate: Certificate;
  handler: (request: IncomingMessage, response: ServerResponse) => unknown;
  /** Called for requests that were refused before the handler saw them. */
  onRefusal?: (refusal: RefusedConnection) => void;
  /** Called for each connection that is closed because there are too many. */
  onFull?: () => void;
}

export interface RefusedConnection {
  requestId: string;
  status: number;
  /** Size of the answer's body. */
  answerBytes: number;
  address: string;
}

export interface Listener {
  port: number;
  /** How many requests are not completely answered. */
  running(): number;
  /** Serves new connections with another certificate; fails, and keeps the old one, when it cannot be used. */
  setCertificate(certificate: Certificate): void;
  /** Takes no more connections, gives running requests 10 s to end, then closes what is left. */
  stop(): Promise<void>;
}

/** Fails with `usage` when `host` is no name or address to listen on, whatever the port. */
export function checkHost(host: string): void {
  // listhen would bind every interface when it does not like the host name.
  const isName = /^[A-Za-z\d.-]{1,63}$/.test(host) && (!/^[\d.]+$/.test(host) || isIP(host) === 4);
  if (!isName && isIP(host) !== 6) {
    throw new SalesError('usage', `The host ${JSON.stringify(host)} cannot be listened on.`, { hint: 'Give an address of this machine.' });
  }
}

/** Fails with `usage` when host or port cannot be bound, or the certificate cannot be used. */
export async function listen({ host, port, certificate, handler, onRefusal = () => {}, onFull }: ListenOptions): Promise<Listener> {
  checkHost(host);
  checkCertificate(certificate);
  // NODE_OPTIONS may have lowered the default; the environment must not decide which TLS versions are served.
  tls.DEFAULT_MIN_VERSION = 'TLSv1.2';
  const inTurn: ListenOptions['handler'] = (request, response) => connections.take(request, response, handler);
  const server = await bind(host, port, certificate, inTurn);
  for (const listener of server.listeners('request')) {
    if (listener !== inTurn) server.off('request', listener as () => void);
  }
  const setCertificate = (renewed: Certificate) => {
    checkCertificate(renewed);
    server.setSecureContext({ ...renewed, minVersion: 'TLSv1.2', ciphers: CIPHERS });
  };
  setCertificate(certificate);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  // Bodies are timed where they are read (see body): one that waits for its turn is not slow.
  server.requestTimeout = 0;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  // The application answers a missing Host header itself, with a problem body like every other error.
  (server as Server & { requireHostHeader: boolean }).requireHostHeader = false;
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, endAfterUpgrade);
  server.on('checkExpectation', inTurn);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitsContinue(request, () => response.writeContinue());
    inTurn(request, response);
  });
  const refuse = (error: SalesError, socket: Socket) => lastWord(error, socket, onRefusal);
  const connections = guardConnections(server, (socket) => refuse(new SalesError('requestTimeout'), socket), onFull);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => answerClientError(error, socket, connections, refuse));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    running: connections.runningTotal,
    setCertificate,
    stop: () => stop(server, connections),
  };
}

/**
 * Node drops what has already come behind a request that asks for another protocol, so the requests there would never be answered. Such a
 * request is answered as any other, and then the connection ends.
 */
function endAfterUpgrade({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
}

function checkCertificate({ cert, key }: Certificate): void {
  try {
    tls.createSecureContext({ cert, key });
  } catch (error) {
    throw new SalesError('usage', 'The certificate and its key cannot be used: they must be PEM, not encrypted, and match each other.', {
      cause: error,
    });
  }
}

async function bind(host: string, port: number, { cert, key }: Certificate, handler: ListenOptions['handler']): Promise<Server> {
  const isAnyHost = host === '0.0.0.0' || host === '::';
  const https: HTTPSOptions = { cert: fromFirstBlock(cert), key: fromFirstBlock(key) };
  try {
    const listener = await listhen(handler, {
      hostname: host,
      port: port === 0 ? { port: 0, random: true, host } : { port, host },
      https,
      public: isAnyHost,
      isProd: true,
      isTest: false,
      baseURL: '/',
      name: 'sales',
      showURL: false,
      qr: false,
      open: false,
      clipboard: false,
      tunnel: false,
      ws: false,
      autoClose: false,
    });
    return listener.server as Server;
  } catch (error) {
    throw new SalesError('usage', `Cannot listen on ${host} port ${port}.`, { hint: bindHint(await bindCode(host, port)), cause: error });
  }
}

/** Tries to bind, to learn why listhen could not (it does not say): the error code, or null if it works by now. */
function bindCode(host: string, port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

function bindHint(code: string | null): Hint {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return ['This machine does not have that address: give one of its own with ', ['--host'], ', or 0.0.0.0 for all of them.'];
  }
  if (code === 'EACCES') return ['This user may not use that port: give one from 1024 upwards with ', ['--port'], '.'];
  return ['Another program may use the port: give another one with ', ['--port'], ', or 0 for a free one.'];
}

/** listhen takes a PEM that does not begin with dashes for a file name. */
function fromFirstBlock(pem: string): string {
  return pem.slice(Math.max(pem.indexOf('-----BEGIN'), 0));
}

/**
 * Requests that Node's parser rejects never reach the application, but get a problem body all the same. Not while the answer to an earlier
 * request on the connection is pending, though: the client would take this answer for that one, and a staged upload for a refused one.
 */
function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  connections: Connections,
  refuse: (error: SalesError, socket: Socket) => string,
): void {
  const isAnswering = connections.running(socket).some((request) => request.complete);
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
  else connections.end(socket, refuse(failureOfParser(error.code), socket));
}

function lastWord(error: SalesError, { remoteAddress }: Socket, onRefusal: (refusal: RefusedConnection) => void): string {
  const requestId = crypto.randomUUID();
  const answer = problemAnswer(error, requestId);
  const answerBytes = Buffer.byteLength(answer.body ?? '');
  onRefusal({ requestId, status: answer.status, answerBytes, address: remoteAddress ?? '' });
  const fields = { ...everyAnswer, ...answer.headers, connection: 'close', 'content-length': answerBytes };
  const head = [`HTTP/1.1 ${answer.status} `, ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return `${head}\r\n\r\n${answer.body}`;
}

function failureOfParser(code: string | undefined): SalesError {
  if (code === 'HPE_HEADER_OVERFLOW') return new SalesError('headersTooLarge');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new SalesError('requestTimeout');
  return new SalesError('validation', undefined, { errors: { $: ['is not a well-formed HTTP request'] } });
}

async function stop(server: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const poll = setInterval(() => server.closeIdleConnections(), STOP_POLL_MS);
  const deadline = setTimeout(connections.destroyAll, STOP_GRACE_MS);
  connections.destroyShakingHands();
  server.closeIdleConnections();
  await closed;
  clearInterval(poll);
  clearTimeout(deadline);
}
