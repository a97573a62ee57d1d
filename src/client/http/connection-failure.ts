/**
 * Turns errors of the connection into failures. It answers two questions: what went wrong, in words a merchant can act on, and, for an
 * upload, whether the server may have received the request anyway.
 */

import { named } from '../../contract/own-names.js';
import { SalesError } from '../../contract/problem.js';
import type { Hint } from '../../contract/remedy.js';

/** How far a request got. Only one whose last byte was handed over can have been taken. */
export interface Delivery {
  /** Asking again never does harm. */
  safe: boolean;
  wholeRequestSent: boolean;
}

const trustCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'CERT_SIGNATURE_FAILURE',
  'INVALID_PURPOSE',
  'INVALID_CA',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
]);

/** `network` (not delivered), `inDoubt`, `tlsTrust` or `protocol`, with the host in the message and the remedy as hint. */
export function connectionFailure(cause: unknown, host: string, delivery: Delivery): SalesError {
  if (cause instanceof SalesError) return cause;
  const code = codeOf(cause);
  if (trustCodes.has(code)) return trustFailure(code, host, cause);
  if (delivery.wholeRequestSent && !delivery.safe) {
    return new SalesError('inDoubt', `The connection to ${host} ended before the answer came (${reasonOf(code)}).`, { cause });
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new SalesError('protocol', `The answer of ${host} is too large.`, { cause });
  if (code.startsWith('HPE_')) return new SalesError('protocol', `The answer of ${host} is not HTTP.`, { cause });
  return new SalesError('network', `${host} cannot be reached: ${reasonOf(code)}.`, { cause, hint: hintOf(code) });
}

function trustFailure(code: string, host: string, cause: unknown): SalesError {
  const why: Record<string, string> = named({
    CERT_HAS_EXPIRED: 'it has expired',
    CERT_NOT_YET_VALID: 'it is not valid yet',
    ERR_TLS_CERT_ALTNAME_INVALID: 'it was made for another name',
    HOSTNAME_MISMATCH: 'it was made for another name',
  });
  const hint: Hint = why[code]
    ? 'Check the URL and the clock of this machine, or ask whoever runs the server'
    : [
        ['sales', 'login'],
        ' shows it and asks whether to trust it; or give the certificate of its authority: ',
        ['sales', 'login', '--ca-file', 'FILE'],
      ];
  return new SalesError('tlsTrust', `The certificate of ${host} is not trusted: ${why[code] ?? 'no known authority issued it'}.`, {
    cause,
    hint,
  });
}

/** Whether the server's certificate was not believed; nothing was sent to it then. */
export function isTrustFailure(error: unknown): boolean {
  return trustCodes.has(codeOf(error));
}

/** The first code in the chain of causes: undici and node wrap errors, and a name with several addresses has one error for each. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if ('cause' in error && error.cause) return codeOf(error.cause);
  return error instanceof Error ? error.name : 'UNKNOWN';
}

function reasonOf(code: string): string {
  const reasons: Record<string, string> = named({
    ENOTFOUND: 'its name is not known',
    EAI_AGAIN: 'its name cannot be looked up at the moment',
    ECONNREFUSED: 'nothing listens there',
    ECONNRESET: 'the connection was cut',
    EPIPE: 'the connection was cut',
    UND_ERR_SOCKET: 'the connection was cut',
    EHOSTUNREACH: 'there is no route to it',
    ENETUNREACH: 'there is no network',
    ETIMEDOUT: 'it does not answer',
    UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
    UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
    UND_ERR_BODY_TIMEOUT: 'the answer stopped half way',
    ANSWER_TIMEOUT: 'the answer was not whole in time',
    UND_ERR_ABORTED: 'the request was broken off',
    ABORT_ERR: 'the request was broken off',
    AbortError: 'the request was broken off',
  });
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'it does not speak TLS 1.2 or newer';
  return reasons[code] ?? code;
}

function hintOf(code: string): Hint | undefined {
  if (code === 'ENOTFOUND') return ['Check the name in the URL: ', ['sales', 'config', 'show', '--origin']];
  if (code === 'ECONNREFUSED') return ['Is the server running, and is the port right? ', ['sales', 'ping'], ' shows more'];
  if (code.endsWith('TIMEOUT') || code === 'ETIMEDOUT') return [['sales', 'ping'], ' shows which layer fails; --timeout gives it longer'];
  return undefined;
}
