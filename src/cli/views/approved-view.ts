/** That a close was approved, when and by whom, and what has changed of it since. */
import type { ApprovalResult, ApprovedClose } from '../../contract/closes.js';
import { changesText } from '../../words/closing/changes-text.js';
import { localText } from '../flags/date-words.js';
import type { Run } from '../flags/run.js';

type Shown = Pick<Run, 'host' | 'output'>;

export function approvedLine({ number, at, by, changes }: ApprovedClose, run: Shown): string {
  const { shared, format } = run.output.words;
  return shared.closing.approved(dayOf(at, run), by, number, changesText(shared, format, changes));
}

/** What an approval has come to. */
export function approvalText({ outcome, number, at, by }: ApprovalResult, run: Shown): string {
  const { close } = run.output.words;
  return outcome === 'Done' ? close.approvedNow(number) : close.approvedBefore(dayOf(at, run), by, number);
}

/** The day where the reader is. */
function dayOf(at: string, { host, output }: Shown): string {
  return output.words.format.dayText(localText(Date.parse(at), host.timeZone).slice(0, 'yyyy-MM-dd'.length));
}
