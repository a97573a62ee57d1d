/** How a request becomes bytes: with a length, in chunks, in versions of HTTP, and every way to get that wrong. */
import { type Reason, ranks } from './addresses.js';
import type { Chance } from './chance.js';
import type { Ending } from './requests.js';

export interface Unframed {
  method: string;
  target: string;
  headers: { name: string; value: string }[];
  /** As packed; null for none. */
  body: Buffer | null;
}

export interface Framed {
  head: Buffer;
  body: Buffer;
  /** What is sent behind a body that was said to end before. */
  rest: Buffer | null;
  waits: boolean;
  ending: Ending;
  /** What the framing means for the answer. */
  reason: Reason | null;
}

const TINY_BYTES_MAX = 1_000;

export function framed(chance: Chance, request: Unframed, isUpload: boolean): Framed {
  if (chance.oneIn(60)) return broken(chance, request);
  if (request.body && request.body.length > 1 && chance.oneIn(25)) return wrongLength(chance, request, request.body, isUpload);
  const body = request.body;
  const lines: string[] = [];
  if (body && chance.oneIn(3)) return inChunks(chance, request, body);
  if (body || chance.oneIn(20)) lines.push(`Content-Length: ${chance.oneIn(20) ? '00' : ''}${body?.length ?? 0}`);
  return whole(chance, request, lines, body ?? Buffer.alloc(0));
}

function inChunks(chance: Chance, request: Unframed, body: Buffer): Framed {
  const lines = [`Transfer-Encoding: ${chance.oneIn(10) ? 'CHUNKED' : 'chunked'}`];
  const hasTrailer = chance.oneIn(10);
  return whole(
    chance,
    request,
    lines,
    Buffer.concat([...chunks(chance, body), Buffer.from(hasTrailer ? '0\r\nX-Trailer: x\r\n\r\n' : '0\r\n\r\n')]),
  );
}

function chunks(chance: Chance, body: Buffer): Buffer[] {
  const isTiny = body.length <= TINY_BYTES_MAX && chance.oneIn(4);
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const bytes = isTiny ? 1 : 1 + chance.below(Math.max(1, Math.ceil(body.length / 2)));
    const piece = body.subarray(at, at + bytes);
    const size = piece.length.toString(16);
    const written = chance.oneIn(10) ? `000${size.toUpperCase()}` : size;
    const extension = chance.oneIn(20) ? ';a="b"' : '';
    pieces.push(Buffer.from(`${written}${extension}\r\n`), piece, Buffer.from('\r\n'));
    at += bytes;
  }
  return pieces;
}

/** A request that is what it says it is. */
function whole(chance: Chance, request: Unframed, lines: string[], body: Buffer): Framed {
  const framing = { head: Buffer.alloc(0), body, rest: null, waits: false, ending: 'kept' as Ending, reason: null };
  if (body.length > 0 && chance.oneIn(40)) {
    return { ...framing, head: headOf(request, [...lines, 'Expect: 100-continue']), waits: true };
  }
  const kind = chance.weighted([
    [200, 'plain'],
    [4, 'close'],
    [2, 'old'],
    [3, 'blank lines'],
    [3, 'expects other'],
    [3, 'keep-alive'],
  ] as const);
  if (kind === 'close') return { ...framing, head: headOf(request, [...lines, 'Connection: close']), ending: 'closing' };
  if (kind === 'old') {
    // HTTP/1.0 knows no chunks.
    const isChunked = lines.some((line) => line.startsWith('Transfer'));
    const reason = isChunked ? { rank: ranks.address, expected: null } : null;
    return { ...framing, head: headOf(request, lines, 'HTTP/1.0'), ending: 'closing', reason };
  }
  if (kind === 'blank lines') return { ...framing, head: Buffer.concat([Buffer.from('\r\n\r\n'), headOf(request, lines)]) };
  const extra =
    kind === 'expects other' ? ['Expect: the unexpected'] : kind === 'keep-alive' ? ['Connection: keep-alive', 'Keep-Alive: 300'] : [];
  return { ...framing, head: headOf(request, [...lines, ...extra]) };
}

/** A body that is longer or shorter than it says. */
function wrongLength(chance: Chance, request: Unframed, body: Buffer, isUpload: boolean): Framed {
  const framing = { rest: null, waits: false, reason: null };
  const part = 1 + chance.below(body.length - 1);
  const kind = chance.pick(['short', 'cut', 'cut chunks', 'far too long'] as const);
  if (kind === 'cut chunks') {
    const bytes = Buffer.concat(chunks(chance, body));
    return {
      ...framing,
      head: headOf(request, ['Transfer-Encoding: chunked']),
      body: bytes.subarray(0, 1 + chance.below(bytes.length)),
      ending: 'cut',
    };
  }
  if (kind === 'far too long' && isUpload && chance.oneIn(10)) {
    // Refused after what is left of it was waited for.
    const head = headOf(request, ['Content-Length: 40000000']);
    return { ...framing, head, body, ending: 'closing', reason: { rank: ranks.packing, expected: [413, 415] } };
  }
  if (kind !== 'short')
    return { ...framing, head: headOf(request, [`Content-Length: ${body.length + 1}`]), body: body.subarray(0, part), ending: 'cut' };
  // What is behind it is no request.
  const rest = Buffer.concat([Buffer.from('{'), body.subarray(part)]);
  const reason = { rank: ranks.packing, expected: isUpload ? [400, 413, 415] : null };
  return { ...framing, head: headOf(request, [`Content-Length: ${part}`]), body: body.subarray(0, part), rest, ending: 'broken', reason };
}

/** What no server may take for a request. */
function broken(chance: Chance, request: Unframed): Framed {
  const head = (lines: string[], version?: string) => headOf(request, lines, version);
  const text = (bytes: string) => Buffer.from(bytes, 'latin1');
  const chunked = head(['Transfer-Encoding: chunked']);
  const good = head([]).toString('latin1');
  const framing = { body: Buffer.alloc(0), rest: null, waits: false, ending: 'broken' as Ending, reason: null };
  const [bytes, body = ''] = chance.pick<[Buffer, string?]>([
    [head(['Content-Length: 2', 'Content-Length: 2']), '{}'],
    [head(['Content-Length: 2', 'Transfer-Encoding: chunked']), '0\r\n\r\n'],
    [head(['Transfer-Encoding: chunked, gzip']), '0\r\n\r\n'],
    ...['-1', '1e1', '0x2', ' ', '99999999999999999999', '2, 2', '+2'].map((length): [Buffer, string] => [
      head([`Content-Length: ${length}`]),
      '{}',
    ]),
    ...[
      'zz\r\n{}\r\n0\r\n\r\n',
      '-2\r\n{}\r\n',
      '2\r\n{}x',
      '\r\n',
      'FFFFFFFFFFFFFFFFF\r\n{}\r\n',
      '2;\u0000\r\n{}\r\n',
      '1\r\n{}\r\n0\r\n\r\n',
    ].map((wrong): [Buffer, string] => [chunked, wrong]),
    [head([], 'HTTP/9.9')],
    [head([], 'HTTP/1.1x')],
    [head(['no colon'])],
    [head(['X Y: 1'])],
    [head(['X-Nul: \u0000'])],
    [head([`X-Long: ${'x'.repeat(20_000)}`])],
    [text(good.toLowerCase())],
    [text('GET\r\n\r\n')],
    [text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    [text('\u0016\u0003\u0001\u0000garbage\r\n\r\n')],
    [text(`${'{"transactions":[{}]}'.repeat(1 + chance.below(50))}\r\n\r\n`)],
    [text('CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    [Buffer.from(Array.from({ length: 200 }, () => 128 + chance.below(128)))],
  ]);
  return { ...framing, head: bytes, body: text(body) };
}

function headOf({ method, target, headers }: Unframed, lines: string[], version = 'HTTP/1.1'): Buffer {
  const all = [`${method} ${target} ${version}`, ...headers.map(({ name, value }) => `${name}: ${value}`), ...lines];
  return Buffer.from(`${all.join('\r\n')}\r\n\r\n`, 'latin1');
}
