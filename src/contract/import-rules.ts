/** The rules of an import configuration that a row passes or fails by itself, as the server imports by them. Pure. */
import { code as currencyByCode } from 'currency-codes';
import { isTooFine } from './amount.js';
import { instantOf } from './date-time.js';
import type { ImportSettings } from './import-configuration.js';
import type { TransactionField, TransactionUpload } from './transaction.js';

/** Why a row is not imported: `reason` goes on after the field's name, as in `amount is required`. */
export interface RuleFault {
  field: TransactionField;
  reason: string;
  /** For programs; only where the reason has one. */
  code?: 'AMOUNT_DECIMALS';
}

/** What no row may have, sale or record, whatever the configuration. */
export function amountFault(amount: number | null | undefined): (RuleFault & { field: 'amount' }) | null {
  if (typeof amount !== 'number' || !isTooFine(amount)) return null;
  return { field: 'amount', reason: 'has more than four decimals', code: 'AMOUNT_DECIMALS' };
}

/** Prepared for many rows. */
export interface RowRules {
  settings: ImportSettings;
  /** Rows that were imported before: the amounts that earlier versions took are kept. */
  takesFineAmounts?: boolean;
  dateFault: (transaction: TransactionUpload) => string | null;
}

/** The rules for an upload that is received at `receivedAt`. */
export function rowRulesOf(settings: ImportSettings, receivedAt: Date): RowRules {
  return { settings, dateFault: dateRule(settings, receivedAt) };
}

/** What a row fails by, in the order of the rules; empty where it passes. */
export function rowFaults({ settings, takesFineAmounts, dateFault }: RowRules, transaction: TransactionUpload): RuleFault[] {
  const faults = missingFaults(transaction, settings);
  const { currency } = transaction;
  if (settings.currencyCheck && currency && !isCurrencyCode(currency)) {
    faults.push({ field: 'currency', reason: isNoCurrency });
  }
  const ofDecimals = takesFineAmounts ? null : amountFault(transaction.amount);
  if (ofDecimals !== null) faults.push(ofDecimals);
  amountFaults(transaction, settings, faults);
  const ofDate = dateFault(transaction);
  if (ofDate !== null) faults.push({ field: 'transactionDate', reason: ofDate });
  return faults;
}

function missingFaults(transaction: TransactionUpload, { requiredFields }: ImportSettings): RuleFault[] {
  const faults: RuleFault[] = [];
  for (const field of requiredFields) if (isMissing(transaction[field])) faults.push({ field, reason: 'is required' });
  return faults;
}

function isMissing(value: TransactionUpload[TransactionField]): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function amountFaults({ amount }: TransactionUpload, { amountMin, amountMax }: ImportSettings, faults: RuleFault[]): void {
  if (typeof amount !== 'number') return;
  if (amountMin !== null && amount < amountMin) faults.push({ field: 'amount', reason: `is less than ${amountMin}, the least accepted` });
  if (amountMax !== null && amount > amountMax) faults.push({ field: 'amount', reason: `is more than ${amountMax}, the most accepted` });
}

const TICKS_PER_MS = 10_000n;
const MS_PER_DAY = 86_400_000;

/** Returns a function that gives the reason to reject a row's transactionDate, or null. */
function dateRule(settings: ImportSettings, receivedAt: Date): (transaction: TransactionUpload) => string | null {
  const { transactionAgeDaysMax: age, transactionFutureDaysMax: future } = settings;
  if (age === null && future === null) return () => null;
  const ticksAfter = (days: number) => BigInt(Math.trunc(receivedAt.getTime() + days * MS_PER_DAY)) * TICKS_PER_MS;
  const from = age === null ? null : ticksAfter(-age);
  const to = future === null ? null : ticksAfter(future);
  return ({ transactionDate }) => {
    const at = transactionDate ? instantOf(transactionDate) : null;
    if (at === null) return null;
    if (from !== null && at < from) return `lies more than ${days(age)} before the upload`;
    if (to !== null && at > to) return `lies more than ${days(future)} after the upload`;
    return null;
  };
}

function days(count: number | null): string {
  return count === 1 ? '1 day' : `${count} days`;
}

export const isNoCurrency = 'is not an ISO 4217 currency code';

/**
 * Currency codes found valid before. It begins with those that ISO 4217 has added since the library's list of 2024-06-25 (amendments 176
 * and 177).
 */
const knownCodes = new Set(['XCG', 'ZWG']);

/** The library is slow, and also accepts lower case, which is not a currency code. */
export function isCurrencyCode(currency: string): boolean {
  if (knownCodes.has(currency)) return true;
  const isCode = /^[A-Z]{3}$/.test(currency) && currencyByCode(currency) !== undefined;
  if (isCode) knownCodes.add(currency);
  return isCode;
}
