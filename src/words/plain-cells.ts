/** Values in files of sales, as an upload reads them back. */

/** Without an exponent, which no till writes and an upload refuses. */
export function plainDecimal(amount: number): string {
  const text = String(amount);
  const [, sign = '', first = '', rest = '', exponent = '0'] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (first === '') return text;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  return point <= 0 ? `${sign}0.${'0'.repeat(-point)}${digits}` : `${sign}${digits.padEnd(point, '0')}`;
}

/** As people write them where that can be read back, else as JSON. */
export function typesText(types: readonly string[]): string {
  const isPlain = types.every((type) => /^[^\s;|[=+\-@'][^;|]*$/.test(type) && type === type.trim());
  return isPlain ? types.join(';') : JSON.stringify(types);
}
