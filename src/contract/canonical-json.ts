/** JSON with the members of each object in the order of their names, without spaces: what says the same is the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (isObject(one) ? Object.fromEntries(Object.entries(one).sort(byName)) : one));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
