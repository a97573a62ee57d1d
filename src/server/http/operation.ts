/**
 * Makes one function of a request out of a contract operation and its handler, with the checks in the contract's order: log-in, query and
 * path, customer and tenant, body. The handler gets checked input and a scope, and never sees HTTP.
 */
import type { IncomingMessage } from 'node:http';
import { type Faults, issueMessage } from '../../contract/faults.js';
import { inputOf, type Queries } from '../../contract/inputs.js';
import { type AnyOperation, type OperationId, operationOf, type PathNames, type ResponseOf } from '../../contract/operations.js';
import { named } from '../../contract/own-names.js';
import { basePath } from '../../contract/paths.js';
import { SalesError } from '../../contract/problem.js';
import { readQuery } from '../../contract/query.js';
import { type UploadSource, uploadSourceOf } from '../../contract/upload-source.js';
import type { User } from '../../store/access.js';
import type { RequestOrigin } from '../../store/audit.js';
import type { Data } from '../../threads/data.js';
import type { Admission, BodyKind } from '../access/admission.js';
import { hasBody, readBody } from '../access/body.js';
import type { Principals } from '../access/principals.js';
import type { RateLimit } from '../access/rate-limit.js';
import { checkRole, mustBeWhole, type Scope, scopeOf } from '../access/tenancy.js';
import { bodyHash, idempotencyKey, inFlightGuard } from './idempotency.js';
import { type Route, type RouteRequest, takesBody } from './route.js';
import { uploadGroupOf } from './upload-group.js';

/** Checked input of an operation. */
export interface Input<Id extends OperationId> {
  query: Queries[Id];
  path: Record<PathNames<Id>, string>;
  /** The body's JSON as decompressed bytes, not yet parsed; empty where none is asked for. */
  body: Buffer;
  /** The version that a change is made to, by its If-Match header; null where the operation has none. */
  version: number | null;
  /** The Idempotency-Key header and a hash of the body; null when there is no such header. */
  idempotency: { key: string; bodyHash: string } | null;
  /** The Upload-Group header, which names the file that the body is a batch of; null when there is none. */
  uploadGroup: string | null;
  /** The Upload-Source header: name and hash of that file; null when there is none. */
  uploadSource: UploadSource | null;
  from: RequestOrigin;
  /** Sends work to a thread that searches for lists, when it is this user's turn. Fails as the queue does. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** The body of the answer, as a value or as its JSON text. */
export type Reply<Id extends OperationId> = ({ body: ResponseOf<Id> } | { json: string }) & { headers?: Record<string, string> };

/** What an operation does once it is known who asks and for which tenant. Fails with a SalesError. */
export type Handler<Id extends OperationId> = (input: Input<Id>, scope: Scope) => Promise<Reply<Id>>;

export interface Gate {
  data: Data;
  principals: Principals;
  admission: Admission;
  /** Null where users may send as much as they like. */
  rateLimit: RateLimit | null;
}

const noBody = Buffer.alloc(0);

/** The function that serves an operation: makes all checks, then calls the handler. Fails with a SalesError. */
export function serveOperation<Id extends OperationId>(
  id: Id,
  handler: Handler<Id>,
  { data, principals, admission, rateLimit }: Gate,
): Route {
  const oneAtATime = inFlightGuard();
  const operation = operationOf(id);
  const { kind } = operation;
  const isBatch = kind === 'batch';
  return takesBody(bodyKindOf(id), async (request) => {
    const { headers } = request.node;
    const user = await principals.userOf(request.node, request.notes.address);
    await admit(operation, user, request, rateLimit);
    const query = checkedParameters(id, request);
    const scope = scopeOf(data, user, query);
    request.notes.tenantId = scope.tenant.tenantId;
    const owner = { userId: user.id, customerId: scope.customerId };
    request.owner = owner;
    const key = isBatch ? idempotencyKey(singleHeader(headers['idempotency-key'])) : null;
    const uploadGroup = isBatch ? uploadGroupOf(singleHeader(headers['upload-group'])) : null;
    const uploadSource = isBatch ? uploadSourceOf(singleHeader(headers['upload-source'])) : null;
    const work = async () => {
      const path = request.path as Input<Id>['path'];
      const from = { origin: request.notes.address, requestId: request.notes.requestId };
      const inTurn: Input<Id>['inTurn'] = (search) =>
        admission.lists.admit(owner, request.node, async () => {
          // Answers to requests that waited beside this one may lie unread by now.
          admission.answers.check(owner);
          return search();
        });
      const version = operation.isVersioned && kind === 'change' ? versionIn(headers['if-match']) : null;
      const { body, idempotency } = await bodyOf(id, request.node, key);
      request.notes.bodyBytes = body.length;
      if (operation.isOfWholeTenant) mustBeWhole(scope);
      return handler({ query, path, body, version, idempotency, uploadGroup, uploadSource, from, inTurn }, scope);
    };
    if (kind === 'read' || kind === 'search') {
      admission.answers.check(owner);
      return work();
    }
    if (kind === 'change') return admission.changes.admit(owner, request.node, work);
    const once = () => (key === null ? work() : oneAtATime(`${user.id} ${scope.tenant.tenantId}`, key, work));
    return admission.uploads.admit(owner, request.node, once);
  });
}

function bodyKindOf(id: OperationId): BodyKind | null {
  if (!inputOf(id).request) return null;
  return operationOf(id).kind === 'batch' ? 'uploads' : 'changes';
}

/** What an operation about the user alone does. It reads its body itself. */
export type UserHandler<Id extends OperationId> = (user: User, request: RouteRequest) => Promise<Reply<Id>>;

/** The same for an operation about the user alone: no tenant has to be left. */
export function serveOfUser<Id extends OperationId>(id: Id, handler: UserHandler<Id>, { principals, rateLimit }: Gate): Route {
  const operation = operationOf(id);
  return takesBody(inputOf(id).request ? 'forms' : null, async (request) => {
    const user = await principals.userOf(request.node, request.notes.address);
    await admit(operation, user, request, rateLimit);
    checkedParameters(id, request);
    request.owner = { userId: user.id, customerId: user.access[0]?.customerId ?? '' };
    return handler(user, request);
  });
}

/** After a good log-in: the rate, then the role. The documented interface knows no 403. */
async function admit({ roles, path }: AnyOperation, user: User, request: RouteRequest, rateLimit: RateLimit | null): Promise<void> {
  request.notes.user = user.name;
  await rateLimit?.spend(user.id, request.told);
  checkRole(user, roles, path.startsWith(`${basePath}/`) ? 'unauthorized' : 'forbidden');
}

/** Reads the body. One with a key is hashed as it arrives, so that a long one does not hold up other requests. */
async function bodyOf(
  id: OperationId,
  node: IncomingMessage,
  key: string | null,
): Promise<Pick<Input<OperationId>, 'body' | 'idempotency'>> {
  if (!inputOf(id).request || (operationOf(id).isBodyOptional && !hasBody(node))) return { body: noBody, idempotency: null };
  if (key === null) return { body: await readBody(node), idempotency: null };
  const hash = bodyHash();
  const body = await readBody(node, (chunk) => hash.update(chunk));
  return { body, idempotency: { key, bodyHash: hash.digest('base64url') } };
}

/** Fails with `validation` where it is not the ETag of a version. */
function versionIn(ifMatch: string | undefined): number {
  const version = /^"(\d{1,15})"$/.exec(ifMatch?.trim() ?? '')?.[1];
  if (version !== undefined) return Number(version);
  const message =
    ifMatch === undefined ? 'is required: the ETag that the answer to GET has' : 'must be the ETag that the answer to GET has';
  throw new SalesError('validation', undefined, { errors: { 'If-Match': [message] } });
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function checkedParameters<Id extends OperationId>(id: Id, request: RouteRequest): Queries[Id] {
  const { query, pathParameters = {} } = inputOf(id);
  const reading = readQuery(query, request.query, request.node.url);
  const faults: Faults = named('faults' in reading ? reading.faults : {});
  for (const [name, schema] of Object.entries(pathParameters)) {
    const text = request.path[name];
    if (schema.safeParse(text).success) continue;
    faults[name] = schema.safeParse(text, { error: issueMessage }).error?.issues.map((issue) => issue.message) ?? [];
  }
  if ('faults' in reading || Object.keys(faults).length > 0) throw new SalesError('validation', undefined, { errors: faults });
  return reading.data as Queries[Id];
}
