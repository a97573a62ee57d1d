/**
 * From rows and a configuration to decisions. The rules are applied at once; duplicates are looked for inside the transaction that stores
 * the decisions.
 */
import type { TransactionUpload } from '../contract/transaction.js';
import type { Decide, DecideAgain, ImportConfiguration, RowDecision } from '../store/store.js';
import { withDuplicates } from './duplicates.js';
import { decisionBy, type RuleContext, rulesOf } from './rules.js';

/** Decides about new rows; `rows` begin at index `firstIndex` of their upload. */
export function decideAbout(
  rows: readonly TransactionUpload[],
  firstIndex: number,
  { settings }: Pick<ImportConfiguration, 'settings'>,
  context: RuleContext,
): Decide {
  const rules = rulesOf(settings, context);
  const byRules: RowDecision[] = [];
  for (let index = 0; index < rows.length; index++) byRules.push(decisionBy(rules, rows[index] ?? {}, firstIndex + index));
  return (earlier) => withDuplicates(rows, byRules, settings.duplicateKey, earlier);
}

const refusesNone = {
  requiredFields: [],
  currencyCheck: false,
  amountMin: null,
  amountMax: null,
  transactionAgeDaysMax: null,
  transactionFutureDaysMax: null,
};

/**
 * Decides about rows that were decided about before, as about new ones, by what is known now; except that rows that were imported are never
 * rejected any more.
 */
export const decideAgain: DecideAgain = ({ configuration: { settings }, receivedAt, known, rows }) => {
  const context = { known: settings.known === 'accept' ? null : known, receivedAt };
  const rules = rulesOf(settings, context);
  const refusingNone = rulesOf({ ...settings, ...refusesNone, known: settings.known === 'accept' ? 'accept' : 'warn' }, context);
  const byRules = rows.map(({ row, index, isImported }) => decisionBy(isImported ? refusingNone : rules, row, index));
  const transactions = rows.map(({ row }) => row);
  return (earlier) => withDuplicates(transactions, byRules, settings.duplicateKey, earlier);
};
