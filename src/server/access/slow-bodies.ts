/**
 * Which of the bodies that are being received come so slowly that they must make room once others wait. While nobody waits, a body may be
 * as slow as it likes (see body for the limits of one alone).
 */
import type { IncomingMessage } from 'node:http';
import type { Level, Owner } from './tally.js';

const TICK_MS = 1_000;

export interface LeastRate {
  /** How many ticks of a second a body is left alone, and over how many its rate is measured. */
  overS: number;
  bytesPerS: number;
}

export interface SlowBodies {
  /** Follows a body from the beginning of its reading. Returns a function for the end. */
  follow(request: IncomingMessage, owner: Owner): () => void;
  /** For each who waits, gives up one body that came too slowly and holds the place. Call it when somebody begins to wait. */
  makeRoom(): void;
}

interface FollowedBody {
  request: IncomingMessage;
  owner: Owner;
  /** Bytes received on the connection, at the beginning of each of the last seconds. */
  seen: number[];
}

/** Watches bodies; `blocked` tells who waits for a place, and `giveUp` ends the reading of a body. */
export function slowBodies(
  { overS, bytesPerS }: LeastRate,
  blocked: () => { owner: Owner; level: Level }[],
  giveUp: (request: IncomingMessage) => void,
): SlowBodies {
  /** The one that began first comes first. */
  const bodies = new Set<FollowedBody>();
  let timer: NodeJS.Timeout | null = null;
  const tick = () => {
    if (bodies.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
    for (const { request, seen } of bodies) {
      if (seen.push(request.socket.bytesRead) > overS + 1) seen.shift();
    }
    makeRoom();
  };
  const isSlow = ({ request, seen }: FollowedBody) =>
    !request.complete && seen.length > overS && request.socket.bytesRead - (seen[0] ?? 0) < overS * bytesPerS;
  const makeRoom = () => {
    if (bodies.size === 0) return;
    for (const { owner, level } of blocked()) {
      for (const body of bodies) {
        if (!isSlow(body) || !sharesPlaces(body.owner, owner, level)) continue;
        bodies.delete(body);
        giveUp(body.request);
        break;
      }
    }
  };
  return {
    makeRoom,
    follow: (request, owner) => {
      const body = { request, owner, seen: [request.socket.bytesRead] };
      bodies.add(body);
      timer ??= setInterval(tick, TICK_MS).unref();
      return () => void bodies.delete(body);
    },
  };
}

/** Whether the places of a level are the same for both. */
function sharesPlaces(one: Owner, other: Owner, level: Level): boolean {
  if (level === 'process') return true;
  return level === 'user' ? one.userId === other.userId : one.customerId === other.customerId;
}
