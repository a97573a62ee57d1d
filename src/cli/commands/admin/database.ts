/** `sales admin database`: the schema of a PostgreSQL database, which its owner makes and servers never change. */
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { DatabaseAddress } from '../../../store/postgres/database/address.js';
import { databaseOf } from '../../flags/database-flags.js';
import type { Run } from '../../flags/run.js';

const PASSWORD_BYTES = 24;

export function databaseCommand(run: Run): Command {
  const database = new Command('database').description('The schema of a PostgreSQL database.');
  database
    .command('create')
    .description('Make the schema and the roles of servers in an empty database, as the role that owns it.')
    .addOption(new Option('--server-file <file>', 'new file for the address that servers are given').makeOptionMandatory())
    .addHelpText(
      'after',
      '\nThe role in the address must own the database and be a superuser, or be allowed to create roles, with a role\n' +
        'sales_copy that has BYPASSRLS there already. The file gets the address of the new role sales_app with a new\n' +
        'password; give it to every server with --database-file.',
    )
    .action((flags: { serverFile: string }, command: Command) => create(flags.serverFile, command, run));
  database
    .command('upgrade')
    .description('Bring the schema to this version; servers of the version before go on serving.')
    .action((_flags, command: Command) => change('upgrade', command, run));
  database
    .command('finish')
    .description('End an upgrade, once no server of an earlier version runs.')
    .action((_flags, command: Command) => change('finish', command, run));
  return database;
}

async function change(what: 'upgrade' | 'finish', command: Command, { output }: Run): Promise<void> {
  const owner = await ownerOf(command);
  const { finishUpgrade, upgradeSchema } = await import('../../../store/postgres/database/migrations.js');
  const { from, to } = await (what === 'upgrade' ? upgradeSchema : finishUpgrade)(owner);
  if (output.flags.json) return output.document({ schema: 'sales.admin.database-change/1', from, to });
  const did = what === 'upgrade' ? `the schema is ${to} now, and was ${from}` : `no server of a schema before ${to} can start any more`;
  output.message('OK', from === to ? `nothing to do: the schema is ${to}` : did, 'green');
}

async function create(serverFile: string, command: Command, { output }: Run): Promise<void> {
  const owner = await ownerOf(command);
  const { createSchema } = await import('../../../store/postgres/database/migrations.js');
  const { secretAddress } = await import('../../../store/postgres/database/address.js');
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const file = resolve(serverFile);
  // Before the role has the password: it is shown nowhere else.
  writeSecret(file, secretAddress({ ...owner, user: 'sales_app', password }));
  let isNewRole: boolean;
  try {
    isNewRole = await createSchema(owner, password);
  } catch (error) {
    rmSync(file);
    throw error;
  }
  if (!isNewRole) {
    rmSync(file);
    writeSecret(file, secretAddress({ ...owner, user: 'sales_app', password: undefined }));
  }
  if (output.flags.json) return output.document({ schema: 'sales.admin.database/1', serverFile: file, hasPassword: isNewRole });
  output.message('OK', `the schema was made; the address for servers is in ${file}`, 'green');
  if (!isNewRole) output.note('The role sales_app was there already and keeps its password: write it into the file.');
}

async function ownerOf(command: Command): Promise<DatabaseAddress> {
  const owner = await databaseOf(command);
  if (owner) return owner;
  throw new SalesError('usage', 'Which database? Give --database-file with the address of the role that owns it.');
}

/** Fails with `usage` where there is such a file. */
function writeSecret(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    const is = code === 'EEXIST' ? 'is there already' : `cannot be written (${code})`;
    throw new SalesError('usage', `The file ${file} ${is}.`, { hint: 'Name a new file with --server-file.', cause: error });
  }
}
