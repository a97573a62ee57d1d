/**
 * The text of the rejects file: the bad rows as the input had them, each with its line, code and reason, to be corrected in place and
 * uploaded again. Card numbers are masked, see {@link rejectsFormat}. Writes no file and does not select the rows.
 */
import { maskCardField, maskCardNumbers } from '../../contract/card-number.js';
import type { InputDescription, InputRow, RowFault, Source } from '../input/row.js';
import { dateFields } from '../values/date-values.js';
import { isJsonObject } from '../values/json-value.js';
import { fieldNamed, isRejectName, rejectNames, textMember } from '../words/field-names.js';

type RowForRejects = Pick<InputRow, 'line'> & { faults: readonly RowFault[]; source: Source };

export interface RejectsFormat {
  /** The header with its line end; empty for NDJSON. */
  head: string;
  /**
   * The text of one rejected row, with its line end `\n`. Its faults (at least one) may also come from the server. `_code` has every code
   * once, separated by blanks; `_error` has every message.
   */
  row(row: RowForRejects): string;
}

/** Faults after which it is unknown which cell is the card number. */
const untrusted = new Set(['COLUMN_COUNT', 'OTHER_HEADER', 'QUOTE_BROKEN', 'JSON_INVALID', 'ROW_NOT_OBJECT']);

/**
 * For tables, CSV with the input's columns and delimiter; for JSON and NDJSON, NDJSON. Card numbers are masked in their own field, and in
 * faulty amounts, currencies and dates, which lose nothing by it; elsewhere, a number that looks like one may be a valid reference, and is
 * kept. Where it is unknown which cell is which, they are masked everywhere.
 */
export function rejectsFormat(description: InputDescription): RejectsFormat {
  if (!description.format.endsWith('json')) return csvRejects(description);
  const cards = cardMembers(description);
  return { head: '', row: (row) => `${JSON.stringify(jsonReject(row, cards))}\n` };
}

function csvRejects({ header, delimiter, mapping }: InputDescription): RejectsFormat {
  const names = header ?? [];
  const isOwn = names.map((name) => !isRejectName(name));
  const cardColumn = mapping?.indexOf('cardNumberMasked') ?? -1;
  const line = (cells: readonly string[]) => `${cells.map((cell) => quoted(cell, delimiter ?? ',')).join(delimiter ?? ',')}\n`;
  return {
    head: line([...names.filter((_, index) => isOwn[index]), ...rejectNames]),
    row(row) {
      const cells = Array.isArray(row.source) ? (row.source as readonly string[]) : [];
      const added = [String(row.line), codesOf(row), errorOf(row)];
      if (row.faults.some(({ code }) => untrusted.has(code))) return line([...withoutAdded(cells, isOwn).map(maskCardNumbers), ...added]);
      const wrong = new Set(row.faults.filter(mayBeCut).map(({ columnNumber }) => columnNumber));
      const safe = (cell: string, index: number) => (wrong.has(index + 1) ? maskCardNumbers(cell) : cell);
      const masked = cells.map((cell, index) => (index === cardColumn ? maskCardField(cell) : safe(cell, index)));
      return line([...masked.filter((_, index) => isOwn[index]), ...added]);
    },
  };
}

function mayBeCut({ field }: RowForRejects['faults'][number]): boolean {
  return field === 'amount' || field === 'currency' || dateFields.some((name) => name === field);
}

/**
 * The cells without those that an earlier rejects file added. In a record of the wrong width, those can only be recognised by their
 * content.
 */
export function withoutAdded(cells: readonly string[], isOwn: readonly boolean[]): readonly string[] {
  if (cells.length === isOwn.length) return cells.filter((_, index) => isOwn[index]);
  const [line = '', code = ''] = cells.slice(-rejectNames.length);
  const areThere = isOwn.slice(-rejectNames.length).every((own) => !own) && /^\d+$/.test(line) && /^[A-Z_ ]+$/.test(code);
  return areThere ? cells.slice(0, -rejectNames.length) : cells;
}

/** Quotes what RFC 4180 says, and also what begins or ends with a blank, which some programs would drop. */
function quoted(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The members in which card numbers are, of JSON that is read as a table; those within an object count by its name. */
function cardMembers({ header, mapping }: InputDescription): (name: string) => boolean {
  if (header === null) return (name) => fieldNamed(name) === 'cardNumberMasked';
  const columns = header.filter((_, index) => mapping?.[index] === 'cardNumberMasked');
  return (name) => columns.some((column) => column === name || column.startsWith(`${name}.`));
}

function jsonReject(row: RowForRejects, isCard: (name: string) => boolean): Record<string, unknown> {
  const value = 'json' in row.source ? row.source.json : null;
  const added = { _line: row.line, _code: codesOf(row), _error: errorOf(row) };
  if (!isJsonObject(value)) {
    const text = typeof value === 'string' && row.faults.some(({ code }) => code === 'JSON_INVALID') ? value : JSON.stringify(value);
    return { [textMember]: maskCardNumbers(text), ...added };
  }
  const own = Object.entries(value).filter(([name]) => !isRejectName(name));
  const wrong = new Set(row.faults.filter(mayBeCut).map(({ column }) => column));
  const safe = (name: string, member: unknown) => (wrong.has(name) && typeof member === 'string' ? maskCardNumbers(member) : member);
  const masked = own.map(([name, member]) => [name, isCard(name) || name === textMember ? withoutCards(member) : safe(name, member)]);
  return { ...Object.fromEntries(masked), ...added };
}

/** A card number may also hide in a value of the wrong type. */
function withoutCards(value: unknown): unknown {
  if (typeof value === 'string') return maskCardField(maskCardNumbers(value));
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutCards(member)]));
  const text = JSON.stringify(value);
  const masked = maskCardField(maskCardNumbers(text));
  return masked === text ? value : masked;
}

function codesOf({ faults }: RowForRejects): string {
  return [...new Set(faults.map(({ code }) => code))].join(' ');
}

function errorOf({ faults }: RowForRejects): string {
  const sentences = faults.map(({ column, field, message }) => ((column ?? field) ? `${column ?? field}: ${message}` : message));
  return maskCardNumbers(sentences.join(' / ').replace(/[\r\n]+/g, ' '));
}

/**
 * The default path for the rejects of an input, beside it: `x.csv`, `x.csv.gz` → `x.rejects.csv`; `x.json` → `x.rejects.ndjson`; another
 * ending stays in the name (`x.txt` → `x.txt.rejects.csv`); `x.rejects.csv` → `x.rejects-2.csv`, so that no input is overwritten; standard
 * input (`-`) → `stdin.rejects.csv`. Where `format` is known, it and not the name decides on CSV or NDJSON.
 */
export function rejectsPath(inputPath: string, format?: InputDescription['format']): string {
  const unpacked = inputPath === '-' ? 'stdin' : inputPath.replace(/\.gz$/i, '');
  const [, ending = ''] = /\.(csv|json|ndjson|jsonl)$/i.exec(unpacked) ?? [];
  const isJson = format === undefined ? ending !== '' && ending.toLowerCase() !== 'csv' : format.endsWith('json');
  const base = ending === '' ? unpacked : unpacked.slice(0, -ending.length - 1);
  const [, stem = base, number] = /^(.*)\.rejects(?:-(\d+))?$/s.exec(base) ?? [];
  const suffix = stem === base ? 'rejects' : `rejects-${Number(number ?? 1) + 1}`;
  return `${stem}.${suffix}.${isJson ? 'ndjson' : 'csv'}`;
}
