/** Columns of a header as people name them, and as they are named to people. */
import { hasCardNumber, maskCardNumbers } from '../../contract/card-number.js';
import { unusable } from '../unusable.js';
import { columnLetter, columnNumberOf } from './column-letter.js';
import { wordOf } from './header-words.js';

const SHOWN_MAX = 30;

/**
 * The indexes of the columns that `reference` names: a name as it stands, one that differs in case and punctuation, a number or letters;
 * of several, with `+` between them. Fails with `inputUnusable` where the header has no such column, or more than one.
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

/** `3 (C) "Betrag"`. */
export function columnShown(header: readonly string[], index: number): string {
  return `${index + 1} (${columnLetter(index + 1)}) "${maskCardNumbers(header[index] ?? '').slice(0, SHOWN_MAX)}"`;
}

/** What names the column without doubt: its name, or its number where another one has the name, or it has none. */
export function columnReference(header: readonly string[], index: number): string {
  const name = header[index]?.trim() ?? '';
  const word = wordOf(name);
  // A plus would part two columns, and a card number above a column is a header forgotten.
  return word !== '' && !name.includes('+') && !hasCardNumber(name) && header.every((one, at) => at === index || wordOf(one) !== word)
    ? name
    : String(index + 1);
}
