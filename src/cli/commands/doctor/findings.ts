/** What `sales doctor` finds: one line for each thing it looked at, and the exit code that follows from those that failed. */
import * as findings from '../../../contract/findings.js';
import { gravest } from '../../../jobs/exit-codes.js';
import type { Output, Style } from '../../terminal/output.js';

export interface Finding extends findings.HealthFinding {
  /** Exit code of a failure, else 0. */
  exit: number;
}

/** `exit` for where it has failed. */
export const withExit = (finding: findings.HealthFinding, exit: number): Finding => ({
  ...finding,
  exit: finding.state === 'failed' ? exit : 0,
});
export const good = (check: string, message: string): Finding => withExit(findings.good(check, message), 0);
export const warning = (check: string, message: string, hint: string): Finding => withExit(findings.warning(check, message, hint), 0);
export const failed = (check: string, message: string, hint: string | null, exit: number): Finding =>
  withExit(findings.failed(check, message, hint), exit);

const styles: Record<Finding['state'], Style | undefined> = { ok: undefined, warning: 'yellow', failed: 'red' };
const marks: Record<Finding['state'], string> = { ok: 'ok', warning: 'WARNING', failed: 'FAILED' };
const CHECK_COLUMNS = 14;
const MARK_COLUMNS = 9;

/** Shows them; gives the exit code. */
export function showFindings(found: readonly Finding[], output: Output): number {
  const exit = gravest(found.map((finding) => finding.exit));
  if (output.flags.json) {
    output.document({ schema: 'sales.doctor/1', findings: found.map(({ exit: _, ...shown }) => shown), exit });
    return exit;
  }
  for (const { check, state, message, hint } of found) {
    output.text(`${check.padEnd(CHECK_COLUMNS)}${marks[state].padEnd(MARK_COLUMNS)}${message}`, styles[state]);
    if (hint) output.text(`${''.padEnd(CHECK_COLUMNS + MARK_COLUMNS)}${hint}`);
  }
  return exit;
}
