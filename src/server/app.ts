/**
 * The HTTP application: maps each route to its handler, writes every answer and logs every request once. The routes come from the
 * contract's table of operations; an unknown path is a 404, a known path with another method a 405.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { H3, type H3Event, type HTTPError } from 'h3';
import { type AnyOperation, type OperationId, operationOf, operations } from '../contract/operations.js';
import { basePath, settlementPath } from '../contract/paths.js';
import { SalesError } from '../contract/problem.js';
import { bounds, boundsOf } from './access/admission.js';
import { boundBody, discardBody, hasBody } from './access/body.js';
import { kept } from './access/kept.js';
import { checkRole } from './access/tenancy.js';
import { consolePath, consoleRoutes } from './console/console-routes.js';
import type { ConsoleParts } from './console/parts.js';
import { frontPage, htmlMediaType, isBrowserAtFront } from './http/front-page.js';
import { openApiJson } from './http/openapi-json.js';
import type { Gate } from './http/operation.js';
import { type Answer, everyAnswer, problemAnswer, toSalesError } from './http/problems.js';
import type { Route, RouteAnswer, RouteRequest } from './http/route.js';
import { routeOf } from './routes/routes.js';
import { type RequestLogEntry, shownPath } from './telemetry/log.js';
import { metricsMediaType } from './telemetry/metrics.js';

export interface AppOptions extends Gate {
  version: string;
  /** Whether the server is stopping; it then takes no more work. */
  isStopping: () => boolean;
  log: (entry: RequestLogEntry) => void;
  /** Produces the body of /metrics. */
  metricsText: (tenantsSeen: number) => Promise<string>;
  /** The client's address; see access/client-address. */
  addressOf: (request: IncomingMessage) => string;
  /** Null where there is no console. */
  console: ConsoleParts | null;
  /** Whether a Host header names this server. */
  isOwnName: (host: string) => boolean;
  /** Called when the store has failed for good; the process should then end. */
  onStorageFailure: (error: SalesError) => void;
}

/** As alternating names and values. */
const everyAnswerList = Object.entries(everyAnswer).flat();

const RETRY_AFTER_STOPPING_S = 5;

/** The application with all its routes, to be served by a Node listener. */
export function createApp(options: AppOptions): H3 {
  const app = new H3({
    silent: true,
    // Requests that h3 itself rejects, such as a badly encoded path, and defects of ours while an answer is written.
    onError: (error, event) => respond(event, options, null, () => Promise.reject(fromFramework(error))),
  });
  for (const [path, methods] of routeTable(options)) {
    const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(toPattern(path), (event) => respond(event, options, path, () => Promise.reject(notAllowed()), { allow: allowed.join(', ') }));
    for (const [method, route] of Object.entries(methods)) {
      app.on(method as AnyOperation['method'], toPattern(path), (event) => respond(event, options, path, route));
      if (method === 'GET') app.on('HEAD', toPattern(path), (event) => respond(event, options, path, route));
    }
  }
  app.all('/**', (event) =>
    respond(event, options, null, async ({ node }) => {
      if (isBrowserAtFront(node, event.url.pathname)) {
        if (options.console) return { status: 302, body: null, headers: { location: consolePath } };
        return { json: frontPage, headers: { 'content-type': htmlMediaType } };
      }
      throw new SalesError('notFound', 'There is nothing at this address.');
    }),
  );
  return app;
}

/** By path and method. */
export function routeTable(options: AppOptions): Map<string, Record<string, Route>> {
  const table = new Map<string, Record<string, Route>>();
  const checkWritable = kept(options.data.checkWritable, bounds.readinessKeptMs);
  const documentOf = openApiJson(options.version);
  for (const id of Object.keys(operations) as OperationId[]) {
    const { path, method } = operationOf(id);
    table.set(path, { ...table.get(path), [method]: routeOf(id, options) });
  }
  for (const path of [basePath, settlementPath]) table.set(path, { ...table.get(`${path}/`) });
  table.set('/healthz', { GET: async () => ({ body: { status: 'ok' } }) });
  table.set('/readyz', { GET: () => ready(options, checkWritable) });
  table.set('/metrics', { GET: (request) => metrics(request, options) });
  if (options.console) for (const [path, methods] of consoleRoutes(options.console, options)) table.set(path, methods);
  table.set('/openapi.json', { GET: async ({ node }) => ({ json: documentOf(`https://${node.headers.host ?? 'localhost'}`) }) });
  return table;
}

/** Anybody may ask without a log-in, and each check is a write to the disk: all who ask share one. */
async function ready({ isStopping }: AppOptions, checkWritable: () => Promise<void>): Promise<RouteAnswer> {
  if (isStopping()) throw new SalesError('unavailable', 'The server is stopping.', { retryAfterS: RETRY_AFTER_STOPPING_S });
  await checkWritable();
  return { body: { status: 'ready' } };
}

/** For an Admin. What is stored is counted over all tenants, so only who sees all of each of them is told it. */
async function metrics({ node, notes }: RouteRequest, { principals, metricsText }: AppOptions): Promise<RouteAnswer> {
  const user = await principals.userOf(node, notes.address);
  notes.user = user.name;
  checkRole(user, ['Admin'], 'forbidden');
  const seen = new Set(user.access.filter(({ extent }) => extent === 'tenant').map(({ tenantId }) => tenantId));
  return { json: await metricsText(seen.size), headers: { 'content-type': metricsMediaType } };
}

/**
 * By this value h3 (2.0.8, which does not export it) knows that a handler has written to Node's response itself; anything else it would
 * write, too.
 */
const handled = Symbol.for('h3.handled');

/**
 * Runs a route and writes its result, or its failure, to Node's response. Leaving that to h3, which would build a Response and Headers only
 * to take them apart again, costs more than looking up a transaction.
 */
async function respond(
  event: H3Event,
  options: AppOptions,
  path: string | null,
  route: Route,
  headers: Record<string, string> = {},
): Promise<typeof handled> {
  const node = event.runtime?.node?.req as IncomingMessage;
  const parameters = (event.context.params ?? {}) as Record<string, string>;
  const entry: RequestLogEntry = {
    requestId: randomUUID(),
    method: event.req.method,
    route: path,
    path: shownPath(path, parameters, event.url.pathname),
    status: 200,
    durationMs: performance.now(),
    user: null,
    tenantId: null,
    bodyBytes: 0,
    answerBytes: 0,
    address: options.addressOf(node),
  };
  const { searchParams: query, pathname } = event.url;
  const { body } = route;
  if (body) boundBody(node, boundsOf(body));
  const inPlace: RouteRequest['inPlace'] = (reading) =>
    body ? options.admission[body].admit(request.owner ?? { userId: entry.address, customerId: '' }, node, reading) : reading();
  const request: RouteRequest = { node, query, path: parameters, pathname, notes: entry, told: {}, owner: null, inPlace };
  const answer = await answerOf(request, entry, route, options);
  if (answer === null) {
    entry.status = 0;
    entry.durationMs = performance.now() - entry.durationMs;
    options.log(entry);
    node.socket.destroy();
    return handled;
  }
  const discarded = hasBody(node) && !(await discardBody(node));
  entry.status = answer.status;
  const contentLength = answer.body === null ? 0 : Buffer.byteLength(answer.body);
  // The answer to a HEAD states the length of a body that is not sent.
  entry.answerBytes = entry.method === 'HEAD' ? 0 : contentLength;
  entry.durationMs = performance.now() - entry.durationMs;
  options.log(entry);
  const closing = discarded || options.isStopping() ? { connection: 'close' } : {};
  const res = event.runtime?.node?.res as ServerResponse;
  const released = request.owner && options.admission.answers.hold(request.owner, entry.answerBytes);
  if (released) res.once('close', released);
  const common = answer.instead ? Object.entries({ ...everyAnswer, ...answer.instead }).flat() : everyAnswerList;
  const id = ['x-request-id', entry.requestId];
  if (answer.stream) {
    res.writeHead(answer.status, headerList([...common, ...id], closing, answer.headers, headers));
    // The framework ends what is not ended when this returns.
    const closed = new Promise((resolve) => res.once('close', resolve));
    if (entry.method === 'HEAD') res.end();
    else answer.stream(res);
    await closed;
    return handled;
  }
  // Without a content-length Node would send the body in chunks, which costs both sides more than even the shortest list.
  const length = hasNoContent(answer.status) ? [] : ['content-length', String(contentLength)];
  res.writeHead(answer.status, headerList([...common, ...id, ...length], closing, answer.headers, headers));
  res.end(answer.body);
  return handled;
}

function hasNoContent(status: number): boolean {
  return status === 204 || status === 304;
}

/** Alternating names and values, as Node takes them, beginning with `list`. A name given twice is sent twice. */
function headerList(list: string[], ...own: Record<string, string>[]): string[] {
  for (const headers of own) {
    for (const [name, value] of Object.entries(headers)) list.push(name, value);
  }
  return list;
}

interface WholeAnswer extends Answer {
  /** Writes the body over time. */
  stream?: (answer: ServerResponse) => void;
  /** In the place of what every answer has. */
  instead?: Record<string, string> | undefined;
}

/** Null where nobody can say what became of a request: each answer might be wrong, so its connection ends without one. */
async function answerOf(request: RouteRequest, entry: RequestLogEntry, route: Route, options: AppOptions): Promise<WholeAnswer | null> {
  const { node, told } = request;
  try {
    checkHost(node, options);
    checkSite(node);
    const { headers = {}, status = 200, instead, ...result } = await route(request);
    const answer = { status, headers: { ...told, ...headers }, body: null, instead };
    if ('stream' in result) return { ...answer, stream: result.stream };
    if ('bytes' in result) return { ...answer, body: result.bytes };
    if ('body' in result && result.body === null) return answer;
    const json = 'json' in result ? result.json : JSON.stringify(result.body);
    return { ...answer, headers: { 'content-type': 'application/json', ...answer.headers }, body: json };
  } catch (thrown) {
    if (thrown instanceof SalesError && thrown.code === 'storage') options.onStorageFailure(thrown);
    const error = toSalesError(thrown);
    if (error.cause !== undefined) entry.cause = error.cause;
    if (error.code === 'inDoubt') return null;
    const isOfPage = options.console !== null && node.headers.authorization === undefined && isAskedByPage(request);
    const answer = problemAnswer(error, entry.requestId, isOfPage);
    return { ...answer, headers: { ...told, ...answer.headers } };
  }
}

/** Guards against DNS rebinding: a page of a foreign site that reaches this server under that site's name is not served. */
function checkHost({ headers }: IncomingMessage, { isOwnName }: AppOptions): void {
  if (headers.host === undefined) throw new SalesError('validation', undefined, { errors: { Host: ['is required'] } });
  if (!isOwnName(headers.host)) throw new SalesError('misdirected', 'The server has no certificate for this host name.');
}

/**
 * Guards against cross-site requests: a browser attaches the log-in it remembers even where another site's page makes it send the request.
 */
function checkSite({ method, headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  if (method === 'GET' || method === 'HEAD' || (site !== 'cross-site' && site !== 'same-site')) return;
  throw new SalesError('validation', undefined, { errors: { 'Sec-Fetch-Site': ['a page of another site may not send this request'] } });
}

function isAskedByPage({ node, pathname }: RouteRequest): boolean {
  return pathname.startsWith(consolePath) || node.headers['sec-fetch-site'] === 'same-origin';
}

/** Turns the contract's `{id}` into h3's `:id`. */
function toPattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function notAllowed(): SalesError {
  return new SalesError('methodNotAllowed');
}

function fromFramework({ status, cause }: HTTPError): SalesError {
  if (status === 400) return new SalesError('validation', undefined, { errors: { $: ['the address is not well formed'] } });
  return status === 404 ? new SalesError('notFound') : new SalesError('internal', undefined, { cause });
}
