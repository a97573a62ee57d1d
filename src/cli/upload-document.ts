/** What became of a file, as the JSON that programs rely on. Members are only ever added. */
import { decimalText } from '../contract/amount.js';
import type { UploadOutcome } from './upload-outcome.js';

/** The members of `sales.upload/1` but its schema. */
export function uploadDocument(outcome: UploadOutcome) {
  const { ledger, stopped } = outcome;
  return {
    job: outcome.job,
    file: outcome.file,
    state: stateOf(outcome.exit),
    dryRun: outcome.dryRun,
    rows: ledger.rows,
    currencies: ledger.currencies.map(({ currency, rows, units, rowsWithoutAmount, rowsFiner }) => ({
      currency,
      rows,
      sum: decimalText(units),
      rowsWithoutAmount,
      rowsFiner,
    })),
    uploads: ledger.uploads.map(({ uploadId, rows, status, summary, errors, countsMatch, firstLine, lastLine }) => ({
      uploadId,
      rows,
      status,
      summary,
      errors,
      countsMatch,
      firstLine,
      lastLine,
    })),
    inDoubt: ledger.inDoubt,
    unsent: ledger.unsent,
    leftOut: [...ledger.leftOut].map(([reason, rows]) => ({ reason, rows })),
    equalRows: { rows: ledger.repeats.rows, allCompared: ledger.repeats.isWhole },
    rejectsFile: outcome.rejectsFile,
    errors: ledger.errors.map(({ line, column, field, code, message }) => ({ line, column, field, code, message })),
    stopped: stopped && { code: stopped.code, message: stopped.message, hint: stopped.hint ?? null },
    exit: outcome.exit,
  };
}

/** One word for programs that look at many files. */
export function stateOf(exit: number): string {
  const words: Record<number, string> = {
    0: 'done',
    4: 'inputUnusable',
    5: 'rejectedRows',
    6: 'unsent',
    7: 'inDoubt',
    8: 'importErrors',
    10: 'processing',
    12: 'disk',
    130: 'interrupted',
    143: 'interrupted',
  };
  return words[exit] ?? 'failed';
}
