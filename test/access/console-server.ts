/** The application with its console on plain HTTP, from any build of its server, over data that are open already; and a browser's way to ask it. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from 'h3/node';
import type { admission } from '../../src/server/access/admission.js';
import type { authenticator } from '../../src/server/access/auth.js';
import type { passwordHasher } from '../../src/server/access/password.js';
import type { principals } from '../../src/server/access/principals.js';
import type { loginThrottle } from '../../src/server/access/throttle.js';
import type { createApp } from '../../src/server/app.js';
import type { consoleRoutes } from '../../src/server/console/console-routes.js';
import type { openConsole } from '../../src/server/console/open-console.js';
import type { Data } from '../../src/threads/data.js';

/** What the server is made of. */
interface ConsoleBuild {
  admission: typeof admission;
  authenticator: typeof authenticator;
  passwordHasher: typeof passwordHasher;
  principals: typeof principals;
  loginThrottle: typeof loginThrottle;
  createApp: typeof createApp;
  openConsole: typeof openConsole;
  consoleRoutes: typeof consoleRoutes;
}

export interface ConsoleServer {
  host: string;
  /** `METHOD path` of each route of the console's own, its pages left out. */
  routes: string[];
  stop(): Promise<void>;
}

const page = { mediaType: 'text/html', isImmutable: false, forms: [{ encoding: null, etag: '"0"', bytes: Buffer.from('') }] };

/** `load` imports a file of the build's `server`. */
export async function startConsoleServer(
  load: (file: string) => Promise<unknown>,
  { data, directory }: { data: Data; directory: string },
): Promise<ConsoleServer> {
  const ofAccess = ['admission', 'auth', 'password', 'principals', 'throttle'].map((name) => `access/${name}`);
  const modules = await Promise.all(
    [...ofAccess, 'app', 'console/open-console', 'console/console-routes'].map((file) => load(`${file}.js`)),
  );
  const build = Object.assign({}, ...(modules as object[])) as ConsoleBuild;
  const nowMs = () => Date.now();
  const hasher = build.passwordHasher();
  const basic = build.authenticator({ users: data, hasher, throttle: build.loginThrottle(nowMs), nowMs });
  const admitted = build.admission(data.listThreads, () => {});
  const surroundings = { data, directory, admission: admitted, version: '0.0.0-test', nowMs };
  const opened = await build.openConsole({ assets: { page, named: new Map() }, dropMaxBytes: 1_000_000 }, surroundings);
  const console = { ...opened, authenticator: basic, hasher, health: async () => ({ findings: [], figures: {} }) as never };
  const gate = {
    addressOf: () => '127.0.0.1',
    data,
    admission: admitted,
    principals: build.principals(basic, opened.sessions),
    console,
    version: '0.0.0-test',
    isStopping: () => false,
    isOwnName: () => true,
    metricsText: async () => '',
    rateLimit: null,
    log: () => {},
    onStorageFailure: () => {},
  };
  const server = createServer(toNodeHandler(build.createApp(gate)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const routes = [...build.consoleRoutes(console, gate)].flatMap(([path, methods]) =>
    path.includes('**') ? [] : Object.keys(methods).map((method) => `${method} ${path}`),
  );
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    routes,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await opened.files.stop();
    },
  };
}

export interface PageRequest {
  method: string;
  path: string;
  cookie?: string | undefined;
  json?: object | undefined;
  /** A body that is no JSON. */
  bytes?: string;
  /** Undefined leaves out one that a page sends. */
  headers?: Record<string, string | undefined>;
}

/** `json` is null for what is none. */
// biome-ignore lint/suspicious/noExplicitAny: of any shape
type PageAnswer = { status: number; json: any; cookie: string };

/** As the server's own page asks, or with some of that otherwise. */
export async function askAsPage(host: string, { method, path, cookie, json, bytes, headers = {} }: PageRequest): Promise<PageAnswer> {
  const isChange = method !== 'GET';
  const body = json === undefined ? bytes : JSON.stringify(json);
  const sent: Record<string, string | undefined> = {
    host,
    'sec-fetch-site': 'same-origin',
    ...(cookie !== undefined && { cookie }),
    ...(isChange && { origin: `https://${host}`, 'x-sales-console': '1', 'content-length': String(Buffer.byteLength(body ?? '')) }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Record<string, string>;
  const [hostname = '', port = ''] = host.split(':');
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, method, path, headers: given, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      const done = () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = String(answer.headers['content-type']).includes('json') && text !== '';
        const [set = ''] = answer.headers['set-cookie'] ?? [];
        resolve({ status: answer.statusCode ?? 0, json: isJson ? JSON.parse(text) : null, cookie: set.split(';')[0] ?? '' });
      };
      // A stream of events has no end: that it began is the answer.
      if (String(answer.headers['content-type']).includes('event-stream')) {
        done();
        answer.destroy();
      } else answer.on('end', done);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
