/** Work on many things, of which some are under way at a time. */

/** What `work` gives for each, in their order, so many at a time; nothing new is begun once one has failed. */
export async function eachAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  let failed = false;
  const one = async () => {
    for (const [at, item] of left) {
      if (failed) return;
      try {
        results[at] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return results;
}
