/**
 * From rows and a configuration to decisions. The rules are applied at once; duplicates are looked for inside the transaction that stores
 * the decisions.
 */
import type { ImportConfiguration, ImportSettings } from '../contract/import-configuration.js';
import type { SettlementRecordUpload } from '../contract/settlement.js';
import type { TransactionUpload } from '../contract/transaction.js';
import type { Decide, DecideAgain, EarlierRows, RowDecision, UploadedFields } from '../store/import-decisions.js';
import { momentOf } from '../store/stored-row.js';
import type { ImportStep } from '../store/uploads.js';
import { hashesOf, withDuplicates } from './duplicates.js';
import { type Identity, IdentitySearch, recordIdentity, saleIdentity } from './identity.js';
import { recordDecision } from './record-rules.js';
import { contextOf, decisionBy, type RuleContext, rulesOf } from './rules.js';

/** A rule threw `cause`. Nothing is wrong with the store: the rows may be stored without decisions. */
export class RuleFailure extends Error {
  constructor(cause: unknown) {
    super('A rule of the import has failed.', { cause });
    this.name = 'RuleFailure';
  }
}

/**
 * Decides about new rows; `rows` begin at index `firstIndex` of their upload. Both it and the steps of what it returns fail with
 * {@link RuleFailure} where a rule does.
 */
export function decideAbout(
  rows: readonly TransactionUpload[],
  firstIndex: number,
  { settings }: Pick<ImportConfiguration, 'settings'>,
  context: RuleContext,
): Decide {
  const byRules = decisionsBy(rows, firstIndex, settings, context);
  return tellingRules({ ...searching(rows, byRules, settings.duplicateKey), again: decideAgain });
}

/** The same about new settlement records. */
export function decideAboutRecords(rows: readonly SettlementRecordUpload[], firstIndex: number): Decide {
  try {
    return tellingRules({ ...searchingRecords(rows, (row, index) => recordDecision(row, firstIndex + index)), again: decideAgain });
  } catch (error) {
    throw new RuleFailure(error);
  }
}

/** The same about the next rows of an upload of either kind. */
export async function decideAboutStep(step: ImportStep, tenant: Parameters<typeof contextOf>[1]): Promise<Decide> {
  const { kind, rows, firstIndex, configuration, receivedAt } = step;
  if (kind === 'Settlement') return decideAboutRecords(rows, firstIndex);
  return decideAbout(rows, firstIndex, configuration, await contextOf(configuration, tenant, receivedAt));
}

/** The same steps, which fail with {@link RuleFailure} where they themselves do, and not the store. */
function tellingRules({ hashes, decisions, ...others }: Decide): Decide {
  return {
    ...others,
    hashes: (seed) => {
      try {
        return hashes(seed);
      } catch (error) {
        throw new RuleFailure(error);
      }
    },
    decisions: (found, earlier) => {
      const asked = noting(earlier);
      try {
        return decisions(found, asked.earlier);
      } catch (error) {
        throw asked.hasFailed() ? error : new RuleFailure(error);
      }
    },
  };
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
    moments: () => rows.map((row, index) => (byRules[index]?.transactionState === 'Processed' ? momentOf(row) : null)),
    decisions: (hashes, earlier) => new IdentitySearch(identity, secret, earlier).decide(rows, byRules, hashes),
  };
}

function searchingRecords(
  rows: readonly SettlementRecordUpload[],
  ruleOf: (row: SettlementRecordUpload, index: number) => RowDecision,
): Decide {
  return searching(rows, rows.map(ruleOf), recordIdentity);
}

function decisionsBy(
  rows: readonly TransactionUpload[],
  firstIndex: number,
  settings: ImportSettings,
  context: RuleContext,
): RowDecision[] {
  try {
    const rules = rulesOf(settings, context);
    const byRules: RowDecision[] = [];
    for (let index = 0; index < rows.length; index++) byRules.push(decisionBy(rules, rows[index] ?? {}, firstIndex + index));
    return byRules;
  } catch (error) {
    throw new RuleFailure(error);
  }
}

/** The same rows, and whether the store has failed to look them up: an error that passes through a rule need not be the rule's. */
function noting(earlier: EarlierRows): { earlier: EarlierRows; hasFailed(): boolean } {
  let hasFailed = false;
  const noted =
    <Args extends unknown[], Found>(ask: (...args: Args) => Found) =>
    (...args: Args): Found => {
      try {
        return ask(...args);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    };
  const { has, wasSentBefore, find, near, own } = earlier;
  return {
    earlier: { has: noted(has), wasSentBefore: noted(wasSentBefore), find: noted(find), near: noted(near), own },
    hasFailed: () => hasFailed,
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
