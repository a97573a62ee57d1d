/** A column's number as spreadsheets call it: 1 is A, 27 is AA. */
export function letterOf(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return `${before > 0 ? letterOf(before) : ''}${String.fromCharCode(65 + ((number - 1) % 26))}`;
}
