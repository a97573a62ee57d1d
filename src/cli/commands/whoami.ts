/** `sales whoami`: which user, at which server, with which password source; and, where a password is at hand, what the server lets them do. */
import { Command } from 'commander';
import type { UserRights } from '../../contract/access.js';
import { SalesError } from '../../contract/problem.js';
import type { Run } from '../flags/run.js';
import { connectTo, readTarget, type Target } from '../settings/connect.js';
import { storedPassword } from '../settings/profiles.js';
import { tenantLine } from '../terminal/failure-details.js';

export function commandOf(run: Run): Command {
  return new Command('whoami')
    .description(
      'Show which user and server are in use, and with a password at hand the roles and tenants that the server gives them. sales ping tests the way there.',
    )
    .action(async (_flags: object, command: Command) => {
      const target = await readTarget(command, run);
      const { settings, url, user } = target;
      const passwordStored = (await storedPassword(settings.configDir, url.origin, user)) !== null;
      const facts = {
        profile: settings.profile.value,
        url: url.href,
        user,
        customer: settings.customer?.value ?? null,
        tenant: settings.tenant?.value ?? null,
        passwordStored,
      };
      const access = await rightsOf(target, passwordStored, run);
      if (run.output.flags.json) return run.output.document({ schema: 'sales.whoami/1', ...facts, access });
      run.output.text(`${user} at ${url.href}   profile "${facts.profile}"   password ${passwordStored ? 'stored' : 'not stored'}`);
      if (facts.customer) run.output.text(`customer ${facts.customer}`);
      if (facts.tenant) run.output.text(`tenant ${facts.tenant}`);
      if (access) show(access, run);
    });
}

/** Null where nobody gave a password, which is not asked for here, or the server cannot tell. */
async function rightsOf(target: Target, passwordStored: boolean, run: Run): Promise<UserRights | null> {
  const { passwordStdin, passwordFile, passwordCommand } = run.flags;
  const isAtHand = passwordStored || passwordStdin || passwordFile || passwordCommand || run.host.env.SALES_PASSWORD;
  if (!isAtHand) return null;
  try {
    const { api } = await connectTo(target, run, true);
    try {
      return await api.ask('getAccess');
    } finally {
      await api.close();
    }
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    run.output.note(`The server could not be asked: ${error.message}`);
    return null;
  }
}

function show({ roles, tenants }: UserRights, { output }: Run): void {
  output.text(roles.length === 0 ? 'no role' : `role ${roles.join(', ')}`);
  if (tenants.length === 0) output.text('no tenant');
  for (const tenant of tenants) output.text(`${tenantLine(tenant)}${tenant.extent === 'units' ? ' (some of its units)' : ''}`);
}
