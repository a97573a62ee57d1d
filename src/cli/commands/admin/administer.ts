/** Opens the data directory that --data names for one piece of work, in the name of who runs the command. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { Administration } from '../../../store/administration.js';
import { databaseOf } from '../../flags/database-flags.js';
import type { Run } from '../../flags/run.js';
import { hintText } from '../../terminal/hint-text.js';
import { shellWord } from '../../terminal/shell-word.js';

/** Opens the directory, does the work and closes it again; fails as opening or `work` does. */
export async function administer<Result>(
  command: Command,
  { host }: Run,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  if (await databaseOf(command)) {
    throw new SalesError('usage', 'On a PostgreSQL database only its schema can be administered so far: sales admin database.');
  }
  const { data } = command.optsWithGlobals<{ data: string }>();
  const { openAdministration } = await import('../../../store/sqlite/administration/administration.js');
  const administration = openAdministration({
    directory: resolve(host.cwd(), data),
    now: () => new Date(host.clock.nowMs()),
    actor: `local:${await host.userName()}`,
    // Under sudo everybody is root; this is who they were.
    details: host.env.SUDO_USER ? { sudoUser: host.env.SUDO_USER } : {},
  });
  try {
    return await work(administration);
  } catch (error) {
    throw error instanceof SalesError ? withDataInHint(error, command) : error;
  } finally {
    await administration.close();
  }
}

/** A line of `sales admin` to be copied: with --data where it was typed, or it would be carried out on other data. */
export function adminLine(command: Command, ...words: string[]): string {
  return ['sales', 'admin', ...typedData(command), ...words].map(shellWord).join(' ');
}

function typedData(command: Command): string[] {
  if (command.getOptionValueSourceWithGlobals('data') !== 'cli') return [];
  return ['--data', command.optsWithGlobals<{ data: string }>().data];
}

/** What works on the data does not know what was typed to name it. */
function withDataInHint(error: SalesError, command: Command): SalesError {
  const { code, message, errors, hint, cause } = error;
  if (hint === undefined) return error;
  return new SalesError(code, message, { ...(errors && { errors }), hint: hintText(hint, { admin: adminLine(command) }), cause });
}

/** For flags that can be given several times. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
