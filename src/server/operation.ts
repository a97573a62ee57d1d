/**
 * A contract operation and its handler become one function of a request, with the checks in the contract's order:
 * log-in, query and path, customer and tenant, body. The handler sees checked input and a scope, never HTTP.
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
  /** To be filled in for the log, as far as the request comes. */
  notes: RequestNotes & Pick<RequestLogEntry, 'requestId' | 'address'>;
  /** Headers of the answer, whatever it will be. */
  told: Record<string, string>;
}

/** Checked input of an operation. */
export interface Input<Op extends Operation> {
  query: z.infer<Op['query']>;
  path: { [Name in keyof Op['pathParameters']]: string };
  /** The decompressed bytes of a body of JSON, not yet parsed; empty for operations without a body. */
  body: Buffer;
  /** The Idempotency-Key header, with a hash of the body; null when there is none. */
  idempotency: { key: string; bodyHash: string } | null;
  /** The Upload-Group header: the file that the body is a batch of; null when there is none. */
  uploadGroup: string | null;
  from: RequestOrigin;
}

/** The body as a value, or as the JSON text of one. */
export type Reply<Op extends Operation> = (
  | { body: Op['response'] extends z.ZodType ? z.infer<Op['response']> : null }
  | { json: string }
) & {
  headers?: Record<string, string>;
};

/** What an operation does, once it is known who asks and for which tenant. Fails with a SalesError. */
export type Handler<Op extends Operation> = (input: Input<Op>, scope: Scope) => Promise<Reply<Op>>;

export interface Gate {
  data: Data;
  authenticator: Authenticator;
  /** Told of the queue that requests may have to wait in; `waiting` tells how many do. */
  onQueue?: (name: string, waiting: () => number) => void;
  /** Null where users may send as much as they like. */
  rateLimit: RateLimit | null;
}

const noBody = Buffer.alloc(0);
/** A body may take 30 MB of memory and is not read before its turn. Nor is it seen before whether anything of it comes. */
const bodyLimits = { concurrentMax: 16, waitingMax: 1_000, waitMsMax: 20_000, fullMessage: 'Too many uploads at once.', retryAfterS: 1 };
/** One user's slow bodies must not take all places. */
const userBodyLimits = { ...bodyLimits, concurrentMax: 4, waitingMax: 200, fullMessage: 'Too many uploads of one user at once.' };

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

/** Reads the body; its hash is taken as it comes, so that no long body holds up other requests. */
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
