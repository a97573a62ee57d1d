/** So many rows are in memory at once. */
export const PAGE_ROWS = 5_000;

/** Reads rows page by page, by keys that rise and of which none is below 0. `pageAfter` gives those after the last key. */
export async function eachPage<Row>(
  pageAfter: (last: number) => Promise<Row[]>,
  keyOf: (row: Row) => number,
  visit: (row: Row) => void,
  after = -1,
): Promise<void> {
  for (let last = after; ; ) {
    const page = await pageAfter(last);
    for (const row of page) visit(row);
    if (page.length < PAGE_ROWS) return;
    last = keyOf(page.at(-1) as Row);
  }
}
