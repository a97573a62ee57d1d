/** The files of docs/examples as the tests run them: the very files, with their addresses and paths replaced. */
import { readFileSync } from 'node:fs';

export const example = (name: string) => new URL(`../../docs/examples/${name}`, import.meta.url);

/** The text of an example with each of these words replaced. Fails on one that does not stand in it. */
export function filled(name: string, words: Readonly<Record<string, string>>): string {
  let text = readFileSync(example(name), 'utf8');
  for (const [word, value] of Object.entries(words)) {
    if (!text.includes(word)) throw new Error(`docs/examples/${name} has no ${word}`);
    text = text.replaceAll(word, value);
  }
  return text;
}
