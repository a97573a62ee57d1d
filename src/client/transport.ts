/**
 * One HTTPS exchange: request out, answer in, whole and bounded. It knows TLS, timeouts and Basic authentication; it never follows
 * a redirect, and never repeats a request. Where the connection fails it says how far the request had got.
 */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { Agent } from 'undici';
import { type Answer, headerOf } from './answer-failure.js';
import { connectionFailure, type Delivery } from './connection-failure.js';

const ANSWER_BYTES_MAX = 64_000_000;
const CONNECT_MS_MAX = 10_000;

export interface TransportOptions {
  /** PEM of authorities to be trusted beside the built-in ones. */
  ca: string | undefined;
  /** For an answer to begin, and for each pause inside it. */
  timeoutMs: number;
  user: string;
  password: string;
  /** Told of every exchange; never of credentials or bodies. */
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
  method: 'GET' | 'POST';
  url: URL;
  /** JSON, already serialised. */
  body?: Uint8Array;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Awaited before the last byte of the body is handed over; where it fails, that byte stays with us and the exchange fails with its failure. */
  beforeLastByte?: (() => Promise<void>) | undefined;
}

export interface Sent {
  answer: Answer;
  wholeRequestSent: boolean;
}

export interface Transport {
  /** Fails with `network`, `tlsTrust`, `protocol`, or, once an upload's last byte was handed over, `inDoubt`. */
  exchange(request: RequestParts): Promise<Sent>;
  close(): Promise<void>;
}

export function openTransport(options: TransportOptions): Transport {
  const agent = new Agent({
    connect: {
      minVersion: 'TLSv1.2',
      timeout: Math.min(options.timeoutMs, CONNECT_MS_MAX),
      // An own authority replaces the built-in ones unless they are given with it.
      ...(options.ca !== undefined && { ca: [...rootCertificates, options.ca] }),
    },
    connections: 4,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  });
  const authorization = `Basic ${Buffer.from(`${options.user}:${options.password}`, 'utf8').toString('base64')}`;
  return {
    exchange: (request) => exchange(agent, authorization, options, request),
    close: () => agent.destroy(),
  };
}

/** How far the exchange got, and why the last byte was kept back, if it was. */
type Progress = Delivery & { over: boolean; refusal: { cause: unknown } | null };

async function exchange(agent: Agent, authorization: string, options: TransportOptions, request: RequestParts): Promise<Sent> {
  const delivery: Progress = { safe: request.method === 'GET', wholeRequestSent: false, over: false, refusal: null };
  const startedMs = options.nowMs();
  let answer: Answer | null = null;
  try {
    answer = await send(agent, authorization, request, delivery);
    return { answer, wholeRequestSent: delivery.wholeRequestSent };
  } catch (error) {
    if (delivery.refusal) throw delivery.refusal.cause;
    throw connectionFailure(error, request.url.host, delivery);
  } finally {
    options.trace?.({
      method: request.method,
      url: request.url.href,
      status: answer?.status ?? null,
      durationMs: options.nowMs() - startedMs,
      requestId: answer ? headerOf(answer, 'x-request-id') : undefined,
    });
  }
}

async function send(agent: Agent, authorization: string, request: RequestParts, delivery: Progress): Promise<Answer> {
  const { body, beforeLastByte } = request;
  try {
    const response = await agent.request({
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: {
        authorization,
        accept: 'application/json',
        'user-agent': 'sales',
        ...(body && { 'content-type': 'application/json', 'content-length': String(body.byteLength) }),
        ...request.headers,
      },
      // undici takes any async iterable as a body; its types name only the commonest one.
      body: body ? (lastByteApart(body, delivery, beforeLastByte) as unknown as Readable) : null,
      ...(request.signal && { signal: request.signal }),
    });
    return { status: response.statusCode, headers: response.headers, body: await response.body.text() };
  } finally {
    delivery.over = true;
  }
}

/**
 * The body, its last byte handed over separately: as long as that byte is with us, the server cannot have taken the request,
 * however the connection ends.
 */
async function* lastByteApart(body: Uint8Array, delivery: Progress, before: RequestParts['beforeLastByte']): AsyncGenerator<Uint8Array> {
  yield body.subarray(0, -1);
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
  yield body.subarray(-1);
}
