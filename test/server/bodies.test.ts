/** Every route that reads a body has bounds, and the table of them in docs/security.md is what they are. Made from the routes as registered. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roles } from '../../src/contract/roles.js';
import { bounds } from '../../src/server/access/admission.js';
import { readBody } from '../../src/server/access/body.js';
import type { Bounds } from '../../src/server/access/tally.js';
import { type AppOptions, routeTable } from '../../src/server/app.js';
import { receiveFile } from '../../src/server/console/files/receive-file.js';
import type { Route, RouteRequest } from '../../src/server/http/route.js';

// biome-ignore lint/suspicious/noExplicitAny: it stands for whatever a route asks of what lies behind it
const anything: any = new Proxy(() => anything, { get: (_, name) => (name === 'then' || name === Symbol.iterator ? undefined : anything) });
const id = '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e';
const access = [{ customerId: id, tenantId: id, extent: 'tenant' }];
const user = { id, name: 'all', roles, access, disabled: false };
const withOnly = (own: object) => new Proxy(own, { get: (target, name) => Reflect.get(target, name) ?? anything[name] });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sales-bodies-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The routes of a server, behind which everything is there and everything is allowed. */
function registered(): Map<string, Route> {
  let files = 0;
  const receive = (node: IncomingMessage) => receiveFile(node, join(folder, String(files++)), 1_000);
  const inTurn = { admit: (_owner: unknown, _request: unknown, work: () => unknown) => work() };
  const options = {
    data: withOnly({ tenant: () => withOnly({ tenantId: id, scope: 'whole' }), administration: () => anything, shared: undefined }),
    principals: { userOf: async () => user },
    admission: withOnly({ uploads: inTurn, changes: inTurn, lists: inTurn }),
    rateLimit: null,
    version: '0.0.0',
    console: withOnly({
      sessions: withOnly({ find: async () => ({ user, tokenHash: '', endsAt: new Date() }) }),
      files: withOnly({ receive }),
      assets: { page: anything, named: new Map() },
    }),
  } as unknown as AppOptions;
  return new Map(
    [...routeTable(options)].flatMap(([path, methods]) => Object.entries(methods).map(([method, route]) => [`${method} ${path}`, route])),
  );
}

/** Whether a route looks at the body of its request, asked by somebody who may do everything. */
async function readsBody(name: string, route: Route): Promise<boolean> {
  const headers = {
    host: 'localhost',
    origin: 'https://localhost',
    'sec-fetch-site': 'same-origin',
    'x-sales-console': '1',
    'content-type': 'application/json',
    'content-length': '2',
    'x-file-name': 'a.csv',
    'if-match': '"1"',
  };
  const method = name.split(' ')[0];
  const node = Object.assign(new PassThrough(), { headers, method, url: '/', complete: false, socket: { writable: true } });
  node.end('{}');
  const request = {
    node,
    query: new URLSearchParams(),
    path: { id, uploadId: id, header: 'a'.repeat(64), day: '2026-11-20' },
    pathname: '/',
    notes: {},
    told: {},
    owner: null,
  };
  const inPlace: RouteRequest['inPlace'] = (reading) => reading();
  // No bounds are set here, so whoever reads a body says so.
  const cause = await Promise.resolve(route({ ...request, inPlace } as unknown as RouteRequest)).then(
    () => null,
    (error) => error.cause,
  );
  return /without bounds/.test(String(cause)) || node.listenerCount('data') > 0 || node.readableFlowing !== null;
}

async function readers(routes: Map<string, Route>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, route] of routes) if (await readsBody(name, route)) found.push(name);
  return found;
}

const declared = (routes: Map<string, Route>) => [...routes].flatMap(([name, { body }]) => (body ? [name] : []));

describe('routes that read a body', () => {
  it('are those that have bounds', async () => {
    const routes = registered();
    expect((await readers(routes)).sort()).toEqual(declared(routes).sort());
    expect(declared(routes).length).toBeGreaterThan(15);
  });

  it('control: one without bounds is found, whatever it reads with', async () => {
    const read: Route = async ({ node }) => ({ body: await readBody(node) });
    const byItself: Route = async ({ node }) => {
      node.on('data', () => {});
      return { body: null };
    };
    const routes = new Map<string, Route>([
      ['POST /a', read],
      ['POST /b', byItself],
      ['POST /c', async () => ({ body: null })],
    ]);
    expect(await readers(routes)).toEqual(['POST /a', 'POST /b']);
    expect(declared(routes)).toEqual([]);
  });
});

const figure = (value: number) => (Number.isFinite(value) ? value.toLocaleString('en') : '–');
const places = ({ user, customer, process }: Bounds) => [user, customer, process].map(figure).join(' / ');

function table(routes: Map<string, Route>): string[] {
  const { overS, bytesPerS } = bounds.leastRate;
  return [...routes].flatMap(([name, { body }]) => {
    if (!body) return [];
    const { bytes, seconds, running, waiting } = bounds.bodies[body];
    const size = Number.isFinite(bytes) ? figure(bytes) : '`--drop-max`';
    const cells = [
      `\`${name}\``,
      size,
      places(running),
      places(waiting),
      `${figure(bytesPerS)} B/s over ${overS} s`,
      `${figure(seconds)} s`,
    ];
    return [`| ${cells.join(' | ')} |`];
  });
}

it('the table in docs/security.md is that of the routes', async () => {
  const text = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => /^\| `(POST|PUT|PATCH|DELETE|GET) \//.test(line));
  expect(lines).toEqual(table(registered()));
});
