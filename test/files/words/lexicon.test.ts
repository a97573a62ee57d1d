/** The lexicon: no word twice in a role, none that can never be found, each role in the languages of the tills that we know best. */
import { describe, expect, it } from 'vitest';
import type { Words } from '../../../src/files/words/language.js';
import { type NameRole, names } from '../../../src/files/words/lexicon/names.js';
import { type PartRole, parts } from '../../../src/files/words/lexicon/parts.js';
import { texts } from '../../../src/files/words/lexicon/texts.js';
import { isNamed, speaksOf, textsOf, wordOf } from '../../../src/files/words/lexicon.js';
import { markColumn } from '../../../src/files/words/sale-marks.js';

const wordsIn = (lines: Words<string>) => lines.flatMap(([role, language, ...words]) => words.map((word) => ({ role, language, word })));

describe.each<[string, Words<string>, (word: string) => string]>([
  ['names', names, wordOf],
  ['parts', parts, (word) => word],
  ['texts', texts, (word) => word],
])('%s', (_, lines, plain) => {
  it('have no word twice in a role and language, and no blanks around one', () => {
    const all = wordsIn(lines).map(({ role, language, word }) => `${role} ${language} ${plain(word)}`);
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
    expect(wordsIn(lines).filter(({ word }) => word !== word.trim() || word === '')).toEqual([]);
  });
  it('have no line without a word', () => {
    expect(lines.filter((line) => line.length < 3)).toEqual([]);
  });
});

it('knows each name by its role', () => {
  for (const { role, word } of wordsIn(names)) expect(isNamed(role as NameRole, `  ${word.toUpperCase()} `), word).toBe(true);
});

it('has texts in small letters, as they are compared', () => {
  for (const { word } of wordsIn(texts)) expect(word.toLowerCase()).toBe(word);
  expect(textsOf('undone').has('storniert')).toBe(true);
});

it('finds no part in an empty text', () => {
  for (const role of new Set(parts.map(([role]) => role))) expect(speaksOf(role as PartRole, '')).toBe(false);
});

it('gives a column one meaning as a mark', () => {
  const roles = ['sign', 'cancelled', 'cancelledOn', 'done', 'code', 'kind'];
  for (const { role, word } of wordsIn(names).filter((one) => roles.includes(one.role))) expect(markColumn(word), word).toBe(role);
});
