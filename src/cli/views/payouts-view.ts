/** Payouts for people, as JSON and as CSV. */
import { accountShown } from '../../contract/account-shown.js';
import type { Payout, PayoutDetail, PayoutPart } from '../../contract/payouts.js';
import { isZero, negated } from '../../words/format.js';
import type { Run } from '../flags/run.js';
import type { CliWords } from '../words/en.js';
import { groupedAmount } from './amount-cells.js';
import { csvCellsOf, type Pages } from './pages-view.js';
import { type ItemColumn, showTable } from './table-view.js';

const csvColumns = [
  ...['id', 'payoutId', 'acquirerId', 'merchantId', 'currency', 'date', 'records', 'amount', 'fees', 'corrections', 'net'],
  ...['withoutNet', 'paid', 'difference', 'status'],
];
const amountColumns = ['amount', 'fees', 'corrections', 'net', 'paid', 'difference'];

export function payoutPages({ output: { words } }: Run): Pages<Payout> {
  const { format, pages, payouts } = words;
  const { titles } = payouts;
  const amount = (sum: string | null, currency: string | null) => (sum === null ? '' : groupedAmount(sum, currency, format));
  return {
    document: { schema: 'sales.payouts/1' },
    columns: [
      { title: titles.date, cell: ({ date }) => (date === null ? '' : format.dayText(date)) },
      { title: titles.payout, cell: ({ payoutId }) => payoutId },
      { title: titles.account, dropped: 2, cell: accountShown },
      { title: titles.lines, align: 'right', dropped: 3, cell: ({ records }) => format.countText(records) },
      { title: titles.net, align: 'right', cell: ({ net, currency }) => amount(net, currency) },
      { title: titles.paid, align: 'right', dropped: 1, cell: ({ paid, currency }) => amount(paid, currency) },
      { title: titles.currency, cell: ({ currency }) => currency ?? '' },
      { title: '', cell: (payout) => statusText(payout, words) },
      { title: 'id', id: true, dropped: 4, cell: ({ id }) => id },
    ],
    csvColumns,
    csvCells: (payout) => csvCellsOf(payout, csvColumns, amountColumns),
    texts: { ...pages, none: payouts.none },
  };
}

function statusText({ status, difference, currency }: Payout, { format, payouts, shared }: CliWords): string {
  if (status === null) return '';
  return status === 'Differs' ? payouts.differsBy(groupedAmount(difference ?? '', currency, format)) : shared.payouts.statuses[status];
}

interface PayoutLine {
  title: string;
  sums: Partial<Omit<PayoutPart, 'type'>>;
}

/** The way from gross to net, and what that is held against. */
export function showPayout(payout: PayoutDetail, run: Run): void {
  const { output } = run;
  const { format, shared, payouts: text } = output.words;
  const { payoutId, acquirerId, merchantId, date, currency, parts, withoutNet, paid, status } = payout;
  output.text(text.heading(payoutId, accountShown(payout), date && format.dayText(date)), 'bold');
  const lines: PayoutLine[] = [
    ...parts.map((part) => ({ title: shared.payouts.types[part.type], sums: part })),
    { title: shared.payouts.together, sums: payout },
    ...(paid === null ? [] : [{ title: text.paid, sums: { net: paid } }]),
  ];
  const amounts = (title: string, sumOf: (sums: PayoutLine['sums']) => string | undefined): ItemColumn<PayoutLine> => {
    const cell = (sum: string | undefined) => (sum === undefined ? '' : groupedAmount(sum, currency, format));
    return { title, align: 'right', point: format.point(), cell: ({ sums }) => cell(sumOf(sums)) };
  };
  const hasCorrections = parts.some(({ corrections }) => !isZero(corrections));
  showTable(
    [
      { title: '', cell: ({ title }) => title },
      {
        title: text.titles.lines,
        align: 'right',
        cell: ({ sums: { records } }) => (records === undefined ? '' : format.countText(records)),
      },
      amounts(text.columns.amount, ({ amount }) => amount),
      amounts(text.columns.fees, ({ fees }) => fees && negated(fees)),
      ...(hasCorrections ? [amounts(text.columns.other, ({ corrections }) => corrections)] : []),
      amounts(text.columns.net(currency ?? ''), ({ net }) => net),
    ],
    lines,
    run,
  );
  if (status === null) output.note(shared.payouts.ownAlone);
  else if (status === 'Differs') output.text(differenceText(payout, output.words), 'yellow');
  else output.text(text.sentences[status]);
  if (withoutNet > 0) output.note(text.withoutNet(withoutNet));
  const account = [...(acquirerId ? ['--acquirer', acquirerId] : []), ...(merchantId ? ['--merchant', merchantId] : [])];
  output.note(text.itsLines(output.commandLine('list', '--settlement', '--payout', payoutId, ...account)));
}

function differenceText({ difference, currency }: PayoutDetail, { format, payouts }: CliWords): string {
  const amount = groupedAmount((difference ?? '').replace('-', ''), currency, format);
  return payouts.differs(amount, difference?.startsWith('-') === true);
}
