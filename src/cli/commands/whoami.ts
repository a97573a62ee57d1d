/** `sales whoami`: which user, at which server, with which password source; asks the server nothing. */
import { Command } from 'commander';
import type { Run } from '../flags/run.js';
import { readTarget } from '../settings/connect.js';
import { storedPassword } from '../settings/profiles.js';

export function whoamiCommand(run: Run): Command {
  return new Command('whoami')
    .description('Show which user and server are in use. sales ping tests whether the server lets you in.')
    .action(async (_flags: object, command: Command) => {
      const { settings, url, user } = await readTarget(command, run);
      const passwordStored = (await storedPassword(settings.configDir, url.origin, user)) !== null;
      const facts = {
        profile: settings.profile.value,
        url: url.href,
        user,
        customer: settings.customer?.value ?? null,
        tenant: settings.tenant?.value ?? null,
        passwordStored,
      };
      if (run.output.flags.json) return run.output.document({ schema: 'sales.whoami/1', ...facts });
      run.output.text(`${user} at ${url.href}   profile "${facts.profile}"   password ${passwordStored ? 'stored' : 'not stored'}`);
      if (facts.customer) run.output.text(`customer ${facts.customer}`);
      if (facts.tenant) run.output.text(`tenant ${facts.tenant}`);
    });
}
