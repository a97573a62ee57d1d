/** Why each open row is in no match: what matching found, else what it waits for, else that it is due. */
import { decimalText } from '../contract/amount.js';
import type { RowReason } from '../contract/open-reasons.js';
import { valueAt } from '../contract/value-at.js';
import { type Columns, columnOf, type WeighedField } from './columns.js';
import { type DueRows, dueReasons } from './due.js';
import { firstPlace } from './groups.js';
import { differ, LOOKED_MAX } from './match-work.js';
import type { OpenFinding } from './open-rows.js';

export interface ReasonOfRow {
  reason: RowReason;
  /** Places of the rows that it is about, the best first; null where they are too many. */
  involved: readonly number[] | null;
}

/** More rows are too many to be named. */
const INVOLVED_MAX = 20;

/** Rows in proposals, then the others that are free, in the order of their places. `isAsked`: not of pinned rows. */
export function* openReasons(asked: DueRows, isAsked: (row: number) => boolean): Generator<[row: number, reason: ReasonOfRow]> {
  const { rows, outcome } = asked;
  for (const { kind, rule, sales, records } of outcome.matches)
    if (kind === 'Proposal')
      for (const row of [...sales, ...records]) {
        const others = rows.isRecord[row] === 1 ? sales : records;
        yield [
          row,
          { reason: { code: 'Proposed', parameters: { rule, rows: others.length } }, involved: involvedIn(others, sales, records, row) },
        ];
      }
  const reasonOf = reasonOfFree(asked);
  for (let row = 0; row < rows.count; row++) if (outcome.matchOf[row] === -1 && isAsked(row)) yield [row, reasonOf(row)];
}

/** Why a free row is open: the first that holds. */
function reasonOfFree(asked: DueRows): (row: number) => ReasonOfRow {
  const { rows, outcome } = asked;
  const alone = openAmounts(asked);
  const dueReason = dueReasons(asked);
  return (row) => {
    if (outcome.isCash[row] === 1) return { reason: { code: 'Cash', parameters: {} }, involved: [] };
    const finding = outcome.findings.get(row);
    if (finding) return ofFinding(rows, finding, row, alone);
    const due = dueReason(row);
    if ('missing' in due.parameters && due.parameters.missing !== null) return { reason: due, involved: [] };
    const others = alone(row);
    if (others.length > 0) return named({ code: 'AmountAlone', parameters: { rows: others.length } }, others);
    const paid = outcome.paidVoids.get(row);
    if (paid && due.code === 'NotSettled') return named({ code: 'VoidPaid', parameters: {} }, paid);
    return { reason: due, involved: [] };
  };
}

/** The other rows of a group, those of the other side first; null where they are too many. */
function involvedIn(others: readonly number[], sales: readonly number[], records: readonly number[], row: number): number[] | null {
  if (sales.length + records.length > INVOLVED_MAX) return null;
  return [...others, ...(others === sales ? records : sales).filter((one) => one !== row)];
}

const named = (reason: RowReason, rows: readonly number[]): ReasonOfRow => ({ reason, involved: rows.length > INVOLVED_MAX ? null : rows });
const money = (units: number) => decimalText(BigInt(units));

function ofFinding(rows: Columns, finding: OpenFinding, row: number, alone: OpenAmounts): ReasonOfRow {
  const { code, field, within = 'Day', sales, records, sold = 0, settled = 0 } = finding;
  const isRecord = rows.isRecord[row] === 1;
  const others = isRecord ? sales : records;
  const other = others[0] as number;
  const text = (column: Int32Array, place: number) => rows.texts.textOf(column[place] as number) || null;
  const told = (reason: RowReason, about = others): ReasonOfRow => ({ reason, involved: involvedIn(about, sales, records, row) });
  switch (code) {
    case 'Ambiguous':
      return told({ code, parameters: { sales: sales.length, records: records.length } });
    case 'Unbalanced':
      return told({ code, parameters: { sales: sales.length, records: records.length, sold: money(sold), settled: money(settled) } });
    case 'Nearby': {
      const equal = alone(row).filter((one) => !others.includes(one));
      return named({ code, parameters: { rows: others.length, within, equal: equal.length } }, [...others, ...equal]);
    }
    case 'AmountDiffers':
      return told({ code, parameters: { ours: money(rows.units[row] as number), theirs: money(rows.units[other] as number) } });
    case 'CurrencyDiffers':
      return told({ code, parameters: { ours: text(rows.currency, row) ?? '', theirs: text(rows.currency, other) ?? '' } });
    case 'FieldDiffers': {
      const column = columnOf[field as WeighedField];
      const shown = (place: number) => (column === 'lastFour' ? cardOf(rows, place) : rows.texts.textOf(rows[column][place] as number));
      return told({ code, parameters: { field: field as WeighedField, ours: shown(row), theirs: shown(other) } });
    }
    case 'SettledTwice': {
      const twin = records.find((one) => one !== row) as number;
      const parameters = { ours: text(rows.payout, row), theirs: text(rows.payout, twin) };
      return { reason: { code, parameters }, involved: [twin, ...sales] };
    }
    case 'PostedTwice':
      return { reason: { code, parameters: {} }, involved: [...sales.filter((one) => one !== row), ...records] };
  }
}

const cardOf = ({ lastFour }: Columns, place: number) =>
  lastFour[place] === 0 ? '' : String((lastFour[place] as number) - 10_000).padStart(4, '0');

/** Days from a sale to a record in which an equal amount may be it. */
const AMOUNT_DAYS = { least: -1, most: 45 };

type OpenAmounts = (row: number) => number[];

/** Open rows of the other side with the same amount, of no other place, at most {@link INVOLVED_MAX} and one more. */
function openAmounts({ rows, outcome, isPinned }: DueRows): OpenAmounts {
  const byAmount = new Map<string, number[]>();
  const keyOf = (row: number, side: number) => `${side} ${rows.units[row]} ${rows.currency[row]}`;
  for (let row = 0; row < rows.count; row++) {
    if (outcome.matchOf[row] !== -1 || outcome.isCash[row] === 1 || isPinned(row) || outcome.namesPaid.has(row)) continue;
    valueAt(byAmount, keyOf(row, rows.isRecord[row] as number), () => []).push(row);
  }
  for (const some of byAmount.values()) some.sort((one, other) => (rows.day[one] as number) - (rows.day[other] as number));
  return (row) => {
    const some = (!outcome.namesPaid.has(row) && byAmount.get(keyOf(row, 1 - (rows.isRecord[row] as number)))) || [];
    const day = rows.day[row] as number;
    const [from, to] =
      rows.isRecord[row] === 1 ? [day - AMOUNT_DAYS.most, day - AMOUNT_DAYS.least] : [day + AMOUNT_DAYS.least, day + AMOUNT_DAYS.most];
    const found: number[] = [];
    const first = firstPlace(0, some.length, (place) => (rows.day[some[place] as number] as number) < from);
    for (let at = first; at < Math.min(some.length, first + LOOKED_MAX) && found.length <= INVOLVED_MAX; at++) {
      const other = some[at] as number;
      if ((rows.day[other] as number) > to) break;
      if (!differ(outcome.place, row, other)) found.push(other);
    }
    return found;
  };
}
