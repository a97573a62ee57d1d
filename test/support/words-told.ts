/** The leaves of a table of words, and what its functions say of what they are given. */

export type Leaf = string | ((...values: never[]) => string);

/** `shell.pages`, `keys.list.0.1`. */
export function leavesOf(words: object, path = ''): [path: string, leaf: Leaf][] {
  return Object.entries(words).flatMap(([name, value]): [string, Leaf][] =>
    typeof value === 'object' ? leavesOf(value, `${path}${name}.`) : [[path + name, value]],
  );
}

/** A value that a function chooses its words by, and does not have to show. */
export const by = (value: string | number | boolean) => ({ by: value });
export type Given = string | number | null | ReturnType<typeof by> | readonly Given[] | { [name: string]: Given };
const isChoice = (value: Given): value is ReturnType<typeof by> => typeof value === 'object' && value !== null && 'by' in value;
const plain = (value: Given): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return isChoice(value) ? value.by : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
};
export const said = (leaf: Leaf, given: readonly Given[]) => (leaf as (...values: unknown[]) => string)(...given.map(plain));
/** Zero of a thing need not be told. */
export const markersOf = (given: readonly Given[]): (string | number)[] =>
  given.flatMap((value) => {
    if (value === null || value === 0) return [];
    return typeof value !== 'object' ? [value] : isChoice(value) ? [] : markersOf(Object.values(value));
  });
