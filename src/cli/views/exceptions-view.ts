/** Shows the list of exceptions. */
import type { ListedException } from '../../contract/exceptions.js';
import type { Run } from '../flags/run.js';
import { csvCell } from './export-view.js';
import { openPagesView, type Pages, type PagesFormat, type PagesView } from './pages-view.js';

/** Pages of exceptions as they come. */
export function openExceptionsView(format: PagesFormat, run: Run): PagesView<ListedException> {
  return openPagesView(format, exceptionPages, run);
}

const csvColumns = ['side', 'code', 'day', 'acquirerId', 'merchantId', 'terminalId', 'rows', 'currency', 'amount'] as const;

const exceptionPages: Pages<ListedException> = {
  schema: 'sales.exceptions/1',
  columns: [
    { title: 'day' },
    { title: 'missing' },
    { title: 'rows', align: 'right' },
    { title: 'amount', align: 'right' },
    { title: 'merchant', dropped: 1 },
  ],
  cells: (item) => [item.day ?? 'ever', missingText(item), item.rows.toLocaleString('en'), amountsText(item), item.merchantId ?? ''],
  csvColumns,
  // A line for each currency would make two exceptions of one: several are separated by blanks.
  csvCells: ({ amounts, ...item }) => {
    const joined = {
      currency: amounts.map(({ currency }) => currency ?? '').join(' '),
      amount: amounts.map(({ amount }) => amount).join(' '),
    };
    // A minus before an amount makes no formula of it.
    return csvColumns.map((column) => (column === 'amount' ? joined.amount : csvCell(column, { ...item, ...joined }[column])));
  },
  none: 'Nothing is missing. What came or went within the last seconds may not be matched yet.',
};

function missingText({ code, acquirerId, terminalId }: ListedException): string {
  if (code === 'NoSales') return terminalId === null ? 'sales' : `sales of terminal ${terminalId}`;
  const file = acquirerId === null ? 'settlement file' : `file of ${acquirerId}`;
  return terminalId === null ? file : `terminal ${terminalId} in the ${file}`;
}

function amountsText({ amounts }: ListedException): string {
  return amounts.map(({ currency, amount }) => `${amount} ${currency ?? ''}`.trim()).join(', ');
}
