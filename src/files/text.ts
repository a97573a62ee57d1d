/**
 * Bytes to text: UTF-8 only, its byte order mark dropped, nothing replaced: a byte that is no UTF-8 refuses the input, with its place.
 * The reader lets the formats look ahead. Knows nothing of records.
 */
import { isUtf8 } from 'node:buffer';
import type { SalesError } from '../contract/problem.js';
import { unusable } from './unusable.js';

/** Text that can be looked at before it is taken. */
export interface TextReader {
  /** What was read and not taken yet. */
  readonly ahead: string;
  /** Reads on; false at the end. Fails with `inputUnusable` on bytes that are no UTF-8. */
  more(): Promise<boolean>;
  /** Takes all that is ahead. */
  take(): string;
}

/** A reader over the text of `bytes`. */
export function textReader(bytes: AsyncIterable<Buffer>): TextReader {
  const chunks = utf8Text(bytes);
  let ahead = '';
  return {
    get ahead() {
      return ahead;
    },
    async more() {
      const next = await chunks.next();
      if (!next.done) ahead += next.value;
      return !next.done;
    },
    take() {
      const taken = ahead;
      ahead = '';
      return taken;
    },
  };
}

async function* utf8Text(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let tail: Buffer = Buffer.alloc(0);
  let offset = 0;
  let lines = lineCounter();
  let first = true;
  for await (const chunk of bytes) {
    const joined = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
    const whole = joined.subarray(0, wholeLength(joined));
    if (!isUtf8(whole)) throw notUtf8(whole, invalidAt(whole), offset, lines);
    tail = Buffer.from(joined.subarray(whole.length));
    if (whole.length === 0) continue;
    offset += whole.length;
    lines = lines.after(whole);
    const text = whole.toString('utf8');
    yield first && text.startsWith('\ufeff') ? text.slice(1) : text;
    first = false;
  }
  if (tail.length > 0) throw notUtf8(tail, 0, offset, lines);
}

/** Length without a character that the end of `bytes` cuts in two. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.length - back : bytes.length;
    }
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** The decoder puts U+FFFD for what is no UTF-8; one that the input has itself stands in the bytes as well. */
function invalidAt(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  let at = 0;
  let from = 0;
  for (let found = text.indexOf('\ufffd'); found !== -1; found = text.indexOf('\ufffd', from)) {
    at += Buffer.byteLength(text.slice(from, found));
    if (bytes[at] !== 0xef || bytes[at + 1] !== 0xbf || bytes[at + 2] !== 0xbd) return at;
    at += 3;
    from = found + 1;
  }
  return at;
}

function notUtf8(bytes: Buffer, at: number, offset: number, lines: LineCounter): SalesError {
  const place = `Line ${lines.after(bytes.subarray(0, at)).line}, byte offset ${offset + at}`;
  const hint = 'Save it as "CSV UTF-8", or convert it, from windows-1252 for example: iconv -f WINDOWS-1252 -t UTF-8 IN.csv > OUT.csv';
  return unusable(`${place}: the text is not UTF-8.`, hint);
}

interface LineCounter {
  line: number;
  after(bytes: Buffer): LineCounter;
}

/** Counts LF, CR and CRLF as one line end each, also when a CRLF is cut in two. */
function lineCounter(line = 1, endsInCr = false): LineCounter {
  return {
    line,
    after(bytes) {
      // Every byte of the input comes by: the engine's own search is many times as fast as a loop over bytes.
      let count = line;
      for (let lf = bytes.indexOf(0x0a); lf !== -1; lf = bytes.indexOf(0x0a, lf + 1)) {
        if (!(lf === 0 ? endsInCr : bytes[lf - 1] === 0x0d)) count++;
      }
      for (let cr = bytes.indexOf(0x0d); cr !== -1; cr = bytes.indexOf(0x0d, cr + 1)) count++;
      return lineCounter(count, bytes.length === 0 ? endsInCr : bytes[bytes.length - 1] === 0x0d);
    },
  };
}
