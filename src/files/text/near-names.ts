/** Names that somebody may have meant who mistyped one. */

const NAMES_SHOWN = 3;

/** The nearest of the names that differ from `typed` in a few letters, or contain it; the nearest first. */
export function nearNames(typed: string, names: readonly string[]): string[] {
  const word = typed.toLowerCase();
  const allowed = Math.max(1, Math.floor(word.length / 3));
  return names
    .map((name) => ({ name, distance: distanceOf(word, name.toLowerCase(), allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name);
}

/**
 * How many letters have to be put in, left out or changed (Levenshtein), a swap of two neighbours counting as one; more than `max` is as good as
 * any more.
 */
function distanceOf(one: string, other: string, max: number): number {
  if (one.length >= 3 && other.includes(one)) return 1;
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1), swapped));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? max + 1;
}
