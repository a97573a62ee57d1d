import { CallError } from '../api.js';
import { secondsText } from '../format.js';
import { changePassword, session } from '../session.js';
import { words } from '../words.js';
import { useAction } from './action.js';
import { FormDialog } from './dialog.js';
import { Field } from './field.js';
import { tell } from './notice.js';

const text = words.ownPassword;

export function OwnPassword({ close }: { close: () => void }) {
  const action = useAction(problemOf);
  const send = async (data: FormData) => {
    const [old = '', given = '', again = ''] = ['old', 'new', 'again'].map((name) => String(data.get(name) ?? ''));
    const isDone = await action.run(async () => {
      if (given !== again) throw new CallError(400, text.differ);
      await changePassword(old, given);
    });
    if (!isDone) return;
    tell(text.changed);
    close();
  };
  return (
    <FormDialog title={text.title} action={action} send={send} close={close}>
      <p>{text.text}</p>
      {/* By it, a browser knows whose password it may keep. */}
      <input type="hidden" name="username" autocomplete="username" value={session.value?.user ?? ''} />
      <Field name="old" label={text.old} autocomplete="current-password" type="password" required />
      <Field name="new" label={text.new} autocomplete="new-password" type="password" required />
      <Field name="again" label={text.again} autocomplete="new-password" type="password" required />
    </FormDialog>
  );
}

function problemOf({ status, message, faults, retryAfterS }: CallError): string {
  if (faults.oldPassword) return text.faults.oldPassword;
  if (faults.newPassword) return text.faults.newPassword;
  return status === 429 ? words.logIn.tooMany(secondsText(retryAfterS ?? 60)) : message;
}
