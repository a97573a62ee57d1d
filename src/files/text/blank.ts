/** What counts as blank: for lines, cells and names alike. */

/** Whether `text` is empty or holds nothing but white space. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // Fast path: a visible ASCII character settles it. For anything else, the engine knows what is white space.
  if (first > 0x20 && first < 0x7f) return false;
  return text.trim() === '';
}
