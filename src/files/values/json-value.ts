/** Parses one JSON text: its value, or the place where it is wrong. Limits the nesting, so that later steps may recurse safely. */
import { type JsonFault, jsonFault, repeatedName } from '../../contract/json-fault.js';

/** `isAmbiguous`: it is well-formed, but an object has the same name twice. */
export type JsonReading = { value: unknown } | { fault: JsonFault; isAmbiguous?: true };

/** A transaction needs only three. */
const NESTING_MAX = 64;

/** Parses `text`; the line and column of a fault count from 1 within it. */
export function readJson(text: string): JsonReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: jsonFault(text) ?? { line: 1, column: 1, message: 'cannot be read' } };
  }
  const repeated = repeatedName(text, value);
  if (repeated) return { fault: repeated, isAmbiguous: true };
  if (isDeeperThan(NESTING_MAX, value)) return { fault: { line: 1, column: 1, message: `nested deeper than ${NESTING_MAX} levels` } };
  return { value };
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const name in value) if (isDeeperThan(levels - 1, (value as Record<string, unknown>)[name])) return true;
  return false;
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
