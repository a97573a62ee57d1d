/** A new password: made by the server, and shown once. */
import { useState } from 'preact/hooks';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogEnd } from '../../parts/dialog-end.js';
import { words } from '../../words.js';
import { admin, type UserAccount } from './admin-api.js';

const text = words.administration;

export function PasswordDialog({ user, close }: { user: UserAccount; close: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const action = useAction();
  const make = () =>
    action.run(async () => {
      const { password } = await admin.setPassword(user.id, null);
      setMade(password ?? '');
    });
  return (
    <Dialog title={text.newPassword} close={close}>
      {made === null ? (
        <>
          <p>{text.passwordText(user.name)}</p>
          <DialogEnd action={action} label={text.makePassword} close={close} act={make} />
        </>
      ) : (
        <MadePassword name={user.name} password={made} close={close} />
      )}
    </Dialog>
  );
}

/** The only time that it is seen. */
export function MadePassword({ name, password, close }: { name: string; password: string; close: () => void }) {
  return (
    <>
      <p>{text.madePassword(name)}</p>
      <p>
        <output class="secret">{password}</output>
      </p>
      <div class="dialog-actions">
        <Button look="main" text={words.done} act={close} />
      </div>
    </>
  );
}
