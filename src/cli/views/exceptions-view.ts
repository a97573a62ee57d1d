/** Shows the list of exceptions. */
import type { ListedException } from '../../contract/exceptions.js';
import type { Remedy } from '../../contract/remedy.js';
import type { LocaleFormat } from '../../words/format.js';
import type { Run } from '../flags/run.js';
import type { CliWords } from '../words/en.js';
import { groupedAmount } from './amount-cells.js';
import { csvCellsOf, openPagesView, type Pages, type PagesFormat, type PagesView } from './pages-view.js';

/** Pages of exceptions as they come, on a table with what can be done about them. */
export function openExceptionsView(format: PagesFormat, run: Run): PagesView<ListedException> {
  const view = openPagesView(format, exceptionPages(run.host.clock.nowMs(), run.output.words), run);
  if (format !== 'table') return view;
  const seen = new Set<string>();
  return {
    page: (items) => {
      view.page(items);
      for (const { reason } of items) for (const remedy of remedies[reason] ?? [why]) seen.add(run.output.commandLine(...remedy));
    },
    end: (hasMore, nextPage) => {
      view.end(hasMore, nextPage);
      for (const line of seen.size > 0 ? [run.output.words.exceptions.helps, ...[...seen].map((command) => `  ${command}`)] : [])
        run.output.note(line);
    },
  };
}

const why: Remedy = ['match', 'why', 'ID'];
const link: readonly Remedy[] = [why, ['match', 'link', '--sale', 'ID', '--record', 'ID']];
/** The commands that help with a reason; {@link why} with any other. */
const remedies: Readonly<Partial<Record<ListedException['reason'], readonly Remedy[]>>> = {
  Chargeback: [['get', 'ID']],
  NotSettled: [why, ['match', 'claim', 'ID', '--remind', 'DAY']],
  NoFile: [['settle', 'FILE']],
  NoSales: [['upload', 'FILE']],
  ...{ AmountDiffers: link, CurrencyDiffers: link, FieldDiffers: link, Unbalanced: link, Ambiguous: link, Nearby: link, AmountAlone: link },
  PayoutDiffers: [
    ['payout', 'ID'],
    ['match', 'claim', 'ID', '--remind', 'DAY'],
  ],
  Proposed: [
    ['match', 'list', '--kind', 'proposal'],
    ['match', 'approve', 'ID'],
  ],
  NoSale: [why, ['match', 'skip', 'ID', '--reason', 'TEXT']],
};

const csvColumns = [
  ...['id', 'side', 'reason', 'day', 'amount', 'currency', 'sentence', 'rows', 'acquirerId', 'merchantId', 'payoutId', 'terminalId'],
  ...['locationId', 'brandId', 'orderId', 'transactionReference', 'candidates'],
];

const exceptionPages = (nowMs: number, { format, exceptions: text, pages }: CliWords): Pages<ListedException> => ({
  document: { schema: 'sales.exceptions/1' },
  columns: [
    { title: text.titles.day, cell: ({ day }) => (day === null ? '' : format.dayText(day)) },
    { title: text.titles.days, align: 'right', dropped: 2, cell: ({ day }) => (day === null ? '' : String(ageDays(day, nowMs))) },
    { title: text.titles.what, cell: ({ reason }) => text.reason(reason) },
    { title: text.titles.amount, align: 'right', cell: (item) => amountsText(item, format) },
    { title: text.titles.terminal, dropped: 1, cell: ({ terminalId }) => terminalId ?? '' },
    { title: text.titles.why, cell: text.why },
    { title: 'id', id: true, cell: ({ id }) => id ?? '' },
  ],
  csvColumns,
  // A line for each currency would make two exceptions of one: several are separated by blanks.
  csvCells: ({ amounts, candidateRows, ...item }) => {
    const joined = {
      currency: amounts.map(({ currency }) => currency ?? '').join(' '),
      amount: amounts.map(({ amount }) => amount).join(' '),
      candidates: candidateRows.map(({ id }) => id).join(' '),
    };
    return csvCellsOf({ ...item, ...joined }, csvColumns, ['amount']);
  },
  texts: { ...pages, none: text.none },
});

const DAY_MS = 86_400_000;

/** Days from a day to now. */
export const ageDays = (day: string, nowMs: number) => Math.max(0, Math.floor((nowMs - Date.parse(day)) / DAY_MS));

function amountsText({ amounts }: ListedException, format: LocaleFormat): string {
  return amounts.map(({ currency, amount }) => `${groupedAmount(amount, currency, format)} ${currency ?? ''}`.trim()).join(', ');
}
