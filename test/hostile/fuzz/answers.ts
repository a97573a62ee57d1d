/** Holds each answer against the OpenAPI document that the server itself serves, and against what its request asked for. */
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { RawAnswer } from './connection.js';
import type { FuzzRequest } from './requests.js';

// biome-ignore lint/suspicious/noExplicitAny: the document is plain JSON
type Json = any;

/** What is wrong with an answer; null for nothing. `json` is its body, where it has one. */
export type AnswerCheck = (request: Pick<FuzzRequest, 'operation' | 'method' | 'expected'>, answer: RawAnswer, json: Json) => string | null;

/** The server has no place for a request at the moment: allowed with each, and counted. */
export const refusals: readonly number[] = [429, 503];
/** Of addresses that are no operations of the document, and of what is no request. */
const plainStatuses = [200, 302, 400, 401, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 431, 503];
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const WHOLE = /^[1-9]\d*$/;
const INSIDE = /\n\s+at |SQLITE|node:|\/dist\/|\/src\/|\.js:\d/;

/** Of each header that an answer may have, what its value must be. */
const headerValues: Record<string, RegExp> = {
  date: /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  connection: /^(close|keep-alive)$/,
  'keep-alive': /^timeout=\d+$/,
  'content-length': /^\d+$/,
  'content-type': /^(application\/json|application\/problem\+json|text\/plain; version=[\d.]+; charset=utf-8|text\/html; charset=utf-8)$/,
  'x-request-id': UUID,
  'cache-control': /^no-store$/,
  'x-content-type-options': /^nosniff$/,
  'strict-transport-security': /^max-age=15768000$/,
  'content-security-policy': /^default-src 'none'; frame-ancestors 'none'$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'referrer-policy': /^no-referrer$/,
  'sales-capabilities': /^idempotency;ttl=\d+, gzip(?:, [a-z-]+(?:="[\w ]+")?)+$/,
  'www-authenticate': /^(Basic realm="sales", charset="UTF-8"|Session realm="sales")$/,
  'retry-after': WHOLE,
  location: /^\/console\/$/,
  allow: /^(GET, HEAD|POST)$/,
  'idempotency-replayed': /^true$/,
};
const always = [
  ...['content-length', 'cache-control', 'x-content-type-options', 'content-security-policy', 'cross-origin-resource-policy'],
  ...['referrer-policy', 'sales-capabilities'],
];
/** The header that a status must have, and no other may. */
const headerOfStatus: Record<string, readonly number[]> = {
  'www-authenticate': [401],
  'retry-after': [409, 429, 503],
  location: [302],
  allow: [405],
};

export function answerCheck(document: Json): AnswerCheck {
  closeObjects(document.components.schemas);
  const ajv = new Ajv2020.default({
    strict: true,
    keywords: ['example', 'components', 'openapi', 'info', 'servers', 'security', 'tags', 'paths'],
  });
  addFormats.default(ajv);
  ajv.addFormat('double', true);
  ajv.addSchema(document, 'document');
  const faultOf = (reference: string, json: Json): string | null => {
    const validate = ajv.getSchema(`document${reference}`);
    if (!validate) return `${reference} is not in the document`;
    return validate(json) ? null : ajv.errorsText(validate.errors);
  };
  const bodyFault = ({ operation }: Parameters<AnswerCheck>[0], { status, body, headers }: RawAnswer, json: Json): string | null => {
    const problem = {
      'application/problem+json': { schema: { $ref: `#/components/schemas/${status === 400 ? 'ValidationProblem' : 'Problem'}` } },
    };
    const documented = operation
      ? document.paths[operation.path][operation.method].responses[status]
      : plainStatuses.includes(status) && { content: status < 400 ? null : problem };
    if (!documented) return `status ${status} is not documented`;
    if (!documented.content) return operation && body !== '' ? 'the documented answer has no body' : null;
    const [[mediaType, { schema }]] = Object.entries(documented.content) as [[string, { schema: { $ref: string } }]];
    if (headers.get('content-type') !== mediaType) return `${headers.get('content-type')} is not ${mediaType}`;
    return json === undefined ? null : faultOf(schema.$ref, json);
  };
  return (request, answer, json) =>
    statusFault(request, answer) ??
    headerFault(answer) ??
    bodyFault(request, answer, json) ??
    (json === undefined ? null : problemFault(answer, json));
}

/** So that a member which is not in the document is a fault. */
function closeObjects(schema: Json): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === undefined) schema.additionalProperties = false;
  for (const inner of Object.values(schema)) closeObjects(inner);
}

function statusFault({ expected }: Parameters<AnswerCheck>[0], { status }: RawAnswer): string | null {
  if (status >= 500 && status !== 503) return `status ${status}`;
  if (expected === null || expected.includes(status) || refusals.includes(status)) return null;
  return `status ${status} instead of ${expected.join(' or ')}`;
}

function headerFault({ status, headers }: RawAnswer): string | null {
  for (const [name, value] of headers) {
    if (!headerValues[name]?.test(value)) return `header ${name}: ${value}`;
  }
  const missing = always.find((name) => !headers.has(name));
  if (missing) return `without the header ${missing}`;
  for (const [name, statuses] of Object.entries(headerOfStatus)) {
    if (headers.has(name) !== statuses.includes(status) && name !== 'allow')
      return `${headers.has(name) ? 'with' : 'without'} the header ${name}`;
  }
  return null;
}

/** What the schema of a problem cannot say. */
function problemFault({ status, headers, body }: RawAnswer, json: Json): string | null {
  if (status < 400) return null;
  if (json.status !== status) return `a problem of status ${json.status}`;
  if (headers.has('x-request-id') && json.requestId !== headers.get('x-request-id')) return 'a problem of another request';
  return INSIDE.test(body) ? 'shows the inside' : null;
}
