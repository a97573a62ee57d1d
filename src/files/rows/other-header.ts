/**
 * Watches for another header in the middle of a table, as where two exports were put together. One whose names mean the same as the table's
 * own in their places, perhaps in another language, is a row like any other. Below any other one, cells would be read under the wrong
 * names: it and all rows below it are faults.
 */

import type { Layout } from '../columns/layout.js';
import { isBlank } from '../text/blank.js';
import { columnLetter } from '../text/column-letter.js';
import { isRejectName } from '../words/field-names.js';
import { currencyIn, knownMeaning } from '../words/header-words.js';
import { wordOf } from '../words/lexicon.js';
import { withoutAdded } from './rejects.js';
import type { RowGuard } from './row-guard.js';
import { refusedFor, sourceOf } from './source.js';

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
export function otherHeader({ header, columns, fields, kind }: Layout): RowGuard | null {
  if (header.every((name, index) => name === columnLetter(index + 1))) return null;
  const isOwn = header.map((name) => !isRejectName(name));
  const own = header
    .map((name, index) => {
      const column = columns[index];
      const word = wordOf(name);
      return { word, currency: currencyIn(name), meaning: knownMeaning(name, kind) ?? (column?.kind === 'field' ? column.field : word) };
    })
    .filter((_, index) => isOwn[index]);
  const meanings = new Map(own.filter(({ word }) => word !== '').map(({ word, meaning }) => [word, meaning]));
  const meaningOf = (cell: string) => meanings.get(wordOf(cell)) ?? knownMeaning(cell, kind);
  const hasColons = header.some(endsWithColon);
  const hasCurrencies = fields.some(({ field, constant }) => field === 'currency' && constant === null);

  const isHeader = (cells: readonly string[]) => {
    const all = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    if (all.some((cell) => cell.length <= NAME_CHARS_MAX && VALUE.test(cell) && !RATE.test(cell))) return false;
    // A name with a colon after it labels a value beside it, as in the title of a group of sales.
    const isTitle = !hasColons && !all.every(endsWithColon);
    const names = all.filter((cell) => cell.length <= NAME_CHARS_MAX && !(isTitle && endsWithColon(cell)));
    const known = names.map(meaningOf).filter((meaning) => meaning !== null);
    return new Set(known).size >= NAMES_MIN && known.length * 2 >= all.length && known.some((meaning) => KEYS.has(meaning));
  };
  /**
   * Whether another header means the same as the table's own. `isTop`: no good row is above it, so that it may be a line of units, which
   * says less.
   */
  const isSame = (cells: readonly string[], isTop: boolean) =>
    cells.slice(own.length).every(isBlank) &&
    own.every(({ word, currency, meaning }, index) => {
      const cell = cells[index] ?? '';
      if (wordOf(cell) === word) return true;
      const other = meaningOf(cell);
      if (other === null) return isTop && !KEYS.has(meaning);
      return other === meaning && (hasCurrencies || currencyIn(cell) === currency);
    });

  let line: number | null = null;
  let isTop = true;
  return {
    pass(row, cells, next) {
      const isSound = row.leftOut !== undefined || typeof row.sale?.amount === 'number';
      if (isSound) isTop = false;
      if (line === null && isSound) return next(row, cells);
      const source = isSound ? [] : sourceOf(row.source);
      // JSON has no headers among its records.
      const found = 'json' in source ? [] : withoutAdded(source, isOwn);
      if (isHeader(found)) {
        line = isSame(found, isTop) ? null : row.line;
        if (line !== null) return next(refusedFor(row, 'OTHER_HEADER', IS_OTHER), []);
      }
      if (line === null) return next(row, cells);
      next(
        refusedFor(row, 'OTHER_HEADER', `is below another header, in line ${line}, whose columns differ from those of the first one`),
        [],
      );
    },
    isOpen: () => line === null,
    allWentBy() {
      isTop = false;
    },
  };
}

function endsWithColon(cell: string): boolean {
  return cell.trimEnd().endsWith(':');
}
