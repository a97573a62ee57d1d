/** The letters that spreadsheets show above the column with that number, from 1: 1 is A, 27 is AA. */
export function columnLetter(number: number): string {
  let letters = '';
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** The number of the column with those letters; null for any other text. */
export function columnNumberOf(letters: string): number | null {
  if (!/^[A-Za-z]{1,3}$/.test(letters)) return null;
  return [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
