/** A new password: made by the server, and shown once. */
import { useState } from 'preact/hooks';
import type { Account } from '../../../contract/administration.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Confirm, Dialog } from '../../parts/dialog.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';

const text = words.administration;

export function PasswordDialog({ user: { id, name }, close }: { user: Account; close: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const action = useAction();
  const make = () => action.run(async () => setMade((await admin.setPassword(id, null)).password ?? ''));
  const title = text.newPassword;
  if (made !== null) return <MadePassword title={title} name={name} password={made} close={close} />;
  return <Confirm title={title} text={text.passwordText(name)} label={text.makePassword} action={action} confirm={make} close={close} />;
}

/** The only time that it is seen. */
export function MadePassword({ title, name, password, close }: { title: string; name: string; password: string; close: () => void }) {
  return (
    <Dialog title={title} close={close}>
      <p>{text.madePassword(name)}</p>
      <p>
        <output class="secret">{password}</output>
      </p>
      <div class="dialog-actions">
        <Button look="main" text={words.done} act={close} />
      </div>
    </Dialog>
  );
}
