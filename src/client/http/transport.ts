/**
 * One HTTPS exchange: request out, answer in, whole and bounded. It knows TLS, timeouts and Basic authentication; it never follows
 * a redirect, and never repeats a request. Where the connection fails it says how far the request had got.
 */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';
import type { Agent, buildConnector } from 'undici';
import { headerOf, type ReceivedAnswer } from './answer-failure.js';
import { connectionFailure, type Delivery } from './connection-failure.js';
import { type Getter, openGetter } from './https-get.js';
import { pinFailure } from './pin.js';

const ANSWER_BYTES_MAX = 64_000_000;
const CONNECT_MS_MAX = 10_000;
/** A whole exchange has so many times as long as its answer has to begin: enough for large answers over slow links, and never for ever. */
const ANSWER_TIMES = 10;
/** A longer timer goes off at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;
/** Requests at a time; a connection is opened only when it is needed. */
export const connectionsMax = 16;
const ownHeaders = { accept: 'application/json', 'user-agent': 'sales' };

export interface TransportOptions {
  /** PEM of authorities to be trusted beside the built-in ones. */
  ca: string | undefined;
  /** SHA-256 of the one key, or certificate, to be trusted, in hex; authorities then count for nothing. */
  pin?: string | undefined;
  /** For an answer to begin, and for each pause inside it; until the answer is whole, {@link ANSWER_TIMES} as long. */
  timeoutMs: number;
  /** Null sends no log-in. */
  user: string | null;
  password: string;
  /** Called for every exchange; never with credentials or bodies. */
  trace?: ((exchange: Exchange) => void) | undefined;
  nowMs: () => number;
}

export interface Exchange {
  method: string;
  url: string;
  /** Null when there was no answer. */
  status: number | null;
  durationMs: number;
  requestId: string | undefined;
}

export interface RequestParts {
  method: 'GET' | 'POST' | 'PUT';
  url: URL;
  /** JSON, already serialised. */
  body?: Uint8Array;
  /** `body` is gzip of it. */
  isPacked?: boolean;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** One that does nothing more when it comes again: how far it got need not be known. */
  isRepeatable?: boolean;
  /** For an answer that takes long to begin: so long at least, whatever the timeout. */
  answerMs?: number;
  /** Awaited before the end of the body is handed over; where it fails, that stays with us and the exchange fails with its failure. */
  beforeLastByte?: (() => Promise<void>) | undefined;
}

export interface Sent {
  answer: ReceivedAnswer;
  wholeRequestSent: boolean;
}

export interface Transport {
  /** Fails with `network`, `tlsTrust`, `protocol`, or, once an upload's end was handed over, `inDoubt`. */
  exchange(request: RequestParts): Promise<Sent>;
  close(): Promise<void>;
}

/** A transport for one server and one user. Its connections are opened when they are first needed. */
export function openTransport(options: TransportOptions): Transport {
  const connectMs = Math.min(options.timeoutMs, CONNECT_MS_MAX);
  let agent: Promise<Agent> | null = null;
  const ways: Ways = {
    login: loginOf(options),
    getter: openGetter({ ...options, connectMs, bytesMax: ANSWER_BYTES_MAX }),
    agent: () => {
      agent ??= openAgent(options, connectMs);
      return agent;
    },
    hasAgent: () => agent !== null,
  };
  return {
    exchange: (request) => exchange(ways, options, request),
    close: async () => {
      ways.getter.close();
      await (await agent)?.destroy();
    },
  };
}

function loginOf({ user, password }: TransportOptions): Ways['login'] {
  return user === null ? {} : { authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}` };
}

/** undici for what is sent; for reading alone it is never loaded. */
interface Ways {
  login: { authorization?: string };
  getter: Getter;
  agent(): Promise<Agent>;
  /** Whether something was sent, so that there are connections of undici's. */
  hasAgent(): boolean;
}

async function openAgent(options: TransportOptions, connectMs: number): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const { ca, pin } = options;
  return new Agent({
    connect: pin === undefined ? trustingAuthorities(ca, connectMs) : trustingPin(buildConnector, pin, connectMs, options.nowMs),
    connections: connectionsMax,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  });
}

/** The last one: programs open many transports to one server, and reading the built-in authorities takes longer than a request. */
let trusted: { ca: string | undefined; secureContext: SecureContext } | null = null;

function trustingAuthorities(ca: string | undefined, timeout: number): buildConnector.BuildOptions {
  if (trusted === null || trusted.ca !== ca) {
    // An own authority replaces the built-in ones unless they are given with it.
    const authorities = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
    trusted = { ca, secureContext: createSecureContext({ minVersion: 'TLSv1.2', ...authorities }) };
  }
  return { timeout, secureContext: trusted.secureContext };
}

function trustingPin(build: typeof buildConnector, pin: string, timeout: number, nowMs: () => number): buildConnector.connector {
  const secureContext = createSecureContext({ minVersion: 'TLSv1.2', ca: [] });
  // The authorities are not asked: the pin alone decides, before undici is given the connection.
  const connector = build({ timeout, secureContext, rejectUnauthorized: false, maxCachedSessions: 0 });
  return (target, done) => {
    connector(target, (error, socket) => {
      if (error) return done(error, null);
      const failure = pinFailure(socket as TLSSocket, pin, target.host ?? target.hostname, nowMs());
      if (!failure) return done(null, socket);
      socket.destroy();
      done(failure, null);
    });
  };
}

/** How far the exchange got, and why the end of the body was kept back, if it was. */
type DeliveryProgress = Delivery & { over: boolean; refusal: { cause: unknown } | null };

async function exchange(ways: Ways, options: TransportOptions, request: RequestParts): Promise<Sent> {
  const delivery: DeliveryProgress = {
    safe: request.method === 'GET' || request.isRepeatable === true,
    wholeRequestSent: false,
    over: false,
    refusal: null,
  };
  const startedMs = options.nowMs();
  const answerMs = Math.max(options.timeoutMs, request.answerMs ?? 0);
  const { signal, over } = withinMs(ANSWER_TIMES * answerMs, request.signal);
  let answer: ReceivedAnswer | null = null;
  try {
    const bounded = { ...request, signal };
    answer = request.method === 'GET' ? await read(ways, bounded) : await send(ways, bounded, delivery, answerMs);
    return { answer, wholeRequestSent: delivery.wholeRequestSent };
  } catch (error) {
    if (delivery.refusal) throw delivery.refusal.cause;
    throw connectionFailure(error, request.url.host, delivery);
  } finally {
    over();
    options.trace?.({
      method: request.method,
      url: request.url.href,
      status: answer?.status ?? null,
      durationMs: options.nowMs() - startedMs,
      requestId: answer ? headerOf(answer, 'x-request-id') : undefined,
    });
  }
}

/** A signal that also says when `ms` are over. `over` ends both waits; AbortSignal.any would keep a part of each exchange for the whole upload. */
function withinMs(ms: number, stop: AbortSignal | undefined): { signal: AbortSignal; over(): void } {
  const control = new AbortController();
  const onStop = () => control.abort(stop?.reason);
  if (stop?.aborted) onStop();
  stop?.addEventListener('abort', onStop);
  const onLate = () => control.abort(Object.assign(new Error('the answer is not whole'), { code: 'ANSWER_TIMEOUT' }));
  const timer = setTimeout(onLate, Math.min(ms, TIMER_MS_MAX));
  const over = () => {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  };
  return { signal: control.signal, over };
}

/** Beside uploads on their connections, which are open, and where an answer costs half. */
async function read(ways: Ways, { url, headers, signal }: RequestParts): Promise<ReceivedAnswer> {
  const all = { ...ways.login, ...ownHeaders, ...headers };
  if (!ways.hasAgent()) return ways.getter.get(url, all, signal);
  const agent = await ways.agent();
  const path = url.pathname + url.search;
  const response = await agent.request({ origin: url.origin, path, method: 'GET', headers: all, ...(signal && { signal }) });
  return { status: response.statusCode, headers: response.headers, body: await response.body.text() };
}

async function send(ways: Ways, request: RequestParts, delivery: DeliveryProgress, headersTimeout: number): Promise<ReceivedAnswer> {
  const { body, isPacked = false, beforeLastByte } = request;
  try {
    const agent = await ways.agent();
    const response = await agent.request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headersTimeout,
      headers: {
        ...ways.login,
        ...ownHeaders,
        ...(body && { 'content-type': 'application/json', 'content-length': String(body.byteLength) }),
        ...(isPacked && { 'content-encoding': 'gzip' }),
        ...request.headers,
      },
      // undici takes any async iterable as a body; its types name only the commonest one.
      body: body ? (endApart(body, isPacked ? PACKED_END_BYTES : 1, delivery, beforeLastByte) as unknown as Readable) : null,
      ...(request.signal && { signal: request.signal }),
    });
    return { status: response.statusCode, headers: response.headers, body: await response.body.text() };
  } finally {
    delivery.over = true;
  }
}

/**
 * The checksum and the length behind packed JSON have 8 bytes, and the last sign before them, with the mark of the end, not more: a server
 * that unpacks what has come and does not look at the checksum must not find the JSON whole, either.
 */
const PACKED_END_BYTES = 32;

/**
 * The body, its last `endBytes` handed over separately: as long as they are with us, the server cannot have taken the request,
 * however the connection ends.
 */
async function* endApart(
  body: Uint8Array,
  endBytes: number,
  delivery: DeliveryProgress,
  before: RequestParts['beforeLastByte'],
): AsyncGenerator<Uint8Array> {
  const end = Math.max(0, body.byteLength - endBytes);
  yield body.subarray(0, end);
  // The writer also asks for more when the socket has closed under it; one turn lets that become known first.
  await nextTurn();
  if (delivery.over) return;
  try {
    await before?.();
  } catch (cause) {
    delivery.refusal = { cause };
    throw cause;
  }
  if (delivery.over) return;
  delivery.wholeRequestSent = true;
  yield body.subarray(end);
}
