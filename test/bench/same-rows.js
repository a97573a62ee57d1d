/** Whether two servers answered a list with the same rows, as far as the order decides it: speed is compared on equal answers only. */

/** How the pages differ, null when they do not; rows that share the sort key of a page's edge may stand on either side of it. */
export function difference(ours, pair, params) {
  const key = params['sorting.key'] === 'Amount' ? 'amount' : 'transactionDate';
  const differ = (what, one, other) =>
    `${what} differ: ours ${JSON.stringify(one).slice(0, 300)}, pair ${JSON.stringify(other).slice(0, 300)}`;
  if (ours.items.length !== pair.items.length) return differ('row counts', ours.items.length, pair.items.length);
  if (ours.hasMore !== pair.hasMore) return differ('"hasMore"', ours.hasMore, pair.hasMore);
  const keys = (page) => page.items.map((item) => item[key]);
  if (JSON.stringify(keys(ours)) !== JSON.stringify(keys(pair))) return differ('sort keys', keys(ours), keys(pair));
  const edges = new Set();
  if ((params.pageNumber ?? 1) > 1) edges.add(ours.items.at(0)?.[key]);
  if (ours.hasMore) edges.add(ours.items.at(-1)?.[key]);
  const inside = (page) => page.items.filter((item) => !edges.has(item[key])).map((item) => item.transactionReference);
  const [one, other] = [inside(ours).sort(), inside(pair).sort()];
  return JSON.stringify(one) === JSON.stringify(other) ? null : differ('rows', one, other);
}
