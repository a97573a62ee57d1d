/**
 * Keeps a spreadsheet from taking a text for a formula, by an apostrophe before it (OWASP ASVS 1.2.10). {@link unguarded} restores what
 * {@link guarded} was given, whatever the text was. Not for numbers, which may begin with a minus.
 */

/**
 * Also matches where apostrophes stand before it, so that none is taken away that was not added here; and digits behind an apostrophe, by
 * which spreadsheets are told that a number is a text.
 */
const FORMULA = /^'*[=+\-@\t\r\0]|^'+\d+$/;
const APOSTROPHE = 0x27;
/** A formula that is nothing but a text: `="0012"`. */
const TEXT_FORMULA = /^="([^"]+)"$/;
const EQUALS = 0x3d;

/** The text, with an apostrophe before it where a spreadsheet might calculate it. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * The text without the apostrophe that {@link guarded}, or another program by the same rule, put before it; and without the `="…"` by which
 * programs keep Excel from dropping the leading zeros of a number.
 */
export function unguarded(text: string): string {
  const first = text.charCodeAt(0);
  if (first === APOSTROPHE) return FORMULA.test(text) ? text.slice(1) : text;
  return first === EQUALS ? (TEXT_FORMULA.exec(text)?.[1] ?? text) : text;
}
