/** The table of money for people and as JSON. Lines that most months lack are shown where they are not 0. */
import type { Money, MoneyItem, SumOfSales } from '../../contract/money.js';
import type { MoneyDimension } from '../../contract/money-parts.js';
import type { Run } from '../flags/run.js';
import type { Output } from '../terminal/output.js';
import { groupedAmount, negated, onPoint } from './amount-cells.js';
import { showTable } from './table-view.js';

interface MoneyLine {
  title: string;
  count: string;
  amount: string;
  more?: string;
}

export function showMoney(money: Money, by: MoneyDimension | null, run: Pick<Run, 'host' | 'output'>): void {
  const { output } = run;
  if (output.flags.json) {
    output.document({ schema: 'sales.money/1', by, ...money });
    return;
  }
  if (money.items.length === 0) output.note('No transactions match.');
  for (const [at, item] of money.items.entries()) {
    if (at > 0) output.text('');
    const lines = linesOf(item, output);
    const amounts = onPoint(lines.map(({ amount }) => amount));
    const columns = [
      { title: namesOf(item, by) },
      { title: '', align: 'right' as const },
      { title: item.currency ?? 'no currency', align: 'right' as const },
      { title: '', dropped: 1 },
    ];
    showTable(
      columns,
      lines.map(({ title, count, more }, line) => [title, count, amounts[line] ?? '', more ?? '']),
      run,
    );
  }
  if (money.matching === 'Pending') output.note('Matching has not seen all rows yet: the parts may still change.');
  if (money.matching === 'None') output.note(`There are no settlement records:   ${output.commandLine('settle', 'FILE')}   sends them`);
}

/** What a table is about, where there are several. */
function namesOf({ day, acquirerId, merchantId, terminalId, brandId }: MoneyItem, by: MoneyDimension | null): string {
  if (by === null) return '';
  const names = { day: [day], account: [acquirerId, merchantId], terminal: [terminalId], brand: [brandId] }[by];
  return names.filter(Boolean).join(' ') || `no ${by}`;
}

function linesOf(item: MoneyItem, output: Output): MoneyLine[] {
  const { currency } = item;
  const money = (amount: string) => groupedAmount(amount, currency);
  const counted = (title: string, { transactions, amount }: SumOfSales, more?: string): MoneyLine => ({
    title,
    count: transactions.toLocaleString('en'),
    amount: money(amount),
    ...(more !== undefined && { more }),
  });
  const ifAny = (title: string, sum: SumOfSales, more?: string) => (sum.transactions > 0 ? [counted(title, sum, more)] : []);
  const recorded = (title: string, { records, amount }: MoneyItem['takenBack'], more?: string): MoneyLine => ({
    title,
    count: records.toLocaleString('en'),
    amount: money(amount),
    ...(more !== undefined && { more }),
  });
  const plain = (title: string, amount: string): MoneyLine => ({ title, count: '', amount: money(amount) });
  const isZero = (amount: string) => /^-?[0.]*$/.test(amount);
  const listed = (part: string) => output.commandLine('list', '--where', `part=${part}`);
  const payouts = item.payouts === undefined ? undefined : `in ${item.payouts.toLocaleString('en')} payout${item.payouts === 1 ? '' : 's'}`;
  return [
    counted('Sold by card', item.sold),
    counted('  paid', item.paid, payouts),
    counted('  not due yet', item.notDue),
    counted('  overdue', item.overdue, item.overdue.transactions > 0 ? output.commandLine('exceptions', '--reason', 'overdue') : undefined),
    ...ifAny('  to decide', item.toDecide, output.commandLine('match', 'list', '--kind', 'Proposal')),
    ...ifAny('  to check', item.toCheck, listed('to-check')),
    ...ifAny('  settlement file missing', item.missingFile, output.commandLine('exceptions', '--side', 'account')),
    ...ifAny('  in no settlement file', item.notCovered, listed('not-covered')),
    ...ifAny('  set aside', item.setAside, 'voided, or by a person'),
    ...ifAny('  not matched yet', item.notMatched, listed('not-matched')),
    plain('Fees', negated(item.fees)),
    ...(isZero(item.difference) ? [] : [plain('Tips and differences', item.difference)]),
    ...(item.takenBack.records > 0 ? [recorded('Refunds, chargebacks', item.takenBack, 'of these payments, without a sale')] : []),
    ...(isZero(item.corrections) ? [] : [plain('Other differences of net amounts', item.corrections)]),
    ...ifAny('Paid, records not counted', item.withoutRecords, 'they pay other sales, too'),
    ...(item.withoutNet.records > 0 ? [recorded('Without a net amount', item.withoutNet)] : []),
    recorded('Paid out', item.paidOut),
    ...ifAny('Cash and other', item.cash),
  ];
}
