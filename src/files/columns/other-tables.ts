/** Tables that are refused for what their columns are: of which nothing is understood, or that have no sales. */
import { maskCardNumbers } from '../../contract/card-number.js';
import type { TransactionField } from '../../contract/transaction.js';
import { unusable } from '../input/unusable.js';
import { speaksOf } from '../words/lexicon.js';
import { columnShown } from './column-names.js';
import type { Plan } from './plan.js';

/** With one of these, a row is a single sale. */
const ofOneSale: readonly TransactionField[] = [
  'transactionReference',
  'orderId',
  'authorisationCode',
  'cardNumberMasked',
  'brandId',
  'terminalId',
];

/** Fails with `inputUnusable` where no column is understood, and for a list of pay-outs, whatever is said of its dates. */
export function refuseOtherTables({ fields, items, questions, known }: Plan, header: readonly string[], line: number): void {
  if (fields.length + items.length + questions.length === 0) throw noField(header, line);
  const isDate = ({ field }: { field: TransactionField }) => field === 'transactionDate';
  const dates = [
    ...fields.filter(isDate).map(({ columns }) => columns),
    ...questions.filter(isDate).flatMap(({ choices }) => choices),
  ].flat();
  const isOfSales = [...fields, ...questions].some(({ field }) => ofOneSale.includes(field));
  if (known || isOfSales || dates.length === 0 || !dates.every((column) => speaksOf('otherMoney', header[column] ?? ''))) return;
  throw unusable(
    `Line ${line}: this looks like a list of pay-outs, each of many sales: column ${columnShown(header, dates[0] ?? 0)} is the day of a pay-out, and no column tells a sale.`,
    'Export the sales themselves; if each row is a single sale, say which column tells it: --set transactionReference=COLUMN',
  );
}

function noField(header: readonly string[], line: number): Error {
  const names = header.slice(0, 10).map((name, index) => `${index + 1} "${maskCardNumbers(name).slice(0, 30)}"`);
  const all = `${names.join(', ')}${header.length > 10 ? ', …' : ''}`;
  return unusable(`Line ${line}: no column matches a field: ${all}.`, [
    'Assign them with --set amount=COLUMN and so on, or with a mapping file from  ',
    { do: 'map' },
    '; without a header: --no-header; lines before it: --skip-rows; a wrong delimiter: --delimiter',
  ]);
}

/** The columns that match no field, where the user wants none. */
export function extraColumns(rest: readonly number[], header: readonly string[], line: number): Error {
  const shown = rest.slice(0, 10).map((index) => columnShown(header, index));
  const more = rest.length > 10 ? ', …' : '';
  return unusable(
    `Line ${line}: ${rest.length} column${rest.length === 1 ? ' matches' : 's match'} no field: ${shown.join(', ')}${more}.`,
    'Map them with --set FIELD=COLUMN, or choose --extra=keep or --extra=drop',
  );
}
