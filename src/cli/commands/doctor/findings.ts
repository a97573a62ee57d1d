/** What `sales doctor` finds: one line for each thing it looked at, and the exit code that follows from those that failed. */
import { gravest } from '../../../jobs/exit-codes.js';
import type { Output, Style } from '../../terminal/output.js';

export interface Finding {
  /** What was looked at, such as `database`. */
  check: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
  /** What to do about it; null where nothing needs to be done. */
  hint: string | null;
  /** Exit code of a failure, else 0. */
  exit: number;
}

export const good = (check: string, message: string): Finding => ({ check, state: 'ok', message, hint: null, exit: 0 });
export const warning = (check: string, message: string, hint: string): Finding => ({ check, state: 'warning', message, hint, exit: 0 });
export const failed = (check: string, message: string, hint: string | null, exit: number): Finding => ({
  check,
  state: 'failed',
  message,
  hint,
  exit,
});

const styles: Record<Finding['state'], Style | undefined> = { ok: undefined, warning: 'yellow', failed: 'red' };
const marks: Record<Finding['state'], string> = { ok: 'ok', warning: 'WARNING', failed: 'FAILED' };
const CHECK_COLUMNS = 14;
const MARK_COLUMNS = 9;

/** Shows them; gives the exit code. */
export function showFindings(findings: readonly Finding[], output: Output): number {
  const exit = gravest(findings.map((finding) => finding.exit));
  if (output.flags.json) {
    output.document({ schema: 'sales.doctor/1', findings: findings.map(({ exit: _, ...shown }) => shown), exit });
    return exit;
  }
  for (const { check, state, message, hint } of findings) {
    output.text(`${check.padEnd(CHECK_COLUMNS)}${marks[state].padEnd(MARK_COLUMNS)}${message}`, styles[state]);
    if (hint) output.text(`${''.padEnd(CHECK_COLUMNS + MARK_COLUMNS)}${hint}`);
  }
  return exit;
}
