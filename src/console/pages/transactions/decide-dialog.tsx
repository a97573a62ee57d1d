/** Asks before a decision is taken: what it will do, about which rows, and what has to be said with it. */
import { FormDialog } from '../../parts/dialog.js';
import { Field, typedIn } from '../../parts/field.js';
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
  const send = (data: FormData) => {
    const given = [...data.keys()].map((name) => [name, typedIn(data, name)] as const);
    take(Object.fromEntries(given.filter(([, value]) => value !== '')));
  };
  return (
    <FormDialog title={text.actions[asked]} action={action} send={send} close={close}>
      {about && <p class="decide-about">{about}</p>}
      <p>{text.what[asked]}</p>
      {needsCause && (
        <Field name="cause" label={text.cause} required options={Object.entries(text.causes)}>
          <option value="" />
        </Field>
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
    </FormDialog>
  );
}
