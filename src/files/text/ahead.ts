/** Looks at the first items of a stream before any is taken. */

/** The first bytes of a stream, so many of them or more, where it has them; they stay ahead. Fails where reading fails before. */
export async function bytesAhead(ahead: Ahead<Buffer>, wanted: number): Promise<Buffer> {
  let size = 0;
  for (let at = 0; size < wanted && (at < ahead.items.length || (await ahead.more())); at++) size += ahead.items[at]?.length ?? 0;
  const failure = ahead.failure();
  if (failure) throw failure.error;
  return Buffer.concat(ahead.items);
}

export type Ahead<Item> = ReturnType<typeof aheadOf<Item>>;

export function aheadOf<Item>(source: AsyncIterable<Item>) {
  let rest: AsyncIterator<Item> | null = source[Symbol.asyncIterator]();
  let failure: { error: unknown } | null = null;
  const items: Item[] = [];
  const next = async (): Promise<IteratorResult<Item, unknown>> => (rest ? rest.next() : { done: true, value: null });
  async function* all(): AsyncGenerator<Item> {
    try {
      for (let item = items.shift(); item !== undefined; item = items.shift()) yield item;
      if (failure) throw failure.error;
      for (let one = await next(); !one.done; one = await next()) yield one.value;
    } finally {
      await rest?.return?.();
    }
  }
  return {
    /** What was looked at and is not taken yet. */
    items,
    /** Why reading failed behind those; null where it did not. */
    failure: () => failure,
    /** Looks at one more item; false at the end, and where reading fails. */
    async more(): Promise<boolean> {
      if (failure) return false;
      try {
        const one = await next();
        if (!one.done) items.push(one.value);
        return !one.done;
      } catch (error) {
        failure = { error };
        return false;
      }
    },
    /** All items, to be iterated once. Fails where reading fails, after the items before. */
    all: all() as AsyncIterable<Item>,
    /** Leaves no items, and nothing that was looked at in memory. */
    drop(): void {
      rest = null;
      items.length = 0;
    },
  };
}
