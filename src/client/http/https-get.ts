/**
 * One GET over node:https: answer in, whole and bounded. undici, which sends the uploads, takes too long to load and shut down for a short
 * command; failures carry the same codes as undici's, so that both are reported alike.
 */
import { Agent, type RequestOptions, request } from 'node:https';
import { createSecureContext, rootCertificates, type SecureContextOptions, type TLSSocket } from 'node:tls';
import type { ReceivedAnswer } from './answer-failure.js';
import { isTrustFailure } from './connection-failure.js';
import { connectPinned } from './pin.js';

const IDLE_MS = 4_000;
const SOCKETS_MAX = 4;

export interface GetOptions {
  /** PEM of authorities to be trusted beside the built-in ones. */
  ca: string | undefined;
  /** SHA-256 of the one key to be trusted; authorities then count for nothing. */
  pin?: string | undefined;
  nowMs: () => number;
  connectMs: number;
  /** For an answer to begin, and for each pause inside it. */
  timeoutMs: number;
  /** Size limit of an answer's body. */
  bytesMax: number;
}

export interface Getter {
  /** Fails with an error of the connection. */
  get(url: URL, headers: Record<string, string>, signal: AbortSignal | undefined): Promise<ReceivedAnswer>;
  close(): void;
}

/** A getter that keeps its connections open between requests. With a pin, no byte of a request goes to a server with another key. */
export function openGetter(options: GetOptions): Getter {
  const { pin } = options;
  return pin === undefined ? getterByAuthority(options) : getterByPin({ ...options, pin });
}

function getterByPin(options: GetOptions & { pin: string }): Getter {
  const { pin, connectMs, nowMs } = options;
  const connecting = new Set<{ cancel(): void }>();
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: SOCKETS_MAX });
  agent.createConnection = ({ host, port, servername }: RequestOptions, callback) => {
    const address = { host: host ?? '', port: Number(port), servername: servername ?? '', pin, connectMs, nowMs };
    const attempt = connectPinned(address, (error, socket) => {
      connecting.delete(attempt);
      // Node's types want a connection beside an error, too.
      callback?.(error, socket as TLSSocket);
    });
    connecting.add(attempt);
    return undefined;
  };
  return {
    get: (url, headers, signal) => get(agent, options, url, headers, signal),
    close: () => {
      for (const attempt of connecting) attempt.cancel();
      agent.destroy();
    },
  };
}

function getterByAuthority(options: GetOptions): Getter {
  const agentFor = (ca: SecureContextOptions['ca']) =>
    // `timeout` is how long an idle connection is kept.
    new Agent({
      keepAlive: true,
      timeout: IDLE_MS,
      maxSockets: SOCKETS_MAX,
      secureContext: createSecureContext({ minVersion: 'TLSv1.2', ca }),
    });
  let own: Agent | null = null;
  let beside: Agent | null = null;
  return {
    get: async (url, headers, signal) => {
      // The own authority is asked alone first, for reading the built-in ones takes longer than a request.
      const used = beside ?? own;
      try {
        own ??= agentFor(options.ca);
        return await get(used ?? own, options, url, headers, signal);
      } catch (error) {
        if ((used && used === beside) || options.ca === undefined || !isTrustFailure(error)) throw error;
        beside ??= agentFor([...rootCertificates, options.ca]);
        return await get(beside, options, url, headers, signal);
      }
    },
    close: () => {
      own?.destroy();
      beside?.destroy();
    },
  };
}

function get(agent: Agent, options: GetOptions, url: URL, headers: Record<string, string>, signal: AbortSignal | undefined) {
  return new Promise<ReceivedAnswer>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const sent = request(url, { agent, headers, method: 'GET' } satisfies RequestOptions);
    let timer: NodeJS.Timeout | undefined;
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const fail = (error: unknown) => {
      settle();
      reject(error);
      sent.destroy();
    };
    const failAs = (code: string) => fail(Object.assign(new Error(code), { code }));
    const within = (ms: number, code: string) => {
      clearTimeout(timer);
      timer = setTimeout(failAs, ms, code);
    };
    const onAbort = () => fail(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    sent.on('error', fail);
    sent.on('socket', (socket) => {
      const awaitAnswer = () => within(options.timeoutMs, 'UND_ERR_HEADERS_TIMEOUT');
      if (!socket.connecting) return awaitAnswer();
      within(options.connectMs, 'UND_ERR_CONNECT_TIMEOUT');
      socket.once('secureConnect', awaitAnswer);
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const awaitMore = () => within(options.timeoutMs, 'UND_ERR_BODY_TIMEOUT');
      awaitMore();
      response.on('error', fail);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > options.bytesMax) return failAs('UND_ERR_RES_EXCEEDED_MAX_SIZE');
        chunks.push(chunk);
        awaitMore();
      });
      response.on('end', () => {
        settle();
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headersDistinct, body: text.replace(/^\ufeff/, '') });
      });
    });
    sent.end();
  });
}
