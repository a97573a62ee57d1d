/** A route as the application calls it: what it is given of a request, what it gives for the answer, and by which bounds its body is read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyKind } from '../access/admission.js';
import type { Owner } from '../access/tally.js';
import type { RequestLogEntry, RequestNotes } from '../telemetry/log.js';

/** A request as it came in, for one route. */
export interface RouteRequest {
  node: IncomingMessage;
  query: URLSearchParams;
  path: Record<string, string>;
  /** The path that was asked for, decoded. */
  pathname: string;
  /** Filled in for the log, as far as the request gets. */
  notes: RequestNotes & Pick<RequestLogEntry, 'requestId' | 'address'>;
  /** Headers of the answer, whether it succeeds or fails. */
  told: Record<string, string>;
  /** For whom the request is served; null until that is known. */
  owner: Owner | null;
  /** Runs what reads the body once it has its place. Fails as the queue does. */
  inPlace: <Result>(reading: () => Promise<Result>) => Promise<Result>;
}

/**
 * The answer's body: a value (null for an empty one), ready-made JSON, bytes, or whatever is written to the answer over time; its status, where
 * that is not 200; headers of its own, and those that take the place of what every answer has.
 */
export type RouteAnswer = ({ body: unknown } | { json: string } | { bytes: Buffer } | { stream: (answer: ServerResponse) => void }) & {
  status?: number;
  headers?: Record<string, string>;
  instead?: Record<string, string>;
};

/** A route's handler. Fails with a SalesError. `body`: by which bounds one is read; without, none can be. */
export type Route = ((request: RouteRequest) => Promise<RouteAnswer>) & { body?: BodyKind | null };

/** Routes by their path, then by method. */
export type RouteTable = Record<string, Record<string, Route>>;

/** The same route, with the bounds of the body that it reads; null: it reads none. */
export function takesBody(body: BodyKind | null, route: Route): Route {
  return Object.assign(route, { body });
}
