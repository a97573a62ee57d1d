/**
 * Columns of ways to pay, one of them cash, that are together the amount in every row, where a sale was paid in two of them: of its amount, a part
 * alone is ever paid out.
 */
import { brandSpelt } from '../../contract/brands.js';
import { phrase } from '../../contract/phrase.js';
import { columnShown } from '../columns/column-names.js';
import { isCash as isCashWord } from '../columns/content-columns.js';
import type { Layout } from '../columns/layout.js';
import { isSale } from '../rows/known-rows.js';
import { cellText } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { amountsIn, isSameSum } from '../values/amount-text.js';
import { isNamed } from '../words/lexicon.js';
import { type AskedTable, type Detection, isGiven } from './detection.js';
import { asideAnswer, columnAnswer, eachWhen, list, type OpenQuestion, rowsAre } from './open-questions.js';

const ROWS_MIN = 3;
const COLUMNS_MAX = 12;

/** Columns that stand beside each other, and the first line in which cash is a part of the amount; 0 without one. */
interface Tenders {
  columns: readonly number[];
  firstLine: number;
}

/** Asks whether the whole is sent, or what one of them has. Not of an amount that the user named. */
export function tenderColumns({ layout, amount }: AskedTable): Detection | null {
  const { header, columns } = layout;
  const isCash = (column: number) => isCashWord(header[column] ?? '');
  const isFree = (column: number) => columns[column]?.kind === 'item' && !isGiven(layout, column);
  const cash = [...header.keys()].filter((column) => isCash(column) && isFree(column));
  if (!amount || isGiven(layout, amount.index) || cash.length === 0) return null;
  let together: Tenders[] = runsWith(cash, header.length, isFree).map((run) => ({ columns: run, firstLine: 0 }));
  const nothing = new Map<number, Set<string>>();
  let rows = 0;
  return {
    look({ cells, line }) {
      const [whole = 0] = amountsIn(cellText(amount, cells));
      if (!isSale(layout, cells) || whole === 0) return false;
      rows += 1;
      const read = (column: number) => (isBlank(cells[column] ?? '') ? 0 : (amountsIn(cells[column] ?? '')[0] ?? Number.NaN));
      const sumOf = (run: readonly number[]) => run.reduce((sum, column) => sum + read(column), 0);
      together = together.filter((one) => isSameSum(sumOf(one.columns), whole));
      for (const one of together) {
        const paid = one.columns.filter((column) => read(column) !== 0);
        if (paid.some(isCash) && !paid.every(isCash)) one.firstLine ||= line;
      }
      for (const column of together.flatMap((one) => one.columns))
        if (read(column) === 0) nothing.set(column, new Set([...(nothing.get(column) ?? []), (cells[column] ?? '').trim()]));
      return together.length === 0;
    },
    question() {
      const told = together.find(({ firstLine }) => firstLine > 0);
      return told && rows >= ROWS_MIN ? tenderQuestion(layout, told, amount.index, isCash, nothing) : null;
    },
  };
}

/** All runs of at least two free columns of which one is cash. */
function runsWith(cash: readonly number[], length: number, isFree: (column: number) => boolean): number[][] {
  const runs: number[][] = [];
  for (let first = 0; first < length; first += 1)
    for (let last = first; last < Math.min(length, first + COLUMNS_MAX) && isFree(last); last += 1) {
      const run = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      if (run.length > 1 && run.some((column) => cash.includes(column))) runs.push(run);
    }
  return runs;
}

function tenderQuestion(
  { header }: Layout,
  { columns, firstLine }: Tenders,
  amount: number,
  isCash: (column: number) => boolean,
  nothing: ReadonlyMap<number, ReadonlySet<string>>,
): OpenQuestion {
  const isCard = (column: number) => Number(isNamed('card', header[column] ?? '') || brandSpelt(header[column] ?? '') !== null);
  const others = columns.filter((column) => !isCash(column)).sort((a, b) => isCard(b) - isCard(a));
  const only = others.map((column) => {
    const empty = [...(nothing.get(column) ?? [])].map((text) => rowsAre('--leave-out', column, text, header));
    const when = phrase`only what column ${columnShown(header, column)} has is to be sent`;
    return [when, columnAnswer('amount', [column], header), ...empty] as const;
  });
  const names = list(columns.map((column) => columnShown(header, column)));
  const [cash = -1] = columns.filter(isCash);
  return {
    code: 'COLUMN_UNCERTAIN',
    field: 'amount',
    text: phrase`Line ${firstLine}: columns ${names} are column ${columnShown(header, amount)} together, as in each row, and a part of it was paid in cash, which would be sent, too.`,
    answer: eachWhen(...only, [phrase`the whole amount is to be sent`, asideAnswer(cash, header)]),
  };
}
