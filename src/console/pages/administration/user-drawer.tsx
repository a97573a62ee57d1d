/** One user: roles and rights, and what can be done with the account. */
import { useState } from 'preact/hooks';
import type { Account } from '../../../contract/administration.js';
import type { Role } from '../../../contract/roles.js';
import { useAction } from '../../parts/action.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Drawer } from '../../parts/drawer.js';
import { tell } from '../../parts/notice.js';
import { Problem } from '../../parts/states.js';
import { Stored } from '../../parts/texts.js';
import { session } from '../../session.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';
import { GrantForm, grantOf } from './grant-form.js';
import { PasswordDialog } from './password-dialog.js';

const text = words.administration;
export const roleNames = Object.keys(text.roleTexts) as Role[];

export function UserDrawer({ user, changed }: { user: Account; changed: () => void }) {
  const { id, name, roles, disabled, grants } = user;
  const [asked, setAsked] = useState<'disable' | 'end' | 'password' | null>(null);
  const action = useAction();
  const isSelf = name === session.value?.user;
  const run = async (change: () => Promise<unknown>, news: string) => {
    if (!(await action.run(change))) return;
    tell(news);
    setAsked(null);
    changed();
  };
  const asking = {
    disable: { title: text.disable, says: text.disableText(name), act: () => admin.setDisabled(id, true), news: text.disabledNow(name) },
    end: { title: text.endSessions, says: text.endText(name), act: () => admin.endSessions(id), news: text.endedNow(name) },
  };
  const careful = asked !== null && asked !== 'password' ? asking[asked] : null;
  return (
    <Drawer id={id} title={name}>
      {!asked && <Problem text={action.problem} />}
      <fieldset class="choices">
        <legend>{text.roles}</legend>
        {roleNames.map((role) => (
          <label key={role}>
            <input
              type="checkbox"
              checked={roles.includes(role)}
              disabled={action.busy || (isSelf && role === 'Admin')}
              onChange={() => run(() => (roles.includes(role) ? admin.revoke : admin.grant)(id, { roles: [role] }), text.changed(name))}
            />{' '}
            {role} <span class="quiet">{text.roleTexts[role]}</span>
          </label>
        ))}
      </fieldset>
      <h3>{text.access}</h3>
      <ul class="lines">
        {grants.map((grant) => (
          <li key={grant.id} class="line">
            <span>
              {text.grantKinds[grant.on] ?? grant.on} <Stored text={grant.name} />
              {grant.of && (
                <span class="quiet">
                  {' '}
                  <Stored text={grant.of} />
                </span>
              )}
            </span>
            <Button
              look="link"
              text={text.revoke}
              disabled={action.busy}
              act={() => run(() => admin.revoke(id, grantOf(grant)), text.changed(name))}
            />
          </li>
        ))}
      </ul>
      <GrantForm busy={action.busy} grant={(change) => run(() => admin.grant(id, change), text.changed(name))} />
      <div class="drawer-actions">
        <Button text={text.newPassword} act={() => setAsked('password')} />
        <Button text={text.endSessions} act={() => setAsked('end')} />
        {disabled ? (
          <Button text={text.enable} disabled={action.busy} act={() => run(() => admin.setDisabled(id, false), text.enabledNow(name))} />
        ) : (
          !isSelf && <Button look="careful" text={text.disable} act={() => setAsked('disable')} />
        )}
      </div>
      {asked === 'password' && <PasswordDialog user={user} close={() => setAsked(null)} />}
      {careful && (
        <Confirm
          title={careful.title}
          text={careful.says}
          danger
          action={action}
          confirm={() => run(careful.act, careful.news)}
          close={() => {
            setAsked(null);
            action.forget();
          }}
        />
      )}
    </Drawer>
  );
}
