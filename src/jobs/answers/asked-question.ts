/** A question as a person is asked it, and the table that it is about. */
import { type PhraseValue, phrase } from '../../contract/phrase.js';
import type { Remedy } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { columnReference } from '../../files/columns/column-names.js';

/** A table as it is seen while its questions are asked. */
export interface SeenTable {
  /** What its rows are read as. */
  kind: UploadKind;
  header: readonly string[];
  /** For each column, what it is as far as that is known; null: not sent. */
  mapping: readonly (string | null)[];
  /** For each column, its first different values. */
  samples: readonly (readonly string[])[];
  /** Fields that could be more than one column: the columns, by index, the likeliest first. */
  rivals: Readonly<Record<string, readonly (readonly number[])[]>>;
  /** Read as sales, it tells fees and payouts. */
  tellsPayouts: boolean;
  /** The zone of this machine. */
  timeZone: string;
  /** The zone of the times in the file, as somebody said; null where nobody did. */
  fileZone: string | null;
}

export interface Choice {
  text: PhraseValue;
  /** The columns that it names, whose values stand beside it; none where it names none. */
  columns: readonly number[];
  remedies: readonly Remedy[];
}

export interface AskedQuestion extends Pick<SeenTable, 'samples'> {
  /** The question in a few words. */
  title: PhraseValue;
  choices: readonly Choice[];
  /** The index of the choice that is taken where nothing is typed; null where nothing shows which it is. */
  proposed: number | null;
  /** What may be typed instead of a number; empty where nothing else may be. */
  typing: PhraseValue;
  /** The answer that such a text is; null where it is none. */
  typed(text: string): readonly Remedy[] | null;
}

export function all(values: readonly string[] | undefined, test: (text: string) => boolean): boolean {
  return values !== undefined && values.length > 0 && values.every(test);
}

export function columnTyped(text: string, header: readonly string[]): number | null {
  const found = header.flatMap((name, index) => (name.trim().toLowerCase() === text.trim().toLowerCase() ? [index] : []));
  return text.trim() !== '' && found.length === 1 ? (found[0] ?? null) : null;
}

/** The column's name, or its number where it has none that is clear. */
export function referenceShown(header: readonly string[], index: number): PhraseValue {
  const reference = columnReference(header, index);
  return reference === header[index]?.trim() ? reference : phrase`column ${reference}`;
}
