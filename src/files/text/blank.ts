/** What counts as blank: for lines, cells and names alike. */

const NONE = /^\s*(?:[-\u2013\u2014]|n[./]?a\.?)?\s*$/i;

/** Whether `text` is blank, or a dash or `n/a` in place of a value. */
export function isNone(text: string): boolean {
  return NONE.test(text);
}

/** Whether `text` is empty or holds nothing but white space. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // Fast path: a visible ASCII character settles it. For anything else, the engine knows what is white space.
  if (first > 0x20 && first < 0x7f) return false;
  return text.trim() === '';
}
