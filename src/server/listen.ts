/**
 * HTTPS on a port, by listhen, with its defects fenced in: TLS options that it drops are set on the server itself, its shutdown hook,
 * which cuts running requests and can take the process down, is replaced by one of ours, and every option is given,
 * so that nothing of the environment decides which port or interface is bound.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { type HTTPSOptions, listen as listhen } from 'listhen';
import { SalesError } from '../contract/problem.js';
import { everyAnswer, problemAnswer } from './problems.js';

const HEADERS_TIMEOUT_MS = 30_000;
/** 30 MB at 1 Mbit/s take 240 s. */
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_TIMEOUT_MS = 30_000;
const STOP_GRACE_MS = 10_000;
const STOP_POLL_MS = 50;

export interface Certificate {
  /** PEM; the chain, leaf first. */
  cert: string;
  /** PEM. */
  key: string;
}

export interface ListenOptions {
  host: string;
  /** 0 takes a free port. */
  port: number;
  certificate: Certificate;
  handler: (request: IncomingMessage, response: ServerResponse) => unknown;
}

export interface Listener {
  port: number;
  /** Serves new connections with another certificate; fails and keeps the old one when it is not usable. */
  setCertificate(certificate: Certificate): void;
  /** Takes no more connections, lets running requests end (10 s), then closes what is left. */
  stop(): Promise<void>;
}

/** Fails with `usage` when host or port cannot be bound. */
export async function listen({ host, port, certificate, handler }: ListenOptions): Promise<Listener> {
  // listhen binds every interface when it does not like the name of the host.
  if (!/^(?:[\w.-]{1,63}|[0-9a-fA-F:.]{2,45})$/.test(host) || host.includes('_')) {
    throw new SalesError('usage', `The host ${JSON.stringify(host)} cannot be listened on.`, { hint: 'Give an address of this machine.' });
  }
  // The default may have been lowered by NODE_OPTIONS; what TLS versions are served is not the environment's to decide.
  tls.DEFAULT_MIN_VERSION = 'TLSv1.2';
  const server = await bind(host, port, certificate, handler);
  for (const listener of server.listeners('request')) {
    if (listener !== handler) server.off('request', listener as () => void);
  }
  const setCertificate = ({ cert, key }: Certificate) => server.setSecureContext({ cert, key, minVersion: 'TLSv1.2' });
  setCertificate(certificate);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  server.on('clientError', answerClientError);
  const sockets = trackSockets(server);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    setCertificate,
    stop: () => stop(server, sockets),
  };
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
    throw new SalesError('usage', `Cannot listen on ${host} port ${port}.`, {
      hint: 'Another program may use the port: give another one with --port, or 0 for a free one.',
      cause: error,
    });
  }
}

/** listhen takes a PEM that does not begin with dashes for a file's name. */
function fromFirstBlock(pem: string): string {
  return pem.slice(Math.max(pem.indexOf('-----BEGIN'), 0));
}

/** Requests that Node's parser refuses never reach the application; they get a problem body all the same. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = problemAnswer(failureOfParser(error.code), crypto.randomUUID());
  const headers = Object.entries({
    ...everyAnswer,
    ...answer.headers,
    connection: 'close',
    'content-length': Buffer.byteLength(answer.body),
  });
  const head = [`HTTP/1.1 ${answer.status} `, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  socket.end(`${head}\r\n\r\n${answer.body}`);
}

function failureOfParser(code: string | undefined): SalesError {
  if (code === 'HPE_HEADER_OVERFLOW') return new SalesError('headersTooLarge');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new SalesError('requestTimeout');
  return new SalesError('validation', undefined, { errors: { $: ['is not a well-formed HTTP request'] } });
}

/** All TCP connections, also those that never finish the TLS handshake, which the server itself does not know. */
function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function stop(server: Server, sockets: Set<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const poll = setInterval(() => server.closeIdleConnections(), STOP_POLL_MS);
  const deadline = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, STOP_GRACE_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(poll);
  clearTimeout(deadline);
}
