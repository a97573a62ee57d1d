/** Identifiers as both sides compare them, each text stored once: equal texts have equal codes, other texts other codes. Code 0 is absent. */
import { comparableText } from '../contract/identifier-text.js';

/** What nearly every identifier is: nothing to normalise. */
const PLAIN = /^[1-9A-Z][0-9A-Z]*$/;
/** Texts that say there is none. */
const NOTHING = /^(0|NA|N-A|NONE|NULL|UNKNOWN|UNDEFINED|TEST|X+)$/;
const LONG_DIGITS = 6;

export class Texts {
  readonly #codes = new Map<string, number>();
  readonly #asWritten = new Map<string, number>();
  readonly #texts: string[] = [''];

  /** Codes are below it. */
  get count(): number {
    return this.#texts.length;
  }

  /** The code of an identifier; 0 where there is none, or a word for it. */
  code(text: string | null | undefined): number {
    if (!text) return 0;
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    return this.#intern(PLAIN.test(text) ? text : comparableText(text));
  }

  /** The code of a name that is told and not compared with those of the other side; 0 where there is none. */
  asWritten(text: string | null | undefined): number {
    if (!text) return 0;
    const code = this.#asWritten.get(text) ?? this.#texts.push(text) - 1;
    this.#asWritten.set(text, code);
    return code;
  }

  textOf(code: number): string {
    return this.#texts[code] as string;
  }

  lengthOf(code: number): number {
    return (this.#texts[code] as string).length;
  }

  /** Without separators and zeros in front; 0 for texts below six characters. */
  unseparated(code: number): number {
    return this.lengthOf(code) < LONG_DIGITS ? 0 : this.#intern(this.textOf(code).replaceAll('-', '').replace(/^0+/, ''));
  }

  /** The longest run of at least six digits, zeros in front dropped; 0 where there is none. */
  digits(code: number): number {
    let longest = '';
    for (const run of this.textOf(code).match(/\d{6,}/g) ?? []) if (run.length >= longest.length) longest = run;
    longest = longest.replace(/^0+/, '');
    return longest.length < LONG_DIGITS ? 0 : this.#intern(longest);
  }

  /** The first `length` characters; 0 for shorter texts. */
  cut(code: number, length: number): number {
    return this.lengthOf(code) < length ? 0 : this.#intern(this.textOf(code).slice(0, length));
  }

  #intern(plain: string): number {
    const known = this.#codes.get(plain);
    if (known !== undefined) return known;
    if (plain === '' || NOTHING.test(plain)) return 0;
    const code = this.#texts.push(plain) - 1;
    this.#codes.set(plain, code);
    return code;
  }
}
