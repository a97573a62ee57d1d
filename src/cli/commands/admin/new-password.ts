/** A new password for a user, from standard input, from chance or from a person who types it twice. Never from the command line. */
import { Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { NewPassword } from '../../../server/access/new-password.js';
import type { Run } from '../../flags/run.js';
import { askNewPassword, passwordFromStdin } from '../../settings/password.js';

export interface PasswordFlags {
  passwordStdin?: boolean;
  generatePassword?: boolean;
}

export function passwordFlags(): Option[] {
  return [
    new Option('--password-stdin', 'read the password from standard input').conflicts('generatePassword'),
    new Option('--generate-password', 'generate one, and print it once'),
  ];
}

/** Fails with `usage`. */
export async function newPassword(flags: PasswordFlags, name: string, run: Run): Promise<NewPassword> {
  const given = flags.generatePassword ? null : await givenPassword(flags, name, run);
  const { newPasswordOf } = await import('../../../server/access/new-password.js');
  const { passwordHasher } = await import('../../../server/access/password.js');
  return newPasswordOf(given, passwordHasher());
}

async function givenPassword({ passwordStdin }: PasswordFlags, name: string, run: Run): Promise<string> {
  if (passwordStdin) return passwordFromStdin(run.host);
  const password = await askNewPassword(name, run);
  if (password !== null) return password;
  throw new SalesError('usage', `There is no password for "${name}".`, { hint: 'Give --password-stdin or --generate-password' });
}
