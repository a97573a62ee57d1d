/**
 * Caches the answers of a function of texts: names and zones repeat from row to row. The cache is bounded in number and length of texts,
 * because a hostile input could keep bringing new and long ones.
 */
const TEXTS_MAX = 1_000;
const CHARS_MAX = 100;

/** `of` with a cache. It must always give the same answer for the same text, and never undefined. */
export function remembered<Value extends object | string | number | null>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = of(text);
    if (known.size < TEXTS_MAX && text.length <= CHARS_MAX) known.set(text, value);
    return value;
  };
}
