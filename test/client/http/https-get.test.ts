/** What a GET does when the connection, the answer or the trust is not as it should be. */
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Getter, openGetter } from '../../../src/client/http/https-get.js';
import { json, type StubRequest, type StubServer, startStub } from '../stub-server.js';

const builtIn = vi.hoisted(() => [] as string[]);
vi.mock('node:tls', async (original) => ({ ...(await original<typeof import('node:tls')>()), rootCertificates: builtIn }));

let stub: StubServer;
let otherCa: string;
const opened: Getter[] = [];

beforeAll(async () => {
  stub = await startStub();
  const extensions = [{ name: 'basicConstraints', cA: true, critical: true } as const];
  otherCa = (await generate([{ name: 'commonName', value: 'another authority' }], { keyType: 'ec', extensions })).cert;
});
afterEach(() => {
  builtIn.length = 0;
  stub.requests.length = 0;
  for (const getter of opened.splice(0)) getter.close();
});
afterAll(() => stub.close());

const defaults = { nowMs: Date.now, connectMs: 2_000, timeoutMs: 2_000, bytesMax: 1_000_000 };

function getter(options: Partial<Parameters<typeof openGetter>[0]> = {}): Getter {
  const made = openGetter({ ca: stub.ca, ...defaults, ...options });
  opened.push(made);
  return made;
}
const get = (by: Getter, signal?: AbortSignal) => by.get(new URL(`${stub.url}/x?y=1`), { accept: 'a/b' }, signal);

describe('an answer', () => {
  it('comes whole, with its headers', async () => {
    const text = `\ufeff${'ü'.repeat(100_000)}`;
    stub.answer = (request) => json(request, 201, text, { 'x-one': '1' });
    const answer = await get(getter());
    expect(answer).toMatchObject({ status: 201, headers: { 'x-one': ['1'] } });
    expect(answer.body).toBe(text.slice(1));
    expect(stub.requests).toMatchObject([{ method: 'GET', url: '/x?y=1', headers: { accept: 'a/b' } }]);
  });

  it.each<[string, StubServer['answer'], object, string]>([
    ['that never begins', () => {}, { timeoutMs: 100 }, 'UND_ERR_HEADERS_TIMEOUT'],
    ['that stops', ({ response }) => void response.writeHead(200).write('a'), { timeoutMs: 100 }, 'UND_ERR_BODY_TIMEOUT'],
    ['that is too large', (request) => json(request, 200, 'a'.repeat(101)), { bytesMax: 100 }, 'UND_ERR_RES_EXCEEDED_MAX_SIZE'],
    ['that is no HTTP', ({ socket }) => void socket.end('hello\r\n\r\n'), {}, 'HPE_INVALID_CONSTANT'],
    ['that is cut', cutInside, {}, 'ECONNRESET'],
  ])('%s fails', async (_name, answer, options, code) => {
    stub.answer = answer;
    await expect(get(getter(options))).rejects.toMatchObject({ code });
  });

  it('of the largest size is taken', async () => {
    stub.answer = (request) => json(request, 200, 'a'.repeat(100));
    expect((await get(getter({ bytesMax: 100 }))).body).toHaveLength(100);
  });

  it('is given up when the caller says so', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    stub.answer = () => controller.abort(reason);
    await expect(get(getter(), controller.signal)).rejects.toBe(reason);
    await expect(get(getter(), controller.signal)).rejects.toBe(reason);
    expect(stub.requests).toHaveLength(1);
  });
});

function cutInside({ response, socket }: StubRequest): void {
  response.writeHead(200, { 'content-length': '100' });
  response.write('half', () => socket.destroy());
}

describe('trust', () => {
  const ports = () => new Set(stub.requests.map(({ socket }) => socket.remotePort)).size;

  it.each<[string, () => { own: string | undefined; builtIn: string }]>([
    ['its own authority', () => ({ own: stub.ca, builtIn: otherCa })],
    ['a built-in one beside an own one', () => ({ own: otherCa, builtIn: stub.ca })],
  ])('is given to a server of %s, over one connection', async (_name, given) => {
    const { own, builtIn: root } = given();
    builtIn.push(root);
    stub.answer = (request) => json(request, 200, 'a');
    const by = getter({ ca: own });
    const answers = [await get(by), await get(by), await get(by)];
    expect(answers.map(({ body }) => body)).toEqual(['a', 'a', 'a']);
    expect(ports()).toBe(1);
  });

  it('is found by several requests at once', async () => {
    builtIn.push(stub.ca);
    stub.answer = (request) => json(request, 200, 'a');
    const by = getter({ ca: otherCa });
    expect(await Promise.all([get(by), get(by), get(by)])).toHaveLength(3);
  });

  it.each<[string, () => string | undefined]>([
    ['another authority alone', () => otherCa],
    ['no own authority', () => undefined],
    ['what is no certificate', () => '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('is not given by %s', async (_name, own) => {
    const by = getter({ ca: own() });
    await expect(get(by)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await expect(get(by)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(stub.requests).toHaveLength(0);
  });
});
