/**
 * What `by` finds of each key, in the place of that key; null where it finds nothing. Some are read at a time: of few the values are used up before
 * the next ones come, which leaves less for the garbage collector.
 */
export async function inOrder<Found>(
  keys: readonly number[],
  atOnce: number,
  by: (some: readonly number[]) => Promise<ReadonlyMap<number, Found>> | ReadonlyMap<number, Found>,
): Promise<(Found | null)[]> {
  const all: (Found | null)[] = [];
  for (let from = 0; from < keys.length; from += atOnce) {
    const some = keys.slice(from, from + atOnce);
    const found = await by(some);
    for (const key of some) all.push(found.get(key) ?? null);
  }
  return all;
}
