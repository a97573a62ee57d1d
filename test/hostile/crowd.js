/**
 * A program that asks for much at once: `node crowd.js KIND URL CONNECTIONS COUNT AUTHORIZATION...`; the log-ins are used in turn, and
 * LIST in its environment is the list to ask for. Kinds that go on for ever open a connection again that the server has closed.
 * Prints `open` when all of it is sent, then one line for each answer's status where it reads them, and ends when its standard input does.
 */
import { once } from 'node:events';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';

const [kind, url = '', connections, count, ...authorizations] = process.argv.slice(2);
const { hostname, port } = new URL(url);

const get = (path, authorization) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${authorization ? `authorization: ${authorization}\r\n` : ''}\r\n`;
const list = process.env.LIST ?? '/sales/v1/transactions?pageSize=500';
const DRIP_MS = 200;
const LEAVE_MS = 300;
const TRICKLE_MS = 2_000;
const REOPEN_MS = 2_000;
/** What one of our pages sends. */
const ofPage = `host: localhost\r\nsec-fetch-site: same-origin\r\nx-sales-console: 1\r\norigin: https://localhost\r\n`;

/** What each kind sends on a connection that is open. */
const kinds = {
  'checks of readiness': async (socket) => {
    socket.resume();
    await written(socket, get('/readyz').repeat(Number(count)));
  },
  'pages that nobody reads': async (socket, authorization) => {
    socket.pause();
    // Known first, and then everything at once.
    socket.write(get('/sales/v1/', authorization));
    await new Promise((resolve) => socket.once('readable', resolve));
    socket.read();
    socket.write(get(list, authorization).repeat(Number(count)));
  },
  'lists and gone': async (socket, authorization) => {
    socket.resume();
    await written(socket, get(list, authorization).repeat(Number(count)));
    setTimeout(() => socket.destroy(), LEAVE_MS);
  },
  'bodies byte by byte': async (socket, authorization) => {
    socket.on('data', (chunk) => process.stdout.write(`${/^HTTP\/1.1 (\d+)/.exec(chunk)?.[1] ?? ''}\n`));
    await written(socket, `${uploadHead(authorization)}content-length: 1000000\r\n\r\n{"transactions":[`);
    const drip = setInterval(() => socket.write(' '), DRIP_MS);
    socket.on('close', () => clearInterval(drip));
  },
  'log-in bodies': async (socket) => {
    socket.resume();
    const head = `POST /console/v1/session HTTP/1.1\r\n${ofPage}content-type: application/json\r\ncontent-length: 4000\r\n\r\n{`;
    await written(socket, head);
    trickle(socket);
  },
  'dropped files': async (socket, authorization) => {
    socket.resume();
    cookies[authorization] ??= loggedIn(authorization);
    const cookie = await cookies[authorization];
    const head = `POST /console/v1/files HTTP/1.1\r\n${ofPage}cookie: ${cookie}\r\nx-file-name: slow.csv\r\n`;
    await written(socket, `${head}content-length: 1000000\r\n\r\n{`);
    trickle(socket);
  },
  'large files': async (socket, authorization) => {
    socket.on('data', (chunk) => process.stdout.write(`${/^HTTP\/1.1 (\d+)/.exec(chunk)?.[1] ?? ''}\n`));
    cookies[authorization] ??= loggedIn(authorization);
    const head = `POST /console/v1/files HTTP/1.1\r\n${ofPage}cookie: ${await cookies[authorization]}\r\nx-file-name: large.csv\r\n`;
    await written(socket, `${head}expect: 100-continue\r\ncontent-length: 100000000\r\n\r\n`);
  },
  'bodies in chunks of one byte': async (socket, authorization) => {
    socket.on('data', (chunk) => process.stdout.write(`${/^HTTP\/1.1 (\d+)/.exec(chunk)?.[1] ?? ''}\n`));
    socket.on('close', () => process.stdout.write('closed\n'));
    await written(socket, `${uploadHead(authorization)}transfer-encoding: chunked\r\n\r\n`);
    const piece = '1\r\n \r\n'.repeat(10_000);
    for (let sent = 0; sent < Number(count); sent += 10_000) await written(socket, piece);
  },
  'bodies full of faults': async (socket, authorization) => {
    socket.on('data', (chunk) => process.stdout.write(`${/^HTTP\/1.1 (\d+)/.exec(chunk)?.[1] ?? ''}\n`));
    const row = { additionalData: Array(64).fill({}) };
    const body = gzipSync(JSON.stringify({ transactions: Array(20_000).fill(row) }));
    const head = `${uploadHead(authorization)}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
    for (let sent = 0; sent < Number(count); sent++) {
      socket.write(head);
      await written(socket, body);
    }
  },
};

const uploadHead = (authorization) =>
  `POST /sales/v1/transactions/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n`;
const written = (socket, text) => new Promise((resolve) => socket.write(text, resolve));

const goesOn = kind === 'log-in bodies' || kind === 'dropped files';
const cookies = {};

function trickle(socket) {
  const drip = setInterval(() => socket.write(' '), TRICKLE_MS);
  socket.on('close', () => clearInterval(drip));
}

/** The cookie of a browser that has logged in. */
async function loggedIn(authorization) {
  const [user, password] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  const body = JSON.stringify({ user, password });
  const socket = tls.connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  socket.write(
    `POST /console/v1/session HTTP/1.1\r\n${ofPage}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return /set-cookie: ([^;]+)/i.exec(answer)[1];
}

async function openOne(_, at) {
  const socket = tls.connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  socket.on('error', () => {});
  if (goesOn) socket.on('close', () => setTimeout(openOne, 2 * REOPEN_MS * Math.random(), _, at));
  await new Promise((resolve) => socket.once('secureConnect', resolve).once('close', resolve));
  await kinds[kind](socket, authorizations[at % authorizations.length]);
}

await Promise.race([
  Promise.all(Array.from({ length: Number(connections) }, openOne)),
  // What is held back does not end.
  new Promise((resolve) => setTimeout(resolve, 2_000)),
]);
process.stdout.write('open\n');
process.stdin.on('end', () => process.exit()).resume();
