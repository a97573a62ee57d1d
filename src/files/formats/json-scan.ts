/** Finds where a JSON value ends, by its brackets and strings alone. Knows neither lines nor what a value means. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** The index of the first non-blank character at or after `from`; the end of the text where there is none. */
export function blanksEnd(text: string, from: number): number {
  let at = from;
  while (isBlankCode(text.charCodeAt(at))) at++;
  return at;
}

/** Searches for the end of the value at `start`, and resumes where it stopped once more text has arrived. */
export class ValueScan {
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
