/** What comes over a connection byte by byte: pipelines, broken requests, `Expect`, and the answers to them. */
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

const authorization = `Basic ${Buffer.from(`api:${password}`).toString('base64')}`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.request('/sales/v1/');
});
afterAll(() => server.stop());

/** On a busy machine the first answer takes longer than those that follow. */
const FIRST_MS = 5_000;

/** Sends the text as it is and gives all that comes back until the connection ends, or is quiet for a while after something came. */
function exchange(text: string | string[], quietMs = 400): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    let seen = '';
    const socket = connect({ host: hostname, port: Number(port), ca: server.ca, servername: 'localhost' });
    const endAfter = (ms: number) => setTimeout(() => socket.destroy(), ms);
    let timer = endAfter(FIRST_MS);
    socket.on('data', (chunk) => {
      seen += chunk;
      clearTimeout(timer);
      timer = endAfter(quietMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(seen);
    });
    for (const piece of [text].flat()) socket.write(piece);
  });
}

function upload(tag: string, rows: number, headers: string[] = []): string {
  const body = JSON.stringify({ transactions: Array.from({ length: rows }, () => ({ transactionReference: tag })) });
  return [
    'POST /sales/v1/transactions/upload HTTP/1.1',
    'host: localhost',
    `authorization: ${authorization}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    ...headers,
    '',
    body,
  ].join('\r\n');
}

const get = ['GET /sales/v1/ HTTP/1.1', 'host: localhost', `authorization: ${authorization}`, '', ''].join('\r\n');
const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
const staged = async (tag: string) => {
  const { items } = (await server.request('/sales/v1/transactions?pageSize=500')).json;
  return items.filter((item: { transactionReference: string }) => item.transactionReference === tag).length;
};

describe('garbage behind an upload on the same connection', () => {
  it('never makes a staged upload look refused', async () => {
    const seen = await exchange(`${upload('garbage', 200)}garbage\r\n\r\n`);
    expect(await staged('garbage')).toBe(200);
    // Either the true answer comes first, or none, which a client takes for "in doubt"; a 400 in its place would be a lie.
    expect(statuses(seen)[0] ?? 200).toBe(200);
  });

  it('on its own is a 400 with a problem body', async () => {
    const seen = await exchange('garbage\r\n\r\n');
    expect(statuses(seen)).toEqual([400]);
    expect(seen).toContain('application/problem+json');
    expect(seen).toContain('sales-capabilities: idempotency');
  });
});

it('requests in a pipeline are answered in their order', async () => {
  expect(statuses(await exchange(`${get}${upload('pipeline', 3)}${get}`))).toEqual([200, 200, 200]);
  expect(await staged('pipeline')).toBe(3);
});

describe('headers', () => {
  it('over the limit are a 431 with a problem body', async () => {
    const seen = await exchange(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect([statuses(seen), seen.includes('application/problem+json')]).toEqual([[431], true]);
  });

  it('with an address over the limit are a 431 too', async () => {
    const seen = await exchange(`GET /sales/v1/?x=${'y'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    expect([statuses(seen), seen.includes('application/problem+json')]).toEqual([[431], true]);
  });

  it.each([
    ['an address of another server', get.replace('/sales/v1/', 'https://evil.example/sales/v1/'), [200]],
    ['one of another server in both places', get.replace('/sales/v1/', 'https://a/sales/v1/').replace('localhost', 'evil.example'), [421]],
    ['two hosts', get.replace('host: localhost', 'host: evil.example\r\nhost: localhost'), [421]],
    ['two lengths', upload('two', 1, ['content-length: 3']), [400]],
    ['a length beside chunks', upload('chunks', 1, ['transfer-encoding: chunked']), [400]],
    ['two ends of a line', get.replace('host: localhost', 'host: localhost\n'), [400]],
  ])('that name %s are answered once, and nothing is hidden behind them', async (_, text, expected) => {
    expect(statuses(await exchange(text))).toEqual(expected);
  });

  it('without a host are a 400 with a problem body', async () => {
    const seen = await exchange('GET /sales/v1/ HTTP/1.1\r\n\r\n');
    expect([statuses(seen), seen.includes('"Host":["is required"]')]).toEqual([[400], true]);
  });

  it('that expect something unknown are no obstacle', async () => {
    expect(statuses(await exchange(get.replace('host:', 'expect: the-unexpected\r\nhost:')))).toEqual([200]);
  });
});

describe('a client that waits to be asked for its body', () => {
  it('is asked when the body is wanted', async () => {
    const [head = '', body = ''] = upload('continue', 2, ['expect: 100-continue']).split('\r\n\r\n');
    expect(statuses(await exchange([`${head}\r\n\r\n`, body]))).toEqual([100, 200]);
    expect(await staged('continue')).toBe(2);
  });

  it('is not asked for one that is refused anyway', async () => {
    const [head = ''] = upload('refused', 2, ['expect: 100-continue']).split('\r\n\r\n');
    expect(statuses(await exchange(`${head.replace(authorization, 'Basic eDp5')}\r\n\r\n`, 1_500))).toEqual([401]);
    expect(statuses(await exchange(`${head.replace(/content-length: \d+/, 'content-length: 30000001')}\r\n\r\n`, 1_500))).toEqual([413]);
  });
});

describe('the connection of', () => {
  const refused = upload('refused', 2).replace(authorization, 'Basic eDp5');

  it('a refused request whose body came is kept for the next one', async () => {
    const seen = await exchange(`${refused}${get}`, 1_500);
    expect([statuses(seen), /connection: close/i.test(seen)]).toEqual([[401, 200], false]);
  });

  it('one whose body does not come is ended, and the answer says so', async () => {
    const seen = await exchange(refused.slice(0, -1), 2_500);
    expect([statuses(seen), /connection: close/i.test(seen)]).toEqual([[401], true]);
  });

  it('one that asks for another protocol is ended, and the answer says so: what is behind it would be lost in silence', async () => {
    const asking = get.replace('\r\n', '\r\nconnection: upgrade\r\nupgrade: websocket\r\n');
    const seen = await exchange(`${asking}${upload('upgrade', 1)}${get}`);
    expect(statuses(seen)).toEqual([200]);
    expect(seen.toLowerCase()).toContain('connection: close');
    expect(await staged('upgrade')).toBe(0);
  });

  it('one that is answered while the server stops is ended, and the answer says so', async () => {
    const own = await startTestServer();
    const { hostname, port } = new URL(own.url);
    const socket = connect({ host: hostname, port: Number(port), ca: own.ca, servername: 'localhost' });
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const whole = upload('stopping', 3);
    socket.write(get + whole.slice(0, -1));
    await expect.poll(() => statuses(seen)).toEqual([200]);
    expect(seen).not.toMatch(/connection: close/i);
    const stopped = own.stop();
    socket.write(whole.slice(-1));
    await Promise.all([closed, stopped]);
    expect([statuses(seen), /connection: close/i.test(seen)]).toEqual([[200, 200], true]);
  });
});

it('a request that breaks off in its body stages nothing', async () => {
  const whole = upload('broken', 50);
  const { hostname, port } = new URL(server.url);
  await new Promise<void>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), ca: server.ca, servername: 'localhost' });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.write(whole.slice(0, -1), () => setTimeout(() => socket.destroy(), 100));
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await staged('broken')).toBe(0);
});

it('a client that has been refused and does not go is cut off', async () => {
  const { hostname, port } = new URL(server.url);
  const options = { host: hostname, port: Number(port), ca: server.ca, servername: 'localhost', allowHalfOpen: true };
  const socket = connect(options);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
  const goesOn = setInterval(() => socket.write('more'), 50);
  await closed;
  clearInterval(goesOn);
});

it('more uploads at once than are read at a time wait for their turn', async () => {
  const answers = await Promise.all(Array.from({ length: 80 }, (_, at) => server.upload([{ transactionReference: `turn-${at}` }])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { items } = (await server.request('/sales/v1/transactions?pageSize=500')).json;
  const ofThese = items.filter(({ transactionReference }: { transactionReference: string }) => transactionReference?.startsWith('turn-'));
  expect(ofThese.length).toBe(80);
});

it('clients that go away while they wait for their turn leave their places free', async () => {
  const { hostname, port } = new URL(server.url);
  const [head = ''] = upload('gone', 50).split('\r\n\r\n');
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect({ host: hostname, port: Number(port), ca: server.ca, servername: 'localhost' });
    socket.on('error', () => {});
    socket.write(`${head}\r\n\r\n{`);
    return socket;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Those that wait first, and time for the server to see it; then those whose bodies are being read.
  for (const socket of sockets.slice(16)) socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (const socket of sockets.slice(0, 16)) socket.destroy();
  const answers = await Promise.all(Array.from({ length: 20 }, () => server.upload([{ transactionReference: 'after' }])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await staged('gone')).toBe(0);
});
