/** What sentences name of rows. Ids follow from the uploads at hand; texts are read from the store, only where a sentence asks for them. */
import { textOf } from '../matching/comparable.js';
import type { Shown } from '../matching/reasons.js';
import { transactionIdAt } from '../store/ids.js';
import { rowNumber, type ShownCandidate, type SourceUpload } from '../store/matching.js';
import type { TenantRows } from './tenant-rows.js';

/** A row is named that is not there any more: whatever was worked out is of a state that is over. */
export class RowGone extends Error {}

/** By the numbers of rows, as the store knows them; null for each that is gone. */
export type CandidatesOf = (rows: readonly number[]) => Promise<(ShownCandidate | null)[]>;

/** Each time that rows are asked for may be a way to another machine and back. */
const ASKED_AT_ONCE = 1_000;

export interface ShownRows extends Shown {
  /** How often a text was asked for that was not at hand: a sentence that did is void. */
  misses(): number;
  /** Reads those. Fails with {@link RowGone}. */
  read(): Promise<void>;
  /** Forgets all texts. */
  forget(): void;
}

export function shownRows(tenant: TenantRows, candidatesOf: CandidatesOf): ShownRows {
  const numberOf = numbering(tenant);
  const idOf = ids(tenant.uploads);
  const known = new Map<number, ShownCandidate>();
  const wanted = new Set<number>();
  let misses = 0;
  return {
    id: (row) => idOf(row < tenant.sales ? 'Sales' : 'Settlement', tenant.rows.id[row] as number),
    text(row, field) {
      const candidate = known.get(row);
      if (candidate) return textOf(candidate.fields, field);
      wanted.add(row);
      misses += 1;
      return '';
    },
    misses: () => misses,
    async read() {
      const rows = [...wanted];
      await eachCandidate(candidatesOf, rows.map(numberOf), (candidate, at) => known.set(rows[at] as number, candidate));
      wanted.clear();
    },
    forget: () => known.clear(),
  };
}

/** Gives the number by which the store knows the row at a place. */
export function numbering({ rows, sales }: Pick<TenantRows, 'rows' | 'sales'>): (row: number) => number {
  return (row) => rowNumber(row < sales ? 'Sales' : 'Settlement', rows.id[row] as number);
}

/** Reads rows, and calls `visit` for one after another with its place among them. Fails with {@link RowGone}. */
export async function eachCandidate(
  candidatesOf: CandidatesOf,
  rows: readonly number[],
  visit: (candidate: ShownCandidate, at: number) => void,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ASKED_AT_ONCE) {
    const candidates = await candidatesOf(rows.slice(from, from + ASKED_AT_ONCE));
    for (const [index, candidate] of candidates.entries()) {
      if (candidate === null) throw new RowGone();
      visit(candidate, from + index);
    }
  }
}

function ids(uploads: readonly SourceUpload[]): (kind: SourceUpload['kind'], seq: number) => string {
  const ofKind = (kind: SourceUpload['kind']) => uploads.filter((upload) => upload.kind === kind).sort((a, b) => a.firstSeq - b.firstSeq);
  const sorted = { Sales: ofKind('Sales'), Settlement: ofKind('Settlement') };
  return (kind, seq) => {
    const some = sorted[kind];
    let from = 0;
    let to = some.length;
    while (to - from > 1) {
      const middle = (from + to) >>> 1;
      if ((some[middle] as SourceUpload).firstSeq <= seq) from = middle;
      else to = middle;
    }
    const { firstId, firstSeq } = some[from] as SourceUpload;
    return transactionIdAt(firstId, seq - firstSeq);
  };
}
