/** Looks into a table whose questions are asked: its columns and their first values, whatever is still open about it. */
import { maskCardNumbers } from '../../contract/card-number.js';
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
    const seen = header.map(() => new Set<string>());
    let rows = 0;
    for await (const group of input.rows) {
      for (const { source } of group) {
        for (const [index, cell] of cellsOfRow(source, header).entries()) {
          const values = seen[index];
          if (values && values.size < VALUES_SEEN && cell.trim() !== '') values.add(cut(maskCardNumbers(cell.trim())));
        }
      }
      rows += group.length;
      if (rows >= ROWS_READ) break;
    }
    const rivals = Object.fromEntries(
      columns.questions.map(({ field, choices, beside }) => [field, [...choices, ...beside.map((index) => [index])]]),
    );
    const samples = seen.map((values) => [...values]);
    const { tellsPayouts, reading } = columns;
    const fileZone = reading.timezone ?? null;
    return { kind: options.kind ?? 'Sales', header, mapping, samples, rivals, tellsPayouts, timeZone, fileZone };
  } finally {
    await input.close();
  }
}
