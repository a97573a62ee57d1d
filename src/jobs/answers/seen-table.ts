/** Looks into a table whose questions are asked: its columns and their first values, whatever is still open about it. */
import { maskCardNumbers } from '../../contract/card-number.js';
import type { OpenedInput } from '../../files/input/row.js';
import { type OpenOptions, openInput } from '../../files/open.js';
import { cellsOfRow } from '../../files/rows/source.js';
import type { SeenTable } from './asked-question.js';

const ROWS_READ = 500;
const VALUES_SEEN = 3;

/** Null where the file is no table. `cut` makes a value short enough to be shown. Fails as opening it does. */
export async function seenTable(
  path: string,
  options: OpenOptions,
  timeZone: string,
  cut: (value: string) => string,
): Promise<SeenTable | null> {
  const input = await openInput({ path }, { ...options, isProposal: true });
  try {
    const { header, mapping, columns } = input.description;
    if (!header || !mapping || !columns) return null;
    const shown = (value: string) => cut(maskCardNumbers(value));
    const samples = await firstValues(input, header, { rowsMax: ROWS_READ, valuesMax: VALUES_SEEN }, shown);
    const rivals = Object.fromEntries(
      columns.questions.map(({ field, choices, beside }) => [field, [...choices, ...beside.map((index) => [index])]]),
    );
    const { tellsPayouts, reading } = columns;
    const fileZone = reading.timezone ?? null;
    return { kind: options.kind ?? 'Sales', header, mapping, samples, rivals, tellsPayouts, timeZone, fileZone };
  } finally {
    await input.close();
  }
}

/** The first different values of each column, as `shown` makes them, in the first rows of the input. */
export async function firstValues(
  { rows }: Pick<OpenedInput, 'rows'>,
  header: readonly string[],
  { rowsMax, valuesMax }: { rowsMax: number; valuesMax: number },
  shown = (value: string) => value,
): Promise<string[][]> {
  const seen = header.map(() => new Set<string>());
  let read = 0;
  for await (const group of rows) {
    for (const { source } of group) {
      for (const [index, cell] of cellsOfRow(source, header).entries()) {
        const values = seen[index];
        if (values && values.size < valuesMax && cell.trim() !== '') values.add(shown(cell.trim()));
      }
    }
    read += group.length;
    if (read >= rowsMax) break;
  }
  return seen.map((values) => [...values]);
}
