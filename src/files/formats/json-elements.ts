/**
 * Cuts a JSON document into the texts of its transactions: the elements of an array, those of a list within an object (other members are
 * skipped), or one per line (NDJSON). Does not read the values.
 */
import type { SalesError } from '../../contract/problem.js';
import { groupRowsMax } from '../input/row.js';
import { aheadBytesMax, recordCharsMax, unusable } from '../input/unusable.js';
import { isBlank } from '../text/blank.js';
import type { TextReader } from '../text/text.js';
import { readJson } from '../values/json-value.js';
import { JsonCursor, type JsonPlace, malformed, placeWithin } from './json-cursor.js';
import { type ListPath, ownListOfLarge } from './json-lists.js';

/** The text of one transaction, which may be malformed. */
export interface JsonElement {
  /** Where the element begins. */
  place: JsonPlace;
  text: string;
}

const expected =
  'The file must hold a JSON array of transactions, an object with the member transactions or one list of objects, or one JSON object per line';

/**
 * The elements of `[…]`, or of the list at `path` in `{…}`, in non-empty groups as the text arrives. Fails with `inputUnusable` where the text
 * around them is malformed.
 */
export async function* documentElements(reader: TextReader, path: ListPath): AsyncGenerator<JsonElement[]> {
  const cursor = new JsonCursor(reader);
  const first = await cursor.peek();
  if (first === '[') yield* arrayElements(cursor);
  else if (first === '{') yield* memberElements(cursor, path, path !== ownListOfLarge);
  else if (first !== '') throw unusable('The input is not a JSON array or object.', expected);
  if ((await cursor.peek()) !== '') throw cursor.fault('unexpected text after the end');
}

/** `isSearched`: the document was looked through for a list of another name. */
function noMember(own: string, isSearched: boolean): SalesError {
  if (isSearched) return unusable(`The JSON object has no member ${own}.`, expected);
  return unusable(
    `The JSON object has no member ${own}, and with more than ${aheadBytesMax / 1_048_576} MiB it is too large to be searched for a list of another name.`,
    `Name the list of the sales ${own}, or save it as a file of its own: an array, or one JSON object per line`,
  );
}

/** The elements of the list at the path. */
async function* memberElements(cursor: JsonCursor, [own = '', ...path]: ListPath, isSearched = true): AsyncGenerator<JsonElement[]> {
  let found = false;
  cursor.skip();
  for (let next = await cursor.peek(); next !== '}' || found === false; next = await cursor.peek()) {
    if (next === '}') throw noMember(own, isSearched);
    if (next !== '"') throw cursor.fault('expected a name in double quotes');
    const place = cursor.place;
    const name = readJson(await cursor.value());
    if ('fault' in name) throw malformed(placeWithin(place, name.fault), name.fault.message);
    if ((await cursor.peek()) !== ':') throw cursor.fault('expected a colon after the name');
    cursor.skip();
    const opening = await cursor.peek();
    if (name.value !== own) await cursor.skipValue();
    else if (opening !== (path.length > 0 ? '{' : '[')) throw unusable(`Line ${cursor.place.line}: ${own} must be a JSON array.`, expected);
    else {
      if (found) throw malformed(place, 'the name is in the object already');
      found = true;
      yield* path.length > 0 ? memberElements(cursor, path) : arrayElements(cursor);
    }
    if (await endsList(cursor, '}')) continue;
    if ((await cursor.peek()) === '}') throw cursor.fault('expected a name in double quotes');
  }
  cursor.skip();
}

async function* arrayElements(cursor: JsonCursor): AsyncGenerator<JsonElement[]> {
  cursor.skip();
  if ((await cursor.peek()) !== ']') {
    do {
      await cursor.peek();
      const place = cursor.place;
      const text = await cursor.value();
      if (text === '') throw cursor.fault('expected a value');
      const group = [{ place, text }];
      for (let next = cursor.nextAtHand(); next !== null; next = group.length < groupRowsMax ? cursor.nextAtHand() : null) group.push(next);
      yield group;
    } while (!(await endsList(cursor, ']')));
  }
  cursor.skip();
}

/** Whether the list ends here; if not, skips the comma. */
async function endsList(cursor: JsonCursor, closing: ']' | '}'): Promise<boolean> {
  const next = await cursor.peek();
  if (next === closing) return true;
  if (next !== ',') throw cursor.fault(next === '' ? 'the text ends too early' : `expected a comma or ${closing}`);
  cursor.skip();
  return false;
}

/**
 * The non-blank lines, in non-empty groups as the text arrives. Fails with `inputUnusable` on a line over the size limit, after the lines
 * before it.
 */
export async function* lineElements(reader: TextReader): AsyncGenerator<JsonElement[]> {
  let line = 1;
  let rest = '';
  for (let more = true; more; ) {
    more = reader.ahead !== '' || (await reader.more());
    const lines = (rest + reader.take()).split('\n');
    rest = more ? (lines.pop() ?? '') : '';
    for (let from = 0; from < lines.length; from += groupRowsMax) {
      const texts = lines.slice(from, from + groupRowsMax);
      const tooLong = texts.findIndex((text) => text.length > recordCharsMax);
      const group = linesFrom(line, tooLong === -1 ? texts : texts.slice(0, tooLong));
      if (group.length > 0) yield group;
      if (tooLong !== -1) throw lineTooLong(line + tooLong);
      line += texts.length;
    }
    if (rest.length > recordCharsMax) throw lineTooLong(line);
  }
}

function linesFrom(first: number, texts: readonly string[]): JsonElement[] {
  const elements: JsonElement[] = [];
  for (const [index, text] of texts.entries()) {
    if (isBlank(text)) continue;
    elements.push({ place: { line: first + index, column: 1 }, text: text.endsWith('\r') ? text.slice(0, -1) : text });
  }
  return elements;
}

function lineTooLong(line: number) {
  return unusable(
    `Line ${line} is longer than ${recordCharsMax} characters.`,
    'NDJSON has one transaction per line; a transaction is far smaller',
  );
}
