/**
 * Makes one function of a request out of a contract operation and its handler, with the checks in the contract's order: log-in, query and
 * path, customer and tenant, body. The handler gets checked input and a scope, and never sees HTTP.
 */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { type Faults, issueMessage } from '../contract/faults.js';
import { uploadBodyBytesMax } from '../contract/limits.js';
import type { Operation } from '../contract/operations.js';
import { SalesError } from '../contract/problem.js';
import { readQuery } from '../contract/query.js';
import type { RequestOrigin } from '../store/audit.js';
import type { Data } from '../threads/data.js';
import type { Authenticator } from './auth.js';
import { readBody } from './body.js';
import { boundedQueue, boundedQueues } from './bounded-queue.js';
import { bodyHash, idempotencyKey, inFlightGuard } from './idempotency.js';
import type { RequestLogEntry, RequestNotes } from './log.js';
import type { RateLimit } from './rate-limit.js';
import { type Scope, scopeOf } from './tenancy.js';
import { uploadGroupOf } from './upload-group.js';

/** A request as it came in, for one route. */
export interface RouteRequest {
  node: IncomingMessage;
  query: URLSearchParams;
  path: Record<string, string>;
  /** Filled in for the log, as far as the request gets. */
  notes: RequestNotes & Pick<RequestLogEntry, 'requestId' | 'address'>;
  /** Headers of the answer, whether it succeeds or fails. */
  told: Record<string, string>;
}

/** Checked input of an operation. */
export interface Input<Op extends Operation> {
  query: z.infer<Op['query']>;
  path: { [Name in keyof Op['pathParameters']]: string };
  /** The body's JSON as decompressed bytes, not yet parsed; empty for operations without a body. */
  body: Buffer;
  /** The Idempotency-Key header and a hash of the body; null when there is no such header. */
  idempotency: { key: string; bodyHash: string } | null;
  /** The Upload-Group header, which names the file that the body is a batch of; null when there is none. */
  uploadGroup: string | null;
  from: RequestOrigin;
}

/** The body of the answer, as a value or as its JSON text. */
export type Reply<Op extends Operation> = (
  | { body: Op['response'] extends z.ZodType ? z.infer<Op['response']> : null }
  | { json: string }
) & {
  headers?: Record<string, string>;
};

/** What an operation does once it is known who asks and for which tenant. Fails with a SalesError. */
export type Handler<Op extends Operation> = (input: Input<Op>, scope: Scope) => Promise<Reply<Op>>;

export interface Gate {
  data: Data;
  authenticator: Authenticator;
  /** Called with each queue that requests may wait in; `waiting` tells how many do. */
  onQueue?: (name: string, waiting: () => number) => void;
  /** Null where users may send as much as they like. */
  rateLimit: RateLimit | null;
}

const noBody = Buffer.alloc(0);
/** A body may take 30 MB of memory, so none is read before its turn. Whether anything of it comes is only seen then. */
const bodyLimits = { concurrentMax: 16, waitingMax: 1_000, waitMsMax: 20_000, fullMessage: 'Too many uploads at once.', retryAfterS: 1 };
/** Keeps one user's slow bodies from taking all places. */
const userBodyLimits = { ...bodyLimits, concurrentMax: 4, waitingMax: 200, fullMessage: 'Too many uploads of one user at once.' };

/** The function that serves an operation: makes all checks, then calls the handler. Fails with a SalesError. */
export function serveOperation<Op extends Operation>(
  operation: Op,
  handler: Handler<Op>,
  { data, authenticator, onQueue, rateLimit }: Gate,
): (request: RouteRequest) => Promise<Reply<Op>> {
  const oneAtATime = inFlightGuard();
  const inTurn = boundedQueue(bodyLimits);
  const inTurnOfUser = boundedQueues(userBodyLimits);
  if (operation.request) onQueue?.('uploads', inTurn.waiting);
  return async (request) => {
    const { headers } = request.node;
    const user = await authenticator.authenticate(headers.authorization, request.node.socket, operation.role ?? 'API');
    request.notes.user = user.name;
    rateLimit?.spend(user.id, request.told);
    const query = checkedParameters(operation, request) as z.infer<Op['query']>;
    const scope = scopeOf(data, user, query);
    request.notes.tenantId = scope.tenant.tenantId;
    const key = operation.request ? idempotencyKey(singleHeader(headers['idempotency-key'])) : null;
    const uploadGroup = operation.request ? uploadGroupOf(singleHeader(headers['upload-group'])) : null;
    const work = async () => {
      const path = request.path as Input<Op>['path'];
      const from = { origin: request.notes.address, requestId: request.notes.requestId };
      if (!operation.request) return handler({ query, path, body: noBody, idempotency: null, uploadGroup, from }, scope);
      const { body, idempotency } = await bodyOf(request.node, key);
      request.notes.bodyBytes = body.length;
      return handler({ query, path, body, idempotency, uploadGroup, from }, scope);
    };
    if (!operation.request) return work();
    const once = () => (key === null ? work() : oneAtATime(`${user.id} ${scope.tenant.tenantId}`, key, work));
    return inTurnOfUser(user.id, () => inTurn(once));
  };
}

/** Reads the body. It is hashed as it arrives, so that a long body does not hold up other requests. */
async function bodyOf(node: IncomingMessage, key: string | null): Promise<Pick<Input<Operation>, 'body' | 'idempotency'>> {
  if (key === null) return { body: await readBody(node, uploadBodyBytesMax), idempotency: null };
  const hash = bodyHash();
  const body = await readBody(node, uploadBodyBytesMax, (chunk) => hash.update(chunk));
  return { body, idempotency: { key, bodyHash: hash.digest('base64url') } };
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function checkedParameters(operation: Operation, request: RouteRequest) {
  const reading = readQuery(operation.query, request.query, request.node.url);
  const faults: Faults = 'faults' in reading ? reading.faults : {};
  for (const [name, schema] of Object.entries(operation.pathParameters)) {
    const text = request.path[name];
    if (schema.safeParse(text).success) continue;
    faults[name] = schema.safeParse(text, { error: issueMessage }).error?.issues.map((issue) => issue.message) ?? [];
  }
  if ('faults' in reading || Object.keys(faults).length > 0) throw new SalesError('validation', undefined, { errors: faults });
  return reading.query;
}
