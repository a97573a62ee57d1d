/** Opens the data directory that --data names for one piece of work, in the name of who runs the command. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Administration } from '../../../store/administration.js';
import type { Run } from '../../run.js';

export async function administer<Result>(
  command: Command,
  { host }: Run,
  work: (administration: Administration) => Promise<Result>,
): Promise<Result> {
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
  } finally {
    await administration.close();
  }
}

/** For flags that can be given several times. */
export function collect(value: string, previous: readonly string[] = []): string[] {
  return [...previous, value];
}
