/** Opens the data directory that --data names, or the database of --database-file, for one piece of work, in the name of who runs the command. */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { SalesError } from '../../../contract/problem.js';
import type { Administration } from '../../../store/administering/administration.js';
import { databaseOf } from '../../flags/database-flags.js';
import type { Run } from '../../flags/run.js';
import { hintText } from '../../terminal/hint-text.js';
import { shellWord } from '../../terminal/shell-word.js';

/** Opens the directory or the database, does the work and closes it again; fails as opening or `work` does. */
export async function administer<Result>(
  command: Command,
  { host }: Run,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
  const administration = await opened(command, host);
  try {
    return await work(administration);
  } catch (error) {
    throw withDataInHint(error, command);
  } finally {
    await administration.close();
  }
}

async function opened(command: Command, host: Run['host']): Promise<Administration> {
  const actor = `local:${await host.userName()}`;
  // Under sudo everybody is root; this is who they were.
  const details = host.env.SUDO_USER ? { sudoUser: host.env.SUDO_USER } : {};
  const address = await databaseOf(command);
  if (address) {
    const { checkDatabase } = await import('../../../store/postgres/database/node-check.js');
    const { openAdministration } = await import('../../../store/postgres/administration/shared-administration.js');
    await checkDatabase(address);
    return openAdministration({ address, actor, details });
  }
  const { data } = command.optsWithGlobals<{ data: string }>();
  const { checkNotMoved } = await import('../../../store/sqlite/database/presence.js');
  checkNotMoved(resolve(host.cwd(), data));
  const { openAdministration } = await import('../../../store/sqlite/administration/local-administration.js');
  return openAdministration({ directory: resolve(host.cwd(), data), now: () => new Date(host.clock.nowMs()), actor, details });
}

/** A line of `sales admin` to be copied: with the flags that name the data as they were typed, or it would be carried out on other data. */
export function adminLine(command: Command, ...words: string[]): string {
  return ['sales', 'admin', ...typedData(command), ...words].map(shellWord).join(' ');
}

function typedData(command: Command): string[] {
  const given = command.optsWithGlobals<Record<string, unknown>>();
  return ['data', 'databaseFile', 'database', 'databaseCa', 'databasePlaintext'].flatMap((name) => {
    if (command.getOptionValueSourceWithGlobals(name) !== 'cli') return [];
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return given[name] === true ? [flag] : [flag, String(given[name])];
  });
}

/** Names the data in the hint: what works on them does not know what was typed to name them. */
export function withDataInHint(error: unknown, command: Command): unknown {
  if (!(error instanceof SalesError) || error.hint === undefined) return error;
  const { code, message, errors, hint, cause } = error;
  return new SalesError(code, message, { errors, hint: hintText(hint, { admin: adminLine(command) }), cause });
}

/** A flag that can be given several times. */
export function several(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, previous: readonly string[] = []) => [...previous, value]);
}
