/** `sales logout`: forgets the password of the profile; the rest of the profile stays. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { readTarget } from '../settings/connect.js';
import { storePassword } from '../settings/profiles.js';

export function commandOf(run: Run): Command {
  return new Command('logout')
    .description('Forget the stored password. The profile stays; sales login stores a password again.')
    .action(async (_flags: object, command: Command) => {
      const { settings, url, user } = await readTarget(command, run);
      const had = await storePassword(settings.configDir, url.origin, user, null);
      if (run.output.flags.json) return run.output.document({ schema: 'sales.logout/1', url: url.href, user, forgotten: had });
      run.output.message(
        'OK',
        had ? `The password of ${user} at ${url.host} is forgotten` : `No password of ${user} at ${url.host} was stored`,
      );
    });
}
