/**
 * Limits how many connections there may be, and how long each may be idle. A connection without a request under way is kept only for a
 * bounded time, whatever its client sends. When there are too many, one is closed: one that ends, or on which all requests are refused; then the oldest
 * without a log-in, also where a request of it is under way; then one that is idle; then one whose body comes below the least rate. No other
 * request is cut off here, unless nobody reads the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { bounds, knownClients } from '../access/admission.js';
import { isDiscarded, isSlow } from '../access/body.js';
import { CONNECTIONS_MIN, OTHER_FILES, openFilesMax } from './open-files.js';

const SWEEP_MS = 500;

/** What we may be waiting for on a connection, and for how many milliseconds. */
const STAGE_MS_MAX = {
  /** The client has been told that the connection is over. */
  end: 2_000,
  handshake: 10_000,
  /** The headers of the first request. */
  firstRequest: 15_000,
  /** The headers of a further one. If not even a byte comes, the server's keepAliveTimeout ends it first. */
  nextRequest: 45_000,
  /** A request is under way. Its body has bounds of its own (see admission). */
  request: Number.POSITIVE_INFINITY,
  /** The answer is written, but the client does not read it. */
  answerRead: 300_000,
} as const;

type Stage = keyof typeof STAGE_MS_MAX;
const stages = Object.keys(STAGE_MS_MAX) as Stage[];

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface ClientConnection {
  tcp: Socket;
  /** Null until the handshake is done. */
  tls: Socket | null;
  /** Null before it is taken, and once it is gone. */
  stage: Stage | null;
  sinceMs: number;
  /** Requests that are not completely answered. */
  running: Set<IncomingMessage>;
  /** Starts the requests that wait for their turn, each with one call. */
  waiting: (() => void)[];
}

export interface Connections {
  /** Hands a request to `handler` when it is its turn on its connection. Closes a connection on which too many wait. */
  take(request: IncomingMessage, response: ServerResponse, handler: RequestHandler): void;
  /** Requests on a connection that are not completely answered. */
  running(tls: Socket): readonly IncomingMessage[];
  /** How many requests have begun, on all connections. */
  runningTotal(): number;
  /** Sends a last answer, reads on for a moment so that it arrives, then closes the connection even if the client does not. */
  end(tls: Socket, lastWord: string): void;
  destroyShakingHands(): void;
  destroyAll(): void;
}

/** The open connections. */
interface OpenConnections {
  /** How many there may be. */
  max: number;
  /** The oldest first. */
  all: Set<ClientConnection>;
  /** For each stage, in the order in which they entered it. */
  waiting: Record<Stage, Set<ClientConnection>>;
  ofTls: WeakMap<Socket, ClientConnection>;
  /** By remote address and port. */
  shakingHands: Map<string, ClientConnection>;
  /** Called for each connection that is closed because there are too many. */
  onFull: () => void;
}

/** Applies the limits to a server. `tooSlow` gives the last answer for clients whose first request did not come in time. */
export function guardConnections(server: Server, tooSlow: (tls: Socket) => string, onFull: () => void = () => {}): Connections {
  const waiting = Object.fromEntries(stages.map((stage) => [stage, new Set<ClientConnection>()])) as OpenConnections['waiting'];
  const open: OpenConnections = { max: connectionsMax(), all: new Set(), waiting, ofTls: new WeakMap(), shakingHands: new Map(), onFull };
  server.on('connection', (tcp: Socket) => admit(tcp, open));
  server.on('secureConnection', (tls: Socket) => greet(tls, open));
  const sweep = setInterval(() => endOverdue(open, tooSlow), SWEEP_MS).unref();
  server.once('close', () => clearInterval(sweep));
  return {
    take: (request, response, handler) => take(request, response, handler, open),
    running: (tls) => [...(open.ofTls.get(tls)?.running ?? [])],
    runningTotal: () => [...open.all].reduce((total, { running, waiting }) => total + running.size - waiting.length, 0),
    end: (tls, lastWord) => {
      const connection = open.ofTls.get(tls);
      if (connection) dismiss(connection, tls, lastWord, open);
      else tls.destroy();
    },
    destroyShakingHands: () => {
      for (const connection of [...waiting.handshake]) destroy(connection, open);
    },
    destroyAll: () => {
      for (const connection of [...open.all]) destroy(connection, open);
    },
  };
}

/** Fewer where the process may open few files: a thread that cannot open what it needs would end the server. */
function connectionsMax(): number {
  return Math.max(CONNECTIONS_MIN, Math.min(bounds.connections, openFilesMax() - OTHER_FILES));
}

/** Takes a new connection, closing another one if there are too many; where none can be closed, the new one is refused. */
function admit(tcp: Socket, open: OpenConnections): void {
  const { max, all, shakingHands } = open;
  const connection: ClientConnection = { tcp, tls: null, stage: null, sinceMs: 0, running: new Set(), waiting: [] };
  const key = otherEnd(tcp);
  if (all.size >= max) {
    destroy(whoMakesRoom(open) ?? connection, open);
    open.onFull();
  }
  if (tcp.destroyed) return;
  all.add(connection);
  shakingHands.set(key, connection);
  enter(connection, 'handshake', open);
  tcp.once('close', () => {
    if (shakingHands.get(key) === connection) shakingHands.delete(key);
    forget(connection, open);
  });
}

/** Called when the handshake of a connection is done. */
function greet(tls: Socket, open: OpenConnections): void {
  const key = otherEnd(tls);
  const connection = open.shakingHands.get(key);
  open.shakingHands.delete(key);
  // It was closed meanwhile.
  if (!connection || !open.all.has(connection)) {
    tls.destroy();
    return;
  }
  connection.tls = tls;
  open.ofTls.set(tls, connection);
  enter(connection, 'firstRequest', open);
}

/** The connection that is closed for a new one; undefined where none is. */
function whoMakesRoom({ all, waiting }: OpenConnections): ClientConnection | undefined {
  const isStranger = ({ tls }: ClientConnection) => tls === null || !knownClients.has(tls);
  const isRefused = ({ running }: ClientConnection) => [...running].every(isDiscarded);
  const hasSlowBody = ({ running }: ClientConnection) => [...running].some(isSlow);
  return (
    first(waiting.end) ??
    first(waiting.request, isRefused) ??
    first(all, isStranger) ??
    first(waiting.nextRequest) ??
    first(waiting.request, hasSlowBody)
  );
}

/** Follows a request from its headers to the end of its answer. */
function take(request: IncomingMessage, response: ServerResponse, handler: RequestHandler, open: OpenConnections): void {
  const connection = open.ofTls.get(request.socket);
  const { strangerMax, runningMax } = bounds.requestsOfConnection;
  if (!connection) return;
  // Also one that came after the last answer was sent.
  if (connection.stage === null || connection.stage === 'end' || connection.running.size >= runningMax) {
    destroy(connection, open);
    return;
  }
  const { running, waiting } = connection;
  const next = () => {
    const max = knownClients.has(request.socket) ? runningMax : strangerMax;
    while (waiting.length > 0 && running.size - waiting.length < max) waiting.shift()?.();
  };
  // Sending more requests without reading the answers does not restart the clock.
  if (connection.stage !== 'answerRead') enter(connection, 'request', open);
  running.add(request);
  waiting.push(() => handler(request, response));
  response.once('prefinish', () => {
    if (connection.stage === 'request') enter(connection, 'answerRead', open);
  });
  response.once('close', () => {
    running.delete(request);
    if (connection.stage !== 'end') enter(connection, running.size === 0 ? 'nextRequest' : 'request', open);
    next();
  });
  next();
}

function endOverdue(open: OpenConnections, tooSlow: (tls: Socket) => string): void {
  for (const stage of stages) {
    for (const connection of open.waiting[stage]) {
      if (performance.now() - connection.sinceMs < STAGE_MS_MAX[stage]) break;
      if (stage === 'firstRequest' && connection.tls) dismiss(connection, connection.tls, tooSlow(connection.tls), open);
      else destroy(connection, open);
    }
  }
}

function enter(connection: ClientConnection, stage: Stage | null, { all, waiting }: OpenConnections): void {
  if (connection.stage) waiting[connection.stage].delete(connection);
  connection.stage = all.has(connection) ? stage : null;
  if (connection.stage === null) return;
  connection.sinceMs = performance.now();
  if (stage) waiting[stage].add(connection);
}

/** Sends the last answer, and gives the client a moment to close. */
function dismiss(connection: ClientConnection, tls: Socket, lastWord: string, open: OpenConnections): void {
  enter(connection, 'end', open);
  tls.end(lastWord);
}

function destroy(connection: ClientConnection, open: OpenConnections): void {
  forget(connection, open);
  connection.tls?.destroy();
  connection.tcp.destroy();
}

function forget(connection: ClientConnection, open: OpenConnections): void {
  open.all.delete(connection);
  connection.waiting.length = 0;
  enter(connection, null, open);
}

/** Identifies a connection: the raw and the TLS socket share it, and no other connection has it at the same time. */
function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function first<Item>(items: Iterable<Item>, fits: (item: Item) => boolean = () => true): Item | undefined {
  for (const item of items) if (fits(item)) return item;
  return undefined;
}
