/**
 * Walks over JSON text that arrives in pieces, and cuts whole values out of it while keeping track of line and column. It only matches
 * brackets and recognises strings: whether a value is well-formed, and what it means, is left to others.
 */
import type { SalesError } from '../../contract/problem.js';
import { recordCharsMax, unusable } from '../input/unusable.js';
import type { TextReader } from '../text/text.js';

/** A place in a text. */
export interface JsonPlace {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
}

/** The place in the input of a fault that was found at `fault` within a text that begins at `start`. */
export function placeWithin(start: JsonPlace, fault: JsonPlace): JsonPlace {
  return { line: start.line + fault.line - 1, column: fault.line === 1 ? start.column + fault.column - 1 : fault.column };
}

/** A SalesError `inputUnusable` for malformed JSON at `place`. */
export function malformed({ line, column }: JsonPlace, message: string): SalesError {
  return unusable(
    `Line ${line}, column ${column}: the JSON is malformed: ${message}.`,
    'Export the file again, or correct it at that place',
  );
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** The index of the first non-blank character at or after `from`; the end of the text where there is none. */
function blanksEnd(text: string, from: number): number {
  let at = from;
  while (isBlankCode(text.charCodeAt(at))) at++;
  return at;
}

/** Searches for the end of the value at `start`, and resumes where it stopped once more text has arrived. */
class ValueScan {
  #at: number;
  #depth = 0;
  #inString = false;

  constructor(start: number) {
    this.#at = start;
  }

  /**
   * The index just after the value, or -1 if more text is needed. `dropped` is how many characters were cut off the front since the last
   * call.
   */
  endIn(text: string, dropped = 0): number {
    let at = this.#at - dropped;
    let depth = this.#depth;
    let inString = this.#inString;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (code === BACKSLASH) at++;
        else if (code === QUOTE) {
          inString = false;
          if (depth === 0) return at + 1;
        }
      } else if (code === QUOTE) inString = true;
      else if (code === 0x7b || code === 0x5b) depth++;
      else if (code === 0x7d || code === 0x5d) {
        if (depth === 0) return at;
        depth--;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && (code === COMMA || code === COLON || isBlankCode(code))) return at;
    }
    this.#at = at;
    this.#depth = depth;
    this.#inString = inString;
    return -1;
  }
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export class JsonCursor {
  readonly #reader: TextReader;
  #text = '';
  #at = 0;
  #line = 1;
  /** The column of the cursor is this plus `#at` plus one; negative once a line end lies behind the cursor. */
  #columnsBefore = 0;
  /** Index of the first line end at or after `#at`; stale when it is less than `#at`. */
  #lineEnd = -1;

  constructor(reader: TextReader) {
    this.#reader = reader;
  }

  get place(): JsonPlace {
    return { line: this.#line, column: this.#columnsBefore + this.#at + 1 };
  }

  /** Moves to the next non-blank character and returns it; empty at the end of the input. */
  async peek(): Promise<string> {
    for (;;) {
      this.#moveTo(blanksEnd(this.#text, this.#at));
      if (this.#at < this.#text.length) return this.#text.charAt(this.#at);
      if (!(await this.#fill())) return '';
    }
  }

  /** Skips the character that `peek` returned. */
  skip(): void {
    this.#moveTo(this.#at + 1);
  }

  /**
   * Cuts out the value that begins here. Empty where there is none; incomplete where the input ends first. Fails with `inputUnusable` over
   * the size limit.
   */
  async value(): Promise<string> {
    const scan = new ValueScan(this.#at);
    const { line } = this.place;
    let end = scan.endIn(this.#text);
    while (end === -1) {
      if (this.#text.length - this.#at > recordCharsMax) throw tooLarge(line);
      const before = this.#at;
      if (!(await this.#fill())) end = this.#text.length;
      else end = scan.endIn(this.#text, before);
    }
    if (end - this.#at > recordCharsMax) throw tooLarge(line);
    const text = this.#text.slice(this.#at, end);
    this.#moveTo(end);
    return text;
  }

  /**
   * Fast path within a list: does what `peek`, `skip`, `peek` and `value` would do after an element, but without waiting for text. Returns
   * the next value and where it begins, if all of it is at hand. Otherwise null, with the cursor unmoved, so that the slow path finds
   * whatever is wrong.
   */
  nextAtHand(): { place: JsonPlace; text: string } | null {
    const comma = blanksEnd(this.#text, this.#at);
    if (this.#text.charCodeAt(comma) !== COMMA) return null;
    const start = blanksEnd(this.#text, comma + 1);
    const end = start < this.#text.length ? new ValueScan(start).endIn(this.#text) : -1;
    if (end <= start || end - start > recordCharsMax) return null;
    this.#moveTo(start);
    const { place } = this;
    this.#moveTo(end);
    return { place, text: this.#text.slice(start, end) };
  }

  /** Skips the value that begins here, however large, matching only its brackets and strings. */
  async skipValue(): Promise<void> {
    const scan = new ValueScan(this.#at);
    let end = scan.endIn(this.#text);
    if (end === this.#at) throw this.fault('expected a value');
    for (;;) {
      this.#moveTo(end === -1 ? this.#text.length : end);
      if (end !== -1) return;
      const before = this.#at;
      if (!(await this.#fill())) return;
      end = scan.endIn(this.#text, before);
    }
  }

  /** A SalesError `inputUnusable` for malformed JSON at the cursor. */
  fault(message: string): SalesError {
    return malformed(this.place, message);
  }

  /** Drops the text behind the cursor and reads more; false at the end of the input. */
  async #fill(): Promise<boolean> {
    if (this.#reader.ahead === '' && !(await this.#reader.more())) return false;
    this.#columnsBefore += this.#at;
    this.#text = this.#text.slice(this.#at) + this.#reader.take();
    this.#at = 0;
    this.#lineEnd = -1;
    return true;
  }

  #moveTo(end: number): void {
    // The line end is searched for once, not with every step, since a whole document may be one line.
    if (this.#lineEnd < this.#at) this.#lineEnd = lineEndFrom(this.#text, this.#at);
    for (; this.#lineEnd < end; this.#lineEnd = lineEndFrom(this.#text, this.#lineEnd + 1)) {
      this.#line++;
      this.#columnsBefore = -this.#lineEnd - 1;
    }
    this.#at = end;
  }
}

function tooLarge(line: number): SalesError {
  return unusable(
    `Line ${line}: the JSON value that begins here is longer than ${recordCharsMax} characters.`,
    'Check that its brackets and quotes are closed; a transaction is far smaller',
  );
}

/** The index of the first line end at or after `from`; infinity where there is none. */
function lineEndFrom(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}
