/**
 * Where a text stops being JSON, or is ambiguous. `JSON.parse` decides whether it is JSON; this scan, run only after it has refused, finds
 * the place, because the engine's own message often has no position and repeats the input, which may contain a card number. If a name
 * appears twice in an object, `JSON.parse` silently keeps the last value; that is detected here.
 */

export interface JsonFault {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 code units. */
  column: number;
  message: string;
}

const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BLANK = /[ \t\r\n]*/y;

/** The first fault of `text`; null when it is well-formed JSON. */
export function jsonFault(text: string): JsonFault | null {
  return placed(text, scan(text, true));
}

function placed(text: string, found: { at: number; message: string } | null): JsonFault | null {
  if (!found) return null;
  const before = text.slice(0, found.at);
  const line = before.split('\n').length;
  return { line, column: found.at - before.lastIndexOf('\n'), message: found.message };
}

/** So deep a value is looked through before the text is: deeper, the calls for it might not find room. */
const NESTING_MAX = 64;

/** Where a name stands twice in an object of `text`, of which `value` is what JSON.parse gave; null where none does. */
export function repeatedName(text: string, value: unknown): JsonFault | null {
  // Each string has two quotes. Where some are missing in the value, a name was lost there, with what belonged to it.
  return quotesIn(text) === 2 * stringsIn(value, NESTING_MAX) ? null : placed(text, scan(text, false));
}

/** The quotes that begin or end a string of `text`, which is JSON. */
function quotesIn(text: string): number {
  let count = 0;
  if (!text.includes('\\')) {
    for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++;
    return count;
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) count++;
    else if (code === 0x5c) at++;
  }
  return count;
}

/** Names and texts in `value`; not a number where it is nested deeper than `levels`. */
function stringsIn(value: unknown, levels: number): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) for (const item of value) count += stringsIn(item, levels - 1);
  else for (const name in value) count += 1 + stringsIn((value as Record<string, unknown>)[name], levels - 1);
  return count;
}

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end';

function scan(text: string, takesRepeats: boolean): { at: number; message: string } | null {
  /** Containers that are open, the outermost first: an object's names so far, or null for an array. */
  const open: (Set<string> | null)[] = [];
  let expected: Expected = 'value';
  let at = skip(BLANK, text, 0);
  while (at < text.length) {
    const char = text.charAt(at);
    if (expected === 'comma or end' && open.length === 0) return { at, message: 'unexpected text after the end' };
    if (expected === 'colon') {
      if (char !== ':') return { at, message: 'expected a colon after the name' };
      expected = 'value';
      at += 1;
    } else if (expected === 'comma or end') {
      const container = open.at(-1);
      if (char === ',') expected = container ? 'name' : 'value';
      else if (char === (container ? '}' : ']')) open.pop();
      else return { at, message: `expected a comma or ${container ? '}' : ']'}` };
      at += 1;
    } else if ((char === '}' && expected === 'name or }') || (char === ']' && expected === 'value or ]')) {
      open.pop();
      expected = 'comma or end';
      at += 1;
    } else if (expected === 'name' || expected === 'name or }') {
      if (char !== '"') return { at, message: 'expected a name in double quotes' };
      const end = stringEnd(text, at);
      if (typeof end !== 'number') return end;
      if (!takesRepeats) {
        const name = JSON.parse(text.slice(at, end)) as string;
        if (open.at(-1)?.has(name)) return { at, message: 'the name is in the object already' };
        open.at(-1)?.add(name);
      }
      at = end;
      expected = 'colon';
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null);
      expected = char === '{' ? 'name or }' : 'value or ]';
      at += 1;
    } else {
      const end = char === '"' ? stringEnd(text, at) : skip(LITERAL, text, at);
      if (typeof end !== 'number') return end;
      if (end === at) return { at, message: 'expected a value' };
      at = end;
      expected = 'comma or end';
    }
    at = skip(BLANK, text, at);
  }
  if (expected === 'comma or end' && open.length === 0) return null;
  return { at: text.length, message: 'the text ends too early' };
}

/** The index after the string that opens at `start`, or the fault inside it. */
function stringEnd(text: string, start: number): number | { at: number; message: string } {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return { at, message: 'a control character must be escaped in a string' };
    if (code !== 0x5c) at += 1;
    else {
      const end = skip(ESCAPE, text, at);
      if (end === at) return { at, message: 'unknown escape in a string' };
      at = end;
    }
  }
  return { at: start, message: 'the string that begins here is not closed' };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
