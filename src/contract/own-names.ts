/**
 * Objects whose names come from a caller. A plain one has `constructor` and `toString` though nobody put them in, and loses `__proto__`;
 * `npm run lint` refuses to look up a name in one (`.ci/own-names.cjs`).
 */

/** A record that has only what was put in, under any name. Takes over what `entries` has. */
export function named<Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null), entries);
}

/** What a record has of its own under a name; undefined where it has nothing. */
export function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
