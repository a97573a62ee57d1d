/**
 * What a test does many times over it does at length before a release only, and a share of it in the fast lane. The files are named in
 * test/vitest.config.ts.
 */
import { it } from 'vitest';

/** `npm run soak`: as long and as often as it takes; CI takes a part. */
export const isSoak = Boolean(process.env.SOAK);
/** A control runs a build with a defect, which the test beside it must find. It proves that test, and changes with it alone: the soak runs it. */
export const control = it.runIf(isSoak);
/** Seed of whatever has chance in it. CI has the same each time, a soak a new one (package.json), which is printed. */
export const seed = Number(process.env.SEED ?? 1);

export const atLength = Boolean(process.env.AT_LENGTH) || isSoak;

/** All of these rounds, or in the fast lane a part of them. */
export function rounds(all: number, part: number = Math.ceil(all / 5)): number {
  return atLength ? all : part;
}

/** All of these cases, or in CI one of so many, drawn by the seed. */
export function casesOf<Case>(all: readonly Case[], oneOf: number): Case[] {
  return all.filter((_, at) => isSoak || at % oneOf === seed % oneOf);
}
