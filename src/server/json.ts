/** Bytes of a body to a JSON value: strict UTF-8, bounded depth, and for what is no JSON the place where it stops being it. */
import { jsonFault } from '../contract/json-fault.js';
import { SalesError } from '../contract/problem.js';

/** The documented bodies are five levels deep. Millions of levels, which fit into a body, cost the parser gigabytes. */
const DEPTH_MAX = 64;

/** Fails with `validation` under the key `$`. */
export function parseJson(bytes: Buffer): unknown {
  if (isTooDeep(bytes)) throw bodyFault(`must be nested at most ${DEPTH_MAX} levels deep`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bodyFault('is not valid UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    const fault = jsonFault(text);
    throw bodyFault(fault ? `is not valid JSON: line ${fault.line}, position ${fault.column}: ${fault.message}` : 'is not valid JSON');
  }
}

/** A fault of the body as a whole. */
export function bodyFault(message: string): SalesError {
  return new SalesError('validation', undefined, { errors: { $: [message] } });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      if (depth > DEPTH_MAX) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
