/**
 * Reads request bodies, with or without Content-Length, within the bounds of their route. The size limit is exact to the byte and counts after
 * decompression. Reads the raw Node request, because cancelling a web stream on top of it would bring the process down.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { bodyFault, SalesError } from '../../contract/problem.js';

export interface BodyBounds {
  /** At most, after decompression. */
  bytes: number;
  /** From the first look at the body to its end. */
  seconds: number;
  /** Below it a body makes room for others that wait. Measured over `overS` seconds each time. */
  leastRate: { overS: number; bytesPerS: number };
}

/** A refused body is read on so long and so far, so that a client that is still sending gets to read the answer. */
const discarding: BodyBounds = { bytes: 64_000_000, seconds: 1, leastRate: { overS: 1, bytesPerS: 0 } };
/** A body may come in so many pieces, and in one more for each so many bytes: to take a piece costs as much as many bytes do. */
export const piecesMax = { free: 1_000, bytesEach: 64 } as const;
/** Spans of the least rate without a byte, after which a body is given up. Several: after the process was frozen, the timer fires before the bytes that have arrived are delivered. */
const SILENT_SPANS_MAX = 4;
/** Memory for the length that a body is said to have is taken at once up to here: the system gives memory only as it is written to. */
const SAID_BYTES_MAX = 1 << 22;

/** A request's body, as far as it has come. */
interface Body {
  /** Null: it cannot be read. */
  bounds: BodyBounds | null;
  /** Sends the "100 Continue" that its client waits for. */
  sendContinue: (() => void) | null;
  bytes: number;
  pieces: number;
  /** Whether it came below its least rate when that was last looked at. */
  isSlow: boolean;
  /** Ends its reading; null while it is not read. */
  giveUp: ((error: SalesError) => void) | null;
}

const bodies = new WeakMap<IncomingMessage, Body>();

function bodyOf(request: IncomingMessage): Body {
  const known = bodies.get(request);
  if (known) return known;
  const body: Body = { bounds: null, sendContinue: null, bytes: 0, pieces: 0, isSlow: false, giveUp: null };
  bodies.set(request, body);
  return body;
}

/** Registers a request whose client sends the body only after `sendContinue`. */
export function awaitsContinue(request: IncomingMessage, sendContinue: () => void): void {
  bodyOf(request).sendContinue = sendContinue;
}

/** Sets the bounds by which a body can be read. */
export function boundBody(request: IncomingMessage, bounds: BodyBounds): void {
  bodyOf(request).bounds = bounds;
}

/** Whether a body is being read that comes below its least rate. */
export function isSlow(request: IncomingMessage): boolean {
  const body = bodies.get(request);
  return body !== undefined && body.giveUp !== null && body.isSlow;
}

/** Whether a request was refused before its body had come. */
export function isDiscarded(request: IncomingMessage): boolean {
  return bodies.get(request)?.bounds === discarding;
}

/** Ends the reading of a body with `requestTimeout`. Does nothing where none is read. */
export function endAsTooSlow(request: IncomingMessage): void {
  bodies.get(request)?.giveUp?.(new SalesError('requestTimeout'));
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * The decompressed bytes of a JSON body; `look` gets each piece as it arrives. Fails with `unsupportedMediaType`, `payloadTooLarge`,
 * `requestTimeout`, or `validation` under the key `$`.
 */
export async function readBody(request: IncomingMessage, look: (chunk: Buffer) => void = () => {}): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  checkMediaType(request);
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new SalesError('unsupportedMediaType', 'The Content-Encoding of the body must be gzip or none.');
  }
  const bounds = boundsOf(request);
  const memory = bodyMemory(encoding === 'identity' ? Number(request.headers['content-length'] ?? 0) : 0);
  const keep = (chunk: Buffer) => {
    look(chunk);
    memory.add(chunk);
  };
  if (encoding === 'identity') await consume(request, request, bounds, keep);
  else {
    const gunzip = request.pipe(createGunzip());
    await consume(gunzip, request, bounds, keep).finally(() => request.unpipe(gunzip) && gunzip.destroy());
  }
  return memory.whole();
}

/**
 * Gives the bytes of a body of any kind to `take`, piece by piece and no faster than it takes them. Resolves to how many there were. Fails with
 * `payloadTooLarge`, `requestTimeout` or `validation`, and as `take` does.
 */
export async function streamBody(request: IncomingMessage, bytes: number, take: (chunk: Buffer) => Promise<void>): Promise<number> {
  return consume(request, request, boundsOf(request, bytes), take);
}

/**
 * Reads and throws away what a refused request still sends, up to a limit of time and size: answering and closing at once would reset the
 * connection, and the client would never see why. Resolves to whether the request was received to its end, so that the connection can be
 * kept.
 */
export async function discardBody(request: IncomingMessage): Promise<boolean> {
  // The client waits for "100 Continue", so no body will come.
  if (bodyOf(request).sendContinue) return false;
  if (request.complete || request.destroyed) return request.complete;
  bodyOf(request).bounds = discarding;
  await consume(request, request, discarding, () => {}).catch(() => {});
  request.pause();
  return request.complete;
}

function boundsOf(request: IncomingMessage, bytesMax = Number.POSITIVE_INFINITY): BodyBounds {
  const { bounds } = bodyOf(request);
  if (!bounds) throw new SalesError('internal', undefined, { cause: new Error('a route reads a body without bounds') });
  const bytes = Math.min(bounds.bytes, bytesMax);
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes);
  return { ...bounds, bytes };
}

function checkMediaType(request: IncomingMessage): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') {
    throw new SalesError('unsupportedMediaType', 'The Content-Type of the body must be application/json.');
  }
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1];
    if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
      throw new SalesError('unsupportedMediaType', 'The charset of the body must be UTF-8.');
    }
  }
}

/**
 * Gives all of `source`, which is `request` or a stream fed by it, to `take`; what `take` promises is waited for. Leaves the request itself
 * open for the answer.
 */
function consume(
  source: Readable,
  request: IncomingMessage,
  bounds: BodyBounds,
  take: (chunk: Buffer) => Promise<void> | void,
): Promise<number> {
  // The client left while the request was queued: no event would ever come, and its place in the queue would be lost.
  if (request.destroyed) return Promise.reject(bodyFault('ended too early'));
  const body = bodyOf(request);
  body.sendContinue?.();
  body.sendContinue = null;
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const fail = (error: unknown) => finish(() => reject(error));
    const stopWatching = watch(request, body, bounds, fail);
    const finish = (settle: () => void) => {
      stopWatching();
      source.off('data', onData).off('end', onEnd).off('error', onError);
      request.off('close', onClose).off('error', onClose);
      // Late errors of a stream that nobody listens to any more would end the process.
      source.on('error', () => {});
      settle();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bounds.bytes) return fail(tooLarge(bounds.bytes));
      const taken = take(chunk);
      if (!taken) return;
      source.pause();
      taken.then(() => source.resume(), fail);
    };
    const onEnd = () => finish(() => resolve(bytes));
    const onError = () => fail(bodyFault('is not valid gzip'));
    const onClose = () => {
      if (!request.complete) fail(bodyFault('ended too early'));
    };
    source.on('data', onData).on('end', onEnd);
    request.on('close', onClose).on('error', onClose);
    if (source !== request) source.on('error', onError);
  });
}

/**
 * Gives up a body that is silent, takes too long, or comes in more pieces or bytes than it may: compressed bytes are limited, too, because a
 * series of empty members decompresses to nothing. Returns a function that ends the watch.
 */
function watch(
  request: IncomingMessage,
  body: Body,
  { bytes, seconds, leastRate }: BodyBounds,
  giveUp: (error: SalesError) => void,
): () => void {
  body.giveUp = giveUp;
  let seen = body.bytes;
  let silent = 0;
  const onData = (chunk: Buffer) => {
    body.bytes += chunk.length;
    body.pieces += 1;
    if (body.pieces > piecesMax.free + body.bytes / piecesMax.bytesEach) giveUp(bodyFault('comes in too many pieces for its size'));
    else if (body.bytes > bytes) giveUp(tooLarge(bytes));
  };
  const spans = setInterval(() => {
    const came = body.bytes - seen;
    seen = body.bytes;
    body.isSlow = came < leastRate.overS * leastRate.bytesPerS;
    silent = came === 0 ? silent + 1 : 0;
    if (silent >= SILENT_SPANS_MAX) giveUp(new SalesError('requestTimeout'));
  }, leastRate.overS * 1_000);
  const whole = setTimeout(() => giveUp(new SalesError('requestTimeout')), seconds * 1_000);
  request.on('data', onData);
  return () => {
    body.giveUp = null;
    clearInterval(spans);
    clearTimeout(whole);
    request.off('data', onData);
  };
}

/** Keeps the bytes of a body, copied: a piece as Node gives it has an object of its own, and holds on to the buffer that it was read into. */
function bodyMemory(saidBytes: number) {
  let memory = Buffer.allocUnsafeSlow(Math.min(saidBytes, SAID_BYTES_MAX));
  let used = 0;
  return {
    add: (piece: Buffer) => {
      const needed = used + piece.length;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * memory.length, saidBytes || Number.POSITIVE_INFINITY)));
        memory.copy(larger, 0, 0, used);
        memory = larger;
      }
      piece.copy(memory, used);
      used = needed;
    },
    whole: () => memory.subarray(0, used),
  };
}

function tooLarge(bytesMax: number): SalesError {
  return new SalesError('payloadTooLarge', `The body must have at most ${bytesMax} bytes, counted after decompression.`);
}
