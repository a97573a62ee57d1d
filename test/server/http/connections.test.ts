/** Too many connections, and those that keep the server waiting. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bounds } from '../../../src/server/access/admission.js';
import { startTestServer, type TestServer } from '../../support/test-server.js';

let server: TestServer;
let opened: Socket[];
beforeEach(async () => {
  server = await startTestServer();
  opened = [];
});
afterEach(async () => {
  for (const socket of opened) socket.destroy();
  await server.stop();
});

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  opened.push(socket.on('error', () => {}));
  await once(socket, 'connect');
  return socket;
}

const isGone = (socket: Socket) => socket.destroyed || socket.readableEnded;

it('more connections than there may be: those that have kept the server waiting longest make room, one for one', async () => {
  for (let at = 0; at < bounds.connections; at++) (await open()).resume();
  expect(opened.filter(isGone)).toEqual([]);
  for (let at = 0; at < 5; at++) expect((await server.request('/sales/v1/')).status).toBe(200);
  await expect.poll(() => opened.findIndex((socket) => !isGone(socket))).toBeGreaterThan(0);
  const gone = opened.filter(isGone).length;
  expect(gone).toBeLessThanOrEqual(5);
  expect(opened.slice(0, gone).every(isGone)).toBe(true);
});

it('a request under way makes no room for anybody', async () => {
  const body = JSON.stringify({ transactions: [{ orderId: 'slow' }] });
  const { hostname, port } = new URL(server.url);
  const uploading = connectTls({ host: hostname, port: Number(port), ca: server.ca, servername: 'localhost' });
  let seen = '';
  uploading.on('data', (chunk) => {
    seen += chunk;
  });
  const authorization = `Basic ${Buffer.from('api:correct horse battery staple').toString('base64')}`;
  const head = ['POST /sales/v1/transactions/upload HTTP/1.1', 'host: localhost', `authorization: ${authorization}`];
  uploading.write([...head, 'content-type: application/json', `content-length: ${body.length}`, '', body.slice(0, 5)].join('\r\n'));
  // It has logged in, and its body is being read.
  await server.request('/sales/v1/');
  for (let at = 0; at < bounds.connections + 50; at++) (await open()).resume();
  uploading.write(body.slice(5));
  await expect.poll(() => seen).toMatch(/^HTTP\/1.1 200/);
  uploading.destroy();
});
