/**
 * An amount that is, in each of several rows, the sum of another column over all of them: the total of a batch or submission, beside what each row
 * has of it. By the sums alone, in any language.
 */
import { phrase } from '../../contract/phrase.js';
import { columnShown } from '../columns/column-names.js';
import { few } from '../columns/net-amounts.js';
import { isSale } from '../rows/known-rows.js';
import { unitsOf } from '../rows/totals-sums.js';
import { amountIn, decimalSigns } from '../values/amount-text.js';
import { type AskedTable, type Detection, isUntold } from './detection.js';
import { asideAnswer, columnAnswer, eachWhen } from './open-questions.js';

/** The rows that have one amount. */
interface RepeatedAmount {
  rows: number;
  firstLine: number;
  secondLine: number;
  total: number;
  sum: number;
  /** Another row has another part of it. */
  differs: boolean;
  part: number;
}

export function repeatedSums({ layout, sources }: AskedTable): Detection | null {
  const [amount, ...others] = sources.filter(({ field, debits }) => field === 'amount' && debits === null);
  if (!amount || others.length > 0) return null;
  const { header } = layout;
  const free = few([...header.keys()].filter((index) => isUntold(layout, index)));
  const watched = free.flatMap((column) =>
    decimalSigns.map((sign) => ({ column, sign, groups: new Map<string, RepeatedAmount>(), isOut: false })),
  );
  if (watched.length === 0) return null;
  return {
    look({ cells, line }) {
      if (!isSale(layout, cells)) return false;
      const own = (cells[amount.index] ?? '').trim();
      for (const one of watched) {
        const [total, part] = [own, (cells[one.column] ?? '').trim()].map((text) => unitsIn(text, one.sign));
        one.isOut ||= part === undefined && (cells[one.column] ?? '').trim() !== '';
        if (one.isOut || total === undefined || part === undefined) continue;
        const group = one.groups.get(own) ?? { rows: 0, firstLine: line, secondLine: 0, total, sum: 0, differs: false, part };
        group.rows += 1;
        group.sum += part;
        group.differs ||= part !== group.part;
        if (group.rows === 2) group.secondLine = line;
        one.groups.set(own, group);
      }
      return watched.every(({ isOut }) => isOut);
    },
    question() {
      for (const { column, isOut, groups } of watched) {
        const several = isOut ? [] : [...groups.values()].filter(({ rows, differs }) => rows > 1 && differs);
        const summed = several.filter(({ sum, total }) => sum === total && total !== 0);
        const [first] = summed;
        if (!first || summed.length * 2 <= several.length) continue;
        const [whole, part] = [columnShown(header, amount.index), columnShown(header, column)];
        return {
          code: 'AMOUNT_REPEATED',
          field: 'amount',
          text: phrase`Line ${first.secondLine}: column ${whole} has the amount of line ${first.firstLine} again, which is the sum of column ${part} over these rows. It would be sent once for each row.`,
          answer: eachWhen(
            [phrase`each row has its own amount there`, columnAnswer('amount', [column], header)],
            [phrase`each row has the whole amount`, asideAnswer(column, header)],
          ),
        };
      }
      return null;
    },
  };
}

function unitsIn(text: string, sign: (typeof decimalSigns)[number]): number | undefined {
  const read = amountIn(text, sign);
  return 'fault' in read ? undefined : unitsOf(read.amount);
}
