/** Small worlds for the ladder: sales and records as the interface has them, and what became of them by their places. */
import type { MatchRule } from '../../src/contract/match-settings.js';
import { MatchSettings } from '../../src/contract/match-settings.js';
import type { SettlementRecordUpload } from '../../src/contract/settlement.js';
import type { TransactionUpload } from '../../src/contract/transaction.js';
import { comparableRecord, comparableSale, namesOf } from '../../src/matching/comparable.js';
import { coverage } from '../../src/matching/coverage.js';
import { defaultRules } from '../../src/matching/default-rules.js';
import { diagnosed } from '../../src/matching/diagnosis.js';
import { matchesOf, type PeopleDecided, runLadder } from '../../src/matching/ladder.js';
import { incomplete, reasonsOf } from '../../src/matching/reasons.js';
import { addRow, emptyRows } from '../../src/matching/rows.js';

export interface World {
  sales: TransactionUpload[];
  records: SettlementRecordUpload[];
  settings?: Partial<MatchSettings>;
  rules?: readonly MatchRule[];
  /** Sales by `s0`, records by `r0`. */
  pinned?: string[];
  forbidden?: [string, string][];
}

/** A day in winter: `12:00:30` is a moment of it. */
export const at = (time: string, day = '2026-11-20') => `${day}T${time}+01:00`;

export const sale = (more: Partial<TransactionUpload> = {}): TransactionUpload => ({
  amount: 12.5,
  currency: 'CHF',
  transactionDate: at('12:00:00'),
  ...more,
});

export const record = (more: Partial<SettlementRecordUpload> = {}): SettlementRecordUpload => ({
  ...sale(),
  settlementDate: '2026-11-21',
  ...more,
});

export interface Told {
  /** `terminal-sequence Equal: s0 s1 = r0`, proposals with a question mark, cancellations with a bar. */
  matches: string[];
  reasons: Record<string, string>;
  sentences: Record<string, string>;
  candidates: Record<string, string[]>;
}

export function matchWorld({ sales, records, settings, rules = defaultRules, pinned = [], forbidden = [] }: World): Told {
  const all = MatchSettings.parse(settings ?? {});
  const names = namesOf(all);
  const rows = emptyRows(sales.length + records.length);
  const covered = coverage(all);
  const idOf: string[] = [];
  const told: Told = { matches: [], reasons: {}, sentences: {}, candidates: {} };
  const given: (TransactionUpload | SettlementRecordUpload)[] = [];
  for (const [index, one] of sales.entries()) {
    const row = comparableSale(one, names);
    if (row === null) told.reasons[`s${index}`] = incomplete.code;
    if (row === null) continue;
    idOf[addRow(rows, index, row)] = `s${index}`;
    given.push(one);
    covered.seeSale(row);
  }
  for (const [index, one] of records.entries()) {
    const row = comparableRecord(one, names);
    if (row === null) told.reasons[`r${index}`] = incomplete.code;
    if (row === null) continue;
    idOf[addRow(rows, index, row)] = `r${index}`;
    given.push(one);
    const account = { acquirerId: one.acquirerId ?? 'ACQ', merchantId: one.merchantId ?? null };
    if (one.settlementDate) covered.seeRecord(account, Date.parse(one.settlementDate) / 86_400_000, row.keys);
  }
  const place = (id: string) => idOf.indexOf(id);
  const decided: PeopleDecided = {
    pinned: new Set(pinned.map(place)),
    forbidden: new Map(forbidden.map(([one, other]) => [place(one), new Set([place(other)])])),
  };
  const ladder = runLadder(rows, rules, all, decided);
  const matches: string[] = [];
  for (const { level, how, sales: ofSales, records: ofRecords } of matchesOf(rows, ladder)) {
    const mark = how === 'Cancel' ? '|' : level.rule.outcome === 'Propose' ? '?' : '=';
    const ids = (some: number[]) => some.map((row) => idOf[row]).join(' ');
    matches.push(`${level.rule.name} ${how}: ${ids(ofSales)} ${mark} ${ids(ofRecords)}`.trim());
  }
  told.matches = matches.sort();
  const explained = {
    rows,
    levels: ladder.levels,
    findings: diagnosed(rows, ladder),
    due: (row: number) => covered.due({ side: rows.side[row] as 0 | 1, day: rows.day[row] as number, keys: keysOf(row) }),
    shown: { id: (row: number) => idOf[row] as string, text: (row: number, field: string) => textOf(given[row] as never, field) },
  };
  const keysOf = (row: number) => Object.fromEntries(Object.entries(rows.keys).map(([name, column]) => [name, column[row]])) as never;
  for (const [row, { code, sentence, candidates }] of reasonsOf(explained, ladder)) {
    told.candidates[idOf[row] as string] = candidates.map((one) => idOf[one] as string);
    told.reasons[idOf[row] as string] = code;
    told.sentences[idOf[row] as string] = sentence;
  }
  return told;
}

function textOf(row: Record<string, unknown>, field: string): string {
  if (field === 'lastFour') return String(row.cardNumberMasked ?? '').slice(-4);
  if (field === 'brand') return String(row.brandId ?? '');
  return String(row[field] ?? '');
}
