/**
 * A program that opens many connections to a server and then is slow on purpose: `node slow-clients.js KIND URL COUNT AUTHORIZATION`.
 * Prints `open` when all are there, and ends, with all of them, when its standard input does.
 */
import net from 'node:net';
import tls from 'node:tls';

const [kind, url = '', count, authorization] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const AT_ONCE = 25;

/** What each kind sends; `open` is called when it has come to where it stays. */
const kinds = {
  'no handshake': (open) => net.connect(Number(port), hostname, open),
  'a handshake and silence': (open) => secure(open),
  'headers that are cut': (open) => {
    const socket = secure(() => socket.write('GET /sales/v1/ HTTP/1.1\r\nhost: localhost\r\nx-slow: ', open));
    return socket;
  },
  'a body that is cut': (open) => {
    const head = [
      'POST /sales/v1/transactions/upload HTTP/1.1',
      'host: localhost',
      `authorization: ${authorization}`,
      'content-type: application/json',
      'content-length: 1000',
    ];
    const socket = secure(() => socket.write(`${head.join('\r\n')}\r\n\r\n{"transactions":[`, open));
    return socket;
  },
  'idle keep-alive': (open) => {
    const socket = secure(() => socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'));
    return socket.once('data', open);
  },
};

function secure(onSecure) {
  return tls.connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, onSecure);
}

async function openOne() {
  await new Promise((resolve) => {
    const socket = kinds[kind](resolve);
    socket.on('data', () => {});
    socket.on('error', resolve);
    socket.on('close', resolve);
  });
}

for (let opened = 0; opened < Number(count); opened += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, openOne));
process.stdout.write('open\n');
process.stdin.on('end', () => process.exit()).resume();
