/**
 * Parses the body of a request as JSON: strict UTF-8, limited structure, no name twice in an object. For invalid JSON the error says where.
 */
import { isAscii } from 'node:buffer';
import { type JsonFault, jsonFault, repeatedName } from '../../contract/json-fault.js';
import { bodyFault } from '../../contract/problem.js';

/** The documented bodies are five levels deep. Millions of levels would fit into a body, and cost the parser gigabytes. */
const DEPTH_MAX = 64;
/** A transaction has 18 names; further ones are ignored, but there must not be millions. */
const NAMES_MAX = 1_000;
/** 20,000 transactions, each with its two lists and 64 items of additional data, make 1,340,002. */
const CONTAINERS_MAX = 1_400_000;
/** What may be empty: the body, its list, 20,000 transactions, and their two lists. */
const EMPTY_MAX = 60_002;
/** Any other is an item of additional data, of which the shortest is `{"key":"","value":""}`. */
const ITEM_BYTES_MIN = 21;
/** However it is built, a body of this size costs the parser less than a valid one of the largest size, so it is not checked for excess. */
const HARMLESS_BYTES = 1_000_000;

/** Fails with `validation` under the key `$`. */
export function parseJson(bytes: Uint8Array): unknown {
  const fault = bytes.length > HARMLESS_BYTES ? excess(bytes) : null;
  if (fault) throw bodyFault(fault);
  const text = textOf(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw bodyFault(`is not valid JSON${placeText(jsonFault(text))}`);
  }
  const repeated = repeatedName(text, value);
  if (repeated) throw bodyFault(`is ambiguous JSON${placeText(repeated)}`);
  return value;
}

function placeText(fault: JsonFault | null): string {
  return fault ? `: line ${fault.line}, position ${fault.column}: ${fault.message}` : '';
}

function textOf(bytes: Uint8Array): string {
  // Takes a third of the time, and our own client sends nothing but ASCII.
  if (isAscii(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bodyFault('is not valid UTF-8');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** Why a body would cost the parser far more than any valid one, judging only by its brackets, colons and quotes; null if it would not. */
function excess(bytes: Uint8Array): string | null {
  /** For each depth, the names in the object that is open there. */
  const namesAt = new Uint32Array(DEPTH_MAX + 1);
  const { length } = bytes;
  let depth = 0;
  let containers = 0;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = stringEnd(bytes, at);
    else if (byte === COLON) {
      const names = (namesAt[depth] ?? 0) + 1;
      if (names > NAMES_MAX) return `must have at most ${NAMES_MAX} names in one object`;
      namesAt[depth] = names;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      containers++;
      if (depth > DEPTH_MAX) return `must be nested at most ${DEPTH_MAX} levels deep`;
      if (containers > CONTAINERS_MAX) return `must have at most ${CONTAINERS_MAX} arrays and objects`;
      namesAt[depth] = 0;
    } else if ((byte === 0x5d || byte === 0x7d) && depth > 0) depth--;
  }
  if ((containers - EMPTY_MAX) * ITEM_BYTES_MIN > length) return `has ${containers} arrays and objects, too many for its ${length} bytes`;
  return null;
}

/** The index of the quote that ends the string beginning at `start`; past the end if there is none. */
function stringEnd(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  for (; at < length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) at++;
  }
  return at;
}
