/**
 * Reads back the table that `sales exceptions --out` writes, as people and spreadsheet programs leave it: columns are found by their names, and amount
 * and day of a line must be those of its row under one of the ways to read them. Each line with a decision becomes one, or says why not.
 */
import { uuidOf } from '../../../client/journal/job-identity.js';
import { decisionCauses, readDecisions } from '../../../contract/decisions.js';
import { unguarded } from '../../../contract/formula.js';
import { own } from '../../../contract/own-names.js';
import { SalesError } from '../../../contract/problem.js';
import { isUuid } from '../../../contract/uuid.js';
import type { RowAsText, TableAsText } from '../../../files/open.js';
import { amountsIn } from '../../../files/values/amount-text.js';
import { datesIn } from '../../../files/values/date-text.js';
import { candidateColumns, checkOf, outColumns } from '../exceptions/out-file.js';

/** A decision as it is sent. */
export type LineDecision = { action: string; decisionId: string } & Record<string, unknown>;

export interface FilledLine {
  line: number;
  cells: readonly string[];
  /** Id of the row; empty where the line names none. */
  id: string;
  /** The decision as the person wrote it. */
  word: string;
  amount: number | null;
  currency: string | null;
  /** The decision to be sent, or why there is none. */
  asked: { decision: LineDecision } | { why: string };
}

const decisionWords = ['approve', 'reject', 'link', 'skip', 'note', 'claim'] as const;
type DecisionWord = (typeof decisionWords)[number];

const required = ['id', 'check', 'side', 'day', 'amount', 'decision', 'version'];

export type RowKind = 'sale' | 'record';

/** Facts beside the line itself. */
interface FileFacts {
  /** Names the decisions of each user. */
  user: string;
  /** Claims are until a later day. */
  today: string;
  /** Kinds of the rows that the file names. */
  kinds: ReadonlyMap<string, RowKind>;
  /** The kind of another row; null where there is none. */
  kindOf(id: string): Promise<RowKind | null>;
}

/** The lines with a decision, in their order. Fails with `inputUnusable` where the table is not one of ours. */
export async function filledLines({ header, rows }: TableAsText, known: Omit<FileFacts, 'kinds'>): Promise<FilledLine[]> {
  const places = placesOf(header);
  const kinds = kindsIn(rows.map((row) => cellsBy(places, row)));
  const lines: FilledLine[] = [];
  for (const row of rows) {
    const cell = cellsBy(places, row);
    const word = cell('decision').toLowerCase();
    if (word === '' && row.broken === null) continue;
    const asked = await askedBy(cell, word, { ...known, kinds }).catch(whyNot);
    lines.push({
      ...{ line: row.line, cells: row.cells, id: isUuid(cell('id')) ? cell('id').toLowerCase() : '', word },
      ...{ amount: amountOf(cell), currency: cell('currency') || null },
      asked: row.broken === null ? asked : { why: `The cells of this line cannot be told apart: ${row.broken}.` },
    });
  }
  return lines;
}

/** Says why nothing is decided by a line. */
class Unclear extends Error {}

function whyNot(error: unknown): { why: string } {
  if (error instanceof Unclear) return { why: error.message };
  throw error;
}

type NamedCells = (name: string) => string;

function placesOf(header: readonly string[]): Map<string, number> {
  const names = header.map((name) => plain(name).toLowerCase());
  const missing = required.find((name) => !names.includes(name.toLowerCase()));
  const hint = [
    'Give a file that this writes, with the names of its columns as they were:   ',
    ['sales', 'exceptions', '--out', 'open.xlsx'],
  ];
  if (missing !== undefined) throw new SalesError('inputUnusable', `The table has no column ${missing}.`, { hint });
  const twice = names.find((name, at) => names.indexOf(name) !== at && outColumns.some((one) => one.toLowerCase() === name));
  if (twice !== undefined) throw new SalesError('inputUnusable', `The table has the column ${twice} twice.`, { hint });
  return new Map(names.map((name, at) => [name, at]));
}

const plain = (cell: string) => cell.trim().replace(/^'+/, '').trim();

function cellsBy(places: ReadonlyMap<string, number>, { cells }: RowAsText): NamedCells {
  return (name) => plain(cells[places.get(name.toLowerCase()) ?? -1] ?? '');
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const CANDIDATE = new RegExp(`\\b(sale|record) (${UUID.source})(?: \\([^)]*\\))?`, 'gi');

function kindsIn(lines: readonly NamedCells[]): Map<string, RowKind> {
  const kinds = new Map<string, RowKind>();
  for (const cell of lines) {
    for (const name of candidateColumns)
      for (const [, kind = '', id = ''] of cell(name).matchAll(CANDIDATE)) kinds.set(id.toLowerCase(), kind.toLowerCase() as RowKind);
    const kind = sideOf(cell);
    if (kind !== null) kinds.set(cell('id').toLowerCase(), kind);
  }
  return kinds;
}

/** A payout is decided about by its own record. */
function sideOf(cell: NamedCells): RowKind | null {
  const side = cell('side').toLowerCase();
  return side === 'sale' ? side : side === 'record' || side === 'payout' ? 'record' : null;
}

const amountOf = (cell: NamedCells): number | null => checkedCells(cell).find(({ amount }) => amount !== '')?.value ?? null;

/** The readings of amount and day that the check of the line is of. */
function checkedCells(cell: NamedCells): { amount: string; value: number | null }[] {
  const amounts = cell('amount') === '' ? [null] : amountsIn(cell('amount'));
  const days = cell('day') === '' ? [''] : datesIn(cell('day')).map(({ day }) => day);
  const id = cell('id').toLowerCase();
  return amounts
    .map((value) => ({ value, amount: value === null ? '' : String(value) }))
    .filter(({ amount }) => days.some((day) => checkOf(id, amount, day) === cell('check')));
}

async function askedBy(cell: NamedCells, word: string, known: FileFacts): Promise<{ decision: LineDecision }> {
  const kind = sideOf(cell);
  if (!isUuid(cell('id')) || kind === null) throw new Unclear('Only sales, settlement records and payouts can be decided about here.');
  if (checkedCells(cell).length === 0)
    throw new Unclear('Id, amount and day of this line are not of one row: cells were moved or changed.');
  const version = /^(v[0-9a-f]+)-[0-9a-f]+$/.exec(cell('version'))?.[1];
  if (version === undefined) throw new Unclear('The version of this line is missing or was changed: write the list to a file again.');
  const action = decisionWords.find((one) => one === word);
  if (action === undefined) throw new Unclear(`There is no decision "${word}": write ${decisionWords.join(', ')}.`);
  const seen = { id: cell('id').toLowerCase(), version };
  const decision = { ...(await made[action](cell, { id: seen.id, kind }, known)), seen };
  const reading = readDecisions({ decisions: [decision] });
  if ('faults' in reading) throw new Unclear(faultsTold(reading.faults));
  // The same file again, in any order, makes the same decisions.
  return { decision: { ...decision, decisionId: uuidOf([known.user, cell('version'), decision]) } };
}

interface OwnRow {
  id: string;
  kind: RowKind;
}

type MadeOfLine = { action: string } & Record<string, unknown>;
const made: Record<DecisionWord, (cell: NamedCells, row: OwnRow, known: FileFacts) => MadeOfLine | Promise<MadeOfLine>> = {
  approve: (cell) => ({ action: 'Approve', matchId: suggestionOf(cell), ...noted(cell) }),
  reject: (cell) => ({ action: 'Unlink', matchId: suggestionOf(cell), ...noted(cell) }),
  link: async (cell, row, known) => {
    const rows = rowsBy([row, ...(await linkedWith(cell, known))]);
    if (rows.transactionIds.length === 0 || rows.recordIds.length === 0)
      throw new Unclear('A link needs a sale and a settlement record: name the other one in the column with.');
    return { action: 'Link', ...rows, ...causeOf(cell), ...noted(cell) };
  },
  skip: (cell, row) => ({ action: 'Skip', ...rowsBy([row]), text: reasonIn(cell, 'To set a row aside') }),
  note: (cell, row) => ({ action: 'Note', ...rowsBy([row]), text: reasonIn(cell, 'To keep a note') }),
  claim: (cell, row, { today }) => ({ action: 'Claim', ...rowsBy([row]), remindOn: remindOnOf(cell, today), ...noted(cell) }),
};

const rowsBy = (rows: readonly OwnRow[]) => ({
  transactionIds: rows.flatMap(({ id, kind }) => (kind === 'sale' ? [id] : [])),
  recordIds: rows.flatMap(({ id, kind }) => (kind === 'record' ? [id] : [])),
});

function noted(cell: NamedCells): { text?: string } {
  const text = unguarded(cell('note'));
  return text === '' ? {} : { text };
}

function reasonIn(cell: NamedCells, what: string): string {
  const { text } = noted(cell);
  if (text === undefined) throw new Unclear(`${what}, say why in the column note.`);
  return text;
}

function suggestionOf(cell: NamedCells): string {
  if (isUuid(cell('suggestion'))) return cell('suggestion').toLowerCase();
  throw new Unclear('This row has no suggestion: approve and reject are for those that have.');
}

function causeOf(cell: NamedCells): { cause?: string } {
  const word = cell('cause')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  if (cell('cause') === '') return {};
  const cause = decisionCauses.find((one) => one.toLowerCase() === word);
  if (cause === undefined) throw new Unclear(`There is no cause "${cell('cause')}": write ${decisionCauses.join(', ')}.`);
  return { cause };
}

function remindOnOf(cell: NamedCells, today: string): string {
  const days = new Set(datesIn(cell('remindOn')).map(({ day }) => day));
  const [day] = days;
  if (day === undefined || days.size > 1) throw new Unclear('A claim needs a day in the column remindOn, such as 2026-12-01.');
  if (day <= today) throw new Unclear(`${day} is no day to come.`);
  return day;
}

/** The rows that a person named: whole ids, the last eight characters of one in the file, or a candidate's cell. */
async function linkedWith(cell: NamedCells, { kinds, kindOf }: FileFacts): Promise<OwnRow[]> {
  const names = cell('with')
    .replace(CANDIDATE, '$2')
    .split(/[\s,;]+/)
    .filter((name) => name !== '');
  const rows: OwnRow[] = [];
  for (const name of names) {
    const id = isUuid(name) ? name.toLowerCase() : wholeOf(name, [...kinds.keys()]);
    const kind = kinds.get(id) ?? (await kindOf(id));
    if (kind === null) throw new Unclear(`There is no sale or settlement record ${id}.`);
    rows.push({ id, kind });
  }
  return rows;
}

function wholeOf(end: string, ids: readonly string[]): string {
  const found = /^[0-9a-f]{8}$/i.test(end) ? ids.filter((id) => id.endsWith(end.toLowerCase())) : [];
  const [id] = found;
  if (id === undefined || found.length > 1)
    throw new Unclear(`"${end}" in the column with is not an id, nor the end of one id of this file: give the id whole.`);
  return id;
}

const columnOf: Record<string, string> = { text: 'note', transactionIds: 'with', recordIds: 'with' };

function faultsTold(faults: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(faults)
    .map(([path, [fault = '']]) => {
      const member = path.split('.')[1]?.replace(/\[.*/, '') ?? '';
      return `The column ${own(columnOf, member) ?? member} ${fault}.`;
    })
    .join(' ');
}
