/** The sentence that tells people how far an upload's import is. For people only: no program should read it. */
import { decimalText } from '../contract/amount.js';
import type { CurrencySum } from '../contract/currency-sums.js';
import type { Upload } from '../store/store.js';

/** More currencies than any merchant has would make no sentence. */
const CURRENCIES_SHOWN = 10;

/** One to three sentences: how many rows were received, imported, duplicates and rejected, and the sums of what was imported. */
export function summaryOf(upload: Upload): string {
  const { rows, decided, processed, duplicates, rejected, warnings } = upload;
  if (upload.status === 'Processing') return `${counted(rows)} staged, ${decided} of them imported so far.`;
  const parts = [`${processed - duplicates} imported`];
  if (duplicates > 0) parts.push(duplicates === 1 ? '1 duplicate' : `${duplicates} duplicates`);
  if (rejected > 0) parts.push(`${rejected} rejected`);
  if (decided < rows) parts.push(`${rows - decided} not imported because the import failed`);
  if (upload.withdrawn)
    return `Withdrawn on ${upload.withdrawn.at} by ${upload.withdrawn.by}: its transactions do not count. ${counted(rows)} received: ${parts.join(', ')}.`;
  const warned = warnings > 0 ? ` ${warnings} imported with a warning.` : '';
  return `${counted(rows)} received: ${parts.join(', ')}.${amountsText(upload.amounts)}${warned}`;
}

/** What was imported, by currency, exactly: ` Imported: EUR 12.50 (1), CHF 3.00 (2).` */
function amountsText(amounts: readonly CurrencySum[]): string {
  if (amounts.length === 0) return '';
  const shown = amounts.slice(0, CURRENCIES_SHOWN).map(amountText);
  const left = amounts.length - shown.length;
  return ` Imported: ${shown.join(', ')}${left > 0 ? ` and ${left} more currencies` : ''}.`;
}

function amountText({ currency, rows, units, rowsWithoutAmount, rowsFiner }: CurrencySum): string {
  const notes = [
    `${rows}`,
    rowsWithoutAmount > 0 ? `${rowsWithoutAmount} without amount` : '',
    rowsFiner > 0 ? `${rowsFiner} too large or finer than 0.0001, not in the sum` : '',
  ];
  return `${currency || 'no currency'} ${decimalText(units)} (${notes.filter((note) => note !== '').join(', ')})`;
}

/** The upload's kept messages, and one that counts those that were not kept. */
export function shownErrors(upload: Upload): string[] {
  const left = upload.errorCount - upload.errors.length;
  return left > 0
    ? [...upload.errors, `${left} more errors; list the upload's transactions in state Unprocessed to see them.`]
    : [...upload.errors];
}

function counted(rows: number): string {
  return rows === 1 ? '1 transaction' : `${rows} transactions`;
}
