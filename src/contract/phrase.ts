/** Sentences that stand in English where they are made, and can be said in other languages (`src/words/phrases`). */
import { own } from './own-names.js';

/** A sentence as a template and the values of its gaps. */
export interface Phrase {
  /** `Line {0}: column {1} has full card numbers.` */
  template: string;
  /** Some are phrases themselves. */
  values: readonly PhraseValue[];
}

export type PhraseValue = string | number | Phrase;

/** A phrase from a template literal. */
export function phrase(parts: TemplateStringsArray, ...values: PhraseValue[]): Phrase {
  return { template: parts.reduce((template, part, at) => `${template}{${at - 1}}${part}`), values };
}

/** A field, for which other languages have a word of their own. */
export const fieldShown = (name: string): Phrase => ({ template: name, values: [] });

/** What it says, by a table of templates; a template that the table lacks stays English. */
export function phraseText(value: PhraseValue, templates: Readonly<Record<string, string>> = {}): string {
  if (typeof value !== 'object') return String(value);
  const { template, values } = value;
  return (own<string>(templates, template) ?? template).replace(/\{(\d+)\}/g, (_, at) => phraseText(values[Number(at)] ?? '', templates));
}
