/**
 * JSON whose members have names of their own, as the records of a table: each name is a column, and that of a member within an object is
 * written with a dot (`card.brand`). The first elements say which columns there are. What a column means is decided as for any table.
 */
import type { SalesError } from '../../contract/problem.js';
import { groupRowsMax } from '../input/row.js';
import type { RowFaultCode } from '../input/row-faults.js';
import { aheadBytesMax } from '../input/unusable.js';
import { type Ahead, aheadOf } from '../text/ahead.js';
import { isJsonObject, readJson } from '../values/json-value.js';
import { textMember } from '../words/field-names.js';
import type { RawRecord } from './csv-records.js';
import { malformed, placeWithin } from './json-cursor.js';
import type { JsonElement } from './json-elements.js';

type Elements = AsyncIterable<readonly JsonElement[]>;

/** Why a JSON value is no record; null where it is one. */
export function notARecord(value: unknown): string | null {
  if (!isJsonObject(value)) return 'the row must be a JSON object';
  const isKept = Object.hasOwn(value, textMember);
  return isKept ? `the member ${textMember} holds a row that was not a JSON object and is not corrected yet` : null;
}

/** Looks at the first elements of a JSON text. */
export async function firstElements(all: Elements): Promise<Ahead<readonly JsonElement[]>> {
  const ahead = aheadOf(all);
  const elements = () => ahead.items.flat();
  const chars = () => elements().reduce((sum, { text }) => sum + text.length, 0);
  while (elements().length < groupRowsMax && chars() < aheadBytesMax && (await ahead.more()));
  return ahead;
}

/**
 * The names of the members of these elements, in the order in which they come; none where none of them is a record. `own`: without those
 * of members within members. `broken`: the first element that is not JSON.
 */
export function memberNames(elements: readonly JsonElement[]): { names: string[]; own: string[]; broken: SalesError | null } {
  const names = new Set<string>();
  const own = new Set<string>();
  let broken: SalesError | null = null;
  for (const { text, place } of elements) {
    const reading = readJson(text);
    if ('fault' in reading) broken ??= malformed(placeWithin(place, reading.fault), reading.fault.message);
    else if (notARecord(reading.value) === null) {
      for (const name of Object.keys(reading.value as object)) own.add(name);
      for (const [name] of membersIn(reading.value as object)) names.add(name);
    }
  }
  return { names: [...names], own: [...own], broken };
}

/** An element that was read: its value, or why it is no JSON. */
export interface ReadElement extends JsonElement {
  value: unknown;
  fault: string | null;
}

/**
 * Reads the elements of a JSON text, in groups. In `ndjson`, where lines separate them, malformed JSON is a fault of its element; in a document
 * it fails with `inputUnusable`, naming line and column, after the elements before it. `prepared` is what is read of a text.
 */
export async function* readElements(
  elements: Elements,
  format: 'json' | 'ndjson',
  prepared: (text: string) => string = (text) => text,
): AsyncGenerator<ReadElement[]> {
  for await (const group of elements) {
    const read: ReadElement[] = [];
    for (const element of group) {
      const reading = readJson(prepared(element.text));
      if (!('fault' in reading)) read.push({ ...element, value: reading.value, fault: null });
      else if (format === 'ndjson') {
        const fault = `is ${reading.isAmbiguous ? 'ambiguous' : 'not'} JSON: column ${reading.fault.column}: ${reading.fault.message}`;
        read.push({ ...element, value: element.text, fault });
      } else {
        if (read.length > 0) yield read;
        throw malformed(placeWithin(element.place, reading.fault), reading.fault.message);
      }
    }
    yield read;
  }
}

/** The records of `elements`, in groups, with the header before them. Fails as {@link readElements} does. */
export async function* jsonRecords(elements: Elements, header: readonly string[], format: 'json' | 'ndjson'): AsyncGenerator<RawRecord[]> {
  const columns = new Map(header.map((name, index) => [name, index]));
  yield [{ line: 1, text: '', quoted: false, broken: null, cells: [...header] }];
  for await (const group of readElements(elements, format, exactNumbers)) yield group.map((one) => recordOf(one, columns));
}

function brokenRecord({ place, text, value }: ReadElement, code: RowFaultCode, rule: string): RawRecord {
  return { line: place.line, text, quoted: false, broken: rule, cells: [], json: { given: value, code, others: [] } };
}

function recordOf(element: ReadElement, columns: ReadonlyMap<string, number>): RawRecord {
  const { value, fault } = element;
  if (fault !== null) return brokenRecord(element, 'JSON_INVALID', fault);
  const rule = notARecord(value);
  if (rule !== null) return brokenRecord(element, 'ROW_NOT_OBJECT', rule);
  const cells: string[] = [];
  const numbers = new Set<number>();
  const others: { name: string; text: string }[] = [];
  const seen = new Set<string>();
  for (const [name, member] of membersIn(value as object)) {
    if (seen.has(name)) return brokenRecord(element, 'JSON_INVALID', 'has two members whose names are written the same with dots');
    seen.add(name);
    const text = textOf(member);
    const index = columns.get(name);
    if (index === undefined) {
      if (text !== '') others.push({ name, text });
      continue;
    }
    while (cells.length < index) cells.push('');
    cells[index] = text;
    if (typeof member === 'number') numbers.add(index);
  }
  const { line } = element.place;
  return { line, text: element.text, quoted: false, broken: null, cells, numbers, json: { given: value, code: null, others } };
}

/** How deep the names of members go; what is within is one value. */
const DEPTH_MAX = 3;

function* membersIn(object: object, before = '', depth = 1): Generator<[name: string, value: unknown]> {
  for (const [member, value] of Object.entries(object)) {
    const name = before + member;
    if (isJsonObject(value) && depth < DEPTH_MAX) yield* membersIn(value, `${name}.`, depth + 1);
    else yield [name, value];
  }
}

/** The cells of a record that came as JSON, in the columns of `header`. */
export function jsonCells(value: unknown, header: readonly string[]): string[] {
  const texts = new Map(isJsonObject(value) ? [...membersIn(value)].map(([name, member]) => [name, textOf(member)]) : []);
  return header.map((name) => texts.get(name) ?? '');
}

/** An absent or empty value is a blank cell. */
function textOf(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}

const LONG_NUMBER = /\d{16}/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;

/** The text with numbers of more digits than a number keeps as strings, since a reference is no number. */
function exactNumbers(text: string): string {
  if (!LONG_NUMBER.test(text)) return text;
  return text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') || !LONG_NUMBER.test(token) ? token : `"${token}"`));
}
