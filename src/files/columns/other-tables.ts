/** Tables that are refused for what their columns are: of which nothing is understood, or whose rows are of the other kind. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { type HintPart, ofKind } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { headOf, NAMED_MIN } from '../formats/detect.js';
import { isEmpty, type MappingRules, noRules } from '../input/mapping-rules.js';
import { importedBy, type RowField, recordKinds } from '../input/record-kind.js';
import { unusable } from '../input/unusable.js';
import { isBlank } from '../text/blank.js';
import { isAmount } from '../values/amount-text.js';
import { fieldNamed, isOfRejects, kindOfNames, meaningOf, namesOfListing } from '../words/field-names.js';
import { knownMeaning } from '../words/header-words.js';
import { columnReference, columnShown } from './column-names.js';
import { exportsByKind, knownExportOf } from './known-exports.js';
import { feesAndRests, few } from './net-amounts.js';
import { isOfPayout } from './payout-columns.js';
import type { Plan } from './plan.js';

/** Fields of settlement records that a file of a till may have, too. */
const untelling: readonly RowField[] = ['description', 'cardProduct', 'reasonCode'];
/** With one of these, a row may be a settlement record. */
const tellingRecords: readonly string[] = [...recordKinds.Settlement.own.filter((field) => !untelling.includes(field)), 'acquirerId'];

/** Fails with `inputUnusable` where no column is understood, and where nothing says that rows are settlement records which are read as such. */
export function refuseOtherTables(
  plan: Plan,
  header: readonly string[],
  line: number,
  { kind, rules }: { kind: UploadKind; rules: MappingRules },
): void {
  const { fields, items, questions, known } = plan;
  if (fields.length + items.length + questions.length === 0) throw noField(plan, line, kind);
  if (kind === 'Sales' || known) return;
  // The types of a till's sales are taken for those of records, and say nothing.
  const isOfSales = (column: number) => fieldNamed(header[column] ?? '', 'Sales') === 'transactionTypes';
  const told = [...fields.filter(({ columns }) => !columns.some(isOfSales)), ...questions].map(({ field }) => field);
  if (![...told, ...Object.keys(rules.constants)].some((field) => tellingRecords.includes(field)) && !hasFee(plan))
    throw noRecords(`Line ${line}: no column`);
}

/** A header below another table has at least this many names. */
const NAMES_MIN = 4;
const ofSums: readonly string[] = ['amount', 'total'];
const ofDays: readonly string[] = ['transactionDate', 'businessDate', 'eftTransactionDate', 'settlementDate'];

/**
 * Fails with `inputUnusable` where another header, of more columns or fewer, stands below few rows, and most rows below it have as many cells: those
 * above may be the sums of a payout, unless they have an amount and its date by their names. `skipped`: how many lines stand before the first header.
 */
export function refuseTableBelow(
  header: readonly string[],
  rows: readonly { cells: readonly string[]; line: number }[],
  { line, skipped, kind }: { line: number; skipped: number; kind: UploadKind },
): void {
  const meanings: readonly string[] = header.map((name) => knownMeaning(name, kind) ?? '');
  const areRows = [ofSums, ofDays].every((some) => some.some((one) => meanings.includes(one)));
  if (areRows || isOfRejects(header) || knownExportOf(header, kind)) return;
  const wide = rows
    .map((row) => ({ ...row, width: row.cells.findLastIndex((cell) => !isBlank(cell)) + 1 }))
    .filter(({ width }) => width > 0);
  const isHeader = (cells: readonly string[]) => {
    const names = cells.filter((cell) => !isBlank(cell));
    const areNames = names.length >= NAMES_MIN && names.every((name) => /^\s*\p{L}/u.test(name));
    const { known, knownAsOther } = headOf(cells, kind);
    return areNames && new Set(names).size === names.length && Math.max(known, knownAsOther) >= NAMED_MIN;
  };
  const at = wide.findIndex(({ cells, width }) => width !== header.length && isHeader(cells));
  const own = wide[at];
  const below = wide.slice(at + 1);
  const isOwn = below.filter(({ width }) => width === own?.width).length * 2 > below.length;
  if (!own || at === 0 || below.length <= at || !isOwn || below.some(({ width }) => width === header.length)) return;
  throw unusable(
    `Line ${own.line} is another header, of ${own.width} columns, and the one in line ${line} has ${header.length}: two tables stand one below the other.`,
    [
      'To read the rows below it:   ',
      ['--skip-rows', String(skipped + own.line - line)],
      ';   those above it, which may be their sums, need a file of their own',
    ],
  );
}

const ROWS_MAX = 20;

/** Whether some amount has a fee and what is left after it, whatever they are called. */
function hasFee({ header, rows, fields, rest, questions }: Plan): boolean {
  const amounts = [...fields, ...questions.flatMap(({ field, choices }) => choices.map((columns) => ({ field, columns })))]
    .filter(({ field, columns }) => field === 'amount' && columns.length === 1)
    .flatMap(({ columns }) => columns);
  const head = { header, rows: rows.slice(0, ROWS_MAX) };
  const open = [...new Set([...amounts, ...rest])];
  return few(amounts.length > 0 ? amounts : rest).some((gross) => feesAndRests(head, gross, open).length > 0);
}

/**
 * Fails with `inputUnusable` where the names, or the export that they belong to, are of the other kind alone. Not where the user said what
 * columns are, and so has seen them. `asSales`: the user said that they are sales, which names alone do not gainsay.
 */
export function refuseOtherKind(names: readonly string[], kind: UploadKind, rules: MappingRules = noRules, asSales = false): void {
  const other = kind === 'Sales' ? 'Settlement' : 'Sales';
  // A part of a header may be known by fewer marks as one kind than as the other.
  const ofOther = isEmpty(rules) && knownExportOf(names, kind) === null ? knownExportOf(names, other) : null;
  const isOfBoth = exportsByKind[kind].some(({ name }) => name === ofOther?.name);
  const known = ofOther && !isOfBoth && !(kind === 'Settlement' && names.some(isOfPayout)) ? ofOther : null;
  if (known === null && (asSales || kindOfNames(names) !== other)) return;
  const [what, instead] =
    other === 'Sales'
      ? (['sales, and no settlement records', 'upload'] as const)
      : (['settlement records, and no sales', 'settle'] as const);
  const otherwise: HintPart[] = kind === 'Sales' && known === null ? ['   Where nothing else sends these sales:   ', ['--sales']] : [];
  throw unusable(`These are ${what}${known ? `: ${known.name}` : ''}.`, ['Send them with   ', ['sales', instead, 'FILE'], ...otherwise]);
}

/** Fails with `inputUnusable` where rows with these names of the API are read as settlement records, and none says that they are. */
export function refuseUntoldRecords(names: readonly string[], kind: UploadKind): void {
  if (kind === 'Sales' || isOfRejects(names) || namesOfListing(names, kind).length > 0) return;
  if (names.some((name) => tellingRecords.includes(meaningOf(name, kind).field ?? ''))) return;
  throw noRecords('No member');
}

function noRecords(none: string): Error {
  return unusable(
    `${none} says that these are settlement records: none is a payout, a day of settlement, a fee, a net amount or a merchant.`,
    [
      ...['If they are sales:   ', ['sales', 'upload', 'FILE'], '   If they are records, say whose:   ', ['--const', 'acquirerId=NAME']],
      ...['   If they are totals of a till:   ', ['--const', 'type=TillTotal']],
    ],
  );
}

function isImportedBy(field: RowField): boolean {
  return (importedBy as readonly RowField[]).includes(field);
}

function noField({ header, alike }: Plan, line: number, kind: UploadKind): Error {
  const names = header.slice(0, 10).map((name, index) => `${index + 1} "${maskCardNumbers(name).slice(0, 30)}"`);
  const all = `${names.join(', ')}${header.length > 10 ? ', …' : ''}`;
  // A header with an amount is a row.
  const like = header.some(isAmount) ? [] : alike.filter(({ field }) => isImportedBy(field));
  const named = like.flatMap(({ field, column, pieces }, at): HintPart[] => [
    ...(like[at - 1]?.field === field ? ['or '] : []),
    ['--set', `${field}=${columnReference(header, column)}`],
    pieces === undefined ? ' ' : ` (if it is the price of all pieces that column ${columnShown(header, pieces)} counts) `,
  ]);
  return unusable(`Line ${line}: no column matches a field: ${all}.`, [
    'Assign them with ',
    ...(named.length > 0 ? named : [['--set', 'amount=COLUMN'], ' ']),
    'and so on, or with a mapping file from  ',
    ofKind(['sales', 'map', 'FILE'], kind),
    '; without a header: ',
    ['--no-header'],
    '; lines before it: ',
    ['--skip-rows'],
    '; a wrong delimiter: ',
    ['--delimiter'],
  ]);
}

/** The columns that match no field, where the user wants none. */
export function extraColumns(rest: readonly number[], header: readonly string[], line: number): Error {
  const shown = rest.slice(0, 10).map((index) => columnShown(header, index));
  const more = rest.length > 10 ? ', …' : '';
  return unusable(
    `Line ${line}: ${rest.length} column${rest.length === 1 ? ' matches' : 's match'} no field: ${shown.join(', ')}${more}.`,
    ['Map them with ', ['--set', 'FIELD=COLUMN'], ', or choose ', ['--extra=keep'], ' or ', ['--extra=drop']],
  );
}
