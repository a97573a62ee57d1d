/**
 * From rows and a configuration to decisions. The rules are applied at once; duplicates are looked for inside the transaction that stores
 * the decisions.
 */
import type { ImportConfiguration, ImportSettings } from '../contract/import-configuration.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { Decide, DecideAgain, RowDecision, UploadedFields } from '../store/import-decisions.js';
import { hashesOf, withDuplicates } from './duplicates.js';
import { type Identity, IdentitySearch, momentsNear, recordIdentity, saleIdentity } from './identity.js';
import { recordDecision } from './record-rules.js';
import { decisionBy, type RuleContext, rulesOf } from './rules.js';

/** Decides about the rows of a new upload. */
export function decideAbout(
  rows: readonly TransactionUpload[],
  { settings }: Pick<ImportConfiguration, 'settings'>,
  context: RuleContext,
): Decide {
  const rules = rulesOf(settings, context);
  const byRules = rows.map((row, index) => decisionBy(rules, row, index));
  return { ...searching(rows, byRules, settings.duplicateKey), again: decideAgain };
}

/** The same about new settlement records. */
export function decideAboutRecords(rows: readonly SettlementRecordUpload[]): Decide {
  return { ...searchingRecords(rows, (row, index) => recordDecision(row, index)), again: decideAgain };
}

/** The two steps after the rules: what to look for, and which of the rows are duplicates. */
function searching(
  rows: readonly UploadedFields[],
  byRules: readonly RowDecision[],
  duplicateKey: ImportSettings['duplicateKey'] | Identity,
): Decide {
  if (duplicateKey === 'identity') return searching(rows, byRules, saleIdentity);
  if ('names' in duplicateKey) return byIdentity(rows, byRules, duplicateKey);
  if (duplicateKey.length === 0) return { hashes: () => rows.map(() => null), decisions: () => byRules };
  return {
    hashes: (seed) => hashesOf(rows, byRules, duplicateKey, seed),
    decisions: (hashes, earlier) => withDuplicates(rows, byRules, hashes, duplicateKey, earlier),
  };
}

function byIdentity(rows: readonly UploadedFields[], byRules: readonly RowDecision[], identity: Identity): Decide {
  let secret = 0;
  return {
    hashes: (seed) => {
      secret = seed;
      return hashesOf(rows, byRules, identity.fields, seed, identity.required);
    },
    moments: () => rows.flatMap((row, index) => (byRules[index]?.transactionState === 'Processed' ? momentsNear(row) : [])),
    decisions: (hashes, earlier) => new IdentitySearch(identity, secret, earlier).decide(rows, byRules, hashes),
  };
}

function searchingRecords(
  rows: readonly SettlementRecordUpload[],
  ruleOf: (row: SettlementRecordUpload, index: number) => RowDecision,
): Decide {
  return searching(rows, rows.map(ruleOf), recordIdentity);
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
export const decideAgain: DecideAgain = ({ kind, configuration: { settings }, receivedAt, known, rows }) => {
  if (kind === 'Settlement') {
    return searchingRecords(
      rows.map(({ row }) => row),
      (row, index) => recordDecision(row, rows[index]?.index ?? 0, rows[index]?.isImported),
    );
  }
  const context = { known: settings.known === 'accept' ? null : known, receivedAt };
  const rules = rulesOf(settings, context);
  const refusingNone = {
    ...rulesOf({ ...settings, ...refusesNone, known: settings.known === 'accept' ? 'accept' : 'warn' }, context),
    takesFineAmounts: true,
  };
  const byRules = rows.map(({ row, index, isImported }) => decisionBy(isImported ? refusingNone : rules, row, index));
  return searching(
    rows.map(({ row }) => row),
    byRules,
    settings.duplicateKey,
  );
};
