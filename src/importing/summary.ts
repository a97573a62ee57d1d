/** The sentences that tell people how far the import of an upload has come. Programs should not parse them. */
import { decimalText } from '../contract/amount.js';
import type { CurrencySum } from '../contract/currency-sums.js';
import type { Upload } from '../store/uploads.js';

/** More than this would be unreadable, and no merchant has as many. */
const CURRENCIES_SHOWN = 10;

/** One to three sentences: how many rows were received, imported, duplicates and rejected, and the sums of the imported ones. */
export function summaryOf(upload: Upload): string {
  const { kind, rows, decided, processed, duplicates, rejected, warnings } = upload;
  if (upload.status === 'Processing') return `${counted(kind, rows)} staged, ${decided} of them imported so far.`;
  const parts = [`${processed - duplicates} imported`];
  if (duplicates > 0) parts.push(duplicates === 1 ? '1 duplicate' : `${duplicates} duplicates`);
  if (rejected > 0) parts.push(`${rejected} rejected`);
  if (decided < rows) parts.push(`${rows - decided} not imported because the import failed`);
  if (upload.withdrawn)
    return `Withdrawn on ${upload.withdrawn.at} by ${upload.withdrawn.by}: its ${kind === 'Sales' ? 'transactions' : 'records'} do not count. ${counted(kind, rows)} received: ${parts.join(', ')}.`;
  const warned = warnings > 0 ? ` ${warnings} imported with a warning.` : '';
  return `${counted(kind, rows)} received: ${parts.join(', ')}.${amountsText(upload)}${warned}`;
}

/**
 * The sums of what was imported, by currency and exact: ` Imported: EUR 12.50 (1), CHF 3.00 (2).` Of settlement records only payments
 * have a part in them, and the words say so: fees, adjustments, payouts and chargebacks have not.
 */
function amountsText({ kind, amounts }: Upload): string {
  if (amounts.length === 0) return '';
  const shown = amounts.slice(0, CURRENCIES_SHOWN).map(amountText);
  const left = amounts.length - shown.length;
  const of = kind === 'Sales' ? 'Imported' : 'Payments and refunds';
  return ` ${of}: ${shown.join(', ')}${left > 0 ? ` and ${left} more currencies` : ''}.`;
}

function amountText({ currency, rows, units, rowsWithoutAmount, rowsFiner }: CurrencySum): string {
  const notes = [
    `${rows}`,
    rowsWithoutAmount > 0 ? `${rowsWithoutAmount} without amount` : '',
    rowsFiner > 0 ? `${rowsFiner} too large or finer than 0.0001, not in the sum` : '',
  ];
  return `${currency || 'no currency'} ${decimalText(units)} (${notes.filter((note) => note !== '').join(', ')})`;
}

/** The messages that were kept for an upload, and one that counts the rest. */
export function shownErrors(upload: Upload): string[] {
  const left = upload.errorCount - upload.errors.length;
  return left > 0
    ? [
        ...upload.errors,
        `${left} more errors; list the upload's ${upload.kind === 'Sales' ? 'transactions' : 'records'} in state Unprocessed to see them.`,
      ]
    : [...upload.errors];
}

function counted(kind: Upload['kind'], rows: number): string {
  const one = kind === 'Sales' ? 'transaction' : 'record';
  return rows === 1 ? `1 ${one}` : `${rows} ${one}s`;
}
