/** Shows the list of exceptions. */
import type { ListedException } from '../../contract/exceptions.js';
import type { Remedy } from '../../contract/remedy.js';
import type { LocaleFormat } from '../../words/format.js';
import type { Run } from '../flags/run.js';
import { groupedAmount } from './amount-cells.js';
import { csvCellsOf, type Pages } from './pages-view.js';

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

/** On a table with what can be done about them. */
export function exceptionPages({ host, output }: Run): Pages<ListedException> {
  const { format, exceptions: text, pages } = output.words;
  const nowMs = host.clock.nowMs();
  const helps = new Set<string>();
  return {
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
    see: ({ reason }) => {
      for (const remedy of remedies[reason] ?? [why]) helps.add(output.commandLine(...remedy));
    },
    help: () => (helps.size > 0 ? [text.helps, ...[...helps].map((command) => `  ${command}`)] : []),
    texts: { ...pages, none: text.none },
  };
}

const DAY_MS = 86_400_000;

/** Days from a day to now. */
export const ageDays = (day: string, nowMs: number) => Math.max(0, Math.floor((nowMs - Date.parse(day)) / DAY_MS));

function amountsText({ amounts }: ListedException, format: LocaleFormat): string {
  return amounts.map(({ currency, amount }) => `${groupedAmount(amount, currency, format)} ${currency ?? ''}`.trim()).join(', ');
}
