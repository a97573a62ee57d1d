/** From the flags about columns, and the mapping file that they name, to rules. Reads the file; whether the columns are there is seen later. */

import { readNamedFile } from '../../client/machine/private-file.js';
import { SalesError } from '../../contract/problem.js';
import { ofKind } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { readMappingFile } from '../../files/columns/mapping-file.js';
import { columnRuleName, constantRuleName, type RuleName } from '../../files/columns/rule-names.js';
import { isEmpty, type MappingRules, mergedRules, noRules, type RowValues, withRows } from '../../files/input/mapping-rules.js';
import { recordKinds } from '../../files/input/record-kind.js';
import type { OpenOptions } from '../../files/open.js';
import { pairIn } from '../../jobs/answers/answer-parts.js';
import { withAnswer } from '../../jobs/answers/answered-options.js';
import type { ReadingFlags } from './reading-flags.js';
import { kindOf } from './settlement-flag.js';

/** How the flags want a file read. Fails with `usage` where a field is unknown or the mapping file cannot be used. */
export async function readingOptions(flags: ReadingFlags): Promise<OpenOptions> {
  const { format, delimiter, encoding, decimal, dateFormat, timezone, time, minorUnits, isProfileZone, skipRows, header, pan } = flags;
  const rules = await rulesOf(flags);
  const options: OpenOptions = {
    format,
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && encoding !== 'auto' && { encoding }),
    ...(decimal !== undefined && decimal !== 'auto' && { decimal }),
    ...(dateFormat !== undefined && { dateFormat }),
    ...(timezone !== undefined && { timezone }),
    ...(time !== undefined && { time }),
    ...(minorUnits !== undefined && { minorUnits }),
    ...(isProfileZone && { isProfileZone }),
    ...(skipRows !== undefined && { skipRows }),
    ...(!isEmpty(rules) && { rules }),
    ...(flags.settlement && { kind: kindOf(flags) }),
    ...(flags.sales && { asSales: true }),
    ...(!header && { noHeader: true }),
    ...(pan === 'mask' && { pan }),
  };
  return (flags.answers ?? []).reduce(withAnswer, options);
}

async function rulesOf(flags: ReadingFlags): Promise<MappingRules> {
  const { set = [], const: constants = [], only = [], leaveOut = [], negative = [], map, extra } = flags;
  const file = map === undefined ? noRules : await mappingFile(map, kindOf(flags));
  const columns = new Map<string, string>();
  const kind = kindOf(flags);
  for (const pair of set) put(columns, '--set', pair, (name) => columnRuleName(name, kind), kind);
  const values = new Map<string, string>();
  for (const pair of constants) put(values, '--const', pair, (name, value) => constantRuleName(name, value, kind), kind);
  const both = [...values.keys()].find((field) => columns.has(field));
  if (both !== undefined) throw new SalesError('usage', `${both} has both --set and --const.`, { hint: 'Leave out one of them' });
  const chosen = (pairs: readonly string[], keep: boolean) => rowValues(pairs).map((row) => ({ ...row, keep }));
  const rows = withRows([...chosen(only, true), ...chosen(leaveOut, false)], rowValues(negative));
  return mergedRules(file, {
    ...noRules,
    columns: Object.fromEntries(columns),
    constants: Object.fromEntries(values),
    extra: extra ?? null,
    ...rows,
  });
}

/** One for each column, with all its values. */
function rowValues(pairs: readonly string[]): RowValues[] {
  const byColumn = new Map<string, string[]>();
  for (const pair of pairs) {
    const [column, value] = pairIn(pair);
    byColumn.set(column.trim(), [...(byColumn.get(column.trim()) ?? []), value]);
  }
  return [...byColumn].map(([column, values]) => ({ column, values }));
}

function put(
  target: Map<string, string>,
  flag: string,
  pair: string,
  nameOf: (name: string, value: string) => RuleName,
  kind: UploadKind,
): void {
  const [name, value] = pairIn(pair);
  const named = nameOf(name, value);
  if ('fault' in named) throw new SalesError('usage', `${flag} ${pair}: ${named.fault}.`, { hint: fieldsHint(kind) });
  if (target.has(named.name)) throw new SalesError('usage', `${flag} names ${named.name} twice.`);
  target.set(named.name, value);
}

function fieldsHint(kind: UploadKind): string {
  return `The fields are ${recordKinds[kind].fields.join(', ')}, and additionalData.KEY`;
}

async function mappingFile(path: string, kind: UploadKind): Promise<MappingRules> {
  const text = await readNamedFile(path, '--map');
  if (text === null)
    throw new SalesError('usage', `The mapping file ${path} does not exist.`, {
      hint: [ofKind(['sales', 'map', 'FILE', '--out', path], kind)],
    });
  return readMappingFile(text, path, kind);
}
