/** An HTTPS server on the loopback that answers as a test tells it to, with a certificate of its own authority. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { generate } from 'selfsigned';

export interface StubRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  /** Unpacked. */
  body: string;
  response: ServerResponse;
  socket: Socket;
}

export interface StubServer {
  url: string;
  port: number;
  /** PEM of its authority. */
  ca: string;
  requests: StubRequest[];
  /** What answers from now on; the body has been read. */
  answer: (request: StubRequest) => void;
  /** Answers before the body is read; returns false to go on. */
  early: ((message: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Gives new connections another certificate, and ends those that are open; null brings its own back. */
  present(pair: { cert: string; key: string } | null): void;
  close(): Promise<void>;
}

const DAY_MS = 86_400_000;

let made: Promise<{ private: string; cert: string }> | null = null;

/** One certificate for all stubs of a test file. */
function certificate() {
  made ??= generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    notAfterDate: new Date(Date.now() + 30 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return made;
}

export async function startStub(answer: StubServer['answer'] = (request) => json(request, 200, ''), port = 0): Promise<StubServer> {
  const { private: key, cert } = await certificate();
  const requests: StubRequest[] = [];
  const server: Server = createServer({ key, cert });
  const stub: StubServer = {
    url: '',
    port: 0,
    ca: cert,
    requests,
    answer,
    early: null,
    present: (pair) => {
      server.setSecureContext(pair ?? { key, cert });
      server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('request', async (message, response) => {
    if (stub.early?.(message, response)) return;
    const chunks: Buffer[] = [];
    message.on('error', () => {});
    try {
      for await (const chunk of message) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const sent = Buffer.concat(chunks);
    const body = (message.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString('utf8');
    const request = {
      method: message.method ?? '',
      url: message.url ?? '',
      headers: message.headers,
      body,
      response,
      socket: message.socket,
    };
    requests.push(request);
    stub.answer(request);
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stub.port = (server.address() as AddressInfo).port;
  stub.url = `https://127.0.0.1:${stub.port}`;
  return stub;
}

export function json(
  { response }: Pick<StubRequest, 'response'>,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

export function problem(
  request: Pick<StubRequest, 'response'>,
  status: number,
  more: object = {},
  headers: Record<string, string> = {},
): void {
  json(request, status, { type: 'https://example.com/problem', title: 'A problem', status, ...more }, headers);
}

/** Of a server of ours that honours no keys: what it says of itself is relied on all the same. */
export const announced = { 'sales-capabilities': 'gzip' };

export const uploadIds = [
  '01a1fc68-12f0-7003-8d0f-d3d510115134',
  '01a1fc68-12f0-7003-8d0f-d3d510115135',
  '01a1fc68-12f0-7003-8d0f-d3d510115136',
];

export const processed = {
  date: '2026-11-20T14:03:59+01:00',
  status: 'Processed',
  summary: 'All rows were imported.',
  errors: [] as string[],
};

/** The rows of all uploads that came, in the order in which they came. */
export function transactionsSentTo({ requests }: Pick<StubServer, 'requests'>): Record<string, unknown>[] {
  return requests
    .filter(({ method }) => method === 'POST')
    .flatMap(({ body }) => (JSON.parse(body) as { transactions: Record<string, unknown>[] }).transactions);
}
