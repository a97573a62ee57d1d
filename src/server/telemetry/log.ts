/**
 * The server's log: one line for each request or event, as text or JSON. No secrets get into it: no header, no query, nothing of a body;
 * card numbers are masked wherever they might stand, field by field, because a request's id may look like one.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { own } from '../../contract/own-names.js';
import { SalesError } from '../../contract/problem.js';
import { isUuid } from '../../contract/uuid.js';

export type LogFormat = 'text' | 'json' | 'none';
export type LogLevel = 'info' | 'warn' | 'error';

/** Facts about a request that become known while it is served. */
export interface RequestNotes {
  /** Name of the user, once logged in. */
  user: string | null;
  tenantId: string | null;
  /** Size of the body, decompressed. */
  bodyBytes: number;
}

/** One request, as it is logged. */
export interface RequestLogEntry extends RequestNotes {
  requestId: string;
  method: string;
  /** The path as the contract writes it; null where there is no such route. */
  route: string | null;
  /** The path that was asked for, made safe for the log; see {@link shownPath}. */
  path: string;
  status: number;
  durationMs: number;
  answerBytes: number;
  address: string;
  /** The underlying error, where the failure is a defect or a failing store. */
  cause?: unknown;
}

/** The entry of a request that was refused before any of it could be read. */
export function unreadEntry(request: Pick<RequestLogEntry, 'requestId' | 'status' | 'answerBytes' | 'address'>): RequestLogEntry {
  const nothing = { user: null, tenantId: null, bodyBytes: 0, durationMs: 0 };
  return { ...request, ...nothing, method: '-', route: null, path: '-' };
}

export interface ServerLog {
  request(entry: RequestLogEntry): void;
  /** Logs something about the server as a whole, in every format, even `none`. */
  event(event: string, message: string, level?: LogLevel): void;
}

const PATH_CHARS_MAX = 200;
const FRAMES_MAX = 8;
/** Client errors that an operator should look into when there are many. */
const WARNED = new Set([401, 403, 408, 421, 429]);

/** Balancers and supervisors ask for these every few seconds. */
const PROBES = ['/readyz', '/healthz'];

/** `write` gets whole lines, without the line break. The answer to a probe has one only where the one before it had another status. */
export function openLog(format: LogFormat, write: (line: string) => void, now: () => Date): ServerLog {
  const isJson = format === 'json';
  const statuses = new Map(PROBES.map((route) => [route, 200]));
  const isAsBefore = ({ route, status }: RequestLogEntry) => {
    const before = statuses.get(route ?? '');
    if (route !== null && before !== undefined) statuses.set(route, status);
    return before === status;
  };
  return {
    request: (entry) => {
      if (format !== 'none' && !isAsBefore(entry)) write(isJson ? requestJson(entry, now()) : requestText(entry, now()));
    },
    event: (event, message, level = 'info') => {
      const text = maskCardNumbers(message);
      write(isJson ? JSON.stringify({ time: now().toISOString(), level, event, message: text }) : text);
    },
  };
}

function requestJson({ cause, ...entry }: RequestLogEntry, at: Date): string {
  const { requestId, method, route, path, status, durationMs, user, tenantId, bodyBytes, answerBytes, address } = entry;
  return JSON.stringify({
    time: at.toISOString(),
    level: levelOf(status),
    event: 'request',
    requestId,
    method,
    route,
    path,
    status,
    ms: Math.round(durationMs * 10) / 10,
    user: user && maskCardNumbers(user),
    tenantId,
    bodyBytes,
    answerBytes,
    address,
    ...(cause === undefined ? {} : { cause: reasonOf(cause), frames: framesOf(cause) }),
  });
}

function requestText({ cause, ...entry }: RequestLogEntry, at: Date): string {
  const { requestId, method, path, status, durationMs, user, address } = entry;
  const who = user ? maskCardNumbers(user) : '-';
  const reason = cause === undefined ? '' : `  ${reasonOf(cause)}`;
  return `${at.toISOString()} ${status} ${method} ${path} ${Math.round(durationMs)} ms ${who} ${address} ${requestId}${reason}`;
}

function levelOf(status: number): LogLevel {
  if (status >= 500) return 'error';
  return WARNED.has(status) ? 'warn' : 'info';
}

/**
 * A path that is safe to log: for a known route, with only those ids filled in that are UUIDs; for an unknown one, as much as helps to find
 * the mistake.
 */
export function shownPath(route: string | null, parameters: Record<string, string>, path: string): string {
  if (route === null) return maskCardNumbers(path.slice(0, PATH_CHARS_MAX));
  let shown = route;
  for (const name in parameters) {
    const value = own(parameters, name) ?? '';
    if (isUuid(value)) shown = shown.replace(`{${name}}`, value);
  }
  return shown;
}

/** An error as one line for the log, without its stack. Card numbers are masked, because a message may quote data. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const inner = error instanceof SalesError && error.cause instanceof Error ? `: ${reasonOf(error.cause)}` : '';
  return maskCardNumbers(`${error.name}: ${error.message}${inner}`.split('\n')[0] ?? '');
}

/** The stack frames of a defect, without its message; undefined for a SalesError and for what is no Error. */
function framesOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error instanceof SalesError) return undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames.slice(0, FRAMES_MAX).map((line) => line.trim());
}
