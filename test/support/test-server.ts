/**
 * The real server for tests: real TLS, real SQLite in a folder of its own, on a free port, in this process.
 * Every response that comes through `request` is checked against the server's own OpenAPI document.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passwordHasher } from '../../src/server/access/password.js';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/server.js';
import type { RequestLogEntry } from '../../src/server/telemetry/log.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import type { Store } from '../../src/store/store.js';
import type { OpenedStore } from '../../src/store/store-module.js';
import { dataOn } from '../../src/threads/one-thread.js';
import { checkAgainstDocument } from './openapi-check.js';

export const password = 'correct horse battery staple';

export interface TestAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  json: any;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body without Content-Length, in pieces. */
  chunked?: boolean;
  /** `name:password`; null sends no log-in. */
  login?: string | null;
}

export interface TestServer {
  url: string;
  metricsUrl: string | null;
  ca: string;
  directory: string;
  store: Store;
  log: RequestLogEntry[];
  running: RunningServer;
  request(path: string, options?: RequestOptions): Promise<TestAnswer>;
  upload(transactions: unknown, options?: RequestOptions): Promise<TestAnswer>;
  /** Uploads and waits until the import is done; gives the upload's id. */
  uploadAndImport(transactions: unknown[]): Promise<string>;
  stop(): Promise<void>;
}

/** `opened` is the store where it is not one of its own. With a `directory` of the caller's, that one stays when the server stops. */
export async function startTestServer(
  now: () => Date = () => new Date(),
  options: Partial<ServerOptions> = {},
  opened?: OpenedStore,
): Promise<TestServer> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'sales-test-')));
  const store = opened ?? openSqliteStore({ directory, now });
  const data = dataOn(store);
  const log: RequestLogEntry[] = [];
  const running: RunningServer = await startServer({
    data,
    directory,
    host: '127.0.0.1',
    port: 0,
    certificateFiles: null,
    certificatePollMs: 60_000,
    names: [],
    readInitPassword: async () => password,
    // Each server has its users anew: hashes as dear as its operators' would take longer than most tests.
    hasher: passwordHasher({ ln: 4, r: 8, p: 1 }),
    rate: null,
    trustedProxies: [],
    version: '0.0.0-test',
    console: null,
    metricsPort: null,
    now,
    log: (entry) => log.push(entry),
    onCertificateChange: () => {},
    onCertificateError: () => {},
    ...options,
  });
  const ca = await readFile(running.caFile ?? options.certificateFiles?.cert ?? '', 'utf8');
  // Idle connections end here before the server ends them, which is after 5 s: a request sent meanwhile would be reset.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  const request: TestServer['request'] = async (path, options = {}) => {
    const answer = await send(running.url, ca, path, options, agent);
    checkAgainstDocument(options.method ?? 'GET', path, answer);
    return answer;
  };
  const upload: TestServer['upload'] = (transactions, options = {}) =>
    request('/sales/v1/transactions/upload', {
      method: 'POST',
      body: JSON.stringify({ transactions }),
      headers: { 'content-type': 'application/json', ...options.headers },
    });
  return {
    url: running.url,
    metricsUrl: running.metricsUrl,
    ca,
    directory,
    store,
    log,
    running,
    request,
    upload,
    uploadAndImport: async (transactions) => {
      const { status, text, json } = await upload(transactions);
      if (status !== 200) throw new Error(`upload: ${status} ${text}`);
      for (;;) {
        const state = await request(`/sales/v1/transactions/upload/${json.uploadId}`);
        if (state.json.status !== 'Processing') return json.uploadId;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    stop: async () => {
      agent.destroy();
      await running.stop();
      await data.close();
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** One request, without a look at the document. Most of what it takes is the handshake, where it has a connection of its own. */
export function send(url: string, ca: string, path: string, options: RequestOptions, agent: Agent | false = false): Promise<TestAnswer> {
  const { method = 'GET', headers = {}, body, chunked = false, login = `api:${password}` } = options;
  const target = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        host: target.hostname,
        port: target.port,
        path,
        method,
        ca,
        agent,
        servername: 'localhost',
        headers: {
          ...(login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
          ...(body !== undefined && !chunked ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isJson = /json/.test(response.headers['content-type'] ?? '');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: isJson && text ? JSON.parse(text) : null });
        });
      },
    );
    request.on('error', reject);
    if (body !== undefined && chunked) sendInPieces(request, Buffer.from(body));
    else request.end(body);
  });
}

function sendInPieces(request: ReturnType<typeof httpsRequest>, body: Buffer): void {
  const PIECE_BYTES = 1_000_000;
  for (let at = 0; at < body.length; at += PIECE_BYTES) request.write(body.subarray(at, at + PIECE_BYTES));
  request.end();
}
