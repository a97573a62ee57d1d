/**
 * Limits how many connections there may be, and how long each may be idle. A connection without a request under way is kept only for a
 * bounded time, whatever its client sends; when there are too many, the one that has kept us waiting longest is closed. Requests under way
 * are never cut off here, however slow their bodies (see body for their limits), unless nobody reads the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { bounds } from '../access/admission.js';
import { type Intake, meterIntake } from '../access/intake.js';
import { CONNECTIONS_MIN, OTHER_FILES, openFilesMax } from './open-files.js';

const SWEEP_MS = 500;

/** What we may be waiting for on a connection, and for how many milliseconds. In the order in which connections are closed to make room. */
const STAGE_MS_MAX = {
  /** The client has been told that the connection is over. */
  end: 2_000,
  handshake: 10_000,
  /** The headers of the first request. */
  firstRequest: 15_000,
  /** The headers of a further one. If not even a byte comes, the server's keepAliveTimeout ends it first. */
  nextRequest: 45_000,
  /** The answer is written, but the client does not read it. */
  answerRead: 300_000,
} as const;

type Stage = keyof typeof STAGE_MS_MAX;
const stages = Object.keys(STAGE_MS_MAX) as Stage[];
/** The stages in which closing costs the client nothing. */
const makeRoom: readonly Stage[] = ['end', 'handshake', 'firstRequest', 'nextRequest'];

interface ClientConnection {
  tcp: Socket;
  /** Null until the handshake is done. */
  tls: Socket | null;
  /** Null while a request is under way. */
  stage: Stage | null;
  sinceMs: number;
  /** Requests that are not completely answered. */
  running: Set<IncomingMessage>;
  /** Null until the handshake is done. */
  intake: Intake | null;
}

export interface Connections {
  /** Requests on a connection that are not completely answered. */
  running(tls: Socket): readonly IncomingMessage[];
  /** How many such requests there are on all connections. */
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
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, (request: IncomingMessage, response: ServerResponse) => follow(request, response, open));
  const sweep = setInterval(() => endOverdue(open, tooSlow), SWEEP_MS).unref();
  server.once('close', () => clearInterval(sweep));
  return {
    running: (tls) => [...(open.ofTls.get(tls)?.running ?? [])],
    runningTotal: () => [...open.all].reduce((total, { running }) => total + running.size, 0),
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
  const { max, all, waiting, shakingHands } = open;
  const connection: ClientConnection = { tcp, tls: null, stage: null, sinceMs: 0, running: new Set(), intake: null };
  const key = otherEnd(tcp);
  if (all.size >= max) {
    const oldest = makeRoom.map((stage) => first(waiting[stage])).find((found) => found !== undefined);
    destroy(oldest ?? connection, open);
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
  connection.intake = meterIntake(tls, bounds.requestsOfConnection);
  open.ofTls.set(tls, connection);
  enter(connection, 'firstRequest', open);
}

/** Follows a request from its headers to the end of its answer. */
function follow(request: IncomingMessage, response: ServerResponse, open: OpenConnections): void {
  const connection = open.ofTls.get(request.socket);
  if (!connection) return;
  // The request came after the last answer was sent.
  if (connection.stage === 'end') {
    destroy(connection, open);
    return;
  }
  // Sending more requests without reading the answers does not restart the clock.
  if (connection.stage !== 'answerRead') enter(connection, null, open);
  connection.running.add(request);
  connection.intake?.began(request, response);
  response.once('prefinish', () => {
    if (connection.stage === null) enter(connection, 'answerRead', open);
  });
  response.once('close', () => {
    connection.running.delete(request);
    connection.intake?.ended(response);
    if (connection.stage !== 'end') enter(connection, connection.running.size === 0 ? 'nextRequest' : null, open);
  });
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
  if (!all.has(connection)) return;
  connection.stage = stage;
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
  enter(connection, null, open);
}

/** Identifies a connection: the raw and the TLS socket share it, and no other connection has it at the same time. */
function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function first<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}
