/**
 * Who may hold a connection, and for how long. A connection on which no request is under way is waited for a bounded time, whatever its
 * client sends; where there are too many, the one that has kept us waiting longest makes room. Requests under way are never cut here,
 * however slow their bodies (see body): only answers that nobody reads.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';

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

/** `tooSlow` is said to those whose first request did not come in time. */
export function guardConnections(server: Server, tooSlow: (tls: Socket) => string): Connections {
  const all = new Set<Connection>();
  /** Of each stage, those that entered it first come first. */
  const waiting = Object.fromEntries(stages.map((stage) => [stage, new Set<Connection>()])) as Record<Stage, Set<Connection>>;
  const ofTls = new WeakMap<Socket, Connection>();
  const shakingHands = new Map<string, Connection>();

  const enter = (connection: Connection, stage: Stage | null) => {
    if (connection.stage) waiting[connection.stage].delete(connection);
    if (!all.has(connection)) return;
    connection.stage = stage;
    connection.sinceMs = performance.now();
    if (stage) waiting[stage].add(connection);
  };
  const destroy = (connection: Connection) => {
    forget(connection);
    connection.tls?.destroy();
    connection.tcp.destroy();
  };
  const dismiss = (connection: Connection, tls: Socket, lastWord: string) => {
    enter(connection, 'end');
    tls.end(lastWord);
  };
  const forget = (connection: Connection) => {
    all.delete(connection);
    enter(connection, null);
  };

  server.on('connection', (tcp: Socket) => {
    const connection: Connection = { tcp, tls: null, stage: null, sinceMs: 0, running: new Set() };
    const key = otherEnd(tcp);
    if (all.size >= CONNECTIONS_MAX) {
      const oldest = makeRoom.map((stage) => first(waiting[stage])).find((found) => found !== undefined);
      destroy(oldest ?? connection);
    }
    if (tcp.destroyed) return;
    all.add(connection);
    shakingHands.set(key, connection);
    enter(connection, 'handshake');
    tcp.once('close', () => {
      if (shakingHands.get(key) === connection) shakingHands.delete(key);
      forget(connection);
    });
  });
  server.on('secureConnection', (tls: Socket) => {
    const key = otherEnd(tls);
    const connection = shakingHands.get(key);
    shakingHands.delete(key);
    // It has been told to go meanwhile.
    if (!connection || !all.has(connection)) return void tls.destroy();
    connection.tls = tls;
    ofTls.set(tls, connection);
    enter(connection, 'firstRequest');
  });
  const track = (request: IncomingMessage, response: ServerResponse) => {
    const connection = ofTls.get(request.socket);
    if (!connection) return;
    // It came after the last word was said.
    if (connection.stage === 'end') return destroy(connection);
    // Who sends request after request without reading an answer is not done with the first.
    if (connection.stage !== 'answerRead') enter(connection, null);
    connection.running.add(request);
    response.once('prefinish', () => {
      if (connection.stage === null) enter(connection, 'answerRead');
    });
    response.once('close', () => {
      connection.running.delete(request);
      if (connection.stage !== 'end') enter(connection, connection.running.size === 0 ? 'nextRequest' : null);
    });
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, track);

  const sweep = setInterval(() => {
    for (const stage of stages) {
      for (const connection of waiting[stage]) {
        if (performance.now() - connection.sinceMs < STAGE_MS_MAX[stage]) break;
        if (stage === 'firstRequest' && connection.tls) dismiss(connection, connection.tls, tooSlow(connection.tls));
        else destroy(connection);
      }
    }
  }, SWEEP_MS).unref();
  server.once('close', () => clearInterval(sweep));

  return {
    running: (tls) => [...(ofTls.get(tls)?.running ?? [])],
    end: (tls, lastWord) => {
      const connection = ofTls.get(tls);
      if (connection) dismiss(connection, tls, lastWord);
      else tls.destroy();
    },
    destroyShakingHands: () => [...waiting.handshake].forEach(destroy),
    destroyAll: () => [...all].forEach(destroy),
  };
}

/** The raw connection and the one in TLS have it in common, and no other connection has it at the same time. */
function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function first<Item>(items: Iterable<Item>): Item | undefined {
  for (const item of items) return item;
  return undefined;
}
