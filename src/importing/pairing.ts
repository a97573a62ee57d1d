/**
 * Which rows of one amount, currency and minute are the same sale, or the same settlement record. The rows of a file are different sales;
 * those of several files are paired by a largest pairing, equal rows first, the nth with the nth. How many sales there are does not depend on
 * the order in which the rows came. Pure.
 */
import { agree, areApart, isNamed, type Names } from '../store/identity.js';
import type { RowPlace } from '../store/import-decisions.js';

export interface PairedRow {
  place: RowPlace;
  /** The identifying values, in the same order for all rows; null where the row has none. */
  known: readonly (string | null)[];
  /** Equal for rows that are equal in all compared fields. */
  text: string;
  /** It stands for a sale, whatever it is paired with. */
  isFixed: boolean;
}

/** For each of the rows, which are in their order of arrival, the row that stands for its sale: itself, or another. */
export function pairing(rows: readonly PairedRow[], names: Names): number[] {
  const files = filesOf(rows);
  const standing = rows.map((_, index) => index);
  if (files.length === 1) return standing;
  const sales: PairedSale[] = [];
  for (const file of files) addFile(file, sales, rows, names);
  mergeSales(sales, rows, names);
  for (const { members } of sales) {
    const inOrder = members.sort((one, other) => one - other);
    const first = inOrder.find((index) => rows[index]?.isFixed) ?? (inOrder[0] as number);
    for (const index of inOrder) if (!rows[index]?.isFixed) standing[index] = first;
  }
  return standing;
}

interface PairedSale {
  /** The union of what its rows know. */
  known: (string | null)[];
  members: number[];
}

function inCommon(one: readonly (string | null)[], other: readonly (string | null)[]): number {
  return one.reduce((count, value, at) => count + (value !== null && value === other[at] ? 1 : 0), 0);
}

/** The rows of each file, the file that knows most first, so that what others lack is told apart by it; equal rows in order of arrival. */
function filesOf(rows: readonly PairedRow[]): number[][] {
  const uploads = new Map<string, number[]>();
  const sendingOf = ({ groupKey, uploadKey, batchKey }: RowPlace) => {
    if (batchKey === null) return 0;
    const name = `${groupKey} ${batchKey}`;
    const ofBatch = uploads.get(name) ?? [];
    uploads.set(name, ofBatch);
    return ofBatch.includes(uploadKey) ? ofBatch.indexOf(uploadKey) : ofBatch.push(uploadKey) - 1;
  };
  const files = new Map<string, number[]>();
  for (const [index, { place }] of rows.entries()) {
    const name = `${place.groupKey} ${sendingOf(place)}`;
    files.set(name, [...(files.get(name) ?? []), index]);
  }
  const textOf = (index: number) => rows[index]?.text ?? '';
  const knownOf = (index: number) => rows[index]?.known.filter((value) => value !== null).length ?? 0;
  return [...files.values()]
    .map((file) => {
      const sorted = [...file].sort((one, other) => compared(textOf(one), textOf(other)) || one - other);
      return { file: sorted, knows: Math.max(...file.map(knownOf)), text: sorted.map(textOf).join('\n') };
    })
    .sort((one, other) => other.knows - one.knows || compared(one.text, other.text))
    .map(({ file }) => file);
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Pairs the rows of a file with the sales of those before; rows that are left begin sales of their own. */
function addFile(file: readonly number[], sales: PairedSale[], rows: readonly PairedRow[], names: Names): void {
  const rowOf = new Map<PairedSale, number>();
  const isOpen = (sale: PairedSale, { place }: PairedRow) =>
    sale.members.every((member) => !areApart(place, (rows[member] as PairedRow).place));
  const equals = new Map<string, PairedSale[]>();
  for (const sale of sales)
    for (const text of new Set(sale.members.map((member) => rows[member]?.text ?? '')))
      equals.set(text, [...(equals.get(text) ?? []), sale]);
  const left: number[] = [];
  for (const index of file) {
    const row = rows[index] as PairedRow;
    const equal = equals.get(row.text)?.find((sale) => !rowOf.has(sale) && isOpen(sale, row));
    if (equal) rowOf.set(equal, index);
    else left.push(index);
  }
  const fitting = new Map<string, PairedSale[]>();
  const fittingOf = (row: PairedRow): PairedSale[] => {
    const name = `${row.place.uploadKey} ${row.text}`;
    const equal = new Set(equals.get(row.text));
    const found =
      fitting.get(name) ??
      byWhatIsInCommon(sales, row, (sale) => equal.has(sale) || isNamed(sale.known, row.known, names)).filter((sale) => isOpen(sale, row));
    fitting.set(name, found);
    return found;
  };
  // An augmenting path: whoever has a sale may move to another that fits, and keeps one.
  const take = (index: number, tried: Set<PairedSale>): boolean => {
    const fits = fittingOf(rows[index] as PairedRow);
    let taken = fits.find((sale) => !rowOf.has(sale));
    for (const sale of taken ? [] : fits) {
      if (tried.has(sale)) continue;
      tried.add(sale);
      if (take(rowOf.get(sale) as number, tried)) {
        taken = sale;
        break;
      }
    }
    if (taken) rowOf.set(taken, index);
    return taken !== undefined;
  };
  const begun: PairedSale[] = [];
  for (const index of left) if (!take(index, new Set())) begun.push({ known: [...(rows[index] as PairedRow).known], members: [index] });
  for (const [sale, index] of rowOf) join(sale, (rows[index] as PairedRow).known, [index]);
  sales.push(...begun);
}

/** The sales that are the same by `isSame` and have nothing that differs, those with the most in common first. */
function byWhatIsInCommon(sales: readonly PairedSale[], { known }: PairedRow, isSame: (sale: PairedSale) => boolean): PairedSale[] {
  return sales
    .filter((sale) => isSame(sale) && agree(sale.known, known))
    .map((sale) => ({ sale, common: inCommon(sale.known, known) }))
    .sort((one, other) => other.common - one.common)
    .map(({ sale }) => sale);
}

function join(sale: PairedSale, known: readonly (string | null)[], members: readonly number[]): void {
  for (const [at, value] of known.entries()) sale.known[at] ??= value;
  sale.members.push(...members);
}

/** Sales that only what came to know both shows to be one. */
function mergeSales(sales: PairedSale[], rows: readonly PairedRow[], names: Names): void {
  for (let at = 0; at < sales.length; ) {
    const sale = sales[at] as PairedSale;
    const fits = (one: PairedSale) =>
      one !== sale && isNamed(sale.known, one.known, names) && agree(sale.known, one.known) && !haveApart(sale, one, rows);
    const other = sales.findIndex(fits);
    const [merged] = other === -1 ? [] : sales.splice(other, 1);
    // It knows more then: others may fit that did not before.
    if (merged) join(sale, merged.known, merged.members);
    if (!merged) at++;
    else if (other < at) at--;
  }
}

function haveApart(one: PairedSale, other: PairedSale, rows: readonly PairedRow[]): boolean {
  const place = (index: number) => (rows[index] as PairedRow).place;
  return one.members.some((index) => other.members.some((member) => areApart(place(index), place(member))));
}
