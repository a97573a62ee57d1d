/** What two rows have in common as matching compares them, and in what they differ: the evidence of one pair, for people. */
import { decimalText } from '../contract/amount.js';
import type { MatchSettings } from '../contract/match-settings.js';
import type { ComparedRow } from '../contract/matches.js';
import { fieldWords } from '../contract/open-reasons.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { addRecord, addSale, type Columns, columnOf, emptyColumns, type WeighedField } from './columns.js';
import { rowNamesOf } from './evidence-settings.js';

export type ExplainedRow = { id: string } & (
  | { kind: 'Sales'; fields: TransactionUpload }
  | { kind: 'Settlement'; fields: SettlementRecordUpload }
);

/** A brand by its family: files write brands as they like. */
const fields = Object.entries({ ...columnOf, brandId: 'brand' } as const) as [WeighedField, 'brand' | 'reference'][];

/** Each of the others beside the subject; those that cannot be compared are left out, and all where the subject cannot. */
export function comparedRows(subject: ExplainedRow, others: readonly ExplainedRow[], settings: MatchSettings): ComparedRow[] {
  const rows = emptyColumns(others.length + 1);
  const names = rowNamesOf(settings);
  const add = (row: ExplainedRow) => (row.kind === 'Sales' ? addSale(rows, 0, row.fields, names) : addRecord(rows, 0, row.fields, names));
  const own = add(subject);
  if (own === null) return [];
  return others.flatMap((other) => {
    const place = add(other);
    return place === null ? [] : [comparedWith(rows, own, place, subject, other)];
  });
}

function comparedWith(
  rows: Columns,
  own: number,
  other: number,
  subject: ExplainedRow,
  { id, kind, fields: theirs }: ExplainedRow,
): ComparedRow {
  const same: string[] = [];
  const differs: ComparedRow['differs'] = [];
  for (const [field, column] of fields) {
    const [one, another] = [rows[column][own] as number, rows[column][other] as number];
    if (one === 0 || another === 0) continue;
    if (one === another) same.push(field);
    else differs.push({ field, ours: String(subject.fields[field] ?? ''), theirs: String(theirs[field] ?? '') });
  }
  const days = Math.abs((rows.day[own] as number) - (rows.day[other] as number));
  const seconds = Math.abs((rows.at[own] as number) - (rows.at[other] as number));
  const units = (rows.units[other] as number) - (rows.units[own] as number);
  const difference = rows.currency[own] === rows.currency[other] ? decimalText(BigInt(units)) : null;
  const told = { same, differs, secondsApart: Number.isNaN(seconds) ? null : Math.round(seconds), daysApart: days, difference };
  return {
    id,
    side: kind === 'Sales' ? 'Sale' : 'Record',
    ...told,
    sentence: sentenceOf(told),
  };
}

/** `same reference and card; terminal 17 instead of 12; 4 s apart; 2.50 more`. */
function sentenceOf({ same, differs, secondsApart, daysApart, difference }: Omit<ComparedRow, 'id' | 'side' | 'sentence'>): string {
  const word = (field: string) => fieldWords[field] ?? field;
  const parts = [
    same.length === 0 ? '' : `same ${same.map(word).join(', ')}`,
    ...differs.map(({ field, ours, theirs }) => `${word(field)} ${theirs} instead of ${ours}`),
    secondsApart === null || daysApart > 1 ? (daysApart === 0 ? 'same day' : `${daysApart} days apart`) : apart(secondsApart),
    difference === null
      ? ''
      : /^-?0\.00$/.test(difference)
        ? 'same amount'
        : `${difference.replace('-', '')} ${difference.startsWith('-') ? 'less' : 'more'}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function apart(seconds: number): string {
  if (seconds < 120) return `${seconds} s apart`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min apart` : `${Math.round(seconds / 3_600)} h apart`;
}
