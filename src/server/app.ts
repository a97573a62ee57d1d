/**
 * The HTTP application: which route goes where, what every answer carries, and one log entry for every request.
 * Routes come from the contract's table; a route that is not there is a 404, a method that is not there a 405.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { H3, type H3Event, type HTTPError } from 'h3';
import { openApiDocument } from '../contract/openapi.js';
import { type Operation, type OperationId, operations } from '../contract/operations.js';
import { basePath } from '../contract/paths.js';
import { SalesError } from '../contract/problem.js';
import { discardBody } from './body.js';
import { type RequestLogEntry, shownPath } from './log.js';
import { metricsMediaType } from './metrics.js';
import { type Gate, type RouteRequest, serveOperation } from './operation.js';
import { type Answer, everyAnswer, problemAnswer, toSalesError } from './problems.js';
import { reprocessUpload, restoreUpload, withdrawUpload } from './routes/change-upload.js';
import { getTransaction } from './routes/get-transaction.js';
import { getTransactionHistory } from './routes/get-transaction-history.js';
import { getUploadState } from './routes/get-upload-state.js';
import { listTransactions } from './routes/list-transactions.js';
import { testAccess } from './routes/test-access.js';
import { uploadTransactions } from './routes/upload-transactions.js';

export interface AppOptions extends Gate {
  version: string;
  /** Whether the server is stopping; it then takes no more work. */
  isStopping: () => boolean;
  log: (entry: RequestLogEntry) => void;
  /** What /metrics answers. */
  metricsText: () => Promise<string>;
  /** Whether a Host header names this server. */
  isOwnName: (host: string) => boolean;
  /** The store has failed for good; the process should end. */
  onStorageFailure: (error: SalesError) => void;
}

/** Gives what goes into a 200: a value for the body, an empty one for null, or its JSON; and headers of its own. */
type Route = (request: RouteRequest) => Promise<({ body: unknown } | { json: string }) & { headers?: Record<string, string> }>;

const RETRY_AFTER_STOPPING_S = 5;

export function createApp(options: AppOptions): H3 {
  const app = new H3({
    silent: true,
    // What h3 itself refuses, such as a path that is not well encoded, or a defect of ours where an answer is written.
    onError: (error, event) => respond(event, options, null, () => Promise.reject(fromFramework(error))),
  });
  for (const [path, methods] of routeTable(options)) {
    const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(toPattern(path), (event) => respond(event, options, path, () => Promise.reject(notAllowed()), { allow: allowed.join(', ') }));
    for (const [method, route] of Object.entries(methods)) {
      app.on(method as 'GET' | 'POST', toPattern(path), (event) => respond(event, options, path, route));
      if (method === 'GET') app.on('HEAD', toPattern(path), (event) => respond(event, options, path, route));
    }
  }
  app.all('/**', (event) =>
    respond(event, options, null, () => Promise.reject(new SalesError('notFound', 'There is nothing at this address.'))),
  );
  return app;
}

function routeTable(options: AppOptions): Map<string, Record<string, Route>> {
  const operationRoutes: Record<OperationId, Route> = {
    testAccess: serveOperation(operations.testAccess, testAccess, options),
    uploadTransactions: serveOperation(operations.uploadTransactions, uploadTransactions, options),
    getUploadState: serveOperation(operations.getUploadState, getUploadState, options),
    listTransactions: serveOperation(operations.listTransactions, listTransactions, options),
    getTransaction: serveOperation(operations.getTransaction, getTransaction, options),
    getTransactionHistory: serveOperation(operations.getTransactionHistory, getTransactionHistory, options),
    reprocessUpload: serveOperation(operations.reprocessUpload, reprocessUpload, options),
    withdrawUpload: serveOperation(operations.withdrawUpload, withdrawUpload, options),
    restoreUpload: serveOperation(operations.restoreUpload, restoreUpload, options),
  };
  const table = new Map<string, Record<string, Route>>();
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    table.set(operation.path, { ...table.get(operation.path), [operation.method]: operationRoutes[id] });
  }
  table.set(basePath, { GET: operationRoutes.testAccess });
  table.set('/healthz', { GET: async () => ({ body: { status: 'ok' } }) });
  table.set('/readyz', { GET: () => ready(options) });
  table.set('/metrics', { GET: (request) => metrics(request, options) });
  table.set('/openapi.json', {
    GET: async ({ node }) => ({ body: openApiDocument(options.version, `https://${node.headers.host ?? 'localhost'}`) }),
  });
  return table;
}

async function ready({ data, isStopping }: AppOptions): ReturnType<Route> {
  if (isStopping()) throw new SalesError('unavailable', 'The server is stopping.', { retryAfterS: RETRY_AFTER_STOPPING_S });
  await data.checkWritable();
  return { body: { status: 'ready' } };
}

/** What all tenants do together is for those who run the server. */
async function metrics({ node, notes }: RouteRequest, { authenticator, metricsText }: AppOptions): ReturnType<Route> {
  const user = await authenticator.authenticate(node.headers.authorization, node.socket, 'Admin');
  notes.user = user.name;
  return { json: await metricsText(), headers: { 'content-type': metricsMediaType } };
}

/** What h3 (2.0.8, where it is not exported) takes for an answer that has been written to Node's response; anything else it would write, too. */
const handled = Symbol.for('h3.handled');
const everyAnswerList = Object.entries(everyAnswer).flat();

/**
 * Runs a route and writes its result, or its failure, as the answer. By ourselves: h3 would make a Response and a Headers of it only to
 * take them apart again, which costs more than to find a transaction.
 */
async function respond(
  event: H3Event,
  options: AppOptions,
  path: string | null,
  route: Route,
  headers: Record<string, string> = {},
): Promise<typeof handled> {
  const node = event.runtime?.node?.req as IncomingMessage;
  const entry: RequestLogEntry = {
    requestId: randomUUID(),
    method: event.req.method,
    route: path,
    path: shownPath(path, event.context.params ?? {}, event.url.pathname),
    status: 200,
    durationMs: performance.now(),
    user: null,
    tenantId: null,
    bodyBytes: 0,
    answerBytes: 0,
    address: node.socket.remoteAddress ?? '',
  };
  const answer = await answerOf(event, node, entry, route, options);
  const discarded = hasBody(node) && !(await discardBody(node));
  entry.status = answer.status;
  const contentLength = answer.body === null ? 0 : Buffer.byteLength(answer.body);
  // Of a body that a HEAD is only told the length of, nothing is sent.
  entry.answerBytes = entry.method === 'HEAD' ? 0 : contentLength;
  entry.durationMs = performance.now() - entry.durationMs;
  options.log(entry);
  const closing = discarded || options.isStopping() ? { connection: 'close' } : {};
  const res = event.runtime?.node?.res as ServerResponse;
  res.writeHead(answer.status, headerList(entry.requestId, contentLength, closing, answer.headers, headers));
  res.end(answer.body);
  return handled;
}

/** Names and values by turns, as Node takes them. A name that came twice would be sent twice. */
function headerList(requestId: string, contentLength: number, ...own: Record<string, string>[]): string[] {
  // Without the length the body would go in chunks, which costs both sides more than the shortest of lists.
  const list = [...everyAnswerList, 'x-request-id', requestId, 'content-length', String(contentLength)];
  for (const headers of own) {
    for (const name in headers) list.push(name, headers[name] as string);
  }
  return list;
}

async function answerOf(event: H3Event, node: IncomingMessage, entry: RequestLogEntry, route: Route, options: AppOptions): Promise<Answer> {
  const told: Record<string, string> = {};
  try {
    checkHost(node, options);
    checkSite(node);
    const path = (event.context.params ?? {}) as Record<string, string>;
    const { headers = {}, ...result } = await route({
      node,
      query: event.url.searchParams,
      path,
      notes: entry,
      told,
    });
    if ('body' in result && result.body === null) return { status: 200, headers: { ...told, ...headers }, body: null };
    const json = 'json' in result ? result.json : JSON.stringify(result.body);
    return { status: 200, headers: { 'content-type': 'application/json', ...told, ...headers }, body: json };
  } catch (thrown) {
    if (thrown instanceof SalesError && thrown.code === 'storage') options.onStorageFailure(thrown);
    const error = toSalesError(thrown);
    if (error.cause !== undefined) entry.cause = error.cause;
    const answer = problemAnswer(error, entry.requestId);
    return { ...answer, headers: { ...told, ...answer.headers } };
  }
}

/** A page of a foreign site that reaches this server under the site's own name is not served (DNS rebinding). */
function checkHost({ headers }: IncomingMessage, { isOwnName }: AppOptions): void {
  if (headers.host === undefined) throw new SalesError('validation', undefined, { errors: { Host: ['is required'] } });
  if (!isOwnName(headers.host)) throw new SalesError('misdirected', 'The server has no certificate for this host name.');
}

/** A browser sends the log-in that it remembers with whatever a page of another site makes it send. */
function checkSite({ method, headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  if (method === 'GET' || method === 'HEAD' || (site !== 'cross-site' && site !== 'same-site')) return;
  throw new SalesError('validation', undefined, { errors: { 'Sec-Fetch-Site': ['a page of another site may not send this request'] } });
}

function hasBody(node: IncomingMessage): boolean {
  return node.headers['transfer-encoding'] !== undefined || Number(node.headers['content-length'] ?? 0) > 0;
}

/** `{id}` of the contract is `:id` of h3. */
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
