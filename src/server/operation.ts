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
import type { Store } from '../store/store.js';
import type { Authenticator } from './auth.js';
import { readJson } from './body.js';
import { type Scope, scopeOf } from './tenancy.js';

/** A request as it came in, for one route. */
export interface RouteRequest {
  node: IncomingMessage;
  query: URLSearchParams;
  path: Record<string, string>;
  address: string;
}

/** Checked input of an operation. `body` is the parsed JSON, not yet checked, of operations that take one. */
export interface Input<Op extends Operation> {
  query: z.infer<Op['query']>;
  path: { [Name in keyof Op['pathParameters']]: string };
  body: unknown;
}

export type Output<Op extends Operation> = Op['response'] extends z.ZodType ? z.infer<Op['response']> : null;

/** What an operation does, once it is known who asks and for which tenant. Fails with a SalesError. */
export type Handler<Op extends Operation> = (input: Input<Op>, scope: Scope) => Promise<Output<Op>>;

export interface Gate {
  store: Store;
  authenticator: Authenticator;
}

export function serveOperation<Op extends Operation>(
  operation: Op,
  handler: Handler<Op>,
  { store, authenticator }: Gate,
): (request: RouteRequest) => Promise<Output<Op>> {
  return async (request) => {
    const user = await authenticator.authenticate(request.node.headers.authorization, request.address, 'API');
    const query = checkedParameters(operation, request);
    const scope = scopeOf(store, user, query);
    const body = operation.request ? await readJson(request.node, uploadBodyBytesMax) : null;
    return handler({ query: query as z.infer<Op['query']>, path: request.path as Input<Op>['path'], body }, scope);
  };
}

function checkedParameters(operation: Operation, request: RouteRequest) {
  const reading = readQuery(operation.query, request.query);
  const faults: Faults = 'faults' in reading ? reading.faults : {};
  for (const [name, schema] of Object.entries(operation.pathParameters)) {
    const issues = schema.safeParse(request.path[name], { error: issueMessage }).error?.issues ?? [];
    if (issues.length > 0) faults[name] = issues.map((issue) => issue.message);
  }
  if ('faults' in reading || Object.keys(faults).length > 0) throw new SalesError('validation', undefined, { errors: faults });
  return reading.query;
}
