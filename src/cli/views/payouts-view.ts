/** Payouts for people, as JSON and as CSV. */
import type { Payout, PayoutDetail, PayoutPart } from '../../contract/payouts.js';
import type { PayoutStatusName, SettlementTypeName } from '../../contract/states.js';
import type { Run } from '../flags/run.js';
import { groupedAmount, negated, onPoint } from './amount-cells.js';
import { csvCell } from './export-view.js';
import { openPagesView, type Pages, type PagesFormat, type PagesView } from './pages-view.js';
import { showTable } from './table-view.js';

/** Pages of payouts as they come. */
export function openPayoutsView(format: PagesFormat, run: Run): PagesView<Payout> {
  return openPagesView(format, payoutPages, run);
}

const statusWords: Record<PayoutStatusName, string> = {
  Balanced: 'adds up',
  Differs: 'differs',
  Unannounced: 'no payout line',
  NoNet: 'lines without net',
  NotItemised: 'not itemised',
};

const csvColumns = [
  ...(['id', 'payoutId', 'acquirerId', 'merchantId', 'currency', 'date', 'records', 'amount', 'fees', 'corrections', 'net'] as const),
  ...(['withoutNet', 'paid', 'difference', 'status'] as const),
];
const amountColumns: readonly string[] = ['amount', 'fees', 'corrections', 'net', 'paid', 'difference'];

const payoutPages: Pages<Payout> = {
  schema: 'sales.payouts/1',
  columns: [
    { title: 'date' },
    { title: 'payout' },
    { title: 'account', dropped: 2 },
    { title: 'lines', align: 'right', dropped: 3 },
    { title: 'net', align: 'right' },
    { title: 'paid', align: 'right', dropped: 1 },
    { title: 'currency' },
    { title: '' },
    { title: 'id', id: true, dropped: 4 },
  ],
  cells: (payout) => {
    const { id, date, payoutId, records, net, paid, currency } = payout;
    const amount = (sum: string | null) => (sum === null ? '' : groupedAmount(sum, currency));
    const account = accountOf(payout);
    return [date ?? '', payoutId, account, records.toLocaleString('en'), amount(net), amount(paid), currency ?? '', statusText(payout), id];
  },
  csvColumns,
  // A minus before an amount makes no formula of it.
  csvCells: (payout) =>
    csvColumns.map((column) => (amountColumns.includes(column) ? String(payout[column] ?? '') : csvCell(column, payout[column]))),
  none: 'No payout fits. Payouts are made of settlement records that have a payoutId.',
};

const accountOf = ({ acquirerId, merchantId }: Payout) => [acquirerId, merchantId].filter(Boolean).join(' ');

function statusText({ status, difference, currency }: Payout): string {
  if (status === null) return '';
  return status === 'Differs' ? `differs by ${groupedAmount(difference ?? '', currency)}` : statusWords[status];
}

const typeWords: Record<SettlementTypeName, string> = {
  Sale: 'Payments',
  Refund: 'Refunds',
  Reversal: 'Reversals',
  Chargeback: 'Chargebacks',
  ChargebackReversal: 'Chargebacks taken back',
  Fee: 'Fees',
  Adjustment: 'Corrections',
  Reserve: 'Held back',
  Release: 'Released',
  Financing: 'Financing',
  Tax: 'Taxes',
  PayoutReturn: 'Returned payouts',
  Balance: 'Balance carried forward',
  Transfer: 'Transfers',
  Payout: 'Payouts',
};

/** The way from gross to net, and what that is held against. */
export function showPayout(payout: PayoutDetail, run: Run): void {
  const { output } = run;
  const { payoutId, date, currency, parts, withoutNet, paid, status } = payout;
  output.text(
    [`Payout ${payoutId}`, accountOf(payout) && `of ${accountOf(payout)}`, date && `on ${date}`].filter(Boolean).join(' '),
    'bold',
  );
  const amounts = (sum: Omit<PayoutPart, 'type'>) => [sum.amount, negated(sum.fees), sum.corrections, sum.net];
  const rows: [title: string, records: string, amounts: (string | null)[]][] = [
    ...parts.map((part): (typeof rows)[number] => [typeWords[part.type], part.records.toLocaleString('en'), amounts(part)]),
    ['Together', payout.records.toLocaleString('en'), amounts(payout)],
    ...(paid === null ? [] : [['Paid', '', [null, null, null, paid]] as (typeof rows)[number]]),
  ];
  const hasCorrections = parts.some(({ corrections }) => !/^-?[0.]*$/.test(corrections));
  const shown = hasCorrections ? [0, 1, 2, 3] : [0, 1, 3];
  const columns = shown.map((at) => onPoint(rows.map(([, , sums]) => (sums[at] == null ? '' : groupedAmount(sums[at], currency)))));
  showTable(
    [
      { title: '' },
      { title: 'lines', align: 'right' },
      ...shown.map((at) => ({ title: ['amount', 'fees', 'other', `net ${currency ?? ''}`.trim()][at] ?? '', align: 'right' as const })),
    ],
    rows.map(([title, records], row) => [title, records, ...columns.map((column) => column[row] ?? '')]),
    run,
  );
  if (status === null) output.note('The sums of your own records: what was paid is told to users of the whole tenant.');
  else output.text(sentenceOf(payout), status === 'Differs' ? 'yellow' : undefined);
  if (withoutNet > 0)
    output.note(`${withoutNet.toLocaleString('en')} lines tell neither fee nor net amount; they are added without a fee.`);
  output.note(`Its lines:   ${output.commandLine('list', '--settlement', '--payout', payoutId)}`);
}

function sentenceOf({ status, difference, currency }: PayoutDetail): string {
  switch (status) {
    case 'Balanced':
      return 'It adds up.';
    case 'Differs':
      return `It differs: ${groupedAmount((difference ?? '').replace('-', ''), currency)} ${difference?.startsWith('-') ? 'less' : 'more'} was paid than its lines come to.`;
    case 'Unannounced':
      return 'No line says what was paid.';
    case 'NoNet':
      return 'It does not add up, and nobody can say by how much: some lines tell neither fee nor net amount.';
    default:
      return 'There are no lines: what it is made of is not in the files.';
  }
}
