/** Payouts for people, as JSON and as CSV. */
import { accountShown } from '../../contract/account-shown.js';
import type { Payout, PayoutDetail, PayoutPart } from '../../contract/payouts.js';
import { isZero, negated } from '../../words/format.js';
import type { Run } from '../flags/run.js';
import type { CliWords } from '../words/en.js';
import { groupedAmount, onPoint } from './amount-cells.js';
import { csvCellsOf, openPagesView, type Pages, type PagesFormat, type PagesView } from './pages-view.js';
import { showTable } from './table-view.js';

/** Pages of payouts as they come. */
export function openPayoutsView(format: PagesFormat, run: Run): PagesView<Payout> {
  return openPagesView(format, payoutPages(run.output.words), run);
}

const csvColumns = [
  ...['id', 'payoutId', 'acquirerId', 'merchantId', 'currency', 'date', 'records', 'amount', 'fees', 'corrections', 'net'],
  ...['withoutNet', 'paid', 'difference', 'status'],
];
const amountColumns = ['amount', 'fees', 'corrections', 'net', 'paid', 'difference'];

const payoutPages = (words: CliWords): Pages<Payout> => ({
  document: { schema: 'sales.payouts/1' },
  columns: [
    { title: words.payouts.titles.date },
    { title: words.payouts.titles.payout },
    { title: words.payouts.titles.account, dropped: 2 },
    { title: words.payouts.titles.lines, align: 'right', dropped: 3 },
    { title: words.payouts.titles.net, align: 'right' },
    { title: words.payouts.titles.paid, align: 'right', dropped: 1 },
    { title: words.payouts.titles.currency },
    { title: '' },
    { title: 'id', id: true, dropped: 4 },
  ],
  rows: (payouts) => payouts.map((payout) => cellsOf(payout, words)),
  csvColumns,
  csvCells: (payout) => csvCellsOf(payout, csvColumns, amountColumns),
  texts: { ...words.pages, none: words.payouts.none },
});

function cellsOf(payout: Payout, words: CliWords): string[] {
  const { id, date, payoutId, records, net, paid, currency } = payout;
  const { countText, dayText } = words.format;
  const amount = (sum: string | null) => (sum === null ? '' : groupedAmount(sum, currency, words.format));
  const day = date === null ? '' : dayText(date);
  const status = statusText(payout, words);
  return [day, payoutId, accountShown(payout), countText(records), amount(net), amount(paid), currency ?? '', status, id];
}

function statusText({ status, difference, currency }: Payout, { format, payouts, shared }: CliWords): string {
  if (status === null) return '';
  return status === 'Differs' ? payouts.differsBy(groupedAmount(difference ?? '', currency, format)) : shared.payouts.statuses[status];
}

/** The way from gross to net, and what that is held against. */
export function showPayout(payout: PayoutDetail, run: Run): void {
  const { output } = run;
  const { format, shared, payouts: text } = output.words;
  const { payoutId, acquirerId, merchantId, date, currency, parts, withoutNet, paid, status } = payout;
  output.text(text.heading(payoutId, accountShown(payout), date && format.dayText(date)), 'bold');
  const amounts = (sum: Omit<PayoutPart, 'type'>) => [sum.amount, negated(sum.fees), sum.corrections, sum.net];
  const rows: [title: string, records: string, amounts: (string | null)[]][] = [
    ...parts.map((part): (typeof rows)[number] => [shared.payouts.types[part.type], format.countText(part.records), amounts(part)]),
    [shared.payouts.together, format.countText(payout.records), amounts(payout)],
    ...(paid === null ? [] : [[text.paid, '', [null, null, null, paid]] as (typeof rows)[number]]),
  ];
  const hasCorrections = parts.some(({ corrections }) => !isZero(corrections));
  const shown = hasCorrections ? [0, 1, 2, 3] : [0, 1, 3];
  const cellsAt = (at: number) => rows.map(([, , sums]) => (sums[at] == null ? '' : groupedAmount(sums[at], currency, format)));
  const columns = shown.map((at) => onPoint(cellsAt(at), format.point()));
  const titles = [text.columns.amount, text.columns.fees, text.columns.other, text.columns.net(currency ?? '')];
  showTable(
    [
      { title: '' },
      { title: text.titles.lines, align: 'right' },
      ...shown.map((at) => ({ title: titles[at] ?? '', align: 'right' as const })),
    ],
    rows.map(([title, records], row) => [title, records, ...columns.map((column) => column[row] ?? '')]),
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
