/** Asks before a decision is taken: what it will do, about which rows, and what has to be said with it. */
import { Dialog } from '../../parts/dialog.js';
import { DialogEnd } from '../../parts/dialog-end.js';
import { Field } from '../../parts/field.js';
import { words } from '../../words.js';
import { dayAfter } from '../../zone.js';

const text = words.decisions;

type AskedAction = keyof typeof text.what;

/** What was filled in; what was left empty is absent. */
export interface GivenDetails {
  text?: string;
  cause?: string;
  remindOn?: string;
  reference?: string;
}

/** The first day to come, as the server counts days: by UTC. */
const tomorrow = () => dayAfter(new Date().toISOString().slice(0, 10), 1);

interface DecideDialogProps {
  asked: AskedAction;
  /** The rows that it is about. */
  about?: string | null;
  /** Where sums or currencies differ. */
  needsCause?: boolean;
  action: { problem: string | null; busy: boolean };
  close: () => void;
  take: (given: GivenDetails) => void;
}

export function DecideDialog({ asked, about = null, needsCause = false, action, close, take }: DecideDialogProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = [...new FormData(event.currentTarget as HTMLFormElement)].map(([name, value]) => [name, String(value).trim()] as const);
    take(Object.fromEntries(data.filter(([, value]) => value !== '')));
  };
  return (
    <Dialog title={text.actions[asked]} close={close}>
      <form onSubmit={submit}>
        {about && <p class="decide-about">{about}</p>}
        <p>{text.what[asked]}</p>
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
        {asked === 'Claim' && (
          <>
            <Field name="remindOn" label={text.remindOn} type="date" min={tomorrow()} required />
            <Field name="reference" label={text.reference} maxLength={200} />
          </>
        )}
        {asked !== 'Approve' && (
          <Field
            name="text"
            label={asked === 'Note' ? text.note : text.text}
            maxLength={200}
            required={asked === 'Note' || asked === 'Skip'}
          />
        )}
        <DialogEnd action={action} label={text.actions[asked]} close={close} />
      </form>
    </Dialog>
  );
}
