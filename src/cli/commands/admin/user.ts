/** `sales admin user`: who may log in, and what they were granted. */
import { Command } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { Account, Grant } from '../../../store/administration.js';
import type { Run } from '../../flags/run.js';
import { count } from '../../views/input-view.js';
import { columnsOf, showTable } from '../../views/table-view.js';
import { administer, adminLine } from './administer.js';
import { newPassword, type PasswordFlags, passwordFlags } from './new-password.js';
import { removeCommand } from './remove.js';
import { type RightsFlags, rightsOf, withRightsFlags } from './rights-flags.js';

export function userCommand(run: Run): Command {
  const user = new Command('user').description('Users: their roles, and the customers, tenants and units that they may access.');
  const add = user
    .command('add')
    .description('Add a user, with the role API unless another is given.')
    .argument('<name>', 'name to log in with');
  withRightsFlags(add);
  for (const option of passwordFlags()) add.addOption(option);
  add.action((name: string, flags: RightsFlags & PasswordFlags, command: Command) => addUser(name, flags, command, run));
  user
    .command('list')
    .description('List the users.')
    .action((_flags: object, command: Command) => list(command, run));
  const passwd = user
    .command('passwd')
    .description('Give a user a new password; the old one stops working at once.')
    .argument('<user>', 'id or name');
  for (const option of passwordFlags()) passwd.addOption(option);
  passwd.action((reference: string, flags: PasswordFlags, command: Command) => setPassword(reference, flags, command, run));
  for (const [verb, disabled] of [['disable', true] as const, ['enable', false] as const]) {
    user
      .command(verb)
      .description(disabled ? 'Refuse a user, from the next request on.' : 'Accept a disabled user again.')
      .argument('<user>', 'id or name')
      .action((reference: string, _flags: object, command: Command) => setDisabled(reference, disabled, command, run));
  }
  user
    .command('sessions')
    .description('List the log-ins of a user in browsers, or end them.')
    .argument('<user>', 'id or name')
    .option('--end', 'end them all')
    .action((reference: string, flags: { end?: boolean }, command: Command) => sessions(reference, flags.end === true, command, run));
  withRightsFlags(user.command('grant').description('Grant a user access or roles.').argument('<user>', 'id or name')).action(
    (reference: string, flags: RightsFlags, command: Command) => changeRights('grant', reference, flags, command, run),
  );
  withRightsFlags(user.command('revoke').description('Revoke grants or roles of a user.').argument('<user>', 'id or name')).action(
    (reference: string, flags: RightsFlags, command: Command) => changeRights('revoke', reference, flags, command, run),
  );
  user.addCommand(removeCommand('user', 'a user who made no uploads', run));
  return user;
}

async function addUser(name: string, flags: RightsFlags & PasswordFlags, command: Command, run: Run): Promise<void> {
  const password = await newPassword(flags, name, run);
  const rights = rightsOf({ ...flags, role: flags.role ?? ['API'] });
  const user = await administer(command, run, (administration) => administration.addUser({ name, passwordHash: password.hash, ...rights }));
  show(user, `user "${user.name}" is added`, password.generated, run);
  if (user.grants.length === 0) {
    const line = adminLine(command, 'user', 'grant', user.name, '--tenant', 'TENANT');
    run.output.message('', `The user has no access yet:   ${line}`, 'yellow');
  }
}

async function setPassword(reference: string, flags: PasswordFlags, command: Command, run: Run): Promise<void> {
  const password = await newPassword(flags, reference, run);
  const user = await administer(command, run, (administration) => administration.setPassword(reference, password.hash));
  show(user, `"${user.name}" has a new password`, password.generated, run);
}

async function setDisabled(reference: string, disabled: boolean, command: Command, run: Run): Promise<void> {
  const user = await administer(command, run, (administration) => administration.setDisabled(reference, disabled));
  show(user, `"${user.name}" is ${disabled ? 'disabled' : 'enabled'}`, null, run);
}

async function changeRights(verb: 'grant' | 'revoke', reference: string, flags: RightsFlags, command: Command, run: Run): Promise<void> {
  const rights = rightsOf(flags);
  if (Object.values(rights).every(({ length }) => length === 0)) {
    throw new SalesError('usage', `There is nothing to ${verb}.`, { hint: 'Give --role, --customer, --tenant or --unit' });
  }
  const user = await administer(command, run, (administration) => administration[verb](reference, rights));
  show(user, `"${user.name}" now has ${rightsText(user)}`, null, run);
  if (verb === 'grant' && user.tenants > 1) {
    run.output.message(
      '',
      `The user has access to ${user.tenants} tenants: each request must name one (--tenant, tenantId), or gets a 401`,
      'yellow',
    );
  }
}

async function sessions(reference: string, end: boolean, command: Command, run: Run): Promise<void> {
  const { output } = run;
  const [known, ended] = await administer(command, run, async (administration) => [
    await administration.sessions(reference),
    end ? await administration.endSessions(reference) : 0,
  ]);
  if (output.flags.json) return output.document({ schema: 'sales.admin.sessions/1', sessions: known, ended });
  if (end) return output.message('OK', `${count(ended, 'log-in')} ended`, 'green');
  showTable(columnsOf<(typeof known)[number]>({ began: ({ createdAt }) => createdAt, 'last used': ({ seenAt }) => seenAt }), known, run);
}

/** A password that was made is the one thing on standard output. */
function show(user: Account, text: string, password: string | null, { output }: Run): void {
  if (output.flags.json) output.document({ schema: 'sales.admin.user/1', user, ...(password === null ? {} : { password }) });
  else if (password !== null) output.data(password);
  output.message('OK', `${text}${password === null ? '' : '. Its password is shown only once'}`, 'green');
}

async function list(command: Command, run: Run): Promise<void> {
  const users = await administer(command, run, (administration) => administration.users());
  if (run.output.flags.json) return run.output.document({ schema: 'sales.admin.users/1', users });
  const columns = columnsOf<Account>({
    name: ({ name }) => name,
    roles: ({ roles }) => roles.join(', ') || '-',
    state: ({ disabled }) => (disabled ? 'disabled' : 'enabled'),
    grants: ({ grants }) => grants.map(grantText).join(', ') || '-',
    id: ({ id }) => id,
  });
  showTable(columns, users, run);
}

function rightsText({ roles, grants }: Account): string {
  return `roles ${roles.join(', ') || 'none'}; grants ${grants.map(grantText).join(', ') || 'none'}`;
}

function grantText({ on, name, of }: Grant): string {
  return `${on} ${name}${of === null ? '' : ` of ${on === 'unit' ? 'tenant' : 'customer'} ${of}`}`;
}
