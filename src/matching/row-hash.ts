/** Hashes of 32 bits, of what rows are compared by. Equal where that is equal; where they are equal, it need not be. */

/** Of a whole number: its lower 32 bits and what is above them. */
export function hashOf(value: number): number {
  return mixed(mixed(0x9e3779b9, value | 0), (value / 2 ** 32) | 0);
}

/** Another value added to a hash. */
export function mixed(hash: number, value: number): number {
  const mix = Math.imul(hash ^ value, 0x9e3779b1);
  return Math.imul(mix ^ (mix >>> 15), 0x85ebca6b) ^ (mix >>> 13);
}
