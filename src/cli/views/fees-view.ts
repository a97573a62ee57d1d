/** Fees for people and as JSON: a table for each currency. Columns that are 0 throughout are left out. */
import type { Fees, FeesItem } from '../../contract/fees.js';
import type { FeesDimension } from '../../contract/money-parts.js';
import type { Run } from '../flags/run.js';
import type { FittedColumn } from '../terminal/table.js';
import { groupedAmount, onPoint } from './amount-cells.js';
import { count } from './input-view.js';
import { showTable } from './table-view.js';

export function showFees(fees: Fees, by: readonly FeesDimension[], run: Pick<Run, 'host' | 'output'>): void {
  const { output } = run;
  if (output.flags.json) {
    output.document({ schema: 'sales.fees/1', by, ...fees });
    return;
  }
  if (fees.items.length === 0) output.note('No settlement records with payments or fees.');
  const currencies = [...new Set(fees.items.map(({ currency }) => currency))];
  for (const [at, currency] of currencies.entries()) {
    if (at > 0) output.text('');
    showCurrency(
      fees.items.filter((item) => item.currency === currency),
      by,
      run,
    );
  }
}

const nameOf: Record<FeesDimension, (item: FeesItem) => string> = {
  month: ({ month }) => month ?? 'no date',
  account: ({ acquirerId, merchantId }) => [acquirerId, merchantId].filter(Boolean).join(' ') || 'no account',
  brand: ({ brandId }) => brandId ?? 'no brand',
};

/** Those with the highest number are left out first where there is no room. */
const amountColumns: { title: string; dropped?: number; isAlways?: true; amount: (item: FeesItem) => string }[] = [
  { title: 'before fees', dropped: 1, isAlways: true, amount: ({ payments }) => payments.amount },
  { title: 'their fees', dropped: 2, isAlways: true, amount: ({ payments }) => payments.fees },
  { title: 'interchange', dropped: 6, amount: ({ payments }) => payments.interchangeFee },
  { title: 'scheme', dropped: 7, amount: ({ payments }) => payments.schemeFee },
  { title: 'markup', dropped: 8, amount: ({ payments }) => payments.markupFee },
  { title: 'other lines', dropped: 4, amount: ({ otherLines }) => otherLines },
  { title: 'month, payout', dropped: 3, amount: ({ feeRecords }) => feeRecords.fees },
  { title: 'fees', isAlways: true, amount: ({ fees }) => fees },
];

function showCurrency(items: readonly FeesItem[], by: readonly FeesDimension[], run: Pick<Run, 'host' | 'output'>): void {
  const { output } = run;
  const currency = items[0]?.currency ?? null;
  const shown = amountColumns.filter(({ isAlways, amount }) => isAlways || items.some((item) => !/^-?[0.]*$/.test(amount(item))));
  const amounts = shown.map(({ amount }) => onPoint(items.map((item) => groupedAmount(amount(item), currency))));
  const columns: FittedColumn[] = [
    ...by.map((title) => ({ title })),
    { title: 'payments', align: 'right', dropped: 5 },
    ...shown.map(({ title, dropped }): FittedColumn => ({ title, align: 'right', ...(dropped !== undefined && { dropped }) })),
    { title: currency ?? 'no currency' },
  ];
  const rows = items.map((item, row) => [
    ...by.map((dimension) => nameOf[dimension](item)),
    item.payments.records.toLocaleString('en'),
    ...amounts.map((cells) => cells[row] ?? ''),
    item.rate === null ? '' : `${item.rate} %`,
  ]);
  showTable(columns, rows, run);
  const without = items.reduce((records, { withoutFee }) => records + withoutFee.records, 0);
  if (without > 0) {
    output.note(
      `${count(without, 'more line')} in ${currency ?? 'no currency'} ${without === 1 ? 'tells' : 'tell'} no fee that can be added.`,
    );
  }
}
