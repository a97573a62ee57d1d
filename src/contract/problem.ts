/**
 * Every failure, once: what it is called, its HTTP status, whether trying again can help. The server writes problems by this table,
 * the client reads them by it, the command line maps the category to an exit code. A bad row is not a failure: its fate is data.
 */
import type { GrantedTenant } from './access.js';
import type { Faults, OrFaults } from './faults.js';
import type { Problem, ValidationProblem } from './problem-body.js';
import type { Question } from './question.js';
import type { Hint } from './remedy.js';
import type { Role } from './roles.js';

/** Who must act: maps to exit codes on the command line. */
export type Category = 'defect' | 'usage' | 'access' | 'input' | 'temporary' | 'inDoubt' | 'notFound' | 'locked' | 'disk' | 'serverDisk';

interface Failure {
  /** Null where the failure never travels over HTTP. */
  status: number | null;
  title: string;
  retryable: boolean;
  category: Category;
}

const failure = (status: number | null, title: string, category: Category): Failure => ({
  status,
  title,
  retryable: category === 'temporary',
  category,
});

export const failures = {
  validation: failure(400, 'One or more validation errors occurred.', 'input'),
  unauthorized: failure(401, 'The request is not authorised.', 'access'),
  /** A good log-in without the right. */
  forbidden: failure(403, 'The user may not do this.', 'access'),
  notFound: failure(404, 'Not found.', 'notFound'),
  methodNotAllowed: failure(405, 'The method is not allowed here.', 'defect'),
  requestTimeout: failure(408, 'The request came too slowly.', 'temporary'),
  /** The same idempotency key is being worked on; wait and repeat. */
  inFlight: failure(409, 'A request with the same idempotency key is in flight.', 'temporary'),
  /** One at a time, and somebody else's is under way. The client reads it as `inFlight`. */
  running: failure(409, 'Another one is running.', 'temporary'),
  /** Conflict: the resource is in another state. Only routes of the console answer so: clients of the API read 409 as `inFlight`. */
  conflict: failure(409, 'That cannot be done as things are.', 'usage'),
  /** Somebody else was first: what was to be changed is not as it was read. */
  preconditionFailed: failure(412, 'It has been changed meanwhile.', 'usage'),
  payloadTooLarge: failure(413, 'The request body is too large.', 'input'),
  unsupportedMediaType: failure(415, 'The type or encoding of the request body is not supported.', 'defect'),
  misdirected: failure(421, 'This host name is not served here.', 'usage'),
  /** The idempotency key was used before, for another request. */
  keyReused: failure(422, 'The idempotency key was used for another request.', 'defect'),
  tooManyRequests: failure(429, 'Too many requests.', 'temporary'),
  headersTooLarge: failure(431, 'The request headers are too large.', 'defect'),
  internal: failure(500, 'The server has a defect.', 'defect'),
  unavailable: failure(503, 'The server cannot take the request now.', 'temporary'),
  badGateway: failure(502, 'A gateway before the server failed.', 'temporary'),
  gatewayTimeout: failure(504, 'A gateway before the server timed out.', 'temporary'),
  /** The client could not reach the server; nothing was delivered. */
  network: failure(null, 'The server cannot be reached.', 'temporary'),
  /** The connection ended after the request was sent and before its answer came: it may have been taken. */
  inDoubt: failure(null, 'It is not known whether the server took the request.', 'inDoubt'),
  /** An answer that is not what the interface documents. */
  protocol: failure(null, 'The server does not speak the documented interface.', 'defect'),
  tlsTrust: failure(null, 'The certificate of the server is not trusted.', 'access'),
  usage: failure(null, 'The command cannot be carried out as given.', 'usage'),
  inputUnusable: failure(null, 'The input cannot be used.', 'input'),
  alreadyUploaded: failure(null, 'The file was already uploaded.', 'input'),
  /** It was uploaded, and that was undone since, or the server has it no more. */
  uploadGone: failure(null, 'What was uploaded of the file does not count any more.', 'input'),
  locked: failure(null, 'Another process holds it.', 'locked'),
  disk: failure(null, 'The local disk cannot be used.', 'disk'),
  storage: failure(null, 'The database cannot be read or written.', 'serverDisk'),
} as const satisfies Record<string, Failure>;

export type FailureCode = keyof typeof failures;

export interface SalesErrorOptions {
  /** Validation faults by path. */
  errors?: Faults | undefined;
  /** What a file leaves open, of an `inputUnusable`. */
  questions?: readonly Question[] | undefined;
  /** The tenants to choose from, of an `unauthorized` that is about which one. */
  tenants?: readonly GrantedTenant[] | undefined;
  /** Roles of which the user needs one. */
  roles?: readonly Role[] | undefined;
  /** What the reader can do about it. */
  hint?: Hint | undefined;
  /** Seconds after which trying again makes sense. */
  retryAfterS?: number | undefined;
  /** For the log only; never shown. */
  cause?: unknown;
}

/** A failure with its code. `message` is for people and safe to show: no secret, no card number, no SQL, no path of the server. */
export class SalesError extends Error {
  readonly code: FailureCode;
  readonly errors: Faults | undefined;
  readonly questions: readonly Question[] | undefined;
  readonly tenants: readonly GrantedTenant[] | undefined;
  readonly roles: readonly Role[] | undefined;
  readonly hint: Hint | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: FailureCode, message?: string, options: SalesErrorOptions = {}) {
    super(message ?? failures[code].title, { cause: options.cause });
    this.name = 'SalesError';
    this.code = code;
    this.errors = options.errors;
    this.questions = options.questions;
    this.tenants = options.tenants;
    this.roles = options.roles;
    this.hint = options.hint;
    this.retryAfterS = options.retryAfterS;
  }
}

/** For `catch`: null in place of a failure, of one of the codes where some are named. Any other error goes on. */
export function orNull(...codes: FailureCode[]): (error: unknown) => null {
  return (error) => {
    if (error instanceof SalesError && (codes.length === 0 || codes.includes(error.code))) return null;
    throw error;
  };
}

/** For `catch`: fails with what `retold` makes of a failure with that code. Any other error goes on. */
export function asToldBy(code: FailureCode, retold: (error: SalesError) => SalesError): (error: unknown) => never {
  return (error) => {
    throw error instanceof SalesError && error.code === code ? retold(error) : error;
  };
}

/** The failure that an HTTP status stands for; `internal` for any other 5xx, `protocol` for the rest. */
export function failureOfStatus(status: number): FailureCode {
  for (const [code, { status: own }] of Object.entries(failures)) if (own === status) return code as FailureCode;
  return status >= 500 ? 'internal' : 'protocol';
}

const sections: Record<number, string> = {
  400: 'rfc9110#section-15.5.1',
  401: 'rfc9110#section-15.5.2',
  403: 'rfc9110#section-15.5.4',
  404: 'rfc9110#section-15.5.5',
  405: 'rfc9110#section-15.5.6',
  408: 'rfc9110#section-15.5.9',
  409: 'rfc9110#section-15.5.10',
  412: 'rfc9110#section-15.5.13',
  413: 'rfc9110#section-15.5.14',
  415: 'rfc9110#section-15.5.16',
  421: 'rfc9110#section-15.5.20',
  422: 'rfc9110#section-15.5.21',
  429: 'rfc6585#section-4',
  431: 'rfc6585#section-5',
  500: 'rfc9110#section-15.6.1',
  503: 'rfc9110#section-15.6.4',
};

/** The problem body of a failure; failures without a status are told as 500. */
export function problemOf(error: SalesError, requestId?: string): Problem | ValidationProblem {
  const { status, title } = failures[error.code];
  const shown = status ?? 500;
  const problem: Problem = {
    type: `https://www.rfc-editor.org/rfc/${sections[shown] ?? sections[500]}`,
    title: status === null ? failures.internal.title : title,
    status: shown,
  };
  if (status !== null && error.message !== title) problem.detail = error.message;
  if (requestId !== undefined) problem.requestId = requestId;
  if (error.tenants) problem.tenants = [...error.tenants];
  if (error.roles) problem.roles = [...error.roles];
  return error.code === 'validation' ? { ...problem, errors: error.errors ?? {} } : problem;
}

/** What was read. Fails with `validation` where there are faults. */
export function rightOf<Data>(reading: OrFaults<Data>): Data {
  if ('faults' in reading) throw new SalesError('validation', undefined, { errors: reading.faults });
  return reading.data;
}

/** A fault of the body as a whole. */
export function bodyFault(message: string): SalesError {
  return new SalesError('validation', undefined, { errors: { $: [message] } });
}
