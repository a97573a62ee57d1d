/**
 * Traces a server's `transactions[17].currency`, or `records[17].currency`, to the rows of the batch and the columns of the file. Pure; what becomes of those rows is
 * decided elsewhere.
 */
import type { Faults } from '../../contract/faults.js';
import { rowPlace } from '../../contract/states.js';
import type { InputDescription, RowFault } from '../../files/input/row.js';

const ABOUT_ELEMENT = new RegExp(`^${rowPlace}`);
const ELEMENT = new RegExp(`^${rowPlace}(?:\\.(.+))?$`);

/** Code of a row fault that only the server saw. */
const refusedByServer = 'REFUSED_BY_SERVER';

/** Faults by the index of the row in the batch; empty when the server named no row of it. */
export function faultsByRow(faults: Faults, rows: number, input: Pick<InputDescription, 'header' | 'mapping'>): Map<number, RowFault[]> {
  const byRow = new Map<number, RowFault[]>();
  for (const [path, messages] of Object.entries(faults)) {
    const named = ELEMENT.exec(path);
    const index = Number(named?.[1]);
    if (!named || index >= rows) continue;
    const field = named[2] ?? null;
    const column = field === null ? null : columnOf(field, input);
    byRow.set(index, [
      ...(byRow.get(index) ?? []),
      {
        column: column?.name ?? null,
        columnNumber: column?.number ?? null,
        field,
        code: refusedByServer,
        message: `the server says: ${messages.join('; ')}`,
        value: null,
      },
    ]);
  }
  return byRow;
}

/** The faults that name no row of the batch, as text. */
export function otherFaults(faults: Faults): string[] {
  return Object.entries(faults)
    .filter(([path]) => !ELEMENT.test(path))
    .map(([path, messages]) => `${path}: ${messages.join('; ')}`);
}

/** The index in an import error such as `transactions[17].currency: …`; null when it names none. */
export function indexNamed(text: string): number | null {
  const index = ABOUT_ELEMENT.exec(text)?.[1];
  return index === undefined ? null : Number(index);
}

function columnOf(field: string, input: Pick<InputDescription, 'header' | 'mapping'>): { name: string; number: number } | null {
  const wanted = field.replace(/\[.*$/, '');
  const at = input.mapping?.indexOf(wanted) ?? -1;
  const name = at < 0 ? undefined : input.header?.[at];
  return name === undefined ? null : { name, number: at + 1 };
}
