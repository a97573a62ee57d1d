/** What the rules of a configuration would make of rows, without storing anything: counts, and reasons with the lines where they are. Pure. */
import type { ImportSettings } from '../contract/import-configuration.js';
import type { TransactionUpload } from '../contract/transaction.js';
import { reasonsIn } from '../store/comments.js';
import type { ForeseenRows, RowDecision, UploadedFields } from '../store/import-decisions.js';
import { hashesBy, momentsBy, sameBy, searchBy } from './decide.js';
import { decisionBy, type RuleContext, rulesOf } from './rules.js';

const LINES_KEPT = 5;

export interface TrialReason {
  reason: string;
  rows: number;
  /** The first of them. */
  lines: number[];
}

export interface TrialCounts {
  imported: number;
  notMatched: number;
  duplicates: number;
  rejected: number;
}

export interface Trial {
  byRules(transaction: TransactionUpload): RowDecision;
  /** Counts a decision about the row of a line: that of the rules, or what became of it where duplicates were looked for, too. */
  note(decision: RowDecision, line: number): void;
  counts(): TrialCounts;
  /** Why rows would be rejected, and with which warnings others imported; the most frequent first. */
  reasons(): TrialReason[];
  warnings(): TrialReason[];
}

export function openTrial(settings: ImportSettings, context: RuleContext): Trial {
  const rules = rulesOf(settings, context);
  const counts: TrialCounts = { imported: 0, notMatched: 0, duplicates: 0, rejected: 0 };
  const [reasons, warnings] = [new Map<string, TrialReason>(), new Map<string, TrialReason>()];
  return {
    byRules: (transaction) => decisionBy(rules, transaction, 0),
    note: ({ transactionState, transactionMatchState, isWarned, comment }, line) => {
      if (transactionState === 'Unprocessed') {
        counts.rejected += 1;
        for (const reason of reasonsIn(comment)) add(reasons, reason, line);
      } else if (transactionMatchState === 'Skip') counts.duplicates += 1;
      else {
        counts.imported += 1;
        if (transactionMatchState === 'NotApplicable') counts.notMatched += 1;
        if (isWarned) add(warnings, reasonsIn(comment).join('; '), line);
      }
    },
    counts: () => ({ ...counts }),
    reasons: () => sorted(reasons),
    warnings: () => sorted(warnings),
  };
}

/** Looks for duplicates among the rows of a file, one part after another. */
export function trialSearch(
  settings: ImportSettings,
  seed: number,
  earlier: ForeseenRows,
): (rows: readonly UploadedFields[], byRules: readonly RowDecision[]) => Promise<readonly RowDecision[]> {
  const same = sameBy(settings);
  const search = searchBy(same, seed, earlier, true);
  return async (rows, byRules) => {
    const hashes = hashesBy(same, rows, byRules, seed);
    await earlier.foresee(hashes, momentsBy(same, rows, byRules, earlier.own.place));
    return search(rows, byRules, hashes);
  };
}

function add(byReason: Map<string, TrialReason>, reason: string, line: number): void {
  const known = byReason.get(reason) ?? { reason, rows: 0, lines: [] };
  byReason.set(reason, known);
  known.rows += 1;
  if (known.lines.length < LINES_KEPT) known.lines.push(line);
}

function sorted(byReason: Map<string, TrialReason>): TrialReason[] {
  return [...byReason.values()].sort((one, other) => other.rows - one.rows);
}
