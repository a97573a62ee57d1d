/** How long each stage of a connection may last, by a clock that runs as fast as the test wants, on connections that only seem so. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardConnections } from '../../../src/server/http/connections.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

class Seeming extends EventEmitter {
  remoteAddress = '10.0.0.1';
  destroyed = false;
  said = '';
  constructor(readonly remotePort: number) {
    super();
  }
  destroy() {
    this.destroyed = true;
  }
  end(text: string) {
    this.said = text;
  }
}

let nextPort = 1;

function connection() {
  const server = new EventEmitter();
  const port = nextPort++;
  const [tcp, tls] = [new Seeming(port), new Seeming(port)];
  const connections = guardConnections(server as unknown as Server, () => 'too slow');
  server.emit('connection', tcp);
  const request = () => {
    const response = new EventEmitter();
    connections.take({ socket: tls, headers: {} } as unknown as IncomingMessage, response as unknown as ServerResponse, () => {});
    return { written: () => response.emit('prefinish'), read: () => response.emit('close') };
  };
  return { tcp, tls, secure: () => server.emit('secureConnection', tls), request };
}

const seconds = (count: number) => vi.advanceTimersByTime(count * 1_000);
const lasts = ({ tcp, tls }: ReturnType<typeof connection>, count: number) => {
  seconds(count - 1.5);
  const before = tcp.destroyed || tls.destroyed;
  seconds(2);
  return [before, tcp.destroyed || tls.destroyed];
};

it('a handshake: 10 s', () => {
  expect(lasts(connection(), 10)).toEqual([false, true]);
});

it('the headers of the first request: 15 s, and its client is told', () => {
  const own = connection();
  seconds(9);
  own.secure();
  expect([lasts(own, 15), own.tls.said]).toEqual([[false, false], 'too slow']);
  expect(lasts(own, 2)).toEqual([false, true]);
});

it('a request that comes after the last word is not begun', () => {
  const own = connection();
  own.secure();
  seconds(16);
  own.request();
  expect([own.tls.said, own.tls.destroyed]).toEqual(['too slow', true]);
});

it('a request: as long as it takes; then a further one: 45 s, and nothing is said that could be taken for its answer', () => {
  const own = connection();
  own.secure();
  const { written, read } = own.request();
  seconds(10_000);
  written();
  read();
  expect(lasts(own, 45)).toEqual([false, true]);
  expect(own.tls.said).toBe('');
});

it('an answer that is not read: 300 s, however many requests follow it', () => {
  const own = connection();
  own.secure();
  const { written } = own.request();
  written();
  seconds(200);
  own.request();
  expect(lasts(own, 100)).toEqual([false, true]);
});

it('an answer that is read in time leaves the next request its own time', () => {
  const own = connection();
  own.secure();
  const first = own.request();
  first.written();
  const second = own.request();
  seconds(299);
  first.read();
  seconds(10_000);
  second.written();
  expect(lasts(own, 300)).toEqual([false, true]);
});
