/**
 * Which column says what each row is: a payment, a refund, a payout. Two known kinds among its values make it that, under whatever header; one
 * does where its name says so. Ways to pay, states and prose are none, whatever words they have, unless nearly all of their words are kinds.
 */

import type { UploadKind } from '../../contract/states.js';
import { isNamed, speaksOf } from '../words/lexicon.js';
import { kindIn, kindNamed } from '../words/row-kinds.js';
import { isNoSale, markColumn } from '../words/sale-marks.js';
import { isBrandOrCash } from './content-columns.js';
import type { TableHead } from './table-head.js';

const VALUES_MAX = 20;
const CHARS_MAX = 40;
/** A text of one or two words may be a kind; a longer one is prose, which may speak of anything. */
const TERSE = /^\P{L}*\p{L}+(?:[\s_-]+\p{L}+)?\P{L}*$/u;

/** Columns with two known kinds or more, whose texts are at least half of the column's different values. */
export function kindColumns(columns: readonly number[], head: TableHead & { kind: UploadKind }): number[] {
  return columns.filter((column) => {
    const name = head.name(column);
    if (['state', 'paymentState', 'remark', 'answer'].includes(markColumn(name) ?? '')) return false;
    const values = [...new Set(head.cells(column))];
    if (values.length > VALUES_MAX || values.some((value) => value.length > CHARS_MAX)) return false;
    // The reading of sales names such words, and each has an answer of its own.
    if (speaksOf('noKind', name)) return head.kind === 'Settlement' && areKinds(values);
    if (isNamed('text', name) && !values.every((value) => TERSE.test(value))) return false;
    const known = values.flatMap((value) => kindIn(value) ?? []);
    return new Set(known).size > 1 && known.length * 2 >= values.length;
  });
}

/** Words that are no kinds, for each that is one. */
const OTHERS_MAX = 1;

/**
 * Whether different texts are kinds, whatever stands above them: half of them, one that of a sale and one surely another; and none a way to
 * pay, as a transfer may be.
 */
export function areKinds(texts: readonly string[]): boolean {
  const known = texts.filter((text) => kindIn(text) !== null);
  const isOther = (text: string) => ![null, 'Sale', 'Payout'].includes(kindNamed(text)) || isNoSale(text);
  return (
    texts.length - known.length <= known.length * OTHERS_MAX &&
    known.some((text) => kindNamed(text) === 'Sale') &&
    known.some(isOther) &&
    !texts.some(isBrandOrCash)
  );
}

/** Columns in which some cell is a known kind. */
export function tellingKinds(columns: readonly number[], head: TableHead): number[] {
  return columns.filter((column) => head.cells(column).some((cell) => kindIn(cell) !== null));
}

/** Whether all of `columns` say the same kind in every row, where they say one. */
export function sayTheSame(columns: readonly number[], head: TableHead): boolean {
  return head.rows.every((cells) => new Set(columns.flatMap((column) => kindIn((cells[column] ?? '').trim()) ?? [])).size < 2);
}
