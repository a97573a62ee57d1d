/** The rules that a row must pass to get into the books, according to its import configuration. Pure: rows in, decisions out. */
import { type ImportConfiguration, type ImportSettings, importSettingsDefault } from '../contract/import-configuration.js';
import { type RowRules, type RuleFault, rowFaults, rowRulesOf } from '../contract/import-rules.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { rejectionOf, warningOf } from '../store/comments.js';
import type { KnownPlaces, RowDecision } from '../store/import-decisions.js';
import type { TenantReader } from '../store/store.js';

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

const passed: RowDecision = { transactionState: 'Processed', transactionMatchState: 'Unmatched', comment: null, errors: [] };
const passedUnmatched: RowDecision = { ...passed, transactionMatchState: 'NotApplicable' };

/** The rules of a configuration, prepared for many rows. */
export interface Rules extends RowRules, Pick<RuleContext, 'known'> {
  isExcluded: (transaction: TransactionUpload) => boolean;
}

/** The rules for one upload, received at `receivedAt`. */
export function rulesOf(settings: ImportSettings, { known, receivedAt }: RuleContext): Rules {
  return { ...rowRulesOf(settings, receivedAt), known, isExcluded: exclusionOf(settings) };
}

/**
 * Decides about the row at `index` of its upload. A row that breaks a rule stays Unprocessed, with the reasons. The rules are an argument
 * rather than a closure, because a function made for each upload would be compiled for each upload.
 */
export function decisionBy(rules: Rules, transaction: TransactionUpload, index: number): RowDecision {
  const { settings, known, isExcluded } = rules;
  const faults = rowFaults(rules, transaction);
  const unknown = known && settings.known !== 'accept' ? unknownPlaces(transaction, known) : [];
  if (settings.known === 'reject') faults.push(...unknown);
  if (faults.length > 0) return rejectionOfRow('transactions', index, faults);
  const decision = isExcluded(transaction) ? passedUnmatched : passed;
  return unknown.length === 0 ? decision : { ...decision, comment: warningOf(reasonsOf(unknown)), isWarned: true };
}

/** The decision about a row that breaks rules: the one at `index` of the member of the request that held it. */
export function rejectionOfRow(member: 'transactions' | 'records', index: number, faults: readonly ToldFault[]): RowDecision {
  return {
    transactionState: 'Unprocessed',
    transactionMatchState: 'NotApplicable',
    comment: rejectionOf(reasonsOf(faults)),
    errors: faults.map((fault) => `${member}[${index}].${fault.field}: ${saidOf(fault)}`),
  };
}

interface ToldFault extends Pick<RuleFault, 'reason' | 'code'> {
  field: string;
}

const saidOf = ({ reason, code }: ToldFault) => (code ? `${reason} (${code})` : reason);

function reasonsOf(faults: readonly ToldFault[]): string[] {
  return faults.map((fault) => `${fault.field} ${saidOf(fault)}`);
}

/** A row belongs to a unit by its terminal or by its location. A row that has neither belongs nowhere, which is no fault. */
function unknownPlaces({ terminalId, locationId }: TransactionUpload, { terminalIds, locationIds }: KnownPlaces): RuleFault[] {
  if ((terminalId && terminalIds.has(terminalId)) || (locationId && locationIds.has(locationId))) return [];
  const faults: RuleFault[] = [];
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
