/** How a file is read, on one page: what somebody says yes to, or sees in a check. */
import type { ShownReading, ShownSum } from '../../files/reading/shown-reading.js';
import type { Output } from '../terminal/output.js';
import { cutTo, widthOf } from '../terminal/text-width.js';
import { groupedAmount } from './amount-cells.js';
import { count } from './input-view.js';

const FIELD_COLUMNS = 22;
const NAME_COLUMNS = 28;
const VALUE_COLUMNS = 34;
const COLUMNS_SHOWN = 8;
const VALUES_SHOWN = 12;
const SUMS_SHOWN = 4;

export function showReading(reading: ShownReading, file: string, output: Output): void {
  for (const line of readingLines(reading, file)) output.note(line, line.startsWith('!') ? 'yellow' : undefined);
}

/** Lines of text. */
export function readingLines(reading: ShownReading, file: string): string[] {
  const { table, rows, done, days, references, currencies, fields, constants, columns, unused, against } = reading;
  const from = days === null ? 'no days' : days.first === days.last ? days.first : `${days.first} to ${days.last}`;
  const parts = done.map(({ as, rows: of }) => `${of.toLocaleString('en')} ${doneText(as)}`).join(', ');
  return [
    `${file}   reading ${reading.digest}`,
    `READ AS ${table === 'Sales' ? 'SALES' : 'SETTLEMENT RECORDS'}: ${count(rows, 'row')}${parts ? ` (${parts})` : ''}, ${from}, ${referencesText(references)}`,
    ...currencies.map(({ smallest, largest, ...sum }) => {
      const bounds = smallest === null || largest === null ? '' : `, from ${amountOf(smallest, sum)} to ${amountOf(largest, sum)}`;
      return `  ${sumText(sum)} in ${count(sum.rows, 'row')}${bounds}`;
    }),
    ...against.map(({ text }) => `! ${text}`),
    ...fields.map(({ field, columns: names, values }) =>
      row(field, names.map((name) => JSON.stringify(name)).join(' + '), values.join(' · ')),
    ),
    ...constants.map(({ field, value }) => row(field, '(no column)', `${value} in every row`)),
    ...columns.slice(0, COLUMNS_SHOWN).flatMap(columnLines),
    ...(columns.length > COLUMNS_SHOWN ? [`  … ${count(columns.length - COLUMNS_SHOWN, 'more column')} of few values`] : []),
    ...(unused.length > 0 ? [`  not used: ${unused.map(unusedText).join(', ')}`] : []),
  ];
}

function columnLines({ column, field, values }: ShownReading['columns'][number]): string[] {
  return [
    `  ${JSON.stringify(column)}${field === null ? '' : ` is ${field}`}`,
    ...values.slice(0, VALUES_SHOWN).map(({ value, rows, sums, done }) => {
      const own = done.map(({ as, rows: of }) => `${of === rows ? '' : `${of} `}${doneText(as)}`).join(', ');
      const money = sums.slice(0, SUMS_SHOWN).map(sumText).join(', ');
      return `    ${padded(value === '' ? '(empty)' : value, VALUE_COLUMNS)} ${count(rows, 'row').padStart(10)}  ${money}   ${own}`;
    }),
    ...(values.length > VALUES_SHOWN ? [`    … ${count(values.length - VALUES_SHOWN, 'more value')}`] : []),
  ];
}

function referencesText(references: ShownReading['references']): string {
  if (references === null) return 'NO REFERENCE';
  const { different, isWhole, rowsWithout } = references;
  const without = rowsWithout === 0 ? '' : `, ${count(rowsWithout, 'row')} without`;
  return `${isWhole ? '' : 'more than '}${count(different, 'reference')}${without}`;
}

function doneText(as: string): string {
  return as === 'left out' || as === 'rejected' ? as : `sent as ${as.toLowerCase()}`;
}

function unusedText({ column, value, isIdentifier }: ShownReading['unused'][number]): string {
  const shown = value === null ? 'always empty' : cutTo(value, 24);
  return `${JSON.stringify(column)} (${shown}${isIdentifier ? ': another in every row' : ''})`;
}

function sumText({ currency, sum }: ShownSum): string {
  return `${currency ?? 'no currency'} ${groupedAmount(sum, currency)}`;
}

function amountOf(amount: string, { currency }: ShownSum): string {
  return groupedAmount(amount, currency);
}

function row(field: string, column: string, values: string): string {
  return `  ${padded(field, FIELD_COLUMNS)} ${padded(column, NAME_COLUMNS)} ${values}`.trimEnd();
}

function padded(text: string, width: number): string {
  const short = cutTo(text, width);
  return short + ' '.repeat(Math.max(0, width - widthOf(short)));
}
