/**
 * Identifiers as both sides compare them, each text stored once: equal texts have equal codes, other texts other codes. Upper case; separators
 * become one `-`; zeros in front of a group go: `1-1234` is not `11-234`, `#ord 0017` is `ORD-17`. Code 0 is absent.
 */

const DASH = 0x2d;
const ZERO = 0x30;
const SEPARATORS = new Set([...'-_/.#:'].map((char) => char.charCodeAt(0)));
/** Texts that say there is none. */
const NOTHING = ['0', 'NA', 'N-A', 'NONE', 'NULL', 'UNKNOWN', 'UNDEFINED', 'TEST', 'X', 'XX', 'XXX', 'XXXX'];
const LONG_DIGITS = 6;

const isDigit = (byte: number) => byte >= ZERO && byte <= 0x39;
const isAlphanumeric = (byte: number) => isDigit(byte) || (byte >= 0x41 && byte <= 0x5a);

export class Texts {
  /** Codes are below it. */
  count = 1;
  #bytes = new Uint8Array(1 << 12);
  /** Text `code` ends here, and begins where the one before it ends. */
  #ends = new Int32Array(1 << 8);
  /** Open addressing with linear probing, at most half full. */
  #slots = new Int32Array(1 << 9);
  #nothing: number;
  #encoder = new TextEncoder();

  constructor() {
    for (const word of NOTHING) this.#settle(this.#write(word));
    this.#nothing = this.count;
  }

  /** The code of an identifier; 0 where there is none, or a word for it. */
  code(text: string | null | undefined): number {
    if (!text) return 0;
    const code = this.#settle(this.#write(text));
    return code < this.#nothing ? 0 : code;
  }

  bytesOf(code: number): Uint8Array {
    return this.#bytes.subarray(this.#ends[code - 1], this.#ends[code]);
  }

  textOf(code: number): string {
    return code === 0 ? '' : new TextDecoder().decode(this.bytesOf(code));
  }

  lengthOf(code: number): number {
    return code === 0 ? 0 : (this.#ends[code] as number) - (this.#ends[code - 1] as number);
  }

  /** Orders texts by their bytes, which no order of arrival changes. */
  compare(one: number, other: number): number {
    if (one === other) return 0;
    return Buffer.compare(one === 0 ? new Uint8Array() : this.bytesOf(one), other === 0 ? new Uint8Array() : this.bytesOf(other));
  }

  /** Without separators and zeros in front; 0 for texts below six characters. */
  unseparated(code: number): number {
    if (this.lengthOf(code) < LONG_DIGITS) return 0;
    let end = this.#room(this.lengthOf(code));
    const start = end;
    for (let at = this.#ends[code - 1] as number; at < (this.#ends[code] as number); at++) {
      const byte = this.#bytes[at] as number;
      if (byte !== DASH && !(byte === ZERO && end === start)) this.#bytes[end++] = byte;
    }
    return this.#settle(end);
  }

  /** The longest run of at least six digits, zeros in front dropped; 0 where there is none. */
  digits(code: number): number {
    if (this.lengthOf(code) < LONG_DIGITS) return 0;
    const bytes = this.bytesOf(code);
    let from = 0;
    let to = 0;
    for (let at = 0, start = 0; at <= bytes.length; at++) {
      if (at < bytes.length && isDigit(bytes[at] as number)) continue;
      if (at - start >= LONG_DIGITS && at - start >= to - from) [from, to] = [start, at];
      start = at + 1;
    }
    while (from < to && bytes[from] === ZERO) from++;
    return to - from < LONG_DIGITS ? 0 : this.#copy(code, from, to);
  }

  /** The first `length` bytes; 0 for shorter texts. */
  cut(code: number, length: number): number {
    return this.lengthOf(code) < length ? 0 : this.#copy(code, 0, length);
  }

  #copy(code: number, from: number, to: number): number {
    const start = this.#room(to - from);
    const first = this.#ends[code - 1] as number;
    this.#bytes.copyWithin(start, first + from, first + to);
    return this.#settle(start + to - from);
  }

  /** @returns where the next text begins, with room for so many bytes */
  #room(bytes: number): number {
    const start = this.#ends[this.count - 1] as number;
    if (start + bytes > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(2 * this.#bytes.length, start + bytes));
      wider.set(this.#bytes);
      this.#bytes = wider;
    }
    return start;
  }

  /** Writes the normalised text behind the others. @returns where it ends */
  #write(text: string): number {
    // Room for three bytes a character: compatibility forms may be longer, and are asked for below.
    let end = this.#room(3 * text.length);
    const start = end;
    let group = end;
    let isZero = false;
    const put = (byte: number) => {
      if (byte <= 0x20 || SEPARATORS.has(byte)) {
        if (isZero && end === group) this.#bytes[end++] = ZERO;
        if (end > group) {
          this.#bytes[end++] = DASH;
          group = end;
        }
        isZero = false;
        return;
      }
      if (byte === ZERO && end === group) {
        isZero = true;
        return;
      }
      if (isZero && end === group && !isAlphanumeric(byte)) this.#bytes[end++] = ZERO;
      this.#bytes[end++] = byte;
    };
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 0x7f) return this.#writeOther(text);
      put(unit >= 0x61 && unit <= 0x7a ? unit - 0x20 : unit);
    }
    if (isZero && end === group) this.#bytes[end++] = ZERO;
    return end > start && end === group ? end - 1 : end;
  }

  /** Letters beyond ASCII keep their bytes; case, widths and blanks are as Unicode has them. */
  #writeOther(text: string): number {
    const plain = text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\-_/.#:]+/gu, '-')
      .replace(/^-|-$/g, '')
      .replace(/(^|-)0+(?=[0-9A-Z])/g, '$1');
    const encoded = this.#encoder.encode(plain);
    const start = this.#room(encoded.length);
    this.#bytes.set(encoded, start);
    return start + encoded.length;
  }

  /** The code of the text that was written behind the others and ends there; it stays where it is new. */
  #settle(end: number): number {
    const start = this.#ends[this.count - 1] as number;
    if (end === start) return 0;
    const slots = this.#slots;
    let slot = this.#hash(start, end) & (slots.length - 1);
    for (let code = slots[slot] as number; code !== 0; code = slots[slot] as number) {
      if (this.#isEqual(code, start, end)) return code;
      slot = (slot + 1) & (slots.length - 1);
    }
    const code = this.count++;
    slots[slot] = code;
    this.#ends[code] = end;
    if (this.count === this.#ends.length) this.#grow();
    return code;
  }

  #isEqual(code: number, start: number, end: number): boolean {
    const from = this.#ends[code - 1] as number;
    if ((this.#ends[code] as number) - from !== end - start) return false;
    for (let at = 0; at < end - start; at++) if (this.#bytes[from + at] !== this.#bytes[start + at]) return false;
    return true;
  }

  #hash(start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (this.#bytes[at] as number), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  #grow(): void {
    const ends = new Int32Array(2 * this.#ends.length);
    ends.set(this.#ends);
    this.#ends = ends;
    const slots = new Int32Array(4 * this.#ends.length);
    for (let code = 1; code < this.count; code++) {
      let slot = this.#hash(ends[code - 1] as number, ends[code] as number) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = code;
    }
    this.#slots = slots;
  }
}
