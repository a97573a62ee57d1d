/** Which command a command line names, read word by word without running anything. */
import type { Command, Option } from 'commander';

/** The command that `words` name, as far as they say so and are no values of flags; else the program itself. */
export function commandNamed(program: Command, words: readonly string[]): Command {
  let named = program;
  let isValue = false;
  for (const word of words) {
    if (isValue) isValue = false;
    else if (word.startsWith('-')) isValue = takingValue(named, word) !== null;
    else named = named.commands.find((command) => command.name() === word) ?? named;
  }
  return named;
}

/** The flag of that name, of `command` or one above it, where the next word is its value; else null. */
export function takingValue(command: Command, flag: string): Option | null {
  const option = command.options.find(({ short, long }) => flag === short || flag === long);
  // `--wait` takes its value only after `=`.
  if (option) return option.required && flag !== '--wait' ? option : null;
  return command.parent && takingValue(command.parent, flag);
}

/** The first flag whose value would be the flag behind it, such as `--out --json`, by its long name; null where there is none. */
export function flagWithoutValue(program: Command, words: readonly string[]): { flag: string; next: string } | null {
  for (const [at, flag] of words.entries()) {
    if (flag === '--') return null;
    const next = words[at + 1] ?? '';
    const option = /^--[a-z]/.test(next) ? takingValue(commandNamed(program, words.slice(0, at)), flag) : null;
    if (option) return { flag: option.long ?? flag, next };
  }
  return null;
}

/** The words that name a command: `admin user add`; none for the program itself. */
export function wordsOf(command: Command | null): string[] {
  return command?.parent ? [...wordsOf(command.parent), command.name()] : [];
}

/** The profile that a command line names, as the words that name it, also where the rest of it cannot be read. */
export function profileIn(argv: readonly string[]): string[] {
  for (const [at, word] of argv.entries()) {
    if (word === '--') break;
    const value = /^(?:--profile=|-p(?=.))/.exec(word) ? word.replace(/^(?:--profile=|-p)/, '') : argv[at + 1];
    if (/^(?:--profile(?:=|$)|-p)/.test(word) && value && !/^--[a-z]/.test(value)) return ['-p', value];
  }
  return [];
}
