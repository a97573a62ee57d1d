/**
 * Hands what comes on a connection to Node's HTTP parser one request at a time, and stops while enough of them run or an answer is not read:
 * then the socket is paused, and its client waits. Left to itself, Node parses and begins all requests of a chunk at once, however many
 * there are. A body that costs much for its bytes, because it comes in tiny chunks, takes turns with all others that do.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Intake {
  /** To be called with every request that the parser gives. */
  began(request: IncomingMessage, response: ServerResponse): void;
  /** To be called when the answer has been handed over to the system, or never will be. */
  ended(response: ServerResponse): void;
}

export interface IntakeBounds {
  /** Requests that may run on a connection before the first good log-in on it. */
  strangerMax: number;
  runningMax: number;
  /** How long its bytes may be parsed before others get their turn. */
  turnMs: number;
}

/** Of a body in chunks, this much is parsed before the time is looked at: at most 350 chunks. */
const SLICE_BYTES = 2_048;

const LF = 10;
const CR = 13;
const END_OF_HEAD = Buffer.from('\n\r\n');

/** The sockets on which somebody has logged in. */
const loggedIn = new WeakSet<object>();

/** Grants a connection as many requests as those have whose client is known. */
export function knowClient(socket: object): void {
  loggedIn.add(socket);
}

/** Meters a connection that Node's HTTP server already listens to. Only bytes are delayed, none is changed. */
export function meterIntake(socket: Socket, { strangerMax, runningMax, turnMs }: IntakeBounds): Intake {
  const running = new Set<ServerResponse>();
  let last: IncomingMessage | null = null;
  /** Bytes still to come of the last request's body; 0 where it comes in chunks, whose end only the parser knows. */
  let bodyLeft = 0;
  let held: Buffer | null = null;
  let isWaiting = false;
  let isOurPause = false;
  const isFull = () => {
    // The body of a request that has begun must get through.
    if (running.size === 0 || (last && !last.complete)) return false;
    if (running.size >= (loggedIn.has(socket) ? runningMax : strangerMax)) return true;
    for (const response of running) if (response.writableEnded) return true;
    return false;
  };
  const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
  const take = (chunk: Buffer) => {
    const bytes = held ? Buffer.concat([held, chunk]) : chunk;
    held = null;
    const startMs = performance.now();
    for (let at = 0; at < bytes.length && socket.writable; ) {
      if (at > 0 && performance.now() - startMs > turnMs) waitForTurn();
      // Node pauses it, too, because a body or an answer is not read as fast as it comes, and then resumes it itself.
      if (!socket.isPaused() && (isWaiting || isFull())) {
        isOurPause = true;
        socket.pause();
      }
      if (socket.isPaused()) {
        held = bytes.subarray(at);
        return;
      }
      const left = last?.complete === false ? bodyLeft : 0;
      const isInChunks = last?.complete === false && !left;
      const end = left ? Math.min(at + left, bytes.length) : Math.min(endOfHead(bytes, at), isInChunks ? at + SLICE_BYTES : bytes.length);
      if (left) bodyLeft = left - (end - at);
      parse?.(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
      at = end;
    }
  };
  const waitForTurn = () => {
    isWaiting = true;
    inTurn(() => {
      isWaiting = false;
      goOn();
    });
  };
  const goOn = () => {
    if (!held || !isOurPause || isWaiting || isFull()) return;
    isOurPause = false;
    socket.resume();
  };
  if (parse) {
    socket.off('data', parse);
    socket.on('data', take);
    socket.on('resume', () => {
      isOurPause = false;
      if (held) take(Buffer.alloc(0));
    });
  }
  return {
    began: (request, response) => {
      running.add(response);
      last = request;
      bodyLeft = request.headers['transfer-encoding'] === undefined ? Number(request.headers['content-length'] ?? 0) : 0;
    },
    ended: (response) => {
      running.delete(response);
      if (last?.complete) last = null;
      goOn();
    },
  };
}

const turns: (() => void)[] = [];

/** Calls one of those who wait in each turn of the event loop, so that all of them together hold up others by no more than one would. */
function inTurn(go: () => void): void {
  if (turns.push(go) === 1) setImmediate(nextTurn);
}

function nextTurn(): void {
  turns[0]?.();
  turns.shift();
  if (turns.length > 0) setImmediate(nextTurn);
}

/** Where the first empty line from `at` on ends, which ends a head or a body in chunks; the end of the bytes where there is none. */
function endOfHead(bytes: Buffer, at: number): number {
  // The line may have begun in the chunk before.
  let end = at;
  while (at === 0 && (bytes[end] === CR || bytes[end] === LF)) end++;
  if (end > at) return end;
  // Nor need it have begun in this slice.
  const found = bytes.indexOf(END_OF_HEAD, Math.max(0, at - 2));
  return found < 0 ? bytes.length : found + END_OF_HEAD.length;
}
