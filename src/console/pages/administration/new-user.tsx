/** Adds a user: a name, roles, what it may reach; the password is made by the server and shown once. */
import { useState } from 'preact/hooks';
import { useAction } from '../../parts/action.js';
import { FormDialog } from '../../parts/dialog.js';
import { Field, typedIn } from '../../parts/field.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';
import { GrantSelect, grantFrom } from './grant-form.js';
import { MadePassword } from './password-dialog.js';
import { roleNames } from './user-drawer.js';

const text = words.administration;

export function NewUser({ close, added }: { close: () => void; added: () => void }) {
  const [made, setMade] = useState<{ name: string; password: string } | null>(null);
  const action = useAction();
  const send = (data: FormData) =>
    action.run(async () => {
      const name = typedIn(data, 'name');
      const { password } = await admin.addUser({ name, roles: data.getAll('roles').map(String), ...grantFrom(String(data.get('grant'))) });
      setMade({ name, password: password ?? '' });
      added();
    });
  if (made) return <MadePassword title={text.addUser} {...made} close={close} />;
  return (
    <FormDialog title={text.addUser} action={action} send={send} close={close}>
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
    </FormDialog>
  );
}
