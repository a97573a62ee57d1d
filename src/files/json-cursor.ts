/**
 * Walks over JSON text that arrives in pieces and cuts whole values out of it, without understanding them: it counts brackets and knows
 * strings. Keeps line and column. What a value means, and whether it is well-formed, is for others.
 */
import type { SalesError } from '../contract/problem.js';
import type { TextReader } from './text.js';
import { recordCharsMax, unusable } from './unusable.js';

export interface Place {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
}

/** The place of a fault that was found at `fault` within a text that begins at `start`. */
export function placeWithin(start: Place, fault: Place): Place {
  return { line: start.line + fault.line - 1, column: fault.line === 1 ? start.column + fault.column - 1 : fault.column };
}

/** The failure of a text that is no JSON at `place`. */
export function malformed({ line, column }: Place, message: string): SalesError {
  return unusable(
    `Line ${line}, column ${column}: the JSON is malformed: ${message}.`,
    'Export the file again, or correct it at that place',
  );
}

const BLANKS = /[ \t\r\n]*/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export class JsonCursor {
  readonly #reader: TextReader;
  #text = '';
  #at = 0;
  #line = 1;
  /** The column of `#text[0]` would be this plus one, if `#text` had no line ends. */
  #columnsBefore = 0;

  constructor(reader: TextReader) {
    this.#reader = reader;
  }

  get place(): Place {
    return { line: this.#line, column: this.#columnsBefore + this.#at + 1 };
  }

  /** The next character that is not blank, where the cursor then stands; empty at the end. */
  async peek(): Promise<string> {
    for (;;) {
      BLANKS.lastIndex = this.#at;
      BLANKS.test(this.#text);
      this.#moveTo(BLANKS.lastIndex);
      if (this.#at < this.#text.length) return this.#text.charAt(this.#at);
      if (!(await this.#fill())) return '';
    }
  }

  /** Passes over the character that was peeked at. */
  skip(): void {
    this.#moveTo(this.#at + 1);
  }

  /** Cuts the value that begins here. Empty where none does; incomplete where the input ends. Fails with `inputUnusable` over the limit. */
  async value(): Promise<string> {
    const scan = valueScan(this.#at);
    const { line } = this.place;
    let end = scan(this.#text);
    while (end === -1) {
      if (this.#text.length - this.#at > recordCharsMax) throw tooLarge(line);
      const before = this.#at;
      if (!(await this.#fill())) end = this.#text.length;
      else end = scan(this.#text, before);
    }
    if (end - this.#at > recordCharsMax) throw tooLarge(line);
    const text = this.#text.slice(this.#at, end);
    this.#moveTo(end);
    return text;
  }

  /** Passes over the value that begins here, however large, and looks at its brackets and strings only. */
  async skipValue(): Promise<void> {
    const scan = valueScan(this.#at);
    let end = scan(this.#text);
    if (end === this.#at) throw this.fault('expected a value');
    for (;;) {
      this.#moveTo(end === -1 ? this.#text.length : end);
      if (end !== -1) return;
      const before = this.#at;
      if (!(await this.#fill())) return;
      end = scan(this.#text, before);
    }
  }

  /** The failure of a text that is no JSON at this place. */
  fault(message: string): SalesError {
    return malformed(this.place, message);
  }

  /** Drops what was passed over and reads on; false at the end. */
  async #fill(): Promise<boolean> {
    if (this.#reader.ahead === '' && !(await this.#reader.more())) return false;
    this.#columnsBefore += this.#at;
    this.#text = this.#text.slice(this.#at) + this.#reader.take();
    this.#at = 0;
    return true;
  }

  #moveTo(end: number): void {
    for (let lf = this.#text.indexOf('\n', this.#at); lf !== -1 && lf < end; lf = this.#text.indexOf('\n', lf + 1)) {
      this.#line++;
      this.#columnsBefore = -lf - 1;
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

/**
 * A scan for the end of the value at `start`, resumable: it is called again with more text, of which `dropped` characters were cut off
 * at the front. Gives the index after the value, or -1 when more text is needed.
 */
function valueScan(start: number): (text: string, dropped?: number) => number {
  let at = start;
  let depth = 0;
  let inString = false;
  return (text, dropped = 0) => {
    for (at -= dropped; at < text.length; at++) {
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
      } else if (depth === 0 && (code === 0x2c || code === 0x3a || code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09))
        return at;
    }
    return -1;
  };
}
