/**
 * Which column says what each row is: a payment, a refund, a payout. Two known kinds among its values make it that, under whatever header; one
 * does where its name says so. Ways to pay, states and prose are none, whatever words they have.
 */

import { isNamed, speaksOf } from '../words/lexicon.js';
import { kindIn } from '../words/row-kinds.js';
import { markColumn } from '../words/sale-marks.js';
import type { TableHead } from './table-head.js';

const VALUES_MAX = 20;
const CHARS_MAX = 40;
/** A text of one or two words may be a kind; a longer one is prose, which may speak of anything. */
const TERSE = /^\P{L}*\p{L}+(?:[\s_-]+\p{L}+)?\P{L}*$/u;

/** Columns with two known kinds or more, whose texts are at least half of the column's different values. */
export function kindColumns(columns: readonly number[], head: TableHead): number[] {
  return columns.filter((column) => {
    const name = head.name(column);
    if (speaksOf('noKind', name) || ['state', 'paymentState', 'remark', 'answer'].includes(markColumn(name) ?? '')) return false;
    const values = [...new Set(head.cells(column))];
    if (values.length > VALUES_MAX || values.some((value) => value.length > CHARS_MAX)) return false;
    if (isNamed('text', name) && !values.every((value) => TERSE.test(value))) return false;
    const known = values.flatMap((value) => kindIn(value) ?? []);
    return new Set(known).size > 1 && known.length * 2 >= values.length;
  });
}

/** Columns in which some cell is a known kind. */
export function tellingKinds(columns: readonly number[], head: TableHead): number[] {
  return columns.filter((column) => head.cells(column).some((cell) => kindIn(cell) !== null));
}

/** Whether all of `columns` say the same kind in every row, where they say one. */
export function sayTheSame(columns: readonly number[], head: TableHead): boolean {
  return head.rows.every((cells) => new Set(columns.flatMap((column) => kindIn((cells[column] ?? '').trim()) ?? [])).size < 2);
}
