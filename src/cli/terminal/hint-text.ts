/** Hints as words, with what can be typed as a shell takes it. */
import type { SalesError } from '../../contract/problem.js';
import type { Hint, Remedy } from '../../contract/remedy.js';
import { shellWord } from './shell-word.js';

/** Beginnings of command lines, so that flags that were typed hold for them, too. */
export interface CommandBegin {
  /** Beginning of commands that ask a server: `sales -p zh`. */
  sales: string;
  /** Beginning of `sales admin` commands, up to the subcommand. */
  admin: string;
}

export function hintText(hint: Hint, begin: Partial<CommandBegin> = {}): string {
  if (typeof hint === 'string') return hint;
  return hint.map((part) => (typeof part === 'string' ? part : commandLine(part, begin))).join('');
}

/** The hint of a failure as a member of a JSON document, or as a line; null where it has none. */
export function hintOf({ hint }: SalesError, begin: Partial<CommandBegin> = {}): string | null {
  return hint === undefined ? null : hintText(hint, begin);
}

/** Commands that work where the data are, and ask no server. */
const LOCAL = /^sales (?:doctor|backup|serve|admin database) /;

function commandLine(words: Remedy, { sales = 'sales', admin = 'sales admin' }: Partial<CommandBegin>): string {
  const line = words.map(shellWord).join(' ');
  if (LOCAL.test(`${line} `)) return line;
  return line.replace(/^sales admin (?=.)/, () => `${admin} `).replace(/^sales (?!admin )(?=.)/, () => `${sales} `);
}
