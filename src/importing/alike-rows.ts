/**
 * Rows that stand because something keeps them apart from a sale that is there, though the number, amount and minute are the same: a program
 * took the zeros off a number, or a till got another name. One such row may be chance; if most rows that could be so are, the file came before.
 */
import { agree, type Names } from '../store/identity.js';
import type { PairedRow } from './pairing.js';

type NamedRow = Pick<PairedRow, 'known'>;

/** Numbers that rows have in common with others, at least, and as a part of the rows that were compared. */
const LEAST = 2;
const SHARE = 0.5;

export class AlikeRows {
  /** By the index of a row: what the names have in common. */
  readonly #found = new Map<number, string>();
  #compared = 0;
  /** Each row is compared with all others of its amount and minute. */
  readonly #names = new WeakMap<NamedRow, readonly LooseName[]>();

  constructor(private readonly names: Names) {}

  /** @param others sales of other files, of the row's amount, currency and minute */
  add(index: number, row: NamedRow, others: readonly (readonly NamedRow[])[]): void {
    if (others.length === 0) return;
    this.#compared += 1;
    const own = this.#namesOf(row);
    for (const other of others.flat()) {
      const name = hasSecond(row, other) ? this.#namesOf(other).find((one) => own.some((name) => areAlike(name, one))) : undefined;
      if (name !== undefined) this.#found.set(index, `${name.letters} ${name.digits}`);
    }
  }

  found(): number[] {
    // A text that all rows have names none.
    const names = new Set(this.#found.values()).size;
    return names >= Math.max(LEAST, SHARE * this.#compared) ? [...this.#found.keys()] : [];
  }

  #namesOf(row: NamedRow): readonly LooseName[] {
    const before = this.#names.get(row);
    if (before) return before;
    const found = this.names.flatMap(([at]) => (at === undefined || !row.known[at] ? [] : looseName(row.known[at])));
    this.#names.set(row, found);
    return found;
  }
}

/** The last two values are the second and its fraction. */
const hasSecond = (one: NamedRow, other: NamedRow) => agree(one.known.slice(-2), other.known.slice(-2));

interface LooseName {
  letters: string;
  /** Without zeros in front. */
  digits: string;
}

function looseName(text: string): LooseName {
  const digits = text.replace(/\.0+$/, '').replace(/\D/g, '').replace(/^0+/, '');
  return { letters: text.toLowerCase().replace(/[^\p{L}]/gu, ''), digits };
}

/** A prefix may have come, or gone. */
function areAlike(one: LooseName, other: LooseName): boolean {
  if (one.digits !== other.digits) return false;
  return one.letters === other.letters || (one.digits.length > 1 && (one.letters === '' || other.letters === ''));
}
