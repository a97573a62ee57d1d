/**
 * The lexicon: what people write above columns, in titles and in cells, by what it says (its role) and by language. The words are in
 * `lexicon/`, those for the fields of the contract in `synonyms.ts`; here they are made ready to be asked.
 */
import type { Words } from './language.js';
import { type NameRole, names } from './lexicon/names.js';
import { type PartRole, parts } from './lexicon/parts.js';
import { type TextRole, texts } from './lexicon/texts.js';

/** Reduces a name to a word for comparison: names that differ only in case, accents, blanks and punctuation give the same one. */
export function wordOf(name: string): string {
  return (
    name
      .replaceAll('ß', 'ss')
      .replaceAll('№', 'no')
      .replace(/\bn[°º]/gi, 'no')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      // Turkish has it in small letters alone.
      .replaceAll('ı', 'i')
      .replace(/&/g, 'and')
      .replace(/[\s\p{P}]+/gu, '')
  );
}

function byRole<Role extends string>(lines: Words<Role>): Map<Role, string[]> {
  const all = new Map<Role, string[]>();
  for (const [role, , ...words] of lines) all.set(role, [...(all.get(role) ?? []), ...words]);
  return all;
}

const nameSets = new Map([...byRole(names)].map(([role, words]) => [role, new Set(words.map(wordOf))]));
const textSets = new Map([...byRole(texts)].map(([role, words]) => [role, new Set(words)]));
const partWords = byRole(parts);
const partPatterns = new Map([...partWords].map(([role, words]) => [role, new RegExp(words.join('|'), 'iu')]));

/** Whether the name of a column is one of that role. */
export function isNamed(role: NameRole, name: string): boolean {
  return nameSets.get(role)?.has(wordOf(name)) === true;
}

/** The indexes of the columns whose names are of that role. */
export function columnsOf(role: NameRole, header: readonly string[]): number[] {
  return header.flatMap((name, index) => (isNamed(role, name) ? [index] : []));
}

/** The texts of that role, in small letters. */
export function textsOf(role: TextRole): ReadonlySet<string> {
  return textSets.get(role) ?? new Set();
}

/**
 * The words in each form in which they are written, since every text of every row is looked up, and lower-casing each would take longer than
 * everything else that is done with it.
 */
export function asWritten(words: Iterable<string>): ReadonlySet<string> {
  const forms = [...words].flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]);
  return new Set(forms.map((form) => form.normalize('NFC')));
}

/** Whether a name, a title or a text has a part of that role. */
export function speaksOf(role: PartRole, text: string): boolean {
  return partPatterns.get(role)?.test(text) === true;
}

/** The words of a name that a program wrote: `TotalFee` as `Total Fee`. */
export function spaced(name: string): string {
  return name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

/** The parts of that role, to be put into a longer regular expression as alternatives. */
export function partsOf(role: PartRole): string {
  return partWords.get(role)?.join('|') ?? '';
}
