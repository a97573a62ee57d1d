/** Which of the listed rows an export has: what counts in `sales totals`, and what the filters or `--all-rows` ask for beyond that. */
import { isAskedFor, type LeftOut, partTeller, type RowPart } from '../../../contract/every-transaction.js';
import type { QueryValues } from '../../../contract/paths.js';
import { orNull } from '../../../contract/problem.js';
import type { SettlementRecord } from '../../../contract/records.js';
import { idOf } from '../../../contract/states.js';
import type { Transaction } from '../../../contract/transaction.js';
import type { Exported } from '../../views/export-view.js';
import { type RowTotals, rowTotals } from '../../views/row-totals.js';

type Listed = Transaction | SettlementRecord;
type AskMatches = Parameters<typeof partTeller>[0];

interface ChosenRows {
  /** Returns the rows of a page that go into the file, and counts the others. */
  choose(items: readonly Listed[]): Promise<readonly Listed[]>;
  /** To be called with the rows of that page that were written. */
  wrote(rows: readonly Exported[]): void;
  leftOut: LeftOut;
  /** Totals of the rows written and the rows left out. */
  totals: Pick<RowTotals, 'items'>;
}

/** `listMatches` may fail with `usage`, `notFound` or `forbidden`: then no rows cancel each other. An earlier server knows no SetAside: `validation`. */
export function chosenRows(listMatches: AskMatches, areAll: boolean, query: QueryValues): ChosenRows {
  const partsOf = partTeller((asked) => listMatches(asked).catch(orNull('usage', 'notFound', 'forbidden', 'validation')));
  const leftOut: LeftOut = { duplicates: 0, notImported: 0 };
  const totals = rowTotals();
  let parts: ReadonlyMap<string, RowPart> = new Map();
  const partOf = (row: Exported) => parts.get(idOf(row)) ?? 'imported';
  return {
    async choose(items) {
      parts = await partsOf(items);
      return items.filter((row) => {
        const part = partOf(row);
        if (part === 'imported' || areAll || isAskedFor(part, query)) return true;
        leftOut[part] += 1;
        totals.add(row, part);
        return false;
      });
    },
    wrote: (rows) => {
      for (const row of rows) totals.add(row, partOf(row));
    },
    leftOut,
    totals,
  };
}

/** `2 duplicates and 1 row that was not imported are left out`. At least one of them is there. */
export function leftOutText({ duplicates, notImported }: LeftOut): string {
  const count = (rows: number, one: string, several: string) =>
    rows === 0 ? [] : [`${rows.toLocaleString('en')} ${rows === 1 ? one : several}`];
  const parts = [
    ...count(duplicates, 'duplicate', 'duplicates'),
    ...count(notImported, 'row that was not imported', 'rows that were not imported'),
  ];
  return `${parts.join(' and ')} ${duplicates + notImported === 1 ? 'is' : 'are'} left out`;
}
