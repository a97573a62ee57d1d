/**
 * What a reader can do about a failure: words, and among them what can be typed, as data. The terminal prints it quoted
 * (`src/cli/terminal/hint-text.ts`), the console makes controls of answers. Plain data, which can be sent between threads.
 */

import type { UploadKind } from './states.js';

export type Hint = string | readonly HintPart[];
export type HintPart = string | Remedy;

/**
 * The words of a command, `['sales', 'list']`, `['mkdir', '-p', folder]`, or of the flag that answers a question about a file,
 * `['--set', 'amount=Betrag']`. Words in capitals are left for the reader to fill in.
 */
export type Remedy = readonly string[];

export type ObjectKind = 'customer' | 'tenant' | 'unit' | 'user' | 'import configuration';

/** The words of a command about rows of `kind`: of sales unless they say otherwise. */
export function ofKind([program = '', command = '', ...others]: Remedy, kind: UploadKind): Remedy {
  return [program, command, ...(kind === 'Settlement' ? ['--settlement'] : []), ...others];
}

/** The hint with more words behind it. */
export function withWords(hint: Hint | undefined, words: string): Hint {
  if (hint === undefined) return words;
  return [...(typeof hint === 'string' ? [hint] : hint), ` ${words}`];
}

/** For readers who type no commands: without each remedy and the part before it, which leads to it. */
export function untyped(hint: Hint): string {
  if (typeof hint === 'string') return hint;
  return hint.filter((part, at) => typeof part === 'string' && typeof (hint[at + 1] ?? '') === 'string').join('');
}
