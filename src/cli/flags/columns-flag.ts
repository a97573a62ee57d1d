/** Names of columns in a flag, separated by commas, the same for `list` and `export`. */
import { InvalidArgumentError } from 'commander';
import { listedFields } from '../../contract/plain-list.js';

/** For commander; `more` are columns beside those of every transaction. */
export function columnsFlag(more: readonly string[] = []): (text: string) => string[] {
  const known: string[] = [...listedFields, ...more];
  return (text) => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new InvalidArgumentError(`There is no column "${unknown}". The columns are ${known.join(', ')}.`);
    return [...new Set(names)];
  };
}
