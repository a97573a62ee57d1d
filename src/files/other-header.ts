/**
 * A header in the middle of a table, as where two exports were put together. One with the table's own names in their own places is a row
 * like any other. Below one that is not, cells would be read under the wrong names: it and all rows below it are faults.
 */
import { isBlank } from './blank.js';
import { columnLetter } from './column-letter.js';
import { isRejectName } from './field-names.js';
import { knownMeaning, wordOf } from './header-words.js';
import type { Layout } from './layout.js';
import { withoutAdded } from './rejects.js';
import type { InputRow } from './row.js';
import { rowFault } from './row-faults.js';
import { sourceOf } from './source.js';

/** The row as it came, or its fault. `cells` are all that the record has. */
export type HeaderWatch = (row: InputRow, cells: readonly string[]) => InputRow;

/** Names that a header has at least, known ones or those of the table. */
const NAMES_MIN = 2;
/** A cell of values, and of no name: a number, a date, a time, an amount with a sign. */
const VALUE = /^[-+(]?\p{Sc}?\s?\d[\d\s.,:/'’T+-]*(?:\p{Sc}|\))?$/u;
/** What is longer is a text. */
const NAME_CHARS_MAX = 100;

export function headerWatch({ header }: Layout): HeaderWatch {
  // What was said of columns without names holds for all rows.
  if (header.every((name, index) => name === columnLetter(index + 1))) return (row) => row;
  const isOwn = header.map((name) => !isRejectName(name));
  const own = header.filter((_, index) => isOwn[index]).map(wordOf);
  const names = new Set(own.filter((word) => word !== ''));
  let line: number | null = null;
  return (row, cells) => {
    const isSound = row.leftOut !== undefined || typeof row.sale?.amount === 'number';
    if (line === null && isSound) return row;
    const found = isSound ? [] : withoutAdded(cells, isOwn);
    if (isHeader(found, names)) {
      const isSame = own.every((word, index) => word === wordOf(found[index] ?? '')) && found.slice(own.length).every(isBlank);
      line = isSame ? null : row.line;
      if (!isSame) return faulty(row, 'is another header, which has other columns, or has them in other places, than the first one');
    }
    return line === null ? row : faulty(row, `stands below another header, in line ${line}, and not in the columns of the first one`);
  };
}

function isHeader(cells: readonly string[], own: ReadonlySet<string>): boolean {
  const short = cells.filter((cell) => cell.length <= NAME_CHARS_MAX).map((cell) => cell.trim());
  if (short.some((cell) => VALUE.test(cell))) return false;
  // With a colon behind it a name is one of a value beside it, as in the title of a group of sales.
  const names = short.filter((cell) => cell !== '' && !cell.endsWith(':'));
  const known = names.map((cell) => knownMeaning(cell) ?? (own.has(wordOf(cell)) ? wordOf(cell) : null));
  return new Set(known.filter((meaning) => meaning !== null)).size >= NAMES_MIN;
}

function faulty(row: InputRow, rule: string): InputRow {
  const { leftOut: _, ...rest } = row;
  return { ...rest, sale: null, faults: [rowFault('OTHER_HEADER', rule, null, null)], source: sourceOf(row.source) };
}
