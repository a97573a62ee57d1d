/**
 * Reads the mapping file: what the user says about the columns of a table, as lines that a person can read and change. Not JSON or TOML,
 * because it is edited by people who know neither; its faults name file and line.
 *
 *     [columns]              field = column, by name, number or letter; "A + B" for two
 *     [constants]            field = its value in every row
 *     [values brandId]       spelling in the file = value
 *     [other columns]        extra = auto, keep, drop or reject; leave out = a column
 *     [only]                 column = value: the rows with it are the only sales; repeatable
 *     [leave out]            column = value: the rows with it are no sales; repeatable
 *     [negative]             column = value: the amounts of the rows with it are negative; repeatable
 *
 * A text with `=`, ` #`, quotes, or blanks at either end is written in double quotes, as in JSON; `#` begins a comment.
 */
import { SalesError } from '../../contract/problem.js';
import { ofKind } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import {
  type ExtraColumns,
  extraColumns,
  type MappingRules,
  noRules,
  type RowChoice,
  type RowValues,
  withRows,
} from '../input/mapping-rules.js';
import { columnRuleName, constantRuleName, type RuleName, valuesRuleName } from './rule-names.js';

const SECTION = /^\[\s*(columns|constants|values\s+(\S+)|other columns|only|leave out|negative)\s*\]$/i;
const QUOTED = /^"(?:[^"\\]|\\.)*"/;

/** What becomes of columns that match no field. Returns what is wrong with it; null where nothing is. */
function addOther(rules: { leaveOut: string[]; extra: ExtraColumns | null }, key: string, value: string): string | null {
  if (/^leave\s+out$/i.test(key)) {
    if (!rules.leaveOut.includes(value)) rules.leaveOut.push(value);
    return value === '' ? 'leave out has no column' : null;
  }
  if (key.toLowerCase() !== 'extra') return `"${key}" is neither extra nor leave out`;
  const extra = extraColumns.find((one) => one === value);
  if (!extra) return `extra is one of ${extraColumns.join(', ')}, not "${value}"`;
  rules.extra = extra;
  return null;
}

function addValue<Row extends RowValues>(all: Row[], which: Omit<Row, 'values'>, value: string): null {
  const one = all.find((row) => Object.entries(which).every(([name, own]) => row[name as keyof Row] === own));
  if (one) all[all.indexOf(one)] = { ...one, values: [...one.values, value] };
  else all.push({ ...which, values: [value] } as unknown as Row);
  return null;
}

/** Parses a mapping file. Fails with `usage`, naming every line at fault as `FILE:LINE`. */
export function readMappingFile(text: string, file: string, kind: UploadKind = 'Sales'): MappingRules {
  const rules = {
    columns: {} as Record<string, string>,
    constants: {} as Record<string, string>,
    values: {} as Record<string, Record<string, string>>,
    leaveOut: [] as string[],
    extra: null as ExtraColumns | null,
  };
  const choices: RowChoice[] = [];
  const negative: RowValues[] = [];
  const faults: Record<string, string[]> = {};
  const lineOf = new Map<string, number>();
  let section: string | null = null;
  let valuesOf: string | null = null;

  const add = (line: number, key: string, value: string): string | null => {
    if (section === null) return 'a line before the first section, such as [columns]';
    if (section === 'other columns') return addOther(rules, key, value);
    if (section === 'negative') return addValue(negative, { column: key }, value);
    if (section === 'only' || section === 'leave out') return addValue(choices, { keep: section === 'only', column: key }, value);
    const named =
      section === 'columns' ? columnRuleName(key, kind) : section === 'constants' ? constantRuleName(key, value, kind) : { name: key };
    if ('fault' in named) return named.fault;
    const target = section === 'columns' ? rules.columns : section === 'constants' ? rules.constants : rules.values[valuesOf ?? ''];
    // The field of this section was refused at the line that begins it.
    if (!target) return null;
    const place = section === 'values' ? `values ${valuesOf} ${named.name}` : named.name;
    const earlier = lineOf.get(place);
    if (earlier !== undefined) return `${section === 'values' ? `"${key}"` : named.name} is already in line ${earlier}`;
    if (value === '' && section === 'columns') return `${named.name} has no column; put # before the line to leave it out`;
    lineOf.set(place, line);
    Object.defineProperty(target, named.name, { value, enumerable: true, configurable: true, writable: true });
    return null;
  };
  const begin = (heading: string): string | null => {
    const [, name = '', field] = SECTION.exec(heading) ?? [];
    section = name === '' ? 'columns' : field === undefined ? name.toLowerCase() : 'values';
    if (name === '')
      return `there is no section ${heading}; there are [columns], [constants], [values FIELD], [other columns], [only], [leave out] and [negative]`;
    if (field === undefined) return null;
    const named: RuleName = valuesRuleName(field, kind);
    valuesOf = 'fault' in named ? null : named.name;
    if (valuesOf !== null) rules.values[valuesOf] ??= {};
    return 'fault' in named ? named.fault : null;
  };

  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (const [index, raw] of lines.entries()) {
    const line = withoutComment(raw).trim();
    if (line === '') continue;
    const pair = line.startsWith('[') ? null : pairIn(line);
    const fault = line.startsWith('[') ? begin(line) : pair ? add(index + 1, ...pair) : 'a line is "name = value", [section] or # comment';
    if (fault !== null) faults[`${file}:${index + 1}`] = [fault];
  }
  if (Object.keys(faults).length === 0) return { ...noRules, ...rules, ...withRows(choices, negative) };
  throw new SalesError('usage', `The mapping file ${file} cannot be used.`, {
    errors: faults,
    hint: [ofKind(['sales', 'map', 'FILE'], kind), '   writes one to start from'],
  });
}

/** The line up to a `#` that is at its beginning or after a blank, and not in quotes. */
function withoutComment(line: string): string {
  for (let at = 0; at < line.length; at++) {
    const isStart = at === 0 || /[\s=]/.test(line[at - 1] ?? '');
    const quoted = isStart ? QUOTED.exec(line.slice(at)) : null;
    if (quoted) at += quoted[0].length - 1;
    else if (line[at] === '#' && (at === 0 || /\s/.test(line[at - 1] ?? ''))) return line.slice(0, at);
  }
  return line;
}

function pairIn(line: string): [string, string] | null {
  const quoted = QUOTED.exec(line);
  const equals = line.indexOf('=', quoted ? quoted[0].length : 0);
  if (equals < 0) return null;
  const key = plainText(line.slice(0, equals).trim());
  const value = plainText(line.slice(equals + 1).trim());
  return key === null || value === null || (key === '' && !quoted) ? null : [key, value];
}

function plainText(text: string): string | null {
  if (!text.startsWith('"')) return text;
  try {
    return QUOTED.exec(text)?.[0] === text ? (JSON.parse(text) as string) : null;
  } catch {
    return null;
  }
}

/** Invisible characters, and those that reorder or hide others: a mapping file has them in quotes, as \u202e. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A text as a mapping file has it: in quotes where it needs them. */
export function mappingFileText(text: string): string {
  return text === '' || UNSEEN.test(text) || /["=\\]|\s#|^[#[]|^\s|\s$/.test(text) ? JSON.stringify(text) : text;
}
