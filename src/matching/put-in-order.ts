/** As many are put in order where they lie. */
const FEW = 16;

/** Orders the first `count` numbers where they stand: mostly they are few. */
export function putInOrder(some: Int32Array, count: number, compare: (one: number, other: number) => number): void {
  if (count > FEW) {
    // Lists, unlike columns, are sorted by the runs in them: rows come mostly in the order of time.
    some.set(Array.from(some.subarray(0, count)).sort(compare));
    return;
  }
  for (let end = 1; end < count; end++) {
    const one = some[end] as number;
    let at = end;
    for (; at > 0 && compare(some[at - 1] as number, one) > 0; at--) some[at] = some[at - 1] as number;
    some[at] = one;
  }
}
