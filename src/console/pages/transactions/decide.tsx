/** What a person may decide about one row: its suggestion or match, a row of the other side that may be its payment, or it alone. */
import { useState } from 'preact/hooks';
import type { ListedException } from '../../../contract/exceptions.js';
import type { ComparedRow } from '../../../contract/matches.js';
import { api } from '../../api.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Outcome } from '../../parts/outcome.js';
import { Problem } from '../../parts/states.js';
import { words } from '../../words.js';
import { DecideDialog, type GivenDetails } from './decide-dialog.js';
import { comparedText, type Settled, type SettledRow } from './settlement.js';

const text = words.decisions;

/** As it is offered; `Reject` is Unlink of a suggestion. */
type Offered = 'Approve' | 'Reject' | 'Unlink' | 'Link' | 'Claim' | 'Skip' | 'Unskip' | 'Note';
/** Done at once; the others are asked about first. */
const atOnce: readonly Offered[] = ['Approve', 'Unskip'];

interface OfferedDecision {
  action: Offered;
  /** The row of the other side that Link takes. */
  other: ComparedRow | null;
}

interface DecideProps {
  row: SettledRow;
  /** Null where nothing was compared with it yet: then there is nothing to decide. */
  settled: Settled | null;
  changed: () => void;
}

export function Decide({ row, settled, changed }: DecideProps) {
  const [asked, ask] = useState<OfferedDecision | null>(null);
  const [last, setLast] = useState<{ action: Offered | 'Undo'; undo: (() => void) | null } | null>(null);
  const action = useAction();
  const choices = choicesOf(row, settled);
  const take = async (choice: OfferedDecision, given: GivenDetails) => {
    await action.run(async () => {
      const { decisionId } = await api.decide(decisionOf(choice, given, row, settled));
      // At once: beside a dialog, nothing takes the focus.
      ask(null);
      setLast({ action: choice.action, undo: () => void undo(decisionId) });
      changed();
    });
  };
  const undo = (decisionId: string) =>
    action.run(async () => {
      await api.decide({ action: 'Undo', undoes: decisionId });
      setLast({ action: 'Undo', undo: null });
      changed();
    });
  const open = (choice: OfferedDecision) => {
    action.forget();
    if (atOnce.includes(choice.action)) void take(choice, {});
    else ask(choice);
  };
  if (choices.length === 0 && last === null && action.problem === null) return null;
  return (
    <section aria-label={text.title}>
      {last && <Outcome of={last} text={text.done[last.action]} busy={action.busy} undo={last.undo} />}
      {!asked && <Problem text={action.problem} />}
      <div class="decide">
        {choices.map((choice) => (
          <Button
            key={`${choice.action} ${choice.other?.id}`}
            look={choice.action === 'Approve' || choice.action === 'Link' ? 'main' : 'plain'}
            text={text.actions[choice.action]}
            disabled={action.busy}
            act={() => open(choice)}
          />
        ))}
      </div>
      {asked && asked.action !== 'Unskip' && (
        <DecideDialog
          asked={asked.action}
          about={asked.other && comparedText(asked.other)}
          needsCause={asked.other !== null && !/^-?0\.0*$/.test(asked.other.difference ?? '')}
          action={action}
          close={() => ask(null)}
          take={(given) => void take(asked, given)}
        />
      )}
    </section>
  );
}

function choicesOf({ side, matchState }: SettledRow, settled: Settled | null): OfferedDecision[] {
  if (settled === null) return [];
  const { match, explanation } = settled;
  const some = (...actions: Offered[]) => actions.map((action) => ({ action, other: null }));
  switch (match?.kind) {
    case 'Proposal':
      return some('Approve', 'Reject', 'Claim', 'Note');
    case 'Match':
      return some('Unlink', 'Note');
    case 'SetAside':
      return some('Unskip', 'Note');
    default:
  }
  if (matchState !== 'Unmatched') return some('Note');
  // Several rows need more than a button to tell them apart: the command line links those.
  const others = explanation.compared.filter((other) => other.side !== side);
  const links: OfferedDecision[] = others.length === 1 ? others.map((other) => ({ action: 'Link', other })) : [];
  return [...links, ...some('Claim', 'Skip', 'Note')];
}

function decisionOf({ action, other }: OfferedDecision, given: GivenDetails, { side, id }: SettledRow, settled: Settled | null): object {
  const matchId = settled?.match?.matchId;
  const own = rowIds(side, [id]);
  if (action === 'Link' && other) return { action, ...own, ...rowIds(other.side, [other.id]), ...given };
  if (action === 'Approve') return { action, matchId };
  if (action === 'Reject' || action === 'Unlink') return { action: 'Unlink', matchId, ...given };
  return { action, ...own, ...given };
}

/** Ids of rows as a decision names them. */
export function rowIds(side: ListedException['side'], ids: readonly string[]): object {
  return side === 'Sale' ? { transactionIds: ids } : { recordIds: ids };
}
