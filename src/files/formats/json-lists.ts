/**
 * Finds where a JSON document has its rows: in the list `transactions`, or else in the only list of objects that there is. Of several, which
 * one holds the sales is for a person to say.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { rowMembers, type UploadKind } from '../../contract/states.js';
import { aheadBytesMax, unusable } from '../input/unusable.js';
import type { TextReader } from '../text/text.js';
import { isJsonObject } from '../values/json-value.js';
import { knownMeaning } from '../words/header-words.js';
import { speaksOf } from '../words/lexicon.js';

/** The names of the members that lead to a list, outermost first. */
export type ListPath = readonly string[];

export const ownList: ListPath = ['transactions'];
/** The same, in a document that is too large to be looked through for another list. */
export const ownListOfLarge: ListPath = ['transactions'];
const OWN_FIRST = /^\s*(?:\[|\{\s*"transactions"\s*:)/;
const DEPTH_MAX = 3;
const NAMES_SHOWN = 10;

/** The path to the rows of the document ahead. Fails with `inputUnusable` where that is open. A document that is too large to be looked through has them in `transactions`. */
export async function listAhead(reader: TextReader, kind: UploadKind): Promise<ListPath> {
  while (!/\S/.test(reader.ahead) && (await reader.more()));
  if (OWN_FIRST.test(reader.ahead)) return ownList;
  while (reader.ahead.length < aheadBytesMax && (await reader.more()));
  const lists = listsIn(reader.ahead);
  if (lists.length === 0 && reader.ahead.length >= aheadBytesMax) return ownListOfLarge;
  const [only = ownList, ...others] = lists;
  if (others.length > 0)
    throw unusable(
      `The JSON document has ${lists.length} lists of objects: ${lists.slice(0, NAMES_SHOWN).map(pathShown).join(', ')}.`,
      `Save the list with the ${rowMembers[kind].called} as a file of its own, or name it transactions`,
    );
  if (kind === 'Sales' && only.some((name) => speaksOf('part', name) || speaksOf('otherEvent', name) || speaksOf('noSale', name)))
    throw unusable(
      `The only list of objects in the JSON document is ${pathShown(only)}, which may hold no sales.`,
      'If it holds sales, name it transactions; a refund is a negative amount',
    );
  return only;
}

/** As people are shown it: `data.payments`. */
export function pathShown(path: ListPath): string {
  return maskCardNumbers(path.join('.'));
}

/** The lists of objects in a document, or `transactions` alone; none where it is none, or a record that has lists of its own. */
export function listsIn(text: string): ListPath[] {
  const document = documentIn(text);
  if (!document) return [];
  if (Object.hasOwn(document, 'transactions')) return [ownList];
  const lists = [...listsWithin(document)];
  const isOfRecord = ([name, value]: [string, unknown]) => {
    const meaning = typeof value === 'object' ? null : knownMeaning(name);
    // A member `total` may also count the rows.
    return meaning !== null && !(meaning === 'total' && lists.some(({ length }) => length === value));
  };
  return Object.entries(document).some(isOfRecord) ? [] : lists.map(({ path }) => path);
}

function documentIn(text: string): Record<string, unknown> | null {
  try {
    const document: unknown = JSON.parse(text);
    return isJsonObject(document) ? document : null;
  } catch {
    return null;
  }
}

function* listsWithin(object: object, before: ListPath = []): Generator<{ path: ListPath; length: number }> {
  for (const [name, value] of Object.entries(object)) {
    const path = [...before, name];
    if (Array.isArray(value) && value.some(isJsonObject)) yield { path, length: value.length };
    else if (isJsonObject(value) && path.length < DEPTH_MAX) yield* listsWithin(value, path);
  }
}
