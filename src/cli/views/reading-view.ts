/** How a file is read, on one page: what somebody says yes to, or sees in a check. */
import type { ShownReading, ShownSum } from '../../files/reading/shown-reading.js';
import type { Output } from '../terminal/output.js';
import { cutTo, widthOf } from '../terminal/text-width.js';
import type { CliWords } from '../words/en.js';
import { groupedAmount } from './amount-cells.js';

const FIELD_COLUMNS = 22;
const NAME_COLUMNS = 28;
const VALUE_COLUMNS = 34;
const COLUMNS_SHOWN = 8;
const VALUES_SHOWN = 12;
const SUMS_SHOWN = 4;

export function showReading(reading: ShownReading, file: string, output: Output): void {
  for (const line of readingLines(reading, file, output.words)) output.note(line, line.startsWith('!') ? 'yellow' : undefined);
}

/** Lines of text. */
function readingLines(reading: ShownReading, file: string, words: CliWords): string[] {
  const { table, rows, done, days, references, currencies, fields, constants, columns, unused, against } = reading;
  const { format, page: text } = words;
  const parts = done.map(({ as, rows: of }) => `${format.countText(of)} ${text.done(as)}`).join(', ');
  const counted = `${words.progress.rows(rows)}${parts ? ` (${parts})` : ''}`;
  return [
    `${file}   ${text.reading(reading.digest)}`,
    `${text.readAs(table)}: ${counted}, ${text.days(days)}, ${referencesText(references, words)}`,
    ...currencies.map(({ smallest, largest, ...sum }) => {
      const [low, high] = [smallest, largest].map((amount) => amount && groupedAmount(amount, sum.currency, format));
      const bounds = low && high ? `, ${text.bounds(low, high)}` : '';
      return `  ${text.sum(sumText(sum, words), sum.rows)}${bounds}`;
    }),
    ...against.map((one) => `! ${words.phrase(one.text)}`),
    ...fields.map(({ field, columns: names, values }) =>
      row(field, names.map((name) => JSON.stringify(name)).join(' + '), values.join(' · ')),
    ),
    ...constants.map(({ field, value }) => row(field, text.noColumn, text.everyRow(value))),
    ...columns.slice(0, COLUMNS_SHOWN).flatMap((column) => columnLines(column, words)),
    ...(columns.length > COLUMNS_SHOWN ? [`  ${text.moreColumns(columns.length - COLUMNS_SHOWN)}`] : []),
    ...(unused.length > 0 ? [`  ${text.notUsed(unused.map((column) => unusedText(column, words)).join(', '))}`] : []),
  ];
}

function columnLines({ column, field, values }: ShownReading['columns'][number], words: CliWords): string[] {
  const { format, page: text, progress } = words;
  const name = JSON.stringify(column);
  return [
    `  ${field === null ? name : text.isField(name, field)}`,
    ...values.slice(0, VALUES_SHOWN).map(({ value, rows, sums, done }) => {
      const own = done.map(({ as, rows: of }) => `${of === rows ? '' : `${format.countText(of)} `}${text.done(as)}`).join(', ');
      const money = sums
        .slice(0, SUMS_SHOWN)
        .map((sum) => sumText(sum, words))
        .join(', ');
      return `    ${padded(value === '' ? text.emptyCell : value, VALUE_COLUMNS)} ${progress.rows(rows).padStart(10)}  ${money}   ${own}`;
    }),
    ...(values.length > VALUES_SHOWN ? [`    ${text.moreValues(values.length - VALUES_SHOWN)}`] : []),
  ];
}

function referencesText(references: ShownReading['references'], { page }: CliWords): string {
  return references === null ? page.noReference : page.references(references.different, references.isWhole, references.rowsWithout);
}

function unusedText({ column, value, isIdentifier }: ShownReading['unused'][number], { page }: CliWords): string {
  const shown = value === null ? page.alwaysEmpty : cutTo(value, 24);
  return `${JSON.stringify(column)} (${isIdentifier ? page.another(shown) : shown})`;
}

function sumText({ currency, sum }: ShownSum, { format, noCurrency }: CliWords): string {
  return `${currency ?? noCurrency} ${groupedAmount(sum, currency, format)}`;
}

function row(field: string, column: string, values: string): string {
  return `  ${padded(field, FIELD_COLUMNS)} ${padded(column, NAME_COLUMNS)} ${values}`.trimEnd();
}

function padded(text: string, width: number): string {
  const short = cutTo(text, width);
  return short + ' '.repeat(Math.max(0, width - widthOf(short)));
}
