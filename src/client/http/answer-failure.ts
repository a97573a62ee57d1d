/**
 * Turns answers other than the documented 200 into failures. It reads problem bodies and trusts nothing else in them: a gateway's HTML page
 * becomes a failure by its status alone.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { own } from '../../contract/own-names.js';
import { type FailureCode, failureOfStatus, SalesError } from '../../contract/problem.js';
import type { Problem, ValidationProblem } from '../../contract/problem-body.js';
import type { Hint, Remedy } from '../../contract/remedy.js';
import type { Role } from '../../contract/roles.js';
import { retryAfterS } from './retry-after.js';

export interface ReceivedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** The header's value; the first one where the server sent several. */
export function headerOf(answer: Pick<ReceivedAnswer, 'headers'>, name: string): string | undefined {
  const value = own(answer.headers, name);
  return Array.isArray(value) ? value[0] : value;
}

/**
 * The failure that `answer` stands for. For an upload whose every byte was sent (`mayBeTaken`), answers that do not say whether
 * it was staged are `inDoubt`: 5xx (but for a 503 of a server that announces what it can), 408, and anything undocumented.
 */
export async function answerFailure(answer: ReceivedAnswer, host: string, mayBeTaken: boolean, nowMs: number): Promise<SalesError> {
  const code = failureOfStatus(answer.status);
  const problem = await problemIn(answer.body);
  // The message also goes into the journal, and a server may repeat what it was sent.
  const detail = maskCardNumbers(problem?.detail ?? problem?.title ?? '');
  const said = detail ? `: ${detail}` : '';
  const waitS = retryAfterS(headerOf(answer, 'retry-after'), headerOf(answer, 'date'), nowMs);
  if (mayBeTaken && !saysNotTaken(answer)) {
    const message = `${host} answered ${answer.status}, which does not say whether it accepted the batch${said}`;
    return new SalesError('inDoubt', message, { retryAfterS: waitS });
  }
  const { tenants, roles } = problem ?? {};
  const errors = problem && 'errors' in problem ? masked(problem.errors as Record<string, string[]>) : undefined;
  const hint = tenants ? ['Name the tenant: ', ['--tenant', 'ID']] : hintOf(code, answer.status, waitS, detail, roles);
  const message = tenants ? `${host} has several tenants for this user (401)${said}` : messageOf(code, answer, host, detail);
  return new SalesError(code, message, { errors, tenants, roles, hint, retryAfterS: waitS });
}

/**
 * A 4xx is a refusal by the server or by something before it. 408 is none once the last byte was sent: the server may just have been slow. By a 503 our
 * own server says that it took nothing; the interface does not, and a gateway may say it of a batch that another one has.
 */
function saysNotTaken(answer: ReceivedAnswer): boolean {
  const { status } = answer;
  if (status === 503) return headerOf(answer, 'sales-capabilities') !== undefined;
  return status >= 400 && status < 500 && status !== 408;
}

function masked(errors: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).map(([path, messages]) => [path, messages.map(maskCardNumbers)]));
}

async function problemIn(body: string): Promise<Problem | ValidationProblem | null> {
  const { Problem, ValidationProblem } = await import('../../contract/problem-body.js');
  try {
    const json: unknown = JSON.parse(body);
    const validation = ValidationProblem.safeParse(json);
    if (validation.success) return validation.data;
    const problem = Problem.safeParse(json);
    return problem.success ? problem.data : null;
  } catch {
    return null;
  }
}

function messageOf(code: FailureCode, answer: ReceivedAnswer, host: string, detail: string): string {
  if (answer.status >= 300 && answer.status < 400) {
    const to = headerOf(answer, 'location');
    return `${host} answered ${answer.status}${to ? ` and points to ${to}` : ''}; redirects are never followed with a password.`;
  }
  if (code === 'unauthorized') return `${host} refused the log-in (401)${detail ? `: ${detail}` : ''}`;
  return `${host} answered ${answer.status}${detail ? `: ${detail}` : ''}`;
}

function hintOf(
  code: FailureCode,
  status: number,
  waitS: number | undefined,
  detail: string,
  roles: readonly Role[] | undefined,
): Hint | undefined {
  if (code === 'tooManyRequests') {
    const when = waitS === undefined ? 'later' : `in ${waitS < 120 ? `${waitS} s` : `${Math.ceil(waitS / 60)} min`}`;
    return `Try again ${when}. Where log-ins have failed, check user and password first: each further failure makes the wait longer`;
  }
  if (code === 'forbidden' || roles) return ['Whoever runs the server can give the role: ', grantOf(roles, detail)];
  if (code === 'unauthorized')
    return [
      'Check user and password (',
      ['sales', 'login'],
      '), and that the user has the role API; a user with several customers or tenants must name one: ',
      ['--customer'],
      ', ',
      ['--tenant'],
    ];
  if (code === 'preconditionFailed') return [['sales', 'match', 'settings', 'show', '--json'], ' shows them as they are now'];
  // What answers so is a Sales API, which lacks the one thing.
  if (code === 'notFound' && detail.startsWith('There is no such ')) return undefined;
  if (code === 'notFound' || code === 'methodNotAllowed')
    return ['Is the URL the base URL of a Sales API? ', ['sales', 'config', 'show', '--origin']];
  if (code === 'misdirected') return ['Whoever runs the server can add that name: ', ['sales', 'serve', '--name', 'NAME']];
  if (status >= 300 && status < 400) return ['Set the URL it points to: ', ['sales', 'login', '--url', 'URL']];
  if (code === 'protocol') return ['Is this a Sales API? ', ['sales', 'ping'], ' shows more'];
  return undefined;
}

/** Names the role where only one will do. */
function grantOf([role = 'ROLE', ...others]: readonly (Role | 'ROLE')[] = [], detail: string): Remedy {
  const isWhole = /\bwhole tenant\b/.test(detail);
  return [
    'sales',
    'admin',
    'user',
    'grant',
    'NAME',
    '--role',
    others.length === 0 ? role : 'ROLE',
    ...(isWhole ? ['--tenant', 'TENANT'] : []),
  ];
}
