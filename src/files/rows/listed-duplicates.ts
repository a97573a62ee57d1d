/**
 * Rows that a list marks `Skip` and calls duplicates in its own comment: somewhere else they would be sales of their own, so that what was
 * sent twice here would count twice there. Behind the line of totals, which may count them.
 */
import type { Layout } from '../columns/layout.js';
import type { InputRow } from '../input/row.js';
import { commentName, isListedDuplicate } from '../words/field-names.js';
import type { RowGuard } from './source.js';

/** Leaves out the duplicates of a table that was listed or exported with comments; null for any other. */
export function listedDuplicates({ matchStateColumn, header }: Layout): RowGuard | null {
  const comment = header.indexOf(commentName);
  if (matchStateColumn === null || comment < 0) return null;
  const leaveOut = leavingOut(`its column "${commentName}"`);
  return {
    pass(row, cells, next) {
      const isInPlace = row.leftOut === undefined && row.faults.every(({ code }) => code !== 'COLUMN_COUNT');
      next(isInPlace && isListedDuplicate(cells[matchStateColumn], cells[comment]) ? leaveOut(row) : row, cells);
    },
  };
}

/** Makes rows left out, all for one reason, which has the line of the first. `without`: what a file must not have for them to be sent. */
export function leavingOut(without: string): (row: InputRow) => InputRow {
  let reason: string | null = null;
  return (row) => {
    reason ??= `marked as a duplicate by the list's own comment (the first in line ${row.line}); without ${without} it is sent`;
    return { ...row, sale: null, faults: [], leftOut: reason };
  };
}
