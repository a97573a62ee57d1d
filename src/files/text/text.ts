/**
 * Decodes bytes in a known encoding, without the byte order mark, into text that the formats can look ahead in. Nothing is replaced: an
 * invalid byte refuses the input, with its place. Knows nothing of records.
 */
import type { SalesError } from '../../contract/problem.js';
import type { Encoding } from '../input/row.js';
import { unusable } from '../input/unusable.js';
import { codecs } from './encodings.js';
import { placeAfter, textStart } from './lines.js';

export type TextReader = ReturnType<typeof textReader>;

/** What to throw where bytes are invalid in an encoding: in line `line`, `offset` bytes from the beginning. */
type InvalidBytes = (encoding: Encoding, line: number, offset: number) => Error;

/** Text that can be examined before it is taken, decoded from `bytes`. */
export function textReader(bytes: AsyncIterable<Buffer>, encoding: Encoding, invalidBytes: InvalidBytes = notText) {
  const chunks = wholeChunks(bytes, encoding, invalidBytes);
  const { textOf } = codecs[encoding];
  let ahead = '';
  return {
    /** What was read and not yet taken. */
    get ahead() {
      return ahead;
    },
    /** Reads on; false at the end. Fails with `inputUnusable` on bytes that are invalid in the encoding. */
    async more(): Promise<boolean> {
      const next = await chunks.next();
      if (next.done) return false;
      ahead += textOf(next.value);
      return true;
    },
    /** Takes everything that is ahead. */
    take(): string {
      const taken = ahead;
      ahead = '';
      return taken;
    },
    /**
     * The next bytes as they are, whole characters, where nothing is ahead; null at the end. Fails as `more` does. What they are as text,
     * `textOf` says.
     */
    async moreBytes(): Promise<Buffer | null> {
      const next = await chunks.next();
      return next.done ? null : next.value;
    },
    textOf,
    encoding,
  };
}

/** The bytes in pieces of whole characters, none of them empty. */
async function* wholeChunks(bytes: AsyncIterable<Buffer>, encoding: Encoding, invalidBytes: InvalidBytes): AsyncGenerator<Buffer> {
  const codec = codecs[encoding];
  /** Lines are counted in bytes that have those of ASCII. */
  const counted = (part: Buffer) => (encoding.startsWith('utf-16') ? Buffer.from(codec.textOf(part)) : part);
  /** Length of a byte order mark. */
  const markBytes = encoding === 'utf-8' ? 3 : 2;
  let tail: Buffer = Buffer.alloc(0);
  let offset = 0;
  let place = textStart;
  const invalid = (part: Buffer, at: number) => invalidBytes(encoding, placeAfter(counted(part.subarray(0, at)), place).line, offset + at);
  for await (const chunk of bytes) {
    const joined = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk;
    const whole = joined.subarray(0, codec.wholeLength(joined));
    const at = codec.invalidAt(whole);
    if (at !== -1) throw invalid(whole, at);
    tail = Buffer.from(joined.subarray(whole.length));
    if (whole.length === 0) continue;
    place = placeAfter(counted(whole), place);
    const isMarked = offset === 0 && codec.textOf(whole.subarray(0, markBytes)) === '\ufeff';
    yield isMarked ? whole.subarray(markBytes) : whole;
    offset += whole.length;
  }
  if (tail.length > 0) throw invalid(tail, 0);
}

function notText(encoding: Encoding, line: number, offset: number): SalesError {
  const hint =
    encoding === 'utf-8'
      ? ['Save it as "CSV UTF-8"; if it is in windows-1252, say so with ', ['--encoding', 'windows-1252']]
      : 'Save it as "CSV UTF-8"; the file is damaged or in another encoding';
  return unusable(
    `Line ${line}, byte offset ${offset}: the text is not ${encoding.startsWith('utf') ? encoding.toUpperCase().replace(/[LB]E$/, '') : encoding}.`,
    hint,
  );
}
