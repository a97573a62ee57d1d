/** That a close was approved, when and by whom, and what has changed of it since. */
import type { ApprovalResult, ApprovedClose, CloseChanges } from '../../contract/closes.js';
import { moneyPartOfAll } from '../../contract/money-parts.js';
import type { Run } from '../flags/run.js';
import { groupedAmount } from './amount-cells.js';

export function approvedLine({ number, at, by, changes }: ApprovedClose, run: Pick<Run, 'host' | 'output'>): string {
  const { closing } = run.output.words.shared;
  const changed = [
    ...changes.items.map((item) => itemText(item, run)),
    ...changes.claims.map(({ claim, before, now }) => {
      const [then, is] = [before, now].map((state) => (state ? closing.states[state] : 'not claimed'));
      return `${closing.claims[claim]}: ${before === now ? `still ${is}, for another reason` : `${then} then, ${is} now`}`;
    }),
  ];
  return `Approved on ${dayOf(at, run)} by ${by} (statement ${number}): ${changed.length > 0 ? changed.join('; ') : 'nothing changed since'}`;
}

/** What an approval has come to. */
export function approvalText({ outcome, number, at, by }: ApprovalResult, run: Pick<Run, 'host'>): string {
  return outcome === 'Done' ? `Approved as statement ${number}` : `Approved already as statement ${number}, on ${dayOf(at, run)} by ${by}`;
}

/** `+1 sale 12.50 EUR`; of a part of what was sold, `paid +1 12.50 EUR`. */
function itemText({ currency, part, transactions, amount }: CloseChanges['items'][number], { output }: Pick<Run, 'output'>): string {
  const number = `${transactions < 0 ? '' : '+'}${transactions.toLocaleString('en')}`;
  const sum = `${groupedAmount(amount, currency)} ${currency ?? 'no currency'}`;
  if (part !== moneyPartOfAll) return `${output.words.shared.money.parts[part]} ${number} ${sum}`;
  return `${number} ${Math.abs(transactions) === 1 ? 'sale' : 'sales'} ${sum}`;
}

/** `2 November 2026`, where the reader is. */
function dayOf(at: string, { host }: Pick<Run, 'host'>): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: host.timeZone }).format(new Date(at));
}
