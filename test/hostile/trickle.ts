/** A server that answers for ever: it takes a request, and sends its answer a piece now and then, without an end. */
import { once } from 'node:events';
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { Pair } from '../support/certificates.js';

/** What never ends: the body, the head, answers that come before the answer, or the handshake. */
const shapes = {
  body: { head: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 60000000\r\n\r\n', more: ' ' },
  head: { head: 'HTTP/1.1 200 OK\r\nx-long: ', more: 'a' },
  /** The head of a record of 16,384 bytes, in place of a handshake. */
  handshake: { head: '\x16\x03\x03\x40\x00', more: '\x02' },
  'hints before it': { head: '', more: 'HTTP/1.1 103 Early Hints\r\n\r\n' },
};
export type Shape = keyof typeof shapes;

const PAUSE_MS = 10;
/** With this timeout an answer is given up after some 300 pieces, so a client that has waited for so many is held: it is cut off. */
export const HELD_PIECES = 1_000;
export const impatient = ['--timeout', '300ms'];

/** Sends such an answer into `socket` until that closes, and counts its pieces in the last of `counts`. */
export function trickle(socket: Socket, shape: Shape, counts: number[]): void {
  const { head, more } = shapes[shape];
  const at = counts.push(0) - 1;
  let pieces = 0;
  socket.write(head);
  const timer = setInterval(() => {
    socket.write(more);
    counts[at] = ++pieces;
    if (pieces >= HELD_PIECES) socket.destroy();
  }, PAUSE_MS);
  socket.on('close', () => clearInterval(timer));
}

/** A server that answers nothing else. `counts`: the pieces that each request got. */
export async function trickleServer({ cert, key }: Pair, shape: Shape) {
  const counts: number[] = [];
  const onSocket = (socket: Socket) => void socket.on('error', () => {}).once('data', () => trickle(socket, shape, counts));
  const server = shape === 'handshake' ? createPlainServer(onSocket) : createServer({ cert, key }, onSocket);
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, counts, close: () => void server.close() };
}
