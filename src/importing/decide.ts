/**
 * From rows and a configuration to decisions. The rules are applied at once; duplicates are looked for inside the transaction that stores
 * the decisions.
 */
import type { ImportConfiguration, ImportSettings } from '../contract/import-configuration.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { Decide, DecideAgain, EarlierRows, Hashes, Moment, RowDecision, RowPlace, UploadedFields } from '../store/import-decisions.js';
import { momentOf } from '../store/stored-row.js';
import type { ComparedField } from './duplicate-key.js';
import { decidedBy, hashesOf, searchFor } from './duplicates.js';
import { type Identity, IdentitySearch, momentsNear, recordIdentity, saleIdentity } from './identity.js';
import { recordDecision } from './record-rules.js';
import { decisionBy, type RuleContext, rulesOf } from './rules.js';
import { shiftedMoments, shownBy } from './shifted-times.js';

/** By what rows are the same: their values in some fields, or what identifies them. */
export type SameBy = readonly ComparedField[] | Identity;

export function sameBy({ duplicateKey }: ImportSettings): SameBy {
  return duplicateKey === 'identity' ? saleIdentity : duplicateKey;
}

/** See Decide. */
export function hashesBy(same: SameBy, rows: readonly UploadedFields[], byRules: readonly RowDecision[], seed: number): Hashes {
  return 'names' in same ? hashesOf(rows, byRules, same.fields, seed, same.required) : hashesOf(rows, byRules, same, seed);
}

/** Likewise. `place` is that of an upload of a file, null for any other: see {@link shownBy}. */
export function momentsBy(
  same: SameBy,
  rows: readonly UploadedFields[],
  byRules: readonly RowDecision[],
  place: RowPlace | null,
): Moment[] {
  if (!('names' in same)) return [];
  const near = rows.flatMap((row, index) => (byRules[index]?.transactionState === 'Processed' ? momentsNear(row) : []));
  const shifted = shownBy(rows.length, place).flatMap((index) => {
    const moment = momentOf(rows[index] ?? {});
    return moment ? shiftedMoments(moment) : [];
  });
  return [...near, ...shifted];
}

type DuplicateFinder = (rows: readonly UploadedFields[], byRules: readonly RowDecision[], hashes: Hashes) => readonly RowDecision[];

/** Marks the duplicates among the rows of an upload or a file, one part after another. */
export function searchBy(same: SameBy, seed: number, earlier: EarlierRows, isFile: boolean): DuplicateFinder {
  if ('names' in same) {
    const search = new IdentitySearch(same, seed, earlier, isFile);
    return (rows, byRules, hashes) => search.decide(rows, byRules, hashes);
  }
  const search = searchFor(same, earlier);
  return (rows, byRules, hashes) => decidedBy(search, rows, byRules, hashes);
}

/** Decides about the rows of a new upload. `isFile`: it is of a file, which may have come before. */
export function decideAbout(
  rows: readonly TransactionUpload[],
  { settings }: Pick<ImportConfiguration, 'settings'>,
  context: RuleContext,
  isFile = false,
): Decide {
  const rules = rulesOf(settings, context);
  const byRules = rows.map((row, index) => decisionBy(rules, row, index));
  return { ...searching(rows, byRules, sameBy(settings), isFile), again: decideAgain };
}

/** The same about new settlement records. */
export function decideAboutRecords(rows: readonly SettlementRecordUpload[], isFile = false): Decide {
  const byRules = rows.map((row, index) => recordDecision(row, index));
  return { ...searching(rows, byRules, recordIdentity, isFile), again: decideAgain };
}

/** The two steps after the rules: what to look for, and which of the rows are duplicates. */
function searching(rows: readonly UploadedFields[], byRules: readonly RowDecision[], same: SameBy, isFile: boolean): Decide {
  let secret = 0;
  return {
    hashes: (seed) => {
      secret = seed;
      return hashesBy(same, rows, byRules, seed);
    },
    ...('names' in same && { moments: (place: RowPlace) => momentsBy(same, rows, byRules, isFile ? place : null) }),
    decisions: (hashes, earlier) => searchBy(same, secret, earlier, isFile)(rows, byRules, hashes),
  };
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
export const decideAgain: DecideAgain = ({ kind, configuration: { settings }, receivedAt, known, rows: given }) => {
  const rows = given.map(({ row }) => row);
  if (kind === 'Settlement') {
    const byRules = given.map(({ row, index, isImported }) => recordDecision(row, index, isImported));
    return searching(rows, byRules, recordIdentity, true);
  }
  const context = { known: settings.known === 'accept' ? null : known, receivedAt };
  const rules = rulesOf(settings, context);
  const refusingNone = {
    ...rulesOf({ ...settings, ...refusesNone, known: settings.known === 'accept' ? 'accept' : 'warn' }, context),
    takesFineAmounts: true,
  };
  const byRules = given.map(({ row, index, isImported }) => decisionBy(isImported ? refusingNone : rules, row, index));
  return searching(rows, byRules, sameBy(settings), true);
};
