/**
 * A function of texts that remembers its first answers: names and zones come again in every row. A hostile input could have ever new
 * ones, and long ones.
 */
const TEXTS_MAX = 1_000;
const CHARS_MAX = 100;

/** `of` must give the same for the same text, and never undefined. */
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
