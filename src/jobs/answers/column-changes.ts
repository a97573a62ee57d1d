/** Columns that somebody says are another field than they were taken for, as flags. */
import type { Remedy } from '../../contract/remedy.js';
import { columnsOfRule } from '../../files/columns/column-names.js';
import { asideAnswer, columnAnswer } from '../../files/questions/open-questions.js';
import { datesIn } from '../../files/values/date-text.js';
import { dateFields } from '../../files/values/date-values.js';
import { pairIn } from './answer-parts.js';
import type { SeenTable } from './asked-question.js';

/**
 * The flags for `chosen` (index of a column → its field, or null for none), and what is `kept` of earlier answers: all that named neither these
 * columns nor these fields. A field is the columns that were chosen for it, joined; a date keeps those that it had where one of them is only its time.
 * `mapping` has fields alone.
 */
export function withColumns<Answer extends { remedies: readonly Remedy[] }>(
  answers: readonly Answer[],
  chosen: ReadonlyMap<number, string | null>,
  { header, mapping, samples }: Pick<SeenTable, 'header' | 'mapping' | 'samples'>,
): { kept: Answer[]; remedies: Remedy[] } {
  const fields = new Set([...chosen].flatMap(([index, field]) => [field, mapping[index] ?? null]).filter((field) => field !== null));
  const isPart = (index: number) => !samples[index]?.some((text) => datesIn(text).length > 0);
  const columnsOf = (field: string) => {
    const all = header.flatMap((_, index) => ((chosen.has(index) ? chosen.get(index) : mapping[index]) === field ? [index] : []));
    const own = all.filter((index) => chosen.has(index));
    const isDate = (dateFields as readonly string[]).includes(field);
    return own.length === 0 || (isDate && all.some(isPart)) ? all : own;
  };
  const isSaidAnew = ([flag, given]: Remedy) => {
    const [name, reference] = pairIn(given);
    return flag === '--set' && (fields.has(name) || columnsOfRule(reference, header, 1).some((index) => chosen.has(index)));
  };
  const kept = answers.map((answer) => ({ ...answer, remedies: answer.remedies.filter((remedy) => !isSaidAnew(remedy)) }));
  const set = [...fields].flatMap((field) => {
    const columns = columnsOf(field);
    return columns.length === 0 ? [] : [columnAnswer(field, columns, header)];
  });
  const aside = [...chosen].flatMap(([index, field]) => (field === null ? [asideAnswer(index, header)] : []));
  return { kept: kept.filter(({ remedies }) => remedies.length > 0), remedies: [...set, ...aside] };
}
