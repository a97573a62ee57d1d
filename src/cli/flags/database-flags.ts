/** `--database-file` and its companions: where a PostgreSQL database is, for the commands that work on one instead of a data directory. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { SalesError } from '../../contract/problem.js';
import type { DatabaseAddress } from '../../store/postgres/database/address.js';
import { shellWord } from '../terminal/shell-word.js';

export interface DatabaseFlags {
  database?: string;
  databaseFile?: string;
  databaseCa?: string;
  databasePlaintext?: boolean;
}

export function databaseFlags(): Option[] {
  return [
    new Option('--database-file <file>', 'file with the address of a PostgreSQL database, to use instead of SQLite'),
    new Option('--database <address>', 'the same address without a password: postgres://USER@HOST/DATABASE'),
    new Option('--database-ca <file>', "authority that the database's certificate must come from (PEM)"),
    new Option('--database-plaintext', 'allow a database on another machine without TLS'),
  ];
}

/** The address that the command line or its variables give; null for none. Fails with `usage`, never showing a password. */
export async function databaseOf(command: Command): Promise<DatabaseAddress | null> {
  const flags = command.optsWithGlobals<DatabaseFlags>();
  const { database, databaseFile, databaseCa, databasePlaintext: plaintext } = flags;
  if (database === undefined && databaseFile === undefined) {
    if (databaseCa === undefined && !plaintext) return null;
    throw new SalesError('usage', '--database-ca and --database-plaintext go with --database-file or --database.');
  }
  if (database !== undefined && databaseFile !== undefined) {
    throw new SalesError('usage', 'Give either --database-file or --database.');
  }
  const { databaseAddress, hasPassword } = await import('../../store/postgres/database/address.js');
  // Other users of the machine see the command line of every process; its environment they do not.
  if (database !== undefined && command.getOptionValueSourceWithGlobals('database') === 'cli' && hasPassword(database)) {
    throw new SalesError('usage', 'An address with a password on the command line is refused: everybody on this machine could read it.', {
      hint: 'Write it into a file that only this user can read, and name that with --database-file.',
    });
  }
  const text = databaseFile === undefined ? (database ?? '') : privateText(databaseFile);
  const ca = databaseCa === undefined ? undefined : textOf(databaseCa, '--database-ca');
  return databaseAddress(text, { ca, plaintext });
}

/** The address in the file of another flag; the companions of --database-file hold for it, too. Fails with `usage`. */
export async function addressIn(file: string, flag: string, command: Command): Promise<DatabaseAddress> {
  const { databaseCa, databasePlaintext: plaintext } = command.optsWithGlobals<DatabaseFlags>();
  const { databaseAddress } = await import('../../store/postgres/database/address.js');
  return databaseAddress(privateText(file, flag), {
    ca: databaseCa === undefined ? undefined : textOf(databaseCa, '--database-ca'),
    plaintext,
  });
}

/** The address in a file. One with a password must be for this user alone. */
function privateText(file: string, flag = '--database-file'): string {
  const text = textOf(file, flag);
  const { mode } = statSync(resolve(file));
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new SalesError('usage', `Other users may read ${file}, which may hold a password.`, { hint: `chmod 600 ${shellWord(file)}` });
  }
  return text;
}

function textOf(file: string, flag: string): string {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new SalesError('usage', `The file ${file} of ${flag} cannot be read (${code}).`, { cause: error });
  }
}
