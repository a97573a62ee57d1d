/** Adds a user: a name, roles, what it may reach; the password is made by the server and shown once. */
import { useRef, useState } from 'preact/hooks';
import { useAction } from '../../parts/action.js';
import { Dialog } from '../../parts/dialog.js';
import { DialogEnd } from '../../parts/dialog-end.js';
import { Field } from '../../parts/field.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';
import { GrantSelect, grantFrom } from './grant-form.js';
import { MadePassword } from './password-dialog.js';
import { roleNames } from './user-drawer.js';

const text = words.administration;

export function NewUser({ close, added }: { close: () => void; added: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [made, setMade] = useState<{ name: string; password: string } | null>(null);
  const action = useAction();
  const submit = (event: Event) => {
    event.preventDefault();
    const data = new FormData(form.current ?? undefined);
    const name = String(data.get('name') ?? '').trim();
    return action.run(async () => {
      const { password } = await admin.addUser({ name, roles: data.getAll('roles').map(String), ...grantFrom(String(data.get('grant'))) });
      setMade({ name, password: password ?? '' });
      added();
    });
  };
  return (
    <Dialog title={text.addUser} close={close}>
      {made ? (
        <MadePassword {...made} close={close} />
      ) : (
        <form ref={form} onSubmit={submit}>
          <Field name="name" label={text.name} required maxLength={128} autocapitalize="none" spellcheck={false} />
          <fieldset class="choices choices-lines">
            <legend>{text.roles}</legend>
            {roleNames.map((role) => (
              <label key={role}>
                <input type="checkbox" name="roles" value={role} defaultChecked={role === 'API'} /> {role}{' '}
                <span class="quiet">{text.roleTexts[role]}</span>
              </label>
            ))}
          </fieldset>
          <GrantSelect name="grant" />
          <DialogEnd action={action} label={text.addUser} close={close} />
        </form>
      )}
    </Dialog>
  );
}
