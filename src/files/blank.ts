/** What counts as blank: a line, a cell, a name. */

/** Whether `text` is empty or holds nothing but white space. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // Visible ASCII decides at once; of all others the engine knows which are white space.
  if (first > 0x20 && first < 0x7f) return false;
  return text.trim() === '';
}
