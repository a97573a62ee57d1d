/** Users: who may log in, with which roles, to what; added, disabled, given another password or other rights. */
import { useState } from 'preact/hooks';
import type { Account } from '../../../contract/administration.js';
import { useLoaded } from '../../loaded.js';
import { Button } from '../../parts/button.js';
import { Beside } from '../../parts/drawer.js';
import { Empty, Pending } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import type { ListColumn } from '../../parts/table-rows.js';
import { hrefBefore, place } from '../../router.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';
import { NewUser } from './new-user.js';
import { UserDrawer } from './user-drawer.js';

export function Users() {
  const list = useLoaded('users', admin.users);
  const [isAdding, setAdding] = useState(false);
  const open = place.value.query.get('open');
  const user = list.value?.users.find(({ id }) => id === open);
  return (
    <>
      <div class="toolbar">
        <Button look="main" text={words.administration.addUser} act={() => setAdding(true)} />
      </div>
      <Pending loaded={list} />
      {list.value && list.value.users.length === 0 && <Empty title={words.administration.noUsers} />}
      {list.value && list.value.users.length > 0 && (
        <Beside drawer={user && <UserDrawer key={user.id} user={user} changed={list.again} />}>
          <Table<Account>
            caption={words.administration.tabs.users}
            shown={columns}
            rows={list.value.users}
            keyOf={({ id }) => id}
            hrefBefore={hrefBefore('open')}
            open={open}
          />
        </Beside>
      )}
      {isAdding && <NewUser close={() => setAdding(false)} added={list.again} />}
    </>
  );
}

const columns: readonly ListColumn<Account>[] = [
  { key: 'name', title: words.administration.name, rem: 9, cell: ({ name }) => name },
  {
    key: 'state',
    rem: 6,
    title: words.fields.transactionState,
    cell: ({ disabled }) =>
      disabled ? { tone: 'bad', text: words.administration.disabled } : { tone: 'good', text: words.administration.active },
  },
  { key: 'roles', title: words.administration.roles, rem: 8, cell: ({ roles }) => roles.join(', ') },
  { key: 'grants', title: words.administration.access, rem: 14, cell: ({ grants }) => grants.map(({ name }) => name).join(', ') },
];
