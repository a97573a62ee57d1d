/**
 * Cells that a spreadsheet would take for a formula, and the apostrophe that keeps it from doing so (OWASP ASVS 1.2.10). What
 * {@link guarded} has written, {@link unguarded} reads back, whatever the text was. Only for texts: a number may begin with a minus.
 */

/**
 * Also with apostrophes before it, so that nothing is taken away that was not put there; and a number with one before it, which is how
 * spreadsheets are told that it is a text.
 */
const FORMULA = /^'*[=+\-@\t\r\0]|^'+\d+$/;
const APOSTROPHE = 0x27;
/** A formula that is nothing but a text. */
const TEXT_FORMULA = /^="([^"]+)"$/;
const EQUALS = 0x3d;

/** The text with an apostrophe before it where a spreadsheet might calculate it. */
export function guarded(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * The text without the apostrophe that {@link guarded}, or another program by the same rule, has put before it; and without the `="…"` by
 * which programs keep Excel from cutting the zeros off a number.
 */
export function unguarded(text: string): string {
  const first = text.charCodeAt(0);
  if (first === APOSTROPHE) return FORMULA.test(text) ? text.slice(1) : text;
  return first === EQUALS ? (TEXT_FORMULA.exec(text)?.[1] ?? text) : text;
}
