/** Strings of the pages that show sales: the money, the list, one transaction. */
import { countText, many } from '../../format.js';
import { countedTransactions, shared } from './shared.js';

export const filters = {
  title: 'Filters',
  more: 'More filters',
  clear: 'Clear filters',
  apply: 'Apply',
  remove: (label: string) => `Remove the filter ${label}`,
  from: 'From',
  to: 'To',
  fromDay: 'From day',
  fromTime: 'From time',
  toDay: 'To day',
  toTime: 'To time',
  range: (from: string | null, to: string | null) => {
    if (from !== null && from === to) return from;
    return from === null ? `to ${to}` : to === null ? `from ${from}` : `${from} to ${to}`;
  },
  noAmount: (text: string) => `“${text}” is no amount: write it with a point before the cents and nothing else, such as 1355.90.`,
  fourDigits: 'The last four digits of a card are four digits.',
  searchIn: 'Search in',
  searchFor: 'Search for',
  searchHint: 'Search  /',
};

export const periods = {
  other: 'Period',
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  month: 'This month',
  monthBefore: 'Last month',
  year: 'This year',
};

export const states = {
  transactionStates: { Processed: 'Imported', Unprocessed: 'Not imported' } as Record<string, string>,
  matchStates: {
    Unmatched: 'Not matched',
    Match: 'Paid',
    Skip: 'Skipped, such as duplicates',
    NotApplicable: 'Not to be matched',
  } as Record<string, string>,
  skipped: 'Skipped',
  /** Why rows are open, by the codes of the API. */
  reasons: shared.reasons as Record<string, string>,
};

export const money = {
  ...shared.money,
  withoutAmount: (sales: string) => `Without an amount: ${sales}.`,
  pending: 'Not all rows are matched yet: the figures may still change.',
  noRecords: 'There are no settlement records yet, so nothing is told of what is paid. Upload the acquirer’s file.',
  salesTile: 'Sales',
  refunds: 'Refunds',
  net: 'Net',
  byDay: 'Sales by day',
  chartLabel: (from: string, to: string, currency: string) =>
    `Sales by day and brand in ${currency}, ${from} to ${to}. The figures stand in the table below.`,
  daysOfTills: 'Days are those on the clock of the till.',
  asTable: 'Figures by day',
  noDay: 'without a date',
  noBrand: 'without brand',
  otherBrands: (count: number) => many(count, 'other brand', 'other brands'),
  lastUploads: 'Last uploads',
  all: 'All uploads',
  attention: 'Needs attention',
  nothingToDo: 'Nothing needs attention.',
  unknownPlaces: (count: number) => `${many(count, 'terminal or location belongs', 'terminals or locations belong')} to no unit`,
  toAssign: 'Assign',
  failed: (rows: string) => `Nothing of ${rows} was imported`,
  rejected: (rejected: number, all: string) => `${countText(rejected)} of ${all} not imported`,
  empty: 'No sales yet',
  emptyNext: 'Upload a file of your till or web shop, and see the day here.',
  noneInPeriod: 'No sales in this period',
  toLatest: (day: string) => `Go to the latest, ${day}`,
  notReading: 'Your user has no role to see sales (API).',
};

export const transactions = {
  counted: countedTransactions,
  count: (rows: number, duplicates: number) =>
    `${countedTransactions(rows)}${duplicates > 0 ? `, ${countText(duplicates)} of them duplicates` : ''}`,
  columns: 'Columns',
  usualColumns: 'Usual columns',
  export: 'Export',
  none: 'No transactions yet',
  noneMatch: 'No transaction matches these filters',
  net: 'imported, without duplicates:',
  notCounted: 'What is searched by reference, order, location or card is not counted.',
  moreCurrencies: (count: number) => `and ${many(count, 'more currency', 'more currencies')}`,
};

const exporting = {
  title: 'Export transactions',
  what: 'The transactions that match the filters, oldest first, as they add up to the totals.',
  withPaid: 'Paid, fee, payout and why it is open',
  allRows: 'Duplicates and transactions that were not imported, too',
  format: 'Format',
  formats: { xlsx: 'Excel workbook (.xlsx)', csv: 'CSV, 12.50 with commas between', 'csv-comma': 'CSV, 12,50 with semicolons between' },
  all: 'All',
  shown: 'Those of the list',
  save: 'Save',
  reading: (rows: string) => `${rows} read`,
  saved: (count: number, { duplicates, notImported }: Record<'duplicates' | 'notImported', number>) => {
    const left = [
      ...(duplicates > 0 ? [many(duplicates, 'duplicate', 'duplicates')] : []),
      ...(notImported > 0 ? [`${countText(notImported)} not imported`] : []),
    ];
    return left.length === 0
      ? `Saved ${countedTransactions(count)}.`
      : `Saved ${countedTransactions(count)}. Left out: ${left.join(', ')}.`;
  },
  cut: (most: number) =>
    `There are more than ${countText(most)}; the file has the oldest of them. Narrow the filters, or use the command line, which exports any number.`,
  fileName: (day: string) => `transactions-${day}`,
};

export { exporting as export };

export const detail = {
  title: 'Transaction',
  history: 'History',
  asGiven: (text: string) => `as sent: ${text}`,
  duplicate: 'Repeats another one and does not count again.',
  first: 'See the first',
  /** By the words of the server; any other stands as it is. */
  reasons: {
    Uploaded: 'Uploaded',
    Imported: 'Imported',
    'Imported as a duplicate': 'Imported as a duplicate',
    Rejected: 'Rejected',
    Reprocessed: 'Reprocessed',
    Withdrawn: 'Withdrawn',
    Restored: 'Restored',
  } as Record<string, string>,
  byImport: 'import',
  upload: 'See its upload',
  place: (place: number) => `place ${countText(place)}`,
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser does not let this page copy.',
};

export const settlement = {
  title: 'Settlement',
  /** For a sale that nothing was compared with. Where no settlement records ever came, all sales are such. */
  notCompared: 'Not compared with settlement records yet.',
  kinds: {
    Match: 'Matched: the settlement has this payment.',
    Proposal: 'Not matched: probably this payment; somebody should look.',
    Cancellation: 'Cancelled by another transaction: no settlement is due.',
    SetAside: 'Set aside by a person: no settlement is expected.',
  } as Record<string, string>,
  /** By the codes of the API. */
  reasons: shared.general as Record<string, string>,
  compared: {
    same: (names: string): string => `same ${names.toLowerCase()}`,
    differs: (name: string, theirs: string, ours: string): string => `${name.toLowerCase()} ${theirs} instead of ${ours}`,
    sameDay: 'same day',
    apart: (duration: string): string => `${duration} apart`,
    sameAmount: 'same amount',
    more: (amount: string): string => `${amount} more`,
    less: (amount: string): string => `${amount} less`,
  },
  rule: 'Rule',
  byHand: 'by hand',
  records: 'Settled',
  difference: 'Difference',
  noDifference: 'none',
  differs: (isLess: boolean): string => (isLess ? 'less settled' : 'more settled'),
  hidden: 'not shown to you',
  itemsHidden: 'Some rows of it are not yours to see.',
  otherSales: 'Its other transactions',
  more: (count: number) => `and ${many(count, 'more row', 'more rows')}`,
  fee: 'fee',
  payout: 'payout',
};
