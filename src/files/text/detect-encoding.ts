/**
 * Detects the encoding of a text: by its byte order mark; else UTF-16 where NULs alternate, UTF-8 where the bytes are valid UTF-8, and
 * windows-1252 otherwise. Looks ahead only so far, and refuses what looks like two encodings in one file.
 */
import { isUtf8 } from 'node:buffer';
import { maskCardNumbers } from '../../contract/card-number.js';
import type { HintPart } from '../../contract/remedy.js';
import type { Encoding } from '../input/row.js';
import { aheadBytesMax, unusable } from '../input/unusable.js';
import { type Ahead, aheadOf, bytesAhead } from './ahead.js';
import { otherCodePages, wideEncodings } from './code-pages.js';
import { codecs } from './encodings.js';
import { placeAfter } from './lines.js';

/**
 * Decides on the encoding. A `given` one is taken, unless the bytes begin with the byte order mark of another: that fails with
 * `inputUnusable`, and so does text that is partly UTF-8 and partly not, as far as it was examined. `bytes` are all, examined ones included; `zone`
 * is that of the times, where one is given.
 */
export async function detectEncoding(
  bytes: AsyncIterable<Buffer>,
  given: Encoding | 'auto',
  zone = '',
): Promise<{ encoding: Encoding; bytes: AsyncIterable<Buffer> }> {
  const ahead = aheadOf(bytes);
  const head = (await bytesAhead(ahead, HEAD_BYTES)).subarray(0, HEAD_BYTES);
  const marked = markOf(head);
  if (given !== 'auto' && marked !== null && marked !== given)
    throw unusable(`The text begins with the byte order mark of ${marked} and is not ${given}.`, ['Leave out ', ['--encoding']]);
  const sure = given !== 'auto' ? given : (marked ?? unmarkedUtf16(head));
  if (sure !== null) return { encoding: sure, bytes: ahead.all };
  return { encoding: await utf8OrWindows(ahead, zone), bytes: ahead.all };
}

const HEAD_BYTES = 512;
const WORD_CHARS_MAX = 30;

function markOf(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
}

/** Text in Latin letters has a NUL as about every other byte of UTF-16. */
function unmarkedUtf16(head: Buffer): Encoding | null {
  const nulsAt = (parity: number) => head.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [nulsAt(0), nulsAt(1)];
  if (head.length < 4 || Math.max(even, odd) < 0.4 * (head.length / 2)) return null;
  if (Math.min(even, odd) > 0) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** Some characters of windows-1252 may look like UTF-8 by chance: fewer than one per this many that do not. */
const CHANCE = 10;

async function utf8OrWindows(ahead: Ahead<Buffer>, zone: string): Promise<Encoding> {
  const bytes = await bytesAhead(ahead, aheadBytesMax);
  // A character cut off by the end of the file is invalid; one cut off where the look ahead stops is not.
  const isWhole = bytes.length < aheadBytesMax;
  if (isUtf8(isWhole ? bytes : bytes.subarray(0, codecs['utf-8'].wholeLength(bytes)))) return 'utf-8';
  const found = otherCodePages(bytes, zone);
  if (found?.others.length === 0) refuseWide(bytes);
  refuseMixed(bytes);
  refuseNonsense(found);
  return 'windows-1252';
}

function refuseMixed(bytes: Buffer): void {
  const text = bytes.toString('utf8');
  const valid = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  const invalid = text.match(/\ufffd/g)?.length ?? 0;
  if (valid === 0 || valid * CHANCE < invalid) return;
  const at = codecs['utf-8'].invalidAt(bytes);
  const { line } = placeAfter(bytes.subarray(0, at));
  throw unusable(`Line ${line}, byte offset ${at}: the text is not UTF-8 here, and in other places it is.`, [
    'Export it again in one encoding; ',
    ['--encoding', 'windows-1252'],
    ' reads it as windows-1252 all the same',
  ]);
}

/** Refuses text with several bytes a letter, of which none is read, where no code page of single bytes makes sense of it. */
function refuseWide(bytes: Buffer): void {
  const wide = wideEncodings(bytes);
  if (wide.length === 0) return;
  const all = wide.map(({ encoding, words }) => `${encoding} (${shown(words)})`).join(' or ');
  throw unusable(`The text is not UTF-8, and hardly windows-1252. It may be ${all}.`, [
    'Save it as "CSV UTF-8", or convert it:   ',
    ['iconv', '-f', 'ENCODING', '-t', 'UTF-8', 'FILE'],
  ]);
}

function shown(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(maskCardNumbers(word.slice(0, WORD_CHARS_MAX)))).join(', ');
}

/** Refuses text of another code page, which would be sent as other letters than were meant. */
function refuseNonsense(found: ReturnType<typeof otherCodePages>): void {
  if (!found || found.others.length === 0) return;
  const answers = found.others
    .slice(0, 3)
    .flatMap(({ encoding, words }): HintPart[] => [['--encoding', encoding], ` (${shown(words)})   `]);
  const sense = found.words.length > 0 ? `, and hardly windows-1252: ${shown(found.words)}` : ' and not windows-1252';
  const asIs: HintPart[] = found.words.length > 0 ? ['or as it stands ', ['--encoding', 'windows-1252']] : [];
  throw unusable(`The text is not UTF-8${sense}.`, ['Say which it is:   ', ...answers, ...asIs]);
}
