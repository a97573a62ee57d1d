/** What a person may decide about one transaction: its suggestion or match, a settlement record that may be its payment, or it alone. */
import { useState } from 'preact/hooks';
import type { ComparedRow } from '../../../contract/matches.js';
import type { TransactionDetail } from '../../../contract/transaction.js';
import { api } from '../../api.js';
import { useAction } from '../../parts/action.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogEnd } from '../../parts/dialog-end.js';
import { words } from '../../words.js';
import { comparedText, type Settled } from './settlement.js';

const text = words.decisions;

/** As it is offered; `Reject` is Unlink of a suggestion. */
type Offered = 'Approve' | 'Reject' | 'Unlink' | 'Link' | 'Claim' | 'Skip' | 'Unskip' | 'Note';
/** Done at once; the others are asked about first. */
const atOnce: readonly Offered[] = ['Approve', 'Unskip'];

interface OfferedDecision {
  action: Offered;
  /** The settlement record that Link takes. */
  record: ComparedRow | null;
}

interface DecideProps {
  transaction: TransactionDetail;
  /** Null where nothing was compared with it yet: then there is nothing to decide. */
  settled: Settled | null;
  changed: () => void;
}

export function Decide({ transaction, settled, changed }: DecideProps) {
  const [asked, ask] = useState<OfferedDecision | null>(null);
  const [last, setLast] = useState<{ action: Offered; decisionId: string } | null>(null);
  const action = useAction();
  const choices = choicesOf(transaction, settled);
  const take = async (choice: OfferedDecision, given: GivenDetails) => {
    const isDone = await action.run(async () => {
      const { decisionId } = await api.decide(decisionOf(choice, given, transaction, settled));
      setLast({ action: choice.action, decisionId });
    });
    if (!isDone) return;
    ask(null);
    changed();
  };
  const undo = async (decisionId: string) => {
    if (!(await action.run(() => api.decide({ action: 'Undo', undoes: decisionId })))) return;
    setLast(null);
    changed();
  };
  const open = (choice: OfferedDecision) => {
    action.forget();
    if (atOnce.includes(choice.action)) void take(choice, {});
    else ask(choice);
  };
  if (choices.length === 0 && last === null && action.problem === null) return null;
  return (
    <section aria-label={text.title}>
      {last && (
        <p class="note" role="status">
          {text.done[last.action]}{' '}
          <button type="button" class="button" disabled={action.busy} onClick={() => void undo(last.decisionId)}>
            {text.actions.Undo}
          </button>
        </p>
      )}
      {action.problem && !asked && (
        <p class="problem" role="alert">
          {action.problem}
        </p>
      )}
      <div class="decide">
        {choices.map((choice) => (
          <button
            key={`${choice.action} ${choice.record?.id}`}
            type="button"
            class={choice.action === 'Approve' || choice.action === 'Link' ? 'button button-main' : 'button'}
            disabled={action.busy}
            onClick={() => open(choice)}
          >
            {text.actions[choice.action]}
          </button>
        ))}
      </div>
      {asked && <DecideDialog choice={asked} action={action} close={() => ask(null)} take={(given) => void take(asked, given)} />}
    </section>
  );
}

function choicesOf({ transactionMatchState }: TransactionDetail, settled: Settled | null): OfferedDecision[] {
  if (settled === null) return [];
  const { match, explanation } = settled;
  const some = (...actions: Offered[]) => actions.map((action) => ({ action, record: null }));
  switch (match?.kind) {
    case 'Proposal':
      return some('Approve', 'Reject', 'Claim', 'Note');
    case 'Match':
      return some('Unlink', 'Note');
    case 'SetAside':
      return some('Unskip', 'Note');
    default:
  }
  if (transactionMatchState !== 'Unmatched') return some('Note');
  // Several records need more than a button to tell them apart: the command line links those.
  const records = explanation.compared.filter(({ side }) => side === 'Record');
  const links: OfferedDecision[] = records.length === 1 ? records.map((record) => ({ action: 'Link', record })) : [];
  return [...links, ...some('Claim', 'Skip', 'Note')];
}

interface GivenDetails {
  text?: string;
  cause?: string;
  remindOn?: string;
  reference?: string;
}

function decisionOf(
  { action, record }: OfferedDecision,
  given: GivenDetails,
  { transactionId }: TransactionDetail,
  settled: Settled | null,
): object {
  const match = settled?.match;
  const { text, cause, remindOn, reference } = given;
  const more = { ...(text && { text }), ...(cause && { cause }), ...(remindOn && { remindOn }), ...(reference && { reference }) };
  if (action === 'Link') return { action, transactionIds: [transactionId], recordIds: [record?.id], ...more };
  if (action === 'Approve') return { action, matchId: match?.matchId };
  if (action === 'Reject' || action === 'Unlink') return { action: 'Unlink', matchId: match?.matchId, ...more };
  return { action, transactionIds: [transactionId], ...more };
}

interface DecideDialogProps {
  choice: OfferedDecision;
  action: { problem: string | null; busy: boolean };
  close: () => void;
  take: (given: GivenDetails) => void;
}

function DecideDialog({ choice: { action: offered, record }, action, close, take }: DecideDialogProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = [...new FormData(event.currentTarget as HTMLFormElement)];
    take(Object.fromEntries(data.map(([name, value]) => [name, String(value).trim()])));
  };
  if (offered === 'Approve' || offered === 'Unskip') return null;
  const needsCause = record !== null && !/^-?0\.0*$/.test(record.difference ?? '');
  return (
    <Dialog title={text.actions[offered]} close={close}>
      <form onSubmit={submit}>
        <p>{text.what[offered]}</p>
        {record && <p class="quiet">{comparedText(record)}</p>}
        {needsCause && (
          <div class="field">
            <label for="decide-cause">{text.cause}</label>
            <select id="decide-cause" name="cause" required>
              <option value="" />
              {Object.entries(text.causes).map(([cause, name]) => (
                <option key={cause} value={cause}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        {offered === 'Claim' && (
          <>
            <div class="field">
              <label for="decide-day">{text.remindOn}</label>
              <input id="decide-day" name="remindOn" type="date" required />
            </div>
            <div class="field">
              <label for="decide-reference">{text.reference}</label>
              <input id="decide-reference" name="reference" maxLength={200} autocomplete="off" />
            </div>
          </>
        )}
        <div class="field">
          <label for="decide-text">{offered === 'Note' ? text.note : text.text}</label>
          <input id="decide-text" name="text" maxLength={200} autocomplete="off" required={offered === 'Note' || offered === 'Skip'} />
        </div>
        <DialogEnd action={action} label={text.actions[offered]} close={close} />
      </form>
    </Dialog>
  );
}
