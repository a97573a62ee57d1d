/**
 * Reads request bodies, with or without Content-Length. The size limit is exact to the byte and counts after decompression. Reads the raw
 * Node request, because cancelling a web stream on top of it would bring the process down.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { bodyFault, SalesError } from '../../contract/problem.js';
import { bodyBlocks } from './body-blocks.js';

/** How long and how much of a refused body is read and thrown away, so that a client that is still sending gets to read the answer. */
const DISCARD_MS_MAX = 1_000;
const DISCARD_BYTES_MAX = 64_000_000;

/** From starting to read a body to its end; 30 MB at 1 Mbit/s take 240 s. */
const BODY_MS_MAX = 300_000;
/** A body is given up after one to two of these intervals without a byte. */
const SILENCE_MS = 15_000;

/** Requests whose clients wait for "100 Continue" before they send the body, each with the function that sends it. */
const waiting = new WeakMap<IncomingMessage, () => void>();

/** Registers a request whose client sends the body only after `sendContinue`. */
export function awaitsContinue(request: IncomingMessage, sendContinue: () => void): void {
  waiting.set(request, sendContinue);
}

/** Bodies that are being read, each with the function that ends that as too slow. */
const watched = new WeakMap<IncomingMessage, () => void>();

/** Ends the reading of a body with `requestTimeout`. Does nothing where none is read. */
export function endAsTooSlow(request: IncomingMessage): void {
  watched.get(request)?.();
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

type Look = (chunk: Buffer) => void;

/**
 * The decompressed bytes of a JSON body; `look` gets each chunk as it arrives. Fails with `unsupportedMediaType`, `payloadTooLarge`,
 * `requestTimeout`, or `validation` under the key `$`.
 */
export async function readBody(request: IncomingMessage, bytesMax: number, look: Look = () => {}): Promise<Buffer> {
  checkMediaType(request);
  return readBytes(request, bytesMax, look);
}

/**
 * Gives the bytes of a body of any kind to `take`, piece by piece and no faster than it takes them; there is no limit of time as long as bytes come.
 * Resolves to how many there were. Fails with `payloadTooLarge`, `requestTimeout` or `validation`, and as `take` does.
 */
export async function streamBody(request: IncomingMessage, bytesMax: number, take: (chunk: Buffer) => Promise<void>): Promise<number> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  if (request.destroyed) throw bodyFault('ended too early');
  waiting.get(request)?.();
  waiting.delete(request);
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const stopTiming = whenTooSlow(request, null, () => finish(() => reject(new SalesError('requestTimeout'))));
    const finish = (settle: () => void) => {
      stopTiming();
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      request.on('error', () => {});
      settle();
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) return finish(() => reject(tooLarge(bytesMax)));
      request.pause();
      take(chunk).then(
        () => request.resume(),
        (error: unknown) => finish(() => reject(error)),
      );
    };
    const onEnd = () => finish(() => resolve(bytes));
    const onClose = () => {
      if (!request.complete) finish(() => reject(bodyFault('ended too early')));
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
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

async function readBytes(request: IncomingMessage, bytesMax: number, look: Look): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new SalesError('unsupportedMediaType', 'The Content-Encoding of the body must be gzip or none.');
  }
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  waiting.get(request)?.();
  waiting.delete(request);
  if (encoding === 'identity') return collect(request, request, bytesMax, look);
  const gunzip = createGunzip();
  let compressedBytes = 0;
  // Compressed bytes are limited, too: a long stream may decompress to nothing, as a series of empty members does.
  const count = (chunk: Buffer) => {
    compressedBytes += chunk.length;
    if (compressedBytes > bytesMax) gunzip.destroy(tooLarge(bytesMax));
  };
  request.on('data', count);
  request.pipe(gunzip);
  try {
    return await collect(gunzip, request, bytesMax, look);
  } finally {
    request.off('data', count);
    request.unpipe(gunzip);
    gunzip.destroy();
  }
}

/** Collects all bytes of `source`, which is `request` or a stream fed by it; leaves the request itself open for the answer. */
function collect(source: Readable, request: IncomingMessage, bytesMax: number, look: Look): Promise<Buffer> {
  // The client left while the request was queued: no event would ever come, and its place in the queue would be lost.
  if (request.destroyed) return Promise.reject(bodyFault('ended too early'));
  return new Promise((resolve, reject) => {
    const blocks = bodyBlocks(source === request ? Number(request.headers['content-length'] ?? 0) : 0);
    const stopTiming = whenTooSlow(request, BODY_MS_MAX, () => finish(() => reject(new SalesError('requestTimeout'))));
    const finish = (settle: () => void) => {
      stopTiming();
      source.off('data', onData).off('end', onEnd).off('error', onError);
      request.off('close', onClose).off('error', onClose);
      // Late errors of a stream that nobody listens to any more would end the process.
      source.on('error', () => {});
      settle();
    };
    const onData = (chunk: Buffer) => {
      if (blocks.bytes() + chunk.length > bytesMax) return finish(() => reject(tooLarge(bytesMax)));
      look(chunk);
      blocks.add(chunk);
    };
    const onEnd = () => finish(() => resolve(blocks.whole()));
    const onError = (error: Error) => finish(() => reject(error instanceof SalesError ? error : bodyFault('is not valid gzip')));
    const onClose = () => {
      if (!request.complete) finish(() => reject(bodyFault('ended too early')));
    };
    source.on('data', onData).on('end', onEnd);
    request.on('close', onClose).on('error', onClose);
    if (source !== request) source.on('error', onError);
  });
}

/** Calls `call` when the body of a request is silent for too long, or takes longer than `msMax` as a whole. Returns a function that ends the watch. */
function whenTooSlow(request: IncomingMessage, msMax: number | null, call: () => void): () => void {
  let isSilent = false;
  const onData = () => {
    isSilent = false;
  };
  // Two intervals, because after the process was frozen the timer fires before the bytes that have arrived are delivered.
  const silence = setInterval(() => {
    if (isSilent) call();
    isSilent = true;
  }, SILENCE_MS);
  const whole = msMax === null ? undefined : setTimeout(call, msMax);
  request.on('data', onData);
  watched.set(request, call);
  return () => {
    watched.delete(request);
    clearInterval(silence);
    clearTimeout(whole);
    request.off('data', onData);
  };
}

/**
 * Reads and throws away what a refused request still sends, up to a limit of time and size: answering and closing at once would reset the
 * connection, and the client would never see why. Resolves to whether the request was received to its end, so that the connection can be
 * kept.
 */
export function discardBody(request: IncomingMessage): Promise<boolean> {
  // The client waits for "100 Continue", so no body will come.
  if (waiting.has(request)) return Promise.resolve(false);
  if (request.complete || request.destroyed) return Promise.resolve(request.complete);
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', finish).off('close', finish);
      request.pause();
      resolve(request.complete);
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > DISCARD_BYTES_MAX) finish();
    };
    const timer = setTimeout(finish, DISCARD_MS_MAX);
    request.on('data', onData).on('end', finish).on('close', finish);
    request.resume();
  });
}

function tooLarge(bytesMax: number): SalesError {
  return new SalesError('payloadTooLarge', `The body must have at most ${bytesMax} bytes, counted after decompression.`);
}
