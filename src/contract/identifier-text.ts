/** An identifier as both sides compare it. */

const SEPARATORS = /[\s\-_/.#:]+/gu;

/** Names and numbers that are the same have the same: upper case; separators become one `-`; zeros in front of a group go: `1-1234` is not `11-234`, `#ord 0017` is `ORD-17`. */
export function comparableText(text: string): string {
  const groups = text.normalize('NFKC').toUpperCase().replace(SEPARATORS, '-');
  return groups.replace(/^-|-$/g, '').replace(/(^|-)0+(?=[0-9A-Z])/g, '$1');
}

/** Gives a name the one that it stands for, however it is written; another one stays as it is. */
export function renaming(names: Readonly<Record<string, string>>): (name: string) => string {
  const known = new Map(Object.entries(names).map(([from, to]) => [comparableText(from), to]));
  return known.size === 0 ? (name) => name : (name) => known.get(comparableText(name)) ?? name;
}
