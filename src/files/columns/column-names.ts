/** Finds the columns of a header that a user names, and names columns to users. */
import { hasCardNumber, maskCardNumbers } from '../../contract/card-number.js';
import { unusable } from '../input/unusable.js';
import { columnLetter, columnNumberOf } from '../text/column-letter.js';
import { speaksOf, wordOf } from '../words/lexicon.js';

const SHOWN_MAX = 30;

/**
 * The indexes of the columns that `reference` names: by an exact name, else by one that differs in case and punctuation only, else by a
 * number or letters; several are joined by `+`. Fails with `inputUnusable` where the header has no such column, or more than one.
 */
export function columnsNamed(reference: string, header: readonly string[], line: number): number[] {
  const whole = columnNamed(reference, header, line);
  if (whole !== null) return [whole];
  const parts = reference.split('+').map((part) => part.trim());
  const columns = parts.map((part) => columnNamed(part, header, line));
  const missing = parts.find((_, at) => columns[at] === null);
  if (missing === undefined) return columns as number[];
  const all = header.map((_, index) => columnShown(header, index)).slice(0, SHOWN_MAX);
  const more = header.length > SHOWN_MAX ? ', …' : '';
  throw unusable(`Line ${line}: there is no column "${maskCardNumbers(missing)}".`, `The columns are ${all.join(', ')}${more}`);
}

/**
 * The columns of credits and of debits in `A - B`, where the header has both, and none that is called all of it; null otherwise.
 */
export function sidesNamed(reference: string, header: readonly string[], line: number): [number, number] | null {
  if (columnNamed(reference, header, line) !== null) return null;
  for (const { index, 0: between } of reference.matchAll(/\s-\s/g)) {
    const credits = columnNamed(reference.slice(0, index), header, line);
    const debits = columnNamed(reference.slice(index + between.length), header, line);
    if (credits !== null && debits !== null) return [credits, debits];
  }
  return null;
}

/** The column of which a reference names the opposite, as `- Amount` does; null for one that names no opposite. */
export function oppositeNamed(reference: string, header: readonly string[], line: number): number[] | null {
  const [, name] = /^\s*-\s+(.+)$/s.exec(reference) ?? [];
  if (name === undefined || header.some((one) => one.trim() === reference.trim())) return null;
  const column = columnNamed(name, header, line);
  return column === null ? null : [column];
}

/** The columns that a rule names, be they joined, opposite, or credits and debits. Fails as {@link columnsNamed} does. */
export function columnsOfRule(reference: string, header: readonly string[], line: number): number[] {
  return sidesNamed(reference, header, line) ?? oppositeNamed(reference, header, line) ?? columnsNamed(reference, header, line);
}

function columnNamed(reference: string, header: readonly string[], line: number): number | null {
  const name = reference.trim();
  const word = wordOf(name);
  for (const isIt of [(one: string) => one.trim() === name, (one: string) => word !== '' && wordOf(one) === word]) {
    const found = header.flatMap((one, index) => (isIt(one) ? [index] : []));
    const [first, second] = found;
    if (first === undefined) continue;
    if (second === undefined) return first;
    const numbers = found.map((index) => index + 1).join(' and ');
    throw unusable(`Line ${line}: the columns ${numbers} have the name "${maskCardNumbers(name)}".`, 'Name the one you mean by its number');
  }
  const number = /^\d{1,5}$/.test(name) ? Number(name) : columnNumberOf(name);
  return number !== null && number >= 1 && number <= header.length ? number - 1 : null;
}

/** The column as messages show it: `3 (C) "Betrag"`. */
export function columnShown(header: readonly string[], index: number): string {
  return `${index + 1} (${columnLetter(index + 1)}) "${maskCardNumbers(header[index] ?? '').slice(0, SHOWN_MAX)}"`;
}

/** A reference that can mean no other column: its name, or its number where it has no name or one that is not clear. */
export function columnReference(header: readonly string[], index: number): string {
  const name = header[index]?.trim() ?? '';
  const word = wordOf(name);
  // A plus would join two columns, = ends a name in a flag, COLUMN is any; and a card number as a name means that the header is missing.
  return word !== '' &&
    !/[+=]|^COLUMN$/.test(name) &&
    !hasCardNumber(name) &&
    header.every((one, at) => at === index || wordOf(one) !== word)
    ? name
    : String(index + 1);
}

/** References of several columns that are one field, joined. */
export function columnsReference(header: readonly string[], columns: readonly number[]): string {
  return columns.map((index) => columnReference(header, index)).join('+');
}

/** The columns that say how many pieces were sold. */
export function quantityColumns(header: readonly string[]): number[] {
  return header.flatMap((name, index) => (speaksOf('quantity', name) ? [index] : []));
}
