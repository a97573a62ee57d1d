/** Words that stand within a sentence elsewhere, as they stand alone. */
export function capitals<Name extends string>(words: Readonly<Record<Name, string>>): Record<Name, string> {
  const entries = Object.entries<string>(words).map(([name, text]) => [name, text.slice(0, 1).toUpperCase() + text.slice(1)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}
