/**
 * What the owner of an input should know about its good rows, which are sent as they are: rows labelled a refund with an amount above zero,
 * since some servers go by the word and others by the sign; rows that another column marks as cancelled, failed, not captured, a test or
 * money that went out, with such an amount; rows that a list marks as counted in no sum; rows labelled a payout, a fee, or cash put in or taken
 * out, whatever their amount; rows that the import of the server is going to refuse; a last row without a line end; and the range of their
 * dates.
 */

import type { SettlementTypeName } from '../../contract/states.js';
import type { PlainRun } from '../../files/input/plain-run.js';
import type { RowField } from '../../files/input/record-kind.js';
import type { InputRow, Sale } from '../../files/input/row.js';
import { matchStateName } from '../../files/words/field-names.js';

export interface RowNotes {
  /** `firstLine` is null where there is none. */
  positiveRefunds: { rows: number; firstLine: number | null };
  /** `column` is the one of the first such row. Refunds are not counted here again. */
  positiveMarks: { rows: number; firstLine: number | null; column: string | null };
  /** Rows that a list marks `Skip`, whatever their amount, without calling them duplicates: duplicates are left out. */
  listedDuplicates: { rows: number; firstLine: number | null };
  /** Called a pay-out, a fee, or cash put in or taken out; `column` is the one of the first such row. */
  noSales: { rows: number; firstLine: number | null; column: string | null };
  /**
   * Not imported for one of `fields`, which are those of all of them. `rules`: the import configuration that says so; null: a field is
   * missing, without which servers import a row only where they are configured to. `isTooFine`: some amount has too many decimals.
   */
  incomplete: { rows: number; firstLine: number | null; fields: readonly RowField[]; rules: string | null; isTooFine?: true };
  /** Settlement records of type Reversal above zero, and whether there are some below: then the file writes both. */
  positiveReversals: { rows: number; firstLine: number | null; othersHaveMinus: boolean };
  /** How many settlement records of each type; none of sales. */
  types: { readonly [Type in SettlementTypeName]?: number };
  /** The line of the last row, where that is sent and no line end follows; null otherwise. */
  unendedLine: number | null;
  /** The first and the last transactionDate as written, by the clocks on their walls; null where no row has one. */
  dates: { first: string; last: string; lastLine: number } | null;
}

export const noRowNotes: RowNotes = {
  positiveRefunds: { rows: 0, firstLine: null },
  positiveMarks: { rows: 0, firstLine: null, column: null },
  listedDuplicates: { rows: 0, firstLine: null },
  noSales: { rows: 0, firstLine: null, column: null },
  incomplete: { rows: 0, firstLine: null, fields: [], rules: null },
  positiveReversals: { rows: 0, firstLine: null, othersHaveMinus: false },
  types: {},
  unendedLine: null,
  dates: null,
};

/** `notes`, with the row in `line`. */
export function withRow(
  notes: RowNotes,
  { isRefund, mark, noSale, amount, date, type }: Sale,
  { line, notImported, isUnended = false }: Pick<InputRow, 'line' | 'notImported' | 'isUnended'>,
): RowNotes {
  const isPositive = amount !== null && amount > 0;
  const isPositiveRefund = isRefund && isPositive;
  const isSkipped = mark === matchStateName;
  const isPositiveMark = mark !== null && !isSkipped && !isRefund && isPositive;
  const { positiveRefunds, positiveMarks, listedDuplicates, noSales, incomplete, positiveReversals: reversals, types, dates } = notes;
  const isOutside = date !== null && (dates === null || date > dates.last || date < dates.first);
  if (!isPositiveRefund && !isPositiveMark && !isSkipped && noSale === null && !notImported && !isOutside && !type && !isUnended)
    return notes;
  return {
    positiveRefunds: isPositiveRefund ? counted(positiveRefunds, line) : positiveRefunds,
    positiveMarks: isPositiveMark ? { ...counted(positiveMarks, line), column: positiveMarks.column ?? mark } : positiveMarks,
    listedDuplicates: isSkipped ? counted(listedDuplicates, line) : listedDuplicates,
    noSales: noSale === null ? noSales : { ...counted(noSales, line), column: noSales.column ?? noSale },
    incomplete: notImported ? lacking(incomplete, notImported, line) : incomplete,
    positiveReversals: type !== 'Reversal' ? reversals : isPositive ? counted(reversals, line) : { ...reversals, othersHaveMinus: true },
    types: type ? { ...types, [type]: (types[type] ?? 0) + 1 } : types,
    unendedLine: isUnended ? line : notes.unendedLine,
    dates: isOutside ? widened(dates, date, line) : dates,
  };
}

/** `notes`, with a plain row: one that nothing has to be said of but its date. */
export function withPlainRow(notes: RowNotes, run: PlainRun): RowNotes {
  const { dates } = notes;
  if (dates !== null && run.clock > clockOf(dates.first) && run.clock < clockOf(dates.last)) return notes;
  const date = run.date();
  const isOutside = dates === null || date > dates.last || date < dates.first;
  return isOutside ? { ...notes, dates: widened(dates, date, run.line) } : notes;
}

const clocks = new Map<string, number>();
/** More than the first and the last date of what is read at the same time. */
const CLOCKS_MAX = 100;

/** What the clock showed at a date-time, as the number yyyyMMddHHmmss. */
function clockOf(date: string): number {
  const known = clocks.get(date);
  if (known !== undefined) return known;
  const clock = Number(date.slice(0, 19).replace(/\D/g, ''));
  if (clocks.size >= CLOCKS_MAX) clocks.clear();
  clocks.set(date, clock);
  return clock;
}

/** With one more row, in `line`. */
function counted<Noted extends { rows: number; firstLine: number | null }>(noted: Noted, line: number): Noted {
  return { ...noted, rows: noted.rows + 1, firstLine: noted.firstLine ?? line };
}

function lacking(
  incomplete: RowNotes['incomplete'],
  { fields: more, by, isTooFine }: NonNullable<InputRow['notImported']>,
  line: number,
): RowNotes['incomplete'] {
  const fields = [...incomplete.fields, ...more.filter((field) => !incomplete.fields.includes(field))];
  return { ...counted(incomplete, line), fields, rules: by, ...(isTooFine && { isTooFine }) };
}

function widened(dates: RowNotes['dates'], date: string, line: number): RowNotes['dates'] {
  if (dates === null) return { first: date, last: date, lastLine: line };
  return date > dates.last ? { ...dates, last: date, lastLine: line } : { ...dates, first: date };
}
