/** The table of money for people and as JSON. Lines that most months lack are shown where they are not 0. */
import type { Money, MoneyItem, SumOfSales } from '../../contract/money.js';
import type { MoneyDimension, SoldPart } from '../../contract/money-parts.js';
import { isZero, negated } from '../../words/format.js';
import type { Run } from '../flags/run.js';
import type { Output } from '../terminal/output.js';
import { groupedAmount } from './amount-cells.js';
import { type ItemColumn, showTable } from './table-view.js';

interface MoneyLine {
  title: string;
  count: string;
  amount: string;
  more: string;
}

export function showMoney(money: Money, by: MoneyDimension | null, run: Pick<Run, 'host' | 'output'>): void {
  const { output } = run;
  const { format, noCurrency, money: text } = output.words;
  if (output.flags.json) {
    output.document({ schema: 'sales.money/1', by, ...money });
    return;
  }
  if (money.items.length === 0) output.note(text.none);
  for (const [at, item] of money.items.entries()) {
    if (at > 0) output.text('');
    const columns: ItemColumn<MoneyLine>[] = [
      { title: namesOf(item, by, output), cell: ({ title }) => title },
      { title: '', align: 'right', cell: ({ count }) => count },
      { title: item.currency ?? noCurrency, align: 'right', point: format.point(), cell: ({ amount }) => amount },
      { title: '', dropped: 1, cell: ({ more }) => more },
    ];
    showTable(columns, linesOf(item, output), run);
  }
  if (money.matching === 'Pending') output.note(text.pending);
  if (money.matching === 'None') output.note(text.noRecords(output.commandLine('settle', 'FILE')));
}

/** What a table is about, where there are several. */
function namesOf({ day, acquirerId, merchantId, terminalId, brandId }: MoneyItem, by: MoneyDimension | null, { words }: Output): string {
  if (by === null) return '';
  const names = { day: [day && words.format.dayText(day)], account: [acquirerId, merchantId], terminal: [terminalId], brand: [brandId] }[
    by
  ];
  return names.filter(Boolean).join(' ') || words.money.without(by);
}

function linesOf(item: MoneyItem, output: Output): MoneyLine[] {
  const { currency } = item;
  const { format, money: text } = output.words;
  const { money: titles } = output.words.shared;
  const money = (amount: string) => groupedAmount(amount, currency, format);
  const rowsOf = (sum: SumOfSales | MoneyItem['takenBack']) => ('records' in sum ? sum.records : sum.transactions);
  const counted = (title: string, sum: SumOfSales | MoneyItem['takenBack'], more = ''): MoneyLine => {
    return { title, count: format.countText(rowsOf(sum)), amount: money(sum.amount), more };
  };
  const ifAny = (title: string, sum: SumOfSales | MoneyItem['takenBack'], more?: string) =>
    rowsOf(sum) > 0 ? [counted(title, sum, more)] : [];
  const plain = (title: string, amount: string): MoneyLine => ({ title, count: '', amount: money(amount), more: '' });
  const listed = (part: string) => output.commandLine('list', '--where', `part=${part}`);
  const payouts = item.payouts === undefined ? undefined : titles.inPayouts(item.payouts);
  const part = (name: SoldPart) => `  ${titles.parts[name]}`;
  return [
    counted(titles.parts.sold, item.sold),
    counted(part('paid'), item.paid, payouts),
    counted(part('notDue'), item.notDue),
    counted(part('overdue'), item.overdue, item.overdue.transactions > 0 ? listed('overdue') : undefined),
    ...ifAny(part('toDecide'), item.toDecide, output.commandLine('match', 'list', '--kind', 'Proposal')),
    ...ifAny(part('toCheck'), item.toCheck, listed('to-check')),
    ...ifAny(part('missingFile'), item.missingFile, output.commandLine('exceptions', '--side', 'account')),
    ...ifAny(part('notCovered'), item.notCovered, listed('not-covered')),
    ...ifAny(part('setAside'), item.setAside, text.setAside),
    ...ifAny(part('notMatched'), item.notMatched, listed('not-matched')),
    plain(titles.fees, negated(item.fees)),
    ...(isZero(item.difference) ? [] : [plain(titles.difference, item.difference)]),
    ...ifAny(titles.takenBack, item.takenBack, text.takenBack),
    ...(isZero(item.corrections) ? [] : [plain(titles.corrections, item.corrections)]),
    ...ifAny(titles.withoutRecords, item.withoutRecords, text.withoutRecords),
    ...ifAny(titles.withoutNet, item.withoutNet),
    counted(titles.paidOut, item.paidOut),
    ...ifAny(titles.parts.cash, item.cash),
  ];
}
