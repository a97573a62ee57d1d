/**
 * Who may hold a connection, and for how long. A connection on which no request is under way is waited for a bounded time, whatever its
 * client sends; where there are too many, the one that has kept us waiting longest makes room. Requests under way are never cut here,
 * however slow their bodies (see body): only answers that nobody reads.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { CONNECTIONS_MIN, OTHER_FILES, openFilesMax } from './open-files.js';

/** Enough for a few hundred tills; each costs about 50 kB, and the process may open 1,024 files on many systems. */
export const CONNECTIONS_MAX = 900;
const SWEEP_MS = 500;

/** What a connection is waited for, and how long, in milliseconds. In the order in which they make room for new ones. */
const STAGE_MS_MAX = {
  /** Its other end has been told that it is over. */
  end: 2_000,
  handshake: 10_000,
  /** The headers of the first request. */
  firstRequest: 15_000,
  /** The headers of a further one. Without a byte, the server's keepAliveTimeout comes first. */
  nextRequest: 45_000,
  /** An answer is written, and its client does not read it. */
  answerRead: 300_000,
} as const;

type Stage = keyof typeof STAGE_MS_MAX;
const stages = Object.keys(STAGE_MS_MAX) as Stage[];
/** In them a client has nothing to lose. */
const makeRoom: readonly Stage[] = ['end', 'handshake', 'firstRequest', 'nextRequest'];

interface Connection {
  tcp: Socket;
  /** Null before the end of the handshake. */
  tls: Socket | null;
  /** Null while a request is under way. */
  stage: Stage | null;
  sinceMs: number;
  /** Requests whose answers are not finished. */
  running: Set<IncomingMessage>;
}

export interface Connections {
  /** Requests of a connection whose answers are not finished. */
  running(tls: Socket): readonly IncomingMessage[];
  /** Says the last word on a connection, reads on for a moment so that it arrives, and ends it also when the other end does not. */
  end(tls: Socket, lastWord: string): void;
  destroyShakingHands(): void;
  destroyAll(): void;
}

/** Those that are open. */
interface Open {
  /** As many there may be. */
  max: number;
  all: Set<Connection>;
  /** Of each stage, those that entered it first come first. */
  waiting: Record<Stage, Set<Connection>>;
  ofTls: WeakMap<Socket, Connection>;
  /** By their other ends. */
  shakingHands: Map<string, Connection>;
}

/** `tooSlow` is said to those whose first request did not come in time. */
export function guardConnections(server: Server, tooSlow: (tls: Socket) => string): Connections {
  const waiting = Object.fromEntries(stages.map((stage) => [stage, new Set<Connection>()])) as Open['waiting'];
  const open: Open = { max: connectionsMax(), all: new Set(), waiting, ofTls: new WeakMap(), shakingHands: new Map() };
  server.on('connection', (tcp: Socket) => admit(tcp, open));
  server.on('secureConnection', (tls: Socket) => greet(tls, open));
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, (request: IncomingMessage, response: ServerResponse) => follow(request, response, open));
  const sweep = setInterval(() => endOverdue(open, tooSlow), SWEEP_MS).unref();
  server.once('close', () => clearInterval(sweep));
  return {
    running: (tls) => [...(open.ofTls.get(tls)?.running ?? [])],
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
  return Math.max(CONNECTIONS_MIN, Math.min(CONNECTIONS_MAX, openFilesMax() - OTHER_FILES));
}

/** A new connection, for which another one may have to make room; where none can, it is not taken. */
function admit(tcp: Socket, open: Open): void {
  const { max, all, waiting, shakingHands } = open;
  const connection: Connection = { tcp, tls: null, stage: null, sinceMs: 0, running: new Set() };
  const key = otherEnd(tcp);
  if (all.size >= max) {
    const oldest = makeRoom.map((stage) => first(waiting[stage])).find((found) => found !== undefined);
    destroy(oldest ?? connection, open);
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

/** The handshake of a connection is over. */
function greet(tls: Socket, open: Open): void {
  const key = otherEnd(tls);
  const connection = open.shakingHands.get(key);
  open.shakingHands.delete(key);
  // It has been told to go meanwhile.
  if (!connection || !open.all.has(connection)) {
    tls.destroy();
    return;
  }
  connection.tls = tls;
  open.ofTls.set(tls, connection);
  enter(connection, 'firstRequest', open);
}

/** A request, from its headers to the end of its answer. */
function follow(request: IncomingMessage, response: ServerResponse, open: Open): void {
  const connection = open.ofTls.get(request.socket);
  if (!connection) return;
  // It came after the last word was said.
  if (connection.stage === 'end') {
    destroy(connection, open);
    return;
  }
  // Who sends request after request without reading an answer is not done with the first.
  if (connection.stage !== 'answerRead') enter(connection, null, open);
  connection.running.add(request);
  response.once('prefinish', () => {
    if (connection.stage === null) enter(connection, 'answerRead', open);
  });
  response.once('close', () => {
    connection.running.delete(request);
    if (connection.stage !== 'end') enter(connection, connection.running.size === 0 ? 'nextRequest' : null, open);
  });
}

function endOverdue(open: Open, tooSlow: (tls: Socket) => string): void {
  for (const stage of stages) {
    for (const connection of open.waiting[stage]) {
      if (performance.now() - connection.sinceMs < STAGE_MS_MAX[stage]) break;
      if (stage === 'firstRequest' && connection.tls) dismiss(connection, connection.tls, tooSlow(connection.tls), open);
      else destroy(connection, open);
    }
  }
}

function enter(connection: Connection, stage: Stage | null, { all, waiting }: Open): void {
  if (connection.stage) waiting[connection.stage].delete(connection);
  if (!all.has(connection)) return;
  connection.stage = stage;
  connection.sinceMs = performance.now();
  if (stage) waiting[stage].add(connection);
}

/** Says the last word; the end is waited for. */
function dismiss(connection: Connection, tls: Socket, lastWord: string, open: Open): void {
  enter(connection, 'end', open);
  tls.end(lastWord);
}

function destroy(connection: Connection, open: Open): void {
  forget(connection, open);
  connection.tls?.destroy();
  connection.tcp.destroy();
}

function forget(connection: Connection, open: Open): void {
  open.all.delete(connection);
  enter(connection, null, open);
}

/** The raw connection and the one in TLS have it in common, and no other connection has it at the same time. */
function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function first<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}
