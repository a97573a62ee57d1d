/** A close for people and as JSON: what is missing, line by line; then what nobody can know, summed up. */
import type { ApprovalResult, ApprovedClose, Close } from '../../contract/closes.js';
import { changesText } from '../../words/closing/changes-text.js';
import { claimLines } from '../../words/closing/claim-lines.js';
import { localText } from '../flags/date-words.js';
import type { Run } from '../flags/run.js';
import type { Output } from '../terminal/output.js';
import { groupedAmount } from './amount-cells.js';

type Shown = Pick<Run, 'host' | 'output'>;

/** `approval`: what it has come to, where it was approved just now. */
export function showClose(close: Close, approval: ApprovalResult | null, run: Shown): void {
  const { output } = run;
  if (output.flags.json) {
    output.document({ schema: 'sales.close/1', close, ...(approval && { outcome: approval.outcome }) });
    return;
  }
  const { format, shared, close: text } = output.words;
  const { closing } = shared;
  const { from, to, state, claims, items, approved } = close;
  output.text(text.heading(format.dayText(from), format.dayText(to), state));
  const width = Math.max(...claims.map(({ claim }) => closing.claims[claim].length));
  for (const claim of claims) {
    const word = closing.states[claim.state];
    output.text(`${closing.claims[claim.claim].padEnd(width)}  ${claim.state === 'Broken' ? word.toUpperCase() : word}`);
    for (const line of claimLines(closing, claim)) output.text(`  ${line.text}`);
  }
  for (const item of items) showSold(item, output);
  if (approval) output.text(approvalText(approval, run));
  else if (approved) output.text(approvedLine(approved, run));
}

function showSold({ currency, sold, paid, overdue }: Close['items'][number], output: Output): void {
  const { format, noCurrency, shared, close: text } = output.words;
  const { parts } = shared.money;
  const told = ({ transactions, amount }: typeof sold) => `${format.countText(transactions)} (${groupedAmount(amount, currency, format)})`;
  output.text(`${parts.sold} ${told(sold)} ${currency ?? noCurrency}, ${parts.paid} ${told(paid)}, ${parts.overdue} ${told(overdue)}`);
  if (overdue.transactions > 0) output.note(text.overdue(output.commandLine('list', '--where', 'part=overdue')));
}

function approvedLine({ number, at, by, changes }: ApprovedClose, run: Shown): string {
  const { shared, format } = run.output.words;
  return shared.closing.approved(dayOf(at, run), by, number, changesText(shared, format, changes));
}

/** What an approval has come to. */
function approvalText({ outcome, number, at, by }: ApprovalResult, run: Shown): string {
  const { close } = run.output.words;
  return outcome === 'Done' ? close.approvedNow(number) : close.approvedBefore(dayOf(at, run), by, number);
}

/** The day where the reader is. */
function dayOf(at: string, { host, output }: Shown): string {
  return output.words.format.dayText(localText(Date.parse(at), host.timeZone).slice(0, 'yyyy-MM-dd'.length));
}
