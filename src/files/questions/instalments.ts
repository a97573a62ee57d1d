/**
 * Sales that are paid in instalments, each in a row of its own: `1/3`, `Parcela 2/6`, `2 of 3`. Whether the amount of such a row is that of the
 * instalment or of the whole sale, only a person knows; by the shape of the cells alone, in any language.
 */
import { phrase } from '../../contract/phrase.js';
import { columnShown } from '../columns/column-names.js';
import type { Layout } from '../columns/layout.js';
import { isSale } from '../rows/known-rows.js';
import { cellText } from '../rows/mapping.js';
import { type AskedTable, type Detection, isGiven } from './detection.js';
import { asideAnswer, eachWhen, type OpenQuestion, rowsAre } from './open-questions.js';

const COLUMNS_MAX = 40;
const PART = /^(?:\p{L}{1,20}\.?\s)?(\d{1,2})\s?(?:\/|\s\p{L}{2,4}\s)\s?(\d{1,2})$/u;

interface Instalment {
  number: number;
  of: number;
}

/** `2 of 3`; null for any other text. */
function partIn(cell: string): Instalment | null {
  const [, number = '', of = ''] = PART.exec(cell) ?? [];
  const part = { number: Number(number), of: Number(of) };
  return part.number >= 1 && part.of >= 2 && part.number <= part.of ? part : null;
}

/** Asks where the first and the second instalment of one amount are rows. */
export function instalments({ layout, amount }: AskedTable): Detection[] {
  if (!amount) return [];
  const free = layout.columns.flatMap((column, index) => (column.kind === 'item' && !isGiven(layout, index) ? [index] : []));
  return free.slice(0, COLUMNS_MAX).map((column) => instalmentsIn(layout, column, (cells) => cellText(amount, cells)));
}

function instalmentsIn(layout: Layout, column: number, amountOf: (cells: readonly string[]) => string): Detection {
  const firsts = new Map<string, number>();
  const later = new Set<string>();
  let [filled, parts] = [0, 0];
  let pair: [number, number] | null = null;
  return {
    look({ cells, line }) {
      const cell = (cells[column] ?? '').trim();
      if (cell === '' || !isSale(layout, cells)) return false;
      filled += 1;
      const part = partIn(cell);
      if (part) {
        parts += 1;
        const name = `${part.of} ${amountOf(cells)}`;
        if (part.number === 1 && !firsts.has(name)) firsts.set(name, line);
        if (part.number > 1) later.add(cell);
        const first = firsts.get(name);
        if (part.number === 2 && first !== undefined) pair ??= [first, line];
      }
      // Other texts say that a sale was paid at once; where they are most, the column is of something else.
      return filled >= 8 && parts === 0;
    },
    question: () => (pair === null || parts * 2 <= filled ? null : instalmentQuestion(layout, column, pair, [...later])),
  };
}

function instalmentQuestion({ header }: Layout, column: number, [first, second]: [number, number], later: string[]): OpenQuestion {
  return {
    code: 'AMOUNT_REPEATED',
    field: 'amount',
    text: phrase`Lines ${first} and ${second}: by column ${columnShown(header, column)}, they are instalments of one amount. Each line would be sent as a sale.`,
    answer: eachWhen(
      [phrase`each has the amount of the whole sale`, ...later.map((cell) => rowsAre('--leave-out', column, cell, header))],
      [phrase`each has its own part, and is to be a sale`, asideAnswer(column, header)],
    ),
  };
}
