/** Names of columns in a flag, separated by commas, the same for `list` and `export`. */
import { InvalidArgumentError } from 'commander';
import { listedFields } from '../../contract/plain-list.js';
import { SalesError } from '../../contract/problem.js';
import { foundFields } from '../../contract/slip-filters.js';
import { listedRecordFields, type UploadKind } from '../../contract/states.js';
import { kindWords } from '../terminal/kind-words.js';

/** For commander; `more` are columns beside those of every transaction or record. Which of them may be asked for is seen once the kind is known. */
export function columnsFlag(more: readonly string[] = []): (text: string) => string[] {
  const known: string[] = [...new Set([...listedFields, ...foundFields, ...listedRecordFields, ...more])];
  return (text) => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new InvalidArgumentError(`There is no column "${unknown}". The columns are ${known.join(', ')}.`);
    return [...new Set(names)];
  };
}

/** Fails with `usage` for a column that rows of `kind` have not. */
export function checkColumns(columns: readonly string[], kind: UploadKind, more: readonly string[] = []): void {
  const known: readonly string[] = [...(kind === 'Sales' ? [...listedFields, ...foundFields] : listedRecordFields), ...more];
  const unknown = columns.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SalesError('usage', `No ${kindWords[kind].one} has the column ${unknown}.`, { hint: `The columns are ${known.join(', ')}` });
}
