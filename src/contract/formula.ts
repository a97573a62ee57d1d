/**
 * Keeps a spreadsheet from taking a text for a formula, by an apostrophe before it (OWASP ASVS 1.2.10), and a reader from taking one for a
 * rounded number. {@link unguarded} restores what {@link guarded} was given, whatever the text was. Not for numbers, which may begin with a
 * minus.
 */

/**
 * Also matches where apostrophes stand before it, so that none is taken away that was not added here; and a number or a date behind an
 * apostrophe, by which spreadsheets are told that it is a text.
 */
const FORMULA = /^'*[=+\-@\t\r\0]|^'+\d[\d.,:/ +\-TZE]*$/i;
const ROUNDED = /^-?\d(?:[.,]\d+)?E\+\d{1,3}$/i;
const PLUS = 0x2b;
const DASH = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const APOSTROPHE = 0x27;
/** A formula that is nothing but a text: `="0012"`. */
const TEXT_FORMULA = /^="([^"]+)"$/;
const EQUALS = 0x3d;

/** The text, with an apostrophe before it where a spreadsheet might calculate it, or a reader think that one has. */
export function guarded(text: string): string {
  return FORMULA.test(text) || isRounded(text) ? `'${text}` : text;
}

/** The text, with an apostrophe before it only where it would be read as another: for a cell that is a text by type. */
export function guardedInWorkbook(text: string): string {
  return unguarded(text) !== text || isRounded(text) ? guarded(text) : text;
}

/** Whether the text is a long number as Excel shows and saves it, without its last digits: 1.23E+15. */
export function isRounded(cell: string): boolean {
  // Every text passes here: few begin with a digit or a minus, and few of those end like this.
  const first = cell.charCodeAt(0);
  if (first > NINE || (first < ZERO && first !== DASH)) return false;
  const { length } = cell;
  const mayBe = cell.charCodeAt(length - 3) === PLUS || cell.charCodeAt(length - 4) === PLUS || cell.charCodeAt(length - 2) === PLUS;
  return mayBe && ROUNDED.test(cell);
}

/**
 * The text without the apostrophe that {@link guarded}, or another program by the same rule, put before it; and without the `="…"` by which
 * programs keep Excel from dropping the leading zeros of a number.
 */
export function unguarded(text: string): string {
  if (text.charCodeAt(0) !== APOSTROPHE) return withoutFormula(text);
  return FORMULA.test(text) ? text.slice(1) : text;
}

/** The text without the `="…"` around it. */
export function withoutFormula(text: string): string {
  return text.charCodeAt(0) === EQUALS ? (TEXT_FORMULA.exec(text)?.[1] ?? text) : text;
}
