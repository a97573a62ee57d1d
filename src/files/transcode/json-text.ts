/** Writes texts as JSON in ASCII, byte for byte. */

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const HEX = Buffer.from('0123456789abcdef');
/** Below are ASCII, and the control characters that follow it. */
const PRINTED_MIN = 0xa0;
/** How many bytes of JSON a byte of a text may need. */
export const JSON_BYTES_MAX = 6;

/** Copies bytes; returns the index behind them. */
export function copyAll(out: Uint8Array, at: number, bytes: Uint8Array): number {
  const { length } = bytes;
  for (let index = 0; index < length; index++) out[at + index] = bytes[index] as number;
  return at + length;
}

/**
 * Copies text in UTF-8 whose ASCII needs no escaping, with escapes for all beyond. Returns the index behind it; -1 where it has a control
 * character, or one that needs two escapes.
 */
export function copyText(out: Uint8Array, at: number, bytes: Uint8Array, start: number, end: number): number {
  let next = at;
  for (let index = start; index < end; ) {
    const byte = bytes[index] as number;
    if (byte < 0x80) {
      out[next++] = byte;
      index++;
      continue;
    }
    const isShort = byte < 0xe0;
    if (byte >= 0xf0) return -1;
    const unit = isShort
      ? ((byte & 0x1f) << 6) | ((bytes[index + 1] as number) & 0x3f)
      : ((byte & 0x0f) << 12) | (((bytes[index + 1] as number) & 0x3f) << 6) | ((bytes[index + 2] as number) & 0x3f);
    if (unit < PRINTED_MIN) return -1;
    next = escaped(out, next, unit);
    index += isShort ? 2 : 3;
  }
  return next;
}

function escaped(out: Uint8Array, at: number, unit: number): number {
  out[at] = BACKSLASH;
  out[at + 1] = LETTER_U;
  out[at + 2] = HEX[unit >> 12] as number;
  out[at + 3] = HEX[(unit >> 8) & 15] as number;
  out[at + 4] = HEX[(unit >> 4) & 15] as number;
  out[at + 5] = HEX[unit & 15] as number;
  return at + JSON_BYTES_MAX;
}

/** JSON as bytes, with escapes for all beyond ASCII. */
export function asciiBytes(json: string): Buffer {
  return Buffer.from(
    json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'latin1',
  );
}
