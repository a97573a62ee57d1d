/**
 * A header whose reading somebody said yes to may mean something else in the next file. Asks about words for kinds that nobody knows, signs that
 * are all turned, and references that rows now share; a change in size or decimals is only noted.
 */

import { maskCardNumbers } from '../../contract/card-number.js';
import { type Phrase, phrase } from '../../contract/phrase.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import type { Marks } from '../input/reading.js';
import type { RowField } from '../input/record-kind.js';
import type { AskedTable } from './detection.js';
import { asideAnswer, columnAnswer, eachWhen, type OpenQuestion, rowsAre } from './open-questions.js';

/** Twenty times as large or as small. */
const MAGNITUDES = Math.log2(20);

export function changedRows(table: AskedTable): OpenQuestion[] {
  const { earlier, layout, seen, isOfJob } = table;
  if (!earlier || isOfJob) return [];
  const { header } = layout;
  const kinds = earlier.kinds ? seen.unknown(earlier.kinds) : [];
  return [
    ...kinds.map(
      ({ column, value, line }): OpenQuestion => ({
        code: 'KIND_UNCERTAIN',
        field: 'amount',
        text: phrase`Line ${line}: column ${columnShown(header, column)} has ${JSON.stringify(maskCardNumbers(value))}, which no file with this header had before, and which is no known word.`,
        answer: eachWhen(
          [phrase`its rows are no sales`, rowsAre('--leave-out', column, value, header)],
          [phrase`they are refunds`, rowsAre('--negative', column, value, header)],
          [phrase`the column tells no kinds`, asideAnswer(column, header)],
        ),
      }),
    ),
    ...(earlier.marks ? changedMarks(table, earlier.marks) : []),
  ];
}

function changedMarks({ layout, seen, sources, earlier, said }: AskedTable, before: Marks): OpenQuestion[] {
  const { marks } = seen.seen();
  const { header } = layout;
  // A column that was named for an earlier file says nothing of this one.
  const isSaidNow = (field: RowField) => said.columns[field] !== undefined;
  const columnOf = (name: string) => sources.find(({ field, index }) => field === name && index >= 0)?.index;
  const [amount, reference] = [columnOf('amount'), columnOf('transactionReference')];
  const questions: OpenQuestion[] = [];
  const signs = [before.negative, marks.negative];
  if (amount !== undefined && !isSaidNow('amount') && signs.includes('None') && signs.includes('All'))
    questions.push({
      code: 'SIGNS_UNCERTAIN',
      field: 'amount',
      text:
        marks.negative === 'All'
          ? phrase`Every amount in column ${columnShown(header, amount)} is below zero; in the file with this header of ${earlier?.on ?? ''} every one was above it.`
          : phrase`Every amount in column ${columnShown(header, amount)} is above zero; in the file with this header of ${earlier?.on ?? ''} every one was below it.`,
      answer: eachWhen(
        [phrase`the signs are turned`, ['--set', `amount=- ${columnReference(header, amount)}`]],
        [phrase`they are right`, columnAnswer('amount', [amount], header)],
      ),
    });
  if (reference !== undefined && !isSaidNow('transactionReference') && before.sharesReference === false && marks.sharesReference === true)
    questions.push({
      code: 'COLUMN_UNCERTAIN',
      field: 'transactionReference',
      text: phrase`Several rows have the same reference in column ${columnShown(header, reference)}; in the file with this header of ${earlier?.on ?? ''} each had its own.`,
      answer: eachWhen(
        [phrase`it is the reference of each sale all the same`, columnAnswer('transactionReference', [reference], header)],
        [phrase`it is none`, asideAnswer(reference, header)],
      ),
    });
  return questions;
}

/** What has changed and is no question. */
export function notedChanges({ earlier, seen }: Pick<AskedTable, 'earlier' | 'seen'>): Phrase[] {
  const before = earlier?.marks;
  if (!before) return [];
  const { marks } = seen.seen();
  const notes: Phrase[] = [];
  if (before.hasDecimals === true && marks.hasDecimals === false)
    notes.push(phrase`No amount has decimals; in the file with this header of ${earlier.on} some had.`);
  if (before.magnitude !== null && marks.magnitude !== null && Math.abs(before.magnitude - marks.magnitude) > MAGNITUDES)
    notes.push(
      marks.magnitude > before.magnitude
        ? phrase`Amounts are more than twenty times as large as in the file with this header of ${earlier.on}.`
        : phrase`Amounts are more than twenty times as small as in the file with this header of ${earlier.on}.`,
    );
  return notes;
}
