/** The rules that a row must pass to get into the books, by its import configuration. Pure: rows in, decisions out. */
import { code as currencyByCode } from 'currency-codes';
import type { TransactionField, TransactionUpload } from '../contract/transaction.js';
import type { ImportConfiguration, RowDecision } from '../store/store.js';

/** The configuration that a tenant has until somebody makes another. Source: `contract.md` §4. */
export const defaultImportConfiguration: Omit<ImportConfiguration, 'id'> = {
  name: 'Default',
  requiredFields: ['amount', 'currency', 'transactionDate'],
  currencyCheck: true,
};

interface Fault {
  field: TransactionField;
  reason: string;
}

const passed: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };

/** Decides about the row at `index` of its upload; a failed rule leaves the row Unprocessed, with its reasons. */
export function decide(transaction: TransactionUpload, index: number, configuration: ImportConfiguration): RowDecision {
  const faults = faultsOf(transaction, configuration);
  if (faults.length === 0) return passed;
  return {
    transactionState: 'Unprocessed',
    transactionMatchState: 'NotApplicable',
    comment: faults.map(({ field, reason }) => `${field} ${reason}`).join('; '),
    errors: faults.map(({ field, reason }) => `transactions[${index}].${field}: ${reason}`),
  };
}

function faultsOf(transaction: TransactionUpload, configuration: ImportConfiguration): Fault[] {
  const faults: Fault[] = [];
  for (const field of configuration.requiredFields) {
    if (isMissing(transaction[field])) faults.push({ field, reason: 'is required' });
  }
  const { currency } = transaction;
  if (configuration.currencyCheck && currency && !isCurrencyCode(currency)) {
    faults.push({ field: 'currency', reason: 'is not an ISO 4217 currency code' });
  }
  return faults;
}

function isMissing(value: TransactionUpload[TransactionField]): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Codes found good; at first those that ISO 4217 has taken up since the library's list of 2024-06-25, by amendments 176 and 177. */
const knownCodes = new Set(['XCG', 'ZWG']);

/** The library also takes lower case, which is no code, and takes its time. */
function isCurrencyCode(currency: string): boolean {
  if (knownCodes.has(currency)) return true;
  const isCode = /^[A-Z]{3}$/.test(currency) && currencyByCode(currency) !== undefined;
  if (isCode) knownCodes.add(currency);
  return isCode;
}
