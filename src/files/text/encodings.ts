/**
 * Converts between bytes and text in the encodings that tills write. Decoding never replaces anything: invalid bytes are found, with their
 * place. Where the bytes come from, and which encoding is the right one, is decided elsewhere.
 */
import { isUtf8 } from 'node:buffer';
import { type Encoding, singleBytes } from '../input/row.js';

/** How the bytes of an encoding are checked and decoded, when they come in pieces. */
interface Codec {
  /** Length of `bytes` without an incomplete character at their end. */
  wholeLength(bytes: Buffer): number;
  /** Index of the first byte that is invalid in this encoding; -1 where there is none. */
  invalidAt(bytes: Buffer): number;
  /** Decodes bytes that are valid and end with a whole character. */
  textOf(bytes: Buffer): string;
}

/** `text` in that encoding; a character that one of single bytes does not have becomes a question mark there. */
export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const high = highOf(encoding);
  const byteOf = (character: string) => (UNASSIGNED.test(character) ? -1 : high.indexOf(character));
  return Buffer.from(
    text.replace(/[^\0-\x7f]/gu, (character) => (byteOf(character) < 0 ? '?' : String.fromCharCode(HIGH + byteOf(character)))),
    'latin1',
  );
}

const utf8: Codec = {
  wholeLength(bytes) {
    for (let back = 1; back <= Math.min(3, bytes.length); back++) {
      const byte = bytes[bytes.length - back] ?? 0;
      if (byte >= 0xc0) {
        const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        return needed > back ? bytes.length - back : bytes.length;
      }
      if (byte < 0x80) break;
    }
    return bytes.length;
  },
  invalidAt: (bytes) => (isUtf8(bytes) ? -1 : firstInvalidUtf8(bytes)),
  textOf: (bytes) => bytes.toString('utf8'),
};

/** The decoder writes U+FFFD for invalid bytes. A U+FFFD that is in the input itself is recognised by its three bytes, and skipped. */
function firstInvalidUtf8(bytes: Buffer): number {
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

const utf16le = utf16((bytes) => bytes.toString('utf16le'));
// In an odd number of bytes the last one is half a character: never text, and swap16 would refuse it.
const utf16be = utf16((bytes) =>
  Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le'),
);

function utf16(textOf: (bytes: Buffer) => string): Codec {
  return {
    wholeLength(bytes) {
      const even = bytes.length - (bytes.length % 2);
      const last = even === 0 ? 0 : textOf(bytes.subarray(even - 2, even)).charCodeAt(0);
      return last >= 0xd800 && last < 0xdc00 ? even - 2 : even;
    },
    invalidAt(bytes) {
      const text = textOf(bytes);
      if (!text.isWellFormed()) return 2 * text.search(LONE_SURROGATE);
      return bytes.length % 2 === 1 ? bytes.length - 1 : -1;
    },
    textOf,
  };
}

/** With the flag u, this matches half a surrogate pair standing alone, but not a whole pair. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Where ASCII ends. */
const HIGH = 0x80;
/** What bytes without a character are decoded to, or control characters, which no text has. */
const UNASSIGNED = /[\x80-\x9f\ufffd]/;
/** The upper half of the code page of DOS, which the engine does not know. */
const OF_DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0';

type SingleByte = (typeof singleBytes)[number];

/** The characters of bytes 0x80 to 0x9f in windows-1252, which some engines decode as Latin 1; every other byte is the character of that number. */
const OF_WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The characters of the bytes from 0x80 on. */
function highOf(encoding: SingleByte): string {
  if (encoding === 'windows-1252')
    return OF_WINDOWS + Buffer.from(Uint8Array.from({ length: 96 }, (_, byte) => 0xa0 + byte)).toString('latin1');
  return encoding === 'ibm850' ? OF_DOS : new TextDecoder(encoding).decode(Uint8Array.from({ length: HIGH }, (_, byte) => HIGH + byte));
}

function tableOf(encoding: SingleByte) {
  const high = highOf(encoding);
  const bytesThat = (isOne: (character: string, byte: string) => boolean) => {
    const bytes = [...high].map((character, index) => [character, String.fromCharCode(HIGH + index)] as const);
    return bytes.flatMap(([character, byte]) => (isOne(character, byte) ? [byte] : [])).join('');
  };
  const other = new RegExp(`[${bytesThat((character, byte) => character !== byte)}]`);
  return { high, unassigned: new RegExp(`[${bytesThat((character) => UNASSIGNED.test(character))}]`), other, each: new RegExp(other, 'g') };
}

function singleByte(encoding: SingleByte): Codec {
  let made: ReturnType<typeof tableOf> | null = null;
  const table = () => {
    made ??= tableOf(encoding);
    return made;
  };
  return {
    wholeLength: (bytes) => bytes.length,
    invalidAt: (bytes) => bytes.toString('latin1').search(table().unassigned),
    textOf(bytes) {
      const text = bytes.toString('latin1');
      const { high, other, each } = table();
      return other.test(text) ? text.replace(each, (byte) => high.charAt(byte.charCodeAt(0) - HIGH)) : text;
    },
  };
}

/** How the bytes of each encoding are decoded. */
export const codecs = {
  'utf-8': utf8,
  'utf-16le': utf16le,
  'utf-16be': utf16be,
  ...(Object.fromEntries(singleBytes.map((encoding) => [encoding, singleByte(encoding)])) as Record<SingleByte, Codec>),
} satisfies Record<Encoding, Codec>;
