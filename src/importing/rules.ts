/** The rules that a row must pass to get into the books, according to its import configuration. Pure: rows in, decisions out. */
import { code as currencyByCode } from 'currency-codes';
import { instantOf } from '../contract/date-time.js';
import { type ImportSettings, importSettingsDefault } from '../contract/import-configuration.js';
import type { TransactionField, TransactionUpload } from '../contract/transaction.js';
import { type ImportConfiguration, type KnownPlaces, type RowDecision, type TenantReader, warningStart } from '../store/store.js';

/** The configuration of a tenant until somebody makes another; see `docs/rows.md`. */
export const defaultImportConfiguration: Omit<ImportConfiguration, 'id'> = { name: 'Default', settings: importSettingsDefault };

/** What the rules need besides the row and the settings. */
export interface RuleContext {
  /** Null only where the settings accept all places. */
  known: KnownPlaces | null;
  /** When the upload was received. */
  receivedAt: Date;
}

/** Fetches from the store what the rules of a configuration need. */
export async function contextOf(
  { settings }: Pick<ImportConfiguration, 'settings'>,
  tenant: Pick<TenantReader, 'knownPlaces'>,
  receivedAt: Date,
): Promise<RuleContext> {
  return { known: settings.known === 'accept' ? null : await tenant.knownPlaces(), receivedAt };
}

interface Fault {
  field: TransactionField;
  reason: string;
}

const passed: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };
const passedUnmatched: RowDecision = { ...passed, transactionMatchState: 'NotApplicable' };

/** The rules of a configuration, prepared for many rows. */
export interface Rules extends Pick<RuleContext, 'known'> {
  settings: ImportSettings;
  isExcluded: (transaction: TransactionUpload) => boolean;
  dateFault: (transaction: TransactionUpload) => string | null;
}

/** The rules for one upload, received at `receivedAt`. */
export function rulesOf(settings: ImportSettings, { known, receivedAt }: RuleContext): Rules {
  return { settings, known, isExcluded: exclusionOf(settings), dateFault: dateRule(settings, receivedAt) };
}

/**
 * Decides about the row at `index` of its upload. A row that breaks a rule stays Unprocessed, with the reasons. The rules are an argument
 * rather than a closure, because a function made for each upload would be compiled for each upload.
 */
export function decisionBy(rules: Rules, transaction: TransactionUpload, index: number): RowDecision {
  const { settings, known, isExcluded, dateFault } = rules;
  const faults = missingFaults(transaction, settings);
  const { currency } = transaction;
  if (settings.currencyCheck && currency && !isCurrencyCode(currency)) {
    faults.push({ field: 'currency', reason: 'is not an ISO 4217 currency code' });
  }
  amountFaults(transaction, settings, faults);
  const ofDate = dateFault(transaction);
  if (ofDate !== null) faults.push({ field: 'transactionDate', reason: ofDate });
  const unknown = known && settings.known !== 'accept' ? unknownPlaces(transaction, known) : [];
  if (settings.known === 'reject') faults.push(...unknown);
  if (faults.length > 0) return rejection(faults, index);
  const decision = isExcluded(transaction) ? passedUnmatched : passed;
  return unknown.length === 0 ? decision : { ...decision, comment: `${warningStart}${sentence(unknown)}`, isWarned: true };
}

function rejection(faults: readonly Fault[], index: number): RowDecision {
  return {
    transactionState: 'Unprocessed',
    transactionMatchState: 'NotApplicable',
    comment: sentence(faults),
    errors: faults.map(({ field, reason }) => `transactions[${index}].${field}: ${reason}`),
  };
}

function sentence(faults: readonly Fault[]): string {
  return faults.map(({ field, reason }) => `${field} ${reason}`).join('; ');
}

function missingFaults(transaction: TransactionUpload, { requiredFields }: ImportSettings): Fault[] {
  const faults: Fault[] = [];
  for (const field of requiredFields) if (isMissing(transaction[field])) faults.push({ field, reason: 'is required' });
  return faults;
}

function isMissing(value: TransactionUpload[TransactionField]): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function amountFaults({ amount }: TransactionUpload, { amountMin, amountMax }: ImportSettings, faults: Fault[]): void {
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

/** A row belongs to a unit by its terminal or by its location. A row that has neither belongs nowhere, which is no fault. */
function unknownPlaces({ terminalId, locationId }: TransactionUpload, { terminalIds, locationIds }: KnownPlaces): Fault[] {
  if ((terminalId && terminalIds.has(terminalId)) || (locationId && locationIds.has(locationId))) return [];
  const faults: Fault[] = [];
  if (terminalId) faults.push({ field: 'terminalId', reason: 'belongs to no unit' });
  if (locationId) faults.push({ field: 'locationId', reason: 'belongs to no unit' });
  return faults;
}

/** Returns a test of whether a row is imported but left out of matching, such as cash. */
function exclusionOf({ notMatchedTypes, notMatchedBrands }: ImportSettings): (transaction: TransactionUpload) => boolean {
  if (notMatchedTypes.length === 0 && notMatchedBrands.length === 0) return () => false;
  const types = new Set(notMatchedTypes);
  const brands = new Set(notMatchedBrands);
  return ({ transactionTypes, brandId }) =>
    (typeof brandId === 'string' && brands.has(brandId)) || (transactionTypes?.some((type) => types.has(type)) ?? false);
}

/**
 * Currency codes found valid before. It begins with those that ISO 4217 has added since the library's list of 2024-06-25 (amendments 176
 * and 177).
 */
const knownCodes = new Set(['XCG', 'ZWG']);

/** The library is slow, and also accepts lower case, which is not a currency code. */
function isCurrencyCode(currency: string): boolean {
  if (knownCodes.has(currency)) return true;
  const isCode = /^[A-Z]{3}$/.test(currency) && currencyByCode(currency) !== undefined;
  if (isCode) knownCodes.add(currency);
  return isCode;
}
