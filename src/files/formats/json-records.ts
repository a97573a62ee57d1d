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

/** The records of `elements`, in groups, with the header before them. Fails as reading a JSON document does. */
export async function* jsonRecords(elements: Elements, header: readonly string[], format: 'json' | 'ndjson'): AsyncGenerator<RawRecord[]> {
  const columns = new Map(header.map((name, index) => [name, index]));
  yield [{ line: 1, text: '', quoted: false, broken: null, cells: [...header] }];
  for await (const group of elements) {
    const records: RawRecord[] = [];
    for (const element of group) {
      const reading = readJson(exactNumbers(element.text));
      if (!('fault' in reading)) records.push(recordOf(element, reading.value, columns));
      else if (format === 'ndjson') {
        const rule = `is ${reading.isAmbiguous ? 'ambiguous' : 'not'} JSON: column ${reading.fault.column}: ${reading.fault.message}`;
        records.push(brokenRecord(element, 'JSON_INVALID', rule, element.text));
      } else {
        if (records.length > 0) yield records;
        throw malformed(placeWithin(element.place, reading.fault), reading.fault.message);
      }
    }
    yield records;
  }
}

function brokenRecord({ place, text }: JsonElement, code: RowFaultCode, rule: string, given: unknown): RawRecord {
  return { line: place.line, text, quoted: false, broken: rule, cells: [], json: { given, code, others: [] } };
}

function recordOf(element: JsonElement, value: unknown, columns: ReadonlyMap<string, number>): RawRecord {
  const rule = notARecord(value);
  if (rule !== null) return brokenRecord(element, 'ROW_NOT_OBJECT', rule, value);
  const cells = Array.from({ length: columns.size }, () => '');
  const numbers = new Set<number>();
  const others: { name: string; text: string }[] = [];
  const seen = new Set<string>();
  for (const [name, member] of membersIn(value as object)) {
    if (seen.has(name)) return brokenRecord(element, 'JSON_INVALID', 'has two members whose names are written the same with dots', value);
    seen.add(name);
    const text = textOf(member);
    const index = columns.get(name);
    if (index === undefined) {
      if (text !== '') others.push({ name, text });
      continue;
    }
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
