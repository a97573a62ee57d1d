/** A new password for a user, from standard input, from chance or from a person who types it twice. Never from the command line. */
import { Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { Run } from '../../flags/run.js';
import { passwordFromStdin } from '../../settings/password.js';
import { askHidden, canAsk } from '../../terminal/prompt.js';

export interface PasswordFlags {
  passwordStdin?: boolean;
  generatePassword?: boolean;
}

export interface NewPassword {
  /** See server/access/password.ts for the format. */
  hash: string;
  /** To be shown once; null where somebody knows it already. */
  generated: string | null;
}

const GENERATED_BYTES = 18;

export function passwordFlags(): Option[] {
  return [
    new Option('--password-stdin', 'read the password from standard input').conflicts('generatePassword'),
    new Option('--generate-password', 'generate one, and print it once'),
  ];
}

/** Fails with `usage`. */
export async function newPassword(flags: PasswordFlags, name: string, run: Run): Promise<NewPassword> {
  const password = flags.generatePassword ? await randomPassword() : await givenPassword(flags, name, run);
  const { isUsablePassword } = await import('../../../server/access/auth.js');
  if (!isUsablePassword(password)) {
    throw new SalesError('usage', 'The password cannot be used: it must have 1 to 512 bytes and no control characters.');
  }
  const { passwordHasher } = await import('../../../server/access/password.js');
  return { hash: await passwordHasher().hash(password), generated: flags.generatePassword ? password : null };
}

async function randomPassword(): Promise<string> {
  const { randomBytes } = await import('node:crypto');
  return randomBytes(GENERATED_BYTES).toString('base64url');
}

async function givenPassword({ passwordStdin }: PasswordFlags, name: string, { host, output, flags }: Run): Promise<string> {
  if (passwordStdin) return passwordFromStdin(host);
  if (!canAsk(host, flags.input)) {
    throw new SalesError('usage', `There is no password for "${name}".`, { hint: 'Give --password-stdin or --generate-password' });
  }
  const password = await askHidden(host, output, `New password of ${name}: `);
  if (!password) throw new SalesError('usage', 'No password was given.');
  if ((await askHidden(host, output, 'Repeat it: ')) !== password) throw new SalesError('usage', 'The two passwords differ.');
  return password;
}
