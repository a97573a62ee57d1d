/** Which cells of a sheet nobody sees, because they were merged with others: a program may have left values in them. */

import { columnNumberOf } from '../text/column-letter.js';

interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const WORD = 'mergeCell';
const MERGE = /<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;
const MERGE_CHARS_MAX = 1_024;

/**
 * Reads a sheet's text to its end, since its merges stand below its rows. The function tells whether the value of a cell is hidden; `row`
 * is counted from 1, `column` from 0. It is quick for cells in the order of their rows.
 */
export async function hiddenCells(sheet: AsyncIterable<string>): Promise<(row: number, column: number) => boolean> {
  const merges: Merge[] = [];
  const indexOf = (letters: string) => (columnNumberOf(letters) ?? 0) - 1;
  let carried = '';
  for await (const piece of sheet) {
    const text = carried + piece;
    let end = 0;
    // To look for a word is many times quicker than to look for the pattern.
    for (const found of text.includes(WORD) ? text.matchAll(MERGE) : []) {
      const [all, left = '', top, right = '', bottom] = found;
      merges.push({ top: Number(top), bottom: Number(bottom), left: indexOf(left), right: indexOf(right) });
      end = found.index + all.length;
    }
    carried = text.slice(Math.max(end, text.length - MERGE_CHARS_MAX));
  }
  return merges.length === 0 ? () => false : lookUp(merges.sort((one, other) => one.top - other.top));
}

function lookUp(merges: readonly Merge[]): (row: number, column: number) => boolean {
  let at = 0;
  let next = 0;
  let open: Merge[] = [];
  return (row, column) => {
    if (row < at) {
      next = 0;
      open = [];
    }
    if (row !== at) {
      for (; (merges[next]?.top ?? Number.POSITIVE_INFINITY) <= row; next++) open.push(merges[next] as Merge);
      open = open.filter(({ bottom }) => bottom >= row);
    }
    at = row;
    return open.some(({ top, left, right }) => column >= left && column <= right && (row > top || column > left));
  };
}
