/**
 * The same header is read the same way: what only the cells told of a column holds for the next file, too. What still differs in a field
 * that identifies a sale is asked, because overlapping files would count each sale twice.
 */

import { named } from '../../contract/own-names.js';
import { fieldShown, type PhraseValue, phrase } from '../../contract/phrase.js';
import type { Remedy } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { renumbered } from '../columns/agreements.js';
import { columnReference, columnShown, columnsOfRule } from '../columns/column-names.js';
import { type Column, type Layout, mappingText } from '../columns/layout.js';
import { type EarlierTable, type MappingRules, noRules, openPlaces, placeFields, type TableAsRead } from '../input/mapping-rules.js';
import type { RowField } from '../input/record-kind.js';
import type { InputDescription } from '../input/row.js';
import { fieldNamed, isRejectName } from '../words/field-names.js';
import { currencyIn, knownMeaning } from '../words/header-words.js';
import type { AskedTable } from './detection.js';
import { asideAnswer, columnAnswer, either, type OpenQuestion } from './open-questions.js';
import { decided } from './readings.js';

/** What a table was, as it is kept for the next one; `earlier`: what was kept until now; `rules`: what the user said, now or then. */
export function tableAsRead(
  { header, columns, fields, agreements }: Layout,
  earlier: EarlierTable | null,
  rules: MappingRules,
): TableAsRead {
  const own = ownColumns(header);
  const kept = own.flatMap((index) => columns[index] ?? []);
  // What cells told once and is taken as told now, stays what cells told.
  const isByContent = (column: Column) => column.kind === 'field' && (column.by === 'content' || earlier?.byContent.includes(column.field));
  const ways = fields.flatMap(({ field, reading, isTurned }) => {
    // Null where values did not tell how they are written.
    const way = reading?.kind === 'amount' ? reading.decimal : (reading?.format.order ?? null);
    const sign = isTurned === undefined ? [] : [['costs', isTurned ? '-' : '+'] as const];
    const thousands = reading?.kind === 'amount' && reading.isCoarse ? [['thousands', 'doubtful'] as const] : [];
    return way === null ? sign : [...sign, ...thousands, [field, way] as const];
  });
  return {
    rules,
    mapping: kept.map(mappingText),
    byContent: kept.filter(isByContent).flatMap((column) => mappingText(column) ?? []),
    agreements: agreements.map((one) => renumbered(one, (column) => own.indexOf(column))),
    written: { ...earlier?.written, ...Object.fromEntries(ways) },
    places: placesOf(fields, earlier),
  };
}

function placesOf(fields: Layout['fields'], earlier: EarlierTable | null): NonNullable<TableAsRead['places']> {
  const all = placeFields.map((field) => {
    const before = earlier ? (earlier.places?.[field] ?? [earlier.rules.constants[field] ?? null]) : [];
    const source = fields.find((one) => one.field === field);
    return [field, source && source.constant === null ? before : [...new Set([...before, source?.constant ?? null])]] as const;
  });
  return Object.fromEntries(all.filter(([, values]) => values.some((value) => value !== null)));
}

/** The columns but for those that only rejects have. */
function ownColumns(header: readonly string[]): number[] {
  return header.flatMap((name, index) => (isRejectName(name) ? [] : [index]));
}

/**
 * Columns where a field was another one, but for those that `said` names now: what it was, as {@link EarlierTable.mapping} says it, the field
 * that it was, and that it is; null where it is none.
 */
function differences(earlier: EarlierTable, { kind, header, columns }: Layout, said: MappingRules, line: number) {
  if (!earlier.mapping) return [];
  const { mapping } = earlier;
  const fields = [...Object.keys(said.columns), ...Object.keys(said.constants)];
  const named = columnsSaid(said, header, line);
  return ownColumns(header).flatMap((index, at) => {
    const text = mapping[at] ?? null;
    const was = fieldIn(text, kind);
    const column = columns[index];
    const is = column === undefined ? null : fieldIn(mappingText(column), kind);
    if (was === is || named.includes(index) || [was, is].some((field) => field !== null && fields.includes(field))) return [];
    // A field by its name that is none now is one whose cells speak against it: what they tell may have been learnt since.
    const isByCells = was !== null && is === null && knownMeaning(header[index] ?? '', kind) === was;
    const byContent =
      isByCells || (column?.kind === 'field' && column.by === 'content') || (was !== null && earlier.byContent.includes(was));
    return [{ index, text, was, is, byContent }];
  });
}

/** The columns that rules name. */
function columnsSaid({ columns, leaveOut }: MappingRules, header: readonly string[], line: number): number[] {
  return [...Object.values(columns), ...leaveOut].flatMap((reference) => columnsOfRule(reference, header, line));
}

/**
 * What was said then and is not said otherwise now: a column that is named now is no longer what it was said to be, and the till or the
 * location of one file is not that of the next where files differed.
 */
export function stillSaid(earlier: EarlierTable, said: MappingRules, header: readonly string[], line: number): MappingRules {
  const { rules } = earlier;
  const named = columnsSaid(said, header, line);
  const isFree = (reference: string) => !columnsOfRule(reference, header, line).some((index) => named.includes(index));
  const columns = Object.fromEntries(Object.entries(rules.columns).filter(([, reference]) => isFree(reference)));
  const open = openPlaces(earlier);
  const constants = Object.fromEntries(Object.entries(rules.constants).filter(([field]) => !open.includes(field)));
  return { ...rules, columns, constants, leaveOut: rules.leaveOut.filter(isFree) };
}

function fieldIn(text: string | null, kind: UploadKind): RowField | null {
  const field = text === null ? null : fieldNamed(text, kind);
  return field === 'additionalData' ? null : field;
}

/** The rules under which columns that only cells tell are what they were; null where nothing differs. */
export function asBefore(earlier: EarlierTable, layout: Layout, said: MappingRules | undefined, line: number): MappingRules | null {
  const told = differences(earlier, layout, said ?? noRules, line).filter(({ byContent }) => byContent);
  if (told.length === 0) return null;
  const columns: Record<string, string> = named();
  const constants: Record<string, string> = {};
  const leaveOut: string[] = [];
  for (const { index, text, was } of told) {
    const reference = columnReference(layout.header, index);
    // The name of a column that is said to be the amount says no currency any more, as it did.
    const currency = was === 'amount' && !earlier.mapping?.includes('currency') ? currencyIn(layout.header[index] ?? '') : null;
    if (currency !== null) constants.currency = currency;
    if (was !== null) columns[was] = reference;
    else if (text === null) leaveOut.push(reference);
    else columns[text] = reference;
  }
  return { ...noRules, columns, constants, leaveOut };
}

/** The layout under `rules` of {@link asBefore}: what they say is what cells told then, not what the user said, and has to hold as it did. */
export function toldBefore(layout: Layout, earlier: EarlierTable, rules: MappingRules): Layout {
  const isOld = (name: string) => Object.hasOwn(rules.columns, name);
  const columns = layout.columns.map((column): Column => {
    if (column.kind === 'field' && isOld(column.field)) return { ...column, by: 'content' };
    return column.kind === 'item' && isOld(mappingText(column) ?? '') ? { ...column, by: null } : column;
  });
  const own = ownColumns(layout.header);
  const old = isOld('amount') ? earlier.agreements.map((one) => renumbered(one, (at) => own[at] ?? -1)) : [];
  return { ...layout, columns, agreements: [...layout.agreements, ...old] };
}

/** Asks about each column that would be another field than it was. */
export function changedColumns({ earlier, layout, said, line }: AskedTable): OpenQuestion[] {
  if (!earlier) return [];
  const { header } = layout;
  const shown = (field: RowField | null) => (field === null ? phrase`no field` : fieldShown(field));
  const called = layout.kind === 'Sales' ? phrase`sales` : phrase`settlement records`;
  return differences(earlier, layout, said, line).map(({ index, was, is }) => {
    const answer = (field: RowField | null) => (field === null ? asideAnswer(index, header) : columnAnswer(field, [index], header));
    return {
      code: 'COLUMN_CHANGED',
      field: (was ?? is) as RowField,
      text: phrase`Line ${line}: column ${columnShown(header, index)} would be ${shown(is)}; in the file with this header that was uploaded on ${earlier.on} it was ${shown(was)}. The same ${called}, read in two ways, count twice.`,
      answer: ['Say which it is:   ', ...either([answer(was), answer(is)], '   or   ')],
    };
  });
}

/** Asks which till or location a file is of, where files with its header were of several and no column tells. */
export function changedPlaces({ earlier, layout }: AskedTable): OpenQuestion[] {
  if (!earlier) return [];
  const open = openPlaces(earlier).filter((name) => layout.fields.every(({ field }) => field !== name));
  return open.map((name) => {
    const field = name as RowField;
    const had = earlier.places?.[name] ?? [];
    const values = had.flatMap((value) => value ?? []);
    const shown = values.map((value): PhraseValue => JSON.stringify(value)).reduce((some, one) => phrase`${some} or ${one}`);
    const isNone = had.includes(null);
    return {
      code: 'PLACE_UNCERTAIN',
      field,
      text: isNone
        ? phrase`Files with this header had no ${fieldShown(field)} or ${shown} in every row, and nothing in this one says which it is of.`
        : phrase`Files with this header had the ${fieldShown(field)} ${shown} in every row, and nothing in this one says which it is of.`,
      answer: [
        'Say which it is:   ',
        ...either(
          values.map((value): Remedy => ['--const', `${name}=${value}`]),
          '   or   ',
        ),
        isNone ? ';   or, for none, go on without what is remembered:   --no-remember' : '',
      ],
    };
  });
}

/** Asks where the profile has another zone than the one that times under this header were read in. */
export function changedZone(table: AskedTable): OpenQuestion[] {
  const { earlier, profileZone } = table;
  const then = earlier?.reading.timezone;
  if (!earlier || then === undefined || profileZone === null || then === profileZone) return [];
  if (!isInZone(decided(table).values, then)) return [];
  const text = phrase`Times in a file with this header were read in the zone ${then} on ${earlier.on}, and the profile has ${profileZone}.`;
  const answers = [then, profileZone].map((timezone): Remedy => ['--timezone', timezone]);
  return [{ code: 'TIMEZONE_CHANGED', field: 'transactionDate', text, answer: ['Say which it is:   ', ...either(answers, '   or   ')] }];
}

/** Whether a zone made a difference to the values. */
export function isInZone(values: InputDescription['values'], zone: string): boolean {
  return values.some(({ shown }) => shown.includes(`(${zone})`));
}
