/** Every route × {no log-in, wrong log-in, wrong method, malformed query, malformed body}, and each error status of the contract. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const UPLOAD = '/sales/v1/transactions/upload';
const json = { 'content-type': 'application/json' };

const routes = [
  { name: 'testAccess', method: 'GET', path: '/sales/v1/', allow: 'GET, HEAD' },
  { name: 'testAccess without slash', method: 'GET', path: '/sales/v1', allow: 'GET, HEAD' },
  { name: 'uploadTransactions', method: 'POST', path: UPLOAD, allow: 'POST' },
  { name: 'getUploadState', method: 'GET', path: `${UPLOAD}/${UNKNOWN_ID}`, allow: 'GET, HEAD' },
  { name: 'listTransactions', method: 'GET', path: '/sales/v1/transactions', allow: 'GET, HEAD' },
  { name: 'getTransaction', method: 'GET', path: `/sales/v1/transactions/${UNKNOWN_ID}`, allow: 'GET, HEAD' },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('HEAD is answered as GET is, without the body', async () => {
  const get = await server.request('/healthz');
  const head = await server.request('/healthz', { method: 'HEAD' });
  expect(get.text).not.toBe('');
  expect([head.status, head.text]).toEqual([200, '']);
  for (const name of ['content-length', 'content-type', 'cache-control']) expect(head.headers[name]).toBe(get.headers[name]);
});

describe.each(routes)('$name', ({ method, path, allow }) => {
  const body = method === 'POST' ? { body: '{"transactions":[{}]}', headers: json } : {};

  it.each([
    ['no log-in', null],
    ['unknown user', 'nobody:whatever'],
    ['malformed credentials', 'nocolon'],
    ['empty user name', `:${password}`],
  ])('%s is a 401', async (_, login) => {
    const answer = await server.request(path, { method, login, ...body });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="sales", charset="UTF-8"');
    expect(answer.json).toEqual({
      type: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2',
      title: 'The request is not authorised.',
      status: 401,
      requestId: expect.any(String),
    });
  });

  it('a wrong method is a 405 that says what is allowed, without log-in', async () => {
    for (const other of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', method === 'POST' ? 'GET' : 'POST']) {
      const answer = await server.request(path, { method: other, login: null });
      expect([other, answer.status, answer.headers.allow]).toEqual([other, 405, allow]);
      expect(answer.headers['content-type']).toBe('application/problem+json');
    }
  });

  it('a malformed query is a 400 that names every parameter at once', async () => {
    const answer = await server.request(`${path}?customerId=x&tenantId=${UNKNOWN_ID}&tenantId=${UNKNOWN_ID}`, { method, ...body });
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toEqual({ customerId: ['must be a UUID'], tenantId: ['must be given once'] });
  });

  it('a customer or tenant that is not the user’s is a 401 like any other', async () => {
    for (const query of [`customerId=${UNKNOWN_ID}`, `tenantId=${UNKNOWN_ID}`]) {
      const answer = await server.request(`${path}?${query}`, { method, ...body });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Basic realm="sales", charset="UTF-8"');
    }
  });

  it('log-in comes before the query, and the query before the body', async () => {
    expect((await server.request(`${path}?customerId=x`, { method, login: null, ...body })).status).toBe(401);
    if (method === 'POST') expect((await server.request(`${path}?customerId=x`, { method, body: '{', headers: json })).status).toBe(400);
  });
});

describe('wrong password', () => {
  it('is a 401 ten times, then a 429 that says when to come back; good cached credentials go on', async () => {
    const own = await startTestServer();
    expect((await own.request('/sales/v1/')).status).toBe(200);
    for (let tries = 0; tries < 10; tries++) expect((await own.request('/sales/v1/', { login: 'api:wrong' })).status).toBe(401);
    const locked = await own.request('/sales/v1/', { login: 'api:wrong' });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await own.request('/sales/v1/')).status).toBe(200);
    await own.stop();
  });
});

describe('unknown addresses', () => {
  it.each(['/', '/sales/v1/nothing', '/sales/v2/', '/SALES/V1/', '/sales/v1/transactions/upload/a/b'])('%s is a 404', async (path) => {
    const answer = await server.request(path, { login: null });
    expect([answer.status, answer.json.title]).toEqual([404, 'Not found.']);
  });

  it('a slash behind a path is no other path: the public original asks for /?uploadId=… under its transactions', async () => {
    const { status, json } = await server.request(`/sales/v1/transactions/?uploadId=${UNKNOWN_ID}`);
    expect([status, json]).toEqual([200, { items: [], hasMore: false }]);
  });

  it.each([`${UPLOAD}/${UNKNOWN_ID}`, `${UPLOAD}/not-a-uuid`, `/sales/v1/transactions/${UNKNOWN_ID}`])('%s is a 404', async (path) => {
    expect((await server.request(path)).status).toBe(404);
  });

  it('a transaction id that is no UUID is a 400 under its name', async () => {
    const answer = await server.request('/sales/v1/transactions/not-a-uuid');
    expect([answer.status, answer.json.errors]).toEqual([400, { id: ['must be a UUID'] }]);
  });

  it('an import configuration that is not there is a 404', async () => {
    const answer = await server.request(`${UPLOAD}?importConfigurationId=${UNKNOWN_ID}`, {
      method: 'POST',
      body: '{"transactions":[{}]}',
      headers: json,
    });
    expect(answer.status).toBe(404);
  });

  it.each([
    ['terminalId=T%FCr', ['terminalId']],
    ['brandId=%', ['brandId']],
    ['currency=%zz&pageSize=0', ['currency', 'pageSize']],
    ['terminalId=%C3%BC&unknown=%FF', []],
    ['terminalId=%EF%BF%BD', []],
  ])('a parameter that cannot be decoded is a fault: %s', async (parameters, names) => {
    const { status, json } = await server.request(`/sales/v1/transactions?${parameters}`);
    expect([status, Object.keys(json.errors ?? {})]).toEqual([names.length > 0 ? 400 : 200, names]);
  });

  it('a path that is not well encoded is a 400', async () => {
    expect((await server.request('/%zz')).status).toBe(400);
  });
});

describe('malformed bodies', () => {
  const send = (body: string | Buffer, headers: Record<string, string> = json) => server.request(UPLOAD, { method: 'POST', body, headers });

  it.each([
    ['no JSON', '{"transactions": [}', 'is not valid JSON: line 1, position 19: expected a value'],
    ['cut off', '{"transactions":\n [{"amount": 1}', 'is not valid JSON: line 2, position 16: the text ends too early'],
    ['empty', '', 'is not valid JSON: line 1, position 1: the text ends too early'],
    [
      'two lists',
      '{"transactions":[{"amount":1}],"transactions":[]}',
      'is ambiguous JSON: line 1, position 32: the name is in the object already',
    ],
    [
      'two amounts',
      '{"transactions":[{"amount":100,\n"amount":1}]}',
      'is ambiguous JSON: line 2, position 1: the name is in the object already',
    ],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'is not valid UTF-8'],
    ['an array', '[]', 'must be an object with the field transactions'],
    ['too deep', `{"transactions":${'['.repeat(1_000_000)}`, 'must be nested at most 64 levels deep'],
    [
      'millions of objects',
      `{"transactions":[{"additionalData":[${'{},'.repeat(1_500_000)}{}]}]}`,
      'must have at most 1400000 arrays and objects',
    ],
    [
      'more objects than there is content for',
      `{"transactions":[{"additionalData":[${'{},'.repeat(400_000)}{}]}]}`,
      'has 400005 arrays and objects, too many for its 1200042 bytes',
    ],
    ['thousands of names', `{"transactions":[{${'"a":1,'.repeat(170_000)}"b":1}]}`, 'must have at most 1000 names in one object'],
  ])('%s is a 400 under $', async (_, body, message) => {
    const answer = await send(body);
    expect([answer.status, answer.json.errors]).toEqual([400, { $: [message] }]);
  });

  it('the largest number of the shortest items of additional data is taken', async () => {
    const items = Array(64).fill({ key: '', value: '' });
    const transactions = Array(2_000).fill({ additionalData: items });
    expect((await send(JSON.stringify({ transactions }))).status).toBe(200);
  });

  it.each([
    ['names', `{"transactions":[{${Array.from({ length: 2_000 }, (_, index) => `"a${index}":1,`).join('')}"amount":1}]}`],
    ['depth', `{"transactions":[{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}]}`],
  ])('a small body may have any %s in what is ignored: it costs little', async (_, body) => {
    expect((await send(body)).status).toBe(200);
  });

  it.each([
    ['no array', '{"transactions": {}}', 'must be an array'],
    ['nothing', '{}', 'is required'],
    ['null', '{"transactions": null}', 'is required'],
    ['an empty array', '{"transactions": []}', 'must hold at least one transaction'],
  ])('%s is a 400 under transactions', async (_, body, message) => {
    const answer = await send(body);
    expect([answer.status, answer.json.errors]).toEqual([400, { transactions: [message] }]);
  });

  it('one fault refuses the whole batch, and every faulty field is named', async () => {
    const before = (await server.request('/sales/v1/transactions')).json.items.length;
    const answer = await server.upload([
      { amount: 1 },
      { amount: '1', businessDate: '2026-02-30' },
      { additionalData: [{ key: 'a', value: 1 }], transactionTypes: ['ok', 5] },
    ]);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.errors)).toEqual([
      'transactions[1].amount',
      'transactions[1].businessDate',
      'transactions[2].transactionTypes[1]',
      'transactions[2].additionalData[0].value',
    ]);
    expect((await server.request('/sales/v1/transactions')).json.items.length).toBe(before);
  });

  it('a full card number is refused and repeated nowhere', async () => {
    const answer = await server.upload([{ cardNumberMasked: '4242 4242 4242 4242' }, { cardNumberMasked: '42424242 42424242 12/26' }]);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.errors)).toEqual(['transactions[0].cardNumberMasked', 'transactions[1].cardNumberMasked']);
    expect(answer.text.replace(/\D/g, '')).not.toContain('4242424242424242');
    // Four of its digits may well stand in a request id.
    expect(JSON.stringify(server.log)).not.toMatch(/4242\D?4242/);
  });

  it.each([
    ['another type', { 'content-type': 'text/csv' }],
    ['no type', {}],
    ['another charset', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['another encoding', { ...json, 'content-encoding': 'br' }],
  ])('%s is a 415', async (_, headers) => {
    expect((await send('{"transactions":[{}]}', headers as Record<string, string>)).status).toBe(415);
  });

  it('a charset of UTF-8 and a byte order mark are taken', async () => {
    const answer = await send('\ufeff{"transactions":[{}]}', { 'content-type': 'application/json; charset=UTF-8' });
    expect(answer.status).toBe(200);
  });

  it('gzip is taken; what only says so is a 400', async () => {
    const gzip = { ...json, 'content-encoding': 'gzip' };
    const whole = gzipSync('{"transactions":[{"orderId":"gz"}]}');
    expect((await send(whole, gzip)).status).toBe(200);
    expect((await send('{"transactions":[{}]}', gzip)).json.errors).toEqual({ $: ['is not valid gzip'] });
    expect((await send(whole.subarray(0, -6), gzip)).json.errors).toEqual({ $: ['is not valid gzip'] });
  });
});

describe('the host that a request names', () => {
  const withHost = (host: string) => server.request('/sales/v1/', { headers: { host } });

  it.each(['localhost', 'LOCALHOST:8443', '127.0.0.1:1', '10.1.2.3', '[::1]:8443'])('%s is served', async (host) => {
    expect((await withHost(host)).status).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', 'evil.example:8443', '[::', 'a@localhost'])('%s is a 421', async (host) => {
    expect((await withHost(host)).status).toBe(421);
  });
});

describe('a browser', () => {
  const send = (site: string, method: string, path: string) =>
    server.request(path, {
      method,
      headers: { ...json, 'sec-fetch-site': site },
      ...(method === 'POST' ? { body: '{"transactions":[{"orderId":"browser"}]}' } : {}),
    });

  it.each(['cross-site', 'same-site'])('on a %s page cannot make it send an upload with the log-in that it remembers', async (site) => {
    const answer = await send(site, 'POST', UPLOAD);
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ['Sec-Fetch-Site']]);
    expect((await server.request('/sales/v1/transactions?pageSize=500')).text).not.toContain('browser');
    expect((await send(site, 'GET', '/sales/v1/')).status).toBe(200);
  });

  it.each(['same-origin', 'none'])('by its user (%s) may', async (site) => {
    expect((await send(site, 'POST', UPLOAD)).status).toBe(200);
  });
});

describe('names that JavaScript gives a meaning', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a name like any other', async (name) => {
    const query = `${name}=1&${name}=2&customerId[${name}]=3`;
    expect((await server.request(`/sales/v1/transactions?${query}`)).status).toBe(200);
    const tag = `name ${name}`;
    const item = `{"${name}":{"amount":9},"orderId":"${tag}","additionalData":[{"key":"${name}","value":"v","${name}":{"type":"x"}}]}`;
    const body = `{"${name}":{"transactions":[]},"transactions":[${item}]}`;
    expect((await server.request(UPLOAD, { method: 'POST', body, headers: json })).status).toBe(200);
    const found = (await server.request('/sales/v1/transactions?pageSize=500')).json.items.find(
      ({ orderId }: { orderId: string }) => orderId === tag,
    );
    const { json: detail } = await server.request(`/sales/v1/transactions/${found.transactionId}`);
    expect([detail.amount, detail.additionalData]).toEqual([null, [{ key: name, value: 'v' }]]);
    expect(({} as { amount?: unknown }).amount).toBeUndefined();
  });
});

describe('open routes', () => {
  it('healthz, readyz and openapi.json need no log-in', async () => {
    expect((await server.request('/healthz', { login: null })).json).toEqual({ status: 'ok' });
    expect((await server.request('/readyz', { login: null })).json).toEqual({ status: 'ready' });
    expect((await server.request('/openapi.json', { login: null })).json.openapi).toBe('3.1.0');
  });

  it('every answer forbids caching and sniffing, names its request, and does not name the server', async () => {
    for (const path of ['/healthz', '/sales/v1/', '/nothing']) {
      const { headers } = await server.request(path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=15768000',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-request-id': expect.any(String),
      });
      expect([headers.server, headers['x-powered-by']]).toEqual([undefined, undefined]);
    }
  });

  it('testAccess answers 200 with an empty body', async () => {
    const answer = await server.request('/sales/v1/');
    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0']);
  });
});
