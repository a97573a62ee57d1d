/**
 * The mapping file for a table, as the command `map` writes it: what was understood and why, with values to judge it by; what is in doubt is
 * there to be chosen. Reading it back gives the same rules.
 */

import { brandSpelt } from '../../contract/brands.js';
import { maskCardNumbers } from '../../contract/card-number.js';
import { settlementTypes } from '../../contract/states.js';
import { confidenceWords, type InputDescription } from '../input/row.js';
import { currencyIn } from '../words/header-words.js';
import { kindIn, kindNamed } from '../words/row-kinds.js';
import { columnReference } from './column-names.js';
import { spelling } from './layout.js';
import { mappingFileText } from './mapping-file.js';

/** What was seen of the cells of one column, in the rows that were read. */
export interface ColumnValues {
  /** The first few of `all`. */
  first: readonly string[];
  /** The different values that are not blank, up to a limit. */
  all: readonly string[];
}

const VALUE_CHARS_MAX = 30;
const COMMENT_COLUMN = 44;

/** The text of the file. `values` are those of each column; `usage` is how to upload with it. */
export function mappingProposal(description: InputDescription, values: readonly ColumnValues[], usage: string): string {
  const { name, header, mapping, columns, missing, kind } = description;
  if (!header || !mapping || !columns) throw new Error('only a table has columns to map');
  const { by, rules, known, questions, sides, netSides } = columns;
  const examples = (indexes: readonly number[]) => indexes.map((index) => (values[index]?.first ?? []).map(shown).join(', ')).join(' + ');
  const reference = (indexes: readonly number[], between = ' + ') =>
    mappingFileText(indexes.map((index) => columnReference(header, index)).join(between));
  const lines: string[] = [
    `# How the columns of ${shown(name)} become ${kind === 'Settlement' ? 'settlement records' : 'sales'}${known ? `: ${known.name}` : ''}.`,
    '# Review it, correct what is wrong, and upload with it:',
    `#   ${usage}`,
    '# A column is named by its name, number or letter; "A + B" joins two. # begins a comment.',
    ...(known?.notes ?? []).map((note) => `# ${note}`),
    '',
    '[columns]',
  ];
  for (const [index, text] of mapping.entries()) {
    const reason = by[index];
    if (text === null || !reason || mapping.indexOf(text) < index) continue;
    const indexes = mapping.flatMap((other, at) => (other === text ? [at] : []));
    const pair = text === 'amount' ? sides : text === 'netAmount' ? netSides : null;
    const place = pair ? reference(pair, ' - ') : reference(indexes);
    lines.push(commented(`${mappingFileText(text)} = ${place}`, `${confidenceWords[reason]}: ${examples(indexes)}`));
  }
  for (const { field, choices, beside } of questions) {
    lines.push('', `# Which one is the ${field}? Remove the # in front of it.`);
    for (const choice of [...choices, ...beside.map((index) => [index])])
      lines.push(commented(`# ${field} = ${reference(choice)}`, examples(choice)));
  }
  const asked = questions.map(({ field }) => field);
  const constants = Object.entries(rules?.constants ?? {}).map(([field, value]) => `${field} = ${mappingFileText(value)}`);
  const own =
    mapping.includes('currency') || rules?.constants.currency !== undefined ? null : currencyIn(header[mapping.indexOf('amount')] ?? '');
  if (own !== null) constants.push(commented(`currency = ${own}`, 'in the name of the amount'));
  const wanted = missing
    .filter((field) => field === 'currency' && !asked.includes(field))
    .map((field) => commented(`# ${field} = ${header.map(currencyIn).find((code) => code !== null) ?? 'CHF'}`, 'no column has it'));
  if (constants.length + wanted.length > 0) lines.push('', '[constants]', ...constants, ...wanted);
  for (const [field, pairs] of Object.entries({ ...brandPairs(mapping, values), ...rules?.values })) {
    lines.push(
      '',
      `[values ${field}]`,
      ...Object.entries(pairs).map(([text, value]) => `${mappingFileText(text)} = ${mappingFileText(value)}`),
    );
  }
  lines.push(...typesToTell(unknownTypes(description, values)));
  const choices = rules?.rows ?? [];
  for (const [section, rows] of [
    ['only', choices.filter(({ keep }) => keep)],
    ['leave out', choices.filter(({ keep }) => !keep)],
    ['negative', rules?.negative ?? []],
  ] as const) {
    const pairs = rows.flatMap(({ column, values }) => values.map((value) => `${mappingFileText(column)} = ${mappingFileText(value)}`));
    if (pairs.length > 0) lines.push('', `[${section}]`, ...pairs);
  }
  lines.push('', '[other columns]', ...others());
  return `${lines.join('\n')}\n`;

  function others(): string[] {
    if (known && rules?.extra !== 'keep')
      return ['# Of this export only the columns above and a few more are sent; "extra = keep" sends all.'];
    const rest = (header ?? []).flatMap((_, index) => (by[index] === null && mapping?.[index] !== null ? [index] : []));
    const told = rest.map((index) => commented(`# leave out = ${reference([index])}`, examples([index])));
    const left = (rules?.leaveOut ?? []).map((column) => `leave out = ${mappingFileText(column)}`);
    const intro = rest.length === 0 ? [] : ['# These match no field; they are sent as additionalData (keep) or left out (drop):'];
    return [...intro, ...told, ...left, `extra = ${rules?.extra ?? 'keep'}`];
  }
}

/** The texts of the column of types that mean none, in the rows that were seen; of a known export, and of sales, none. */
export function unknownTypes({ mapping, columns, kind }: InputDescription, values: readonly ColumnValues[]): string[] {
  if (kind !== 'Settlement' || !mapping || !columns || columns.known) return [];
  const told = Object.keys(columns.rules?.values.type ?? {});
  const isTold = (text: string) =>
    told.some((one) => (one.endsWith('*') ? spelling(text).startsWith(spelling(one.slice(0, -1))) : spelling(text) === spelling(one)));
  const seen = values[mapping.indexOf('type')]?.all ?? [];
  return seen.filter((text) => kindNamed(text) === null && !isTold(text) && maskCardNumbers(text) === text);
}

const TYPES_SHOWN = 50;

/** Lines for a person to fill in: nothing is taken for a type because it looks like one. */
function typesToTell(unknown: readonly string[]): string[] {
  if (unknown.length === 0) return [];
  return [
    '',
    '[values type]',
    '# Say what each of these means, and remove the # in front of it. There are',
    `# ${settlementTypes.join(', ')}.`,
    ...unknown.slice(0, TYPES_SHOWN).map((text) => `# ${mappingFileText(text)} = ${kindIn(text) ?? 'TYPE'}`),
    ...(unknown.length > TYPES_SHOWN ? [`# … and ${unknown.length - TYPES_SHOWN} more: are these types?`] : []),
  ];
}

/** For each brand that is spelt in several ways, its id for each spelling. */
function brandPairs(mapping: readonly (string | null)[], values: readonly ColumnValues[]): Record<string, Record<string, string>> {
  const spellings = values[mapping.indexOf('brandId')]?.all ?? [];
  const ids = spellings.map((text) => brandSpelt(text));
  const pairs = spellings.flatMap((text, at) => {
    const id = ids[at] ?? null;
    return id !== null && id !== text && ids.filter((one) => one === id).length > 1 ? [[text, id] as const] : [];
  });
  return pairs.length === 0 ? {} : { brandId: Object.fromEntries(pairs) };
}

function commented(line: string, comment: string): string {
  return comment === '' ? line : `${line.padEnd(COMMENT_COLUMN)}  # ${comment}`;
}

/** On one line, shortened, with card numbers masked. */
function shown(text: string): string {
  const plain = maskCardNumbers(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return plain.length > VALUE_CHARS_MAX ? `${[...plain].slice(0, VALUE_CHARS_MAX - 1).join('')}…` : plain;
}
