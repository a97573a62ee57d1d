/** Why each open row is in no match: what matching found, else what it waits for, else that it is due. */
import { decimalText } from '../contract/amount.js';
import type { MissingPart, RowReason } from '../contract/open-reasons.js';
import { own } from '../contract/own-names.js';
import type { Columns } from './columns.js';
import type { Gap, RowDue } from './due.js';
import type { MatchOutcome } from './evidence.js';
import { type EvidenceMatch, evidenceMatches } from './evidence.js';
import type { EvidenceSettings } from './evidence-settings.js';
import { LOOKED_MAX } from './leads.js';
import { differ } from './match-work.js';
import type { OpenFinding } from './open-rows.js';

export interface ReasonOfRow {
  reason: RowReason;
  /** Places of the rows that it is about, the best first; null where they are too many. */
  involved: readonly number[] | null;
}

/** More rows are too many to be named. */
const INVOLVED_MAX = 20;

export interface Reasoned {
  rows: Columns;
  outcome: MatchOutcome;
  settings: EvidenceSettings;
  due: (row: number) => RowDue;
  /** A name as files write it, by the code of its text; null for code 0. */
  nameOf: (code: number) => string | null;
}

/** Rows in proposals, then the others that are free, in the order of their places. `isAsked`: not of pinned rows. */
export function* openReasons(reasoned: Reasoned, isAsked: (row: number) => boolean): Generator<[row: number, reason: ReasonOfRow]> {
  const { rows, outcome, settings } = reasoned;
  const matches: EvidenceMatch[] = [];
  for (const match of evidenceMatches(rows, outcome, settings)) if (match.kind === 'Proposal') matches.push(match);
  for (const match of matches) for (const row of [...match.sales, ...match.records]) yield [row, ofProposal(rows, match, row)];
  const alone = openAmounts(rows, outcome);
  for (let row = 0; row < rows.count; row++) {
    if (outcome.matchOf[row] !== -1 || !isAsked(row)) continue;
    if (outcome.isCash[row] === 1) {
      yield [row, { reason: { code: 'Cash', parameters: {} }, involved: [] }];
      continue;
    }
    const finding = outcome.findings.get(row);
    yield [row, finding ? ofFinding(reasoned, finding, row, alone) : byDue(reasoned, row, alone)];
  }
}

function ofProposal(rows: Columns, { rule, sales, records }: EvidenceMatch, row: number): ReasonOfRow {
  const others = rows.isRecord[row] === 1 ? sales : records;
  return { reason: { code: 'Proposed', parameters: { rule, rows: others.length } }, involved: involvedIn(others, sales, records, row) };
}

/** Those of the other side first. */
function involvedIn(others: readonly number[], sales: readonly number[], records: readonly number[], row: number): number[] | null {
  if (sales.length + records.length > INVOLVED_MAX) return null;
  return [...others, ...(others === sales ? records : sales).filter((one) => one !== row)];
}

const named = (reason: RowReason, rows: readonly number[]): ReasonOfRow => ({ reason, involved: rows.length > INVOLVED_MAX ? null : rows });
const money = (units: number) => decimalText(BigInt(units));
const date = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

function ofFinding({ rows, nameOf }: Reasoned, finding: OpenFinding, row: number, alone: OpenAmounts): ReasonOfRow {
  const { code, field, within = 'Day', sales, records, sold = 0, settled = 0 } = finding;
  const isRecord = rows.isRecord[row] === 1;
  const others = isRecord ? sales : records;
  const other = others[0] as number;
  const text = (column: Int32Array, place: number) => nameOf(column[place] as number);
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
      const column = field === undefined ? undefined : own(columnOf, field);
      const shown = (place: number) =>
        column === undefined ? '' : column === 'lastFour' ? cardOf(rows, place) : (text(rows[column], place) ?? '');
      return told({ code, parameters: { field: field ?? '', ours: shown(row), theirs: shown(other) } });
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

const columnOf: Readonly<Record<string, 'terminal' | 'location' | 'acquirer' | 'code' | 'counter' | 'lastFour'>> = {
  terminalId: 'terminal',
  locationId: 'location',
  acquirerId: 'acquirer',
  authorisationCode: 'code',
  transactionSequenceCounter: 'counter',
  cardNumberMasked: 'lastFour',
};

const cardOf = ({ lastFour }: Columns, place: number) =>
  lastFour[place] === 0 ? '' : String((lastFour[place] as number) - 10_000).padStart(4, '0');

/** Days from a sale to a record in which an equal amount may be it. */
const AMOUNT_DAYS = { least: -1, most: 45 };

type OpenAmounts = (row: number) => number[];

/** Open rows of the other side with the same amount, of no other place, at most {@link INVOLVED_MAX} and one more. */
function openAmounts(rows: Columns, outcome: MatchOutcome): OpenAmounts {
  const byAmount = new Map<string, number[]>();
  const keyOf = (row: number, side: number) => `${side} ${rows.units[row]} ${rows.currency[row]}`;
  for (let row = 0; row < rows.count; row++) {
    if (outcome.matchOf[row] !== -1 || outcome.isCash[row] === 1) continue;
    const key = keyOf(row, rows.isRecord[row] as number);
    const some = byAmount.get(key);
    if (some) some.push(row);
    else byAmount.set(key, [row]);
  }
  for (const some of byAmount.values()) some.sort((one, other) => (rows.day[one] as number) - (rows.day[other] as number));
  return (row) => {
    const some = byAmount.get(keyOf(row, 1 - (rows.isRecord[row] as number))) ?? [];
    const day = rows.day[row] as number;
    const [from, to] =
      rows.isRecord[row] === 1 ? [day - AMOUNT_DAYS.most, day - AMOUNT_DAYS.least] : [day + AMOUNT_DAYS.least, day + AMOUNT_DAYS.most];
    const found: number[] = [];
    const first = firstFrom(rows, some, from);
    for (let at = first; at < Math.min(some.length, first + LOOKED_MAX) && found.length <= INVOLVED_MAX; at++) {
      const other = some[at] as number;
      if ((rows.day[other] as number) > to) break;
      if (!differ(outcome.place, row, other)) found.push(other);
    }
    return found;
  };
}

/** Binary search: the first of rows in the order of their days that is not before `day`. */
function firstFrom(rows: Columns, some: readonly number[], day: number): number {
  let [low, high] = [0, some.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows.day[some[middle] as number] as number) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byDue({ rows, due, nameOf }: Reasoned, row: number, alone: OpenAmounts): ReasonOfRow {
  const told = due(row);
  const isRecord = rows.isRecord[row] === 1;
  const side = isRecord ? 'Record' : 'Sale';
  const terminalId = nameOf(rows.terminal[row] as number);
  const of = (reason: RowReason): ReasonOfRow => ({ reason, involved: [] });
  const others = told.gap === null ? alone(row) : [];
  if (others.length > 0) return named({ code: 'AmountAlone', parameters: { rows: others.length } }, others);
  if (told.state === 'NotCovered') {
    const fromDay = told.fromDay === null ? null : date(told.fromDay);
    return of({ code: 'NotCovered', parameters: { terminalId, fromDay, missing: missingOf(told.gap, nameOf) } });
  }
  const acquirerId = nameOf(told.account?.acquirer ?? 0);
  if (told.state === 'Waiting') {
    const days = { toDay: date(told.toDay), dueDay: date(told.dueDay) };
    return of({ code: 'Waiting', parameters: { side, acquirerId, terminalId, ...days, missing: missingOf(told.gap, nameOf) } });
  }
  const dueDay = date(told.dueDay);
  return isRecord
    ? of({ code: 'NoSale', parameters: { terminalId, dueDay } })
    : of({ code: 'NotSettled', parameters: { acquirerId, dueDay } });
}

function missingOf(gap: Gap | null, nameOf: Reasoned['nameOf']): MissingPart | null {
  if (gap === null) return null;
  const { code, account, terminal, day } = gap;
  return {
    code,
    acquirerId: nameOf(account?.acquirer ?? 0),
    merchantId: nameOf(account?.merchant ?? 0),
    terminalId: nameOf(terminal),
    day: day === null ? null : date(day),
  };
}
