/** `field=value` or `column=value` of a flag, in two. */
export function pairIn(given = ''): [string, string] {
  const equals = given.indexOf('=');
  return [given.slice(0, equals), given.slice(equals + 1)];
}
