/** Fees for people and as JSON: a table for each currency. Columns that are 0 throughout are left out. */
import { accountShown } from '../../contract/account-shown.js';
import type { Fees, FeesItem } from '../../contract/fees.js';
import type { FeesDimension } from '../../contract/money-parts.js';
import { isZero } from '../../words/format.js';
import type { Run } from '../flags/run.js';
import type { CliWords } from '../words/en.js';
import { groupedAmount } from './amount-cells.js';
import { type ItemColumn, showTable } from './table-view.js';

export function showFees(fees: Fees, by: readonly FeesDimension[], run: Pick<Run, 'host' | 'output'>): void {
  const { output } = run;
  if (output.flags.json) {
    output.document({ schema: 'sales.fees/1', by, ...fees });
    return;
  }
  if (fees.items.length === 0) output.note(output.words.fees.none);
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

const nameOf: Record<FeesDimension, (item: FeesItem) => string | null | undefined> = {
  month: ({ month }) => month,
  account: (item) => accountShown(item) || null,
  brand: ({ brandId }) => brandId,
};

/** Those with the highest number are left out first where there is no room. */
const amountColumns: { name: keyof CliWords['fees']['titles']; dropped?: number; isAlways?: true; amount: (item: FeesItem) => string }[] = [
  { name: 'beforeFees', dropped: 1, isAlways: true, amount: ({ payments }) => payments.amount },
  { name: 'theirFees', dropped: 2, isAlways: true, amount: ({ payments }) => payments.fees },
  { name: 'interchange', dropped: 6, amount: ({ payments }) => payments.interchangeFee },
  { name: 'scheme', dropped: 7, amount: ({ payments }) => payments.schemeFee },
  { name: 'markup', dropped: 8, amount: ({ payments }) => payments.markupFee },
  { name: 'otherLines', dropped: 4, amount: ({ otherLines }) => otherLines },
  { name: 'feeRecords', dropped: 3, amount: ({ feeRecords }) => feeRecords.fees },
  { name: 'fees', isAlways: true, amount: ({ fees }) => fees },
];

function showCurrency(items: readonly FeesItem[], by: readonly FeesDimension[], run: Pick<Run, 'host' | 'output'>): void {
  const { output } = run;
  const { format, noCurrency, fees: text } = output.words;
  const currency = items[0]?.currency ?? null;
  const shown = amountColumns.filter(({ isAlways, amount }) => isAlways || items.some((item) => !isZero(amount(item))));
  const amounts = { align: 'right', point: format.point() } as const;
  const columns: ItemColumn<FeesItem>[] = [
    ...by.map((dimension) => ({ title: text.by[dimension], cell: (item: FeesItem) => nameOf[dimension](item) ?? text.without[dimension] })),
    { title: text.titles.payments, align: 'right', dropped: 5, cell: ({ payments }) => format.countText(payments.records) },
    ...shown.map(({ name, amount, ...goes }) => ({
      ...{ title: text.titles[name], ...amounts, ...goes },
      cell: (item: FeesItem) => groupedAmount(amount(item), currency, format),
    })),
    { title: currency ?? noCurrency, cell: ({ rate }) => (rate === null ? '' : `${format.decimalText(rate)} %`) },
  ];
  showTable(columns, items, run);
  const without = items.reduce((records, { withoutFee }) => records + withoutFee.records, 0);
  if (without > 0) output.note(text.withoutFee(without, currency ?? noCurrency));
}
