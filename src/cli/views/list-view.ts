/** Pages of transactions as they come, in one of four formats. It keeps a page at most, however long the list. */
import { maskCardField } from '../../contract/card-number.js';
import { listedFields } from '../../contract/plain-list.js';
import type { Transaction } from '../../contract/transaction.js';
import type { Output } from '../terminal/output.js';
import { csvLine, tableLines } from '../terminal/table.js';
import { csvLineOf, withoutCard } from './export-view.js';

const columnNames: string[] = [...listedFields];

const tableColumns = [
  'transactionDate',
  'amount',
  'currency',
  'terminalId',
  'brandId',
  'transactionReference',
  'transactionState',
  'transactionMatchState',
  'transactionId',
];

const shortTitles: Record<string, string> = {
  transactionDate: 'date',
  terminalId: 'terminal',
  brandId: 'brand',
  transactionReference: 'reference',
  transactionState: 'state',
  transactionMatchState: 'match',
  transactionId: 'id',
};

export interface ListView {
  page(items: readonly Transaction[]): void;
  /** `hasMore` of the last page, and the number of the one after it. */
  end(hasMore: boolean, nextPage: number): void;
}

/** `onTerminal`: control characters in CSV are shown escaped. */
export function openListView(
  format: 'json' | 'ndjson' | 'csv' | 'table',
  columns: string[] | undefined,
  output: Output,
  onTerminal: boolean,
): ListView {
  if (format === 'json') return jsonView(columns, output);
  if (format === 'ndjson') {
    return { page: (items) => items.forEach((item) => void output.part(`${jsonOf(item, columns)}\n`)), end: () => {} };
  }
  return format === 'csv' ? csvView(columns ?? columnNames, output, onTerminal) : tableView(columns ?? tableColumns, output);
}

/** `columns` alone, in their order; undefined: all. */
function jsonOf(item: Transaction, columns: readonly string[] | undefined): string {
  const shown = withoutCard(item);
  return JSON.stringify(columns ? Object.fromEntries(columns.map((name) => [name, shown[name as keyof Transaction]])) : shown);
}

function jsonView(columns: string[] | undefined, output: Output): ListView {
  let isFirst = true;
  return {
    page: (items) => {
      if (isFirst && items.length === 0) output.part('{"schema":"sales.list/1","items":[');
      for (const item of items) {
        output.part(`${isFirst ? '{"schema":"sales.list/1","items":[' : ','}${jsonOf(item, columns)}`);
        isFirst = false;
      }
    },
    end: (hasMore) => output.part(`],"hasMore":${hasMore}}\n`),
  };
}

function csvView(columns: string[], output: Output, onTerminal: boolean): ListView {
  output.data(csvLine(columns));
  return {
    page: (items) => {
      for (const item of items) output.data(csvLineOf(item, columns, onTerminal));
    },
    end: () => {},
  };
}

function tableView(columns: string[], output: Output): ListView {
  let rows = 0;
  return {
    page: (items) => {
      if (items.length === 0) return;
      const titles = columns.map((name) => ({ title: shortTitles[name] ?? name, align: name === 'amount' ? 'right' : 'left' }) as const);
      const [head = '', ...lines] = tableLines(
        titles,
        items.map((item) => columns.map((name) => cellOf(item, name, ', '))),
      );
      if (rows === 0) output.text(head, 'bold');
      for (const line of lines) output.text(line);
      rows += items.length;
    },
    end: (hasMore, nextPage) => {
      // What a page does not show may stand on those before it.
      if (rows === 0) output.note(nextPage > 2 ? `Page ${nextPage - 1} is past the end of the list.` : 'No transactions match.');
      else if (hasMore) output.note(`There are more: use --page ${nextPage} or --all`);
    },
  };
}

function cellOf(item: Transaction, name: string, separator: string): string {
  const value = item[name as keyof Transaction];
  if (name === 'cardNumberMasked' && typeof value === 'string') return maskCardField(value);
  return value === null || value === undefined ? '' : Array.isArray(value) ? value.join(separator) : String(value);
}
