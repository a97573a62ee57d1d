/** What is shown of matching. */
import type { MatchRule, MatchSettingsInUse } from '../../contract/match-settings.js';
import type { Explanation, ExplanationStep, Match, MatchDetail } from '../../contract/matches.js';
import type { SettlementRecord } from '../../contract/records.js';
import type { Transaction } from '../../contract/transaction.js';
import type { Run } from '../flags/run.js';
import { escapeControls } from '../terminal/display-text.js';
import type { Output } from '../terminal/output.js';
import { csvLine, fittedLines } from '../terminal/table.js';
import { amountText } from './amount-cells.js';
import { csvCell } from './export-view.js';
import { count } from './input-view.js';
import { showTable, tableWidth } from './table-view.js';

/** The rules as a table, strongest first, then the other settings that are not as they are by default. */
export function showRules(settings: MatchSettingsInUse, run: Run): void {
  const columns = [
    { title: '#', align: 'right' as const },
    { title: 'rule' },
    { title: 'outcome' },
    { title: 'equal' },
    { title: 'within' },
    { title: 'ways', dropped: 1 },
  ];
  showTable(
    columns,
    settings.rules.map((rule, at) => [
      String(at + 1),
      rule.name,
      rule.outcome,
      rule.keys.join(', ') || 'amount alone',
      rule.within,
      waysText(rule),
    ]),
    run,
  );
  const { output } = run;
  output.text('');
  output.text(settings.ownRules ? `Own rules, version ${settings.version}.` : 'These are the rules that work at once.');
  output.text(`A record is due ${settings.waitDays} days after its sale.`);
  for (const [from, to] of Object.entries(settings.terminals)) output.text(`Terminal ${from} of a record is ${to} of a sale.`);
  for (const [from, to] of Object.entries(settings.brands)) output.text(`Brand ${from} is read as ${to}.`);
  for (const { acquirerId, merchantId, waitDays, near } of settings.accounts) {
    const parts = [
      ...(waitDays === undefined ? [] : [`due after ${waitDays} days`]),
      ...(near === undefined ? [] : [`near is ${near[0]} to ${near[1]} %`]),
    ];
    output.text(`Account ${acquirerId}${merchantId === undefined ? '' : ` ${merchantId}`}: ${parts.join(', ') || 'nothing else'}.`);
  }
}

function waysText({ ways, near, oneEdit }: MatchRule): string {
  const names = ways.map((way) => (way === 'Near' ? `Near ${near[0]} to ${near[1]} %` : way));
  return [...names, ...(oneEdit === null ? [] : [`one slip in ${oneEdit}`])].join(', ');
}

const listColumns = [
  { title: 'day' },
  { title: 'kind', dropped: 1 },
  { title: 'rule', dropped: 4 },
  { title: 'how', dropped: 5 },
  { title: 'sales', align: 'right' as const },
  { title: 'records', align: 'right' as const },
  { title: 'difference', align: 'right' as const, dropped: 3 },
  { title: 'currency', dropped: 2 },
  { title: 'match', id: true },
];

export interface MatchesView {
  page(items: readonly Match[]): void;
  /** `hasMore` of the last page, and the number of the one after it. */
  end(hasMore: boolean, nextPage: number): void;
}

/** Pages of matches as they come: it keeps none of them, however long the list. */
export function openMatchesView(format: 'json' | 'csv' | 'table', run: Run): MatchesView {
  if (format === 'json') return jsonOfMatches(run.output);
  return format === 'csv' ? csvOfMatches(run) : tableOfMatches(run);
}

function jsonOfMatches(output: Output): MatchesView {
  let before = '{"schema":"sales.matches/1","items":[';
  const item = (text: string) => {
    output.part(before + text);
    before = ',';
  };
  return {
    page: (items) => items.forEach((match) => void item(JSON.stringify(match))),
    end: (hasMore) => output.part(`${before === ',' ? '' : before}],"hasMore":${hasMore}}\n`),
  };
}

function tableOfMatches({ host, output }: Run): MatchesView {
  let rows = 0;
  let head = '';
  return {
    page: (items) => {
      if (items.length === 0) return;
      const [ownHead = '', ...lines] = fittedLines(listColumns, items.map(cellsOf), tableWidth(host));
      // Another page may have room for other columns.
      if (ownHead !== head) output.text(ownHead, 'bold');
      head = ownHead;
      for (const line of lines) output.text(line);
      rows += items.length;
    },
    end: (hasMore, nextPage) => {
      if (rows === 0) output.note(nextPage > 2 ? `Page ${nextPage - 1} is past the end of the list.` : noneText);
      else if (hasMore) output.note(moreText(nextPage));
    },
  };
}

const noneText = 'No match fits. What came or went within the last seconds may not be matched yet.';
const moreText = (nextPage: number) => `There are more: use --page ${nextPage} or --all`;

function cellsOf(match: Match): string[] {
  return [
    match.day,
    match.kind,
    match.rule ?? 'by hand',
    match.how,
    sideText(match.salesCount, match.salesAmount),
    sideText(match.recordsCount, match.recordsAmount),
    match.difference === null ? 'hidden' : match.difference === '0.00' ? '' : match.difference,
    match.currency ?? '',
    match.matchId,
  ];
}

/** `17.12`, or `3: 80.00`. */
function sideText(number: number, amount: string | null): string {
  const text = amount ?? 'hidden';
  // All that there are may be hidden.
  return number < 2 ? text : `${number}: ${text}`;
}

const csvColumns = [
  ...([
    'matchId',
    'kind',
    'rule',
    'how',
    'pinned',
    'day',
    'currency',
    'salesCount',
    'salesAmount',
    'recordsCount',
    'recordsAmount',
  ] as const),
  ...(['difference', 'matchedAt', 'decidedBy', 'note', 'itemsHidden', 'transactionIds', 'recordIds'] as const),
];

/** Ids of several rows are separated by blanks. */
function csvOfMatches({ host, output }: Run): MatchesView {
  output.data(csvLine(csvColumns));
  const shown = (cell: string) => (host.stdout.isTTY === true ? escapeControls(cell) : cell);
  return {
    page: (items) => {
      for (const match of items) output.data(csvLine(csvColumns.map((column) => shown(csvCellOf(match, column)))));
    },
    end: (hasMore, nextPage) => {
      if (hasMore) output.note(moreText(nextPage));
    },
  };
}

const amountColumns: readonly string[] = ['salesAmount', 'recordsAmount', 'difference'];

function csvCellOf(match: Match, column: (typeof csvColumns)[number]): string {
  const value = match[column];
  if (Array.isArray(value)) return value.join(' ');
  // A minus before an amount makes no formula of it.
  return amountColumns.includes(column) ? String(value ?? '') : csvCell(column, value);
}

type EitherRow = Transaction | SettlementRecord;

const isSale = (row: EitherRow): row is Transaction => 'transactionId' in row;

/** A row in one line, as far as people know it by. */
function rowText(row: EitherRow): string {
  const at = isSale(row)
    ? (row.eftTransactionDate ?? row.transactionDate ?? row.businessDate)
    : (row.transactionDate ?? row.businessDate ?? row.settlementDate ?? row.payoutDate);
  const named = (name: string, value: string | null) => (value === null || value === '' ? '' : `${name} ${value}`);
  const parts = [
    isSale(row) ? `sale ${row.transactionId}` : `record ${row.recordId}`,
    isSale(row) ? '' : (row.type ?? ''),
    at ?? '',
    row.amount === null ? '' : `${amountText(row.amount, row.currency)} ${row.currency ?? ''}`.trim(),
    named('terminal', row.terminalId),
    named('card', row.cardNumberMasked === null ? null : row.cardNumberMasked.trimEnd().slice(-4)),
    named('authorisation', row.authorisationCode),
    named('reference', row.transactionReference),
    named('order', row.orderId),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

/** What a row of that state is in; else a match. */
const matchKinds: Partial<Record<Explanation['matchState'], string>> = { Unmatched: 'Proposal', Skip: 'Cancellation' };

/** Why a row is as it is, then what each rule made of it. */
export function showExplanation({ row, matchState, reason, matchId, sentence, steps }: Explanation, { output }: Run): void {
  output.text(rowText(row), 'bold');
  output.text(matchState === 'Unmatched' ? `Unmatched${reason === null ? '' : `, ${reason}`}: ${sentence}` : sentence);
  if (matchId !== null) output.text(`${matchKinds[matchState] ?? 'Match'} ${matchId}`);
  const isSilent = ({ outcome }: ExplanationStep) => outcome === 'NoKey' || outcome === 'Alone';
  const telling = steps.filter((step) => !isSilent(step));
  const silent = new Map<string, string[]>();
  for (const step of steps.filter(isSilent)) silent.set(step.sentence, [...(silent.get(step.sentence) ?? []), step.rule]);
  if (steps.length > 0) output.text('');
  const width = Math.max(...telling.map(({ rule }) => rule.length));
  for (const { rule, outcome, sentence } of telling) {
    const made = ['Match', 'Proposal', 'Cancellation'].includes(outcome) ? `${outcome}: ` : '';
    output.text(`  ${rule.padEnd(width)}  ${made}${sentence}`);
  }
  if (telling.length > 0 && silent.size > 0) output.text('Other rules:');
  for (const [why, rules] of silent) output.text(`  ${rules.join(', ')}: ${why}`);
}

export function showMatch(match: MatchDetail, { output }: Run): void {
  const by = match.rule === null ? 'by hand' : `by rule ${match.rule}`;
  output.text(`${match.kind} ${match.matchId} of ${match.day}, ${by} (${match.how})`, 'bold');
  const amount = (text: string | null) => (text === null ? 'hidden' : `${text} ${match.currency ?? ''}`.trim());
  const off = match.difference === null || match.difference === '0.00' ? '' : `; difference ${amount(match.difference)}`;
  output.text(
    `${count(match.salesCount, 'sale')}: ${amount(match.salesAmount)}; ${count(match.recordsCount, 'record')}: ${amount(match.recordsAmount)}${off}`,
  );
  if (match.itemsHidden) output.text('It has rows that you may not see.');
  if (match.note !== null) output.text(match.note);
  for (const row of [...match.transactions, ...match.records]) output.text(`  ${rowText(row)}`);
  const left = match.salesCount + match.recordsCount - match.transactions.length - match.records.length;
  if (left > 0) output.text(`  and ${count(left, 'more row')}`);
}
