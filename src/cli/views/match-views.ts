/** Shows matches and the settings of matching. */
import type { MatchSettingsInUse } from '../../contract/match-settings.js';
import type { Explanation, Match, MatchDetail } from '../../contract/matches.js';
import { own } from '../../contract/own-names.js';
import type { SettlementRecord } from '../../contract/records.js';
import type { Transaction } from '../../contract/transaction.js';
import type { Run } from '../flags/run.js';
import { amountText } from './amount-cells.js';
import { count } from './input-view.js';
import { csvCellsOf, type Pages } from './pages-view.js';
import type { ItemColumn } from './table-view.js';

/** What the settings say, a line each; those that are as they are by default in few words. */
export function showSettings(settings: MatchSettingsInUse, { output }: Run): void {
  const { near, waitDays, names, notByCard, numbers, book, accounts, version } = settings;
  output.text(version === 0 ? 'Nobody has changed the settings.' : `Version ${version}.`, 'bold');
  output.text(`The amount of a record may be ${nearText(near)} that of its sale, for tips and roundings.`);
  output.text(
    `A record is due ${waitDays === null ? 'when its account has always settled so far' : `${count(waitDays, 'day')} after its sale`}.`,
  );
  for (const { acquirerId, merchantId, waitDays, near } of accounts) {
    const parts = [
      ...(waitDays === undefined ? [] : [`due after ${count(waitDays, 'day')}`]),
      ...(near === undefined ? [] : [`amounts ${nearText(near)} that of the sale`]),
    ];
    output.text(`Account ${acquirerId}${merchantId === undefined ? '' : ` ${merchantId}`}: ${parts.join(', ') || 'as all the others'}.`);
  }
  for (const [what, some] of Object.entries(names))
    for (const [from, to] of Object.entries(some)) output.text(`${own(nameWords, what) ?? what} ${from} is ${to}.`);
  output.text(`Not paid by card: ${notByCard.join(', ') || 'nothing'}.`);
  for (const [kind, use] of Object.entries(numbers)) output.text(`Number ${kind}: ${use}.`);
  if (book.length > 0) output.text(`Booked without asking: ${book.join(', ')}.`);
}

/** `5 % below to 35 % above`. */
const nearText = (near: readonly number[]) =>
  near.map((percent) => `${Math.abs(percent)} % ${percent < 0 ? 'below' : 'above'}`).join(' to ');

const nameWords: Record<string, string> = { terminals: 'Terminal', locations: 'Location', brands: 'Brand', accounts: 'Account' };

const listColumns: readonly ItemColumn<Match>[] = [
  { title: 'day', cell: ({ day }) => day },
  { title: 'kind', dropped: 1, cell: ({ kind }) => kind },
  { title: 'rule', dropped: 4, cell: ({ rule }) => rule ?? 'by hand' },
  { title: 'how', dropped: 5, cell: ({ how }) => how },
  { title: 'sales', align: 'right', cell: ({ salesCount, salesAmount }) => sideText(salesCount, salesAmount) },
  { title: 'records', align: 'right', cell: ({ recordsCount, recordsAmount }) => sideText(recordsCount, recordsAmount) },
  { title: 'difference', align: 'right', dropped: 3, cell: ({ difference }) => (difference === '0.00' ? '' : (difference ?? 'hidden')) },
  { title: 'currency', dropped: 2, cell: ({ currency }) => currency ?? '' },
  { title: 'match', id: true, cell: ({ matchId }) => matchId },
];

/** `17.12`, or `3: 80.00`. */
function sideText(number: number, amount: string | null): string {
  const text = amount ?? 'hidden';
  // All that there are may be hidden.
  return number < 2 ? text : `${number}: ${text}`;
}

const csvColumns = [
  ...['matchId', 'kind', 'rule', 'how', 'pinned', 'day', 'currency', 'salesCount', 'salesAmount', 'recordsCount', 'recordsAmount'],
  ...['difference', 'matchedAt', 'decidedBy', 'note', 'cause', 'itemsHidden', 'transactionIds', 'recordIds'],
];

const amountColumns = ['salesAmount', 'recordsAmount', 'difference'];

export const matchPages = ({ output }: Run): Pages<Match> => ({
  document: { schema: 'sales.matches/1' },
  columns: listColumns,
  csvColumns,
  csvCells: (match) => csvCellsOf(match, csvColumns, amountColumns),
  texts: { ...output.words.pages, none: 'No match fits. What came or went within the last seconds may not be matched yet.' },
});

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
const matchKinds: Partial<Record<Explanation['matchState'], string>> = { Unmatched: 'Proposal', Skip: 'In' };

/** Why a row is as it is, then the rows that it is about beside it. */
export function showExplanation({ row, matchState, reason, matchId, sentence, compared }: Explanation, { output }: Run): void {
  output.text(rowText(row), 'bold');
  output.text(matchState === 'Unmatched' ? `Unmatched${reason === null ? '' : `, ${reason}`}: ${sentence}` : sentence);
  if (matchId !== null) output.text(`${matchKinds[matchState] ?? 'Match'} ${matchId}`);
  if (matchId !== null && matchState === 'Unmatched') output.note(`If that is right:   ${output.commandLine('match', 'approve', matchId)}`);
  if (compared.length > 0) output.text('');
  for (const { side, id, sentence } of compared) output.text(`  ${side === 'Sale' ? 'sale' : 'record'} ${id}  ${sentence}`);
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
  for (const row of [...match.transactions, ...match.records, ...(match.chargebacks ?? [])]) output.text(`  ${rowText(row)}`);
  const left = match.salesCount + match.recordsCount - match.transactions.length - match.records.length;
  if (left > 0) output.text(`  and ${count(left, 'more row')}`);
}
