/**
 * Watches for another header in the middle of a table, as where two exports were put together. The table's own, once more, is
 * left out. Below any other one, cells would be read under the wrong names: it and all rows below it are faults.
 */

import type { Layout } from '../columns/layout.js';
import { isBlank } from '../text/blank.js';
import { columnLetter } from '../text/column-letter.js';
import { isRejectName } from '../words/field-names.js';
import { knownMeaning } from '../words/header-words.js';
import { wordOf } from '../words/lexicon.js';
import { withoutAdded } from './rejects.js';
import { type RowGuard, refused, refusedFor, sourceOf } from './source.js';

/** A header has at least this many names that are known, or are the table's. */
const NAMES_MIN = 2;
/** A header has at least one of these. */
const KEYS: ReadonlySet<string> = new Set(['amount', 'total', 'businessDate', 'transactionDate', 'eftTransactionDate']);
/** A cell that is a value and not a name: a number, a date, a time, an amount with a currency sign. */
const VALUE = /^[-+(]?\p{Sc}?\s?\d[\d\s.,:/'’T+-]*(?:\p{Sc}|\))?$/u;
/** Such a value may also be a tax rate, as the name of its column: 8.1. */
const RATE = /^\d{1,2}(?:[.,]\d{1,2})?$/;
/** A longer cell is a text, not a name. */
const NAME_CHARS_MAX = 100;
const IS_OTHER = 'is another header, whose columns differ from those of the first one or are in a different order';

/** Hands on each row as it is or as a fault; null where the columns have no names, since what the user said about those holds for all rows. */
export function otherHeader({ header, columns, kind }: Layout): RowGuard | null {
  if (header.every((name, index) => name === columnLetter(index + 1))) return null;
  const isOwn = header.map((name) => !isRejectName(name));
  const own = header.filter((_, index) => isOwn[index]).map(wordOf);
  const meanings = new Map<string, string>();
  for (const [index, name] of header.entries()) {
    const [word, column] = [wordOf(name), columns[index]];
    if (isOwn[index] && word !== '') meanings.set(word, knownMeaning(name, kind) ?? (column?.kind === 'field' ? column.field : word));
  }
  const meaningOf = (cell: string) => meanings.get(wordOf(cell)) ?? knownMeaning(cell, kind);
  const hasColons = header.some(endsWithColon);

  const isHeader = (cells: readonly string[]) => {
    const all = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    if (all.some((cell) => cell.length <= NAME_CHARS_MAX && VALUE.test(cell) && !RATE.test(cell))) return false;
    // A name with a colon after it labels a value beside it, as in the title of a group of sales.
    const isTitle = !hasColons && !all.every(endsWithColon);
    const names = all.filter((cell) => cell.length <= NAME_CHARS_MAX && !(isTitle && endsWithColon(cell)));
    const known = names.map(meaningOf).filter((meaning) => meaning !== null);
    return new Set(known).size >= NAMES_MIN && known.length * 2 >= all.length && known.some((meaning) => KEYS.has(meaning));
  };
  const isSame = (cells: readonly string[]) =>
    cells.slice(own.length).every(isBlank) && own.every((word, index) => wordOf(cells[index] ?? '') === word);
  let line: number | null = null;
  return {
    pass(row, cells, next) {
      const isSound = row.leftOut !== undefined || typeof row.sale?.amount === 'number';
      if (line === null && isSound) return next(row, cells);
      const source = isSound ? [] : sourceOf(row.source);
      // JSON has no headers among its records.
      const found = 'json' in source ? [] : withoutAdded(source, isOwn);
      const isAnother = isHeader(found);
      if (isAnother) line = isSame(found) ? null : row.line;
      if (isAnother && line === null) return next({ ...refused(row, []), leftOut: 'the header once more' }, cells);
      if (line === null) return next(row, cells);
      const isBelow = `is below another header, in line ${line}, whose columns differ from those of the first one`;
      next(refusedFor(row, 'OTHER_HEADER', line === row.line ? IS_OTHER : isBelow), []);
    },
    isOpen: () => line === null,
  };
}

function endsWithColon(cell: string): boolean {
  return cell.trimEnd().endsWith(':');
}
