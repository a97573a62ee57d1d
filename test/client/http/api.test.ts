import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dryRunInTurn } from '../../../src/cli/commands/match/dry-run.js';
import type { Run } from '../../../src/cli/flags/run.js';
import { hintText } from '../../../src/cli/terminal/hint-text.js';
import { type ApiOptions, openApi, type SalesApi } from '../../../src/client/http/api.js';
import { systemClock } from '../../../src/client/machine/clock.js';
import { SalesError } from '../../../src/contract/problem.js';
import { announced, json, problem, processed, type StubRequest, type StubServer, startStub, uploadIds } from '../stub-server.js';

let stub: StubServer;
const opened: SalesApi[] = [];

beforeAll(async () => {
  stub = await startStub();
});
beforeEach(() => {
  stub.requests.length = 0;
  stub.early = null;
});
afterAll(async () => {
  for (const api of opened) await api.close();
  await stub.close();
});

function api(options: Partial<ApiOptions> = {}): SalesApi {
  const made = openApi({
    url: stub.url,
    user: 'api',
    password: 'pass wörd',
    ca: stub.ca,
    customerId: undefined,
    tenantId: undefined,
    timeoutMs: 2_000,
    nowMs: () => Date.now(),
    ...options,
  });
  opened.push(made);
  return made;
}

async function failureOf(call: Promise<unknown>): Promise<SalesError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SalesError)) throw new Error(`expected a SalesError, got ${String(error)}`);
  return error;
}

const body = Buffer.from('{"transactions":[{"amount":1}]}');
const upload = (over: Partial<ApiOptions> = {}) => api(over).upload(body, {});

describe('a request', () => {
  it('carries Basic authentication in UTF-8, and customer and tenant in the query', async () => {
    stub.answer = (request) => json(request, 200, '', { 'sales-capabilities': 'idempotency;ttl=1' });
    const access = await api({ customerId: uploadIds[0], tenantId: uploadIds[1] }).testAccess();
    expect(access.capabilities).toBe('idempotency;ttl=1');
    const [request] = stub.requests;
    expect(request?.url).toBe(`/sales/v1/?customerId=${uploadIds[0]}&tenantId=${uploadIds[1]}`);
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('api:pass wörd').toString('base64')}`);
  });

  it.each([
    ['RateLimit', { ratelimit: '"user";r=4;t=60' }, true],
    ['RateLimit-Policy', { 'ratelimit-policy': '"user";q=5;w=60' }, true],
    ['neither', {}, false],
  ])('learns that requests are counted from %s', async (_, headers, isRateLimited) => {
    stub.answer = (request) => json(request, 200, '', headers);
    expect(await api().testAccess()).toMatchObject({ isRateLimited });
  });

  it('uploads the body as it is, with its length', async () => {
    stub.answer = (request) => json(request, 200, { uploadId: uploadIds[0] });
    const result = await api().upload(body, { importConfigurationId: uploadIds[2] });
    expect(result).toEqual({ uploadId: uploadIds[0] });
    expect(stub.requests[0]).toMatchObject({
      method: 'POST',
      url: `/sales/v1/transactions/upload?importConfigurationId=${uploadIds[2]}`,
      body: body.toString(),
    });
    expect(stub.requests[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': String(body.length) });
  });

  it('uploads a packed body where it is told to, with the length that it has then', async () => {
    stub.answer = (request) => json(request, 200, { uploadId: uploadIds[0] });
    const long = Buffer.from(`{"transactions":[${'{"amount":1},'.repeat(1_000)}{}]}`);
    await api().upload(long, { gzip: true });
    const [request] = stub.requests;
    expect(request?.body).toBe(long.toString());
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'content-encoding': 'gzip' });
    expect(Number(request?.headers['content-length'])).toBeLessThan(1_000);
  });

  it.each([0, 1, 7, 5_000])('that is packed, of %i rows, cannot be unpacked to its end before its end goes', async (rows) => {
    const received: Buffer[] = [];
    stub.early = (message) => {
      message.on('data', (chunk: Buffer) => received.push(chunk)).on('error', () => {});
      return true;
    };
    const text = `{"transactions":[${Array.from({ length: rows }, (_, index) => `{"amount":${index}}`)}]}`;
    const kept = new SalesError('disk');
    const beforeLastByte = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw kept;
    };
    expect(await failureOf(api().upload(Buffer.from(text), { gzip: true, beforeLastByte }))).toBe(kept);
    const unpacked = received.length === 0 ? '' : gunzipSync(Buffer.concat(received), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    expect(text.startsWith(unpacked)).toBe(true);
    expect(unpacked).not.toContain('}]}');
    if (rows === 5_000) expect(unpacked.length).toBeGreaterThan(1_000);
  });

  it('goes where the profile says', async () => {
    stub.answer = (request) => json(request, 200, processed);
    await api({ url: `${stub.url}/base/`, tenantId: uploadIds[1], routes: { uploadState: '/other/?uploadId={uploadId}' } }).uploadState(
      'a b&c',
    );
    expect(stub.requests[0]?.url).toBe(`/base/other/?uploadId=a+b%26c&tenantId=${uploadIds[1]}`);
  });

  it('takes a large body to its last byte', async () => {
    stub.answer = (request) => json(request, 200, { uploadId: uploadIds[0] });
    const large = Buffer.alloc(5_000_000, 'x');
    await api().upload(large, {});
    expect(stub.requests[0]?.body.length).toBe(5_000_000);
  });

  it.each([
    ['http://example.com', 'https:'],
    ['not a url', 'not a URL'],
    ['https://user:secret@example.com', 'user name or a password'],
    ['https://example.com/?x=1', 'query'],
  ])('is never made to %s', (url, message) => {
    expect(() => api({ url })).toThrow(message);
  });

  it('has no colon in its user name', () => {
    expect(() => api({ user: 'a:b' })).toThrow('colon');
  });
});

describe('an answer', () => {
  it('that repeats a card number is told without it', async () => {
    const said = 'no place for 4242424242424242';
    stub.answer = (request) => problem(request, 400, { detail: said, errors: { 'transactions[0].orderId': [said] } });
    const { message, errors } = await failureOf(upload());
    expect([message, errors]).toEqual([
      expect.stringMatching(/no place for 424242\*+4242$/),
      { 'transactions[0].orderId': [expect.stringMatching(/^no place for 424242\*+4242$/)] },
    ]);
  });

  it('415 to a packed body is no defect of ours, and tells the flag', async () => {
    stub.answer = (request) => problem(request, 415);
    expect(await failureOf(api().upload(body, { gzip: true }))).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('does not accept compressed requests (415)'),
      hint: ['Send them uncompressed: ', ['--gzip', 'off']],
    });
  });

  it.each<[number, string]>([
    [401, 'unauthorized'],
    [404, 'notFound'],
    [413, 'payloadTooLarge'],
    [415, 'unsupportedMediaType'],
    [429, 'tooManyRequests'],
    [500, 'inDoubt'],
    [502, 'inDoubt'],
    [503, 'inDoubt'],
    [504, 'inDoubt'],
    [507, 'inDoubt'],
    [408, 'inDoubt'],
    [302, 'inDoubt'],
    [204, 'inDoubt'],
  ])('%i to an upload is %s', async (status, code) => {
    stub.answer = (request) => (status === 204 ? request.response.writeHead(204).end() : problem(request, status));
    expect((await failureOf(upload())).code).toBe(code);
  });

  it('404 about one thing does not doubt the address', async () => {
    stub.answer = (request) => problem(request, 404, { detail: 'There is no such transaction.' });
    expect(await failureOf(api().get('01a1fc68-12f0-7003-8d0f-000000000001'))).toMatchObject({ code: 'notFound', hint: undefined });
    stub.answer = (request) => problem(request, 404, { detail: 'There is nothing at this address.' });
    expect((await failureOf(api().get('01a1fc68-12f0-7003-8d0f-000000000001'))).hint).toContainEqual([
      'sales',
      'config',
      'show',
      '--origin',
    ]);
  });

  it('503 of a server that announces what it can says that it took nothing', async () => {
    stub.answer = (request) => problem(request, 503, {}, announced);
    expect((await failureOf(upload())).code).toBe('unavailable');
  });

  it.each<[number, string]>([
    [500, 'internal'],
    [502, 'badGateway'],
    [504, 'gatewayTimeout'],
    [503, 'unavailable'],
    [418, 'protocol'],
  ])('%i to a GET is %s', async (status, code) => {
    stub.answer = (request) => problem(request, status);
    expect((await failureOf(api().uploadState('x'))).code).toBe(code);
  });

  it('with faults brings them', async () => {
    const errors = { 'transactions[1].currency': ['must be a string'] };
    stub.answer = (request) => problem(request, 400, { errors });
    expect((await failureOf(upload())).errors).toEqual(errors);
  });

  it.each([
    [{ 'retry-after': '8' }, 'Try again in 8 s. Where log-ins have failed'],
    [{ 'retry-after': '601' }, 'Try again in 11 min. '],
    [{}, 'Try again later. '],
  ])('a 429 with %j says when to try again', async (headers, hint) => {
    stub.answer = (request) => problem(request, 429, { detail: 'Too many failed log-ins.' }, headers);
    const failure = await failureOf(api().testAccess());
    expect(failure.message).toContain('Too many failed log-ins.');
    expect(failure.hint).toContain(hint);
  });

  it('with Retry-After as a date counts from its own Date', async () => {
    const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
    const headers = { ...announced, date, 'retry-after': 'Fri, 20 Nov 2026 10:00:42 GMT' };
    stub.answer = (request) => problem(request, 503, { detail: 'full' }, headers);
    const failure = await failureOf(upload());
    expect(failure).toMatchObject({ code: 'unavailable', retryAfterS: 42 });
    expect(failure.message).toContain('full');
  });

  it('that redirects is not followed', async () => {
    stub.answer = (request) => json(request, 302, '', { location: 'https://evil.example/' });
    const failure = await failureOf(api().testAccess());
    expect(failure.code).toBe('protocol');
    expect(failure.message).toContain('never followed');
    expect(stub.requests).toHaveLength(1);
  });

  it.each([
    ['no JSON', 'hello'],
    ['no id', {}],
    ['an id that is none', { uploadId: 'x' }],
  ])('200 to an upload with %s leaves it in doubt', async (_name, answer) => {
    stub.answer = (request) => json(request, 200, answer);
    expect((await failureOf(upload())).code).toBe('inDoubt');
  });

  it('200 to a GET with something else is a protocol failure', async () => {
    stub.answer = (request) => json(request, 200, { items: 'none' });
    expect((await failureOf(api().list({}))).code).toBe('protocol');
  });
});

describe('a connection', () => {
  const freePort = () =>
    new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => resolve(port));
      });
    });
  const cut = ({ socket }: StubRequest) => void socket.destroy();

  it('that is refused delivered nothing', async () => {
    const failure = await failureOf(upload({ url: `https://127.0.0.1:${await freePort()}` }));
    expect(failure.code).toBe('network');
    expect(hintText(failure.hint ?? '')).toContain('sales ping');
  });

  it('to an unknown name delivered nothing', async () => {
    expect((await failureOf(upload({ url: 'https://sales.invalid' }))).code).toBe('network');
  });

  it('to a certificate that nobody vouches for is not trusted', async () => {
    const failure = await failureOf(upload({ ca: undefined }));
    expect(failure).toMatchObject({ code: 'tlsTrust' });
    expect(hintText(failure.hint ?? '')).toContain('--ca-file');
    expect(stub.requests).toHaveLength(0);
  });

  it('to something that speaks no TLS delivered nothing', async () => {
    const plain = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    expect((await failureOf(upload({ url: `https://127.0.0.1:${port}` }))).code).toBe('network');
    plain.close();
  });

  it('cut after the whole upload leaves it in doubt', async () => {
    stub.answer = cut;
    expect((await failureOf(upload())).code).toBe('inDoubt');
    expect(stub.requests[0]?.body).toBe(body.toString());
  });

  it('cut after a GET is a network failure', async () => {
    stub.answer = cut;
    expect((await failureOf(api().uploadState('x'))).code).toBe('network');
  });

  it('cut in the middle of the answer leaves an upload in doubt', async () => {
    stub.answer = ({ response, socket }) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"uploadId"', () => socket.destroy());
    };
    expect((await failureOf(upload())).code).toBe('inDoubt');
  });

  it('cut in the middle of the body delivered nothing', async () => {
    stub.early = (message) => {
      message.once('data', () => message.socket.destroy());
      return true;
    };
    expect((await failureOf(api().upload(Buffer.alloc(20_000_000, 'x'), {}))).code).toBe('network');
  });

  it('that answers 413 and closes before the body is through still tells 413', async () => {
    stub.early = (message, response) => {
      message.once('data', () => {
        response.writeHead(413, { connection: 'close', 'content-type': 'application/problem+json' });
        response.end('{"type":"about:blank","title":"too large","status":413}');
        response.once('finish', () => message.socket.end());
      });
      return true;
    };
    expect((await failureOf(api().upload(Buffer.alloc(20_000_000, 'x'), {}))).code).toBe('payloadTooLarge');
  });

  it('that stays silent leaves an upload in doubt', async () => {
    stub.answer = () => {};
    expect((await failureOf(upload({ timeoutMs: 500 }))).code).toBe('inDoubt');
  });

  it('broken off by the caller after the last byte leaves an upload in doubt', async () => {
    const controller = new AbortController();
    stub.answer = () => controller.abort();
    expect((await failureOf(api().upload(body, { signal: controller.signal }))).code).toBe('inDoubt');
  });
});

describe('a change of an upload', () => {
  const change = (what: 'reprocess' | 'withdraw' | 'restore') => api().ask(`${what}Upload`, { path: { uploadId: uploadIds[0] ?? '' } });

  it.each([
    ['reprocess', 'reprocess'],
    ['withdraw', 'undo'],
    ['restore', 'redo'],
  ] as const)('%s is a POST under /admin/v1/, without a body', async (what, path) => {
    const state = {
      date: '2026-11-20T12:00:00Z',
      status: 'Processed',
      summary: '',
      errors: [],
      withdrawn: { at: '2026-11-20T12:00:00Z', by: 'a' },
    };
    stub.answer = (request) => json(request, 200, state);
    expect(await change(what)).toEqual(state);
    expect(stub.requests).toMatchObject([
      { method: 'POST', url: `/admin/v1/uploads/${uploadIds[0]}/${path}`, body: '', headers: { 'content-length': '0' } },
    ]);
  });

  it.each([
    [502, 'badGateway'],
    [504, 'gatewayTimeout'],
    [408, 'requestTimeout'],
    [500, 'internal'],
  ])('is never in doubt, for it can be repeated: %i', async (status, code) => {
    stub.answer = (request) => problem(request, status);
    expect((await failureOf(change('withdraw'))).code).toBe(code);
  });

  it('nor where the connection ends before the answer', async () => {
    stub.answer = ({ socket }) => socket.destroy();
    expect((await failureOf(change('withdraw'))).code).toBe('network');
  });
});

it('a dry run of matching is waited for where others are given up', async () => {
  const held: StubRequest[] = [];
  stub.answer = (request) => void held.push(request);
  const impatient = api({ timeoutMs: 300 });
  const run = { host: { clock: systemClock } } as Run;
  const dryRun = dryRunInTurn(impatient, { isAll: false, settings: undefined }, run);
  await expect.poll(() => held.length).toBe(1);
  expect((await failureOf(impatient.ask('startMatchRun'))).message).toContain('no answer came in time');
  const none = { state: 'None', finishedAt: null, late: 0, settingsVersion: 0, matches: 0, proposals: 0, cancellations: 0, open: [] };
  json(held[0] as StubRequest, 200, JSON.stringify(none));
  await expect(dryRun).resolves.toEqual(none);
  expect(held[0]?.body).toBe('{"dryRun":true}');
  // Of a server that knows no dry run.
  stub.answer = (request) => json(request, 200, JSON.stringify({ ...none, state: 'Current' }));
  expect((await failureOf(dryRunInTurn(impatient, { isAll: false, settings: undefined }, run))).code).toBe('usage');
});
