/** Requests one after another without waiting for answers, on connections to Node's own server: however the bytes are cut, never too many run. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fc, it } from '@fast-check/vitest';
import { afterEach, describe, expect } from 'vitest';
import { type Intake, knowClient, meterIntake } from '../../../src/server/access/intake.js';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

interface Trial {
  server: Server;
  port: number;
  /** The most requests that were in hand at a time. */
  most(): number;
  /** How many have begun. */
  begun(): number;
}

/** Each answer is the method, the address and the body of its request; an address with "hold" is never answered. */
async function trial(bounds: { strangerMax: number; runningMax: number } | null): Promise<Trial> {
  const intakes = new WeakMap<Socket, Intake>();
  let running = 0;
  let most = 0;
  let begun = 0;
  const server = createServer(async (request, response) => {
    const intake = intakes.get(request.socket);
    intake?.began(request, response);
    begun++;
    most = Math.max(most, ++running);
    response.once('close', () => {
      running--;
      intake?.ended(response);
    });
    if (request.url?.includes('known')) knowClient(request.socket);
    const body = await text(request).catch(() => '');
    if (request.url?.includes('hold')) return;
    if (request.url?.includes('late')) await new Promise((resolve) => setImmediate(resolve));
    const pages = Number(/pages=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    response.end(pages > 0 ? Buffer.alloc(pages * 100_000, '.') : `<${request.method} ${request.url} ${body}>`);
  });
  server.on('connection', (socket) => bounds && intakes.set(socket, meterIntake(socket, { turnMs: 1, ...bounds })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port, most: () => most, begun: () => begun };
}

interface Sent {
  bytes: string;
  answer: string;
}

const kinds: Record<string, (at: number, body: string) => Sent> = {
  get: (at) => ({ bytes: `GET /${at}late HTTP/1.1\r\nhost: x\r\n\r\n`, answer: `<GET /${at}late >` }),
  length: (at, body) => ({
    bytes: `POST /${at} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    answer: `<POST /${at} ${body}>`,
  }),
  chunks: (at, body) => ({
    bytes: `POST /${at} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${body && `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`,
    answer: `<POST /${at} ${body}>`,
  }),
  pieces: (at, body) => ({
    bytes: `POST /${at} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${[...body].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`,
    answer: `<POST /${at} ${body}>`,
  }),
  trailers: (at, body) => ({
    bytes: `POST /${at} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${`${(body.length + 1).toString(16)};x=y\r\n${body}.\r\n`}0\r\na: b\r\n\r\n`,
    answer: `<POST /${at} ${body}.>`,
  }),
};

/** Writes the pieces one by one and gives what came back once `isDone` says so. */
function exchange(port: number, pieces: string[], isDone: (seen: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((written) => setImmediate(written));
      }
    });
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      seen += chunk;
      if (!isDone(seen)) return;
      socket.destroy();
      resolve(seen);
    });
  });
}

const requests = fc.array(
  fc.record({ kind: fc.constantFrom(...Object.keys(kinds)), body: fc.constantFrom('', 'a', '\r\n\r\n', 'x\n\r\ny', '.'.repeat(3_000)) }),
  { minLength: 1, maxLength: 30 },
);

describe('requests in a row', () => {
  it.prop([requests, fc.array(fc.nat(4_000), { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), fc.boolean()], { numRuns: 150 })(
    'are answered in their order and as they are, and no more than may run at a time',
    async (made, lengths, runningMax, isKnown) => {
      const bounds = isKnown ? { strangerMax: 1, runningMax } : { strangerMax: runningMax, runningMax: 99 };
      const { port, most } = await trial(bounds);
      const sent = made.map(({ kind, body }, at) => (kinds[kind] as (at: number, body: string) => Sent)(at, body));
      if (isKnown) sent.unshift({ bytes: 'GET /known HTTP/1.1\r\nhost: x\r\n\r\n', answer: '<GET /known >' });
      let rest = sent.map(({ bytes }) => bytes).join('');
      const pieces = lengths.map((length) => {
        const piece = rest.slice(0, length);
        rest = rest.slice(length);
        return piece;
      });
      const last = sent.at(-1)?.answer ?? '';
      const seen = await exchange(
        port,
        [...pieces, rest].filter((piece) => piece !== ''),
        (all) => all.includes(last),
      );
      expect([...seen.matchAll(/<[^>]*>/g)].map(([answer]) => answer)).toEqual(sent.map(({ answer }) => answer));
      expect(most()).toBeLessThanOrEqual(runningMax);
    },
  );

  it.each([1, 2, 3, 4])('also where the empty line behind a head is cut, %i bytes from its end', async (before) => {
    const { port, begun } = await trial({ strangerMax: 1, runningMax: 1 });
    const hold = 'GET /hold HTTP/1.1\r\nhost: x\r\n\r\n';
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.write(hold.slice(0, -before));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(hold.slice(-before) + hold.repeat(5));
    await expect.poll(begun).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(begun()).toBe(1);
    socket.destroy();
  });

  /** The most pieces of bodies that were handed over without anything else getting a turn, where two come in chunks of one byte. */
  async function mostAtOnce(bounds: Parameters<typeof trial>[0]): Promise<number> {
    const { server, port } = await trial(bounds);
    let [pieces, most] = [0, 0];
    server.on('request', (request) =>
      request.on('data', () => {
        if (pieces === 0) {
          setImmediate(() => {
            pieces = 0;
          });
        }
        pieces += 1;
        most = Math.max(most, pieces);
      }),
    );
    const body = '.'.repeat(60_000);
    const { bytes, answer } = (kinds.pieces as (at: number, body: string) => Sent)(1, body);
    const answers = await Promise.all([1, 2].map(() => exchange(port, [bytes], (seen) => seen.includes('>'))));
    for (const one of answers) expect(one).toContain(answer);
    return most;
  }

  it('a body in tiny chunks leaves others their turn, where as it comes it would not', async () => {
    const [metered, asItComes] = [await mostAtOnce({ strangerMax: 1, runningMax: 1 }), await mostAtOnce(null)];
    expect({ metered: metered < asItComes / 2, asItComes: asItComes > 8_000 }, `${metered} and ${asItComes}`).toEqual({
      metered: true,
      asItComes: true,
    });
  });

  it('control: all would run at once', async () => {
    const { port, most } = await trial(null);
    const sent = Array.from({ length: 50 }, (_, at) => (kinds.get as (at: number, body: string) => Sent)(at, ''));
    await exchange(port, [sent.map(({ bytes }) => bytes).join('')], (seen) => seen.includes('/49late'));
    expect(most()).toBe(50);
  });

  it('a body that comes after many requests is read, also where no further request may begin', async () => {
    const { port, begun } = await trial({ strangerMax: 3, runningMax: 3 });
    const hold = 'GET /hold HTTP/1.1\r\nhost: x\r\n\r\n';
    const upload = 'POST /hold HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n';
    const socket = connect(port, '127.0.0.1');
    socket.write(hold + hold + upload);
    socket.write('.'.repeat(100_000) + hold.repeat(10));
    await expect.poll(begun).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(begun()).toBe(3);
    socket.destroy();
  });

  it('nothing begins while an answer is not read; it does once it is', async () => {
    const { port, begun } = await trial({ strangerMax: 8, runningMax: 8 });
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    const page = 'GET /pages=200 HTTP/1.1\r\nhost: x\r\n\r\n';
    for (let at = 0; at < 20; at++) {
      socket.write(page);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(begun()).toBeLessThanOrEqual(2);
    socket.resume();
    await expect.poll(begun).toBe(20);
    socket.destroy();
  });

  it('bytes behind garbage are not looked at', async () => {
    const { server, port, begun } = await trial({ strangerMax: 1, runningMax: 1 });
    let errors = 0;
    server.on('clientError', (_, socket) => {
      errors++;
      socket.end('refused');
    });
    expect(await exchange(port, [`garbage\r\n\r\n${'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(10)}`], (seen) => seen === 'refused')).toBe(
      'refused',
    );
    expect([errors, begun()]).toEqual([1, 0]);
  });
});
