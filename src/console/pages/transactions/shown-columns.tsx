/** The columns of the list of transactions: which there are, how each is shown, which are chosen. The choice is kept in the browser. */
import { computed, signal } from '@preact/signals';
import type { FoundTransaction } from '../../../contract/found-transaction.js';
import { dayText, decimalOfAmount, moneyText } from '../../format.js';
import { recall, remember } from '../../memory.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import type { ColumnSorting } from '../../parts/table.js';
import type { CellContent, ListColumn } from '../../parts/table-rows.js';
import { stateWord } from '../../parts/texts.js';
import { hrefWith, place } from '../../router.js';
import { words } from '../../words.js';
import { timeText } from '../../zone.js';

/** Every field of the list but `panEncrypted`, which is never shown, and what a search tells beside; both states are one column. */
export const columnNames = [
  'transactionDate',
  'amount',
  'currency',
  'transactionState',
  'brandId',
  'terminalId',
  'transactionReference',
  'locationId',
  'cardNumberMasked',
  'orderId',
  'transactionTypes',
  'authorisationCode',
  'businessDate',
  'eftTransactionDate',
  'acquirerId',
  'applicationId',
  'transactionSequenceCounter',
  'transactionId',
  'paidAmount',
  'fee',
  'payoutId',
] as const;
export type ShownColumn = (typeof columnNames)[number];

/** The first of them, until others are chosen. */
const usual: readonly ShownColumn[] = columnNames.slice(0, 9);

export const chosenColumns = signal<readonly ShownColumn[]>(kept());

function kept(): readonly ShownColumn[] {
  const names = recall('columns')?.split(',') ?? [];
  const known = columnNames.filter((name) => names.includes(name));
  return known.length > 0 ? known : usual;
}

function choose(names: readonly ShownColumn[]): void {
  chosenColumns.value = columnNames.filter((name) => names.includes(name));
  remember('columns', chosenColumns.value.join(','));
}

/** In rem; most texts have 8. */
const widths: Partial<Record<ShownColumn, number>> = {
  transactionDate: 12.5,
  eftTransactionDate: 12.5,
  amount: 7,
  paidAmount: 7,
  fee: 6,
  currency: 5,
  transactionState: 7,
  brandId: 8,
  terminalId: 6.5,
  transactionReference: 8,
  locationId: 8.5,
  cardNumberMasked: 11,
  transactionId: 19,
};

function isInstant(name: ShownColumn): name is 'transactionDate' | 'eftTransactionDate' {
  return name === 'transactionDate' || name === 'eftTransactionDate';
}

function columnOf(name: ShownColumn): ListColumn<FoundTransaction> {
  return {
    key: name,
    title: words.fields[name],
    rem: widths[name] ?? 8,
    cell: (row) => cellOf(row, name),
    ...(isInstant(name) && { hint: (row: FoundTransaction) => row[name] }),
    numeric: name === 'amount' || name === 'paidAmount' || name === 'fee',
    isPlain: name === 'currency' || name === 'transactionState' || name === 'brandId',
  };
}

function cellOf(row: FoundTransaction, name: ShownColumn): CellContent {
  if (isInstant(name)) return row[name] && timeText(row[name]);
  switch (name) {
    case 'amount':
    case 'paidAmount':
    case 'fee':
      return row[name] == null ? null : moneyText(decimalOfAmount(row[name]), row.currency);
    case 'businessDate':
      return row.businessDate && dayText(row.businessDate);
    case 'transactionState':
      return stateWord(row.transactionState, row.transactionMatchState, row.openReason);
    case 'transactionTypes':
      return row.transactionTypes.join(', ');
    default:
      return row[name] ?? null;
  }
}

/** The chosen ones; the same array until others are chosen. */
export const shownColumns = computed(() => chosenColumns.value.map(columnOf));

const sortKeys: Record<string, string> = { transactionDate: 'TransactionDate', amount: 'Amount' };

/** Date and amount sort. */
export function sortingOf(column: string): ColumnSorting | null {
  const key = sortKeys[column];
  if (key === undefined) return null;
  const { query } = place.value;
  const isNow = (query.get('sorting.key') ?? 'TransactionDate') === key;
  const isUp = query.get('sorting.direction') === 'Ascending';
  return {
    now: isNow ? (isUp ? 'ascending' : 'descending') : 'none',
    href: hrefWith({ 'sorting.key': key, 'sorting.direction': isNow && !isUp ? 'Ascending' : 'Descending', pageNumber: null }),
  };
}

export function ColumnChooser({ close }: { close: () => void }) {
  const chosen = chosenColumns.value;
  const toggle = (name: ShownColumn) => choose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <Dialog title={words.transactions.columns} close={close}>
      <fieldset class="choices choices-columns">
        <legend class="unseen">{words.transactions.columns}</legend>
        {columnNames.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              disabled={chosen.length === 1 && chosen.includes(name)}
              onChange={() => toggle(name)}
            />{' '}
            {words.fields[name]}
          </label>
        ))}
      </fieldset>
      <div class="dialog-actions">
        <Button text={words.transactions.usualColumns} act={() => choose(usual)} />
        <Button look="main" text={words.done} act={close} />
      </div>
    </Dialog>
  );
}
