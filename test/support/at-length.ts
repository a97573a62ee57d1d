/**
 * What a test does many times over it does at length in the full lane only, and a share of it in the fast lane. The files are named in
 * test/vitest.config.ts.
 */

export const atLength = Boolean(process.env.AT_LENGTH || process.env.SOAK);

/** All of these rounds, or in the fast lane a part of them. */
export function rounds(all: number, part: number = Math.ceil(all / 5)): number {
  return atLength ? all : part;
}
