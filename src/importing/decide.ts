/** From rows and a configuration to decisions: the rules at once, the duplicates inside the transaction that stores them. */
import type { TransactionUpload } from '../contract/transaction.js';
import type { Decide, ImportConfiguration } from '../store/store.js';
import { withDuplicates } from './duplicates.js';
import { type RuleContext, rulesOf } from './rules.js';

/** About `rows`, which stand in their upload from `firstIndex` on. */
export function decideAbout(
  rows: readonly TransactionUpload[],
  firstIndex: number,
  { settings }: Pick<ImportConfiguration, 'settings'>,
  context: RuleContext,
): Decide {
  const rules = rulesOf(settings, context);
  const byRules = rows.map((row, index) => rules(row, firstIndex + index));
  return (earlier) => withDuplicates(rows, byRules, settings.duplicateKey, earlier);
}
