/** Phrases of questions, in each language: their templates stand in the source, in English. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, test } from 'vitest';
import { phrase, phraseText } from '../../../src/contract/phrase.js';
import { templates as de } from '../../../src/words/phrases/de.js';
import { templates as fr } from '../../../src/words/phrases/fr.js';
import { templates as it } from '../../../src/words/phrases/it.js';
import { templatesIn } from '../../../src/words/phrases/templates.js';

const source = join(import.meta.dirname, '../../../src');

/** Templates of the literals that `phrase` tags; those without words are the same in each language, but for French. */
function templatesOf(file: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, tag, template } = node as { type?: string; tag?: { value?: string }; template?: { quasis: { cooked: string }[] } };
    if (type === 'TaggedTemplateExpression' && tag?.value === 'phrase')
      found.push((template?.quasis ?? []).map(({ cooked }) => cooked).reduce((all, part, at) => `${all}{${at - 1}}${part}`));
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parseSync(readFileSync(join(source, file), 'utf8'), { syntax: 'typescript' }));
  return found;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const used = new Set(files.filter((file) => readFileSync(join(source, file), 'utf8').includes('phrase`')).flatMap(templatesOf));
const hasWords = (template: string) => /\p{L}/u.test(template);
const gapsOf = (template: string) => [...template.matchAll(/\{\d+\}/g)].map(([gap]) => gap).sort();

test('a phrase is said by its template, in English where a table lacks it', () => {
  const asked = phrase`Line ${3}: ${phrase`column ${'A'}`} is "${'{0}'}"`;
  expect(phraseText(asked)).toBe('Line 3: column A is "{0}"');
  expect(phraseText(asked, { 'column {0}': 'Spalte {0}' })).toBe('Line 3: Spalte A is "{0}"');
});

test('a name of a field is one of its language', async () => {
  expect((await templatesIn('de')).amount).toBe('Betrag');
  expect(await templatesIn('en')).toEqual({});
});

describe.each(Object.entries({ de, fr, it }))('in %s', (language, table) => {
  test('no template is missing, and none unused', () => {
    expect([...used].filter((template) => hasWords(template) && !Object.hasOwn(table, template))).toEqual([]);
    expect(Object.keys(table).filter((template) => !used.has(template))).toEqual([]);
  });

  test.each(Object.entries(table))('%s', (template, said) => {
    expect(gapsOf(said)).toEqual(gapsOf(template));
    // The names of zones and codes alone are the same.
    if (hasWords(template)) expect(said).not.toBe(template);
    expect(said).not.toMatch(language === 'fr' ? / [:;?!]/ : /ß/);
  });
});
